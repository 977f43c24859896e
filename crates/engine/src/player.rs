use std::sync::Arc;

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
    pub make: MakePlayer<R>,
}

/// Makes a player with a seed. What all players of a kind share, such as odds that one has worked out, belongs to it.
pub type MakePlayer<R> = Arc<dyn Fn(u64) -> Box<dyn Player<R>> + Send + Sync>;

impl<R: Rules> PlayerKind<R> {
    /// Players that `make` makes of a seed.
    pub fn new<P: Player<R> + 'static>(
        id: &'static str,
        title: &'static str,
        make: impl Fn(u64) -> P + Send + Sync + 'static,
    ) -> PlayerKind<R> {
        PlayerKind { id, title, make: Arc::new(move |seed| Box::new(make(seed))) }
    }
}

impl<R: Rules> Clone for PlayerKind<R> {
    fn clone(&self) -> Self {
        PlayerKind { id: self.id, title: self.title, make: Arc::clone(&self.make) }
    }
}
