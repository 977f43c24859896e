//! Dice that people throw: an action is declared, and done when all of its dice have been typed.
//!
//! ```text
//! declare ──► no dice needed ─────────────────────────────► done
//!    └──► the next throw is asked for ──► throw ──► … ──► done
//! ```
//!
//! What is declared cannot be withdrawn, or a player could look at his dice and then do something else.

use std::{cell::Cell, mem, sync::Arc};

use dice::{Faces, ScriptError, Seeded};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ActError, Checked, Game, allowed};
use crate::{
    AidThrow, Entry, FacedDie, Journal, Move, Needed, Rules, Seat, Viewer,
    table_dice::{Program, TableDice},
};

/// An action whose dice are still to be thrown.
#[derive(Clone, Debug)]
pub struct Declared {
    held: Held,
    needed: Needed,
    /// What the log will say of what has happened already.
    so_far: Vec<Entry>,
}

/// What has to be kept of a declared action. The rest is found again by trying it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    seat: Seat,
    action: String,
    /// What fell in sight of the players so far.
    typed: Vec<u16>,
    /// For the throws that nobody may see: the same each time the action is tried with more dice.
    seed: u64,
}

/// Where the dice of the next throw come from.
#[derive(Copy, Clone, Debug)]
pub enum Cast<'a> {
    /// People threw them.
    Typed(&'a [u16]),
    /// The program throws this once, from a seed.
    Seed(u64),
}

/// Dice that the people at the table are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct DiceAsked {
    /// The side that acts.
    pub seat: Seat,
    /// What it does, if the viewer may know it.
    pub deed: Option<DeclaredDeed>,
    /// What has happened already, as the viewer will read it in the log.
    pub so_far: Vec<String>,
    /// The throws before, and the next one.
    pub needed: Needed,
    /// How many faces are known: what is typed goes with this number, so that nothing is typed twice.
    pub known: u32,
    /// The dice with symbols among those to be thrown.
    pub symbols: Vec<FacedDie>,
}

/// What was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct DeclaredDeed {
    /// As it was offered.
    pub label: String,
    /// Units that do it.
    pub units: Vec<String>,
    /// The unit it is done to.
    pub target: Option<String>,
    /// The hex it is done in or to.
    pub hex: Option<String>,
}

impl Declared {
    /// How many faces are known.
    pub fn known(&self) -> u32 {
        u32::try_from(self.held.typed.len()).unwrap_or(u32::MAX)
    }

    /// What has to be kept of it.
    pub fn held(&self) -> &Held {
        &self.held
    }
}

/// How far the dice go.
enum Tried {
    Needs(Box<Needed>, Vec<Entry>),
    /// All of them are there: what fell, out of sight too.
    Whole(Faces),
}

impl<R: Rules> Game<R> {
    /// The action that waits for dice.
    pub fn declared(&self) -> Option<&Declared> {
        self.declared.as_deref()
    }

    /// Does `action`, or holds it as declared if people have to throw dice for it first. `seed` is for throws that
    /// nobody may see.
    ///
    /// # Errors
    /// As [`Game::act`]. The game is then as it was.
    pub fn declare(&mut self, seat: Seat, action: &str, seed: u64) -> Result<Option<Move>, ActError> {
        if self.dice.is_some() {
            return self.act(seat, action, None).cloned().map(Some);
        }
        self.check_turn(seat)?;
        self.go_on(seat, action.to_owned(), &[], seed, Program::Nothing)
    }

    /// Throws the next dice of the declared action, and does it when they were the last.
    ///
    /// # Errors
    /// If nothing is declared or these are not the dice that are asked for. Nothing is lost then.
    pub fn throw(&mut self, cast: Cast<'_>) -> Result<Option<Move>, ActError> {
        let Declared { held, needed, .. } = self.declared.as_deref().cloned().ok_or(ActError::NothingDeclared)?;
        let Held { seat, action, typed, seed } = held;
        match cast {
            Cast::Typed(faces) => {
                check_count(&needed.next, faces)?;
                self.go_on(seat, action, &[typed.as_slice(), faces].concat(), seed, Program::Nothing)
            }
            Cast::Seed(once) => self.go_on(seat, action, &typed, seed, Program::Once(Seeded::new(once))),
        }
    }

    /// Holds an action as declared again, with what was typed: in a game that was read from the disk meanwhile. One
    /// that does not fit is let go.
    pub fn resume(&mut self, held: &Held) {
        let Held { seat, action, typed, seed } = held;
        let state = self.state_for(Viewer::Seat(*seat));
        let rules = self.rules.as_ref();
        let tried = allowed(rules, &state, action).and_then(|checked| {
            let dice = TableDice::new(typed, Program::Nothing).with_blind(*seed);
            try_out(rules, state.into_owned(), checked.ready, dice)
        });
        if let Ok(Tried::Needs(needed, so_far)) = tried
            && self.check_turn(*seat).is_ok()
        {
            self.declared = Some(Box::new(Declared { held: held.clone(), needed: *needed, so_far }));
        }
    }

