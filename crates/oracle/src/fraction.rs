use std::cmp::Ordering;

/// A fraction with a positive denominator.
#[derive(Copy, Clone, Debug)]
pub struct Fraction(i128, i128);

impl Fraction {
    /// `top` over `bottom`, which is not 0.
    pub fn new(top: i128, bottom: i128) -> Fraction {
        Fraction(top * bottom.signum(), bottom.abs())
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}
