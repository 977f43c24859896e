//! What the player can do.

use engine::Seat;
use hexmap::{Direction, Hex};

use crate::{
    play::s04_generation::Step,
    state::{Shell, units::UnitId},
};

/// Something the player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A step of platoon generation (OF-4).
    Generate(Step),
    /// Give a unit to a section (OF-1.1).
    Assign {
        /// Who.
        unit: UnitId,
        /// Whose it is then.
        seat: Seat,
    },
    /// Let another section act first (OF-1.1).
    HandOver {
        /// Which.
        seat: Seat,
    },
    /// A step of the debriefing, or before the next mission of a campaign (OF-16.1).
    Debrief(crate::play::s16_campaign::steps::Step),
    /// Put a unit on the map before play begins.
    Place {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// Bring a unit in at an entry hex (OF-5, OF-6.10).
    Enter {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// One hex in operations (OF-7.4).
    March {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Hex,
    },
    /// Leave the map over the edge in this hex (OF-7.1).
    Exit {
        /// Who.
        unit: UnitId,
    },
    /// Open up or button up (OF-5.4, OF-6.7).
    Hatch {
        /// Who.
        unit: UnitId,
        /// Buttoned up afterwards.
        closed: bool,
    },
    /// Face this way in operations, or in set-up: hull and turret.
    Face {
        /// Who.
        unit: UnitId,
        /// The hull.
        facing: Direction,
    },
    /// Get aboard or be hitched.
    Load {
        /// Who.
        unit: UnitId,
        /// Onto what.
        carrier: UnitId,
    },
    /// Get off or be unhitched.
    Unload {
        /// Who.
        unit: UnitId,
    },
    /// Take a turn with this unit: the player's choice among those in the space (OF-6.1).
    Begin {
        /// Who.
        unit: UnitId,
    },
    /// Turn the German's card and carry out what it says (OF-6.8).
    German,
    /// Spend a crew point on a perception check of the marker (OF-6.7).
    Peer,
    /// Leave the marker to its activation check (OF-6.7).
    LeaveIt,
    /// Start to drive (OF-7.5).
    Drive {
        /// Fast.
        fast: bool,
    },
    /// Into the hex ahead.
    Forward,
    /// Into the hex behind (OF-7.5).
    Back,
    /// On foot, into a hex beside.
    Walk {
        /// Where to.
        to: Hex,
    },
    /// Turn the hull by one hexside (OF-7.2).
    Rotate {
        /// Clockwise.
        clockwise: bool,
    },
    /// Turn the turret by one hexside (OF-2.10).
    Traverse {
        /// Clockwise.
        clockwise: bool,
    },
    /// Look for a hull-down position (OF-7.3).
    Defilade,
    /// Into or out of the improved position in the hex (OF-13.2).
    DigIn {
        /// In.
        inside: bool,
    },
    /// Fire the main gun (OF-9.1, OF-9.2).
    FireMain {
        /// At whom.
        target: UnitId,
        /// With what.
        shell: Shell,
    },
    /// Fire everything at once: the main gun with a GP shell, and all machineguns (OF-9.2).
    FireAll {
        /// At whom.
        target: UnitId,
    },
    /// Lay smoke (OF-9.10).
    LaySmoke {
        /// Where.
        hex: Hex,
    },
    /// Fire all machineguns, or a squad's weapons (OF-9.2).
    FireGuns {
        /// At whom.
        target: UnitId,
    },
    /// Fire a bazooka (OF-9.8).
    FireBazooka {
        /// At whom.
        target: UnitId,
    },
    /// Assault a unit in the same hex (OF-11.1).
    Assault {
        /// Whom.
        target: UnitId,
        /// To capture it (OF-11.2).
        capture: bool,
    },
    /// Enter a hex and assault (OF-11.3).
    Charge {
        /// Whom.
        target: UnitId,
    },
    /// Prepare a gun, facing this way (OF-9.7).
    Prepare {
        /// Where it points.
        facing: Direction,
    },
    /// Give the turn to another unit (OF-6.3).
    GiveTurn {
        /// To whom.
        unit: UnitId,
    },
    /// Make another unit aware (OF-6.3).
    MakeAware {
        /// Whom.
        unit: UnitId,
    },
    /// Man a captured vehicle with half a crew (OF-11.2).
    Guard {
        /// Whose crew.
        unit: UnitId,
        /// Which.
        captured: UnitId,
    },
    /// Take a prisoner along, or let him stay where he is (OF-11.2).
    Lead {
        /// Who guards him.
        unit: UnitId,
        /// Whom.
        prisoner: UnitId,
        /// He comes along.
        along: bool,
    },
    /// Answer what a paragraph asks: the place of the answer in its list (OF-5.1).
    Answer(u8),
    /// Leave the tank on foot (OF-12).
    Abandon,
    /// Leave Germans alone who can neither move nor fire, and go back to operations (OF-3).
    StandDown,
    /// Break the mission off as it stands, when a fight has gone on too long (OF-15).
    CallOff,
    /// Nothing more with this unit, or with the set-up.
    Done,
}

impl Action {
    /// The units it names.
    pub fn units(&self) -> [Option<UnitId>; 2] {
        match *self {
            Action::Load { unit, carrier } => [Some(unit), Some(carrier)],
            Action::Place { unit, .. }
            | Action::Assign { unit, .. }
            | Action::Enter { unit, .. }
            | Action::March { unit, .. }
            | Action::Exit { unit }
            | Action::Hatch { unit, .. }
            | Action::Face { unit, .. }
            | Action::Unload { unit }
            | Action::Begin { unit }
            | Action::GiveTurn { unit }
            | Action::MakeAware { unit } => [Some(unit), None],
            Action::FireMain { target, .. }
            | Action::FireAll { target }
            | Action::FireGuns { target }
            | Action::FireBazooka { target }
            | Action::Assault { target, .. }
            | Action::Charge { target } => [Some(target), None],
            Action::Guard { unit, captured } => [Some(unit), Some(captured)],
            Action::Lead { unit, prisoner, .. } => [Some(unit), Some(prisoner)],
            Action::Generate(Step::Swap { unit, .. }) => [Some(unit), None],
            Action::Generate(_)
            | Action::HandOver { .. }
            | Action::Debrief(_)
            | Action::German
            | Action::Peer
            | Action::LeaveIt
            | Action::Answer(_)
            | Action::Drive { .. }
            | Action::Forward
            | Action::Back
            | Action::Walk { .. }
            | Action::Rotate { .. }
            | Action::Traverse { .. }
            | Action::Defilade
            | Action::DigIn { .. }
            | Action::LaySmoke { .. }
            | Action::Prepare { .. }
            | Action::Abandon
            | Action::StandDown
            | Action::CallOff
            | Action::Done => [None, None],
        }
    }
}
