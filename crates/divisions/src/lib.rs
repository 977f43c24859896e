//! `divisions`: companies, an HQ chit cup and direct ranged fire.
//!
//! One module per section of the rules; `content/divisions/rules.toml` lists them with their ids.
//!
//! | rule | module |
//! |---|---|
//! | FD-1, FD-5, FD-7 units, pins, steps | [`catalogue`], `pins` |
//! | FD-2, FD-3, FD-6 direct fire | [`direct_fire`] |
//! | FD-4 opportunity fire | `opportunity_fire` |
//! | FD-8, FD-9, FD-16 the cup, command, weather | `cup` |
//! | FD-10, FD-12, FD-17 movement, stacking, reinforcements | [`movement`] |
//! | FD-11 terrain | [`catalogue`], [`world`] |
//! | FD-13 line of sight | [`sight`] |
//! | FD-14 close assault | [`close_assault`] |
//! | FD-15 event chits | `event_chits` |
//! | FD-18 victory | `victory` |
//! | FD-19 set-up | `scenario` |

pub mod action;
mod board;
pub mod catalogue;
mod choices;
pub mod close_assault;
mod cup;
pub mod direct_fire;
mod event_chits;
mod faults;
mod game_box;
mod ground;
pub mod movement;
mod notation;
mod opportunity_fire;
mod panels;
mod pins;
pub mod plan;
mod play;
mod prompt;
pub mod refusal;
pub mod rule_ids;
mod scenario;
mod scene;
pub mod sight;
pub mod state;
pub mod unit_set;
mod victory;
mod words;
pub mod world;

pub use action::Action;
pub use catalogue::Catalogue;
pub use game_box::{REVISION, game_box};
pub use scenario::read_scenario;
pub use state::State;
pub use unit_set::{Unit, UnitSet};
pub use world::Divisions;

use std::ops::ControlFlow;

use dice::Dice;
use engine::{
    Board, Field, Journal, Look, LookError, NotationError, Overlay, Plan, Rules, Scene, Seat, SeatInfo, Viewer,
    two_hexes,
};

impl Rules for Divisions {
    type State = State;
    type Action = Action;
    type Refusal = refusal::Refusal;

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

    fn check(&self, state: &State, action: &Action) -> Result<(), refusal::Refusal> {
        self.check_action(state, action).map_err(|refused| self.in_words(refused))
    }

    fn perform(&self, state: &mut State, action: &Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.do_action(state, action, dice, journal);
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
        self.draw_board()
    }

    fn plan(&self, seen: &State, viewer: Viewer, units: &[String]) -> Option<Plan> {
        self.plan_for(seen, viewer, units)
    }

    fn overlays(&self, seen: &State, viewer: Viewer) -> Vec<Overlay> {
        self.shadings(seen, viewer)
    }

    fn look(&self, seen: &State, _: Viewer, from: &str, to: &str) -> Result<Look, LookError> {
        let (from, to) = two_hexes(self.grid(), from, to)?;
        Ok(sight::look(&self.map, &self.catalogue, from, to, self.weather(seen)))
    }

    fn field(&self, seen: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        let from = self.grid().parse(from)?;
        Ok(sight::field(&self.map, &self.catalogue, from, self.weather(seen)))
    }

    fn write(&self, _: &State, action: &Action) -> String {
        self.write_action(action)
    }

    fn read(&self, _: &State, text: &str) -> Result<Action, NotationError> {
        self.read_action(text)
    }

    fn tally(&self, state: &State) -> Vec<(String, Vec<i32>)> {
        let by_seat = |value: &dyn Fn(Seat) -> i32| self.seats.iter().map(|info| value(info.seat)).collect();
        vec![
            ("steps_lost".to_owned(), by_seat(&|seat| i32::from(state.steps_lost[seat.index()]))),
            ("victory_points".to_owned(), by_seat(&|seat| self.points(state, seat))),
        ]
    }

    fn matter(&self, state: &State) -> u32 {
        match state.frames.top() {
            state::Frame::Activation(activation) if activation.phase == state::Phase::Movement => 1,
            state::Frame::Moving(_) => 1,
            _ => 2,
        }
    }

    fn winner(&self, state: &State) -> Option<engine::Ending> {
        match state.frames.top() {
            state::Frame::Over { winner } => Some(engine::Ending::between(*winner)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
