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
        /// The unit to give.
        unit: UnitId,
        /// The section that gets it.
        seat: Seat,
    },
    /// Let another section act first (OF-1.1).
    HandOver {
        /// The section that acts next.
        seat: Seat,
    },
    /// A step of the debriefing, or before the next mission of a campaign (OF-16.1).
    Debrief(crate::play::s16_campaign::steps::Step),
    /// Put a unit on the map before play begins.
    Place {
        /// The unit to place.
        unit: UnitId,
        /// The hex it starts in.
        hex: Hex,
    },
    /// Bring a unit in at an entry hex (OF-5, OF-6.10).
    Enter {
        /// The unit that comes in.
        unit: UnitId,
        /// The entry hex.
        hex: Hex,
    },
    /// One hex in operations (OF-7.4).
    March {
        /// The unit that moves.
        unit: UnitId,
        /// The adjacent hex it enters.
        to: Hex,
    },
    /// Leave the map over the edge in this hex (OF-7.1).
    Exit {
        /// The unit that leaves.
        unit: UnitId,
    },
    /// Open up or button up (OF-5.4, OF-6.7).
    Hatch {
        /// The vehicle.
        unit: UnitId,
        /// Whether it is buttoned up afterwards.
        closed: bool,
    },
    /// Face this way in operations, or in set-up: hull and turret.
    Face {
        /// The unit that turns.
        unit: UnitId,
        /// The hexside that its hull and turret face.
        facing: Direction,
    },
    /// Get aboard or be hitched.
    Load {
        /// The squad or gun.
        unit: UnitId,
        /// The vehicle that carries or tows it.
        carrier: UnitId,
    },
    /// Get off or be unhitched.
    Unload {
        /// The squad or gun.
        unit: UnitId,
    },
    /// Take a turn with this unit: the player's choice among those in the space (OF-6.1).
    Begin {
        /// The unit that acts.
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
        /// Whether the drive is fast.
        fast: bool,
    },
    /// Into the hex ahead.
    Forward,
    /// Into the hex behind (OF-7.5).
    Back,
    /// On foot, into a hex beside.
    Walk {
        /// The adjacent hex it enters.
        to: Hex,
    },
    /// Turn the hull by one hexside (OF-7.2).
    Rotate {
        /// Whether it turns clockwise.
        clockwise: bool,
    },
    /// Turn the turret by one hexside (OF-2.10).
    Traverse {
        /// Whether it turns clockwise.
        clockwise: bool,
    },
    /// Look for a hull-down position (OF-7.3).
    Defilade,
    /// Into or out of the improved position in the hex (OF-13.2).
    DigIn {
        /// Whether it is inside afterwards.
        inside: bool,
    },
    /// Fire the main gun (OF-9.1, OF-9.2).
    FireMain {
        /// The unit fired at.
        target: UnitId,
        /// The kind of shell.
        shell: Shell,
    },
    /// Fire everything at once: the main gun with a GP shell, and all machineguns (OF-9.2).
    FireAll {
        /// The unit fired at.
        target: UnitId,
    },
    /// Lay smoke (OF-9.10).
    LaySmoke {
        /// The hex that gets the marker.
        hex: Hex,
    },
    /// Fire all machineguns, or a squad's weapons (OF-9.2).
    FireGuns {
        /// The unit fired at.
        target: UnitId,
    },
    /// Fire a bazooka (OF-9.8).
    FireBazooka {
        /// The unit fired at.
        target: UnitId,
    },
    /// Assault a unit in the same hex (OF-11.1).
    Assault {
        /// The unit assaulted.
        target: UnitId,
        /// Whether to capture it instead of killing it (OF-11.2).
        capture: bool,
    },
    /// Enter a hex and assault (OF-11.3).
    Charge {
        /// The unit assaulted.
        target: UnitId,
    },
    /// Prepare a gun, facing this way (OF-9.7).
    Prepare {
        /// The hexside the gun points to.
        facing: Direction,
    },
    /// Give the turn to another unit (OF-6.3).
    GiveTurn {
        /// The unit that gets the turn.
        unit: UnitId,
    },
    /// Make another unit aware (OF-6.3).
    MakeAware {
        /// The unit that becomes aware.
        unit: UnitId,
    },
    /// Man a captured vehicle with half a crew (OF-11.2).
    Guard {
        /// The unit that gives half its crew.
        unit: UnitId,
        /// The captured vehicle.
        captured: UnitId,
    },
    /// Take a prisoner along, or let him stay where he is (OF-11.2).
    Lead {
        /// The unit that guards the prisoner.
        unit: UnitId,
        /// The prisoner.
        prisoner: UnitId,
        /// Whether he comes along.
        along: bool,
    },
    /// Answer what a paragraph asks: the place of the answer in its list (OF-5.1).
    Answer(u8),
    /// Leave the tank on foot (OF-12).
    Abandon,
    /// Leave Germans alone who can neither move nor fire, and go back to operations (OF-3).
    StandDown,
    /// Break off the mission, when a fight has gone on too long (OF-15).
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
