use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::{Corner, Direction, Point};

/// A hex, or a step between hexes, in axial coordinates: unbounded, the same on every map.
///
/// ```text
///            ____
///      ____/ 0,-1\____
///    /-1,0 \____/ 1,-1\       q counts columns eastward,
///    \____/ 0,0 \____/        r counts hexes southward along a column.
///    /-1,1 \____/ 1,0 \
///    \____/ 0,1 \____/
///          \____/
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Axial {
    /// Column.
    pub q: i32,
    /// Place along the column, southward; falls by one half per column eastward.
    pub r: i32,
}

impl Axial {
    /// The hex at `q`, `r`.
    pub const fn new(q: i32, r: i32) -> Axial {
        Axial { q, r }
    }

    /// The fewest steps from hex to hex.
    ///
    /// ```
    /// # use hexmap::Axial;
    /// assert_eq!(Axial::new(0, 0).distance(Axial::new(3, -1)), 3);
    /// assert_eq!(Axial::new(0, 0).distance(Axial::new(3, 1)), 4);
    /// ```
    #[inline]
    pub const fn distance(self, other: Axial) -> u32 {
        let (q, r) = (other.q as i64 - self.q as i64, other.r as i64 - self.r as i64);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u32
    }

    /// The next hex in that direction.
    #[inline]
    pub const fn neighbour(self, direction: Direction) -> Axial {
        self.stepped(direction, 1)
    }

    /// The hex reached by this many steps in that direction.
    #[inline]
    pub const fn stepped(self, direction: Direction, steps: i32) -> Axial {
        let offset = direction.offset();
        Axial::new(self.q + steps * offset.q, self.r + steps * offset.r)
    }

    /// The centre of the hex: `X = 3q`, `Y = 2r + q`.
    #[inline]
    pub const fn centre(self) -> Point {
        Point::new(3 * self.q, 2 * self.r + self.q)
    }

    /// A corner of the hex; the same point for all three hexes that share it.
    ///
    /// ```
    /// # use hexmap::{Axial, Corner, Direction};
    /// let hex = Axial::new(4, 7);
    /// assert_eq!(hex.corner(Corner::E), hex.neighbour(Direction::NE).corner(Corner::SW));
    /// ```
    #[inline]
    pub const fn corner(self, corner: Corner) -> Point {
        let (centre, offset) = (self.centre(), corner.offset());
        Point::new(centre.x + offset.x, centre.y + offset.y)
    }

    /// The hexes at exactly this distance, clockwise from the one due north.
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Axial> {
        let radius = i32::from(radius);
        let side = radius.max(1);
        (0..(6 * radius).max(1)).map(move |step| {
            let spoke = Direction::ALL[(step / side) as usize];
            self.stepped(spoke, radius).stepped(spoke.turned(2), step % side)
        })
    }
}

impl Add for Axial {
    type Output = Axial;

    fn add(self, other: Axial) -> Axial {
        Axial::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Axial {
    type Output = Axial;

    fn sub(self, other: Axial) -> Axial {
        Axial::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Axial {
    type Output = Axial;

    fn neg(self) -> Axial {
        Axial::new(-self.q, -self.r)
    }
}
