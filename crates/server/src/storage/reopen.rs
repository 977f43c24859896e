//! From rows to a game: see `engine::reopen` for the policy.

use std::sync::Arc;

use engine::{Closed, Compare, Content, FORMAT, GameFile, Move, OpenError, Printing, Shelf, StateHash, Table, VERSION};

use super::{
    LogRow, SavedGame,
    record::{Recorded, RowKind},
};

/// A saved game, played back.
pub(crate) struct Reopened {
    pub(crate) table: Box<dyn Table>,
    /// What has to be written again, if the game was played under an older revision or without its content and
    /// continues under today's.
    pub(crate) renewal: Option<Renewal>,
    /// Why it can be looked at but not continued.
    pub(crate) differs: Option<String>,
}

/// New fingerprints of a game that continues under a new revision.
#[derive(Clone, Debug)]
pub(crate) struct Renewal {
    pub(crate) revision: i64,
    pub(crate) content: Option<Arc<Printing>>,
    pub(crate) start: StateHash,
    /// Entry and fingerprint.
    pub(crate) rows: Vec<(i64, StateHash)>,
}

/// Why a saved game cannot be opened at all.
pub(crate) enum Unopened {
    /// A newer program has played it.
    Newer(OpenError),
    /// Its rows cannot be read.
    Broken(String),
}

impl From<String> for Unopened {
    fn from(why: String) -> Unopened {
        Unopened::Broken(why)
    }
}

impl From<OpenError> for Unopened {
    fn from(error: OpenError) -> Unopened {
        match error {
            OpenError::Newer { .. } => Unopened::Newer(error),
            other => Unopened::Broken(other.to_string()),
        }
    }
}

impl SavedGame {
    /// Lays the game out with `printing`, the content it was begun with, and does again all that was done and not taken
    /// back.
    pub(crate) fn play_back(
        &self,
        shelf: &Shelf,
        printing: Option<Arc<Printing>>,
        log: &[LogRow],
    ) -> Result<Reopened, Unopened> {
        let rows = effective(log)?;
        let (saved, found) = (self.summary.moves, rows.len());
        if usize::try_from(saved) != Ok(found) {
            return Err(format!("its record holds {found} actions where {saved} were saved").into());
        }
        let file = self.file(printing, &rows)?;
        let mut laid_out = shelf.lay_out(&file)?;
        let known = laid_out.table.file().revision;
        if let Some(newer) = rows.iter().map(|row| row.revision).find(|revision| *revision > known) {
            return Err(Unopened::Newer(OpenError::Newer { game: self.game.clone(), found: newer, known }));
        }
        let mut played = laid_out.check_start(&file);
        for row in &rows {
            let compare = laid_out.compare(row.revision);
            played = played.and_then(|()| laid_out.table.play_back(std::slice::from_ref(&row.done), compare));
        }
        if let Err(difference) = played {
            let mut table = laid_out.table;
            table.close(Closed::at(&file, &difference));
            return Ok(Reopened { table, renewal: None, differs: Some(difference.to_string()) });
        }
        let renewal = self.renewal(laid_out.table.as_ref(), &rows);
        let as_it_was = laid_out.compare(file.revision) == Compare::Fingerprints && renewal.rows.is_empty();
        Ok(Reopened { table: laid_out.table, renewal: (!as_it_was).then_some(renewal), differs: None })
    }

    fn renewal(&self, table: &dyn Table, rows: &[Recorded]) -> Renewal {
        let file = table.file();
        let fresh = rows
            .iter()
            .zip(&file.moves)
            .filter(|(row, now)| row.revision != file.revision || row.done.hash != now.hash);
        Renewal {
            revision: file.revision.into(),
            content: file.content.as_ref().and_then(Content::printing).cloned(),
            start: file.start,
            rows: fresh.map(|(row, now)| (row.entry, now.hash)).collect(),
        }
    }

    fn file(&self, printing: Option<Arc<Printing>>, rows: &[Recorded]) -> Result<GameFile, String> {
        let start = u64::from_str_radix(&self.start, 16);
        let start = start.map_err(|_| format!("the fingerprint of its set-up \"{}\" cannot be read", self.start))?;
        let named = self.content.as_deref().map(|name| name.parse().map(Content::Named)).transpose()?;
        Ok(GameFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            settings: self.settings()?,
            guide: self.guide.clone(),
            seats: self.seats()?,
            seed: self.seed.clone(),
            branches: self.branches()?,
            fair: self.fair(),
            ended: self.ended.clone(),
            revision: u32::try_from(self.revision).map_err(|_| format!("{} is not a revision", self.revision))?,
            content: printing.map(Content::Printed).or(named),
            start: StateHash(start),
            moves: rows.iter().map(|row| row.done.clone()).collect(),
        })
    }

    /// The file of a game as it was recorded: a game file if its rows can be read, and else the rows as they are.
    pub(crate) fn salvage(&self, printing: Option<Arc<Printing>>, log: &[LogRow]) -> String {
        let file = effective(log).and_then(|rows| self.file(printing, &rows));
        file.map_or_else(|why| self.raw(log, &why), |file| file.to_text())
    }
}

/// What remains of a log after everything that was taken back.
fn effective(log: &[LogRow]) -> Result<Vec<Recorded>, String> {
    let mut rows: Vec<Recorded> = Vec::new();
    for (place, row) in log.iter().enumerate() {
        let entry = row.entry;
        if usize::try_from(entry) != Ok(place) {
            return Err(format!("entry {place} of its record is missing"));
        }
        let read = row.kind().and_then(|kind| match kind {
            RowKind::Action => row.recorded().map(Some),
            RowKind::Undo => Ok(None),
        });
        match read.map_err(|why| format!("entry {entry} of its record: {why}"))? {
            Some(recorded) => rows.push(recorded),
            None => match rows.pop() {
                Some(taken_back) if taken_back.done.by == row.seat => {}
                _ => return Err(format!("entry {entry} of its record takes something back that is not there")),
            },
        }
    }
    Ok(rows)
}

/// The rows of a recorded game.
pub(crate) fn rows_of(file: &GameFile) -> Vec<LogRow> {
    let row = |(entry, done): (i64, &Move)| LogRow::action(entry, done, &done.log, file.revision);
    (0..).zip(&file.moves).map(row).collect()
}
