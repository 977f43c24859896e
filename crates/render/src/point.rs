use std::ops::{Add, Mul, Sub};

/// A point or a vector on the sheet; y grows downwards.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

pub(crate) const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    pub(crate) fn lerp(self, to: Point, t: f64) -> Point {
        self + (to - self) * t
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(crate) fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// The same direction, length 1; north for the null vector.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { point(0.0, -1.0) } else { self * (1.0 / length) }
    }

    /// A quarter turn clockwise on the sheet.
    pub(crate) fn quarter(self) -> Point {
        point(-self.y, self.x)
    }

    /// Turned by twice the angle whose tangent is `t`: no trigonometry, so every machine gets the same bits.
    pub(crate) fn turned(self, t: f64) -> Point {
        let d = 1.0 + t * t;
        let (c, s) = ((1.0 - t * t) / d, 2.0 * t / d);
        point(self.x * c - self.y * s, self.x * s + self.y * c)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, k: f64) -> Point {
        point(self.x * k, self.y * k)
    }
}
