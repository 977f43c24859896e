use std::{
    borrow::Cow,
    io::Write as _,
    mem,
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use axum::extract::ws::Utf8Bytes;
use engine::{Entry, Table, Viewer};

use crate::{
    RequestError,
    difference::{Packed, Written},
    protocol::ToClient,
};

/// Views that follow one another faster than this are not packed in between: people are slower, and bots and programs need not wait.
const QUICK: Duration = Duration::from_millis(250);

/// A view that was made for somebody, without its log.
#[derive(Debug)]
pub(crate) struct Shown {
    viewer: Viewer,
    /// The version of the table that it shows.
    version: u64,
    made: Instant,
    text: Text,
    /// The length of the log.
    log_end: u32,
    /// How many undos there had been.
    cuts: usize,
    /// The difference from an earlier view, for all who have that one.
    change: Option<(u64, Utf8Bytes)>,
}

/// A view as it is kept until the next one is compared with it. Between people that takes seconds, and there it is most of what a game takes.
#[derive(Debug)]
enum Text {
    Open(Written),
    Packed(Packed),
}

/// The views that somebody at the table has, so that a view is made and compared once for all who look at it.
#[derive(Debug, Default)]
pub(crate) struct Gallery {
    /// The newest of each viewer. Whoever was shown one holds it: it goes when nobody does.
    newest: Vec<Weak<Shown>>,
    /// The length of the log after every undo since the game was loaded.
    cuts: Vec<u32>,
    version: u64,
}

impl Gallery {
    /// Says that the game has changed.
    pub(crate) fn outdate(&mut self, version: u64) {
        self.version = version;
    }

    /// Says that log entries from `length` on were taken back.
    pub(crate) fn cut(&mut self, length: u32) {
        self.cuts.push(length);
    }

    /// The game as `viewer` sees it now.
    pub(crate) fn shown(&mut self, table: &dyn Table, viewer: Viewer) -> Result<Arc<Shown>, RequestError> {
        let before = self.newest.iter().filter_map(Weak::upgrade).find(|shown| shown.viewer == viewer);
        if let Some(newest) = before.as_ref().filter(|shown| shown.version == self.version) {
            return Ok(Arc::clone(newest));
        }
        let mut shown = self.make(table, viewer)?;
        let quick = before.as_ref().is_some_and(|before| before.made.elapsed() < QUICK);
        if let Some(before) = before {
            shown.change = Some((before.version, self.change(table, &before, &shown)?));
        }
        if !quick {
            shown.text = shown.text.packed();
        }
        let shown = Arc::new(shown);
        self.newest.retain(|old| old.upgrade().is_some_and(|old| old.viewer != viewer));
        self.newest.push(Arc::downgrade(&shown));
        Ok(shown)
    }

    fn make(&self, table: &dyn Table, viewer: Viewer) -> Result<Shown, RequestError> {
        let mut view = table.view(viewer, u32::MAX);
        let log_end = mem::take(&mut view.log_from);
        let text = Text::Open(Written::new(&view).map_err(|error| unwritten(&error))?);
        let (version, made, cuts) = (self.version, Instant::now(), self.cuts.len());
        Ok(Shown { viewer, version, made, text, log_end, cuts, change: None })
    }

    /// The message that makes `new` from `old`, a view of the same viewer.
    pub(crate) fn change(&self, table: &dyn Table, old: &Shown, new: &Shown) -> Result<Utf8Bytes, RequestError> {
        if let Some((_, change)) = new.change.as_ref().filter(|(base, _)| *base == old.version) {
            return Ok(change.clone());
        }
        let log_from = self.cuts[old.cuts..].iter().copied().fold(old.log_end, u32::min);
        change(old, new, log_from, &table.log(new.viewer, log_from)).map_err(|error| unwritten(&error))
    }
}

impl Text {
    fn open(&self) -> Result<Cow<'_, Written>, serde_json::Error> {
        match self {
            Text::Open(written) => Ok(Cow::Borrowed(written)),
            Text::Packed(packed) => packed.open().map(Cow::Owned).map_err(serde::ser::Error::custom),
        }
    }

    fn packed(self) -> Text {
        match self {
            Text::Open(written) => Text::Packed(written.pack()),
            packed @ Text::Packed(_) => packed,
        }
    }
}

impl Shown {
    pub(crate) fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }
}

/// A [`ToClient::Change`] as text. It is written by hand, because it is what is sent most: an edit that was read and copied once more would
/// take as long as making it.
fn change(old: &Shown, new: &Shown, log_from: u32, log: &[Entry]) -> Result<Utf8Bytes, serde_json::Error> {
    let mut message = Vec::with_capacity(ROOM);
    write!(message, r#"{{"type":"change","number":{},"base":{},"edit":"#, new.version, old.version)
        .map_err(serde_json::Error::io)?;
    old.text.open()?.as_ref().write_difference(new.text.open()?.as_ref(), &mut message);
    write!(message, r#","log_from":{log_from},"log":"#).map_err(serde_json::Error::io)?;
    serde_json::to_writer(&mut message, log)?;
    message.push(b'}');
    message.shrink_to_fit();
    Utf8Bytes::try_from(message).map_err(serde::ser::Error::custom)
}

/// Most changes are shorter.
const ROOM: usize = 2 * 1024;

/// A message as text.
pub(crate) fn text(message: &ToClient) -> Result<Utf8Bytes, RequestError> {
    Ok(serde_json::to_string(message).map_err(|error| unwritten(&error))?.into())
}

fn unwritten(error: &serde_json::Error) -> RequestError {
    RequestError::Defect(format!("a message cannot be written: {error}"))
}
