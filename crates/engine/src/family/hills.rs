// The ruleset of the example in `family.rs`, which includes this file: a hill, and somebody with points to climb it.

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct State {
    level: u8,
    points: u8,
}

pub struct Hills {
    highest: u8,
}

type Ask<'r, 's> = engine::Ask<'r, 's, Hills>;
type Act<'a> = engine::Act<'a, Hills>;

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("nobody climbs so far")]
pub struct Refused;

impl engine::Cited for Refused {
    fn rule(&self) -> RuleId {
        HILLS
    }

    fn code(&self) -> &'static str {
        "too-far"
    }
}

impl Families for Hills {
    type Refused = Refused;
    type Pointed<'p> = u8;
}

impl Rules for Hills {
    type State = State;
    type Action = Action;
    type Refusal = Refused;
    type Ready<'r> = Ready<'r>;

    fn start(&self) -> State {
        State { level: 0, points: 3 }
    }

    fn seats(&self) -> &[engine::SeatInfo] {
        &[]
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.points > 0).then_some(Seat(0))
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        Action::add_legal(Ask::new(self, state), actions);
    }

    fn check<'r>(&'r self, state: &State, action: &Action) -> Result<Ready<'r>, Refused> {
        action.check(Ask::new(self, state))
    }

    fn perform(&self, state: &mut State, ready: Ready<'_>, dice: &mut dyn dice::Dice, journal: &mut dyn engine::Journal) {
        ready.perform(&mut Act { rules: self, state, dice, journal });
    }

    fn write(&self, state: &State, action: &Action) -> String {
        action.write(Ask::new(self, state))
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, engine::NotationError> {
        Action::read(Ask::new(self, state), text)
    }

    fn seen_by(&self, state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn scene(&self, _: &State, _: Viewer) -> engine::Scene {
        unimplemented!("nobody looks at the hill")
    }

    fn board(&self) -> engine::Board {
        unimplemented!("nobody looks at the hill")
    }

    fn plan(&self, _: &State, _: Viewer, _: &[String]) -> Option<engine::Plan> {
        None
    }

    fn overlays(&self, _: &State, _: Viewer) -> Vec<engine::Overlay> {
        Vec::new()
    }

    fn look(&self, _: &State, _: Viewer, from: &str, _: &str) -> Result<engine::Look, engine::LookError> {
        Err(engine::LookError::SameHex(from.to_owned()))
    }

    fn field(&self, _: &State, _: Viewer, from: &str) -> Result<engine::Field, engine::LookError> {
        Err(engine::LookError::SameHex(from.to_owned()))
    }

    fn tally(&self, _: &State) -> Vec<(String, Vec<i32>)> {
        Vec::new()
    }

    fn winner(&self, _: &State) -> Option<engine::Ending> {
        None
    }
}
