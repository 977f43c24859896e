use engine::{Branch, Fair, Held, Line, Move, Seat, SeatSetup, Settings, StateHash, Table};
use serde_json::json;

use super::Turn;
use crate::people::{clock::Clock, keys::Keys, places::Place};

/// A row of `games` as the database holds it: its JSON may be damaged.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) scenario: String,
    pub(crate) title: String,
    pub(crate) settings: String,
    pub(crate) seats: String,
    pub(crate) seed: Option<String>,
    pub(crate) keys: String,
    pub(crate) start: String,
    pub(crate) revision: i64,
    pub(crate) content: Option<String>,
    pub(crate) summary: Summary,
    pub(crate) broken: Option<String>,
    pub(crate) differs: Option<String>,
    pub(crate) guide: Option<String>,
    pub(crate) accepted: Option<String>,
    pub(crate) branches: String,
    pub(crate) branched_from: Option<String>,
    pub(crate) declared: Option<String>,
    /// The server's promise about the dice.
    pub(crate) fair: Option<String>,
    /// What the promise was salted with.
    pub(crate) salt: Option<String>,
    /// Whether anybody may sit down in a free seat.
    pub(crate) open: bool,
    /// Whether anybody may look at it when it is over.
    pub(crate) public: bool,
    /// When it is thrown away.
    pub(crate) doomed: Option<i64>,
    /// Who sits where, by rows of their own.
    pub(crate) places: Vec<Place>,
    /// JSON: the time that players have left.
    pub(crate) clock: Option<String>,
    /// Why it ended before its rules said so.
    pub(crate) ended: Option<String>,
    /// Milliseconds that bots wait between actions, if its maker said so.
    pub(crate) pace: Option<i64>,
    /// The game that was played at this table before.
    pub(crate) past: Option<String>,
    /// The id that the promise about the dice was made for, if it is another one.
    pub(crate) promised_as: Option<String>,
}

/// The state of a game, for the list.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) touched: i64,
    pub(crate) moves: i64,
    pub(crate) over: bool,
    pub(crate) standing: String,
    /// The seat that is to decide.
    pub(crate) asked: Option<Seat>,
    /// What an action changes besides; absent where nothing was done.
    pub(crate) turn: Option<Turn>,
}

/// What a log row records.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    Action,
    Undo,
}

/// A row of `log` as the database holds it.
#[derive(Clone, Debug)]
pub(crate) struct LogRow {
    pub(crate) entry: i64,
    pub(crate) kind: String,
    pub(crate) seat: String,
    pub(crate) action: String,
    pub(crate) dice: String,
    pub(crate) hash: String,
    pub(crate) revision: i64,
    pub(crate) lines: String,
}

/// An action that was read from its row.
pub(super) struct Recorded {
    pub(super) entry: i64,
    /// The revision that its fingerprint was made under.
    pub(super) revision: u32,
    pub(super) done: Move,
}

impl LogRow {
    /// The row of something done under a revision, with what the log said.
    pub(crate) fn action(entry: i64, done: &Move, lines: &[Line], revision: u32) -> LogRow {
        LogRow {
            entry,
            kind: "action".to_owned(),
            seat: done.by.clone(),
            action: done.action.clone(),
            dice: json!(done.dice).to_string(),
            hash: done.hash.to_string(),
            revision: revision.into(),
            lines: json!(lines).to_string(),
        }
    }

    /// The row of the last thing that was done at a table.
    pub(crate) fn latest(entry: i64, table: &dyn Table) -> Option<LogRow> {
        let file = table.file();
        Some(LogRow::action(entry, file.moves.last()?, &table.lines(table.seq()), file.revision))
    }

    /// The row of something taken back by `seat`, with the state afterwards.
    pub(crate) fn undo(entry: i64, seat: &str, table: &dyn Table) -> LogRow {
        LogRow {
            entry,
            kind: "undo".to_owned(),
            seat: seat.to_owned(),
            action: String::new(),
            dice: "[]".to_owned(),
            hash: table.hash().to_string(),
            revision: table.file().revision.into(),
            lines: "[]".to_owned(),
        }
    }

