//! A sound platoon leader for `open-fire`.
//!
//! In operations he brings everybody in and goes from event marker to event marker, the whole platoon together, and
//! home when there is nothing left to find. In rounds he fires where the exact odds are best, turns turrets that do not
//! bear, looks for defilade, gives turns to crews that can use them, and goes after Germans nobody sees. He knows what
//! lies on the table and nothing of what is in the booklet.

use engine::{Player, Rules, Seat};
use hexmap::{Direction, Hex, Reach};
use open_fire::{
    course::{
        self,
        action::{Action, Combat},
        done::Done,
        sharing::Sharing,
    },
    map::sight::in_front,
    play::{
        missions::deployment::Deploy,
        s01_sharing, s02_ratings,
        s04_generation::Step,
        s05_operations::March,
        s06_rounds::{
            between_turns::BetweenTurns,
            command::{self, Command},
        },
        s07_movement::{
            movements::Movement,
            transport::{self, Transport},
        },
        s08_sight,
        s09_fire::Fire,
        s15_awards,
        s16_campaign::steps::Step as Debriefing,
    },
    state::{
        Frame, Shell, State, Turn,
        laid_out::{Ask, OpenFire},
        units::{Ammunition, Place, Side, Space, UnitId},
    },
    tables::platoon::Characteristic,
};

use crate::picker::Picker;

/// A shot must promise as much as this to be worth its crew points.
const WORTH_FIRING: f64 = 0.04;
/// Crew points that a vehicle keeps for its gun.
const FOR_THE_GUN: u8 = 2;
/// Beyond this many hexes nobody on foot is to be feared.
const NEAR: u16 = 6;

/// The player.
pub struct PlatoonLeader {
    picker: Picker,
    reach: Option<(usize, Reach)>,
    /// He only drives through to the way out.
    homeward: bool,
}

impl PlatoonLeader {
    /// The seed decides between equals.
    pub fn new(seed: u64) -> Self {
        PlatoonLeader { picker: Picker::new(seed), reach: None, homeward: false }
    }

    /// One who fires at nobody and makes for the way out from the first hex on.
    pub(crate) fn homeward(seed: u64) -> Self {
        PlatoonLeader { homeward: true, ..PlatoonLeader::new(seed) }
    }

    fn any(&mut self, legal: &[Action]) -> usize {
        self.picker.any(legal.len())
    }

    /// The way to a hex and its price.
    fn way(&mut self, look: &Look<'_>, unit: UnitId, to: Hex) -> Option<(u16, Vec<Hex>)> {
        let from = look.state.hex_of(unit)?;
        let grid = look.rules.grid();
        let mut reach = match self.reach.take() {
            Some((size, reach)) if size == grid.len() => reach,
            _ => Reach::new(grid),
        };
        let found = reach.cheapest_path(grid, from, to, |from, _, to| {
            let room = look.vehicles_in(to) < 4;
            transport::step_price(Ask::new(look.rules, look.state), unit, from, to).filter(|_| room)
        });
        self.reach = Some((grid.len(), reach));
        found
    }

    fn operate(&mut self, look: &Look<'_>, legal: &[Action]) -> usize {
        let place = |wanted: &dyn Fn(&Action) -> bool| legal.iter().position(wanted);
        if let Some(enter) = place(&|action| matches!(action, Action::Transport(Transport::Enter { .. }))) {
            return enter;
        }
        if let Some(open) = place(&|action| matches!(action, Action::Transport(Transport::Hatch { closed: false, .. })))
        {
            return open;
        }
        let home = look.wants_home();
        if home && let Some(exit) = place(&|action| matches!(action, Action::Transport(Transport::Exit { .. }))) {
            return exit;
        }
        // Who has farthest to go goes first, so that they stay together.
        let mut movers: Vec<(u16, UnitId, Hex)> = Vec::new();
        for (unit, stands) in look.state.active(Side::Us) {
            if stands.hex().is_none() {
                continue;
            }
            for goal in look.goals(home) {
                let Some((price, path)) = self.way(look, unit, goal) else { continue };
                let Some(&next) = path.first() else { continue };
                let nearer =
                    movers.iter().find(|(_, other, _)| *other == unit).is_none_or(|(known, ..)| price < *known);
                if nearer && legal.contains(&Action::March(March { unit, to: next, stack: false })) {
                    movers.retain(|(_, other, _)| *other != unit);
                    movers.push((price, unit, next));
                }
            }
        }
        let farthest = movers.into_iter().max_by_key(|&(price, unit, _)| (price, unit));
        let march = farthest.and_then(|(_, unit, to)| {
            legal.iter().position(|action| *action == Action::March(March { unit, to, stack: false }))
        });
        march
            .or_else(|| place(&|action| matches!(action, Action::Transport(Transport::Exit { .. }))))
            .unwrap_or_else(|| self.any(legal))
    }

