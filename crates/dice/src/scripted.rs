use thiserror::Error;

use crate::{Dice, Die, Faces, Fell, Throw};

/// Dice that somebody typed: at a real table, in a rule case, in a saved game.
///
/// A rule cannot stop half-way to complain, so a face that is missing or impossible is replaced by the lowest face and
/// remembered: the caller must ask [`Scripted::finish`] before believing the result.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    faces: Faces,
    used: usize,
    fault: Option<ScriptError>,
}

/// Why typed dice do not fit what was thrown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScriptError {
    /// Fewer dice than the rules asked for.
    #[error("{what} needs {needed} dice and only {left} are left")]
    TooFew {
        /// What the throw was for.
        what: String,
        /// Dice the throw needs.
        needed: usize,
        /// Dice that were left.
        left: usize,
    },
    /// A face that die does not have.
    #[error("{face} is not on the die for {what} (it has {sides} sides)")]
    NoSuchFace {
        /// What the throw was for.
        what: String,
        /// The face that was typed.
        face: u16,
        /// How many sides the die has.
        sides: u16,
    },
    /// More dice than the rules asked for.
    #[error("{left} of the dice were never thrown")]
    TooMany {
        /// Dice left over.
        left: usize,
    },
}

impl Scripted {
    /// Dice that will fall as `faces`, in this order.
    pub fn new(faces: impl Into<Faces>) -> Self {
        Scripted { faces: faces.into(), used: 0, fault: None }
    }

    /// Whether every die fitted and none is left over.
    ///
    /// # Errors
    /// The first thing that did not fit.
    pub fn finish(self) -> Result<(), ScriptError> {
        match self.fault {
            Some(fault) => Err(fault),
            None if self.used < self.faces.len() => Err(ScriptError::TooMany { left: self.faces.len() - self.used }),
            None => Ok(()),
        }
    }

    /// The faces of some dice of a throw.
    fn several(&mut self, throw: &Throw<'_>, dice: &[&Die]) -> Faces {
        let (needed, left) = (dice.len(), self.faces.len() - self.used);
        if left < needed {
            self.blame(ScriptError::TooFew { what: throw.what.to_owned(), needed, left });
        }
        dice.iter().map(|die| self.next(throw, die)).collect()
    }

    /// The next face that was typed, or the lowest if there is none for this die.
    fn next(&mut self, throw: &Throw<'_>, die: &Die) -> u16 {
        let lowest = die.face(0);
        let typed = self.faces.get(self.used).copied();
        self.used += usize::from(typed.is_some());
        let face = die.as_read(typed.unwrap_or(lowest));
        if die.shows(face) {
            return face;
        }
        self.blame(ScriptError::NoSuchFace { what: throw.what.to_owned(), face, sides: die.sides() });
        lowest
    }

    fn blame(&mut self, fault: ScriptError) {
        self.fault.get_or_insert(fault);
    }
}

impl Dice for Scripted {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let mut fell = self.several(throw, &throw.dice.iter().collect::<Vec<_>>());
        let again = throw.again(&fell);
        fell.extend(self.several(throw, &again));
        throw.fell(fell)
    }
}
