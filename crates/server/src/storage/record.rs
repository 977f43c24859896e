use engine::{FORMAT, GameFile, Move, OpenError, SeatSetup, Settings, Shelf, StateHash, Table, VerifyError};
use serde_json::json;

use crate::keys::Keys;

/// A row of `games`, as it stands in the database: what is JSON in it may be damaged.
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
    pub(crate) summary: Summary,
    pub(crate) broken: Option<String>,
}

/// How a game stands, for the list.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) touched: i64,
    pub(crate) moves: i64,
    pub(crate) over: bool,
    pub(crate) standing: String,
}

/// What a log row records.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Action,
    Undo,
}

/// A row of `log`, as it stands in the database.
#[derive(Clone, Debug)]
pub(crate) struct LogRow {
    pub(crate) entry: i64,
    pub(crate) kind: String,
    pub(crate) seat: String,
    pub(crate) action: String,
    pub(crate) dice: String,
    pub(crate) hash: String,
}

impl LogRow {
    /// The row of something done.
    pub(crate) fn action(entry: i64, done: &Move) -> LogRow {
        LogRow::new(entry, Kind::Action, &done.by, &done.action, &done.dice, done.hash)
    }

    /// The row of something taken back by `seat`, with the state afterwards.
    pub(crate) fn undo(entry: i64, seat: &str, hash: StateHash) -> LogRow {
        LogRow::new(entry, Kind::Undo, seat, "", &[], hash)
    }

    fn new(entry: i64, kind: Kind, seat: &str, action: &str, dice: &[u16], hash: StateHash) -> LogRow {
        let kind = if kind == Kind::Undo { "undo" } else { "action" };
        LogRow {
            entry,
            kind: kind.to_owned(),
            seat: seat.to_owned(),
            action: action.to_owned(),
            dice: json!(dice).to_string(),
            hash: hash.to_string(),
        }
    }

    fn kind(&self) -> Result<Kind, String> {
        match self.kind.as_str() {
            "action" => Ok(Kind::Action),
            "undo" => Ok(Kind::Undo),
            other => Err(format!("\"{other}\" is neither an action nor an undo")),
        }
    }

    fn hash(&self) -> Result<StateHash, String> {
        let number = u64::from_str_radix(&self.hash, 16);
        number.map(StateHash).map_err(|_| format!("its fingerprint \"{}\" cannot be read", self.hash))
    }

    fn to_move(&self) -> Result<Move, String> {
        let dice = serde_json::from_str(&self.dice).map_err(|error| format!("its dice cannot be read: {error}"))?;
        Ok(Move { by: self.seat.clone(), action: self.action.clone(), dice, hash: self.hash()? })
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

    /// The keys of the seats.
    pub(crate) fn keys(&self) -> Result<Keys, String> {
        serde_json::from_str(&self.keys).map_err(|error| format!("the list of its keys cannot be read: {error}"))
    }

    /// Lays the game out and does again all that was done, comparing every fingerprint.
    pub(crate) fn play_back(&self, shelf: &Shelf, log: &[LogRow]) -> Result<Box<dyn Table>, String> {
        let mut table = shelf.open_file(&self.file(Vec::new())?).map_err(|error: OpenError| error.to_string())?;
        for (place, row) in log.iter().enumerate() {
            let entry = row.entry;
            if usize::try_from(entry) != Ok(place) {
                return Err(format!("entry {place} of its record is missing"));
            }
            play_one(table.as_mut(), row).map_err(|why| format!("entry {entry} of its record: {why}"))?;
        }
        let (saved, found) = (self.summary.moves, table.seq());
        if saved == i64::from(found) {
            Ok(table)
        } else {
            Err(format!("its record holds {found} actions where {saved} were saved"))
        }
    }

    fn file(&self, moves: Vec<Move>) -> Result<GameFile, String> {
        let start = u64::from_str_radix(&self.start, 16);
        let start = start.map_err(|_| format!("the fingerprint of its set-up \"{}\" cannot be read", self.start))?;
        let settings = self.settings()?;
        Ok(GameFile {
            format: FORMAT.to_owned(),
            version: GameFile::version_with(&settings),
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            settings,
            seats: self.seats()?,
            seed: self.seed.clone(),
            start: StateHash(start),
            moves,
        })
    }

    /// The file of a game that does not play back: a game file if its rows can be read, and else the rows as they are.
    pub(crate) fn salvage(&self, log: &[LogRow]) -> String {
        effective(log).and_then(|moves| self.file(moves)).map_or_else(|why| self.raw(log, &why), |file| file.to_text())
    }

    fn raw(&self, log: &[LogRow], why: &str) -> String {
        let rows: Vec<_> = log
            .iter()
            .map(|row| json!({ "entry": row.entry, "kind": row.kind, "by": row.seat, "do": row.action, "dice": row.dice, "hash": row.hash }))
            .collect();
        let raw = json!({
            "format": "opfire-damaged-game", "why": why, "game": self.game, "scenario": self.scenario,
            "settings": self.settings, "seats": self.seats, "seed": self.seed, "start": self.start, "rows": rows,
        });
        format!("{raw:#}\n")
    }
}

fn play_one(table: &mut dyn Table, row: &LogRow) -> Result<(), String> {
    match row.kind()? {
        Kind::Action => table.play_back(&[row.to_move()?]).map_err(|error: VerifyError| error.to_string()),
        Kind::Undo => {
            let seat = table.seats().iter().find(|info| info.id == row.seat).map(|info| info.seat);
            let seat = seat.ok_or_else(|| format!("there is no seat \"{}\"", row.seat))?;
            table.undo(seat).map_err(|error| error.to_string())?;
            let (saved, found) = (row.hash()?, table.hash());
            if saved == found { Ok(()) } else { Err(format!("the state after undo is {found}, not {saved}")) }
        }
    }
}

/// What stands of a log after everything that was taken back.
fn effective(log: &[LogRow]) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    for row in log {
        match row.kind()? {
            Kind::Action => moves.push(row.to_move()?),
            Kind::Undo => {
                moves.pop();
            }
        }
    }
    Ok(moves)
}
