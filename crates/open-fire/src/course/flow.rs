//! What follows every action by itself (OF-3, OF-6.1): readings, a German's turn, the next unit on the track, the end
//! of the round, peace.

use engine::{Entry, Tone};

use crate::{
    play::{
        s05_operations::markers,
        s06_rounds::{self, german_turns, surrender},
        s15_victory,
    },
    reading::{self, steps},
    rule_ids::ROUNDS,
    state::{
        Acting, Frame,
        laid_out::{Act, Ask},
        reading::Cause,
        units::{Motion, Side, Space, UnitId},
    },
};

/// The first half of a round, up to the turns.
pub(crate) fn begin_round(act: &mut Act<'_>) {
    // Rounds since the conditions that are over: the first one of an engagement counts, too (mission 5).
    for clock in act.state.clock.iter_mut().take(usize::from(act.state.condition).saturating_sub(1)) {
        *clock += 1;
    }
    act.state.elapsed = act.state.elapsed.saturating_add(1);
    let round = act.state.round;
    act.note(|_| Entry::new(ROUNDS, format!("Round {round}")).tone(Tone::Heading));
    get_dark(act);
    s06_rounds::awareness(act);
    act.state.frames.replace(Frame::Round { space: Acting::TwoAdvantage });
    if round > 1 {
        markers::random_event(act, Cause::default());
    }
}

/// It gets dark when the briefing says so (Mission 5).
fn get_dark(act: &mut Act<'_>) {
    let clock = act.state.clock;
    let rounds = |since: u8| usize::from(since).checked_sub(1).and_then(|place| clock.get(place)).copied();
    let falls = act.rules.mission.terms.lights.iter().filter(|(since, at, _)| rounds(*since) == Some(*at));
    for (.., light) in falls {
        steps::change_light(act, *light);
    }
}

/// The markers go onto the track, as soon as what the random event says has been done.
fn deal_turns(act: &mut Act<'_>) {
    s06_rounds::advantage(act);
    s06_rounds::place_markers(act);
    act.state.rolled_for = None;
    act.state.dealt = act.state.round;
}

/// The units that may act now, in the order of the track; the space says whose they are.
pub(crate) fn next_to_act(ask: Ask<'_>) -> Option<(Acting, Vec<UnitId>)> {
    Acting::ALL.into_iter().find_map(|space| {
        let side = space.side(ask.state.advantage);
        let turns = Space::Turns(space.turns());
        let mut units: Vec<UnitId> =
            ask.state.active(side).filter(|(_, unit)| unit.space == turns).map(|(unit, _)| unit).collect();
        units.sort_by(|&a, &b| letter_order(&ask.state.unit(a).letter).cmp(&letter_order(&ask.state.unit(b).letter)));
        (!units.is_empty()).then_some((space, units))
    })
}

/// Brings the round to the next decision: a US unit to act, a German to turn up, or the round's end.
pub(crate) fn go_on(act: &mut Act<'_>) {
    while !comes_to_a_decision(act) {}
}

/// Goes one step on by itself, if nobody is asked; whether somebody is asked now, or everything is over.
fn comes_to_a_decision(act: &mut Act<'_>) -> bool {
    match act.state.frames.top() {
        Frame::Reading(reading) if reading.question.is_none() => reading::read_on(act, 1),
        // Operations go on the instant no German is left, also in the midst of a turn (OF-3).
        Frame::Turn(_) | Frame::German(_) if at_peace(act.ask()) => make_peace(act),
        Frame::Turn(turn) if act.state.unit(turn.unit).side == Side::German => german_turns::go_on_german(act),
        Frame::Turn(turn) if surrender::is_helpless(act.ask(), turn.unit) => drop(act.state.frames.pop()),
        Frame::Round { .. } | Frame::Operations => return comes_to_a_turn(act),
        Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::German(_)
        | Frame::Turn(_)
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::FitOut
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => return true,
    }
    false
}

