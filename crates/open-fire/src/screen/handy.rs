//! What the unit whose turn it is could do to Germans, and what makes it ready for that: turning turret or hull,
//! opening the hatch, one hex, making a gun ready.

use dice::Dice;
use engine::{Family, Fighters, Frames, Handy, Preparing, Price, Seat, Silent};

use crate::{
    course::{self, Ready, action::Action, done::Done},
    play::{
        notation, s01_sharing,
        s06_rounds::{between_turns::BetweenTurns, turns},
        s07_movement::{
            movements::{self, Movement},
            transport::Transport,
        },
        s09_fire::{self, Fire},
        s11_assault,
    },
    state::{
        Frame, State, Turn,
        laid_out::{Act, Ask, OpenFire},
        units::{Motion, Side, UnitId},
    },
};

pub(crate) fn fighters(ask: Ask<'_>, seat: Seat) -> Fighters<Action> {
    if s01_sharing::asked(ask) != Some(seat) {
        return Fighters::default();
    }
    let begins = |unit: &UnitId| BetweenTurns::Begin { unit: *unit }.check(ask).is_ok();
    let (units, ends): (Vec<UnitId>, _) = match ask.state.frames.top() {
        Frame::Turn(turn) => (vec![turn.unit], vec![Action::Done(Done)]),
        Frame::Round { .. } => (ask.state.active(Side::Us).map(|(unit, _)| unit).filter(begins).collect(), Vec::new()),
        Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::Operations
        | Frame::German(_)
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::FitOut
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => return Fighters::default(),
    };
    let left = units.first().map(|&unit| ask.state.unit(unit).space);
    let turn = format!("{} {left:?}", ask.state.round);
    Fighters { turn, units: units.into_iter().map(|unit| ask.state.id_of(unit)).collect(), ends }
}

pub(crate) fn handy(ask: Ask<'_>, unit: &str) -> Handy<Action> {
    let Ok(unit) = notation::read_unit(ask, unit) else { return Handy::default() };
    let turn = match ask.state.frames.top() {
        Frame::Turn(turn) if turn.unit == unit => turn,
        Frame::Round { .. } => return Handy { attacks: Vec::new(), preparing: begins(ask, unit) },
        Frame::Turn(_)
        | Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::Operations
        | Frame::German(_)
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::FitOut
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => return Handy::default(),
    };
    let legal = |action: &Action| course::check_in_turn(ask, *action).is_ok();
    let germans = ask.state.active(ask.state.unit(unit).side.enemy()).map(|(german, _)| german);
    let attacks = germans.flat_map(|german| {
        let shots = s09_fire::possible_at(german).map(Action::Fire);
        shots.into_iter().chain(s11_assault::possible_at(german).map(Action::Assault))
    });
    let attacks = attacks.filter(legal).collect();
    let preparing = preparing(ask, turn).into_iter().filter(|preparing| legal(&preparing.action)).collect();
    Handy { attacks, preparing }
}

/// A unit that waits for its turn begins it.
fn begins(ask: Ask<'_>, unit: UnitId) -> Vec<Preparing<Action>> {
    let begin = BetweenTurns::Begin { unit };
    let legal = begin.check(ask).is_ok();
    legal.then(|| Preparing::new(Action::Round(begin), Price::Points)).into_iter().collect()
}

fn preparing(ask: Ask<'_>, turn: &Turn) -> Vec<Preparing<Action>> {
    let unit = turn.unit;
    let mut all = Vec::new();
    for clockwise in [true, false] {
        all.push(Preparing::new(Action::Move(Movement::Traverse { clockwise }), Price::Free));
        all.push(Preparing::new(Action::Move(Movement::Rotate { clockwise }), Price::Points));
    }
    all.push(Preparing::new(Action::Transport(Transport::Hatch { unit, closed: false }), Price::Points));
    all.push(Preparing::new(Action::Move(Movement::Drive { fast: false }), Price::Points));
    // One hex is easy to foresee; longer ways are for plans.
    if turn.entered == 0 {
        let steps = movements_of_a_hex(ask, unit).into_iter();
        all.extend(steps.map(|step| Preparing::new(Action::Move(step), Price::Points)));
    }
    all.push(Preparing::new(Action::Transport(Transport::Unload { unit }), Price::Turn));
    all.extend(s09_fire::possible_preparations().map(|fire| Preparing::new(Action::Fire(fire), Price::Turn)));
    all
}

fn movements_of_a_hex(ask: Ask<'_>, unit: UnitId) -> Vec<Movement> {
    if ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
        return movements::possible_on_foot(ask, unit).collect();
    }
    vec![Movement::Forward]
}

/// Does it as far as a player can foresee: no page is read, nobody is met, and nothing follows by itself. What takes
/// the turn leads to the next one.
pub(crate) fn prepare(rules: &OpenFire, state: &mut State, ready: Ready<'_>, dice: &mut dyn Dice) {
    let mut act = Act { rules, state, dice, journal: &mut Silent };
    let (action, unit) = (ready.action(), act.state.turn().map(|turn| turn.unit));
    if ready.movement().is_some_and(|movement| movement.enter_quietly(&mut act)) {
        return;
    }
    ready.perform_alone(&mut act);
    let takes_the_turn =
        matches!(action, Action::Fire(Fire::Prepare { .. }) | Action::Transport(Transport::Unload { .. }));
    if let Some(unit) = unit.filter(|_| takes_the_turn) {
        state.unit_mut(unit).motion = Motion::Still;
        let turn = turns::fresh_turn(Ask::new(rules, state), unit);
        state.frames = Frames::new(Frame::Turn(turn));
    }
}
