//! The ruleset as the engine asks it: every question is handed to the module that answers it.

use dice::Dice;
use engine::{
    Board, Choice, Ending, Field, Fighters, Handy, Journal, Look, LookError, Loss, NotationError, Overlay, Plan,
    Pointed, RecordSheet, Rules, Scene, Seat, SeatInfo, Threats, Viewer, Wish, two_hexes,
};

use crate::{
    course::{
        self,
        action::{Action, Ready},
    },
    map::sight,
    play::{self, Meant, refusal::Refusal, s16_weather, s18_victory, s19_set_up},
    screen,
    state::{Act, Ask, AskOf, Divisions, Frame, State},
};

impl Rules for Divisions {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;
    type Ready<'r> = Ready<'r>;

    fn start(&self) -> State {
        s19_set_up::first_state(self)
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        play::asked(Ask::new(self, state))
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        Action::add_legal(Ask::new(self, state), actions);
    }

    fn check<'r>(&'r self, state: &State, action: &Action) -> Result<Ready<'r>, Refusal> {
        action.check(AskOf::new(self, state)).map_err(|refused| refused.spelled_out(self))
    }

    fn perform(&self, state: &mut State, ready: Ready<'_>, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        course::perform(&mut Act { rules: self, state, dice, journal }, ready);
    }

    fn seen_by(&self, state: &State, viewer: Viewer) -> State {
        state.seen_by(viewer)
    }

    fn scene(&self, seen: &State, viewer: Viewer) -> Scene {
        screen::scene(Ask::new(self, seen), viewer)
    }

    fn standing(&self, seen: &State) -> String {
        screen::standing(Ask::new(self, seen))
    }

    fn board(&self) -> Board {
        let board = self.map.board(format!("divisions-{}", self.id), &self.catalogue.palette(), self.catalogue.key());
        Board { markers: screen::all_markers(), ..board }
    }

    fn plan(&self, seen: &State, viewer: Viewer, units: &[String]) -> Option<Plan> {
        screen::plan(Ask::new(self, seen), viewer, units)
    }

    fn threats(&self, seen: &State, viewer: Viewer, units: &[String], hex: Option<&str>) -> Option<Threats> {
        screen::threats(Ask::new(self, seen), viewer, units, hex)
    }

    fn overlays(&self, seen: &State, viewer: Viewer) -> Vec<Overlay> {
        screen::overlays(Ask::new(self, seen), viewer)
    }

    fn look(&self, seen: &State, _: Viewer, from: &str, to: &str) -> Result<Look, LookError> {
        let (from, to) = two_hexes(self.grid(), from, to)?;
        Ok(sight::look(&self.map, &self.catalogue, from, to, s16_weather::now(Ask::new(self, seen))))
    }

    fn field(&self, seen: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        let from = self.grid().parse(from)?;
        Ok(sight::field(&self.map, &self.catalogue, from, s16_weather::now(Ask::new(self, seen))))
    }

    fn write(&self, state: &State, action: &Action) -> String {
        action.write(Ask::new(self, state))
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        Action::read(Ask::new(self, state), text)
    }

    fn wishes(&self, seen: &State, seat: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
        let ask = Ask::new(self, seen);
        Meant::by(ask, seat, pointed).map_or_else(Vec::new, |meant| Action::wishes(ask, meant))
    }

    fn record_sheets(&self, seen: &State, viewer: Viewer) -> Vec<RecordSheet> {
        screen::record_sheets(Ask::new(self, seen), viewer)
    }

    fn fighters(&self, seen: &State, seat: Seat) -> Fighters<Action> {
        screen::fighters(Ask::new(self, seen), seat)
    }

    fn handy(&self, seen: &State, unit: &str) -> Handy<Action> {
        screen::handy(Ask::new(self, seen), unit)
    }

    fn lets_pass(&self, seen: &State) -> Option<Action> {
        screen::lets_pass(Ask::new(self, seen))
    }

    fn offered(&self, seen: &State, action: &Action) -> Option<Choice> {
        Some(screen::offered(Ask::new(self, seen), *action))
    }

    fn tally(&self, state: &State) -> Vec<(String, Vec<i32>)> {
        let by_seat = |value: &dyn Fn(Seat) -> i32| self.seats.iter().map(|info| value(info.seat)).collect();
        vec![
            ("steps_lost".to_owned(), by_seat(&|seat| i32::from(state.steps_lost[seat.index()]))),
            ("victory_points".to_owned(), by_seat(&|seat| s18_victory::points(Ask::new(self, state), seat))),
        ]
    }

    fn losses(&self, seen: &State) -> Vec<Loss> {
        screen::losses(Ask::new(self, seen))
    }

    fn matter(&self, state: &State) -> u32 {
        if state.is_moving() { 1 } else { 2 }
    }

    fn winner(&self, state: &State) -> Option<Ending> {
        match state.frames.top() {
            Frame::Over { winner } => Some(Ending::between(*winner)),
            Frame::Cup { .. }
            | Frame::Activation(_)
            | Frame::Moving(_)
            | Frame::Halt(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_) => None,
        }
    }
}
