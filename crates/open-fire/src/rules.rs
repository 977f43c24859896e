//! The ruleset as the engine knows it.

use std::ops::ControlFlow;

use dice::Dice;
use engine::{
    Board, Ending, Field, Journal, Legacy, Look, LookError, NotationError, Overlay, Plan, Rules, Scene, Seat, SeatInfo,
    Viewer, two_hexes,
};
use hexmap::{Direction, Hex};

use crate::{
    play::{action::Action, refusal::Refused},
    state::{
        Frame, State,
        laid_out::OpenFire,
        units::{Side, Unit, UnitId},
    },
};

impl Rules for OpenFire {
    type State = State;
    type Action = Action;
    type Refusal = Refused;

    fn start(&self) -> State {
        self.first_state()
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        self.asked(state)
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        let _ = self.visit_legal(state, &mut |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refused> {
        if action.units().into_iter().flatten().any(|unit| unit.index() >= state.units.len()) {
            return Err(Refused::NotOnMap);
        }
        self.check_action(state, *action)
    }

    fn perform(&self, state: &mut State, action: &Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.do_action(state, *action, dice, journal);
    }

    fn seen_by(&self, state: &State, viewer: Viewer) -> State {
        self.hide(state, viewer)
    }

    fn scene(&self, seen: &State, viewer: Viewer) -> Scene {
        self.draw_scene(seen, viewer)
    }

    fn standing(&self, seen: &State) -> String {
        self.standing_line(seen)
    }

    fn board(&self) -> Board {
        let catalogue = &self.country.catalogue;
        let mut board = self.country.map.board(format!("open-fire-{}", self.id), &catalogue.palette(), catalogue.key());
        board.north = self.mission.north;
        board
    }

    fn plan(&self, seen: &State, viewer: Viewer, units: &[String]) -> Option<Plan> {
        self.plan_for(seen, viewer, units)
    }

    fn overlays(&self, seen: &State, _: Viewer) -> Vec<Overlay> {
        self.shadings(seen)
    }

    fn look(&self, seen: &State, _: Viewer, from: &str, to: &str) -> Result<Look, LookError> {
        let (from, to) = two_hexes(self.grid(), from, to)?;
        let in_hex = |hex: Hex| self.on_map_in(seen, hex);
        let glimpsed = in_hex(from).iter().any(|&one| in_hex(to).iter().any(|&other| self.glimpsed(seen, one, other)));
        Ok(self.country.look_at(from, to, &self.smoke(seen), self.looks_from(seen, from), glimpsed))
    }

    fn field(&self, seen: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        let from = self.grid().parse(from)?;
        Ok(self.country.field_of(from, &self.smoke(seen), self.looks_from(seen, from)))
    }

    fn write(&self, state: &State, action: &Action) -> String {
        self.write_action(state, action)
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        self.read_action(state, text)
    }

    fn tally(&self, state: &State) -> Vec<(String, Vec<i32>)> {
        let lost = |unit: &&Unit| unit.side == Side::German && (unit.condition.killed || unit.captured);
        let germans = state.units.iter().filter(lost).count() as i32;
        let together = |number: i32| vec![number; self.seats.len()];
        let by_seat = |count: &dyn Fn(Seat) -> i32| self.seats.iter().map(|info| count(info.seat)).collect();
        let mut tally = vec![
            ("victory_points".to_owned(), together(i32::from(self.balance(state)))),
            ("units_lost".to_owned(), by_seat(&|seat| self.units_lost(state, seat))),
            ("germans_lost".to_owned(), together(germans)),
        ];
        if self.is_shared() {
            tally.push(("section_points".to_owned(), by_seat(&|seat| i32::from(self.section_points(state, seat)))));
        }
        tally
    }

    fn winner(&self, state: &State) -> Option<Ending> {
        match state.frames.top() {
            Frame::Over { won } => Some(Ending::Together { won: *won }),
            _ => None,
        }
    }

    fn matter(&self, state: &State) -> u32 {
        match state.frames.top() {
            Frame::Generation => 1,
            Frame::Division => 2,
            Frame::SetUp => 3,
            Frame::Operations => 4,
            Frame::Round { .. } => 5,
            Frame::German(_) => 6,
            Frame::Sighting { .. } => 7,
            Frame::Reading(_) => 8,
            Frame::FitOut => 9,
            Frame::Debriefing { .. } => 10,
            Frame::Over { .. } => 11,
            Frame::Turn(turn) => 100 + u32::from(turn.unit.0),
        }
    }

    fn legacy(&self, state: &State) -> Option<Legacy> {
        self.handed_on(state)
    }
}

impl OpenFire {
    fn on_map_in(&self, state: &State, hex: Hex) -> Vec<UnitId> {
        let there = state.all_units().filter(|(unit, stands)| stands.is_on_map() && state.hex_of(*unit) == Some(hex));
        there.map(|(unit, _)| unit).collect()
    }

    /// The way in which the units in a hex must look, if none of them sees all round.
    fn looks_from(&self, state: &State, hex: Hex) -> Option<Direction> {
        let ways: Vec<Option<Direction>> =
            self.on_map_in(state, hex).into_iter().map(|unit| self.looks_only(state, unit)).collect();
        match ways[..] {
            [Some(way)] => Some(way),
            [Some(way), ..] if ways.iter().all(|other| *other == Some(way)) => Some(way),
            _ => None,
        }
    }
}
