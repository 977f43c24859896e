//! A US unit's turn in a round (OF-6.7): crew points, and everything that might be done with them.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{refusal::Refused, s07_movement::going},
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
        use_turn(act, unit);
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

/// Spends crew points that a check has found; outside a turn nothing is paid.
pub(crate) fn spend(act: &mut Act<'_>, points: u8) {
    if let Some(turn) = act.state.turn_mut() {
        turn.points -= points.min(turn.points);
        turn.begun = true;
    }
}

/// The turn in progress: of the US unit that acts, or of the German whose orders are being read.
pub(crate) fn in_turn<'a>(ask: Ask<'a>) -> Result<&'a Turn, Refused> {
    // Asked by every check: `ok_or` would make a refusal each time, and throw it away.
    let Some(turn) = ask.state.turn() else { return Err(Refused::NotNow) };
    Ok(turn)
}

/// The US unit about whose turn the player is asked now.
pub(crate) fn asked_about(ask: Ask<'_>) -> Option<UnitId> {
    if let Frame::Turn(turn) = ask.state.frames.top() { Some(turn.unit) } else { None }
}

/// A unit that is carried does nothing by itself, unless it has to get off alone.
pub(crate) fn check_free(ask: Ask<'_>, gets_off: bool) -> Result<(), Refused> {
    let acting = in_turn(ask)?.unit;
    let carried = matches!(ask.state.unit(acting).place, Place::Aboard(_) | Place::Towed(_));
    if carried && !(gets_off && going::gets_off_alone(ask, acting)) { Err(Refused::IsCarried) } else { Ok(()) }
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

/// A turn has been used up.
pub(crate) fn use_turn(act: &mut Act<'_>, unit: UnitId) {
    let unit = act.state.unit_mut(unit);
    unit.space = match unit.space {
        Space::Turns(2) => Space::Turns(1),
        Space::Turns(_) => Space::Complete,
        other => other,
    };
}

pub(crate) fn lay_down_arms(act: &mut Act<'_>, unit: UnitId) {
    let piece = act.state.unit_mut(unit);
    piece.surrendered = true;
    piece.space = Space::Inactive;
    piece.evading = None;
}