    /// What the platoon would do under one leader; if it is for a unit of another section, that one gets the lead.
    fn operate_together(&mut self, look: &Look<'_>, legal: &[Action]) -> usize {
        let mut state = look.state.clone();
        let mut all = legal.to_vec();
        for info in look.rules.seats().iter().filter(|info| info.seat != look.state.lead) {
            state.lead = info.seat;
            look.rules.legal(&state, &mut all);
        }
        all.retain(|action| !matches!(action, Action::Share(Sharing::HandOver { .. })));
        let wanted = all[self.operate(look, &all)];
        let owner = wanted.units()[0].map(|unit| look.state.unit(unit).owner);
        let handed = owner.map(|seat| Action::Share(Sharing::HandOver { seat }));
        let found = |wanted: Action| legal.iter().position(|action| *action == wanted);
        found(wanted).or_else(|| handed.and_then(found)).unwrap_or_else(|| self.any(legal))
    }

    fn take_turn(&mut self, look: &Look<'_>, turn: &Turn, legal: &[Action]) -> usize {
        let place = |wanted: &Action| legal.iter().position(|action| action == wanted);
        let done = place(&Action::Done(Done)).unwrap_or(0);
        if look.in_the_way(turn.unit)
            && let Some(ahead) = self.close_in(look, turn, legal)
        {
            return ahead;
        }
        if look.homeward {
            return self.go_home(look, turn, legal).unwrap_or(done);
        }
        let worth: Vec<f64> = legal.iter().map(|action| look.worth_of_fire(turn, action)).collect();
        let best = self.picker.best(worth.iter().copied());
        if worth[best] >= WORTH_FIRING {
            return best;
        }
        let target = look.nearest_seen(turn.unit);
        if let Some(at) = target
            && turn.points >= FOR_THE_GUN
            && let Some(turned) = look
                .turret_toward(turn.unit, at)
                .and_then(|clockwise| place(&Action::Move(Movement::Traverse { clockwise })))
        {
            return turned;
        }
        if let Some(given) = look.better_given_away(turn, legal) {
            return given;
        }
        let leaves = look.wants_home() || !look.can_fight(turn.unit);
        let moved = match target {
            _ if leaves => self.go_home(look, turn, legal),
            Some(at) => look.take_cover(turn, at, legal),
            None => self.close_in(look, turn, legal),
        };
        moved.unwrap_or(done)
    }

    /// Towards the nearest German; nobody sees one from where this unit stands.
    fn close_in(&mut self, look: &Look<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
        let goals: Vec<Hex> = look.germans().map(|(_, hex)| hex).collect();
        // Into the hex of the enemy only to assault him, and that is for men on foot.
        self.go(look, turn, &goals, 1, legal)
    }

    /// Towards the way out, and out.
    fn go_home(&mut self, look: &Look<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
        let goals = look.goals(true);
        let there = look.state.hex_of(turn.unit).is_some_and(|hex| goals.contains(&hex));
        if there {
            let drive = [
                Action::Transport(Transport::Exit { unit: turn.unit }),
                Action::Move(Movement::Drive { fast: false }),
                Action::Move(Movement::Drive { fast: true }),
            ];
            return drive.iter().find_map(|wanted| legal.iter().position(|action| action == wanted));
        }
        self.go(look, turn, &goals, 0, legal)
    }

    /// Towards the nearest of these hexes, and no nearer than `off`.
    fn go(&mut self, look: &Look<'_>, turn: &Turn, goals: &[Hex], off: usize, legal: &[Action]) -> Option<usize> {
        let place = |wanted: &Action| legal.iter().position(|action| action == wanted);
        // A second movement action would make it fast, and cost the points for a shot.
        let fresh = turn.moving.is_none();
        let slow_or_fast = || {
            place(&Action::Move(Movement::Drive { fast: false }))
                .or_else(|| place(&Action::Move(Movement::Drive { fast: true })))
        };
        let drive = || slow_or_fast().filter(|_| fresh);
        let Some(hex) = look.state.hex_of(turn.unit) else {
            // Off the map: it comes in.
            let enter = legal.iter().position(|action| matches!(action, Action::Transport(Transport::Enter { .. })));
            return enter.or_else(|| drive().filter(|_| look.can_enter(turn.unit)));
        };
        let ways = goals.iter().filter_map(|&goal| self.way(look, turn.unit, goal));
        let (_, path) = ways.min_by_key(|(price, _)| *price)?;
        let &next = path.first()?;
        if let Some(walk) = place(&Action::Move(Movement::Walk { to: next })) {
            return Some(walk);
        }
        if path.len() <= off {
            return None;
        }
        if turn.moving.is_none() {
            return drive();
        }
        let wanted = look.rules.grid().direction(hex, next)?;
        let facing = look.state.unit(turn.unit).facing;
        if wanted == facing {
            place(&Action::Move(Movement::Forward))
        } else {
            place(&Action::Move(Movement::Rotate { clockwise: is_right_of(facing, wanted) }))
        }
    }
}

