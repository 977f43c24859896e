//! What the player can do: an enum of families, each at home in the file of its rule.
//!
//! The file of a family answers every question about its actions, each with one match that leaves none out: `check` and
//! `perform`, `offer` (label, rule, price, odds, group), `write` and `read` with its `FORMS`. From an action to its file leads
//! [`s03_course`](crate::play::s03_course); which actions are thought of, and in which order, says the frame on top.

use crate::{
    play::{
        missions::{deployment::Deploy, freed_men::Rescue},
        s01_sharing::Sharing,
        s04_generation::{self, names::Naming},
        s05_operations::{March, sightings::Sighting},
        s06_rounds::{between_turns::BetweenTurns, command::Command},
        s07_movement::{movements::Movement, transport::Transport},
        s09_fire::Fire,
        s11_assault::{Attack, capture::Custody},
        s16_campaign::steps,
    },
    reading::answers::Answer,
    state::units::UnitId,
};

/// Something the player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A step of platoon generation (OF-4).
    Generate(s04_generation::Step),
    /// Share the platoon among several players (OF-1.1).
    Share(Sharing),
    /// Set the platoon up on the map (Mission 4).
    Deploy(Deploy),
    /// A step of the debriefing, or before the next mission of a campaign (OF-16.1).
    Debrief(steps::Step),
    /// One hex in operations (OF-7.4).
    March(March),
    /// Come in, leave, open and close, get aboard and off: in operations and in a turn (OF-5, OF-6.7).
    Transport(Transport),
    /// Prisoners of war get on and off a vehicle (Mission 2).
    Rescue(Rescue),
    /// Man what was captured, lead prisoners: in operations and in a turn (OF-11.2).
    Guard(Custody),
    /// Answer what a paragraph asks, or take up what one has offered (OF-5.1).
    Answer(Answer),
    /// A marker in sight in rounds (OF-6.7).
    Sight(Sighting),
    /// Between the turns of a round (OF-6.1).
    Round(BetweenTurns),
    /// Move in a turn (OF-7).
    Move(Movement),
    /// Fire in a turn (OF-9).
    Fire(Fire),
    /// Assault in a turn (OF-11).
    Assault(Attack),
    /// What a commander does instead of acting himself (OF-6.3).
    Command(Command),
    /// Leave the tank on foot: in operations this one, in a turn the one that acts (OF-12).
    Abandon(Option<UnitId>),
    /// Give a vehicle or a man a name (OF-4).
    Name(Naming),
    /// Nothing more with this unit, or with the division of the platoon.
    Done,
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
            | Action::Done => None,
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
            Action::Abandon(unit) => [unit, None],
            Action::Debrief(_)
            | Action::Rescue(_)
            | Action::Name(_)
            | Action::Sight(_)
            | Action::Move(_)
            | Action::Done => [None, None],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::play::action::Action;

    /// Actions are copied by the thousand, in lists and plans. A name is the longest thing they carry.
    #[test]
    fn an_action_is_small() {
        assert_eq!(size_of::<Action>(), 24);
    }
}
