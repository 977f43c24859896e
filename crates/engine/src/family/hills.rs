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

    fn perform(
        &self,
        state: &mut State,
        ready: Ready<'_>,
        dice: &mut dyn dice::Dice,
        journal: &mut dyn engine::Journal,
    ) {
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

    fn scene(&self, seen: &State, viewer: Viewer) -> engine::Scene {
        let ask = Ask::new(self, seen);
        let seat = self.to_act(seen);
        let legal = if seat.is_some_and(|seat| viewer.is(seat)) { Action::legal(ask) } else { Vec::new() };
        let choices = legal.into_iter().map(|action| Choice { action: action.write(ask), ..action.offer(ask) });
        let text = format!("At level {} of {}, with points for {} more", seen.level, self.highest, seen.points);
        engine::Scene {
            prompt: engine::Prompt { seat, text, hint: String::new(), rule: HILLS, hexes: Vec::new(), lesson: None },
            choices: choices.collect(),
            facts: Vec::new(),
            counters: Vec::new(),
            absent: Vec::new(),
            marks: Vec::new(),
            panels: Vec::new(),
            displays: Vec::new(),
            acting: None,
            steering: Vec::new(),
            sheet: None,
            secret: false,
            outcome: None,
        }
    }

    /// A hill has no ways beside it and no names: a hex, as high as it is.
    fn board(&self) -> engine::Board {
        let top = engine::BoardHex {
            id: "0101".to_owned(),
            x: 1.0,
            y: 1.0,
            terrain: "hill".to_owned(),
            elevation: self.highest,
            neighbours: vec![None; 6],
        };
        engine::Board {
            id: "hill".to_owned(),
            title: "The hill".to_owned(),
            radius: 1.0,
            width: 2.0,
            height: 2.0,
            north: engine::North::Up,
            hexes: vec![top],
            sides: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            key: Vec::new(),
            markers: Vec::new(),
        }
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
