//! A platoon that drives in and straight out again: what it wins is what a mission gives for nothing.

use engine::{Player, Seat};
use open_fire::{OpenFire, course::action::Action, state::State};

use crate::PlatoonLeader;

/// The player.
pub struct InAndOut(PlatoonLeader);

impl InAndOut {
    /// The seed decides between equals.
    pub fn new(seed: u64) -> Self {
        InAndOut(PlatoonLeader::homeward(seed))
    }
}

impl Player<OpenFire> for InAndOut {
    fn choose(&mut self, rules: &OpenFire, seen: &State, seat: Seat, legal: &[Action]) -> usize {
        self.0.choose(rules, seen, seat, legal)
    }
}
