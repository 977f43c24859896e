use crate::point::Sector;
use crate::{Crossing, Direction, Entry, Grid, Hand, Hex, Hexside, Point, Step};

/// Walks the exact line between two centres, one [`Step`] at a time, without allocating.
///
/// The one implementation of lines: [`Grid::line`], [`Grid::passages`], [`can_see`](crate::can_see) and
/// [`SightTable`](crate::SightTable) all walk here. When the steps are used up, [`arrival`](Walk::arrival) tells how
/// the line enters its last hex.
///
/// Which way a line leaves a hex is decided by the side `ahead`, the one whose sixth of the compass holds the line:
///
/// ```text
///       left ____ right       both corners right of the line     leave by the side to the left of ahead
///           / ↑  \            left corner on the line            leave ahead through the corner, left hex touched
///          / ahead\           line between the corners           leave ahead through the side
///          \      /           right corner on the line           leave ahead through the corner, right hex touched
///           \____/            both corners left of the line      leave by the side to the right of ahead
/// ```
///
/// A line that points exactly at a corner runs along every other hexside instead; lines from a centre can run along a
/// hexside in no other way.
///
/// Because the outline of a map never bends inward by more than half a hex, a line between two of its hexes never
/// passes through the inside of a hex off the map; it can only run along its side or touch its corner.
#[derive(Clone, Debug)]
pub struct Walk<'g> {
    grid: &'g Grid,
    at: Hex,
    to: Hex,
    route: Route,
    arrival: Option<Entry>,
}

#[derive(Clone, Debug)]
enum Route {
    Done,
    Slant(Slant),
    Spine(Spine),
}

/// A line strictly inside the sixth of `ahead`. All numbers are cross products with the line: right of it is positive.
#[derive(Clone, Debug)]
struct Slant {
    /// The sides by which the line can leave a hex: left of ahead, ahead, right of ahead.
    ways: [Direction; 3],
    /// Of the centre of the hex the line is in.
    centre: i64,
    /// Of the ends of the side ahead, seen from the centre.
    left_corner: i64,
    right_corner: i64,
    /// Of a step each of these ways.
    steps: [i64; 3],
}

/// A line through corners, between the directions `left` and `right`.
#[derive(Clone, Debug)]
struct Spine {
    left: Direction,
    right: Direction,
    /// The hexes to either side, while the line runs between them.
    along: Option<(Option<Hex>, Option<Hex>)>,
}

impl<'g> Walk<'g> {
    #[inline]
    pub(crate) fn new(grid: &'g Grid, from: Hex, to: Hex) -> Walk<'g> {
        let line = (grid.axial(to) - grid.axial(from)).centre();
        let route = match line.sector() {
            None => Route::Done,
            Some(Sector { ahead, at_corner: true }) => {
                Route::Spine(Spine { left: ahead.turned(-1), right: ahead, along: None })
            }
            Some(Sector { ahead, at_corner: false }) => Route::Slant(Slant::new(line, ahead)),
        };
        Walk { grid, at: from, to, route, arrival: None }
    }

    /// How the line enters its last hex: known when the steps are used up, `None` before and if both ends are one hex.
    pub fn arrival(&self) -> Option<Entry> {
        self.arrival
    }

    /// Goes on into the hex, or stops if it is the last.
    #[inline]
    fn enter(&mut self, hex: Hex, entry: Entry) -> Option<Step> {
        self.at = hex;
        if hex == self.to {
            self.route = Route::Done;
            self.arrival = Some(entry);
            return None;
        }
        Some(Step { crossing: Crossing::Hex(hex), entry })
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let (hex, entry) = match &mut self.route {
            Route::Done => return None,
            Route::Slant(slant) => slant.leave(self.grid, self.at)?,
            Route::Spine(spine) => match spine.along.take() {
                None => return Some(spine.join_side(self.grid, self.at)),
                Some((left, right)) => spine.leave_side(self.grid, left, right)?,
            },
        };
        self.enter(hex, entry)
    }
}

impl std::iter::FusedIterator for Walk<'_> {}

impl Slant {
    #[inline]
    fn new(line: Point, ahead: Direction) -> Slant {
        let ways = [ahead.turned(-1), ahead, ahead.turned(1)];
        Slant {
            ways,
            centre: 0,
            left_corner: line.cross(ahead.left_corner().offset()),
            right_corner: line.cross(ahead.right_corner().offset()),
            steps: ways.map(|way| line.cross(way.offset().centre())),
        }
    }

    /// The hex entered from `hex`, and how.
    #[inline]
    fn leave(&mut self, grid: &Grid, hex: Hex) -> Option<(Hex, Entry)> {
        let left = self.centre + self.left_corner;
        let right = self.centre + self.right_corner;
        let way = 1 + usize::from(right < 0) - usize::from(left > 0);
        self.centre += self.steps[way];

        let next = grid.neighbour(hex, self.ways[way])?;
        let side = Hexside::between(hex, self.ways[way], next);
        let touch = |hand, way| Entry::Vertex { side, hand, touched: grid.neighbour(hex, way) };
        let entry = match (left, right) {
            (0, _) => touch(Hand::Left, self.ways[0]),
            (_, 0) => touch(Hand::Right, self.ways[2]),
            _ => Entry::Side(side),
        };
        Some((next, entry))
    }
}

impl Spine {
    /// From the centre of `hex` through its corner onto the side beyond.
    #[inline]
    fn join_side(&mut self, grid: &Grid, hex: Hex) -> Step {
        let left = grid.neighbour(hex, self.left);
        let right = grid.neighbour(hex, self.right);
        self.along = Some((left, right));
        Step {
            crossing: Crossing::Along { left, right },
            entry: Entry::SideEnd { left: grid.side(hex, self.left), right: grid.side(hex, self.right) },
        }
    }

    /// From the side between two hexes through its end into the hex beyond.
    #[inline]
    fn leave_side(&self, grid: &Grid, left: Option<Hex>, right: Option<Hex>) -> Option<(Hex, Entry)> {
        let by_left = left.and_then(|hex| grid.neighbour(hex, self.right));
        let by_right = right.and_then(|hex| grid.neighbour(hex, self.left));
        let entry = Entry::SideEnd {
            left: left.and_then(|hex| grid.side(hex, self.right)),
            right: right.and_then(|hex| grid.side(hex, self.left)),
        };
        Some((by_left.or(by_right)?, entry))
    }
}
