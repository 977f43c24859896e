//! A guided first game: steps that tell one thing at a time, ask for it, and see that it was done.
//!
//! A guide is content. How far a player has come follows from the moves of the game alone, so it survives undo, replay
//! and a new start of the program, and needs no state of its own:
//!
//! ```text
//! steps   read  act  look  act  act          done = 2: the first act is behind us
//! moves         ✓                            the next move must be the second act
//! ```

mod pattern;
mod rehearsal;

use std::sync::Arc;

use serde::Serialize;
use ts_rs::TS;

pub use self::{
    pattern::Pattern,
    rehearsal::{Rehearsal, rehearse},
};
use crate::{Move, SeatSetup, Settings};

/// A guided game, as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Guide {
    /// `first-shots`.
    pub id: String,
    /// "First shots".
    pub title: String,
    /// The scenario it is played in.
    pub scenario: String,
    /// How long it takes.
    pub minutes: u32,
    /// The sentence before the first step.
    pub opening: String,
    /// The sentence after the last step.
    pub closing: String,
    /// One thing at a time.
    pub steps: Vec<GuideStep>,
    /// The settings it is played with.
    #[serde(skip)]
    pub settings: Settings,
    /// Who sits where: `human` or a bot.
    #[serde(skip)]
    pub players: Vec<String>,
    /// The seed of its dice.
    #[serde(skip)]
    pub seed: u64,
    /// Actions that neither fulfil a step nor leave the guide: the enemy's turn is let go on.
    #[serde(skip)]
    pub passing: Vec<Pattern>,
    /// Enemy units that are beaten when the last step is done.
    #[serde(skip)]
    pub beaten: Vec<String>,
    /// Its file, for problems.
    #[serde(skip)]
    pub file: String,
}

/// A step of a guide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct GuideStep {
    /// What is taught, in a word or two: by this it is looked up later.
    pub name: String,
    /// What to do and why.
    pub say: String,
    /// What to notice when it has been done; empty if there is nothing.
    pub after: String,
    /// What the step asks for.
    pub task: Task,
    /// Units to light up.
    pub units: Vec<String>,
    /// Hexes to light up.
    pub hexes: Vec<String>,
    /// The actions that fulfil it, one after the other.
    #[serde(skip)]
    pub deeds: Vec<Pattern>,
    /// Its line in the file.
    #[serde(skip)]
    pub line: usize,
}

/// What a step asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum Task {
    /// An action of the game.
    Act,
    /// Nothing but reading.
    Read,
    /// To click a unit.
    Unit {
        /// The unit.
        unit: String,
    },
    /// To draw a line of sight.
    Sight,
    /// To open the log.
    Log,
}

/// How far a player has come in a guide.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The step after the last act that was done. What there is to read from here to the next act, only the player
    /// knows.
    pub done: usize,
    /// Actions done of the next act.
    pub begun: usize,
    /// The player has gone his own way.
    pub left: bool,
}

/// A guide in a game, for the player who follows it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Guided {
    /// The guide.
    #[ts(as = "Guide")]
    pub guide: Arc<Guide>,
    /// The step after the last act that was done. The client knows what of the steps from here to the next act has been
    /// read.
    pub done: u32,
    /// Whether the player has gone his own way.
    pub left: bool,
    /// The actions that fulfil the next act, or that lead to it.
    pub fulfil: Vec<String>,
    /// What is left to do of the next act, as written: several actions can be done in one go if they are these.
    pub way: Vec<String>,
}

impl Guide {
    /// The first step from `done` on that asks for an action.
    fn next_act(&self, done: usize) -> Option<usize> {
        (done..self.steps.len()).find(|step| self.steps[*step].task == Task::Act)
    }

    /// How far the people among `seats` have come with these moves.
    pub fn progress(&self, moves: &[Move], seats: &[SeatSetup]) -> Progress {
        let is_person = |by: &str| seats.iter().any(|seat| seat.seat == by && seat.player == "human");
        let mut progress = Progress::default();
        for done in moves.iter().filter(|done| is_person(&done.by)) {
            if progress.left || !self.advance(&mut progress, &done.action) {
                break;
            }
        }
        progress
    }

    /// Counts one action; says whether there was an act to compare it with.
    fn advance(&self, progress: &mut Progress, action: &str) -> bool {
        let Some(next) = self.next_act(progress.done) else { return false };
        let deeds = &self.steps[next].deeds;
        if deeds[progress.begun].matches(action) {
            progress.begun += 1;
            if progress.begun == deeds.len() {
                *progress = Progress { done: next + 1, ..Progress::default() };
            }
        } else if !self.passes(action) {
            progress.left = true;
        }
        true
    }

    fn passes(&self, action: &str) -> bool {
        self.passing.iter().any(|pattern| pattern.matches(action))
    }

    /// What is left of the next act.
    fn way(&self, progress: Progress) -> Vec<String> {
        let next = self.next_act(progress.done).filter(|_| !progress.left);
        let deeds = next.map(|next| &self.steps[next].deeds[progress.begun..]);
        deeds.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// Those of `legal` that the next act asks for; where it cannot be done yet, those that let the game go on until it
    /// can.
    fn fulfilling(&self, progress: Progress, legal: &[String]) -> Vec<String> {
        let wanted = self.next_act(progress.done).map(|next| &self.steps[next].deeds[progress.begun]);
        let Some(wanted) = wanted.filter(|_| !progress.left) else { return Vec::new() };
        let those =
            |is: &dyn Fn(&str) -> bool| -> Vec<String> { legal.iter().filter(|action| is(action)).cloned().collect() };
        let asked = those(&|action| wanted.matches(action));
        if asked.is_empty() { those(&|action| self.passes(action)) } else { asked }
    }
}

impl Guided {
    /// The guide as it stands after these moves, for a player who may do what is `legal`.
    pub(crate) fn at(guide: &Arc<Guide>, moves: &[Move], seats: &[SeatSetup], legal: &[String]) -> Guided {
        let progress = guide.progress(moves, seats);
        Guided {
            guide: Arc::clone(guide),
            done: u32::try_from(progress.done).unwrap_or(u32::MAX),
            left: progress.left,
            fulfil: guide.fulfilling(progress, legal),
            way: guide.way(progress),
        }
    }
}
