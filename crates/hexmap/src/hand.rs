use serde::{Deserialize, Serialize};

/// Left or right, as seen by someone who travels along a line or looks along a facing.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// Counter-clockwise of the way ahead.
    Left,
    /// Clockwise of the way ahead.
    Right,
}

impl Hand {
    /// The other hand.
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}