impl Player<OpenFire> for PlatoonLeader {
    fn choose(&mut self, rules: &OpenFire, seen: &State, _: Seat, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let look = Look { rules, state: seen, homeward: self.homeward };
        match seen.frames.top() {
            Frame::Generation => self.picker.best(legal.iter().map(weigh_step)),
            Frame::Deployment { unit } => {
                let weights: Vec<f64> = legal.iter().map(|action| look.weigh_deployment(action, *unit)).collect();
                self.picker.best(weights.into_iter())
            }
            Frame::Operations if s01_sharing::is_shared(rules) => self.operate_together(&look, legal),
            Frame::Operations => self.operate(&look, legal),
            Frame::Round { .. } if look.is_hopeless() && legal.contains(&Action::Round(BetweenTurns::CallOff)) => {
                legal.len() - 1
            }
            Frame::Round { .. } => self.picker.best(legal.iter().map(|action| look.weigh_beginning(action))),
            Frame::Turn(turn) => self.take_turn(&look, turn, legal),
            Frame::FitOut | Frame::Debriefing { .. } => self.picker.best(legal.iter().map(weigh_debriefing)),
            Frame::Sighting { .. } | Frame::German(_) | Frame::Over { .. } => 0,
            // The division that is offered is a good one.
            Frame::Division => legal.len() - 1,
            // Nobody knows what an answer leads to.
            Frame::Reading(_) => self.any(legal),
        }
    }
}

/// Points by deeds, marksmanship first, then the best crews, a vehicle for each, and rounds with what is left.
pub(crate) fn weigh_debriefing(action: &Action) -> f64 {
    let Action::Debrief(step) = action else { return 0.0 };
    match *step {
        Debriefing::AwardRest => 9.0,
        Debriefing::Raise { what: Characteristic::WeaponSkill, .. } => 8.0,
        Debriefing::Raise { .. } => 7.0,
        Debriefing::BuyCrew(kind) => 6.0 - f64::from(kind) * 0.1,
        Debriefing::BuyVehicle { vehicle, .. } => 6.0 - f64::from(vehicle) * 0.1,
        Debriefing::Man { .. } => 5.0,
        Debriefing::BuyRounds(crew) => 4.0 - f64::from(crew) * 0.01,
        Debriefing::Awarded | Debriefing::Spent | Debriefing::Recruited | Debriefing::Ready => 1.0,
        Debriefing::Award(_)
        | Debriefing::TakeBack(_)
        | Debriefing::ReturnCrew(_)
        | Debriefing::ReturnVehicle(_)
        | Debriefing::Park(_) => 0.0,
    }
}

/// The sample platoon; failing that, the best crews there are, a vehicle for each, and rounds with what is left.
fn weigh_step(action: &Action) -> f64 {
    let Action::Generate(step) = action else { return 0.0 };
    match *step {
        Step::TakeSample => 9.0,
        Step::BuyCrew(kind) => 5.0 - f64::from(kind) * 0.1,
        Step::BuyVehicle { crew, vehicle } => 8.0 - f64::from(crew) * 0.5 - f64::from(vehicle.abs_diff(1)) * 0.1,
        // By the case; the odd rounds of the last one go to whoever has room.
        Step::BuyRounds { crew, rounds } => 4.0 - f64::from(crew) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.5,
        Step::Stock { unit, rounds } => 4.0 - f64::from(unit.0) * 0.01 - f64::from(u8::from(rounds == 1)) * 0.5,
        Step::ThrowQuality | Step::ThrowRatings | Step::Ready => 1.0,
        Step::ReturnCrew(_)
        | Step::ReturnVehicle { .. }
        | Step::ReturnRounds { .. }
        | Step::Unstock { .. }
        | Step::Swap { .. } => -1.0,
    }
}

/// Whether a turn to the right is the shorter one.
fn is_right_of(facing: Direction, wanted: Direction) -> bool {
    facing.turned(1).turns_to(wanted) < facing.turned(-1).turns_to(wanted)
}

