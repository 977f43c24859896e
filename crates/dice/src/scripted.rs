use thiserror::Error;

use crate::{Dice, Faces, Fell, Throw};

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

    fn blame(&mut self, fault: ScriptError) {
        self.fault.get_or_insert(fault);
    }
}

impl Dice for Scripted {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let left = self.faces.len() - self.used;
        let needed = throw.dice.len();
        if left < needed {
            self.blame(ScriptError::TooFew { what: throw.what.to_owned(), needed, left });
        }
        let mut faces = Faces::with_capacity(needed);
        for die in &throw.dice {
            let lowest = die.face(0);
            let face = self.faces.get(self.used).copied();
            self.used += usize::from(face.is_some());
            let face = die.as_read(face.unwrap_or(lowest));
            if die.shows(face) {
                faces.push(face);
            } else {
                self.blame(ScriptError::NoSuchFace { what: throw.what.to_owned(), face, sides: die.sides() });
                faces.push(lowest);
            }
        }
        throw.fell(faces)
    }
}
