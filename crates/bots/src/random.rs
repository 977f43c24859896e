use dice::Seeded;
use engine::{Player, Rules, Seat};

/// Plays any game by picking a legal action at random: the fuzzer's player.
pub struct Random {
    choices: Seeded,
}

impl Random {
    /// The seed decides all choices.
    pub fn new(seed: u64) -> Self {
        Random { choices: Seeded::new(seed) }
    }
}

impl<R: Rules> Player<R> for Random {
    fn choose(&mut self, _: &R, _: &R::State, _: Seat, legal: &[R::Action]) -> usize {
        self.choices.below(legal.len() as u32) as usize
    }
}
