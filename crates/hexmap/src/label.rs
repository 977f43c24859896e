use std::fmt;

use serde::{Serialize, Serializer};

/// The number printed in a hex: two digits of column, two of row, both from 01.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label {
    column: u8,
    row: u8,
}

/// Why a text names no hex of the map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexError {
    /// The text is not four decimal digits.
    #[error("\"{label}\" is no hex number: write four digits, column then row, such as 0915")]
    NotFourDigits {
        /// The text as given.
        label: String,
    },
    /// The map has no such column.
    #[error("hex {label} is off the map: columns run from 01 to {last_column:02}")]
    NoSuchColumn {
        /// The label as given.
        label: Label,
        /// The map's last column.
        last_column: u8,
    },
    /// The column has no such row.
    #[error("hex {label} is off the map: rows of column {:02} run from 01 to {last_row:02}", .label.column())]
    NoSuchRow {
        /// The label as given.
        label: Label,
        /// The last row of that column.
        last_row: u8,
    },
}

impl Label {
    pub(crate) const fn new(column: u8, row: u8) -> Label {
        Label { column, row }
    }

    /// Reads four digits, whether or not any map has such a hex.
    pub(crate) fn read(text: &str) -> Result<Label, HexError> {
        match *text.as_bytes() {
            [a, b, c, d] if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let two = |tens: u8, ones: u8| (tens - b'0') * 10 + (ones - b'0');
                Ok(Label::new(two(a, b), two(c, d)))
            }
            _ => Err(HexError::NotFourDigits { label: text.to_owned() }),
        }
    }

    /// The printed column, from 1.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The printed row, from 1.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
