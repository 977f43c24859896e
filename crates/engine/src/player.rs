use crate::{Rules, Seat};

/// A player that is not a person: it chooses actions.
pub trait Player<R: Rules>: Send {
    /// Picks one of `legal`. `seen` holds only what `seat` may know.
    fn choose(&mut self, rules: &R, seen: &R::State, seat: Seat, legal: &[R::Action]) -> usize;
}

/// A kind of player that can be seated.
pub struct PlayerKind<R: Rules> {
    /// The name used in files and on the command line: `heuristic`.
    pub id: &'static str,
    /// What people read.
    pub title: &'static str,
    /// Makes one; the seed decides its tie-breaks.
    pub make: fn(seed: u64) -> Box<dyn Player<R>>,
}

impl<R: Rules> Clone for PlayerKind<R> {
    fn clone(&self) -> Self {
        PlayerKind { id: self.id, title: self.title, make: self.make }
    }
}
