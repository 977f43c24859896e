//! Whether one hex sees another, past obstacles in hexes.
//!
//! - The two end hexes never block. The same hex and adjacent hexes always see each other.
//! - A line exactly along a hexside is blocked only if both hexes block.
//! - At the edge of the map, where one of the two is missing, the hex on the map decides alone.
//! - A hex only touched at a corner does not block.
//!
//! If hexsides can block as well (walls, ridges), walk [`Grid::passages`]: the same geometry with every side listed.

use crate::{Grid, Hex};

/// Whether no hex blocks between two hexes.
///
/// ```
/// use hexmap::{can_see, Grid, LowColumns};
///
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let woods = map.parse("0913")?;
/// assert!(!can_see(&map, map.parse("0915")?, map.parse("0911")?, |hex| hex == woods));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn can_see(grid: &Grid, from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    !grid.walk(from, to).any(|step| step.crossing.is_blocked(&blocks))
}

#[cfg(test)]
mod tests;
