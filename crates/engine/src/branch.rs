//! "What if": a new game from a moment of another one. It keeps what was done up to there, dice and all, and throws
//! other dice from there on.
//!
//! ```text
//! moves   1 … 41        42 …
//! dice    seed "7"      { after: 41, seed: "913" }
//! ```

use dice::Seeded;
use serde::{Deserialize, Serialize};

use crate::{Game, GameFile, GameFileError, Rules};

/// A place in a record from which on other dice fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// How many actions the game shares with the one it was branched from.
    pub after: u32,
    /// The seed of all later dice, until the next branch; absent when people type the dice they threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

impl GameFile {
    /// The seed of what is thrown when `seq` actions have been done: by the dice, and for the decisions of bots.
    ///
    /// # Errors
    /// If it is there and no number.
    pub fn seed_at(&self, seq: u32) -> Result<Option<u64>, GameFileError> {
        let branch = self.branches.iter().rev().find(|branch| branch.after <= seq);
        number(branch.map_or(&self.seed, |branch| &branch.seed).as_ref())
    }

    /// Whether the branches can have come about by branching.
    ///
    /// # Errors
    /// If a seed is no number, or a branch is where or what it cannot be.
    pub(crate) fn check_branches(&self) -> Result<(), GameFileError> {
        for branch in &self.branches {
            number(branch.seed.as_ref())?;
        }
        let fault = |why| Err(GameFileError::Branches(why));
        if self.branches.iter().any(|branch| branch.seed.is_some() != self.seed.is_some()) {
            return fault("the dice of a game are thrown by seeds or typed, and this has both");
        }
        if self.branches.windows(2).any(|pair| pair[0].after >= pair[1].after) {
            return fault("they are not in the order of the actions");
        }
        if self.branches.last().is_some_and(|last| last.after as usize > self.moves.len()) {
            return fault("the last one is after the last action");
        }
        Ok(())
    }
}

/// A seed as it is written.
pub(crate) fn number(seed: Option<&String>) -> Result<Option<u64>, GameFileError> {
    seed.map(|seed| seed.parse().map_err(|_| GameFileError::Seed(seed.clone()))).transpose()
}

impl<R: Rules> Game<R> {
    /// Makes this a game of its own from here on: other players, and other dice if a seed throws them. It follows no
    /// guide, and nothing that came before can be taken back.
    pub fn branch(&mut self, players: &[String], seed: u64) {
        let after = self.seq();
        let file = self.file_mut();
        for (seat, player) in file.seats.iter_mut().zip(players) {
            seat.player.clone_from(player);
        }
        let mut branches = std::mem::take(&mut file.branches);
        branches.retain(|branch| branch.after < after);
        branches.push(Branch { after, seed: file.seed.is_some().then(|| seed.to_string()) });
        self.leave_guide();
        // Nobody has resigned from the new game.
        self.end(None);
        self.branched(branches);
    }

    /// Says where the record branches.
    pub fn branched(&mut self, branches: Vec<Branch>) {
        let file = self.file_mut();
        file.branches = branches;
        file.version = file.least_version();
        self.turn_off();
    }

    /// Takes the dice of the branch that begins here, if one does. What it shares with another game is not to be taken
    /// back.
    pub(crate) fn turn_off(&mut self) {
        let seq = self.seq();
        if self.file().branches.iter().any(|branch| branch.after == seq) {
            let seed = self.file().seed_at(seq).ok().flatten();
            self.take_dice(seed.map(Seeded::new));
        }
    }
}
