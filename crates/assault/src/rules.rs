//! The ruleset as the engine asks it: every question is handed to the module that answers it.

use dice::Dice;
use engine::{
    Board, Choice, Ending, Field, Fighters, Handy, Journal, Look, LookError, Loss, NotationError, Overlay, Plan,
    Pointed, RecordSheet, Rules, Scene, Seat, SeatInfo, SymbolDie, Threats, Viewer, Wish, two_hexes,
};

use crate::{
    course::{
        self,
        action::{Action, Ready},
    },
    map::sight::Conditions,
    play::{self, refusal::Refused, s06_planning, s15_victory, s16_set_up},
    screen,
    state::{Act, Ask, AskOf, Assault, Frame, State},
};

impl Assault {
    fn conditions(seen: &State) -> Conditions {
        Conditions { smoke: seen.smoke.clone(), changed: seen.changed.clone(), ..Conditions::default() }
    }
}

impl Rules for Assault {
    type State = State;
    type Action = Action;
    type Refusal = Refused;
    type Ready<'r> = Ready<'r>;

    fn start(&self) -> State {
        s16_set_up::first_state(self)
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

    fn check<'r>(&'r self, state: &State, action: &Action) -> Result<Ready<'r>, Refused> {
        action.check(AskOf::new(self, state))
    }

    fn perform(&self, state: &mut State, ready: Ready<'_>, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        course::perform(&mut Act { rules: self, state, dice, journal }, ready);
    }

    fn seen_by(&self, state: &State, viewer: Viewer) -> State {
        state.seen_by(self, viewer)
    }

    fn scene(&self, seen: &State, viewer: Viewer) -> Scene {
        screen::scene(Ask::new(self, seen), viewer)
    }

    fn standing(&self, seen: &State) -> String {
        screen::standing(Ask::new(self, seen))
    }

    fn symbol_dice(&self) -> Vec<SymbolDie> {
        self.catalogue.dice().shown()
    }

    fn board(&self) -> Board {
        let map = &self.sight.map;
        let board = map.board(format!("assault-{}", self.id), &self.catalogue.palette(), self.catalogue.key());
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
        Ok(self.sight.look(from, to, &Assault::conditions(seen)))
    }

    fn field(&self, seen: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        let from = self.grid().parse(from)?;
        Ok(self.sight.field(from, &Assault::conditions(seen)))
    }

    fn write(&self, state: &State, action: &Action) -> String {
        action.write(Ask::new(self, state))
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        Action::read(Ask::new(self, state), text)
    }

    fn wishes(&self, seen: &State, seat: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
        screen::wishes(Ask::new(self, seen), seat, pointed)
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
            ("units_lost".to_owned(), by_seat(&|seat| i32::from(state.lost[seat.index()]))),
            ("victory_points".to_owned(), by_seat(&|seat| s15_victory::points(Ask::new(self, state), seat))),
        ]
    }

    fn losses(&self, seen: &State) -> Vec<Loss> {
        screen::losses(Ask::new(self, seen))
    }

    fn meanwhile(&self, state: &State, seat: Seat) -> Option<State> {
        s06_planning::meanwhile(state, seat)
    }

    fn matter(&self, state: &State) -> u32 {
        state.activation().map_or(0, |activation| u32::from(activation.unit.0) + 1)
    }

    fn winner(&self, state: &State) -> Option<Ending> {
        match state.frames.top() {
            Frame::Over { winner } => Some(Ending::between(*winner)),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
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
            | Frame::Organization { .. } => None,
        }
    }
}
