//! The course of play (OF-3): which rule handles an action, and what follows every action by itself.

use std::ops::ControlFlow;

use engine::{Choice, Forecast, Seat, UnitSet};
use hexmap::Hex;

use crate::{
    play::{
        action::{Action, Combat},
        missions::{deployment, freed_men},
        notation::Form,
        refusal::Refused,
        s01_sharing,
        s04_generation::{self, names},
        s05_operations::{self, sightings},
        s06_rounds::{
            self,
            between_turns::{self, BetweenTurns},
            command, turns,
        },
        s07_movement::{movements, transport},
        s09_fire,
        s11_assault::{self, capture},
        s12_crews, s15_victory,
        s16_campaign::{self, deeds, steps},
    },
    reading::answers,
    state::{
        Frame, State,
        laid_out::{self, Act, Ask, OpenFire},
        units::{Motion, Place, Ratings, Side, Space, Unit, UnitId},
    },
};

pub(crate) const FORMS: &[Form] = &[("done", "done")];

/// Everything that might be done now, in a fixed order; [`check_action`] says what is legal.
fn possible(ask: Ask<'_>) -> Vec<Action> {
    match ask.state.frames.top() {
        Frame::Generation => s04_generation::possible(ask).into_iter().map(Action::Generate).collect(),
        Frame::Division => s01_sharing::possible_divisions(ask),
        Frame::Deployment { .. } => {
            let steps = deployment::possible(ask).into_iter().map(Action::Deploy);
            steps.chain(transport::possible_aboard(ask).map(Action::Transport)).collect()
        }
        Frame::Operations => {
            let calls = answers::possible_calls(ask).map(Action::Answer);
            s05_operations::possible(ask)
                .into_iter()
                .chain(calls)
                .chain(s01_sharing::possible_successors(ask))
                .collect()
        }
        Frame::Round { .. } => {
            between_turns::possible(ask).into_iter().chain(answers::possible_calls(ask).map(Action::Answer)).collect()
        }
        Frame::German(_) => vec![Action::Round(BetweenTurns::German)],
        Frame::Turn(turn) => turns::possible(ask, turn),
        Frame::Sighting { .. } => sightings::ANSWERS.map(Action::Sight).to_vec(),
        Frame::Reading(_) => answers::possible(ask).into_iter().map(Action::Answer).collect(),
        Frame::FitOut | Frame::Debriefing { .. } => steps::possible(ask).into_iter().map(Action::Debrief).collect(),
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
    match ask.state.frames.top() {
        Frame::Over { .. } => Err(Refused::Over),
        Frame::Operations | Frame::Deployment { .. } => {
            check_ours(ask, action.units()[0])?;
            s01_sharing::check_led(ask, action.units()[0])?;
            check_by_rule(ask, action)
        }
        Frame::Turn(_) => turns::check(ask, action),
        // What interrupts a turn comes first.
        Frame::Sighting { .. } if !matches!(action, Action::Sight(_)) => Err(Refused::NotNow),
        Frame::Reading(_) if !matches!(action, Action::Answer(_)) => Err(Refused::NotNow),
        Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::Generation
        | Frame::Division
        | Frame::Round { .. }
        | Frame::German(_)
        | Frame::FitOut
        | Frame::Debriefing { .. } => check_by_rule(ask, action),
    }
}

/// Only active units of the platoon do anything (OF-2.12).
fn check_ours(ask: Ask<'_>, unit: Option<UnitId>) -> Result<(), Refused> {
    let ours = |unit: UnitId| ask.state.unit(unit).side == Side::Us && ask.state.unit(unit).is_active();
    if unit.is_none_or(ours) { Ok(()) } else { Err(Refused::Inactive) }
}

/// Whether the rule of an action allows it now, whoever has the lead.
pub(crate) fn check_by_rule(ask: Ask<'_>, action: Action) -> Result<(), Refused> {
    match action {
        Action::Generate(step) => s04_generation::check(ask, step),
        Action::Share(sharing) => s01_sharing::check(ask, sharing),
        Action::Deploy(step) => deployment::check(ask, step),
        Action::Debrief(step) => steps::check(ask, step),
        Action::March(march) => s05_operations::check(ask, march),
        Action::Transport(transport) => transport::check(ask, transport),
        Action::Rescue(rescue) => freed_men::check(ask, rescue),
        Action::Guard(custody) => capture::check(ask, custody),
        Action::Answer(answer) => answers::check(ask, answer),
        Action::Sight(sighting) => sightings::check(ask, sighting),
        Action::Round(between) => between_turns::check(ask, between),
        Action::Move(movement) => movements::check(ask, movement),
        Action::Fire(fire) => s09_fire::check(ask, fire),
        Action::Assault(attack) => s11_assault::check(ask, attack),
        Action::Command(command) => command::check(ask, command),
        Action::Abandon(unit) => s12_crews::check(ask, unit),
        Action::Name(naming) => names::check(ask, naming),
        Action::Done => check_done(ask),
    }
}

/// Does a legal action and everything that follows by itself.
pub(crate) fn do_action(act: &mut Act<'_>, action: Action) {
    let before = s01_sharing::before(act.ask());
    let mut awards = if act.journal.wanted() { s15_victory::awards(act.ask()) } else { 0 };
    let (witness, round) = (deeds::witness(act.ask()), act.state.round);
    perform(act, action);
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
    deeds::forget_gifts(act, round);
}

/// What the rule of a legal action does.
pub(crate) fn perform(act: &mut Act<'_>, action: Action) {
    match action {
        Action::Generate(step) => s04_generation::perform(act, step),
        Action::Share(sharing) => s01_sharing::perform(act, sharing),
        Action::Deploy(step) => deployment::perform(act, step),
        Action::Debrief(step) => steps::perform(act, step),
        Action::March(march) => s05_operations::perform(act, march),
        Action::Transport(transport) => transport::perform(act, transport),
        Action::Rescue(rescue) => freed_men::perform(act, rescue),
        Action::Guard(custody) => capture::perform(act, custody),
        Action::Answer(answer) => answers::perform(act, answer),
        Action::Sight(sighting) => sightings::perform(act, sighting),
        Action::Round(between) => between_turns::perform(act, between),
        Action::Move(movement) => movements::perform(act, movement),
        Action::Fire(fire) => s09_fire::perform(act, fire),
        Action::Assault(attack) => s11_assault::perform(act, attack),
        Action::Command(command) => command::perform(act, command),
        Action::Abandon(unit) => s12_crews::perform(act, unit),
        Action::Name(naming) => names::perform(act, naming),
        Action::Done => done(act),
    }
}

/// Fills in what a choice says: its label, rule, price, odds and group.
pub(crate) fn offer(ask: Ask<'_>, action: Action, choice: &mut Choice) {
    match action {
        Action::Generate(step) => s04_generation::words::offer(ask, step, choice),
        Action::Share(sharing) => s01_sharing::offer(ask, sharing, choice),
        Action::Deploy(step) => deployment::offer(ask, step, choice),
        Action::Debrief(step) => s16_campaign::words::offer(ask, step, choice),
        Action::March(march) => s05_operations::offer(ask, march, choice),
        Action::Transport(transport) => transport::offer(ask, transport, choice),
        Action::Rescue(rescue) => freed_men::offer(ask, rescue, choice),
        Action::Guard(custody) => capture::offer(ask, custody, choice),
        Action::Answer(answer) => answers::offer(ask, answer, choice),
        Action::Sight(sighting) => sightings::offer(ask, sighting, choice),
        Action::Round(between) => between_turns::offer(ask, between, choice),
        Action::Move(movement) => movements::offer(ask, movement, choice),
        Action::Fire(fire) => s09_fire::offer(ask, fire, choice),
        Action::Assault(attack) => s11_assault::offer(ask, attack, choice),
        Action::Command(command) => command::offer(ask, command, choice),
        Action::Abandon(unit) => s12_crews::offer(ask, unit, choice),
        Action::Name(_) => names::offer(choice),
        Action::Done => match turns::in_turn(ask) {
            Ok(turn) => turns::offer_end(turn, choice),
            Err(_) => s01_sharing::offer_agreement(choice),
        },
    }
}

/// The division of the platoon ends when all agree, a turn whenever the player likes.
fn check_done(ask: Ask<'_>) -> Result<(), Refused> {
    if *ask.state.frames.top() == Frame::Division {
        return s01_sharing::check_divided(ask);
    }
    turns::in_turn(ask).map(|_| ())
}

fn done(act: &mut Act<'_>) {
    if *act.state.frames.top() == Frame::Division {
        s01_sharing::tell_division(act);
        s04_generation::set_out(act);
    } else {
        turns::end_turn(act);
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
        penetrated: false,
        machineguns: crate::state::units::Machineguns::default(),
        fired: crate::state::units::Fired::default(),
        cells_used: 0,
        reaction: None,
        remembers: Vec::new(),
        retreat: None,
        exited_at: None,
        dug_in: false,
        evading: None,
        via: None,
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
    if let Action::Sight(sighting) = *action {
        return sightings::forecast(ask, sighting);
    }
    match action.combat()? {
        Combat::Fire(fire) => s09_fire::forecast(ask, fire),
        Combat::Assault(attack) => s11_assault::forecast(ask, attack),
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
