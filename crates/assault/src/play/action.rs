//! What players can do.

use hexmap::{Corner, Hex};

use crate::{state::Unit, tables::support::artillery::FireMode};

/// Something a player can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    /// Draw formation cards, or begin (AS-16).
    Draw,
    /// Set a unit up (AS-16).
    Place { unit: Unit, to: Hex },
    /// Set up everything that is left by itself.
    PlaceRest,
    /// Give a unit a command point (AS-6).
    Plan { unit: Unit },
    /// Take it back.
    Unplan { unit: Unit },
    /// Ask for support, by its place in the side's list (AS-12.3.1, AS-12.4.1).
    Request { support: u8, at: Option<Hex> },
    /// Activate a unit (AS-9).
    Activate { unit: Unit },
    /// Off-board artillery strikes (AS-12.4.3).
    Bombard { support: u8, mode: FireMode },
    /// Aircraft strike (AS-12.3.3).
    AirStrike { support: u8, target: Unit, blast: bool },
    /// Enter an adjacent hex, or the map.
    Move { unit: Unit, to: Hex },
    /// Turn to a corner of the hex.
    Turn { unit: Unit, to: Corner },
    /// Make it a fast action.
    Fast { unit: Unit },
    /// Fire first and move then.
    FireFirst { unit: Unit },
    /// Fire at a unit (AS-10).
    Fire { attacker: Unit, target: Unit },
    /// Give fire support to the shot that is declared (AS-10.8.4).
    Join { unit: Unit },
    /// Go in with cold steel (AS-11).
    Assault { unit: Unit, target: Unit },
    /// Hide (AS-9.12.1).
    Hide { unit: Unit },
    /// Lie in wait.
    Ambush { unit: Unit },
    /// Dig in (AS-13.1).
    DigIn { unit: Unit },
    /// Take the mines out of the unit's hex (AS-9.6.6).
    Clear { unit: Unit },
    /// Get into a vehicle, or be hitched to it (AS-4.2).
    Mount { unit: Unit, vehicle: Unit },
    /// Get out of it.
    Dismount { unit: Unit },
    /// Lay smoke.
    Smoke { unit: Unit, at: Hex },
    /// Use the blast value against a building or a work (AS-12.5).
    Blast { unit: Unit, at: Hex },
    /// Say which friend wide bombs hit (AS-12.3).
    Hit { unit: Unit },
    /// Play a command card (AS-8.3).
    Play { card: u8, unit: Option<Unit> },
    /// Nothing more.
    Done,
}

impl Action {
    /// The unit that does it, if one does.
    pub fn doer(self) -> Option<Unit> {
        match self {
            Action::Place { unit, .. }
            | Action::Plan { unit }
            | Action::Unplan { unit }
            | Action::Activate { unit }
            | Action::Move { unit, .. }
            | Action::Turn { unit, .. }
            | Action::Fast { unit }
            | Action::FireFirst { unit }
            | Action::Fire { attacker: unit, .. }
            | Action::Join { unit }
            | Action::Assault { unit, .. }
            | Action::Hide { unit }
            | Action::Ambush { unit }
            | Action::DigIn { unit }
            | Action::Clear { unit }
            | Action::Mount { unit, .. }
            | Action::Dismount { unit }
            | Action::Smoke { unit, .. }
            | Action::Blast { unit, .. }
            | Action::Hit { unit } => Some(unit),
            Action::Play { unit, .. } => unit,
            Action::Draw
            | Action::PlaceRest
            | Action::Request { .. }
            | Action::Bombard { .. }
            | Action::AirStrike { .. }
            | Action::Done => None,
        }
    }
}
