//! The unit whose turn it is: crew points and movement points left (OF-6.7, OF-7.5), and how hull and turret turn
//! (OF-2.10, OF-7.2).

use engine::{Acting, Gauge, Part, Points, Steering};
use hexmap::Direction;

use crate::{
    course::action::Action,
    play::s07_movement::{allowances, movements::Movement},
    state::{
        Frame, Turn,
        laid_out::Ask,
        units::{Side, UnitId},
    },
};

/// The US unit whose turn it is, with what it has left.
pub(crate) fn acting_with(ask: Ask<'_>) -> Option<Acting> {
    let turn = ask.state.turn().filter(|turn| ask.state.unit(turn.unit).side == Side::Us)?;
    let gauges = [crew_gauge(ask, turn), movement_gauge(ask, turn)];
    Some(Acting { unit: ask.state.id_of(turn.unit), gauges: gauges.into_iter().flatten().collect() })
}

fn crew_gauge(ask: Ask<'_>, turn: &Turn) -> Option<Gauge> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return None;
    }
    let of = ask.state.unit(turn.unit).condition.crew.max(turn.points);
    Some(Gauge {
        label: "Crew points".to_owned(),
        text: format!("{} of {of}", turn.points),
        left: turn.points.into(),
        of: of.into(),
        parts: 1,
        danger: None,
        detail: "What the crew can still do in this turn (OF-6.7).".to_owned(),
    })
}

fn movement_gauge(ask: Ask<'_>, turn: &Turn) -> Option<Gauge> {
    let left = allowances::points_left(ask, turn)?;
    let of = left + turn.spent;
    let slow = allowances::slow_points(ask, turn.unit);
    let checks = !turn.accident_checked && ask.rules.card(ask.state.unit(turn.unit)).kind.is_vehicle();
    Some(Gauge {
        label: "Movement points".to_owned(),
        text: format!("{} of {}", Points(left), Points(of)),
        left,
        of,
        parts: 2,
        danger: checks.then_some(slow),
        detail: if checks {
            format!("Past {} points spent, the next hex takes an accident check (OF-7.8).", Points(slow))
        } else {
            "What the drive can still go (OF-7.5).".to_owned()
        },
    })
}

/// The actions that turn the hull and the turret of the unit whose turn it is.
pub(crate) fn steering(ask: Ask<'_>) -> Vec<Steering> {
    let Frame::Turn(turn) = ask.state.frames.top() else { return Vec::new() };
    let unit = turn.unit;
    let card = ask.rules.card(ask.state.unit(unit));
    if ask.state.unit(unit).side != Side::Us || ask.state.unit(unit).hex().is_none() || !card.kind.is_vehicle() {
        return Vec::new();
    }
    let mut steering = Vec::new();
    for clockwise in [false, true] {
        let by = if clockwise { 1 } else { -1 };
        steering.push(steers(
            ask,
            unit,
            Part::Hull,
            ask.state.unit(unit).facing.turned(by),
            Action::Move(Movement::Rotate { clockwise }),
        ));
        if card.traverse.is_some() {
            let to = ask.state.unit(unit).turret.turned(by);
            steering.push(steers(ask, unit, Part::Turret, to, Action::Move(Movement::Traverse { clockwise })));
        }
    }
    steering
}

fn steers(ask: Ask<'_>, unit: UnitId, part: Part, to: Direction, action: Action) -> Steering {
    Steering { unit: ask.state.id_of(unit), part, to: to.index() as u8, action: action.write(ask) }
}