    fn go_on(
        &mut self,
        seat: Seat,
        action: String,
        typed: &[u16],
        seed: u64,
        program: Program,
    ) -> Result<Option<Move>, ActError> {
        let rules = Arc::clone(&self.rules);
        let turned = rules.meanwhile(&self.state, seat);
        let state = turned.as_ref().unwrap_or(&self.state);
        let checked: Checked<'_, R> = allowed(rules.as_ref(), state, &action)?;
        let dice = TableDice::new(typed, program).with_blind(seed);
        match try_out(rules.as_ref(), state.clone(), checked.ready.clone(), dice)? {
            Tried::Needs(needed, so_far) => {
                let typed = needed.throws.iter().flat_map(|throw| &throw.faces).copied().collect();
                let held = Held { seat, action, typed, seed };
                self.declared = Some(Box::new(Declared { held, needed: *needed, so_far }));
                Ok(None)
            }
            Tried::Whole(faces) => {
                let held = mem::take(&mut self.declared);
                let done = self.check_turn(seat);
                let done = done.and_then(|()| self.carry_out(seat, turned, checked, Some(&faces)).cloned());
                if done.is_err() {
                    self.declared = held;
                }
                done.map(Some)
            }
        }
    }

    /// The dice that are asked for, for the eyes of `viewer`.
    pub(super) fn dice_asked(&self, viewer: Viewer) -> Option<DiceAsked> {
        let declared = self.declared()?;
        let thrown = declared.needed.throws.iter().chain([&declared.needed.next]).flat_map(|throw| &throw.dice);
        let colours: Vec<&str> = thrown.filter_map(|die| die.colour.as_deref()).collect();
        let faced = self.rules.symbol_dice().into_iter().filter(|die| colours.contains(&die.colour.as_str()));
        Some(DiceAsked {
            seat: declared.held.seat,
            deed: self.deed(declared, viewer),
            so_far: declared.so_far.iter().map(|entry| entry.seen_by(viewer).text).collect(),
            needed: declared.needed.clone(),
            known: declared.known(),
            symbols: faced.map(FacedDie::from).collect(),
        })
    }

    /// What was declared, in the words in which it would be offered if the side that acts knew no more than `viewer`.
    /// What is not offered then is a secret.
    fn deed(&self, declared: &Declared, viewer: Viewer) -> Option<DeclaredDeed> {
        let seen = self.rules.seen_by(&self.state, viewer);
        let offered = self.rules.scene(&seen, Viewer::Seat(declared.held.seat)).choices;
        let choice = offered.into_iter().find(|choice| choice.action == declared.held.action)?;
        Some(DeclaredDeed { label: choice.label, units: choice.units, target: choice.target, hex: choice.hex })
    }
}

/// Runs the action on a copy with the dice that are there.
fn try_out<R: Rules>(
    rules: &R,
    mut state: R::State,
    ready: R::Ready<'_>,
    dice: TableDice<'_>,
) -> Result<Tried, ActError> {
    let ended = Cell::new(false);
    let mut journal = SoFar { entries: Vec::new(), ended: &ended };
    let mut dice = dice.telling(&ended);
    rules.perform(&mut state, ready, &mut dice, &mut journal);
    if let Some(wrong) = dice.wrong {
        return Err(ActError::WrongDice(wrong));
    }
    match dice.next {
        Some(next) => Ok(Tried::Needs(Box::new(Needed { next, throws: dice.throws }), journal.entries)),
        None if dice.left() > 0 => Err(ScriptError::TooMany { left: dice.left() }.into()),
        None => Ok(Tried::Whole(dice.all)),
    }
}

fn check_count(next: &AidThrow, faces: &[u16]) -> Result<(), ActError> {
    let (wanted, typed) = (next.dice.len(), faces.len());
    if wanted == typed {
        return Ok(());
    }
    let dice = |count: usize, [one, several]: [&str; 2]| match count {
        1 => format!("1 die {one}"),
        count => format!("{count} dice {several}"),
    };
    let (wanted, typed) = (dice(wanted, ["is thrown", "are thrown"]), dice(typed, ["was typed", "were typed"]));
    Err(ActError::WrongDice(format!("{}: {wanted}, and {typed}", next.what)))
}

/// What is told before the dice end.
struct SoFar<'a> {
    entries: Vec<Entry>,
    ended: &'a Cell<bool>,
}

impl Journal for SoFar<'_> {
    fn wanted(&self) -> bool {
        !self.ended.get()
    }

    fn write(&mut self, entry: Entry) {
        if self.wanted() {
            self.entries.push(entry);
        }
    }

    fn revealed(&mut self) {}
}
