use crate::{Dice, Fell, Throw};

/// Passes throws on to another source and says whose they are, for the person who throws them.
pub struct Whose<'a> {
    source: &'a mut dyn Dice,
    whose: &'a str,
}

impl<'a> Whose<'a> {
    /// "round 1, the assaulter" throws with the dice of `source`.
    pub fn new(source: &'a mut dyn Dice, whose: &'a str) -> Self {
        Whose { source, whose }
    }
}

impl Dice for Whose<'_> {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let what = format!("{}: {}", self.whose, throw.what);
        self.source.throw(&Throw { what: &what, ..throw.clone() })
    }
}
