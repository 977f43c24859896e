//! Moving on the board (AS-9.6): a step or a turn is made, and what happens where it ends. What a step costs and which
//! there are is in `s09_movement`.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Verb, Visit, Wish, likeliest};
use hexmap::{Corner, Hex};

use super::{
    Refused, common_knowledge,
    notation::{corner_word, read_corner, read_hex, read_unit, unit_id},
    offer::{at_hex, group, names},
    pointing::{At, Meant},
    s04_units::card,
    s09_hiding,
    s09_march::tell_march,
    s09_movement::{self, Move, Step, check, check_turn, leave, levels_up, mark_delay},
    s10_reaction, s13_harm, s15_victory,
};
use crate::{
    rule_ids::MOVEMENT,
    state::{Act, Ask, Assault, Frame, Mode, Unit},
    tables::Kind,
};

/// A step or a turn, with its price.
#[derive(Copy, Clone, Debug)]
pub struct Ready(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Step(Unit, Hex, Step),
    Turn(Unit, Corner, u8),
}

impl Family for Move {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("move", "move UNIT HEX"), ("turn", "turn UNIT CORNER")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Activation(activation) = ask.state.frames.top() else { return ControlFlow::Continue(()) };
        s09_movement::visit(ask, activation, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        Ok(Ready(match *self {
            Move::To { unit, to } => What::Step(unit, to, check(ask, unit, to)?),
            Move::Turn { unit, to } => What::Turn(unit, to, check_turn(ask, unit, to)?),
        }))
    }

    fn perform(Ready(what): Ready, act: &mut Act<'_>) {
        match what {
            What::Step(unit, to, step) => go(act, unit, to, step),
            What::Turn(unit, to, cost) => turn(act, unit, to, cost),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Move::To { unit, to } => {
                let price = |step: Step| if step.delayed { "all".to_owned() } else { step.cost.to_string() };
                let cost = check(ask, unit, to).ok().map(price);
                Choice { cost, ..at_hex(ask, ChoiceKind::Move, MOVEMENT, unit, to, "to") }
            }
            Move::Turn { unit, to } => {
                let (id, name) = names(ask, unit);
                let cost = check_turn(ask, unit, to).ok().map(|cost| cost.to_string());
                let label = format!("{name} turns to {}", corner_word(to));
                let group = group("Turn", 6, None);
                Choice { units: vec![id], cost, group, ..Choice::new(ChoiceKind::Button, MOVEMENT, label) }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Move::To { unit, to } => format!("move {} {}", unit_id(ask, unit), ask.rules.label(to)),
            Move::Turn { unit, to } => format!("turn {} {}", unit_id(ask, unit), corner_word(to)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["move", unit, to] => Move::To { unit: read_unit(ask, unit)?, to: read_hex(ask, to)? },
            ["turn", unit, to] => Move::Turn { unit: read_unit(ask, unit)?, to: read_corner(to)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, Meant { unit, at }: Meant) -> Vec<Wish<Self>> {
        let step = |to| Wish::new(format!("Move to {}", ask.rules.label(to)), Move::To { unit, to });
        match at {
            At::Hex(to) => vec![step(to)],
            At::Anything => {
                let beside = ask.state.hex(unit).into_iter().flat_map(|from| ask.rules.grid().neighbours(from));
                likeliest(ask, beside.map(|(_, to)| step(to))).into_iter().collect()
            }
            At::Unit(_) | At::Activation => Vec::new(),
        }
    }
}

/// Makes a step.
fn go(act: &mut Act<'_>, unit: Unit, to: Hex, step: Step) {
    let Step { cost, facing, covered, .. } = step;
    let from = act.state.hex(unit);
    let climbed = from.map_or(0, |from| levels_up(act.ask(), from, to));
    if let Some(activation) = act.state.activation_mut() {
        activation.spent = activation.spent.saturating_add(cost);
        activation.climbed += climbed;
        if activation.mode == Mode::Ready {
            activation.mode = Mode::Move;
        }
    }
    leave(act, unit);
    act.state.units[unit.index()].facing = facing;
    mark_delay(act, unit, step);
    put_down(act, unit, from, to, cost);
    arrive(act, unit, from, to, Arrival { covered, fast: is_fast(act.ask()) });
}

fn is_fast(ask: Ask<'_>) -> bool {
    ask.state.activation().is_some_and(|activation| activation.mode == Mode::Fast)
}

/// Moves the counter, and remembers the way for the log.
pub(super) fn put_down(act: &mut Act<'_>, unit: Unit, from: Option<Hex>, to: Hex, cost: u8) {
    act.state.put(unit, to);
    if act.state.untold.unit != Some(unit) {
        tell_march(act);
    }
    let march = &mut act.state.untold;
    march.unit = Some(unit);
    march.cost = march.cost.saturating_add(cost);
    if march.way.is_empty() {
        march.way.extend(from);
    }
    march.way.push(to);
}

/// How a unit comes into a hex.
#[derive(Copy, Clone, Debug)]
pub(super) struct Arrival {
    /// Along a covered trail.
    pub(super) covered: bool,
    /// With a fast action.
    pub(super) fast: bool,
}

/// What happens to a unit that has entered a hex: who is seen, what goes off, who fires.
pub(super) fn arrive(act: &mut Act<'_>, unit: Unit, from: Option<Hex>, to: Hex, how: Arrival) {
    let seat = act.state.unit(unit).seat;
    if common_knowledge::may_come_upon(act.ask(), unit, to) {
        // Whoever could take back a step that met nothing would try them all.
        act.journal.stands();
    }
    s09_hiding::look_around(act, unit);
    s15_victory::take_objective(act, seat, to);
    s13_harm::enter(act, unit, from, to, how.fast);
    if act.state.hex(unit).is_some() {
        s10_reaction::call(act, unit, how.covered);
    }
}

/// Turns a unit on the spot.
fn turn(act: &mut Act<'_>, unit: Unit, to: Corner, cost: u8) {
    let vehicle = card(act.ask(), unit).kind == Kind::Vehicle;
    if let Some(activation) = act.state.activation_mut() {
        activation.spent += cost;
        if activation.mode == Mode::Ready && vehicle {
            activation.mode = Mode::Move;
        }
    }
    act.state.units[unit.index()].facing = to;
}