/// The same between turns.
fn comes_to_a_turn(act: &mut Act<'_>) -> bool {
    reading::standing_orders(act);
    if !matches!(act.state.frames.top(), Frame::Round { .. } | Frame::Operations) {
        return false;
    }
    if over_or_peace(act) {
        return true;
    }
    if std::mem::take(&mut act.state.rounds_wait) && german_on_map(act.ask()) {
        s06_rounds::commence_rounds(act);
    }
    if !act.state.in_rounds() {
        s06_rounds::settle_down(act);
        return true;
    }
    if *act.state.frames.top() == Frame::Operations {
        // Rounds have just been commenced by what was read.
        begin_round(act);
        return false;
    }
    if act.state.dealt != act.state.round {
        deal_turns(act);
        return false;
    }
    let Some((space, units)) = next_to_act(act.ask()) else {
        end_round(act);
        return false;
    };
    act.state.frames.replace(Frame::Round { space });
    if space.side(act.state.advantage) == Side::German {
        if act.state.rolled_for != Some(space) {
            s06_rounds::throw_action_number(act);
            act.state.rolled_for = Some(space);
        }
        act.state.frames.push(Frame::German(units[0]));
    }
    true
}

/// Suppression comes off, the panicked pull themselves together, smoke drifts away (OF-6.1, OF-6.4, OF-9.10).
fn end_round(act: &mut Act<'_>) {
    let round = act.state.round;
    s06_rounds::clear_round(act);
    act.state.smoke.retain(|smoke| smoke.until > round);
    german_turns::leave_sight(act);
    // The last of them may have slipped away just now: then no further round begins (OF-3, OF-7.7).
    make_peace(act);
    if !act.state.in_rounds() || s15_victory::end_if_over(act) {
        return;
    }
    act.state.round += 1;
    begin_round(act);
}

/// Whether rounds are in progress without an active German on the map (OF-3).
fn at_peace(ask: Ask<'_>) -> bool {
    ask.state.in_rounds() && !german_on_map(ask)
}

fn german_on_map(ask: Ask<'_>) -> bool {
    ask.state.active(Side::German).any(|(unit, _)| ask.state.hex_of(unit).is_some())
}

/// Goes back to operations if no German is left (OF-3). Whether the mission is over is seen after the standing orders
/// of that moment.
fn make_peace(act: &mut Act<'_>) {
    if at_peace(act.ask()) {
        (act.state.round, act.state.dealt) = (0, 0);
        act.state.first_round = None;
        act.state.smoke.clear();
        s06_rounds::clear_round(act);
        let hidden: Vec<UnitId> =
            act.state.all_units().filter(|(_, unit)| unit.defilade).map(|(unit, _)| unit).collect();
        for unit in &mut act.state.units {
            unit.motion = Motion::Still;
            unit.defilade = false;
        }
        while act.state.frames.pop().is_some() {}
        act.state.looking.clear();
        act.state.orders_wait = None;
        act.state.frames.replace(Frame::Operations);
        act.note(|ask| {
            let text = "No active German is left: operations resume.";
            Entry::new(ROUNDS, text).tone(Tone::Heading).about(hidden.iter().map(|&unit| ask.state.id_of(unit)))
        });
    }
}

/// Ends the mission if it is over, or goes back to operations if no German is left.
pub(crate) fn over_or_peace(act: &mut Act<'_>) -> bool {
    if matches!(act.state.frames.top(), Frame::Over { .. } | Frame::Debriefing { .. }) {
        return true;
    }
    make_peace(act);
    s15_victory::end_if_over(act)
}

/// Single letters before double ones, as on the counters.
fn letter_order(letter: &str) -> (usize, &str) {
    (letter.len(), letter)
}

/// How the platoon is made ready, before the mission begins.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Preparing {
    /// It is generated, fitted out, or divided.
    Mustering,
    /// It is set up on the map.
    Deploying,
}

/// How the mission is being prepared, if it has yet to begin.
pub(crate) fn has_yet_to_begin(ask: Ask<'_>) -> Option<Preparing> {
    match ask.state.frames.top() {
        Frame::Generation | Frame::Division | Frame::FitOut => Some(Preparing::Mustering),
        Frame::Deployment { .. } => Some(Preparing::Deploying),
        Frame::Operations
        | Frame::Round { .. }
        | Frame::German(_)
        | Frame::Turn(_)
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => None,
    }
}

/// Operations have just begun: the first page is read, and a platoon that was set up on the map looks around.
pub(crate) fn begin_mission(act: &mut Act<'_>, before: Preparing) {
    if *act.state.frames.top() != Frame::Operations {
        return;
    }
    take_the_field(act);
    if before == Preparing::Deploying {
        markers::look_on(act);
    }
}

/// What is read when the mission begins.
pub(crate) fn take_the_field(act: &mut Act<'_>) {
    if let Some(number) = act.rules.mission.starts_with {
        markers::read(act, number, crate::state::reading::Cause::default());
    }
}
