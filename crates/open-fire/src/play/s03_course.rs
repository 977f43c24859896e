//! From an action to the rule that handles it.

use std::ops::ControlFlow;

use engine::{Forecast, Seat, UnitSet};
use hexmap::Hex;

use crate::{
    play::{
        action::Action,
        refusal::Refused,
        s01_sharing, s04_generation,
        s05_operations::{self, markers},
        s06_rounds::{
            self, german_turns,
            turns::{self, Price},
        },
        s09_fire,
        s11_assault::capture,
        s15_victory,
        s16_campaign::{self, deeds, steps},
    },
    reading,
    state::{
        Frame, State,
        laid_out::{self, Act, Ask, OpenFire},
        units::{Motion, Place, Ratings, Side, Space, Unit},
    },
};

/// Everything that might be done now.
fn possible(ask: Ask<'_>) -> Vec<Action> {
    match ask.state.frames.top() {
        Frame::Generation => {
            let steps = ask.state.generation.as_ref().map(|generation| s04_generation::possible_steps(ask, generation));
            steps.unwrap_or_default().into_iter().map(Action::Generate).collect()
        }
        Frame::SetUp => vec![Action::Done],
        Frame::Division => s01_sharing::possible_divisions(ask),
        Frame::Operations => {
            let mut possible = s05_operations::possible_operations(ask);
            possible.extend(s01_sharing::possible_successors(ask));
            possible
        }
        Frame::Round { .. } => {
            let begin = ask.state.active(Side::Us).map(|(unit, _)| Action::Begin { unit });
            begin.chain(s01_sharing::possible_successors(ask)).chain([Action::StandDown, Action::CallOff]).collect()
        }
        Frame::German(_) => vec![Action::German],
        Frame::Turn(turn) => turns::possible_in_turn(ask, turn),
        Frame::Sighting { .. } => vec![Action::Peer, Action::LeaveIt],
        Frame::Reading(reading) => (0..reading::answers(ask.rules, reading)).map(Action::Answer).collect(),
        Frame::FitOut | Frame::Debriefing { .. } => {
            let steps = ask.state.campaign.as_ref().map(|campaign| steps::possible_debriefing(ask.rules, campaign));
            steps.unwrap_or_default().into_iter().map(Action::Debrief).collect()
        }
        Frame::Over { .. } => Vec::new(),
    }
}

