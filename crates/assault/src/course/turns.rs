//! The order of a turn (AS-5 to AS-14): set-up, initiative, planning, support, actions, organization; whose turn it is
//! in each.
//!
//! ```text
//! cards are drawn ─ sides set up ─► turn: initiative ─ planning ─ support ─ actions ─ organization ─► next turn
//! ```

use engine::{Entry, Seat, Tone};

use crate::{
    play::{s05_initiative, s06_planning, s08_hands, s09_hiding, s09_mines, s14_organization, s15_victory, s16_set_up},
    rule_ids::{ACTIONS, PLANNING, SET_UP, TURN},
    state::{Act, Frame, Mark, UnitSet},
};

/// A side has drawn its formation cards: the other one draws, or they set up.
pub(super) fn mustered(act: &mut Act<'_>, seat: Seat) {
    let more = seat == Seat(0) && act.rules.draws.iter().any(|draw| draw.seat == seat.other());
    if more {
        act.state.frames.replace(Frame::Muster { seat: seat.other() });
    } else {
        next_side(act, None);
    }
}

/// The side that sets up after another, or the first turn.
pub(super) fn next_side(act: &mut Act<'_>, after: Option<Seat>) {
    let order = [Seat(0), Seat(1)].into_iter().filter(|seat| after.is_none_or(|after| *seat > after));
    let next = order.into_iter().find(|&seat| s16_set_up::boxed(act.ask(), seat).next().is_some());
    match next {
        Some(seat) => act.state.frames.replace(Frame::Deploy { seat }),
        None => begin(act),
    }
}

/// Everything is set up.
fn begin(act: &mut Act<'_>) {
    s08_hands::shuffle_and_deal(act);
    for unit in act.state.all_units() {
        s09_hiding::show_work(act, unit);
    }
    act.note(|ask| {
        let count = |seat: Seat| ask.state.units.iter().filter(|unit| unit.seat == seat).count();
        let [one, other] =
            [0u8, 1].map(|side| format!("{} with {} units", ask.rules.side_name(Seat(side)), count(Seat(side))));
        Entry::new(SET_UP, format!("Everything is set up: {one}, {other}")).tone(Tone::Quiet)
    });
    begin_turn(act);
}

/// A turn begins: cards, initiative, and the first side plans.
fn begin_turn(act: &mut Act<'_>) {
    act.note(|ask| Entry::new(TURN, s05_initiative::turn_name(ask.rules, ask.state.turn)).tone(Tone::Heading));
    if let Some(lesson) = act.rules.lessons.get(usize::from(act.state.turn) - 1) {
        act.journal.note(|| Entry::new(TURN, lesson.clone()).tone(Tone::Lesson));
    }
    act.state.activated = UnitSet::NONE;
    if act.state.turn > 1 {
        s08_hands::draw_for_turn(act);
    }
    s05_initiative::roll(act);
    s14_organization::arrivals(act);
    s06_planning::count_points(act);
    let first = act.state.initiative;
    act.state.frames.replace(Frame::Planning { seat: first });
}

/// A side has planned: the other does, or the support phase begins.
pub(super) fn planned(act: &mut Act<'_>, seat: Seat) {
    // A plan stands: nobody may take it back when he has seen what the other does.
    act.journal.revealed();
    act.note(|ask| Entry::new(PLANNING, format!("{} has planned", ask.rules.side_name(seat))).by(seat));
    if act.state.meanwhile {
        act.state.planned_first = Some(seat);
    } else if seat == act.state.initiative && act.state.planned_first.take().is_none() {
        act.state.frames.replace(Frame::Planning { seat: seat.other() });
    } else {
        let first = act.state.initiative;
        act.state.frames.replace(Frame::Support { seat: first });
    }
}

/// A side has asked for all it wants.
pub(super) fn supported(act: &mut Act<'_>, seat: Seat) {
    if seat == act.state.initiative {
        act.state.frames.replace(Frame::Support { seat: seat.other() });
    } else {
        let first = act.state.initiative;
        act.state.passed = [false, false];
        act.state.frames.replace(Frame::Action { seat: first });
    }
}

/// A side passes; when both have passed one after the other the phase is over.
pub(super) fn pass(act: &mut Act<'_>, seat: Seat) {
    act.state.passed[seat.index()] = true;
    act.note(|ask| Entry::new(ACTIONS, format!("{} passes", ask.rules.side_name(seat))).by(seat));
    if act.state.passed == [true, true] {
        organize(act);
    } else {
        act.state.frames.replace(Frame::Action { seat: seat.other() });
    }
}

/// The actions are over: each side may play cards, that with the initiative first.
pub(super) fn organize(act: &mut Act<'_>) {
    let seat = act.state.initiative;
    act.state.frames.replace(Frame::Organization { seat });
}

/// A side has nothing more to play.
pub(super) fn organized(act: &mut Act<'_>, seat: Seat) {
    if seat == act.state.initiative {
        act.state.frames.replace(Frame::Organization { seat: seat.other() });
    } else {
        tidy_up(act);
    }
}

/// The turn is tidied up: the next one begins, or the game ends.
fn tidy_up(act: &mut Act<'_>) {
    for unit in act.state.all_units() {
        if act.state.hex(unit).is_some() {
            if act.state.has(unit, Mark::Suppressed) {
                s14_organization::rally(act, unit);
            }
            if act.state.has(unit, Mark::Clearing) {
                s09_mines::finish_clearing(act, unit);
            }
        }
        s14_organization::tidy_up_marks(act.state, unit);
        if act.state.hex(unit).is_some() {
            s09_hiding::settle_down(act, unit);
        }
    }
    s14_organization::lift_smoke(act);
    if act.state.turn >= act.rules.turns {
        return s15_victory::end_game(act);
    }
    act.state.turn += 1;
    begin_turn(act);
}
