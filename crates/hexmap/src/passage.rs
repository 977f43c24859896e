use serde::Serialize;

use crate::{Axial, Crossing, Entry, Grid, Hand, Hex, Hexside, Point, Step, Walk};

/// One place that a sight line passes: a hex, a hexside, or one of the two ties.
///
/// ```text
///     ____            ____             ____
///    /    \          / L  \           /    \  touched
///  ~/~~~~~~\~~    ~~<~~~~~~>~~      ~~\~~~~/
///   \      /         \ R  /            \ ~/__
///    \____/           \__/              \/ ~   through the very corner
///   Across,           Along             Corner
///   Through
/// ```
///
/// Where the line runs exactly along a side or through a corner there are two ways past, and it may take the better
/// one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Passage {
    /// Through the inside of a hex.
    Through(Hex),
    /// Across a hexside.
    Across(Hexside),
    /// Exactly through a corner: across the very end of `side`, or round it through the third hex.
    Corner {
        /// The side between the hex left and the hex entered.
        side: Hexside,
        /// On which hand the third hex lies.
        hand: Hand,
        /// The way round; `None` at the edge of the map.
        around: Option<Way>,
    },
    /// Exactly along a hexside, past the hex on the left or past the one on the right.
    Along {
        /// The way on the left; `None` off the map.
        left: Option<Way>,
        /// The way on the right; `None` off the map.
        right: Option<Way>,
    },
}

/// A way past one hex: into it, through it, out of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// The side crossed to come in; `None` where the hex before is off the map.
    pub into: Option<Hexside>,
    /// The hex.
    pub hex: Hex,
    /// The side crossed to leave.
    pub out: Option<Hexside>,
}

/// What something in the way is worth: hindrances that add up, or [`BLOCKS`].
pub type Weight = u8;

/// The worth of something that ends every look.
pub const BLOCKS: Weight = Weight::MAX;

impl Passage {
    /// What the place is worth to a look, given the worth of each hex and each hexside. At a tie the lighter way
    /// counts; where one of the two ways is off the map, the other decides alone.
    #[inline]
    pub fn weigh(self, mut hex: impl FnMut(Hex) -> Weight, mut side: impl FnMut(Hexside) -> Weight) -> Weight {
        let mut way = |way: Way, side: &mut dyn FnMut(Hexside) -> Weight| {
            let sides = way.into.into_iter().chain(way.out).map(side).fold(0, Weight::saturating_add);
            hex(way.hex).saturating_add(sides)
        };
        match self {
            Passage::Through(at) => hex(at),
            Passage::Across(at) => side(at),
            Passage::Corner { side: at, around, .. } => {
                let across = side(at);
                around.map_or(across, |around| across.min(way(around, &mut side)))
            }
            Passage::Along { left: Some(left), right: Some(right) } => way(left, &mut side).min(way(right, &mut side)),
            Passage::Along { left, right } => left.or(right).map_or(0, |only| way(only, &mut side)),
        }
    }

    /// Whether sight ends here, given which hexes and which hexsides block.
    #[inline]
    pub fn is_blocked(self, hex: impl Fn(Hex) -> bool, side: impl Fn(Hexside) -> bool) -> bool {
        let way = |way: Way| hex(way.hex) || way.into.is_some_and(&side) || way.out.is_some_and(&side);
        match self {
            Passage::Through(at) => hex(at),
            Passage::Across(at) => side(at),
            Passage::Corner { side: at, around, .. } => side(at) && around.is_none_or(way),
            Passage::Along { left: Some(left), right: Some(right) } => way(left) && way(right),
            Passage::Along { left, right } => left.or(right).is_some_and(way),
        }
    }

    fn entering(grid: &Grid, entry: Entry, from: Hex, to: Hex) -> Option<Passage> {
        match entry {
            Entry::Side(side) => Some(Passage::Across(side)),
            Entry::Vertex { side, hand, touched } => {
                let around = touched.map(|hex| Way { into: grid.hexside(from, hex), hex, out: grid.hexside(hex, to) });
                Some(Passage::Corner { side, hand, around })
            }
            // Reported with the side that the line runs along.
            Entry::SideEnd { .. } => None,
        }
    }
}

/// Every place a sight line passes between the centres of two hexes, in order, without allocating.
/// The two end hexes themselves are not among them.
#[derive(Clone, Debug)]
pub struct Passages<'g> {
    grid: &'g Grid,
    walk: Walk<'g>,
    /// The hex the line was last inside of.
    last: Hex,
    to: Hex,
    /// A hex entered but not yet reported.
    inside: Option<Hex>,
    arrived: bool,
}