/// Hands every legal action to `visit`, in a fixed order, until it breaks.
pub(crate) fn visit_legal(ask: Ask<'_>, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
    for action in possible(ask) {
        if check_action(ask, action).is_ok() {
            visit(action)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether something may be done now.
pub(crate) fn check_action(ask: Ask<'_>, action: Action) -> Result<(), Refused> {
    match (ask.state.frames.top(), action) {
        (Frame::Over { .. }, _) => Err(Refused::Over),
        (Frame::Generation, Action::Generate(step)) => match &ask.state.generation {
            Some(generation) => s04_generation::check_step(ask, generation, step),
            None => Err(Refused::NotNow),
        },
        (Frame::FitOut | Frame::Debriefing { .. }, Action::Debrief(step)) => steps::check_debriefing(ask, step),
        (Frame::SetUp, Action::Done) => Ok(()),
        (Frame::Division, Action::Assign { unit, seat }) => s01_sharing::check_assign(ask, unit, seat),
        (Frame::Division, Action::Done) => s01_sharing::check_divided(ask),
        (Frame::Operations | Frame::Round { .. }, Action::HandOver { seat }) => s01_sharing::check_hand_over(ask, seat),
        (Frame::Operations, action) => {
            s01_sharing::check_led(ask, action)?;
            s05_operations::check_operation(ask, action)
        }
        (Frame::Round { .. }, Action::Begin { unit }) if unit.index() < ask.state.units.len() => {
            s01_sharing::check_led(ask, action)?;
            turns::check_begin(ask, unit)
        }
        (Frame::Round { .. }, Action::StandDown) => s15_victory::check_stand_down(ask),
        (Frame::Round { .. }, Action::CallOff) => s15_victory::check_call_off(ask),
        (Frame::German(_), Action::German) => Ok(()),
        (Frame::Turn(turn), action) => turns::check_turn(ask, turn, action),
        (Frame::Sighting { unit, .. }, Action::Peer) => {
            let turn = ask.state.turn().ok_or(Refused::NotNow)?;
            turns::check_price(
                turn,
                ask.state.whole_crew(*unit),
                Price::Points(ask.rules.sheet.limits.crew_points.sighting),
            )
            .map(|_| ())
        }
        (Frame::Sighting { .. }, Action::LeaveIt) => Ok(()),
        (Frame::Reading(reading), Action::Answer(answer)) if answer < reading::answers(ask.rules, reading) => Ok(()),
        _ => Err(Refused::NotNow),
    }
}

/// Does a legal action and everything that follows by itself.
pub(crate) fn do_action(act: &mut Act<'_>, action: Action) {
    let before = s01_sharing::before(act.ask());
    let mut awards = if act.journal.wanted() { s15_victory::awards(act.ask()) } else { 0 };
    let (witness, round) = (deeds::witness(act.ask()), act.state.round);
    match (act.state.frames.top().clone(), action) {
        (Frame::Generation, Action::Generate(step)) => s04_generation::take_step(act, step),
        (Frame::FitOut | Frame::Debriefing { .. }, Action::Debrief(step)) => {
            steps::take_debriefing(act, step);
        }
        (Frame::SetUp, Action::Done) => act.state.frames.replace(Frame::Operations),
        (Frame::Division, Action::Assign { unit, seat }) => s01_sharing::assign(act, unit, seat),
        (Frame::Division, Action::Done) => {
            s01_sharing::tell_division(act);
            s04_generation::set_out(act);
        }
        (Frame::Operations | Frame::Round { .. }, Action::HandOver { seat }) => {
            s01_sharing::hand_over(act, seat);
        }
        (Frame::Operations, action) => s05_operations::operate(act, action),
        (Frame::Round { .. }, Action::Begin { unit }) => turns::begin_turn(act, unit),
        (Frame::Round { .. }, Action::StandDown) => s15_victory::stand_down(act),
        (Frame::Round { .. }, Action::CallOff) => s15_victory::end_mission(act),
        (Frame::German(unit), Action::German) => {
            act.state.frames.pop();
            german_turns::german_turn(act, unit);
        }
        (Frame::Turn(turn), action) => turns::act_in_turn(act, &turn, action),
        (Frame::Sighting { unit, marker }, Action::Peer) => {
            act.state.frames.pop();
            turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.sighting));
            markers::peer(act, unit, marker);
            markers::check_markers(act, unit);
        }
        (Frame::Sighting { unit, marker }, Action::LeaveIt) => {
            act.state.frames.pop();
            if let Some(marker) = act.state.markers.iter_mut().find(|found| found.number == marker) {
                marker.tried.add(unit);
            }
            markers::activation_check(act, marker, unit);
            markers::check_markers(act, unit);
        }
        (Frame::Reading(_), Action::Answer(answer)) => reading::answer(act, answer),
        _ => {}
    }
    if let Some(witness) = &witness {
        deeds::note_deeds(act, witness, action);
    }
    capture::lose_prisoners(act);
    s15_victory::award_for_disabled(act);
    if act.journal.wanted() {
        s15_victory::tell_awards(act, &mut awards);
    }
    s06_rounds::go_on(act);
    if act.journal.wanted() {
        s15_victory::tell_awards(act, &mut awards);
    }
    s01_sharing::settle(act, &before, action);
    if let Some(witness) = &witness {
        deeds::note_panic(act, witness, round);
    }
}

/// A unit as it comes out of the box.
///
/// # Panics
/// If there is no such data card: whoever names one has been checked when the tables, the booklet or the set-up were read.
pub(crate) fn new_unit(rules: &OpenFire, side: Side, letter: &str, card: &str, ratings: Ratings, crew: u8) -> Unit {
    let place = rules.sheet.cards.iter().position(|known| known.id == card);
    let place = place.expect("data cards are checked when they are named");
    let data = &rules.sheet.cards[place];
    let preservation = match &ratings {
        Ratings::Card(id) => rules.booklet.card(*id).and_then(|card| card.self_preservation),
        Ratings::Crew(_) => None,
    };
    Unit {
        letter: letter.to_owned(),
        side,
        owner: Seat(0),
        card: place as u16,
        name: format!("{letter} {}", data.name),
        ratings,
        place: Place::OffMap,
        facing: hexmap::Direction::N,
        turret: hexmap::Direction::N,
        closed: false,
        defilade: false,
        prepared: false,
        condition: crate::tables::damage::Condition::fresh(data, crew, preservation),
        halved: false,
        captured: false,
        guard: None,
        awarded: false,
        ammunition: None,
        out_of_ammunition: false,
        space: if side == Side::Us { Space::Unaware } else { Space::Complete },
        motion: Motion::Still,
        hit_by: Vec::new(),
        machineguns: crate::state::units::Machineguns::default(),
        fired: crate::state::units::Fired::default(),
        cells_used: 0,
        reaction: None,
        retreat: None,
        exited_at: None,
        dug_in: false,
        evading: None,
        surrendered: false,
        glimpsed_by: UnitSet::NONE,
        crew_from: None,
    }
}

/// What the ground adds to a perception check about a hex (OF-5.3).
pub(crate) fn perception_in(ask: Ask<'_>, hex: Hex) -> i32 {
    let smoke = ask.state.smoke.iter().any(|smoke| smoke.hex == hex);
    ask.rules.sheet.movement.perception(ask.rules.country.terrain_id(hex), smoke)
}

/// The exact odds of an attack or a look that is asked about now, for players that are not people.
pub fn odds_of(ask: Ask<'_>, action: &Action) -> Option<Forecast> {
    match (action, ask.state.frames.top()) {
        (Action::Peer, _) => markers::peer_forecast(ask),
        (_, Frame::Turn(turn)) => s09_fire::fire_forecast(ask, turn, *action),
        _ => None,
    }
}

/// The state before the first action.
pub fn first_state(rules: &OpenFire) -> State {
    if let Some(opening) = &rules.opening {
        return State::clone(opening);
    }
    match &rules.roster {
        Some(roster) => s16_campaign::before_fitting_out(rules, roster),
        None => laid_out::before_generation(rules),
    }
}
