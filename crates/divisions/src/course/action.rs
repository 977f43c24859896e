//! What players can do: families of actions, each at home in the file of its rule.

use engine::families;

use crate::state::Divisions;
pub use crate::{
    course::{cup::Draw, done::Done},
    play::{
        s10_movement::Move,
        s14_close_assault::{Advance, Begin, FallBack, Join},
        s15_event_chits::Play,
    },
    state::Shot,
};

families! {
    /// Something a player can do. The order of the families is that of the legal list.
    pub enum Action of Divisions {
        /// Draw a chit from the cup (FD-8).
        Draw(Draw),
        /// Join the assault that is being put together (FD-14).
        Join(Join),
        /// Play an event chit (FD-15).
        Play(Play),
        /// Move units together into an adjacent hex, or onto the map (FD-10, FD-17).
        Move(Move),
        /// Fire at a unit (FD-4, FD-6), perhaps with an event chit.
        Fire(Shot),
        /// Begin a close assault on a hex (FD-14).
        Assault(Begin),
        /// Fall back after an assault.
        Retreat(FallBack),
        /// Advance into the hex that was taken.
        Advance(Advance),
        /// Nothing more: halt, hold fire, end a phase, go through with the assault.
        Done(Done),
    }
}
