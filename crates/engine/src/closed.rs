use serde::Serialize;
use ts_rs::TS;

use crate::{GameFile, Line, Move, VerifyError, Viewer};

/// Why a game can be looked at but not continued: its record and today's rules part ways. Nothing in it was changed or
/// dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Closed {
    /// The first action that differs, counted from 1. Those before it have been played.
    pub number: u32,
    /// That action.
    pub action: String,
    /// Its seat's id.
    pub by: String,
    /// The rule that differs, if it can be named.
    pub rule: Option<String>,
    /// What differs.
    pub why: String,
    /// The revision of the rules that the game was played under.
    pub revision: u32,
    /// What the log said from that action on.
    pub lines: Vec<ClosedLine>,
}

/// A line of the recorded log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ClosedLine {
    /// The action that caused it, counted from 1.
    pub seq: u32,
    /// The line.
    pub line: Line,
}

/// What the log said about an action; for one recorded without its words, the action and its dice.
fn recorded(done: &Move) -> Vec<Line> {
    if !done.log.is_empty() {
        return done.log.clone();
    }
    let dice = done.dice.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    let dice = if dice.is_empty() { dice } else { format!(", dice {dice}") };
    vec![Line::plain(format!("{}: {}{dice}", done.by, done.action))]
}

impl Closed {
    /// A game that was played up to the action before `difference` and is recorded in `file`.
    pub fn at(file: &GameFile, difference: &VerifyError) -> Closed {
        let number = difference.number();
        let differing = file.moves.get(number.saturating_sub(1));
        let rest = (1u32..).zip(&file.moves).skip(number.saturating_sub(1));
        let lines = rest.flat_map(|(seq, done)| recorded(done).into_iter().map(move |line| ClosedLine { seq, line }));
        Closed {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            action: differing.map(|done| done.action.clone()).unwrap_or_default(),
            by: differing.map(|done| done.by.clone()).unwrap_or_default(),
            rule: difference.rule().map(str::to_owned),
            why: difference.to_string(),
            revision: file.revision,
            lines: lines.collect(),
        }
    }

    /// The same as `viewer` may read it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Closed {
        let seen = |line: &ClosedLine| ClosedLine { seq: line.seq, line: line.line.seen_by(viewer) };
        Closed { lines: self.lines.iter().map(seen).collect(), ..self.clone() }
    }
}
