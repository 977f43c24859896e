use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Axial, Direction, Hex, HexError, Label, Line, Walk};

/// Which columns sit half a hex lower.
///
/// ```text
///   Even:  __    __        Odd:     __
///         /01\__/03\             __/02\__
///         \__/02\__/            /01\__/03\
///            \__/               \__/  \__/
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LowColumns {
    /// Columns 01, 03, 05 and so on.
    Odd,
    /// Columns 02, 04, 06 and so on.
    Even,
}

/// Everything in which one grid differs from another; a [`Grid`] is saved as its shape.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Number of columns, 1 to 99.
    pub columns: u8,
    /// Hexes in a high column, 1 to 99.
    pub rows: u8,
    /// Which columns sit half a hex lower.
    pub low: LowColumns,
    /// Low columns hold one hex fewer.
    pub short_low: bool,
}

/// Why a shape cannot be a map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    /// Two digits cannot number the columns.
    #[error("a map has 1 to 99 columns, not {0}")]
    Columns(u8),
    /// Two digits cannot number the rows.
    #[error("a map has 1 to 99 rows, not {0}")]
    Rows(u8),
    /// One row, less one for short columns, leaves nothing.
    #[error("with one row the short low columns would be empty: give two rows or more, or full low columns")]
    EmptyColumns,
}

/// The shape of a map: flat-top hexes in columns, printed numbers CCRR from 0101.
///
/// Alternate columns sit half a hex lower, and may hold one hex fewer, as on the Open Fire map:
///
/// ```text
///    ____        ____
///   /0101\ ____ /0301\
///   \____//0201\\____/
///   /0102\\____//0302\      3 columns, 3 rows, even columns low and short
///   \____//0202\\____/
///   /0103\\____//0303\
///   \____/      \____/
/// ```
///
/// ```
/// # use hexmap::{Grid, LowColumns};
/// let open_fire = Grid::new(45, 27, LowColumns::Even, true)?;
/// assert_eq!(open_fire.len(), 1193);
/// # Ok::<(), hexmap::GridError>(())
/// ```
///
/// Clones share their tables. Saved with serde as its [`Shape`].
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Shape", into = "Shape")]
pub struct Grid {
    shape: Shape,
    labels: Arc<[Label]>,
    axials: Arc<[Axial]>,
    neighbours: Arc<[[u16; 6]]>,
}

/// Entry of the neighbour table where the map ends: more than the 9,801 hexes of the largest map.
const OFF_MAP: u16 = u16::MAX;

impl Shape {
    fn check(self) -> Result<(), GridError> {
        match self {
            Shape { columns, .. } if !(1..=99).contains(&columns) => Err(GridError::Columns(columns)),
            Shape { rows, .. } if !(1..=99).contains(&rows) => Err(GridError::Rows(rows)),
            Shape { rows: 1, short_low: true, .. } => Err(GridError::EmptyColumns),
            _ => Ok(()),
        }
    }

    const fn is_low(self, column: u8) -> bool {
        match self.low {
            LowColumns::Odd => column % 2 == 1,
            LowColumns::Even => column.is_multiple_of(2),
        }
    }

    const fn last_row(self, column: u8) -> u8 {
        self.rows - (self.short_low && self.is_low(column)) as u8
    }

    /// How many hexes come before the column.
    const fn start(self, column: u8) -> u16 {
        let low_before = match self.low {
            LowColumns::Odd => column / 2,
            LowColumns::Even => (column - 1) / 2,
        };
        (column as u16 - 1) * self.rows as u16 - self.short_low as u16 * low_before as u16
    }

    /// Axial `r` of the first hex of a column.
    const fn first_r(self, column: u8) -> i32 {
        let q = column as i32 - 1;
        let lift = match self.low {
            LowColumns::Odd => -(q % 2),
            LowColumns::Even => q % 2,
        };
        (lift - q) / 2
    }

    fn labels(self) -> impl Iterator<Item = Label> {
        (1..=self.columns).flat_map(move |column| (1..=self.last_row(column)).map(move |row| Label::new(column, row)))
    }

    fn axial(self, label: Label) -> Axial {
        Axial::new(i32::from(label.column()) - 1, self.first_r(label.column()) + i32::from(label.row()) - 1)
    }

    fn hex(self, column: u8, row: u8) -> Option<Hex> {
        let on_map = (1..=self.columns).contains(&column) && (1..=self.last_row(column)).contains(&row);
        on_map.then(|| Hex(self.start(column) + u16::from(row) - 1))
    }

    fn at(self, axial: Axial) -> Option<Hex> {
        let column = u8::try_from(axial.q.checked_add(1)?).ok()?;
        // Column zero would have no first row.
        let first = self.first_r(column.max(1));
        let row = u8::try_from(axial.r.checked_sub(first)?.checked_add(1)?).ok()?;
        self.hex(column, row)
    }

    fn neighbours(self, axial: Axial) -> [u16; 6] {
        Direction::ALL.map(|direction| self.at(axial.neighbour(direction)).map_or(OFF_MAP, |hex| hex.0))
    }
}

impl Grid {
    /// A map of 1 to 99 columns and rows; low columns hold one hex fewer if `short_low`.
    pub fn new(columns: u8, rows: u8, low: LowColumns, short_low: bool) -> Result<Grid, GridError> {
        Grid::try_from(Shape { columns, rows, low, short_low })
    }

    /// Number of columns.
    pub fn columns(&self) -> u8 {
        self.shape.columns
    }

