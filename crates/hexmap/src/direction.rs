use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Axial, Corner};

/// The six sides of a flat-top hex, clockwise from north.
///
/// ```text
///         N
///       _____
///  NW  /     \  NE
///     /       \
///     \       /
///  SW  \_____/  SE
///         S
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// North, up the column.
    N,
    /// North-east.
    NE,
    /// South-east.
    SE,
    /// South, down the column.
    S,
    /// South-west.
    SW,
    /// North-west.
    NW,
}

/// The text is none of the six directions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no direction: write N, NE, SE, S, SW or NW")]
pub struct DirectionError(pub String);

impl Direction {
    /// The hexsides as players write them, in the order of [`Direction::ALL`].
    pub const WORDS: [&'static str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

    /// As players write it: `ne`.
    #[inline]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// The hexside that a word means.
    ///
    /// ```
    /// # use hexmap::Direction;
    /// assert_eq!(Direction::ALL.map(|way| Direction::from_word(way.word())), Direction::ALL.map(Some));
    /// assert_eq!(Direction::from_word("east"), None);
    /// ```
    pub fn from_word(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|way| way.word() == word)
    }

    /// All six, clockwise from north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// 0 for north, then clockwise to 5 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this [`index`](Direction::index), or `None` above 5.
    pub const fn from_index(index: usize) -> Option<Direction> {
        if index < 6 { Some(Direction::ALL[index]) } else { None }
    }

    /// The direction looking back.
    ///
    /// ```
    /// # use hexmap::Direction;
    /// assert_eq!(Direction::NE.opposite(), Direction::SW);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self.index() + 3) % 6]
    }

    /// Turned clockwise by this many hexsides; negative steps turn counter-clockwise.
    ///
    /// ```
    /// # use hexmap::Direction;
    /// assert_eq!(Direction::N.turned(2), Direction::SE);
    /// assert_eq!(Direction::N.turned(-1), Direction::NW);
    /// ```
    #[inline]
    pub const fn turned(self, steps: i8) -> Direction {
        Direction::ALL[(self as i16 + steps as i16).rem_euclid(6) as usize]
    }

    /// How many hexsides apart two directions are: 0 to 3.
    pub const fn turns_to(self, other: Direction) -> u8 {
        let apart = (other as i8 - self as i8).rem_euclid(6) as u8;
        if apart > 3 { 6 - apart } else { apart }
    }

    /// The step to the next hex this way.
    #[inline]
    pub const fn offset(self) -> Axial {
        const OFFSETS: [Axial; 6] = [
            Axial::new(0, -1),
            Axial::new(1, -1),
            Axial::new(1, 0),
            Axial::new(0, 1),
            Axial::new(-1, 1),
            Axial::new(-1, 0),
        ];
        OFFSETS[self.index()]
    }

    /// The corner at the counter-clockwise end of this side: on the left when looking out.
    #[inline]
    pub const fn left_corner(self) -> Corner {
        Corner::ALL[(self.index() + 5) % 6]
    }

    /// The corner at the clockwise end of this side: on the right when looking out.
    #[inline]
    pub const fn right_corner(self) -> Corner {
        Corner::ALL[self.index()]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::N => "N",
            Direction::NE => "NE",
            Direction::SE => "SE",
            Direction::S => "S",
            Direction::SW => "SW",
            Direction::NW => "NW",
        })
    }
}

impl FromStr for Direction {
    type Err = DirectionError;

    fn from_str(text: &str) -> Result<Direction, DirectionError> {
        match text {
            "N" => Ok(Direction::N),
            "NE" => Ok(Direction::NE),
            "SE" => Ok(Direction::SE),
            "S" => Ok(Direction::S),
            "SW" => Ok(Direction::SW),
            "NW" => Ok(Direction::NW),
            _ => Err(DirectionError(text.to_owned())),
        }
    }
}
