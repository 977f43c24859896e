//! A unit's turn in a round: every place where it could stop, with what it could fire before or after and what that
//! would cost.

use std::collections::VecDeque;

use hexmap::{Direction, Hex};
use open_fire::{
    course::{action::Action, done::Done},
    play::{
        missions::freed_men::Rescue,
        s02_ratings,
        s06_rounds::command::{self, Command},
        s07_movement::{movements::Movement, transport::Transport},
    },
    state::{
        State, Turn,
        units::{Motion, Place, Space, UnitId},
    },
};

use crate::company_leader::{
    CompanyLeader,
    approach::first,
    danger::Danger,
    drives::{self, Stop},
    outlook::Outlook,
    positions, shots,
    way::Way,
};

/// A shot must promise as much as this to be worth a shell.
pub(crate) const WORTH_A_SHELL: f64 = 0.08;
/// With such a shot nobody looks for a better place.
pub(crate) const GOOD: f64 = 0.45;
/// Victory points for a turn's drive toward where a unit wants to be.
const PROGRESS: f64 = 0.22;
/// What it gains with every round: nobody wins by waiting.
const IMPATIENCE: f64 = 0.04;
/// Half movement points that count as a turn's drive.
const A_TURN: f64 = 6.0;
/// Victory points for leaving the map when it is time.
const OUT: f64 = 3.0;
/// A commander gives his turn away if another can do so much more with it.
const BETTER_GIVEN: f64 = 0.25;
/// Victory points that an accident costs.
const ACCIDENT: f64 = 0.6;
/// For making room where others wait to come in.
const MAKING_ROOM: f64 = 0.5;

/// What is to be done in the rest of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    unit: UnitId,
    /// Where the unit stands and looks when the next action is due.
    at: Option<Hex>,
    facing: Direction,
    /// Germans who were there when it was thought of.
    germans: usize,
    /// The next action first.
    actions: VecDeque<Action>,
}

impl Plan {
    fn new(look: Outlook<'_>, unit: UnitId, actions: &[Action]) -> Plan {
        let (at, facing) = (look.state.hex_of(unit), look.state.unit(unit).facing);
        Plan { unit, at, facing, germans: look.all_germans().count(), actions: actions.iter().copied().collect() }
    }

    /// The next action, if everything is still as it was thought to be.
    pub(crate) fn next(&mut self, look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
        let as_thought = self.unit == turn.unit
            && self.at == look.state.hex_of(turn.unit)
            && self.facing == look.state.unit(turn.unit).facing
            && self.germans == look.all_germans().count();
        if !as_thought || turn.held {
            return None;
        }
        let action = self.actions.pop_front()?;
        let step = |way: Direction| self.at.and_then(|hex| look.rules.grid().neighbour(hex, way));
        (self.at, self.facing) = match action {
            Action::Move(Movement::Forward) => (step(self.facing), self.facing),
            Action::Move(Movement::Back) => (step(self.facing.opposite()), self.facing),
            Action::Move(Movement::Rotate { clockwise }) => {
                (self.at, self.facing.turned(if clockwise { 1 } else { -1 }))
            }
            _ => (self.at, self.facing),
        };
        legal.iter().position(|known| *known == action)
    }
}

/// What decides between stops.
pub(crate) struct Scale<'a> {
    danger: Danger,
    way: Option<Way>,
    /// It is time to leave.
    pub(crate) home: bool,
    progress: f64,
    /// How much of a danger counts.
    pub(crate) fear: f64,
    pub(crate) turn: &'a Turn,
}

