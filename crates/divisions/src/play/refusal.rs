//! Why something cannot be done.

use engine::{Cited, RuleId};
use hexmap::Hex;
use thiserror::Error;

use crate::{
    rule_ids::{
        ASSAULT, COMMAND, CUP, EVENTS, FIRE_NEEDS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, PINS, REINFORCEMENTS, SIGHT,
        STACKING, TERRAIN, UNITS, WEATHER,
    },
    state::{Divisions, Unit},
    tables::Points,
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

/// A refusal with its words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Refusal {
    /// The typed reason.
    pub refused: Refused,
    rule: RuleId,
    code: &'static str,
    text: String,
}

impl Cited for Refusal {
    fn rule(&self) -> RuleId {
        self.rule
    }

    fn code(&self) -> &'static str {
        self.code
    }

    fn remedy(&self) -> Option<&'static str> {
        self.refused.remedy()
    }
}

impl Refused {
    /// The refusal for players and programs.
    pub(crate) fn spelled_out(self, rules: &Divisions) -> Refusal {
        let (rule, code, text) = self.entry(rules);
        Refusal { refused: self, rule, code, text }
    }

    /// What would change it.
    fn remedy(self) -> Option<&'static str> {
        Some(match self {
            Refused::NotActive(_) => "its formation acts when its chit is drawn from the cup",
            Refused::NotTogether(..) => "only companies in one hex move together: pick one of them",
            Refused::OthersAreMoving => "halt the group that is on the move",
            Refused::MovementOver | Refused::HasMoved(_) => "it moves again when its formation's next chit is drawn",
            Refused::HasFired(_) => {
                "it fires again when its formation's next chit is drawn, or at enemies who move in its sight"
            }
            Refused::NotAdjacent { .. } => {
                "companies move from hex to hex: the shaded hexes are those within reach now"
            }
            Refused::EnemyThere(_) => "close assault takes a hex from the enemy",
            Refused::Stacking { .. } => "move another company out of it first",
            Refused::NoPoints { .. } => "roads and open ground cost less; the rest waits for the next activation",
            Refused::NoFireWeather => "wait for clear weather",
            Refused::OutOfRange { .. } => "move nearer",
            Refused::NoSight { .. } => "press L and drag from hex to hex: the sight tool shows what is in the way",
            Refused::Pinned(_) => "pins come off when its formation's activation is over",
            Refused::OutOfCommand(_) => "bring its headquarters nearer",
            Refused::NotBeside { .. } => "move into a hex beside the enemy, with a way in that its ground allows",
            Refused::EnterAlone => "name one company at a time",
            Refused::NothingActive
            | Refused::NotAsked
            | Refused::NobodyMoves
            | Refused::NotYours(_)
            | Refused::OwnUnit(_)
            | Refused::NotOnMap(_)
            | Refused::FiredInHalt(_)
            | Refused::NotEntering(_)
            | Refused::Impassable(_)
            | Refused::NotYet { .. }
            | Refused::NotAnEntry { .. }
            | Refused::Unarmed(_)
            | Refused::CannotAssault(_)
            | Refused::NoEnemyThere(_)
            | Refused::AlreadyJoined(_)
            | Refused::EnoughAttackers(_)
            | Refused::NoChit
            | Refused::ChitNotNow
            | Refused::ChitNeedsUnit
            | Refused::CannotRebuild(_)
            | Refused::NoRetreat(_)
            | Refused::NotAnAttacker(_) => return None,
        })
    }

    /// The one list of refusals: the rule that forbids it, a stable name and the words.
    fn entry(self, rules: &Divisions) -> (RuleId, &'static str, String) {
        let name = |unit: Unit| rules.unit(unit).name.as_str();
        let at = |hex: Hex| rules.label(hex);
        match self {
            Refused::NothingActive => (CUP, "nothing-active", "no formation is active".to_owned()),
            Refused::NotAsked => (CUP, "not-asked", "that is not what is asked now".to_owned()),
            Refused::NobodyMoves => (MOVEMENT, "nobody-moves", "name the units that move".to_owned()),
            Refused::NotYours(unit) => {
                (OPPORTUNITY_FIRE, "not-yours", format!("{} is not yours to command", name(unit)))
            }
            Refused::OwnUnit(unit) => (FIRE_NEEDS, "own-unit", format!("{} is one of your own", name(unit))),
            Refused::NotActive(unit) => {
                (CUP, "not-active", format!("{} does not belong to the active formation", name(unit)))
            }
            Refused::NotOnMap(unit) => (UNITS, "not-on-map", format!("{} is not on the map", name(unit))),
            Refused::NotTogether(a, b) => {
                (MOVEMENT, "not-together", format!("{} and {} do not stand together", name(a), name(b)))
            }
            Refused::OthersAreMoving => {
                (MOVEMENT, "others-are-moving", "another group is on the move: halt it first".to_owned())
            }
            Refused::MovementOver => (MOVEMENT, "movement-over", "the formation's movement is over".to_owned()),
            Refused::HasMoved(unit) => (MOVEMENT, "has-moved", format!("{} has moved already", name(unit))),
            Refused::HasFired(unit) => (FIRE_PHASE, "has-fired", format!("{} has fired or fought already", name(unit))),
            Refused::FiredInHalt(unit) => (
                OPPORTUNITY_FIRE,
                "fired-in-halt",
                format!("{} has fired at this hex: it may fire again at the next", name(unit)),
            ),
            Refused::NotEntering(unit) => {
                (OPPORTUNITY_FIRE, "not-entering", format!("{} did not enter a hex just now", name(unit)))
            }
            Refused::NotAdjacent { from, to } => {
                (MOVEMENT, "not-adjacent", format!("{} and {} are not adjacent", at(from), at(to)))
            }
            Refused::Impassable(hex) => (
                TERRAIN,
                "impassable",
                format!("there is no way into {} ({})", at(hex), rules.ground(hex).name.to_lowercase()),
            ),
            Refused::EnemyThere(hex) => (STACKING, "enemy-there", format!("the enemy holds {}", at(hex))),
            Refused::Stacking { hex, limit } => {
                (STACKING, "stacking", format!("{} holds {limit} counters at most", at(hex)))
            }
            Refused::NoPoints { cost, left } => {
                (MOVEMENT, "no-points", format!("that costs {} and {} is left", Points(cost), Points(left)))
            }
            Refused::EnterAlone => {
                (REINFORCEMENTS, "enter-alone", "reinforcements come onto the map one at a time".to_owned())
            }
            Refused::NotYet { unit, turn } => {
                (REINFORCEMENTS, "not-yet", format!("{} arrives on turn {turn}", name(unit)))
            }
            Refused::NotAnEntry { unit, hex } => {
                (REINFORCEMENTS, "not-an-entry", format!("{} does not come in at {}", name(unit), at(hex)))
            }
            Refused::NoFireWeather => {
                (WEATHER, "no-fire-weather", "there is no direct fire but in clear weather by day".to_owned())
            }
            Refused::Unarmed(unit) => (UNITS, "unarmed", format!("{} has no direct fire", name(unit))),
            Refused::OutOfRange { shooter, range, reach } => {
                (FIRE_NEEDS, "out-of-range", format!("the range is {range} and {} reaches {reach}", name(shooter)))
            }
            Refused::NoSight { shooter, hex } => {
                (SIGHT, "no-sight", format!("{} does not see {}", name(shooter), at(hex)))
            }
            Refused::Pinned(unit) => (PINS, "pinned", format!("{} is pinned", name(unit))),
            Refused::OutOfCommand(unit) => {
                (COMMAND, "out-of-command", format!("{} is out of command and does not assault", name(unit)))
            }
            Refused::CannotAssault(unit) => {
                (ASSAULT, "cannot-assault", format!("{} does not fight in close assault", name(unit)))
            }
            Refused::NoEnemyThere(hex) => (ASSAULT, "no-enemy-there", format!("there is no enemy in {}", at(hex))),
            Refused::NotBeside { unit, hex } => {
                (ASSAULT, "not-beside", format!("{} cannot get at {} from where it stands", name(unit), at(hex)))
            }
            Refused::AlreadyJoined(unit) => (ASSAULT, "already-joined", format!("{} takes part already", name(unit))),
            Refused::EnoughAttackers(limit) => {
                (ASSAULT, "enough-attackers", format!("{limit} companies at most attack a hex"))
            }
            Refused::NoChit => (EVENTS, "no-chit", "no such event chit is in hand".to_owned()),
            Refused::ChitNotNow => (EVENTS, "chit-not-now", "that event chit cannot be played now".to_owned()),
            Refused::ChitNeedsUnit => {
                (EVENTS, "chit-needs-unit", "say for which company the chit is played".to_owned())
            }
            Refused::CannotRebuild(unit) => (
                EVENTS,
                "cannot-rebuild",
                format!("{} must be depleted, in command and clear of the enemy", name(unit)),
            ),
            Refused::NoRetreat(hex) => {
                (ASSAULT, "no-retreat", format!("the defenders cannot fall back to {}", at(hex)))
            }
            Refused::NotAnAttacker(unit) => {
                (ASSAULT, "not-an-attacker", format!("{} did not take part in the assault", name(unit)))
            }
        }
    }
}
