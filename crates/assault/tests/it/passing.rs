//! The end of the action phase.

use crate::support::scenario;
use assault::{
    Action, State,
    course::action::{Done, Planning, SetUp},
    state::Frame,
};
use dice::Seeded;
use engine::{Rules, Silent};

/// A side that could act and passes ends the phase if the enemy has nothing left to act with: it is not asked again for
/// ever.
#[test]
fn passing_ends_the_phase_where_the_enemy_cannot_act() {
    let rules = scenario("training-1-the-farm");
    let mut state: State = rules.start();
    let mut dice = Seeded::new(1);
    let mut act = |state: &mut State, action: Action| {
        rules.apply(state, &action, &mut dice, &mut Silent).unwrap();
    };
    // The side that acts first plans one unit, the other none.
    act(&mut state, Action::SetUp(SetUp::Draw));
    let first = state.initiative;
    for _ in 0..2 {
        let Frame::Planning { seat } = *state.frames.top() else { panic!("{:?}", state.frames.top()) };
        if seat == first {
            let unit = state.side(seat).next().unwrap();
            act(&mut state, Action::Plan(Planning::Plan { unit }));
        }
        act(&mut state, Action::Done(Done));
    }
    assert_eq!(*state.frames.top(), Frame::Action { seat: first });
    act(&mut state, Action::Done(Done));
    // Nobody but the other side knows that it has no plan: it is asked, and can only pass.
    assert_eq!(*state.frames.top(), Frame::Action { seat: first.other() });
    let mut legal = Vec::new();
    rules.legal(&state, &mut legal);
    assert_eq!(legal, [Action::Done(Done)]);
    act(&mut state, Action::Done(Done));
    assert_eq!(state.turn, 2, "the turn is over");
}
