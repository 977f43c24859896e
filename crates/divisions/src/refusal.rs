//! Why something cannot be done.

use engine::{Cited, RuleId};
use hexmap::Hex;
use thiserror::Error;

use crate::{
    movement::points,
    rule_ids::{
        ASSAULT, COMMAND, CUP, EVENTS, FIRE_NEEDS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, PINS, REINFORCEMENTS, SIGHT,
        STACKING, TERRAIN, UNITS, WEATHER,
    },
    unit_set::Unit,
    world::Divisions,
};

/// A refusal, small enough to be made millions of times while legal actions are looked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Refused {
    NothingActive,
    NotAsked,
    NobodyMoves,
    NotYours(Unit),
    OwnUnit(Unit),
    NotActive(Unit),
    NotOnMap(Unit),
    NotTogether(Unit, Unit),
    OthersAreMoving,
    MovementOver,
    HasMoved(Unit),
    HasFired(Unit),
    FiredInHalt(Unit),
    NotEntering(Unit),
    NotAdjacent { from: Hex, to: Hex },
    Impassable(Hex),
    EnemyThere(Hex),
    Stacking { hex: Hex, limit: u8 },
    NoPoints { cost: u16, left: u16 },
    EnterAlone,
    NotYet { unit: Unit, turn: u8 },
    NotAnEntry { unit: Unit, hex: Hex },
    NoFireWeather,
    Unarmed(Unit),
    OutOfRange { shooter: Unit, range: u16, reach: u16 },
    NoSight { shooter: Unit, hex: Hex },
    Pinned(Unit),
    OutOfCommand(Unit),
    CannotAssault(Unit),
    NoEnemyThere(Hex),
    NotBeside { unit: Unit, hex: Hex },
    AlreadyJoined(Unit),
    EnoughAttackers(u8),
    NoChit,
    ChitNotNow,
    ChitNeedsUnit,
    CannotRebuild(Unit),
    NoRetreat(Hex),
    NotAnAttacker(Unit),
}

impl Refused {
    /// The rule that forbids it.
    pub fn rule(self) -> RuleId {
        match self {
            Refused::NothingActive | Refused::NotAsked | Refused::NotActive(_) => CUP,
            Refused::OwnUnit(_) => FIRE_NEEDS,
            Refused::NotOnMap(_) | Refused::Unarmed(_) => UNITS,
            Refused::NobodyMoves
            | Refused::NotTogether(..)
            | Refused::OthersAreMoving
            | Refused::MovementOver
            | Refused::HasMoved(_)
            | Refused::NotAdjacent { .. }
            | Refused::NoPoints { .. } => MOVEMENT,
            Refused::HasFired(_) => FIRE_PHASE,
            Refused::NotYours(_) | Refused::FiredInHalt(_) | Refused::NotEntering(_) => OPPORTUNITY_FIRE,
            Refused::Impassable(_) => TERRAIN,
            Refused::EnemyThere(_) | Refused::Stacking { .. } => STACKING,
            Refused::EnterAlone | Refused::NotYet { .. } | Refused::NotAnEntry { .. } => REINFORCEMENTS,
            Refused::NoFireWeather => WEATHER,
            Refused::OutOfRange { .. } => FIRE_NEEDS,
            Refused::NoSight { .. } => SIGHT,
            Refused::Pinned(_) => PINS,
            Refused::OutOfCommand(_) => COMMAND,
            Refused::CannotAssault(_)
            | Refused::NoEnemyThere(_)
            | Refused::NotBeside { .. }
            | Refused::AlreadyJoined(_)
            | Refused::EnoughAttackers(_)
            | Refused::NoRetreat(_)
            | Refused::NotAnAttacker(_) => ASSAULT,
            Refused::NoChit | Refused::ChitNotNow | Refused::ChitNeedsUnit | Refused::CannotRebuild(_) => EVENTS,
        }
    }

    /// A stable name.
    pub fn code(self) -> &'static str {
        match self {
            Refused::NothingActive => "nothing-active",
            Refused::NotAsked => "not-asked",
            Refused::NobodyMoves => "nobody-moves",
            Refused::NotYours(_) => "not-yours",
            Refused::OwnUnit(_) => "own-unit",
            Refused::NotActive(_) => "not-active",
            Refused::NotOnMap(_) => "not-on-map",
            Refused::NotTogether(..) => "not-together",
            Refused::OthersAreMoving => "others-are-moving",
            Refused::MovementOver => "movement-over",
            Refused::HasMoved(_) => "has-moved",
            Refused::HasFired(_) => "has-fired",
            Refused::FiredInHalt(_) => "fired-in-halt",
            Refused::NotEntering(_) => "not-entering",
            Refused::NotAdjacent { .. } => "not-adjacent",
            Refused::Impassable(_) => "impassable",
            Refused::EnemyThere(_) => "enemy-there",
            Refused::Stacking { .. } => "stacking",
            Refused::NoPoints { .. } => "no-points",
            Refused::EnterAlone => "enter-alone",
            Refused::NotYet { .. } => "not-yet",
            Refused::NotAnEntry { .. } => "not-an-entry",
            Refused::NoFireWeather => "no-fire-weather",
            Refused::Unarmed(_) => "unarmed",
            Refused::OutOfRange { .. } => "out-of-range",
            Refused::NoSight { .. } => "no-sight",
            Refused::Pinned(_) => "pinned",
            Refused::OutOfCommand(_) => "out-of-command",
            Refused::CannotAssault(_) => "cannot-assault",
            Refused::NoEnemyThere(_) => "no-enemy-there",
            Refused::NotBeside { .. } => "not-beside",
            Refused::AlreadyJoined(_) => "already-joined",
            Refused::EnoughAttackers(_) => "enough-attackers",
            Refused::NoChit => "no-chit",
            Refused::ChitNotNow => "chit-not-now",
            Refused::ChitNeedsUnit => "chit-needs-unit",
            Refused::CannotRebuild(_) => "cannot-rebuild",
            Refused::NoRetreat(_) => "no-retreat",
            Refused::NotAnAttacker(_) => "not-an-attacker",
        }
    }
}

