//! A US unit's turn in a round (OF-6.7): crew points, and everything that might be done with them.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{
        action::Action,
        missions::freed_men,
        refusal::Refused,
        s03_course,
        s05_operations::sightings,
        s06_rounds::{self, command},
        s07_movement::{
            movements,
            transport::{self, Transport},
        },
        s09_fire,
        s11_assault::{self, capture},
    },
    rule_ids::ACTIONS,
    state::{
        Frame, Reads, SquadTurn, Turn,
        laid_out::{Act, Ask},
        units::{Motion, Place, Side, Space, UnitId},
    },
};

/// Whether an action may be done with fewer points than it takes, spending all of them.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Price {
    /// Exactly this many.
    Points(u8),
    /// This many, or all of a crew that has fewer from the start.
    OrAll(u8),
    /// All that are left; at least one.
    All,
}

/// Whether a unit may take its turn now.
pub(crate) fn check_begin(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let Frame::Round { space } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let mine = ask.state.unit(unit).side == Side::Us && space.side(ask.state.advantage) == Side::Us;
    let ready = ask.state.unit(unit).is_active() && ask.state.unit(unit).space == Space::Turns(space.turns());
    if mine && ready { Ok(()) } else { Err(Refused::NotItsTurn) }
}

/// A unit takes its turn.
pub(crate) fn begin_turn(act: &mut Act<'_>, unit: UnitId) {
    act.state.unit_mut(unit).motion = Motion::Still;
    let turn = fresh_turn(act.ask(), unit);
    act.state.frames.push(Frame::Turn(turn));
}

/// A turn with nothing done in it.
pub(crate) fn fresh_turn(ask: Ask<'_>, unit: UnitId) -> Turn {
    Turn {
        unit,
        points: ask.state.unit(unit).condition.crew,
        begun: false,
        moving: None,
        traversed: 0,
        rotated: 0,
        volley: None,
        shell: None,
        squad: SquadTurn::Fresh,
        spent: 0,
        entered: 0,
        accident_checked: false,
        backed: false,
        forced: false,
        held: false,
        found_no_target: false,
        reads: Reads::Nothing,
        consulted: 0,
        way: None,
    }
}

/// The turn is over.
pub(crate) fn end_turn(act: &mut Act<'_>) {
    if let Frame::Turn(turn) = act.state.frames.top() {
        let unit = turn.unit;
        act.state.frames.pop();
        s06_rounds::use_turn(act, unit);
    }
}

/// Whether the crew points suffice.
pub(crate) fn check_price(turn: &Turn, whole: u8, price: Price) -> Result<u8, Refused> {
    let left = turn.points;
    let short = |needs: u8| Err(Refused::NoCrewPoints { needs, left });
    match price {
        Price::Points(needs) if left < needs => short(needs),
        Price::Points(needs) => Ok(needs),
        Price::OrAll(needs) if left >= needs => Ok(needs),
        Price::OrAll(needs) if whole < needs && left == whole && left > 0 => Ok(left),
        Price::OrAll(needs) => short(needs),
        Price::All if left == 0 => short(1),
        Price::All => Ok(left),
    }
}

/// Spends crew points.
pub(crate) fn spend(act: &mut Act<'_>, price: Price) {
    let Some(turn) = act.state.turn().cloned() else { return };
    let whole = act.state.whole_crew(turn.unit);
    let spent = check_price(&turn, whole, price).unwrap_or(turn.points);
    if let Some(turn) = act.state.turn_mut() {
        turn.points -= spent.min(turn.points);
        turn.begun = true;
    }
}

/// The turn in progress: of the US unit that acts, or of the German whose orders are being read.
pub(crate) fn in_turn<'a>(ask: Ask<'a>) -> Result<&'a Turn, Refused> {
    ask.state.turn().ok_or(Refused::NotNow)
}

/// The US unit about whose turn the player is asked now.
pub(crate) fn asked_about(ask: Ask<'_>) -> Option<UnitId> {
    if let Frame::Turn(turn) = ask.state.frames.top() { Some(turn.unit) } else { None }
}

/// Everything a unit might do in its turn.
pub(crate) fn possible(ask: Ask<'_>, turn: &Turn) -> Vec<Action> {
    let unit = turn.unit;
    let mut actions = vec![Action::Done];
    actions.extend(movements::possible_for_vehicles().map(Action::Move));
    actions.push(Action::Transport(Transport::Exit { unit }));
    actions.extend(transport::possible_with_hatches(unit).map(Action::Transport));
    actions.push(Action::Abandon(None));
    actions.extend(transport::possible_entries(ask, unit).map(Action::Transport));
    actions.extend(s09_fire::possible_preparations().map(Action::Fire));
    actions.extend(movements::possible_on_foot(ask, unit).map(Action::Move));
    for (target, _) in ask.state.active(ask.state.unit(unit).side.enemy()) {
        actions.extend(s09_fire::possible_at(target).map(Action::Fire));
        actions.extend(s11_assault::possible_at(target).map(Action::Assault));
    }
    actions.extend(sightings::possible_looks(ask).map(Action::Sight));
    actions.extend(s09_fire::possible_smoke(ask, turn).into_iter().map(Action::Fire));
    for (other, _) in ask.state.active(Side::Us) {
        actions.extend(command::possible(other).map(Action::Command));
        actions.extend(transport::possible_loads(unit, other).map(Action::Transport));
    }
    actions.extend(freed_men::possible(ask, Some(unit)).into_iter().map(Action::Rescue));
    for (captured, there) in ask.state.all_units().filter(|(_, other)| other.captured) {
        if there.hex() == ask.state.hex_of(unit) {
            actions.extend(capture::possible(unit, captured).map(Action::Guard));
        }
    }
    actions
}

/// Whether something may be done in the turn in progress. A unit that is carried does nothing by itself, unless it has to get off alone.
pub(crate) fn check(ask: Ask<'_>, action: Action) -> Result<(), Refused> {
    let acting = in_turn(ask)?.unit;
    let carried = matches!(ask.state.unit(acting).place, Place::Aboard(_) | Place::Towed(_));
    let gets_off = action == Action::Transport(Transport::Unload { unit: acting });
    if carried && action != Action::Done && !(gets_off && transport::gets_off_alone(ask, acting)) {
        return Err(Refused::IsCarried);
    }
    s03_course::check_by_rule(ask, action)
}

/// The end of a turn, offered at once if no crew points are left.
pub(crate) fn offer_end(turn: &Turn, choice: &mut Choice) {
    (choice.rule, choice.kind, choice.label) = (ACTIONS, ChoiceKind::Pass, "End the turn".to_owned());
    choice.default = turn.points == 0;
}

/// Something that takes the whole turn: all crew points, or a squad's one action.
pub(crate) fn check_all_points(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return if turn.squad == SquadTurn::Fresh { Ok(()) } else { Err(Refused::SquadDone) };
    }
    if turn.begun {
        return Err(Refused::TakesAll);
    }
    check_price(turn, ask.state.whole_crew(turn.unit), Price::All).map(|_| ())
}

/// Spends everything that is left.
pub(crate) fn use_whole_turn(act: &mut Act<'_>) {
    if let Some(turn) = act.state.turn_mut() {
        turn.points = 0;
        turn.begun = true;
        turn.squad = SquadTurn::Done;
    }
}
