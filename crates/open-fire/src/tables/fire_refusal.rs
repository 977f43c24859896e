//! Why an attack cannot be made.

use engine::{Cited, RuleId};
use thiserror::Error;

use crate::rule_ids::{AP_FIRE, ASSAULT, BAZOOKAS, CAPTURE, CLOSING, FIGHTERS, FIRE, GP_FIRE, MINEFIELDS};

/// Why an attack cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum CannotFire {
    #[error("{0} has no weapon that fires AP")]
    NoApWeapon(String),
    #[error("AP fire does nothing to {0}: only vehicles and bunkers can be hit by it")]
    NotForAp(String),
    #[error("{weapon} reaches over {limit} hexes at most, and there are {range} between")]
    BeyondLimit { weapon: String, limit: u16, range: u16 },
    #[error("{0} is never buttoned up")]
    NeverClosed(String),
    #[error("{0} is always shut")]
    AlwaysClosed(String),
    #[error("{0} has no GP weapon to fire with")]
    NoGpWeapon(String),
    #[error("machineguns and squads do nothing over more than {most} hexes, and there are {range} between")]
    OutOfMachinegunRange { most: u16, range: u16 },
    #[error("only tanks and squads fire at fighters, and only with machineguns; {0} does not")]
    NotAtFighters(String),
    #[error("GP fire does nothing to the bunker itself; name the unit inside and say that it is in a bunker")]
    BunkerItself,
    #[error("{0} cannot be assaulted")]
    NotAssaulted(String),
    #[error("{0} cannot assault")]
    CannotAssault(String),
    #[error("only a US squad may try to capture, and only Germans: not {firer} {target}")]
    CannotCapture { firer: String, target: String },
    #[error("Germans know where their mines are; {0} is not harmed")]
    OwnMines(String),
    #[error("a mine does nothing to {0}")]
    NotByMines(String),
}

impl Cited for CannotFire {
    fn rule(&self) -> RuleId {
        match self {
            CannotFire::NoApWeapon(_) => AP_FIRE,
            CannotFire::NotForAp(_) => FIRE,
            CannotFire::BeyondLimit { .. } => BAZOOKAS,
            CannotFire::NeverClosed(_) | CannotFire::AlwaysClosed(_) => CLOSING,
            CannotFire::NoGpWeapon(_) | CannotFire::OutOfMachinegunRange { .. } | CannotFire::BunkerItself => GP_FIRE,
            CannotFire::NotAtFighters(_) => FIGHTERS,
            CannotFire::NotAssaulted(_) | CannotFire::CannotAssault(_) => ASSAULT,
            CannotFire::CannotCapture { .. } => CAPTURE,
            CannotFire::OwnMines(_) | CannotFire::NotByMines(_) => MINEFIELDS,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            CannotFire::NoApWeapon(_) => "no-ap-weapon",
            CannotFire::NotForAp(_) => "not-for-ap",
            CannotFire::BeyondLimit { .. } => "beyond-limit",
            CannotFire::NeverClosed(_) => "never-closed",
            CannotFire::AlwaysClosed(_) => "always-closed",
            CannotFire::NoGpWeapon(_) => "no-gp-weapon",
            CannotFire::OutOfMachinegunRange { .. } => "out-of-machinegun-range",
            CannotFire::NotAtFighters(_) => "not-at-fighters",
            CannotFire::BunkerItself => "bunker-itself",
            CannotFire::NotAssaulted(_) => "not-assaulted",
            CannotFire::CannotAssault(_) => "cannot-assault",
            CannotFire::CannotCapture { .. } => "cannot-capture",
            CannotFire::OwnMines(_) => "own-mines",
            CannotFire::NotByMines(_) => "not-by-mines",
        }
    }
}
