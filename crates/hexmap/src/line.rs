use serde::Serialize;

use crate::{Grid, Hand, Hex, Hexside};

/// The exact line between the centres of two hexes: what it crosses between them, in order.
///
/// ```text
///         ____
///    ____/1004\____
///   /    \    /    \       From 0905 to 1105 the line runs exactly along the side
///  /  *~~~>--<~~~*  \      between 1004 and 1005 and through neither.
///  \0905/1005\1105/
///   \__/      \__/
///      \______/
/// ```
///
/// Every hex entered counts, however small the piece cut off, so there may be more of them than the distance.
///
/// ```
/// use hexmap::{Crossing, Grid, LowColumns};
///
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let [from, to, above, below] = ["0905", "1105", "1004", "1005"].map(|label| map.parse(label));
/// let line = map.line(from?, to?);
/// let along = Crossing::Along { left: Some(above?), right: Some(below?) };
/// assert_eq!(line.crossings().copied().collect::<Vec<_>>(), [along]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Line {
    from: Hex,
    to: Hex,
    steps: Vec<Step>,
    arrival: Option<Entry>,
}

/// One stretch of a line, and how the line came onto it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Step {
    /// The stretch.
    pub crossing: Crossing,
    /// What the line passed to enter it.
    pub entry: Entry,
}

/// What one stretch of a line runs through or along.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Crossing {
    /// Through the inside of one hex.
    Hex(Hex),
    /// Exactly along the side between two hexes, from one end of it to the other. At most one of them is off the map.
    Along {
        /// The hex on the left of the way from first to last hex; `None` if off the map.
        left: Option<Hex>,
        /// The hex on the right; `None` if off the map.
        right: Option<Hex>,
    },
}

/// What a line passes between one stretch and the next.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// Across a hexside, somewhere between its ends.
    ///
    /// ```text
    ///    \____/
    ///    /  ~ \     the line ~ crosses the side
    /// ```
    Side(Hexside),
    /// Exactly through a corner, from one hex into the next, along no side.
    ///
    /// ```text
    ///   \  touched
    ///    \______
    ///   ~/~          from the hex on the left into the one below
    ///   /   ~  ~
    /// ```
    Vertex {
        /// The side shared by the hex left and the hex entered, passed at its very end.
        side: Hexside,
        /// On which hand of the line the third hex lies.
        hand: Hand,
        /// The third hex at the corner: touched, not crossed. `None` if off the map.
        touched: Option<Hex>,
    },
    /// Through the corner at which the line joins a side to run along it, or leaves it at the other end.
    ///
    /// ```text
    ///       left  /
    ///   ~~~~~~~~~<      both slanting sides are passed at their very ends
    ///      right  \
    /// ```
    SideEnd {
        /// The side between the hex and the hex on the left; `None` if that is off the map.
        left: Option<Hexside>,
        /// The side between the hex and the hex on the right; `None` if that is off the map.
        right: Option<Hexside>,
    },
}

impl Line {
    pub(crate) fn new(grid: &Grid, from: Hex, to: Hex) -> Line {
        let mut walk = grid.walk(from, to);
        let distance = usize::from(grid.distance(from, to));
        // Lines that cut corners cross up to a third more hexes than the distance.
        let mut steps = Vec::with_capacity(distance + distance / 2);
        steps.extend(walk.by_ref());
        Line { from, to, steps, arrival: walk.arrival() }
    }

    /// The first hex, whose centre the line leaves.
    pub fn from(&self) -> Hex {
        self.from
    }

    /// The last hex, whose centre the line reaches.
    pub fn to(&self) -> Hex {
        self.to
    }

    /// The stretches between first and last hex, with how each is entered. Empty for the same or an adjacent hex.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The stretches between first and last hex.
    pub fn crossings(&self) -> impl ExactSizeIterator<Item = &Crossing> + DoubleEndedIterator {
        self.steps.iter().map(|step| &step.crossing)
    }

    /// How the last hex is entered; `None` if it is also the first.
    pub fn arrival(&self) -> Option<Entry> {
        self.arrival
    }

    /// Everything the line passes between stretches, the arrival last: one more than there are steps, unless both ends
    /// are one hex.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry> {
        self.steps.iter().map(|step| step.entry).chain(self.arrival)
    }

    /// The same line seen from its other end: equal to the line drawn from there.
    pub fn reversed(&self) -> Line {
        let entries = self.entries().rev().map(Entry::reversed);
        let steps = self
            .crossings()
            .rev()
            .zip(entries)
            .map(|(crossing, entry)| Step { crossing: crossing.reversed(), entry })
            .collect();
        let arrival = self.entries().next().map(Entry::reversed);
        Line { from: self.to, to: self.from, steps, arrival }
    }
}

impl Crossing {
    /// The on-map hexes of the stretch: one, or those on the left and on the right.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (first, second) = match self {
            Crossing::Hex(hex) => (Some(hex), None),
            Crossing::Along { left, right } => (left, right),
        };
        first.into_iter().chain(second)
    }

    /// The hexside a line runs along; `None` through a hex and at the edge of the map.
    pub fn hexside(self, grid: &Grid) -> Option<Hexside> {
        match self {
            Crossing::Along { left: Some(left), right: Some(right) } => grid.hexside(left, right),
            _ => None,
        }
    }

    /// Whether sight ends here, given which hexes block.
    ///
    /// Along a hexside both hexes must block. A hex off the map does not count: the one on the map decides alone.
    #[inline]
    pub fn is_blocked(self, mut blocks: impl FnMut(Hex) -> bool) -> bool {
        match self {
            Crossing::Hex(hex) => blocks(hex),
            Crossing::Along { left: Some(left), right: Some(right) } => blocks(left) && blocks(right),
            Crossing::Along { left, right } => left.or(right).is_some_and(blocks),
        }
    }

    fn reversed(self) -> Crossing {
        match self {
            Crossing::Hex(hex) => Crossing::Hex(hex),
            Crossing::Along { left, right } => Crossing::Along { left: right, right: left },
        }
    }
}

impl Entry {
    /// Whether the line passes exactly through a corner here.
    pub fn is_at_corner(self) -> bool {
        !matches!(self, Entry::Side(_))
    }

    fn reversed(self) -> Entry {
        match self {
            Entry::Side(side) => Entry::Side(side),
            Entry::Vertex { side, hand, touched } => Entry::Vertex { side, hand: hand.other(), touched },
            Entry::SideEnd { left, right } => Entry::SideEnd { left: right, right: left },
        }
    }
}

#[cfg(test)]
mod tests;