impl Grid {
    /// Every place a sight line passes.
    ///
    /// ```
    /// use hexmap::{Grid, LowColumns, Passage};
    ///
    /// let map = Grid::new(45, 27, LowColumns::Even, true)?;
    /// let [from, between, to] = ["0914", "0915", "0916"].map(|label| map.parse(label));
    /// let (from, between, to) = (from?, between?, to?);
    /// let passed: Vec<Passage> = map.passages(from, to).collect();
    /// let [north, south] = [map.hexside(from, between), map.hexside(between, to)].map(|side| side.expect("adjacent"));
    /// assert_eq!(passed, [Passage::Across(north), Passage::Through(between), Passage::Across(south)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn passages(&self, from: Hex, to: Hex) -> Passages<'_> {
        Passages { grid: self, walk: self.walk(from, to), last: from, to, inside: None, arrived: false }
    }

    /// The hexes about the line between two hexes, to be asked of many others.
    #[inline]
    pub fn corridor(&self, from: Hex, to: Hex) -> Corridor<'_> {
        let [from, to] = [from, to].map(|hex| self.axial(hex));
        let line = to.centre() - from.centre();
        let reach = i64::from((2 * line.y.abs()).max(line.x.abs() + line.y.abs()));
        Corridor { grid: self, from, to, line, reach, length: from.distance(to) }
    }

    /// Whether the line between two hexes could pass through another one or touch it: see [`Corridor::may_touch`].
    #[inline]
    pub fn line_may_touch(&self, from: Hex, to: Hex, hex: Hex) -> bool {
        self.corridor(from, to).may_touch(hex)
    }
}

/// The hexes about the line between two hexes.
#[derive(Copy, Clone, Debug)]
pub struct Corridor<'g> {
    grid: &'g Grid,
    from: Axial,
    to: Axial,
    /// From one centre to the other.
    line: Point,
    /// How far aside a hex may lie and still be touched, as a cross product with the line.
    reach: i64,
    length: u32,
}

impl Corridor<'_> {
    /// Whether the line could pass through a hex or touch it: quickly said, and never wrongly no.
    ///
    /// A straight line meets a hex if its corners are not all on one side of it.
    #[inline]
    pub fn may_touch(&self, hex: Hex) -> bool {
        let hex = self.grid.axial(hex);
        self.from.distance(hex) <= self.length
            && hex.distance(self.to) <= self.length
            && self.line.cross(hex.centre() - self.from.centre()).abs() <= self.reach
    }
}

impl Grid {
    /// The two ends of a hexside.
    ///
    /// # Panics
    /// If the side was made by another grid and does not exist here.
    pub fn hexside_corners(&self, side: Hexside) -> (Point, Point) {
        let (centre, direction) = (self.axial(side.hex()).centre(), side.direction());
        (centre + direction.left_corner().offset(), centre + direction.right_corner().offset())
    }

    /// Which part of the way from `from` to `to` lies before a side that the line crosses or touches: a fraction
    /// between 0 and 1, as numerator and positive denominator. `None` if the line runs along the side.
    pub fn passed_at(&self, from: Hex, to: Hex, side: Hexside) -> Option<(i64, i64)> {
        let (start, end) = (self.axial(from).centre(), self.axial(to).centre());
        let (left, right) = self.hexside_corners(side);
        let along = right - left;
        let (before, whole) = (along.cross(left - start), along.cross(end - start));
        (whole != 0).then(|| (before * whole.signum(), whole.abs()))
    }
}

impl Iterator for Passages<'_> {
    type Item = Passage;

    #[inline]
    fn next(&mut self) -> Option<Passage> {
        if let Some(hex) = self.inside.take() {
            return Some(Passage::Through(hex));
        }
        if self.arrived {
            return None;
        }
        match self.walk.next() {
            Some(Step { crossing: Crossing::Hex(hex), entry }) => {
                let passage = Passage::entering(self.grid, entry, self.last, hex);
                self.last = hex;
                match passage {
                    Some(_) => {
                        self.inside = Some(hex);
                        passage
                    }
                    None => Some(Passage::Through(hex)),
                }
            }
            Some(Step { crossing: Crossing::Along { left, right }, .. }) => {
                // The line leaves the side at its far end, into the hex that both ways lead to.
                let mut ahead = self.walk.clone();
                let beyond = match ahead.next() {
                    Some(Step { crossing: Crossing::Hex(hex), .. }) => hex,
                    _ => self.to,
                };
                let (grid, last) = (self.grid, self.last);
                let way = |hex: Hex| Way { into: grid.hexside(last, hex), hex, out: grid.hexside(hex, beyond) };
                Some(Passage::Along { left: left.map(way), right: right.map(way) })
            }
            None => {
                self.arrived = true;
                Passage::entering(self.grid, self.walk.arrival()?, self.last, self.to)
            }
        }
    }
}

impl std::iter::FusedIterator for Passages<'_> {}

#[cfg(test)]
mod tests;
