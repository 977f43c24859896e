//! The way a German is on (OF-6.8), kept as long as nothing changes that matters to it.

use hexmap::{Direction, Hex};
use serde::Serialize;

use crate::{
    booklet::paragraphs::words::{Ground, Marker, Quarter, Route, Weather},
    state::units::UnitId,
};

/// A way worked out before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// What it was worked out for.
    pub(crate) purpose: Purpose,
    /// Where the unit stands and looks when the next step is due.
    pub(crate) at: (Hex, Direction),
    /// The steps left, the next one last.
    pub(crate) steps: Vec<Leg>,
}

/// Where a move leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Goal {
    /// Any of these hexes, by ascending index.
    Hexes(Vec<Hex>),
    /// This edge of the map.
    Edge(Quarter),
    /// Cover that is not under the enemy's nose.
    Cover,
    /// Out of sight, this many hexes from the nearest enemy (OF-7.7); the hexes are worked out when they are needed.
    Hideout(Option<u8>),
}

impl Goal {
    /// Any of some hexes.
    pub(crate) fn any_of(hexes: impl IntoIterator<Item = Hex>) -> Goal {
        let mut hexes: Vec<Hex> = hexes.into_iter().collect();
        hexes.sort_unstable();
        Goal::Hexes(hexes)
    }
}

/// Everything that decides which way is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Purpose {
    pub(crate) route: Route,
    pub(crate) goal: Goal,
    pub(crate) others: Vec<(UnitId, Option<Hex>)>,
    pub(crate) smoke: Vec<Hex>,
    pub(crate) suppressed: bool,
    pub(crate) obstacles: Vec<(Hex, Marker)>,
    pub(crate) ground: Option<Ground>,
    pub(crate) weather: Weather,
}

/// One step of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    /// Turns the hull by one hexside.
    Turn {
        /// Clockwise.
        clockwise: bool,
    },
    /// Into the hex ahead.
    Ahead(Hex),
    /// On foot into a hex beside.
    Walk(Hex),
}