impl CompanyLeader {
    /// The turn of a vehicle, a gun or a squad.
    pub(crate) fn take_turn(&mut self, look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> usize {
        let done = legal.iter().position(|action| *action == Action::Done(Done)).unwrap_or(0);
        if let Some(next) = shots::next_of_volley(look, turn, legal) {
            return next;
        }
        if look.state.unit(turn.unit).place == Place::OffMap {
            return come_in(look, turn, legal).unwrap_or(done);
        }
        if let Some(rescue) = first(legal, |action| matches!(action, Action::Rescue(Rescue::Load { .. }))) {
            return rescue;
        }
        if let Some(next) = self.plan.as_mut().and_then(|plan| plan.next(look, turn, legal)) {
            return next;
        }
        self.plan = None;
        if look.rules.card(look.state.unit(turn.unit)).kind.is_squad() {
            return self.on_foot(look, turn, legal).unwrap_or(done);
        }
        self.drive_and_fire(look, turn, legal).unwrap_or(done)
    }

    /// A turn with crew points: where to stop, and whether to fire before that, after it or not at all.
    fn drive_and_fire(&mut self, look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
        let price = look.rules.sheet.limits.crew_points.fire_main;
        // A driver without a crew has fewer points than anything costs, and drives all the same.
        let drives = |action: &Action| matches!(action, Action::Move(Movement::Drive { .. }));
        let stands = turn.moving.is_none_or(|moving| moving.left == 0) && !legal.iter().any(drives);
        if turn.points < price && stands {
            return self.with_what_is_left(look, legal);
        }
        let (now, fire_now) = self.best_now(look, turn, legal);
        let scale = self.scale(look, turn, now);
        let mut stops = drives::stops(look.rules, look.state, turn.unit);
        let fire_now = fire_now.filter(|_| now >= WORTH_A_SHELL);
        let now = if fire_now.is_some() { now } else { 0.0 };
        let mut best: Option<(f64, bool, usize)> = None;
        for (place, stop) in stops.iter().enumerate() {
            let spent = turn.points.saturating_sub(stop.points);
            let ground = self.value_of(look, &scale, stop);
            let first = fire_now.is_some() && turn.points >= spent + price || stop.actions.is_empty();
            let then = if stop.points >= price && turn.volley.is_none() && turn.shell.is_none() {
                self.fire_from(look, turn, stop)
            } else {
                0.0
            };
            let (fire, first) = if first && now >= then { (now, true) } else { (then, false) };
            if best.is_none_or(|(known, ..)| ground + fire > known + 1e-9) {
                best = Some((ground + fire, first, place));
            }
        }
        let (value, first, place) = best?;
        if let Some(given) = self.better_given(look, turn, legal, (value, &scale, &stops)) {
            return Some(given);
        }
        if let Some(smoke) = self.screen(look, legal, &scale, (value, &mut stops)) {
            return Some(smoke);
        }
        let stop = &stops[place];
        if first && fire_now.is_some() {
            return fire_now;
        }
        if stop.actions.is_empty() {
            return self.with_what_is_left(look, legal);
        }
        let mut plan = Plan::new(look, turn.unit, &stop.actions);
        let next = plan.next(look, turn, legal);
        self.plan = Some(plan);
        next
    }

    /// The best shot from here: what it promises, and the action that fires it or turns the turret for it.
    fn best_now(&mut self, look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> (f64, Option<usize>) {
        let legal_shot = shots::best_legal(look, legal);
        let price = look.rules.sheet.limits.crew_points.fire_main;
        let traverse = shots::traverse_left(look, turn);
        let free = turn.points >= price && turn.volley.is_none() && turn.shell.is_none();
        let target = if free { shots::best_target(look, &mut self.gunnery, turn.unit, traverse) } else { None };
        if let Some((german, promise)) = target
            && legal_shot.is_none_or(|(_, known)| promise > known * 1.3)
            && let Some(hex) = look.state.hex_of(german)
            && let Some(turning) = shots::turning_toward(look, turn.unit, hex)
            && let Some(place) = legal.iter().position(|action| *action == turning)
        {
            return (promise, Some(place));
        }
        legal_shot.map_or((0.0, None), |(place, promise)| (promise, Some(place)))
    }

    fn scale<'a>(&mut self, look: Outlook<'_>, turn: &'a Turn, now: f64) -> Scale<'a> {
        let armed = look.rules.card(look.state.unit(turn.unit)).main_gun;
        let home = look.wants_home() || armed && !look.can_fight(turn.unit);
        // Who has a good shot wants to be nowhere else; who never had a gun keeps out of sight.
        let way = if !home && !armed {
            None
        } else if home || now < GOOD {
            self.way_in_a_round(look, turn.unit, home)
        } else {
            None
        };
        let progress = PROGRESS + IMPATIENCE * f64::from(look.state.round);
        let fear = self.patience.fear(look);
        Scale { danger: Danger::of(look, turn.unit), way, home, progress, fear, turn }
    }

    /// Where a unit wants to be: home, or a place from which it can hurt somebody.
    pub(crate) fn way_in_a_round(&mut self, look: Outlook<'_>, unit: UnitId, home: bool) -> Option<Way> {
        if home {
            let exits = look.exits();
            return self.scout.way_to(look, unit, &exits, |_| 0);
        }
        if look.rules.mission.terms.deployment.is_some() && look.state.round < 12 {
            return None;
        }
        let gunnery = &mut self.gunnery;
        let found = self.scout.way_to_best(look, unit, |near| positions::best(look, gunnery, unit, near));
        found.or_else(|| {
            let goals: Vec<Hex> = look.all_germans().map(|(_, hex)| hex).collect();
            self.scout.way_to(look, unit, &goals, |_| 0)
        })
    }

    /// Victory points of standing at a stop, without what is fired.
    pub(crate) fn value_of(&mut self, look: Outlook<'_>, scale: &Scale<'_>, stop: &Stop) -> f64 {
        let unit = scale.turn.unit;
        let then = Outlook { rules: look.rules, state: &stop.state };
        if stop.state.hex_of(unit).is_none() {
            return if scale.home { OUT + f64::from(look.award_for(unit)) } else { -OUT - 5.0 };
        }
        let danger = scale.fear * scale.danger.at(&mut self.gunnery, look.rules, &stop.state);
        let left = scale.way.as_ref().map_or(0.0, |way| way.left(then, unit));
        let skill = f64::from(s02_ratings::ratings(look.ask(), unit).driving_skill);
        let fast = stop.state.unit(unit).motion == Motion::Fast;
        let accident = if fast { ACCIDENT * (10.0 - skill).max(0.0) / 10.0 } else { 0.0 };
        let in_the_way = |hex: Option<Hex>| look.rules.mission.entry.iter().any(|entry| Some(entry.hex) == hex);
        let waiting = look.state.units.iter().any(|unit| unit.is_active() && unit.place == Place::OffMap);
        let room = if waiting && in_the_way(stop.state.hex_of(unit)) { MAKING_ROOM } else { 0.0 };
        let crowd = crowding(look, &stop.state, unit);
        -danger - scale.progress * left / A_TURN - accident - room - crowd
    }

    /// What could be fired from a stop.
    fn fire_from(&mut self, look: Outlook<'_>, turn: &Turn, stop: &Stop) -> f64 {
        let then = Outlook { rules: look.rules, state: &stop.state };
        let traverse = shots::traverse_left(look, turn);
        let found = shots::best_target(then, &mut self.gunnery, turn.unit, traverse);
        found.map_or(0.0, |(_, promise)| if promise >= WORTH_A_SHELL { promise } else { 0.0 })
    }

    /// A commander whose own turn promises less than another's gives it away.
    fn better_given(
        &mut self,
        look: Outlook<'_>,
        turn: &Turn,
        legal: &[Action],
        (value, scale, stops): (f64, &Scale<'_>, &[Stop]),
    ) -> Option<usize> {
        if turn.begun || !command::is_commander(look.ask(), turn.unit) {
            return None;
        }
        let idle = stops.first().map_or(0.0, |stop| self.value_of(look, scale, stop));
        let gain = value - idle;
        let mut best: Option<(f64, usize)> = None;
        for (place, action) in legal.iter().enumerate() {
            let Action::Command(command) = *action else { continue };
            let worth = self.worth_of_command(look, command);
            if worth > gain + BETTER_GIVEN && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, place));
            }
        }
        best.map(|(_, place)| place)
    }

