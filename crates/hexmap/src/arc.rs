//! Facings and arcs: whether a hex lies in front, to the side or behind, exactly, with its boundary rows.
//!
//! The compass is cut by twelve rays from the centre of a hex: through its six sides (rows of hexes) and its six
//! corners (hexes and hexsides in turn). Every arc of 60°, 120° or 180° about a side or a corner begins and ends on
//! such a ray, so a target is either on a ray or strictly between two, and that is all there is to know:
//!
//! ```text
//!            \     |     /
//!     60°     \    N    /      about a side: bounded by corner rays, at range 2 a hex on each boundary
//!              \_______/
//!    __        /       \        __
//!      `--.   /         \   .--'
//!    120°  `--\         /--'    about a side: bounded by rows of hexes, NW and NE
//!              \_______/
//!   ___________________________
//!    180°                       about a side: bounded by the corner rays W and E
//! ```

use serde::{Deserialize, Serialize};

use crate::{Axial, Corner, Direction, Grid, Hand, Hex};

/// The way a unit faces: toward a side or toward a corner of its hex.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Toward a hexside.
    Side(Direction),
    /// Toward a vertex.
    Corner(Corner),
}

/// The exact bearing of one hex from another: on one of the twelve rays, or strictly between two of them.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bearing(u8);

/// The width of an arc, half of it to each hand.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Width {
    /// 60°.
    #[serde(rename = "60")]
    Sixty,
    /// 120°.
    #[serde(rename = "120")]
    OneTwenty,
    /// 180°.
    #[serde(rename = "180")]
    OneEighty,
}

/// Whether the rays that bound an arc belong to it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// They do: a hex on the boundary lies in both arcs that meet there.
    Inclusive,
    /// They do not.
    Exclusive,
}

/// Front, side or rear of a unit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arc {
    /// About the facing.
    Front,
    /// Between front and rear, on either hand.
    Side,
    /// About the way opposite to the facing.
    Rear,
}

/// Which arc takes a hex exactly on the boundary of two.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Favour {
    /// The one nearer the front.
    Front,
    /// The one nearer the rear.
    Rear,
}

/// A division of the whole compass into front, side and rear; the sides get what the other two leave.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Arcs {
    /// Width of the front.
    pub front: Width,
    /// Width of the rear.
    pub rear: Width,
}

/// Bearings around the compass: 12 rays and the 12 gaps between them, 15° apart in name.
const AROUND: i16 = 24;
/// Half of the compass.
const BEHIND: u8 = 12;

impl Facing {
    /// The bearing straight ahead.
    pub const fn bearing(self) -> Bearing {
        match self {
            Facing::Side(direction) => Bearing(4 * direction as u8),
            Facing::Corner(corner) => Bearing(4 * corner as u8 + 2),
        }
    }

    /// The facing looking back.
    pub const fn opposite(self) -> Facing {
        match self {
            Facing::Side(direction) => Facing::Side(direction.opposite()),
            Facing::Corner(corner) => Facing::Corner(corner.opposite()),
        }
    }

    /// Turned clockwise by this many sixths of a circle; negative steps turn counter-clockwise.
    pub const fn turned(self, steps: i8) -> Facing {
        match self {
            Facing::Side(direction) => Facing::Side(direction.turned(steps)),
            Facing::Corner(corner) => Facing::Corner(corner.turned(steps)),
        }
    }

    /// Whether a bearing lies in the arc of this width about the facing.
    pub const fn covers(self, bearing: Bearing, width: Width, edge: Edge) -> bool {
        let off = bearing.off(self);
        match edge {
            Edge::Inclusive => off <= width.half(),
            Edge::Exclusive => off < width.half(),
        }
    }
}

impl From<Direction> for Facing {
    fn from(direction: Direction) -> Facing {
        Facing::Side(direction)
    }
}

impl From<Corner> for Facing {
    fn from(corner: Corner) -> Facing {
        Facing::Corner(corner)
    }
}

impl Width {
    const fn half(self) -> u8 {
        match self {
            Width::Sixty => 2,
            Width::OneTwenty => 4,
            Width::OneEighty => 6,
        }
    }
}

