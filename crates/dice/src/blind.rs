use crate::{Dice, Fell, Throw};

/// Passes throws on to another source and makes them out of sight, if they would tell a secret. See [`Throw::blind`].
pub struct Blind<'a> {
    source: &'a mut dyn Dice,
    secret: bool,
}

impl<'a> Blind<'a> {
    /// The dice of `source`; nobody sees them if what they are thrown for is `secret`.
    pub fn when(secret: bool, source: &'a mut dyn Dice) -> Self {
        Blind { source, secret }
    }
}

impl Dice for Blind<'_> {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        if self.secret { self.source.throw(&throw.clone().blind()) } else { self.source.throw(throw) }
    }
}
