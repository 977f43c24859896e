//! The ruleset as the engine knows it.

use std::ops::ControlFlow;

use dice::Dice;
use engine::{
    Board, Choice, Ending, Families, Field, Fighters, Handy, Journal, Legacy, Look, LookError, Loss, NotationError,
    Overlay, Plan, Pointed, RecordSheet, Rules, Scene, Seat, SeatInfo, Threats, Viewer, Wish, two_hexes,
};
use hexmap::{Direction, Hex};

use crate::{
    course::{self, Ready, action::Action},
    play::{offers, refusal::Refused, s01_sharing, s08_sight, s15_awards, s16_campaign},
    rule_ids,
    screen::{choices, displays::record_sheet, handy, losses, plan, scene, threats, wishes},
    state::{
        Frame, State,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Side, Unit, UnitId},
    },
};

impl Families for OpenFire {
    type Refused = Refused;
    type Pointed<'p> = offers::Pointed;
}

impl Rules for OpenFire {
    type State = State;
    type Action = Action;
    type Refusal = Refused;
    type Ready<'r> = Ready<'r>;

    fn start(&self) -> State {
        course::first_state(self)
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        s01_sharing::asked(Ask::new(self, state))
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        let _ = course::visit_legal(Ask::new(self, state), &mut |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
    }

    fn check<'r>(&'r self, state: &State, action: &Action) -> Result<Ready<'r>, Refused> {
        if action.units().into_iter().flatten().any(|unit| unit.index() >= state.units.len()) {
            return Err(Refused::NotOnMap);
        }
        course::check_action(AskOf::new(self, state), *action)
    }

    fn perform(&self, state: &mut State, ready: Ready<'_>, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        ready.perform(&mut Act { rules: self, state, dice, journal });
    }

    fn seen_by(&self, state: &State, viewer: Viewer) -> State {
        scene::hide(Ask::new(self, state), viewer)
    }

    fn scene(&self, seen: &State, viewer: Viewer) -> Scene {
        scene::draw_scene(Ask::new(self, seen), viewer)
    }

    fn standing(&self, seen: &State) -> String {
        scene::standing_line(Ask::new(self, seen))
    }

    fn board(&self) -> Board {
        let catalogue = &self.country.catalogue;
        let mut board = self.country.map.board(format!("open-fire-{}", self.id), &catalogue.palette(), catalogue.key());
        board.north = self.mission.north;
        board.markers = scene::all_markers();
        board
    }

    fn plan(&self, seen: &State, viewer: Viewer, units: &[String]) -> Option<Plan> {
        plan::plan_for(Ask::new(self, seen), viewer, units)
    }

    fn threats(&self, seen: &State, viewer: Viewer, units: &[String], hex: Option<&str>) -> Option<Threats> {
        threats::threats_to(Ask::new(self, seen), viewer, units, hex)
    }

    fn overlays(&self, seen: &State, _: Viewer) -> Vec<Overlay> {
        plan::shadings(Ask::new(self, seen))
    }

    fn look(&self, seen: &State, _: Viewer, from: &str, to: &str) -> Result<Look, LookError> {
        let (from, to) = two_hexes(self.grid(), from, to)?;
        let in_hex = |hex: Hex| on_map_in(Ask::new(self, seen), hex);
        let glimpsed = in_hex(from)
            .iter()
            .any(|&one| in_hex(to).iter().any(|&other| s08_sight::glimpsed(Ask::new(self, seen), one, other)));
        let mut look = self.country.look_at(
            from,
            to,
            &s08_sight::smoke(Ask::new(self, seen)),
            looks_from(Ask::new(self, seen), from).map(|way| (way, self.facing(way))),
            glimpsed,
        );
        if !glimpsed && s08_sight::is_in_fog(Ask::new(self, seen), from, to) {
            look.hex_seen = false;
            look.block(format!("Fog hides {}.", self.label(to)), rule_ids::PARAGRAPHS);
        }
        Ok(look)
    }

    fn field(&self, seen: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        let from = self.grid().parse(from)?;
        let ask = Ask::new(self, seen);
        let mut field = self.country.field_of(from, &s08_sight::smoke(ask), looks_from(ask, from));
        let in_sight = |label: &String| self.grid().parse(label).is_ok_and(|hex| !s08_sight::is_in_fog(ask, from, hex));
        field.clear.retain(in_sight);
        field.ground_only.retain(in_sight);
        Ok(field)
    }

    fn write(&self, state: &State, action: &Action) -> String {
        action.write(Ask::new(self, state))
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        Action::read(Ask::new(self, state), text)
    }

    fn wishes(&self, seen: &State, _: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
        wishes::wishes(Ask::new(self, seen), pointed)
    }

    fn fighters(&self, seen: &State, seat: Seat) -> Fighters<Action> {
        handy::fighters(Ask::new(self, seen), seat)
    }

    fn handy(&self, seen: &State, unit: &str) -> Handy<Action> {
        handy::handy(Ask::new(self, seen), unit)
    }

    fn prepare(&self, seen: &mut State, ready: Ready<'_>, dice: &mut dyn Dice) {
        handy::prepare(self, seen, ready, dice);
    }

    fn offered(&self, seen: &State, action: &Action) -> Option<Choice> {
        Some(choices::choice(Ask::new(self, seen), action))
    }

    fn tally(&self, state: &State) -> Vec<(String, Vec<i32>)> {
        let lost = |unit: &&Unit| unit.side == Side::German && (unit.condition.killed || unit.captured);
        let germans = state.units.iter().filter(lost).count() as i32;
        let together = |number: i32| vec![number; self.seats.len()];
        let by_seat = |count: &dyn Fn(Seat) -> i32| self.seats.iter().map(|info| count(info.seat)).collect();
        let mut tally = vec![
            ("victory_points".to_owned(), together(i32::from(s15_awards::balance(Ask::new(self, state))))),
            ("units_lost".to_owned(), by_seat(&|seat| s01_sharing::units_lost(Ask::new(self, state), seat))),
            ("germans_lost".to_owned(), together(germans)),
        ];
        if s01_sharing::is_shared(self) {
            tally.push((
                "section_points".to_owned(),
                by_seat(&|seat| i32::from(s15_awards::section_points(Ask::new(self, state), seat))),
            ));
        }
        tally
    }

    fn losses(&self, seen: &State) -> Vec<Loss> {
        losses::losses(Ask::new(self, seen))
    }

    fn allied(&self) -> bool {
        true
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
            Frame::Operations => 4,
            Frame::Round { .. } => 5,
            Frame::German(_) => 6,
            Frame::Sighting { .. } => 7,
            Frame::Reading(_) => 8,
            Frame::FitOut => 9,
            Frame::Debriefing { .. } => 10,
            Frame::Over { .. } => 11,
            Frame::Deployment { unit } => 12 + unit.map_or(0, |unit| 1 + u32::from(unit.0)).min(80),
            Frame::Turn(turn) => 100 + u32::from(turn.unit.0),
        }
    }

    fn record_sheets(&self, seen: &State, _: Viewer) -> Vec<RecordSheet> {
        vec![record_sheet::record_sheet(Ask::new(self, seen))]
    }

    fn legacy(&self, state: &State) -> Option<Legacy> {
        s16_campaign::handed_on(Ask::new(self, state))
    }
}

fn on_map_in(ask: Ask<'_>, hex: Hex) -> Vec<UnitId> {
    let in_hex =
        ask.state.all_units().filter(|(unit, piece)| piece.is_active() && ask.state.hex_of(*unit) == Some(hex));
    in_hex.map(|(unit, _)| unit).collect()
}

/// The way in which the units in a hex must look, if none of them sees all round.
fn looks_from(ask: Ask<'_>, hex: Hex) -> Option<Direction> {
    let ways: Vec<Option<Direction>> =
        on_map_in(ask, hex).into_iter().map(|unit| s08_sight::looks_only(ask, unit)).collect();
    match ways[..] {
        [Some(way)] => Some(way),
        [Some(way), ..] if ways.iter().all(|other| *other == Some(way)) => Some(way),
        _ => None,
    }
}