    pub(super) fn kind(&self) -> Result<RowKind, String> {
        match self.kind.as_str() {
            "action" => Ok(RowKind::Action),
            "undo" => Ok(RowKind::Undo),
            other => Err(format!("\"{other}\" is neither an action nor an undo")),
        }
    }

    fn hash(&self) -> Result<StateHash, String> {
        let number = u64::from_str_radix(&self.hash, 16);
        number.map(StateHash).map_err(|_| format!("its fingerprint \"{}\" cannot be read", self.hash))
    }

    /// What was done; nothing if something was taken back.
    pub(crate) fn recorded_action(&self) -> Result<Option<Move>, String> {
        match self.kind()? {
            RowKind::Action => Ok(Some(self.recorded()?.done)),
            RowKind::Undo => Ok(None),
        }
    }

    pub(super) fn recorded(&self) -> Result<Recorded, String> {
        let dice = serde_json::from_str(&self.dice).map_err(|error| format!("its dice cannot be read: {error}"))?;
        // Words are not worth a game.
        let log = serde_json::from_str(&self.lines).unwrap_or_default();
        let done = Move { by: self.seat.clone(), action: self.action.clone(), dice, hash: self.hash()?, log };
        let revision = u32::try_from(self.revision).map_err(|_| format!("{} is not a revision", self.revision))?;
        Ok(Recorded { entry: self.entry, revision, done })
    }
}

impl SavedGame {
    /// Who sits where.
    pub(crate) fn seats(&self) -> Result<Vec<SeatSetup>, String> {
        serde_json::from_str(&self.seats).map_err(|error| format!("the list of its players cannot be read: {error}"))
    }

    /// What was chosen at the set-up.
    pub(crate) fn settings(&self) -> Result<Settings, String> {
        serde_json::from_str(&self.settings).map_err(|error| format!("its settings cannot be read: {error}"))
    }

    /// Where other dice begin to fall.
    pub(crate) fn branches(&self) -> Result<Vec<Branch>, String> {
        serde_json::from_str(&self.branches)
            .map_err(|error| format!("the list of its branches cannot be read: {error}"))
    }

    /// What was promised about the dice.
    pub(crate) fn fair(&self) -> Option<Fair> {
        let (hash, salt) = (self.fair.clone()?, self.salt.clone()?);
        Some(Fair { table: self.promised_as().to_owned(), hash, salt })
    }

    /// The id that the promise about the dice was made for.
    pub(crate) fn promised_as(&self) -> &str {
        self.promised_as.as_deref().unwrap_or(&self.id)
    }

    /// The keys of the seats.
    pub(crate) fn keys(&self) -> Result<Keys, String> {
        serde_json::from_str(&self.keys).map_err(|error| format!("the list of its keys cannot be read: {error}"))
    }

    /// The clock, if it has one. One that cannot be read is none: better a game without a clock than a clock without a
    /// game.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.clock.as_deref().and_then(Clock::read)
    }

    /// The seats whose players have accepted typed dice. A list that cannot be read is asked for again.
    pub(crate) fn accepted(&self) -> Vec<Seat> {
        self.accepted.as_deref().and_then(|seats| serde_json::from_str(seats).ok()).unwrap_or_default()
    }

    /// The action that waits for dice. One that cannot be read is let go: it can be declared again.
    pub(crate) fn declared(&self) -> Option<Held> {
        self.declared.as_deref().and_then(|held| serde_json::from_str(held).ok())
    }

    pub(super) fn raw(&self, log: &[LogRow], why: &str) -> String {
        let rows: Vec<_> = log
            .iter()
            .map(|row| {
                json!({
                    "entry": row.entry, "kind": row.kind, "by": row.seat, "do": row.action, "dice": row.dice,
                    "hash": row.hash, "revision": row.revision, "log": row.lines,
                })
            })
            .collect();
        let raw = json!({
            "format": "opfire-damaged-game", "why": why, "game": self.game, "scenario": self.scenario,
            "settings": self.settings, "guide": self.guide, "seats": self.seats, "seed": self.seed,
            "branches": self.branches, "revision": self.revision,
            "content": self.content, "start": self.start, "rows": rows,
        });
        format!("{raw:#}\n")
    }
}
