//! Exact integer geometry of flat-top hex maps: hexes, hexsides, facings, lines and fields of sight, path costs.
//!
//! ```text
//!         N
//!       _____
//!  NW  /     \  NE        X = 3q        Every centre and every corner is an integer point,
//!     /       \           Y = 2r + q    so each question about a line is the sign of a
//!     \       /                         cross product and never a rounding.
//!  SW  \_____/  SE        (Y grows southward)
//!         S
//! ```
//!
//! A [`Grid`] is the shape of one printed map. It turns printed numbers into [`Hex`]es and answers what lies next to
//! what. Nothing here knows of terrain or units: callers pass closures that say what blocks and what costs.
//!
//! ```
//! use hexmap::{can_see, cheapest_path, Grid, LowColumns};
//!
//! let map = Grid::new(45, 27, LowColumns::Even, true)?;
//! let (tank, gun) = (map.parse("0915")?, map.parse("1315")?);
//! let woods = map.parse("1115")?;
//! assert_eq!(map.distance(tank, gun), 4);
//! assert!(!can_see(&map, tank, gun, |hex| hex == woods));
//!
//! let (cost, path) = cheapest_path(&map, tank, gun, |_, _, to| (to != woods).then_some(1)).expect("open ground");
//! assert_eq!((cost, path.len()), (4, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//!
//! - No floats, no hash maps, no games.
//! - The line from B to A is the line from A to B [reversed](Line::reversed), and moving both ends by the same axial
//!   offset moves the line.
//! - All orders (rings, explored hexes, paths) depend on the arguments alone.
//! - A [`Hex`] belongs to the grid that made it. Methods given a hex beyond their grid panic.

mod axial;
mod corner;
mod direction;
mod grid;
mod hand;
mod hex;
mod hexside;
mod label;
mod line;
mod passage;
mod point;
mod sight_table;
mod walk;

pub mod arc;
pub mod bits;
pub mod reach;
pub mod sight;

pub use arc::{Arc, Arcs, Bearing, Edge, Facing, Favour, Width};
pub use axial::Axial;
pub use bits::{HexBits, HexSet};
pub use corner::Corner;
pub use direction::{Direction, DirectionError};
pub use grid::{Grid, GridError, LowColumns, Shape};
pub use hand::Hand;
pub use hex::Hex;
pub use hexside::Hexside;
pub use label::{HexError, Label};
pub use line::{Crossing, Entry, Line, Step};
pub use passage::{BLOCKS, Corridor, Passage, Passages, Way, Weight};
pub use point::Point;
pub use reach::{Reach, cheapest_path};
pub use sight::can_see;
pub use sight_table::SightTable;
pub use walk::Walk;