    /// Hexes in a high column; [`last_row`](Grid::last_row) allows for short ones.
    pub fn rows(&self) -> u8 {
        self.shape.rows
    }

    /// Which columns sit half a hex lower.
    pub fn low(&self) -> LowColumns {
        self.shape.low
    }

    /// Whether low columns hold one hex fewer.
    pub fn short_low(&self) -> bool {
        self.shape.short_low
    }

    /// The shape the grid was made from.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The last row of a column, or `None` if there is no such column.
    pub fn last_row(&self, column: u8) -> Option<u8> {
        (1..=self.columns()).contains(&column).then(|| self.shape.last_row(column))
    }

    /// Number of hexes.
    #[inline]
    pub fn len(&self) -> usize {
        self.axials.len()
    }

    /// Never true: the smallest map has one hex.
    pub fn is_empty(&self) -> bool {
        self.axials.is_empty()
    }

    /// Every hex in the order of its index.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = Hex> + DoubleEndedIterator + Clone + use<> {
        (0..self.len() as u16).map(Hex)
    }

    /// The hex printed with this column and row, both from 1.
    pub fn hex(&self, column: u8, row: u8) -> Option<Hex> {
        self.shape.hex(column, row)
    }

    /// Reads a printed number.
    ///
    /// ```
    /// # use hexmap::{Grid, LowColumns};
    /// let map = Grid::new(45, 27, LowColumns::Even, true)?;
    /// assert_eq!(map.label(map.parse("0915")?).to_string(), "0915");
    /// let error = map.parse("4427").expect_err("short column");
    /// assert_eq!(error.to_string(), "hex 4427 is off the map: rows of column 44 run from 01 to 26");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, label: &str) -> Result<Hex, HexError> {
        let label = Label::read(label)?;
        let Some(last_row) = self.last_row(label.column()) else {
            return Err(HexError::NoSuchColumn { label, last_column: self.columns() });
        };
        self.hex(label.column(), label.row()).ok_or(HexError::NoSuchRow { label, last_row })
    }

    /// The printed number of a hex.
    pub fn label(&self, hex: Hex) -> Label {
        self.labels[hex.index()]
    }

    /// The hex in axial coordinates; 0101 is the origin.
    #[inline]
    pub fn axial(&self, hex: Hex) -> Axial {
        self.axials[hex.index()]
    }

    /// The hex at these axial coordinates, if the map has it.
    pub fn at(&self, axial: Axial) -> Option<Hex> {
        self.shape.at(axial)
    }

    /// The next hex in that direction; `None` at the edge of the map.
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let next = self.neighbours[hex.index()][direction.index()];
        (next != OFF_MAP).then_some(Hex(next))
    }

    /// The adjacent hexes on the map, clockwise from north.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        let around = self.neighbours[hex.index()];
        Direction::ALL
            .into_iter()
            .zip(around)
            .filter_map(|(direction, next)| (next != OFF_MAP).then_some((direction, Hex(next))))
    }

    /// The direction from one hex to an adjacent one; `None` if they are not adjacent.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.neighbours(from).find_map(|(direction, next)| (next == to).then_some(direction))
    }

    /// The fewest steps from hex to hex; 0 to itself, 1 to a neighbour.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.axial(a).distance(self.axial(b)) as u16
    }

    /// No two hexes of the map are further apart.
    fn span(&self) -> u16 {
        u16::from(self.columns()) + u16::from(self.rows())
    }

    /// The hexes of the map at exactly this distance, clockwise from due north.
    ///
    /// ```text
    ///            1
    ///        12     2
    ///    11      .     3
    ///         .     .
    ///    10      c     4      the order of a ring of radius 2
    ///         .     .
    ///     9      .     5
    ///         8     6
    ///            7
    /// ```
    pub fn ring(&self, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> {
        let rings = (radius <= self.span()).then(|| self.axial(centre).ring(radius));
        rings.into_iter().flatten().filter_map(move |axial| self.at(axial))
    }

    /// The hexes of the map up to this distance, ring after ring from the centre.
    ///
    /// ```
    /// # use hexmap::{Grid, LowColumns};
    /// let map = Grid::new(9, 9, LowColumns::Even, true)?;
    /// assert_eq!(map.disc(map.parse("0505")?, 2).count(), 1 + 6 + 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn disc(&self, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> {
        (0..=radius.min(self.span())).flat_map(move |radius| self.ring(centre, radius))
    }

    /// The exact line between the centres of two hexes.
    pub fn line(&self, from: Hex, to: Hex) -> Line {
        Line::new(self, from, to)
    }

    /// The steps of [`line`](Grid::line) one by one, without allocating.
    #[inline]
    pub fn walk(&self, from: Hex, to: Hex) -> Walk<'_> {
        Walk::new(self, from, to)
    }
}

impl TryFrom<Shape> for Grid {
    type Error = GridError;

    fn try_from(shape: Shape) -> Result<Grid, GridError> {
        shape.check()?;
        let labels: Arc<[Label]> = shape.labels().collect();
        let axials: Arc<[Axial]> = labels.iter().map(|&label| shape.axial(label)).collect();
        let neighbours = axials.iter().map(|&axial| shape.neighbours(axial)).collect();
        Ok(Grid { shape, labels, axials, neighbours })
    }
}

impl From<Grid> for Shape {
    fn from(grid: Grid) -> Shape {
        grid.shape
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.shape == other.shape
    }
}

impl Eq for Grid {}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Grid").field(&self.shape).finish()
    }
}

#[cfg(test)]
pub(crate) mod tests;
