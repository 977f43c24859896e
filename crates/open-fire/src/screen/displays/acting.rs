//! The unit whose turn it is: crew points and movement points left (OF-6.7, OF-7.5), and how hull and turret turn (OF-2.10, OF-7.2).

use engine::{Acting, Gauge, Part, Steering};
use hexmap::Direction;

use crate::{
    play::{action::Action, s07_movement::allowances::points_text},
    state::{
        Frame, State, Turn,
        laid_out::OpenFire,
        units::{Side, UnitId},
    },
};

impl OpenFire {
    /// The US unit whose turn it is, with what it has left.
    pub(crate) fn acting_with(&self, state: &State) -> Option<Acting> {
        let turn = self.turn(state).filter(|turn| state.unit(turn.unit).side == Side::Us)?;
        let gauges = [self.crew_gauge(state, turn), self.movement_gauge(state, turn)];
        Some(Acting { unit: self.id_of(state, turn.unit), gauges: gauges.into_iter().flatten().collect() })
    }

    fn crew_gauge(&self, state: &State, turn: &Turn) -> Option<Gauge> {
        if self.card(state, turn.unit).kind.is_squad() {
            return None;
        }
        let of = state.unit(turn.unit).condition.crew.max(turn.points);
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

    fn movement_gauge(&self, state: &State, turn: &Turn) -> Option<Gauge> {
        let left = self.points_left(state, turn)?;
        let of = left + turn.spent;
        let slow = self.slow_points(state, turn.unit);
        let checks = !turn.accident_checked && self.card(state, turn.unit).kind.is_vehicle();
        Some(Gauge {
            label: "Movement points".to_owned(),
            text: format!("{} of {}", points_text(left), points_text(of)),
            left,
            of,
            parts: 2,
            danger: checks.then_some(slow),
            detail: if checks {
                format!("Past {} points spent, the next hex takes an accident check (OF-7.8).", points_text(slow))
            } else {
                "What the drive can still go (OF-7.5).".to_owned()
            },
        })
    }

    /// The actions that turn the hull and the turret of the unit whose turn it is.
    pub(crate) fn steering(&self, state: &State) -> Vec<Steering> {
        let Frame::Turn(turn) = state.frames.top() else { return Vec::new() };
        let unit = turn.unit;
        let card = self.card(state, unit);
        if state.unit(unit).side != Side::Us || state.unit(unit).hex().is_none() || !card.kind.is_vehicle() {
            return Vec::new();
        }
        let mut steering = Vec::new();
        for clockwise in [false, true] {
            let by = if clockwise { 1 } else { -1 };
            steering.push(self.steers(
                state,
                unit,
                Part::Hull,
                state.unit(unit).facing.turned(by),
                Action::Rotate { clockwise },
            ));
            if card.traverse.is_some() {
                let to = state.unit(unit).turret.turned(by);
                steering.push(self.steers(state, unit, Part::Turret, to, Action::Traverse { clockwise }));
            }
        }
        steering
    }

    fn steers(&self, state: &State, unit: UnitId, part: Part, to: Direction, action: Action) -> Steering {
        Steering {
            unit: self.id_of(state, unit),
            part,
            to: to.index() as u8,
            action: self.write_action(state, &action),
        }
    }
}
