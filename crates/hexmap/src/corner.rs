use serde::{Deserialize, Serialize};

use crate::{Direction, Point};

/// The six corners (vertices) of a flat-top hex, clockwise from the north-eastern one.
///
/// ```text
///     NW _____ NE
///       /     \
///    W /       \ E
///      \       /
///       \_____/
///     SW       SE
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Corner {
    /// Between the sides N and NE.
    NE,
    /// Between the sides NE and SE.
    E,
    /// Between the sides SE and S.
    SE,
    /// Between the sides S and SW.
    SW,
    /// Between the sides SW and NW.
    W,
    /// Between the sides NW and N.
    NW,
}

impl Corner {
    /// All six, clockwise.
    pub const ALL: [Corner; 6] = [Corner::NE, Corner::E, Corner::SE, Corner::SW, Corner::W, Corner::NW];

    /// 0 for north-east, then clockwise to 5 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The corner with this [`index`](Corner::index), or `None` above 5.
    pub const fn from_index(index: usize) -> Option<Corner> {
        if index < 6 { Some(Corner::ALL[index]) } else { None }
    }

    /// The corner across the hex.
    pub const fn opposite(self) -> Corner {
        Corner::ALL[(self.index() + 3) % 6]
    }

    /// Turned clockwise by this many corners; negative steps turn counter-clockwise.
    pub const fn turned(self, steps: i8) -> Corner {
        Corner::ALL[(self as i16 + steps as i16).rem_euclid(6) as usize]
    }

    /// The two sides that meet here, counter-clockwise one first.
    ///
    /// ```
    /// # use hexmap::{Corner, Direction};
    /// assert_eq!(Corner::E.sides(), (Direction::NE, Direction::SE));
    /// ```
    pub const fn sides(self) -> (Direction, Direction) {
        let left = Direction::ALL[self.index()];
        (left, left.turned(1))
    }

    /// Where the corner is, seen from the centre of its hex.
    #[inline]
    pub const fn offset(self) -> Point {
        const OFFSETS: [Point; 6] = [
            Point::new(1, -1),
            Point::new(2, 0),
            Point::new(1, 1),
            Point::new(-1, 1),
            Point::new(-2, 0),
            Point::new(-1, -1),
        ];
        OFFSETS[self.index()]
    }
}
