//! What a teacher says beside the question on the table: texts of the mission, for missions that teach.

use std::ops::ControlFlow;

use crate::{
    booklet::lessons::Moment,
    play::action::Action,
    state::{
        Frame, State, Turn,
        generation::Stage,
        laid_out::OpenFire,
        units::{Place, Side},
    },
};

impl OpenFire {
    /// What the mission teaches here.
    pub(crate) fn lesson(&self, state: &State) -> Option<String> {
        if self.mission.lessons.is_empty() {
            return None;
        }
        let moment = self.moment(state)?;
        self.mission.lessons.iter().find(|(known, _)| *known == moment).map(|(_, text)| text.clone())
    }

    fn moment(&self, state: &State) -> Option<Moment> {
        Some(match state.frames.top() {
            Frame::Generation => match state.generation.as_ref()?.stage {
                Stage::Quality => Moment::Points,
                Stage::Crews => Moment::Crews,
                Stage::Vehicles => Moment::Vehicles,
                Stage::Racks => return None,
            },
            Frame::SetUp | Frame::Division | Frame::FitOut | Frame::Debriefing { .. } => return None,
            Frame::Operations if state.active(Side::Us).all(|(_, unit)| unit.place == Place::OffMap) => Moment::Entry,
            Frame::Operations => Moment::Operations,
            Frame::Sighting { .. } => Moment::Sighting,
            Frame::Reading(_) => Moment::Question,
            Frame::Round { .. } => Moment::Track,
            Frame::German(_) => Moment::German,
            Frame::Turn(turn) => self.moment_of_turn(state, turn),
            Frame::Over { .. } => Moment::Over,
        })
    }

    fn moment_of_turn(&self, state: &State, turn: &Turn) -> Moment {
        if self.card(state, turn.unit).kind.is_squad() {
            return Moment::Squad;
        }
        let fires = self.visit_legal(state, &mut |action| match action {
            Action::FireMain { .. } | Action::FireGuns { .. } | Action::FireAll { .. } => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        match turn.moving {
            _ if fires.is_break() => Moment::Fire,
            Some(moving) if moving.left > 0 => Moment::Drive,
            _ if turn.points == 0 => Moment::Spent,
            _ => Moment::Turn,
        }
    }
}
