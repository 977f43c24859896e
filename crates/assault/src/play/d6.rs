//! Single six-sided dice.

use dice::{Dice, Throw};

/// Throws a D6 that is read as a row: faces of the same row are the same outcome. The face and its row.
pub(crate) fn d6(what: &str, dice: &mut dyn Dice, row: impl Fn(i8) -> u16) -> (u16, u16) {
    let read = |faces: &[u16]| row(faces[0] as i8);
    let fell = dice.throw(&Throw::d6(what, 1).read(&read));
    (fell.faces()[0], fell.row())
}

/// How many of its faces are `needed` or more.
pub(crate) fn faces_from(needed: i8) -> u8 {
    (SIDES + 1 - needed).clamp(0, SIDES).unsigned_abs()
}

/// The faces of the die.
pub(crate) const SIDES: i8 = 6;
