use serde::Serialize;
use ts_rs::TS;

use crate::{Forecast, RuleId};

/// Where a group of units could go.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Plan {
    /// The units that would go together.
    pub units: Vec<String>,
    /// Where they stand.
    pub from: String,
    /// The hexes they could reach, nearest first.
    pub hexes: Vec<PlanHex>,
}

/// A hex that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct PlanHex {
    /// Which hex.
    pub hex: String,
    /// The cost from the start, as players write it: "3½".
    pub cost: String,
    /// Hexes on the way, the last one is this hex.
    pub path: Vec<String>,
    /// The actions that lead there, one after the other; an interrupt may stop them.
    pub actions: Vec<String>,
    /// Who could fire when this hex is entered.
    pub threats: Vec<Threat>,
    /// What is to be expected of the enemy on the whole way, as far as it is known.
    pub outlook: Outlook,
}

/// What is to be expected of the enemy on a way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Outlook {
    /// In words.
    pub text: String,
    /// Whether the enemy can do something about it.
    pub danger: bool,
}

/// Something that could be done to units that enter a hex.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Threat {
    /// Who.
    pub unit: String,
    /// Where from.
    pub hex: String,
    /// By which rule.
    pub rule: RuleId,
    /// The unit it would hit worst.
    pub target: String,
    /// The odds, as whoever enters the hex sees them.
    pub odds: Forecast,
}

/// A shading of the map that a player can switch on.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Overlay {
    /// Stable name.
    pub id: String,
    /// What the switch says.
    pub title: String,
    /// The shaded hexes.
    pub hexes: Vec<OverlayHex>,
}

/// A shaded hex.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct OverlayHex {
    /// Which hex.
    pub hex: String,
    /// How strong the shade is, 1 to 5.
    pub level: u8,
    /// A short text in the hex.
    pub label: String,
}