/// A refusal with its words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Refusal {
    /// What kind it is.
    pub refused: Refused,
    text: String,
}

impl Cited for Refusal {
    fn rule(&self) -> RuleId {
        self.refused.rule()
    }

    fn code(&self) -> &'static str {
        self.refused.code()
    }
}

impl Divisions {
    /// Puts a refusal into words.
    pub(crate) fn in_words(&self, refused: Refused) -> Refusal {
        let name = |unit: Unit| self.unit(unit).name.as_str();
        let at = |hex: Hex| self.label(hex);
        let text = match refused {
            Refused::NothingActive => "no formation is active".to_owned(),
            Refused::NotAsked => "that is not what is asked now".to_owned(),
            Refused::NobodyMoves => "name the units that move".to_owned(),
            Refused::NotYours(unit) => format!("{} is not yours to command", name(unit)),
            Refused::OwnUnit(unit) => format!("{} is one of your own", name(unit)),
            Refused::NotActive(unit) => format!("{} does not belong to the active formation", name(unit)),
            Refused::NotOnMap(unit) => format!("{} is not on the map", name(unit)),
            Refused::NotTogether(a, b) => format!("{} and {} do not stand together", name(a), name(b)),
            Refused::OthersAreMoving => "another group is on the move: halt it first".to_owned(),
            Refused::MovementOver => "the formation's movement is over".to_owned(),
            Refused::HasMoved(unit) => format!("{} has moved already", name(unit)),
            Refused::HasFired(unit) => format!("{} has fired or fought already", name(unit)),
            Refused::FiredInHalt(unit) => {
                format!("{} has fired at this hex: it may fire again at the next", name(unit))
            }
            Refused::NotEntering(unit) => format!("{} did not enter a hex just now", name(unit)),
            Refused::NotAdjacent { from, to } => format!("{} and {} are not adjacent", at(from), at(to)),
            Refused::Impassable(hex) => {
                format!("there is no way into {} ({})", at(hex), self.ground(hex).name.to_lowercase())
            }
            Refused::EnemyThere(hex) => format!("the enemy holds {}", at(hex)),
            Refused::Stacking { hex, limit } => format!("{} holds {limit} counters at most", at(hex)),
            Refused::NoPoints { cost, left } => format!("that costs {} and {} is left", points(cost), points(left)),
            Refused::EnterAlone => "reinforcements come onto the map one at a time".to_owned(),
            Refused::NotYet { unit, turn } => format!("{} arrives on turn {turn}", name(unit)),
            Refused::NotAnEntry { unit, hex } => format!("{} does not come in at {}", name(unit), at(hex)),
            Refused::NoFireWeather => "there is no direct fire but in clear weather by day".to_owned(),
            Refused::Unarmed(unit) => format!("{} has no direct fire", name(unit)),
            Refused::OutOfRange { shooter, range, reach } => {
                format!("the range is {range} and {} reaches {reach}", name(shooter))
            }
            Refused::NoSight { shooter, hex } => format!("{} does not see {}", name(shooter), at(hex)),
            Refused::Pinned(unit) => format!("{} is pinned", name(unit)),
            Refused::OutOfCommand(unit) => format!("{} is out of command and does not assault", name(unit)),
            Refused::CannotAssault(unit) => format!("{} does not fight in close assault", name(unit)),
            Refused::NoEnemyThere(hex) => format!("there is no enemy in {}", at(hex)),
            Refused::NotBeside { unit, hex } => {
                format!("{} cannot get at {} from where it stands", name(unit), at(hex))
            }
            Refused::AlreadyJoined(unit) => format!("{} takes part already", name(unit)),
            Refused::EnoughAttackers(limit) => format!("{limit} companies at most attack a hex"),
            Refused::NoChit => "no such event chit is in hand".to_owned(),
            Refused::ChitNotNow => "that event chit cannot be played now".to_owned(),
            Refused::ChitNeedsUnit => "say for which company the chit is played".to_owned(),
            Refused::CannotRebuild(unit) => {
                format!("{} must be depleted, in command and clear of the enemy", name(unit))
            }
            Refused::NoRetreat(hex) => format!("the defenders cannot fall back to {}", at(hex)),
            Refused::NotAnAttacker(unit) => format!("{} did not take part in the assault", name(unit)),
        };
        Refusal { refused, text }
    }
}
