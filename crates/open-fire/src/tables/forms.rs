//! The forms that tables are written in: ranges of dice, spaces on a track, movement points.

pub use engine::{Cost, Halves};

use serde::{Deserialize, Deserializer, de::Error};

/// Faces of a die that mean the same, as printed: `09-65`, `8`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The lowest.
    pub from: u16,
    /// The highest.
    pub to: u16,
}

impl Span {
    /// Whether a face lies in it.
    pub fn has(self, face: u16) -> bool {
        (self.from..=self.to).contains(&face)
    }

    /// Whether spans in this order cover a die of `sides` without gap or overlap.
    pub fn cover(spans: impl IntoIterator<Item = Span>, sides: u16) -> bool {
        let end = spans
            .into_iter()
            .try_fold(0, |end, span| (span.from == end + 1 && span.to >= span.from).then_some(span.to));
        end == Some(sides)
    }

    fn read(text: &str) -> Option<Span> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let span = Span { from: from.parse().ok()?, to: to.parse().ok()? };
        (span.from <= span.to).then_some(span)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Span::read(&text)
            .ok_or_else(|| D::Error::custom(format!("\"{text}\" is not a range of dice, as in \"09-65\" or \"8\"")))
    }
}

/// Spaces on a track as written, `right = 10` or `left = 4`; positive is to the right.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Shift {
    right: i32,
    left: i32,
}

impl Shift {
    /// To the right; negative to the left.
    pub fn spaces(self) -> i32 {
        self.right - self.left
    }
}
