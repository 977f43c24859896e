use serde::Serialize;
use ts_rs::TS;

use crate::{Forecast, RuleId};

/// Where a group of units could go.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Plan {
    /// The units that would go together.
    pub units: Vec<String>,
    /// The hex they start from.
    pub from: String,
    /// The hexes they could reach, nearest first.
    pub hexes: Vec<PlanHex>,
}

/// A hex that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct PlanHex {
    /// The number of the hex.
    pub hex: String,
    /// The cost from the start, as players write it: "3½".
    pub cost: String,
    /// Hexes on the way, the last one is this hex.
    pub path: Vec<String>,
    /// The actions that lead there, one after the other; an interrupt may stop them.
    pub actions: Vec<String>,
    /// The shots that could be fired when this hex is entered.
    pub threats: Vec<Threat>,
    /// What to expect of the enemy on the whole way, as far as the player can know.
    pub outlook: Outlook,
}

/// What to expect of the enemy on a way.
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
    /// The unit that could fire.
    pub unit: String,
    /// The hex it would fire from.
    pub hex: String,
    /// The rule that allows the shot.
    pub rule: RuleId,
    /// The unit it would hit worst.
    pub target: String,
    /// The odds, from the point of view of the unit that enters the hex.
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
    /// The number of the hex.
    pub hex: String,
    /// How strong the shade is, 1 to 5.
    pub level: u8,
    /// A short text in the hex.
    pub label: String,
}
