//! What a teacher says beside the question on the table: texts of the mission, for missions that teach.

use std::ops::ControlFlow;

use crate::{
    booklet::lessons::Moment,
    course::{self, action::Combat},
    state::{
        Frame, Turn,
        generation::Stage,
        laid_out::Ask,
        units::{Place, Side},
    },
};

/// What the mission teaches here.
pub(crate) fn lesson(ask: Ask<'_>) -> Option<String> {
    if ask.rules.mission.lessons.is_empty() {
        return None;
    }
    let moment = moment(ask)?;
    ask.rules.mission.lessons.iter().find(|(known, _)| *known == moment).map(|(_, text)| text.clone())
}

fn moment(ask: Ask<'_>) -> Option<Moment> {
    Some(match ask.state.frames.top() {
        Frame::Generation => match ask.state.generation.as_ref()?.stage {
            Stage::Quality => Moment::Points,
            Stage::Crews => Moment::Crews,
            Stage::Vehicles => Moment::Vehicles,
            Stage::Stores | Stage::Racks => return None,
        },
        Frame::Division | Frame::Deployment { .. } | Frame::FitOut | Frame::Debriefing { .. } => return None,
        Frame::Operations if ask.state.active(Side::Us).all(|(_, unit)| unit.place == Place::OffMap) => Moment::Entry,
        Frame::Operations => Moment::Operations,
        Frame::Sighting { .. } => Moment::Sighting,
        Frame::Reading(_) => Moment::Question,
        Frame::Round { .. } => Moment::Track,
        Frame::German(_) => Moment::German,
        Frame::Turn(turn) => moment_of_turn(ask, turn),
        Frame::Over { .. } => Moment::Over,
    })
}

fn moment_of_turn(ask: Ask<'_>, turn: &Turn) -> Moment {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Moment::Squad;
    }
    let fires = course::visit_legal(ask, &mut |action| match action.combat() {
        Some(Combat::Fire(fire)) if fire.target().is_some() => ControlFlow::Break(()),
        Some(Combat::Fire(_) | Combat::Assault(_)) | None => ControlFlow::Continue(()),
    });
    match turn.moving {
        _ if fires.is_break() => Moment::Fire,
        Some(moving) if moving.left > 0 => Moment::Drive,
        _ if turn.points == 0 => Moment::Spent,
        _ => Moment::Turn,
    }
}
