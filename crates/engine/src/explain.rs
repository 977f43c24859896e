use dice::{Die, Odds};
use serde::{Serialize, Serializer};
use ts_rs::TS;

use crate::RuleId;

/// One thing that changed a number, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Modifier {
    /// The rule behind it.
    pub rule: RuleId,
    /// What it is: "range", "target's defence", "in woods".
    pub what: String,
    /// What it is worth.
    pub value: i32,
}

impl Modifier {
    /// A modifier.
    pub fn new(rule: RuleId, what: impl Into<String>, value: i32) -> Self {
        Modifier { rule, what: what.into(), value }
    }
}

/// Dice that fell, and what for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Thrown {
    /// What the throw was for.
    pub what: String,
    /// How many sides each of the dice has: it decides how a face is drawn.
    pub sides: u16,
    /// The faces.
    pub faces: Vec<u16>,
}

impl Thrown {
    /// Dice of one kind.
    pub fn new(die: &Die, what: impl Into<String>, faces: impl Into<Vec<u16>>) -> Self {
        Thrown { what: what.into(), sides: die.sides(), faces: faces.into() }
    }
}

/// How a result came about: the one object that log, tooltip, companion and JSON render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Resolution {
    /// Everything that changed the numbers, in order.
    pub modifiers: Vec<Modifier>,
    /// The dice.
    pub throws: Vec<Thrown>,
    /// How the dice were read, in words: "4 and 4 both beat 3; together 8 reaches 8".
    pub reading: String,
    /// The stable name of the result: `step-loss`.
    pub result: String,
}

/// The exact odds of something before it is done.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Forecast {
    /// Everything that changes the numbers, in order.
    pub modifiers: Vec<Modifier>,
    /// What can come out, in the ruleset's order from best for the target to worst.
    pub outcomes: Vec<Chance>,
}

/// One outcome with its exact chance.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Chance {
    /// The stable name of the result: `pinned`.
    pub result: String,
    /// In how many ways it comes about.
    pub ways: Ways,
    /// Out of how many.
    pub of: Ways,
    /// The same as a number to show.
    pub p: f64,
}

/// An exact count. In JSON a number, or a string if it is above 2^53.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(export, type = "number | string")]
pub struct Ways(pub u128);

impl Serialize for Ways {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl Forecast {
    /// Names the results of an exact distribution. `all` gives every result the rule knows with its name, in order:
    /// one that cannot happen here is listed with zero ways.
    pub fn new<T: Ord>(modifiers: Vec<Modifier>, odds: &Odds<T>, all: impl IntoIterator<Item = (T, String)>) -> Self {
        let outcomes = all
            .into_iter()
            .map(|(result, name)| {
                let ways = odds.ways(&result);
                Chance { result: name, ways: Ways(ways), of: Ways(odds.of()), p: ways as f64 / odds.of() as f64 }
            })
            .collect();
        Forecast { modifiers, outcomes }
    }
}
