//! Picks the best of several things, and by chance among equals.

use dice::Seeded;

/// A source of chance that decides between equals.
pub(crate) struct Picker(Seeded);

impl Picker {
    /// The seed decides between equals.
    pub(crate) fn new(seed: u64) -> Self {
        Picker(Seeded::new(seed))
    }

    /// The place of the best score; 0 if there is none.
    pub(crate) fn best<T: PartialOrd + Copy>(&mut self, scores: impl Iterator<Item = T>) -> usize {
        let mut best: Option<(T, usize)> = None;
        let mut equals = 1;
        for (index, score) in scores.enumerate() {
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, index));
                equals = 1;
            } else if best.is_some_and(|(known, _)| score == known) {
                equals += 1;
                if self.0.below(equals) == 0 {
                    best = Some((score, index));
                }
            }
        }
        best.map_or(0, |(_, index)| index)
    }

    /// Any of so many.
    pub(crate) fn any(&mut self, many: usize) -> usize {
        self.0.below(many as u32) as usize
    }
}
