//! A second opinion for tests: lines the slow way, in fractions.
//!
//! Every hex of the map is a polygon, every hexside a segment, and all meetings are exact fractions. Nothing here uses
//! the line walking of `hexmap`, only the places of its hexes and corners.

mod fraction;
mod lines;

pub use fraction::Fraction;
pub use lines::{Obstacle, beside, obstacles};
