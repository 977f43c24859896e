//! Planning (AS-6): each side gives its command points to units, in secret. A unit with a point can be activated this
//! turn.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Seat, Verb, Visit, Wish};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::of_unit,
    pointing::Meant,
};
use crate::{
    rule_ids::PLANNING,
    state::{Act, Ask, Assault, Frame, Place, State, Unit},
};

/// Plan.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Planning {
    /// Give a unit a command point.
    Plan {
        /// The unit.
        unit: Unit,
    },
    /// Take it back.
    Unplan {
        /// The unit.
        unit: Unit,
    },
}

/// A command point that may be given or taken.
#[derive(Copy, Clone, Debug)]
pub struct Ready(Planning);

impl Family for Planning {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("plan", "plan UNIT"), ("unplan", "unplan UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Planning { seat } = *ask.state.frames.top() else { return ControlFlow::Continue(()) };
        self::visit(ask, seat, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        match *self {
            Planning::Plan { unit } => check_plan(ask, unit)?,
            Planning::Unplan { unit } => check_unplan(ask, unit)?,
        }
        Ok(Ready(*self))
    }

    fn perform(Ready(planning): Ready, act: &mut Act<'_>) {
        match planning {
            Planning::Plan { unit } => act.state.planned.add(unit),
            Planning::Unplan { unit } => act.state.planned.take(unit),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Planning::Plan { unit } => of_unit(ask, PLANNING, unit, "Plan"),
            Planning::Unplan { unit } => of_unit(ask, PLANNING, unit, "Take back"),
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Planning::Plan { unit } => format!("plan {}", unit_id(ask, unit)),
            Planning::Unplan { unit } => format!("unplan {}", unit_id(ask, unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["plan", unit] => Planning::Plan { unit: read_unit(ask, unit)? },
            ["unplan", unit] => Planning::Unplan { unit: read_unit(ask, unit)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Units of a side that could be given a point: on the map, or due to come in.
pub(crate) fn can_be_planned(ask: Ask<'_>, seat: Seat, unit: Unit) -> bool {
    let state = ask.state.unit(unit);
    state.seat == seat
        && match state.place {
            Place::On(_) | Place::Aboard(_) => true,
            Place::Reserve { turn, .. } => turn <= ask.state.turn,
            Place::Box(_) | Place::Unseen | Place::Gone => false,
        }
}

/// Points that a side has given out.
pub(crate) fn given_out(ask: Ask<'_>, seat: Seat) -> usize {
    ask.state.planned.iter().filter(|&unit| ask.state.unit(unit).seat == seat).count()
}

/// Counts the points of both sides for the turn. What was planned last turn is the first draft of the new plan.
pub(crate) fn count_points(act: &mut Act<'_>) {
    for seat in [Seat(0), Seat(1)] {
        let promised = std::mem::take(&mut act.state.promised[seat.index()].points);
        let points = points(act.ask(), seat).saturating_add_signed(promised).max(1);
        act.state.points[seat.index()] = points;
        let kept: Vec<Unit> = {
            let ask = act.ask();
            let mine = ask.state.planned.iter().filter(|&unit| can_be_planned(ask, seat, unit));
            mine.take(usize::from(points)).collect()
        };
        let others = act.state.planned.iter().filter(|&unit| act.state.unit(unit).seat != seat);
        act.state.planned = others.chain(kept).collect();
    }
    act.note(|ask| {
        let [one, other] = [0, 1]
            .map(|side: usize| format!("{} {} command points", ask.rules.seats[side].name, ask.state.points[side]));
        Entry::new(PLANNING, format!("{one}, {other}"))
    });
}

/// The points that a side's formations bring, as far as they have units left for them (public fact: about three
/// quarters).
fn points(ask: Ask<'_>, seat: Seat) -> u8 {
    let [part, of] = ask.rules.catalogue.turn.planning.share;
    let share = |units: usize| (units * usize::from(part)).div_ceil(usize::from(of).max(1));
    let alive = |formation: Option<u8>| {
        let mine = ask.state.all_units().filter(|&unit| can_be_planned(ask, seat, unit));
        mine.filter(|&unit| ask.state.unit(unit).formation == formation).count()
    };
    let formations = (0u8..).zip(&ask.state.formations).filter(|(_, fielded)| fielded.seat == seat);
    let brought = formations.map(|(index, fielded)| {
        usize::from(ask.rules.formation(fielded.card).command_points).min(share(alive(Some(index))))
    });
    let total = brought.sum::<usize>() + share(alive(None));
    u8::try_from(total).unwrap_or(u8::MAX)
}

/// The side that plans now.
fn planning(state: &State) -> Result<Seat, Refused> {
    match state.frames.top() {
        Frame::Planning { seat } => Ok(*seat),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}

fn check_plan(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let seat = planning(ask.state)?;
    if ask.state.unit(unit).seat != seat {
        return Err(Refused::NotYours);
    }
    if !can_be_planned(ask, seat, unit) {
        return Err(if matches!(ask.state.unit(unit).place, Place::Reserve { .. }) {
            Refused::NotDue
        } else {
            Refused::NotOnMap
        });
    }
    if ask.state.planned.has(unit) {
        return Err(Refused::PlannedAlready);
    }
    let points = ask.state.points[seat.index()];
    if given_out(ask, seat) >= usize::from(points) {
        return Err(Refused::NoPoints { points });
    }
    Ok(())
}

fn check_unplan(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let seat = planning(ask.state)?;
    if ask.state.unit(unit).seat != seat {
        return Err(Refused::NotYours);
    }
    if ask.state.planned.has(unit) { Ok(()) } else { Err(Refused::NotPlanned) }
}

fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, Planning>) -> ControlFlow<()> {
    let room = given_out(ask, seat) < usize::from(ask.state.points[seat.index()]);
    for unit in ask.state.all_units() {
        if ask.state.planned.has(unit) {
            if ask.state.unit(unit).seat == seat {
                visit(Planning::Unplan { unit })?;
            }
        } else if room && can_be_planned(ask, seat, unit) {
            visit(Planning::Plan { unit })?;
        }
    }
    ControlFlow::Continue(())
}

/// The state in which a side plans while the other one does: both plan in secret, and neither waits (AS-6). Nothing for
/// a side that is asked anyway, or whose plan is made.
pub(crate) fn meanwhile(state: &State, seat: Seat) -> Option<State> {
    let first = planning(state).ok()?;
    let plans_too = first == state.initiative && seat == first.other() && state.planned_first.is_none();
    plans_too.then(|| {
        let mut turned = state.clone();
        turned.frames.replace(Frame::Planning { seat });
        turned.meanwhile = true;
        turned
    })
}

/// Whoever planned while the other side did has acted: that one is asked again.
pub(crate) fn turn_back(state: &mut State) {
    if matches!(state.frames.top(), Frame::Planning { .. }) && std::mem::take(&mut state.meanwhile) {
        state.frames.replace(Frame::Planning { seat: state.initiative });
    }
}
