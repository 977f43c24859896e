use serde::{Deserialize, Serialize};

/// Dense index of a hex in its [`Grid`](crate::Grid), column-major: all of column 01 top to bottom, then 02, and so on.
///
/// Made by [`Grid::parse`](crate::Grid::parse), [`Grid::hex`](crate::Grid::hex) or [`Grid::at`](crate::Grid::at).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hex(pub u16);

impl Hex {
    /// The index as a `usize`, for tables with one entry per hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
