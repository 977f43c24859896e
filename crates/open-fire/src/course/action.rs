//! What the player can do: an enum of families, each at home in the file of its rule.
//!
//! The file of a family answers every question about its actions ([`engine::Family`]): what there is, whether it may
//! be done and with what, what it does, how it is offered, written, read and wished for. Which actions are thought
//! of, and in which order, says the frame on top (`possible`).
//!
//! As lines of text, which files, rule cases and scripts hold:
//!
//! ```text
//! generate sample     generate quality    buy crew 5c         return crew 3      generate ratings
//! buy vehicle a m26   return vehicle a    buy rounds a        return rounds a    ready
//! buy rounds a 1      return rounds a 1   stock j 5           unstock j 1        name a vehicle Cobra King
//! swap a ap gp 5      assign a second     hand-over second    name a man 2 Sgt. Kowalski
//! enter a 4101        march a 4003        exit a              open a             close a
//! load aa f           unload aa           guard b v           lead b v           drop b v
//! begin a             german              peer                leave              answer 1
//! drive slow          drive fast          forward             back               walk 1010
//! rotate left         traverse right      defilade            dig in             dig out
//! fire ap v           fire gp v           fire all v          guns v             bazooka v
//! smoke 1010          assault v           capture v           charge v           prepare ne
//! give b              aware c             abandon             stand-down         call-off
//! done                pick a              pick 2314           call 1
//! award a             take-back a         award rest          awarded            raise a perception
//! spent               recruit crew 3      dismiss crew 3      recruited          issue a m4a3
//! hand-in a           load-up a           park a              man a 1            fall-in
//! ```

use crate::{
    course::{done::Done, sharing::Sharing},
    play::{
        missions::{deployment::Deploy, freed_men::Rescue},
        s04_generation::{self, names::Naming},
        s05_operations::{March, sightings::Sighting},
        s06_rounds::{between_turns::BetweenTurns, command::Command},
        s07_movement::{
            movements::{Movement, ReadyMovement},
            transport::Transport,
        },
        s09_fire::Fire,
        s11_assault::{Attack, capture::Custody},
        s12_crews::Abandon,
        s16_campaign::steps,
    },
    reading::answers::Answer,
    state::{laid_out::OpenFire, units::UnitId},
};

engine::families! {
    /// Something the player can do.
    pub enum Action of OpenFire {
        /// A step of platoon generation (OF-4).
        Generate(s04_generation::Step),
        /// Share the platoon among several players (OF-1.1).
        Share(Sharing),
        /// Set the platoon up on the map (Mission 4).
        Deploy(Deploy),
        /// One hex in operations (OF-7.4).
        March(March),
        /// Come in, leave, open and close, get aboard and off: in operations and in a turn (OF-5, OF-6.7).
        Transport(Transport),
        /// Prisoners of war get on and off a vehicle (Mission 2).
        Rescue(Rescue),
        /// Man what was captured, lead prisoners: in operations and in a turn (OF-11.2).
        Guard(Custody),
        /// Between the turns of a round (OF-6.1).
        Round(BetweenTurns),
        /// A marker in sight in rounds (OF-6.7).
        Sight(Sighting),
        /// Answer what a paragraph asks, or take up what one has offered (OF-5.1).
        Answer(Answer),
        /// Move in a turn (OF-7).
        Move(Movement),
        /// Fire in a turn (OF-9).
        Fire(Fire),
        /// Assault in a turn (OF-11).
        Assault(Attack),
        /// What a commander does instead of acting himself (OF-6.3).
        Command(Command),
        /// Leave the tank on foot: in operations this one, in a turn the one that acts (OF-12).
        Abandon(Abandon),
        /// Give a vehicle or a man a name (OF-4).
        Name(Naming),
        /// Nothing more with this unit, or with the division of the platoon.
        Done(Done),
        /// A step of the debriefing, or before the next mission of a campaign (OF-16.1).
        Debrief(steps::Step),
    }
}

impl Ready<'_> {
    /// The movement, if it is one.
    pub(crate) fn movement(&self) -> Option<ReadyMovement> {
        if let Found::Move(movement) = &self.0 { Some(*movement) } else { None }
    }
}

/// What hurts somebody: a shot, or an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combat {
    /// With a weapon, or smoke, or making a gun ready (OF-9).
    Fire(Fire),
    /// In the same hex (OF-11).
    Assault(Attack),
}

impl Action {
    /// The shot or assault that it is, if it is one.
    pub fn combat(&self) -> Option<Combat> {
        match *self {
            Action::Fire(fire) => Some(Combat::Fire(fire)),
            Action::Assault(attack) => Some(Combat::Assault(attack)),
            Action::Generate(_)
            | Action::Share(_)
            | Action::Deploy(_)
            | Action::Debrief(_)
            | Action::March(_)
            | Action::Transport(_)
            | Action::Rescue(_)
            | Action::Guard(_)
            | Action::Answer(_)
            | Action::Sight(_)
            | Action::Round(_)
            | Action::Move(_)
            | Action::Command(_)
            | Action::Abandon(_)
            | Action::Name(_)
            | Action::Done(_) => None,
        }
    }

    /// The units it names.
    pub fn units(&self) -> [Option<UnitId>; 2] {
        match *self {
            Action::Generate(step) => [step.unit(), None],
            Action::Share(sharing) => [sharing.unit(), None],
            Action::Deploy(step) => [step.unit(), None],
            Action::March(march) => [Some(march.unit), None],
            Action::Transport(transport) => transport.units(),
            Action::Guard(custody) => custody.units(),
            Action::Round(between) => [between.unit(), None],
            Action::Fire(fire) => [fire.target(), None],
            Action::Assault(attack) => [Some(attack.target), None],
            Action::Command(command) => [Some(command.unit()), None],
            Action::Answer(answer) => [answer.unit(), None],
            Action::Abandon(Abandon(unit)) => [unit, None],
            Action::Debrief(_)
            | Action::Rescue(_)
            | Action::Name(_)
            | Action::Sight(_)
            | Action::Move(_)
            | Action::Done(_) => [None, None],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::course::action::Action;

    /// Actions are copied by the thousand, in lists and plans. A name is the longest thing they carry.
    #[test]
    fn an_action_is_small() {
        assert_eq!(size_of::<Action>(), 24);
    }
}
