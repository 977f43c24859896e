use crate::bits::words_for;
use crate::{Grid, Hex, HexBits, can_see};

/// Sight between all pairs of hexes within a range, worked out once for ground that does not change.
///
/// ```
/// use hexmap::{Grid, LowColumns, SightTable};
///
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let woods = map.parse("0913")?;
/// let table = SightTable::prepare(&map, 20, |_from, _to, through| through == woods);
/// let gun = map.parse("0915")?;
/// assert!(!table.sees(gun, map.parse("0911")?));
/// assert!(table.field(gun).contains(woods));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightTable {
    /// One row of bits per hex looked from.
    words: Box<[u64]>,
    words_per_row: usize,
    hexes: usize,
    max_range: u16,
}

impl SightTable {
    /// Looks along every line no longer than `max_range`. `blocks(from, to, through)` says whether `through` blocks the
    /// look from `from` to `to`, so that it may weigh their heights; it need not be symmetric.
    pub fn prepare(grid: &Grid, max_range: u16, blocks: impl Fn(Hex, Hex, Hex) -> bool) -> SightTable {
        SightTable::ask(grid, max_range, |from, to| can_see(grid, from, to, |through| blocks(from, to, through)))
    }

    /// Asks `sees(from, to)` of every pair no farther apart than `max_range`, in both directions.
    pub fn ask(grid: &Grid, max_range: u16, sees: impl Fn(Hex, Hex) -> bool) -> SightTable {
        let words_per_row = words_for(grid.len());
        let mut words = vec![0_u64; words_per_row * grid.len()].into_boxed_slice();
        for (from, row) in grid.hexes().zip(words.chunks_exact_mut(words_per_row)) {
            for to in grid.hexes().filter(|&to| grid.distance(from, to) <= max_range) {
                row[to.index() / 64] |= u64::from(sees(from, to)) << (to.index() % 64);
            }
        }
        SightTable { words, words_per_row, hexes: grid.len(), max_range }
    }

    /// As [`ask`](SightTable::ask), for rules that are the same from both ends: each pair is asked once.
    pub fn ask_once(grid: &Grid, max_range: u16, sees: impl Fn(Hex, Hex) -> bool) -> SightTable {
        let words_per_row = words_for(grid.len());
        let mut words = vec![0_u64; words_per_row * grid.len()].into_boxed_slice();
        let mut mark = |a: Hex, b: Hex| words[a.index() * words_per_row + b.index() / 64] |= 1 << (b.index() % 64);
        for from in grid.hexes() {
            let rest = grid.hexes().take(from.index() + 1);
            for to in rest.filter(|&to| grid.distance(from, to) <= max_range && sees(from, to)) {
                mark(from, to);
                mark(to, from);
            }
        }
        SightTable { words, words_per_row, hexes: grid.len(), max_range }
    }

    /// Whether `from` sees `to`; never beyond [`max_range`](SightTable::max_range). A hex sees itself.
    #[inline]
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.field(from).contains(to)
    }

    /// Every hex that `from` sees.
    #[inline]
    pub fn field(&self, from: Hex) -> HexBits<'_> {
        let start = from.index() * self.words_per_row;
        HexBits::new(&self.words[start..start + self.words_per_row], self.hexes)
    }

    /// The longest line that was looked along.
    pub fn max_range(&self) -> u16 {
        self.max_range
    }
}
