//! What a teacher says beside the question on the table: texts of the mission, for missions that teach.

use std::ops::ControlFlow;

use crate::{
    action::Action,
    generation::Stage,
    mission::OpenFire,
    state::{Frame, State, Turn},
    units::{Place, Side},
};

/// A moment at which something can be taught.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The sample platoon, or one of one's own.
    Points,
    /// Crews are bought.
    Crews,
    /// Vehicles and rounds are bought.
    Vehicles,
    /// Nobody is on the map yet.
    Entry,
    /// Operations.
    Operations,
    /// A marker is in sight: look closer?
    Sighting,
    /// A paragraph asks.
    Question,
    /// Who acts in this space of the track?
    Track,
    /// A German is about to act.
    German,
    /// A turn begins.
    Turn,
    /// Somebody can be fired at.
    Fire,
    /// A drive is on.
    Drive,
    /// On foot.
    Squad,
    /// The crew points are spent.
    Spent,
    /// The mission is over.
    Over,
}

/// The moments with their names in a mission's `lessons`.
const MOMENTS: [(Moment, &str); 15] = [
    (Moment::Points, "points"),
    (Moment::Crews, "crews"),
    (Moment::Vehicles, "vehicles"),
    (Moment::Entry, "entry"),
    (Moment::Operations, "operations"),
    (Moment::Sighting, "sighting"),
    (Moment::Question, "question"),
    (Moment::Track, "track"),
    (Moment::German, "german"),
    (Moment::Turn, "turn"),
    (Moment::Fire, "fire"),
    (Moment::Drive, "drive"),
    (Moment::Squad, "squad"),
    (Moment::Spent, "spent"),
    (Moment::Over, "over"),
];

impl Moment {
    /// The names, as missions write them.
    pub const NAMES: [&'static str; 15] = {
        let mut names = [""; 15];
        let mut place = 0;
        while place < names.len() {
            names[place] = MOMENTS[place].1;
            place += 1;
        }
        names
    };

    /// The moment of a name.
    pub fn read(name: &str) -> Option<Moment> {
        MOMENTS.iter().find(|(_, known)| *known == name).map(|(moment, _)| *moment)
    }
}

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
