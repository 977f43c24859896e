//! The end of the action phase.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod support;

use assault::{Action, State, state::Frame};
use dice::Seeded;
use engine::{Rules, Seat, Silent};
use support::scenario;

/// A side that could act and passes ends the phase if the enemy has nothing left to act with: it is not asked again for ever.
#[test]
fn passing_ends_the_phase_where_the_enemy_cannot_act() {
    let rules = scenario("training-1-the-farm");
    let mut state: State = rules.start();
    let mut dice = Seeded::new(1);
    let mut act = |state: &mut State, action: Action| {
        rules.check(state, &action).unwrap();
        rules.perform(state, &action, &mut dice, &mut Silent);
    };
    // The first side plans one unit, the other none.
    act(&mut state, Action::Draw);
    for _ in 0..2 {
        let Frame::Planning { seat } = *state.frames.top() else { panic!("{:?}", state.frames.top()) };
        if seat == Seat(0) {
            let unit = state.side(seat).next().unwrap();
            act(&mut state, Action::Plan { unit });
        }
        act(&mut state, Action::Done);
    }
    assert_eq!(*state.frames.top(), Frame::Action { seat: Seat(0) });
    act(&mut state, Action::Done);
    assert_eq!(state.turn, 2, "the turn is over");
}
