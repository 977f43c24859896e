//! Which hexes can be reached, at what cost and by which way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Direction, Grid, Hex};

/// The hexes reached from a start within a budget. Made once per map and used again and again: a run allocates nothing
/// and pays only for the hexes it visits.
///
/// ```
/// use hexmap::{Grid, LowColumns, Reach};
///
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let mut reach = Reach::new(&map);
/// let start = map.parse("0915")?;
/// reach.explore(&map, start, 2, |_from, _direction, _to| Some(1));
/// assert_eq!(reach.hexes().len(), 1 + 6 + 12);
/// assert_eq!(reach.cost(map.parse("0913")?), Some(2));
/// assert_eq!(reach.path(map.parse("0913")?), Some(vec![map.parse("0914")?, map.parse("0913")?]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    spots: Box<[Spot]>,
    /// The run: a spot of an older run counts as never seen.
    run: u32,
    queue: BinaryHeap<Reverse<u32>>,
    reached: Vec<Hex>,
}

#[derive(Copy, Clone, Debug)]
struct Spot {
    run: u32,
    settled: bool,
    cost: u16,
    before: Hex,
}

impl Reach {
    /// Buffers for this grid, with nothing reached yet.
    pub fn new(grid: &Grid) -> Reach {
        Reach {
            spots: vec![Spot { run: 0, settled: false, cost: 0, before: Hex(0) }; grid.len()].into_boxed_slice(),
            run: 0,
            queue: BinaryHeap::new(),
            reached: Vec::new(),
        }
    }

    /// Finds every hex that can be reached from `start` for at most `budget`, and forgets the run before.
    ///
    /// `cost(from, direction, to)` is the price of one step, `None` if it cannot be made; zero is a price. It is asked
    /// only for steps that could still matter.
    ///
    /// # Panics
    /// If the buffers were made for a grid of another size.
    pub fn explore(
        &mut self,
        grid: &Grid,
        start: Hex,
        budget: u16,
        cost: impl FnMut(Hex, Direction, Hex) -> Option<u16>,
    ) {
        self.search(grid, start, budget, None, cost);
        let spots = &self.spots;
        self.reached.sort_unstable_by_key(|&hex| (spots[hex.index()].cost, hex));
    }

    /// The cheapest way between two hexes and its price, with the buffers used again. What was explored is forgotten.
    ///
    /// # Panics
    /// If the buffers were made for a grid of another size.
    pub fn cheapest_path(
        &mut self,
        grid: &Grid,
        from: Hex,
        to: Hex,
        cost: impl FnMut(Hex, Direction, Hex) -> Option<u16>,
    ) -> Option<(u16, Vec<Hex>)> {
        self.search(grid, from, u16::MAX, Some(to), cost);
        Some((self.cost(to)?, self.path(to)?))
    }

    /// The least price of the hex; `None` if it was not reached. The start costs 0.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u16> {
        self.spot(hex).map(|spot| spot.cost)
    }

    /// The hexes reached, start included, by ascending cost and then index.
    pub fn hexes(&self) -> &[Hex] {
        &self.reached
    }

    /// The way to the hex at its least price, start excluded; `None` if it was not reached.
    ///
    /// Of several ways at that price, each hex is entered from the one that was settled first: the cheapest, then the
    /// one of lowest index.
    pub fn path(&self, hex: Hex) -> Option<Vec<Hex>> {
        self.spot(hex)?;
        let before = |hex: Hex| self.spots[hex.index()].before;
        let back = std::iter::successors(Some(hex), |&hex| Some(before(hex)));
        // Only the start came from itself.
        let mut path: Vec<Hex> = back.take_while(|&hex| before(hex) != hex).collect();
        path.reverse();
        Some(path)
    }

    fn spot(&self, hex: Hex) -> Option<&Spot> {
        let spot = &self.spots[hex.index()];
        (spot.run == self.run && spot.settled).then_some(spot)
    }

    fn search(
        &mut self,
        grid: &Grid,
        start: Hex,
        budget: u16,
        goal: Option<Hex>,
        mut cost: impl FnMut(Hex, Direction, Hex) -> Option<u16>,
    ) {
        assert_eq!(self.spots.len(), grid.len(), "buffers made for another grid");
        self.begin();
        self.offer(start, 0, start);
        while let Some((hex, spent)) = self.settle_next() {
            if goal == Some(hex) {
                break;
            }
            for (direction, next) in grid.neighbours(hex) {
                if !self.could_improve(next, spent) {
                    continue;
                }
                let total = cost(hex, direction, next).and_then(|step| spent.checked_add(step));
                if let Some(total) = total.filter(|&total| total <= budget) {
                    self.offer(next, total, hex);
                }
            }
        }
    }

    /// Forgets the last run in constant time, except for one full sweep every four thousand million runs.
    fn begin(&mut self) {
        self.queue.clear();
        self.reached.clear();
        self.run = self.run.checked_add(1).unwrap_or_else(|| {
            self.spots.iter_mut().for_each(|spot| spot.run = 0);
            1
        });
    }

    /// Whether a step of any price from a hex that costs `spent` could lower the cost.
    #[inline]
    fn could_improve(&self, hex: Hex, spent: u16) -> bool {
        let spot = &self.spots[hex.index()];
        spot.run != self.run || (!spot.settled && spent < spot.cost)
    }

    /// Notes a way to the hex if it is new or cheaper.
    #[inline]
    fn offer(&mut self, hex: Hex, cost: u16, before: Hex) {
        if self.could_improve(hex, cost) {
            self.spots[hex.index()] = Spot { run: self.run, settled: false, cost, before };
            self.queue.push(Reverse(u32::from(cost) << 16 | u32::from(hex.0)));
        }
    }

    /// The cheapest hex still open, which nothing can make cheaper.
    #[inline]
    fn settle_next(&mut self) -> Option<(Hex, u16)> {
        while let Some(Reverse(key)) = self.queue.pop() {
            let hex = Hex(key as u16);
            let spot = &mut self.spots[hex.index()];
            if !spot.settled {
                spot.settled = true;
                self.reached.push(hex);
                return Some((hex, spot.cost));
            }
        }
        None
    }
}

/// The cheapest way between two hexes, start excluded, and its price; `None` if there is none for 65,535 or less.
///
/// [`Reach::cheapest_path`] does the same with buffers used again.
pub fn cheapest_path(
    grid: &Grid,
    from: Hex,
    to: Hex,
    cost: impl FnMut(Hex, Direction, Hex) -> Option<u16>,
) -> Option<(u16, Vec<Hex>)> {
    Reach::new(grid).cheapest_path(grid, from, to, cost)
}

#[cfg(test)]
mod tests;
