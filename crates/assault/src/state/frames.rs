//! What is going on: a stack of typed frames, of which the top one says who is asked what.

use engine::Seat;
use hexmap::Hex;
use serde::Serialize;

use super::units::{Unit, UnitSet};
use crate::tables::pool::Pool;

/// What is going on, and who is asked. The top frame decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// A side draws its formation cards.
    Muster {
        /// The side.
        seat: Seat,
    },
    /// A side sets its units up.
    Deploy {
        /// The side.
        seat: Seat,
    },
    /// A side gives out its command points.
    Planning {
        /// The side.
        seat: Seat,
    },
    /// A side asks for support.
    Support {
        /// The side.
        seat: Seat,
    },
    /// A side activates a unit, strikes with support or passes.
    Action {
        /// The side.
        seat: Seat,
    },
    /// A unit acts.
    Activation(Activation),
    /// A unit has entered a hex, and the enemy may fire at it.
    Reaction(Reaction),
    /// A shot is declared; the attacker may add support and a card.
    Shot(Shot),
    /// A shot is declared; the defender may answer it with a card.
    Answer(Shot),
    /// A unit goes into close combat; its side may play a card.
    Charge(Charge),
    /// It goes in, and the defender may answer with a card.
    Stand(Charge),
    /// Bombs went wide; the enemy says which friend they hit.
    Wide(AirRun),
    /// Aircraft have made a run; their side says whether they make another.
    Again(AirRun),
    /// The actions are over; a side may play cards before the turn is tidied up.
    Organization {
        /// The side.
        seat: Seat,
    },
    /// The game has ended.
    Over {
        /// The side that won; none in a draw.
        winner: Option<Seat>,
    },
}

/// A unit's activation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// The unit that acts.
    pub unit: Unit,
    /// What it is doing.
    pub mode: Mode,
    /// Movement points spent.
    pub spent: u8,
    /// Levels climbed.
    pub climbed: u8,
    /// It has fired.
    pub fired: bool,
    /// Movement points more, from a card.
    pub more: u8,
    /// Added to scouting rolls, from a card.
    pub scouting: i8,
    /// A card has been played for it.
    pub carded: bool,
}

/// What an activated unit is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing yet.
    Ready,
    /// It moves, and may fire if it has gone no farther than it could with fire.
    Move,
    /// It moves fast and does not fire.
    Fast,
    /// It fires first and moves then.
    FireAndMove,
}

impl Activation {
    /// A unit that has just been activated.
    pub fn of(unit: Unit) -> Activation {
        Activation { unit, mode: Mode::Ready, spent: 0, climbed: 0, fired: false, more: 0, scouting: 0, carded: false }
    }
}

/// A halt for reaction fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reaction {
    /// The side that may fire.
    pub side: Seat,
    /// The unit that entered a hex.
    pub mover: Unit,
    /// Whether it followed a covered trail into it.
    pub covered: bool,
    /// Units that have fired at it here.
    pub fired: UnitSet,
}

/// A shot that was declared and not yet thrown for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    /// The unit that fires.
    pub attacker: Unit,
    /// The unit it fires at.
    pub target: Unit,
    /// The unit that gives support.
    pub support: Option<Unit>,
    /// The attacker's card.
    pub card: Option<u8>,
}

/// A close combat that was declared and not yet fought.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Charge {
    /// The unit that goes in.
    pub unit: Unit,
    /// The unit it goes for.
    pub target: Unit,
    /// The assaulter's card.
    pub card: Option<u8>,
}

/// A run of aircraft that is going on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AirRun {
    /// The side whose they are.
    pub seat: Seat,
    /// Their place in its list of support.
    pub support: u8,
    /// Their card.
    pub aircraft: u8,
    /// The unit they attack.
    pub target: Unit,
    /// They use their blast value on what it stands in.
    pub blast: bool,
    /// The number of the run.
    pub number: u8,
    /// What AA fire and spotting have done to accuracy so far.
    pub carried: i8,
    /// AA fire has damaged them slightly.
    pub damaged: bool,
    /// Dice that showed nothing, and fall on a friend.
    pub wide: Pool,
    /// Where the bombs fell.
    pub hex: Option<Hex>,
}

/// A part of a march: it becomes one line of the log when the march ends or something interrupts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct March {
    /// The unit that marches.
    pub(crate) unit: Option<Unit>,
    /// Where it began, and every hex entered.
    pub(crate) way: Vec<Hex>,
    /// Movement points spent on it.
    pub(crate) cost: u8,
}