/// What the bot looks at.
struct Look<'a> {
    rules: &'a OpenFire,
    state: &'a State,
    homeward: bool,
}

impl Look<'_> {
    /// Guns into the positions, vehicles hull down, everybody in cover toward the enemy; then ready.
    fn weigh_deployment(&self, action: &Action, in_hand: Option<UnitId>) -> f64 {
        let waits = |unit: UnitId| self.state.unit(unit).place == Place::OffMap;
        let Action::Deploy(step) = *action else { return -1.0 };
        match step {
            Deploy::DigIn { inside: true } | Deploy::Hide { down: true } => 5.0,
            Deploy::Put { hex } if in_hand.is_some_and(waits) => {
                let column = f64::from(self.rules.grid().label(hex).column());
                let cover = if self.rules.country.is_cover(hex) { 0.5 } else { 0.0 };
                3.0 + cover + column * 0.02
            }
            Deploy::Pick { unit } if waits(unit) => 2.0,
            Deploy::Ready => 1.0,
            Deploy::DigIn { .. }
            | Deploy::Hide { .. }
            | Deploy::Put { .. }
            | Deploy::Pick { .. }
            | Deploy::Face { .. } => -1.0,
        }
    }

    fn germans(&self) -> impl Iterator<Item = (UnitId, Hex)> {
        self.state.active(Side::German).filter_map(|(unit, _)| Some((unit, self.state.hex_of(unit)?)))
    }

    fn vehicles_in(&self, hex: Hex) -> usize {
        let here = |(unit, stands): &(UnitId, &open_fire::state::units::Unit)| {
            stands.is_active() && stands.hex() == Some(hex) && self.rules.card(self.state.unit(*unit)).kind.is_vehicle()
        };
        self.state.all_units().filter(here).count()
    }

    /// Nothing left to find, or enough points if everybody gets home.
    fn wants_home(&self) -> bool {
        if self.homeward {
            return true;
        }
        let vehicles = self.state.active(Side::Us).filter(|(unit, stands)| {
            stands.hex().is_some() && !s02_ratings::is_disabled(Ask::new(self.rules, self.state), *unit)
        });
        let home = vehicles.count() as i16;
        self.state.markers.is_empty()
            || s15_awards::balance(Ask::new(self.rules, self.state)) + home >= self.rules.mission.victory
    }

    /// A gun with something to fire, or men with rifles.
    fn can_fight(&self, unit: UnitId) -> bool {
        let stands = self.state.unit(unit);
        let rounds = match stands.ammunition {
            Some(Ammunition::Any(rounds)) => rounds > 0,
            Some(Ammunition::ByType { ap, gp, .. }) => ap + gp > 0,
            None => true,
        };
        let card = self.rules.card(self.state.unit(unit));
        card.kind.is_squad() || stands.condition.main_gun && rounds
    }

    /// It stands where others wait to come in.
    fn in_the_way(&self, unit: UnitId) -> bool {
        let here = self.state.hex_of(unit);
        let entry = self.rules.mission.entry.iter().any(|entry| Some(entry.hex) == here);
        entry && self.state.active(Side::Us).any(|(_, other)| other.place == Place::OffMap)
    }

    /// Whether an entry hex is free.
    fn can_enter(&self, unit: UnitId) -> bool {
        let room = if self.rules.mission.unstacked { 1 } else { 4 };
        self.state.unit(unit).place == Place::OffMap
            && self.rules.mission.entry.iter().any(|entry| self.vehicles_in(entry.hex) < room)
    }

    /// A long fight in which nobody of the platoon can do anything more.
    fn is_hopeless(&self) -> bool {
        let able = |unit: UnitId| self.can_fight(unit) && self.state.unit(unit).condition.allowance().is_some();
        self.state.round > 60 || !self.state.active(Side::Us).any(|(unit, _)| able(unit))
    }

    fn goals(&self, home: bool) -> Vec<Hex> {
        if home {
            return self.rules.mission.exit.iter().map(|exit| exit.hex).collect();
        }
        self.state.markers.iter().map(|marker| marker.hex).collect()
    }

    fn sees_german(&self, unit: UnitId) -> bool {
        self.germans().any(|(german, _)| s08_sight::sees_unit(Ask::new(self.rules, self.state), unit, german))
    }

    /// Where the nearest German stands that a unit sees.
    fn nearest_seen(&self, unit: UnitId) -> Option<Hex> {
        let from = self.state.hex_of(unit)?;
        let seen =
            self.germans().filter(|&(german, _)| s08_sight::sees_unit(Ask::new(self.rules, self.state), unit, german));
        seen.map(|(_, hex)| hex).min_by_key(|&hex| (self.rules.grid().distance(from, hex), hex))
    }

    /// Who sees a German first; commanders after the others of their kind, because they can give their turn away.
    fn weigh_beginning(&self, action: &Action) -> f64 {
        let Action::Round(BetweenTurns::Begin { unit }) = *action else { return -9.0 };
        let sees = if self.sees_german(unit) { 2.0 } else { 0.0 };
        let armed = if self.state.unit(unit).condition.main_gun { 0.5 } else { 0.0 };
        let commander = if command::is_commander(Ask::new(self.rules, self.state), unit) { -0.25 } else { 0.0 };
        sees + armed + commander
    }

    /// What a shot promises: how bad it is for the target, by how much the target matters.
    fn worth_of_fire(&self, turn: &Turn, action: &Action) -> f64 {
        // An assault puts the crew in the same danger. Machineguns cost little: what they do is thrown in with the
        // rest.
        let (target, share, more) = match action.combat() {
            Some(Combat::Assault(attack)) => (Some(attack.target), 0.5, 0.0),
            Some(Combat::Fire(Fire::Guns { target })) => (Some(target), 0.9, 0.0),
            Some(Combat::Fire(Fire::Main { target, shell: Shell::Ap })) if turn.volley.is_some() => {
                (Some(target), 1.0, 0.2)
            }
            Some(Combat::Fire(fire)) => (fire.target(), 1.0, 0.0),
            None => (None, 0.0, 0.0),
        };
        let Some(target) = target else { return 0.0 };
        let Some(odds) = course::odds_of(Ask::new(self.rules, self.state), action) else { return 0.0 };
        let card = self.rules.card(self.state.unit(target));
        let danger = 1.0 + f64::from(u8::from(card.main_gun)) + f64::from(u8::from(card.anti_tank.is_some())) * 0.5;
        odds.worth.max(0.0) * danger * share + more
    }

    /// The way to turn a turret, or a gun that rides in a hull, until it bears.
    fn turret_toward(&self, unit: UnitId, at: Hex) -> Option<bool> {
        let from = self.state.hex_of(unit)?;
        let turret = self.state.unit(unit).turret;
        if from == at || in_front(self.rules.grid(), from, turret, at) {
            return None;
        }
        let bearing = Direction::ALL.into_iter().filter(|&way| in_front(self.rules.grid(), from, way, at));
        bearing.min_by_key(|way| turret.turns_to(*way)).map(|wanted| is_right_of(turret, wanted))
    }

    /// A commander without a target wakes somebody up, or lets a crew act that has one.
    fn better_given_away(&self, turn: &Turn, legal: &[Action]) -> Option<usize> {
        if turn.begun || self.sees_german(turn.unit) && self.state.unit(turn.unit).condition.main_gun {
            return None;
        }
        let useful = |command: Command| match command {
            Command::GiveTurn { unit } => {
                self.sees_german(unit)
                    && self.state.unit(unit).condition.main_gun
                    && self.state.unit(unit).space != Space::Panic
            }
            Command::MakeAware { unit } => self.sees_german(unit),
        };
        legal.iter().position(|action| matches!(*action, Action::Command(command) if useful(command)))
    }

    /// With points to spare and an enemy in sight: hull down, into a hole, or at least the hatches shut.
    fn take_cover(&self, turn: &Turn, at: Hex, legal: &[Action]) -> Option<usize> {
        let place = |wanted: &Action| legal.iter().position(|action| action == wanted);
        let unit = self.state.unit(turn.unit);
        if let Some(inside) = place(&Action::Move(Movement::DigIn { inside: true })) {
            return Some(inside);
        }
        if let Some(defilade) = place(&Action::Move(Movement::Defilade)) {
            return Some(defilade);
        }
        let hex = unit.hex()?;
        if turn.moving.is_some() {
            return None;
        }
        let terrain = self.rules.country.terrain_id(hex);
        let slow = unit.condition.allowance().map_or(0, |allowance| u16::from(allowance.slow) * 2);
        let affordable = self.rules.sheet.movement.defilade(terrain).is_some_and(|cost| cost <= slow);
        if !unit.defilade
            && !unit.dug_in
            && affordable
            && turn.moving.is_none()
            && let Some(drive) = place(&Action::Move(Movement::Drive { fast: false }))
        {
            return Some(drive);
        }
        let near = self.rules.grid().distance(hex, at) <= NEAR;
        place(&Action::Transport(Transport::Hatch { unit: turn.unit, closed: true }))
            .filter(|_| near && !matches!(unit.place, Place::OffMap))
    }
}
