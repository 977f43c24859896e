use std::{
    borrow::Cow,
    io::Write as _,
    mem,
    sync::{Arc, Weak},
};

use engine::{Entry, Table, Viewer};

use thiserror::Error;

use crate::{
    difference::{Packed, Written},
    protocol::ToClient,
};

/// Views that follow one another faster than this are not packed in between: people are
/// slower, and bots and programs need not wait. In milliseconds.
const QUICK: u64 = 250;

/// A view that was made for somebody, without its log.
#[derive(Debug)]
pub struct Shown {
    viewer: Viewer,
    /// The version of the table that it shows.
    version: u64,
    /// When, in milliseconds.
    made: u64,
    text: Text,
    /// The length of the log.
    log_end: u32,
    /// How many undos there had been.
    cuts: usize,
    /// The difference from an earlier view, for all who have that one.
    change: Option<(u64, Arc<str>)>,
}

/// A view as it is kept until the next one is compared with it. Between people that takes seconds, and there it is most
/// of what a game takes.
#[derive(Debug)]
enum Text {
    Open(Written),
    Packed(Packed),
}

/// The views that somebody at the table has, so that a view is made and compared once for all who look at it.
#[derive(Debug, Default)]
pub struct Gallery {
    /// The newest of each viewer. Whoever was shown one holds it: it goes when nobody does.
    newest: Vec<Weak<Shown>>,
    /// The length of the log after every undo since the game was loaded.
    cuts: Vec<u32>,
    version: u64,
}

impl Gallery {
    /// Says that the game has changed.
    pub fn outdate(&mut self, version: u64) {
        self.version = version;
    }

    /// Says that log entries from `length` on were taken back.
    pub fn cut(&mut self, length: u32) {
        self.cuts.push(length);
    }

    /// The game as `viewer` sees it now. `now` counts milliseconds, from any moment on and never backwards.
    ///
    /// # Errors
    /// If the view cannot be written: a defect of ours.
    pub fn shown(&mut self, table: &dyn Table, viewer: Viewer, now: u64) -> Result<Arc<Shown>, Unwritten> {
        let before = self.newest.iter().filter_map(Weak::upgrade).find(|shown| shown.viewer == viewer);
        if let Some(newest) = before.as_ref().filter(|shown| shown.version == self.version) {
            return Ok(Arc::clone(newest));
        }
        let mut shown = self.make(table, viewer, now)?;
        let quick = before.as_ref().is_some_and(|before| now.saturating_sub(before.made) < QUICK);
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

    fn make(&self, table: &dyn Table, viewer: Viewer, made: u64) -> Result<Shown, Unwritten> {
        let mut view = table.view(viewer, u32::MAX);
        let log_end = mem::take(&mut view.log_from);
        let text = Text::Open(Written::new(&view)?);
        let (version, cuts) = (self.version, self.cuts.len());
        Ok(Shown { viewer, version, made, text, log_end, cuts, change: None })
    }

    /// The message that makes `new` from `old`, a view of the same viewer.
    ///
    /// # Errors
    /// If it cannot be written: a defect of ours.
    pub fn change(&self, table: &dyn Table, old: &Shown, new: &Shown) -> Result<Arc<str>, Unwritten> {
        if let Some((_, change)) = new.change.as_ref().filter(|(base, _)| *base == old.version) {
            return Ok(change.clone());
        }
        let log_from = self.cuts[old.cuts..].iter().copied().fold(old.log_end, u32::min);
        change(old, new, log_from, &table.log(new.viewer, log_from))
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
    /// Who sees it.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The version of the table that it shows.
    pub fn version(&self) -> u64 {
        self.version
    }
}

/// A [`ToClient::Change`] as text. It is written by hand, because it is what is sent most: an edit that was read and
/// copied once more would take as long as making it.
fn change(old: &Shown, new: &Shown, log_from: u32, log: &[Entry]) -> Result<Arc<str>, Unwritten> {
    let mut message = Vec::with_capacity(ROOM);
    write!(message, r#"{{"type":"change","number":{},"base":{},"edit":"#, new.version, old.version)
        .map_err(serde_json::Error::io)?;
    old.text.open()?.as_ref().write_difference(new.text.open()?.as_ref(), &mut message);
    write!(message, r#","log_from":{log_from},"log":"#).map_err(serde_json::Error::io)?;
    serde_json::to_writer(&mut message, log)?;
    message.push(b'}');
    let message = String::from_utf8(message).map_err(|error| Unwritten(serde::ser::Error::custom(error)))?;
    Ok(message.into())
}

/// Most changes are shorter.
const ROOM: usize = 2 * 1024;

/// Why a message cannot be written: a defect of ours.
#[derive(Debug, Error)]
#[error("a message cannot be written: {0}")]
pub struct Unwritten(#[from] serde_json::Error);

impl Unwritten {
    /// For a reason of one's own.
    pub fn because(why: &str) -> Unwritten {
        Unwritten(serde::ser::Error::custom(why))
    }
}

/// A message as text.
///
/// # Errors
/// If it cannot be written: a defect of ours.
pub fn text(message: &ToClient) -> Result<String, Unwritten> {
    Ok(serde_json::to_string(message)?)
}
