use serde::{Deserialize, Serialize};

use crate::{Direction, Grid, Hex};

/// The side shared by two adjacent hexes of a map, the same whichever hex is named first.
///
/// A number below [`Grid::hexside_slots`], so a plain array can hold walls, ridges and rivers. It is kept with the hex
/// of lower index, which has the other one to its north-east, south-east or south:
///
/// ```text
///    _____
///   /     \  slot 0
///  /  hex  \
///  \       /
///   \_____/  slot 1
///    slot 2
/// ```
///
/// ```
/// # use hexmap::{Direction, Grid, LowColumns};
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let (a, b) = (map.parse("0915")?, map.parse("0916")?);
/// let side = map.hexside(a, b).expect("adjacent");
/// assert_eq!(map.hexside(b, a), Some(side));
/// assert_eq!(map.hexside_hexes(side), (a, b));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hexside(u16);

/// The directions that lead from a hex to one of higher index.
const KEPT: [Direction; 3] = [Direction::NE, Direction::SE, Direction::S];

impl Hexside {
    /// The side of `hex` toward `neighbour`, which lies in `direction`.
    #[inline]
    pub(crate) const fn between(hex: Hex, direction: Direction, neighbour: Hex) -> Hexside {
        match direction {
            Direction::NE | Direction::SE | Direction::S => Hexside(hex.0 * 3 + direction as u16 - 1),
            _ => Hexside(neighbour.0 * 3 + direction.opposite() as u16 - 1),
        }
    }

    /// The number of the side, for tables with one entry per hexside.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hex of lower index, with which the side is kept.
    pub const fn hex(self) -> Hex {
        Hex(self.0 / 3)
    }

    /// Which side of [`hex`](Hexside::hex) it is: north-east, south-east or south.
    pub const fn direction(self) -> Direction {
        KEPT[(self.0 % 3) as usize]
    }
}

impl Grid {
    /// How long a table indexed by [`Hexside::index`] must be. Slots at the edge of the map stay unused.
    pub fn hexside_slots(&self) -> usize {
        self.len() * KEPT.len()
    }

    /// The side between two adjacent hexes; `None` if they are not adjacent.
    pub fn hexside(&self, a: Hex, b: Hex) -> Option<Hexside> {
        Some(Hexside::between(a, self.direction(a, b)?, b))
    }

    /// The side of a hex in that direction; `None` at the edge of the map.
    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> Option<Hexside> {
        Some(Hexside::between(hex, direction, self.neighbour(hex, direction)?))
    }

    /// The two hexes that share the side, lower index first.
    ///
    /// # Panics
    /// If the side was made by another grid and does not exist here.
    pub fn hexside_hexes(&self, side: Hexside) -> (Hex, Hex) {
        let other = self.neighbour(side.hex(), side.direction());
        (side.hex(), other.expect("a hexside of this grid"))
    }

    /// Every side between two hexes of the map, in the order of their numbers.
    pub fn hexsides(&self) -> impl Iterator<Item = Hexside> {
        self.hexes().flat_map(move |hex| KEPT.into_iter().filter_map(move |direction| self.side(hex, direction)))
    }
}