impl Bearing {
    /// The bearing along a step between hexes; `None` if it leads nowhere.
    pub fn of(step: Axial) -> Option<Bearing> {
        let vector = step.centre();
        let sector = vector.sector()?;
        let ray = 4 * sector.ahead as i16;
        let from_ray = match sector.ahead.offset().centre().cross(vector).signum() {
            _ if sector.at_corner => -2,
            sign => sign as i16,
        };
        Some(Bearing((ray + from_ray).rem_euclid(AROUND) as u8))
    }

    /// The direction whose row of hexes the target is in, if any.
    pub const fn direction(self) -> Option<Direction> {
        if self.0.is_multiple_of(4) { Direction::from_index(self.0 as usize / 4) } else { None }
    }

    /// The corner exactly in line with the target, if any.
    pub const fn corner(self) -> Option<Corner> {
        if self.0 % 4 == 2 { Corner::from_index(self.0 as usize / 4) } else { None }
    }

    /// On which hand of the facing the target lies; `None` straight ahead and straight behind.
    pub const fn hand(self, facing: Facing) -> Option<Hand> {
        match (self.0 as i16 - facing.bearing().0 as i16).rem_euclid(AROUND) {
            0 | 12 => None,
            ..12 => Some(Hand::Right),
            _ => Some(Hand::Left),
        }
    }

    /// How far off the facing: 0 ahead, 12 behind; even on a ray, odd between two.
    const fn off(self, facing: Facing) -> u8 {
        let apart = (self.0 as i16 - facing.bearing().0 as i16).rem_euclid(AROUND) as u8;
        if apart > BEHIND { AROUND as u8 - apart } else { apart }
    }
}

impl Arcs {
    /// Whether a bearing lies in an arc of a unit with this facing.
    ///
    /// Where front and rear are both 180° wide there is no side but the boundary itself, and that only if inclusive.
    pub const fn contains(self, arc: Arc, facing: Facing, bearing: Bearing, edge: Edge) -> bool {
        match arc {
            Arc::Front => facing.covers(bearing, self.front, edge),
            Arc::Rear => facing.opposite().covers(bearing, self.rear, edge),
            Arc::Side => {
                let beyond = match edge {
                    Edge::Inclusive => Edge::Exclusive,
                    Edge::Exclusive => Edge::Inclusive,
                };
                !self.contains(Arc::Front, facing, bearing, beyond)
                    && !self.contains(Arc::Rear, facing, bearing, beyond)
            }
        }
    }

    /// The one arc a bearing lies in, boundaries going as favoured.
    ///
    /// ```
    /// use hexmap::{Arc, Arcs, Direction, Favour, Grid, LowColumns, Width};
    ///
    /// let map = Grid::new(45, 27, LowColumns::Even, true)?;
    /// let arcs = Arcs { front: Width::OneTwenty, rear: Width::Sixty };
    /// let bearing = map.bearing(map.parse("0915")?, map.parse("1014")?).expect("two hexes");
    /// assert_eq!(bearing.direction(), Some(Direction::NE));
    /// assert_eq!(arcs.arc(Direction::N.into(), bearing, Favour::Front), Arc::Front);
    /// assert_eq!(arcs.arc(Direction::N.into(), bearing, Favour::Rear), Arc::Side);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn arc(self, facing: Facing, bearing: Bearing, favour: Favour) -> Arc {
        let (front, rear) = match favour {
            Favour::Front => (Edge::Inclusive, Edge::Exclusive),
            Favour::Rear => (Edge::Exclusive, Edge::Inclusive),
        };
        if self.contains(Arc::Front, facing, bearing, front) {
            Arc::Front
        } else if self.contains(Arc::Rear, facing, bearing, rear) {
            Arc::Rear
        } else {
            Arc::Side
        }
    }
}

impl Grid {
    /// The exact bearing of `to` from `from`; `None` if they are one hex.
    pub fn bearing(&self, from: Hex, to: Hex) -> Option<Bearing> {
        Bearing::of(self.axial(to) - self.axial(from))
    }

    /// Whether `to` lies in the arc of this width about the facing of `from`. A hex lies in no arc of itself.
    pub fn in_arc(&self, from: Hex, facing: Facing, to: Hex, width: Width, edge: Edge) -> bool {
        self.bearing(from, to).is_some_and(|bearing| facing.covers(bearing, width, edge))
    }
}

#[cfg(test)]
mod tests;
