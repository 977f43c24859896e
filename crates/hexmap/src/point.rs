use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use crate::{Corner, Direction, Hand};

/// An integer point or vector of the plane in which all hex centres and corners are integers; `y` grows southward.
///
/// ```text
///    (-1,-1)_____(1,-1)
///          /     \
///  (-2,0) / (0,0) \ (2,0)      the next centre south is (0,2), the next south-east (3,1)
///         \       /
///   (-1,1) \_____/ (1,1)
/// ```
///
/// On paper a unit of `y` is longer than one of `x` by the factor √3. Stretching the whole plane changes neither left
/// and right nor what a straight line meets, so the factor is left out.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Eastward; a third of the distance between two columns.
    pub x: i32,
    /// Southward; half the distance between two hexes of a column.
    pub y: i32,
}

/// The sixth of the compass that holds a vector: from the left corner of `ahead`, included, to the right one, excluded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sector {
    pub(crate) ahead: Direction,
    /// The vector points exactly at the left corner of `ahead`.
    pub(crate) at_corner: bool,
}

impl Point {
    /// The point `(x, y)`.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Cross product of two vectors: positive when `other` points to the right (clockwise) of `self`.
    ///
    /// ```
    /// # use hexmap::Point;
    /// let (north, east) = (Point::new(0, -2), Point::new(2, 0));
    /// assert!(north.cross(east) > 0);
    /// ```
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// On which hand of this vector the other one points; `None` if straight ahead or straight behind.
    pub const fn hand_of(self, other: Point) -> Option<Hand> {
        match self.cross(other) {
            0 => None,
            1.. => Some(Hand::Right),
            _ => Some(Hand::Left),
        }
    }

    /// The sector this vector points into; `None` for the zero vector.
    #[inline]
    pub(crate) fn sector(self) -> Option<Sector> {
        let [a, b, c] = [Corner::NE, Corner::E, Corner::SE].map(|corner| corner.offset().cross(self));
        // Opposite corners give opposite signs, so three products decide all six.
        let right_of = [a, b, c, -a, -b, -c];
        Direction::ALL.into_iter().find_map(|ahead| {
            let (left, right) = (ahead.left_corner().index(), ahead.right_corner().index());
            (right_of[left] >= 0 && right_of[right] < 0).then_some(Sector { ahead, at_corner: right_of[left] == 0 })
        })
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}