    fn worth_of_command(&mut self, look: Outlook<'_>, command: Command) -> f64 {
        let (unit, share) = match command {
            Command::GiveTurn { unit } => (unit, 1.0),
            Command::MakeAware { unit } => (unit, 0.6),
        };
        if look.state.unit(unit).space == Space::Panic || !look.can_fight(unit) {
            return 0.0;
        }
        let traverse = look.rules.card(look.state.unit(unit)).traverse;
        shots::best_target(look, &mut self.gunnery, unit, traverse).map_or(0.0, |(_, promise)| promise * share)
    }

    /// Points left over: machineguns, a look at a marker, the turret toward the enemy.
    fn with_what_is_left(&mut self, look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
        if let Some((place, worth)) = shots::best_legal(look, legal)
            && worth >= WORTH_A_SHELL / 2.0
        {
            return Some(place);
        }
        let look_closer = |action: &Action| {
            matches!(action, Action::Sight(open_fire::play::s05_operations::sightings::Sighting::Look { .. }))
        };
        legal.iter().position(look_closer).filter(|_| look.germans().count() <= 1)
    }

    /// Men on foot: fire if it tells, stay in cover, close in when nobody sees them.
    fn on_foot(&mut self, look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
        if let Some((place, worth)) = shots::best_legal(look, legal)
            && worth >= WORTH_A_SHELL
        {
            return Some(place);
        }
        let home = look.wants_home() || !look.can_fight(turn.unit);
        if home
            && let Some(out) =
                legal.iter().position(|action| matches!(action, Action::Transport(Transport::Exit { .. })))
        {
            return Some(out);
        }
        let way = self.way_in_a_round(look, turn.unit, home)?;
        let danger = Danger::of(look, turn.unit);
        let mut best = (
            -danger.at(&mut self.gunnery, look.rules, look.state) - PROGRESS * way.left(look, turn.unit) / A_TURN,
            None,
        );
        for (place, action) in legal.iter().enumerate() {
            let Action::Move(Movement::Walk { to }) = *action else { continue };
            let mut there = drives::imagined(look.state);
            there.unit_mut(turn.unit).place = Place::At(to);
            let then = Outlook { rules: look.rules, state: &there };
            let value =
                -danger.at(&mut self.gunnery, look.rules, &there) - PROGRESS * way.left(then, turn.unit) / A_TURN;
            if value > best.0 + 0.02 {
                best = (value, Some(place));
            }
        }
        best.1
    }
}

/// Shells and grenades that strike one vehicle strike those beside it.
fn crowding(look: Outlook<'_>, state: &State, unit: UnitId) -> f64 {
    let there = Outlook { rules: look.rules, state };
    let beside = state.hex_of(unit).map_or(0, |hex| there.vehicles_in(hex).saturating_sub(1));
    0.04 * beside as f64
}

/// From off the map: in, as soon as there is room.
fn come_in(look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
    let enter = legal.iter().position(|action| matches!(action, Action::Transport(Transport::Enter { .. })));
    let drive = || {
        let room = if look.rules.mission.unstacked { 1 } else { 4 };
        let open = look.rules.mission.entry.iter().any(|entry| look.vehicles_in(entry.hex) < room);
        let paces = [false, true].map(|fast| Action::Move(Movement::Drive { fast }));
        let found = paces.iter().find_map(|wanted| legal.iter().position(|action| action == wanted));
        found.filter(|_| open && turn.moving.is_none())
    };
    enter.or_else(drive)
}
