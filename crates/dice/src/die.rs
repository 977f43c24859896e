use serde::{Deserialize, Serialize};

/// The faces that fell, in the order of the dice thrown.
pub type Faces = Vec<u16>;

/// A die: its faces, one value each. Several faces may share a value.
///
/// A ruleset with symbols on its dice gives each symbol (or pair of symbols) a value of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Die {
    /// Faces `1..=n`.
    Numbered(u16),
    /// One value per face, in any order, repeats allowed.
    Custom(Vec<u16>),
}

impl Die {
    /// The ordinary six-sided die.
    pub const D6: Die = Die::Numbered(6);
    /// The ten-sided die, read 1 to 10.
    pub const D10: Die = Die::Numbered(10);
    /// Two ten-sided dice read as 1 to 100.
    pub const D100: Die = Die::Numbered(100);

    /// How many faces the die has.
    pub fn sides(&self) -> u16 {
        match self {
            Die::Numbered(n) => *n,
            Die::Custom(faces) => u16::try_from(faces.len()).unwrap_or(u16::MAX),
        }
    }

    /// The value on face number `face`, counted from zero.
    pub fn face(&self, face: u16) -> u16 {
        match self {
            Die::Numbered(_) => face + 1,
            Die::Custom(faces) => faces[usize::from(face)],
        }
    }

    /// A face as people read it off the die: the 0 of a ten-sided die is its 10, and 00 on two of them is 100.
    pub fn as_read(&self, typed: u16) -> u16 {
        match self {
            Die::Numbered(highest @ (10 | 100)) if typed == 0 => *highest,
            _ => typed,
        }
    }

    /// Whether `value` is on one of the faces.
    pub fn shows(&self, value: u16) -> bool {
        match self {
            Die::Numbered(n) => (1..=*n).contains(&value),
            Die::Custom(faces) => faces.contains(&value),
        }
    }

    /// Each different value with the number of faces that show it, ascending.
    pub(crate) fn values(&self) -> Vec<(u16, u128)> {
        let mut values: Vec<(u16, u128)> = Vec::new();
        let mut faces: Faces = (0..self.sides()).map(|i| self.face(i)).collect();
        faces.sort_unstable();
        for face in faces {
            match values.last_mut() {
                Some((value, count)) if *value == face => *count += 1,
                _ => values.push((face, 1)),
            }
        }
        values
    }
}
