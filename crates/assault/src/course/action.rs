//! What players can do: families of actions, each at home in the file of its rule.

use engine::families;

use crate::state::Assault;
pub use crate::{
    course::done::Done,
    play::{
        s04_transport::Transport,
        s06_planning::Planning,
        s07_support::Request,
        s08_command_cards::{KeepCards, Play},
        s09_actions::{Activate, Announce, LaySmoke},
        s09_hiding::Hiding,
        s09_mines::Clear,
        s09_movement::Move,
        s10_orders::Order,
        s10_shots::Fire,
        s11_assault::GoIn,
        s12_air_strikes::AirStrike,
        s12_blast::UseBlast,
        s12_bombardment::Bombard,
        s13_digging::DigIn,
        s16_set_up::SetUp,
    },
};

families! {
    /// Something a player can do. The order of the families is that of the legal list.
    pub enum Action of Assault {
        /// Draw formation cards, or begin; set units up (AS-16).
        SetUp(SetUp),
        /// Give a unit a command point, or take it back (AS-6).
        Plan(Planning),
        /// Ask for support (AS-12.3.1, AS-12.4.1).
        Request(Request),
        /// Activate a unit (AS-9).
        Activate(Activate),
        /// Off-board artillery strikes (AS-12.4.3).
        Bombard(Bombard),
        /// Aircraft strike (AS-12.3).
        Air(AirStrike),
        /// Fire at a unit, with all that belongs to it (AS-10).
        Fire(Fire),
        /// Enter an adjacent hex or the map, or turn (AS-9.6).
        Move(Move),
        /// Go in with cold steel (AS-11).
        Assault(GoIn),
        /// Say how the unit acts before it does.
        Announce(Announce),
        /// Hide, or lie in wait (AS-9.12.1).
        Hide(Hiding),
        /// Dig in (AS-13.1).
        DigIn(DigIn),
        /// Take the mines out of the unit's hex (AS-9.6.6).
        Clear(Clear),
        /// Get out of a vehicle or into one (AS-4.2).
        Transport(Transport),
        /// Lay smoke.
        Smoke(LaySmoke),
        /// Use the blast value against a building or a work (AS-12.5).
        Blast(UseBlast),
        /// Play a command card (AS-8.3).
        Play(Play),
        /// Say what the side does when it may fire at a mover (AS-10.10).
        Order(Order),
        /// Keep the cards, or be asked for them (AS-8.3).
        KeepCards(KeepCards),
        /// Nothing more.
        Done(Done),
    }
}
