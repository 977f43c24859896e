//! Movement points, kept in halves so that costs stay whole numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, de::Error};

/// Half movement points.
pub type Halves = u16;

/// Movement points as players write them: `2½`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Points(pub Halves);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// What something costs, as a table says it: `1`, `1.5`, or `false` for "may not".
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cost(pub Option<Halves>);

/// Tables with higher costs than this many points have a slip in them.
const MOST: u16 = 99;

impl Cost {
    /// Both, or neither if one may not.
    #[must_use]
    pub fn plus(self, other: Cost) -> Cost {
        Cost(self.0.zip(other.0).map(|(one, other)| one + other))
    }
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Whole(u16),
            Half(f64),
            Never(bool),
        }
        let wrong = || D::Error::custom("a cost is a whole or half number of movement points, or false");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Whole(points) if points <= MOST => Ok(Cost(Some(points * 2))),
            Written::Half(points) if (0.0..=f64::from(MOST)).contains(&points) && (points * 2.0).fract() == 0.0 => {
                Ok(Cost(Some((points * 2.0) as Halves)))
            }
            Written::Never(false) => Ok(Cost(None)),
            Written::Whole(_) | Written::Half(_) | Written::Never(true) => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_players_write_them() {
        assert_eq!([0, 1, 2, 5].map(|halves| Points(halves).to_string()), ["0", "½", "1", "2½"]);
    }

    #[test]
    fn costs_are_whole_or_half() {
        let read = |text: &str| serde_json::from_str::<Cost>(text).ok();
        assert_eq!(read("2"), Some(Cost(Some(4))));
        assert_eq!(read("1.5"), Some(Cost(Some(3))));
        assert_eq!(read("false"), Some(Cost(None)));
        assert_eq!(["true", "0.3", "-1", "100", "\"2\""].map(read), [None; 5]);
    }

    #[test]
    fn a_sum_is_forbidden_if_a_part_is() {
        assert_eq!(Cost(Some(1)).plus(Cost(Some(2))), Cost(Some(3)));
        assert_eq!(Cost(Some(1)).plus(Cost(None)), Cost(None));
    }
}
