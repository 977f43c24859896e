//! A sound player for `divisions`.
//!
//! It weighs every shot by its exact chances, every move by where it leads (ground to be taken, targets to be had, guns
//! that bear on the way and at the end) and every assault by its odds. It looks one decision ahead.

use divisions::{
    Action, Ask, Divisions, State, Unit, UnitSet,
    course::action::{Advance, Begin, FallBack, Join, Move, Play, Shot},
    play::{
        s01_companies::face,
        s03_direct_fire,
        s04_opportunity_fire::covering,
        s10_movement::{Group, movable, reachable},
        s12_stacking,
        s14_close_assault::{self, Fight, attackers, fight},
        s16_weather,
    },
    state::{Activation, Assault, Frame, Phase},
    tables::Arm,
};
use engine::{Player, Seat};
use hexmap::{Hex, Reach};

use crate::picker::Picker;

/// Worth of one victory point of enemy steps, in the bot's own units.
const STEP: f32 = 10.0;
/// How much its own steps are dearer to it than the enemy's.
const CAUTION: f32 = 0.8;
/// Worth of pinning a mover.
const PIN: f32 = 2.0;

/// The player.
pub struct Heuristic {
    picker: Picker,
    reach: Option<(usize, Reach)>,
}

impl Heuristic {
    /// The seed decides between equals.
    pub fn new(seed: u64) -> Self {
        Heuristic { picker: Picker::new(seed), reach: None }
    }

    /// One buffer for all searches on a map.
    fn take_reach(&mut self, rules: &Divisions) -> Reach {
        match self.reach.take() {
            Some((size, reach)) if size == rules.grid().len() => reach,
            _ => Reach::new(rules.grid()),
        }
    }

    fn choose_move(&mut self, look: &Look<'_>, activation: &Activation, legal: &[Action]) -> usize {
        if let Some(chit) = look.rebuild_or_march(activation, legal) {
            return chit;
        }
        let mut reach = self.take_reach(look.rules);
        let mut best: Option<(f32, UnitSet, Hex)> = None;
        let mut weighed: Vec<UnitSet> = Vec::new();
        for action in legal {
            let Action::Move(Move { units, .. }) = *action else { continue };
            if weighed.contains(&units) || !look.worth_moving_as(activation, units) {
                continue;
            }
            weighed.push(units);
            let wish = look.best_goal(activation, units, 0, &mut reach);
            if let Some((gain, step)) = wish
                && gain > 0.25
                && best.is_none_or(|(known, ..)| gain > known)
            {
                best = Some((gain, units, step));
            }
        }
        self.reach = Some((look.rules.grid().len(), reach));
        let wanted = best.map(|(_, units, to)| Action::Move(Move { units, to }));
        wanted.and_then(|wanted| legal.iter().position(|action| *action == wanted)).unwrap_or(legal.len() - 1)
    }

    fn continue_move(&mut self, look: &Look<'_>, units: UnitSet, spent: u16, legal: &[Action]) -> usize {
        let Some(activation) = look.state.activation() else { return legal.len() - 1 };
        let mut reach = self.take_reach(look.rules);
        let wish = look.best_goal(activation, units, spent, &mut reach);
        self.reach = Some((look.rules.grid().len(), reach));
        let wanted = wish.filter(|(gain, _)| *gain > 0.0).map(|(_, to)| Action::Move(Move { units, to }));
        wanted.and_then(|wanted| legal.iter().position(|action| *action == wanted)).unwrap_or(legal.len() - 1)
    }
}

impl Player<Divisions> for Heuristic {
    fn choose(&mut self, rules: &Divisions, seen: &State, seat: Seat, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let look = Look { ask: Ask::new(rules, seen), rules, state: seen, seat };
        match seen.frames.top() {
            Frame::Activation(activation) => match activation.phase {
                Phase::Movement => self.choose_move(&look, activation, legal),
                Phase::Fire => {
                    let kept = look.kept_for_assault(activation);
                    self.picker.best(legal.iter().map(|action| look.weigh_own_shot(action, &kept)))
                }
                Phase::Assault => self.picker.best(legal.iter().map(|action| look.weigh_assault(action))),
            },
            Frame::Moving(moving) => self.continue_move(&look, moving.units, moving.spent, legal),
            Frame::Halt(_) => self.picker.best(legal.iter().map(|action| look.weigh_shot(action, true))),
            Frame::Assault(assault) => self.picker.best(legal.iter().map(|action| look.weigh_join(assault, action))),
            Frame::Retreat(after) => {
                let units = seen.units_in(after.hex);
                self.picker.best(legal.iter().map(|action| look.weigh_retreat(units, action)))
            }
            Frame::Advance(after) => self.picker.best(legal.iter().map(|action| look.weigh_advance(after.hex, action))),
            // An answer is worth a chit: it was drawn to be played.
            Frame::Reply(_) | Frame::AssaultReply(_) => 0,
            Frame::Cup { .. } | Frame::Over { .. } => 0,
        }
    }
}

/// What the bot looks at.
struct Look<'a> {
    ask: Ask<'a>,
    rules: &'a Divisions,
    state: &'a State,
    seat: Seat,
}

impl Look<'_> {
    fn value(&self, unit: Unit) -> f32 {
        self.rules.unit(unit).value as f32
    }

    /// The enemy's companies on the map.
    fn enemies(&self) -> impl Iterator<Item = (Unit, Hex)> {
        let enemies = self.rules.side(self.seat.other());
        enemies.iter().filter_map(|unit| Some((unit, self.state.hex(unit)?)))
    }

    /// What a shot is worth. A depleted target is worth more: it does not come back.
    fn weigh_shot(&self, action: &Action, moving: bool) -> f32 {
        let Action::Fire(Shot { shooter, target, chit }) = *action else { return 0.01 };
        let (Some(from), Some(hex)) = (self.state.hex(shooter), self.state.hex(target)) else { return 0.0 };
        let range = self.rules.grid().distance(from, hex);
        let (hit, loss) = s03_direct_fire::chances(self.ask, range, target, hex);
        let finish = if self.state.steps(target) == 1 { 1.3 } else { 1.0 };
        let pin = if moving && !self.state.pinned.has(target) { PIN * (hit - loss).max(0.0) } else { 0.0 };
        // A chit is kept for a shot that is likely to need it.
        let thrift = if chit.is_some() { if hit > 0.4 { 0.5 } else { -1.0 } } else { 0.0 };
        0.02 + loss * self.value(target) * STEP * finish + pin + thrift
    }

    /// A shot in its own fire phase: a company that fires does not assault, so the shot must be worth more than that.
    fn weigh_own_shot(&self, action: &Action, kept: &[(Unit, f32)]) -> f32 {
        let worth = self.weigh_shot(action, false);
        let Action::Fire(Shot { shooter, .. }) = *action else { return worth };
        let instead = kept.iter().find(|(unit, _)| *unit == shooter).map_or(0.0, |(_, worth)| *worth);
        if worth > instead { worth } else { -1.0 }
    }

    /// Companies that stand beside a hex worth assaulting, with their share of what it is worth.
    fn kept_for_assault(&self, activation: &Activation) -> Vec<(Unit, f32)> {
        let later = Activation { phase: Phase::Assault, ..*activation };
        let mut kept: Vec<(Unit, f32)> = Vec::new();
        let mut weighed: Vec<Hex> = Vec::new();
        for (_, hex) in self.enemies() {
            if weighed.contains(&hex) {
                continue;
            }
            weighed.push(hex);
            let attackers = attackers(self.ask, &later, hex);
            if attackers.is_empty() {
                continue;
            }
            let assault = Assault { hex, attackers, chit: None };
            let share = self.weigh_fight(&fight(self.ask, &assault, None), &assault) / attackers.len() as f32;
            if share > 0.5 {
                kept.extend(attackers.iter().map(|unit| (unit, share)));
            }
        }
        kept
    }

    /// A chit that is worth playing before the formation moves.
    fn rebuild_or_march(&self, activation: &Activation, legal: &[Action]) -> Option<usize> {
        let rebuild = |action: &Action| match action {
            Action::Play(Play { unit: Some(unit), .. }) => Some(self.value(*unit)),
            _ => None,
        };
        let best = legal.iter().enumerate().filter_map(|(index, action)| Some((rebuild(action)?, index)));
        let rebuild = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, index)| index);
        rebuild.or_else(|| {
            let march = legal.iter().position(|action| matches!(action, Action::Play(Play { unit: None, .. })))?;
            self.far_from_the_enemy(activation).then_some(march)
        })
    }

    /// A forced march is for a formation of some size that has a way to go.
    fn far_from_the_enemy(&self, activation: &Activation) -> bool {
        let hexes: Vec<Hex> = movable(self.ask, activation).iter().filter_map(|unit| self.state.hex(unit)).collect();
        let enemies: Vec<Hex> = self.enemies().map(|(_, hex)| hex).collect();
        let nearest =
            |hex: &Hex| enemies.iter().map(|enemy| self.rules.grid().distance(*hex, *enemy)).min().unwrap_or(0);
        hexes.len() >= 3 && hexes.iter().filter(|hex| nearest(hex) >= 6).count() * 2 > hexes.len()
    }

    /// Whole stacks first; single units only if the stack is of one piece no use.
    fn worth_moving_as(&self, activation: &Activation, units: UnitSet) -> bool {
        let Some(hex) = units.first().and_then(|unit| self.state.hex(unit)) else { return true };
        let stack = self.state.units_in(hex).and(movable(self.ask, activation));
        units == stack || units.len() == 1
    }

    /// Where a group would best go, what that gains over staying, and the first step of the way.
    fn best_goal(&self, activation: &Activation, units: UnitSet, spent: u16, reach: &mut Reach) -> Option<(f32, Hex)> {
        let Some(start) = units.first().and_then(|unit| self.state.hex(unit)) else { return self.best_entry(units) };
        reachable(self.ask, activation, Group { units, spent }, reach);
        let stay = self.weigh_place(units, start);
        let mut best: Option<(f32, Hex)> = None;
        for &hex in reach.hexes() {
            if hex == start {
                continue;
            }
            let gain = self.weigh_place(units, hex) - stay;
            if best.is_none_or(|(known, _)| gain > known) {
                let Some(path) = reach.path(hex) else { continue };
                let gain = gain - path.iter().map(|&on_way| self.danger_of_entry(units, on_way)).sum::<f32>();
                if best.is_none_or(|(known, _)| gain > known) {
                    best = path.first().map(|&step| (gain, step));
                }
            }
        }
        best
    }

    fn best_entry(&self, units: UnitSet) -> Option<(f32, Hex)> {
        let unit = units.first()?;
        let entries =
            self.rules.unit(unit).entries().iter().filter(|&&hex| s12_stacking::check(self.ask, units, hex).is_ok());
        let safest =
            entries.min_by(|&&a, &&b| self.danger_of_entry(units, a).total_cmp(&self.danger_of_entry(units, b)));
        safest.map(|&hex| (STEP, hex))
    }

    /// Expected loss to opportunity fire on entering a hex: each gun picks what it hurts most.
    fn danger_of_entry(&self, units: UnitSet, hex: Hex) -> f32 {
        let cost = |range: u16| {
            let worst = units.iter().map(|unit| {
                let (hit, loss) = s03_direct_fire::chances(self.ask, range, unit, hex);
                loss * self.value(unit) * STEP + 0.3 * PIN * (hit - loss)
            });
            worst.fold(0.0, f32::max)
        };
        let danger: f32 = covering(self.ask, self.seat, hex).map(|(_, range)| cost(range)).sum();
        danger * CAUTION
    }

    /// How good it is to stand in a hex.
    fn weigh_place(&self, units: UnitSet, hex: Hex) -> f32 {
        units.iter().map(|unit| self.weigh_unit_at(unit, hex)).sum::<f32>() + self.weigh_ground(units, hex)
    }

    fn weigh_unit_at(&self, unit: Unit, hex: Hex) -> f32 {
        let ground = self.rules.ground(hex);
        let cover = ground.cover as f32 * 0.5;
        if self.rules.unit(unit).is_headquarters() {
            return cover + self.weigh_headquarters(unit, hex);
        }
        cover + self.best_target(unit, hex) + self.assault_prospect(unit, hex)
    }

    /// A headquarters stays near its companies and away from the enemy.
    fn weigh_headquarters(&self, unit: Unit, hex: Hex) -> f32 {
        let distance = |other: Hex| f32::from(self.rules.grid().distance(hex, other));
        let mates =
            self.rules.formation_of(unit).iter().filter(|&mate| mate != unit).filter_map(|mate| self.state.hex(mate));
        let (sum, count) =
            mates.fold((0.0, 0.0), |(sum, count), mate| (sum + (distance(mate) - 3.0).max(0.0), count + 1.0));
        let near = if count > 0.0 { -sum / count } else { 0.0 };
        let enemy = self.enemies().map(|(_, enemy)| distance(enemy)).fold(9.0, f32::min);
        let guns = covering(self.ask, self.seat, hex).count() as f32;
        near - (5.0 - enemy).max(0.0) * 3.0 - guns * 4.0
    }

    /// The best shot from a hex in this activation's own fire.
    fn best_target(&self, unit: Unit, hex: Hex) -> f32 {
        let reach = face(self.ask, unit).range;
        if reach == 0 || !s16_weather::allows_fire(self.ask) {
            return 0.0;
        }
        let mut best = 0.0f32;
        for (enemy, there) in self.enemies() {
            let range = self.rules.grid().distance(hex, there);
            if range <= reach && self.rules.sees(hex, there) {
                let (_, loss) = s03_direct_fire::chances(self.ask, range, enemy, there);
                let finish = if self.state.steps(enemy) == 1 { 1.3 } else { 1.0 };
                best = best.max(loss * self.value(enemy) * STEP * finish);
            }
        }
        best
    }

    /// Infantry and tanks like to stand beside an enemy they could throw out.
    fn assault_prospect(&self, unit: Unit, hex: Hex) -> f32 {
        let info = self.rules.unit(unit);
        if !matches!(info.arm, Arm::Armour | Arm::Infantry) {
            return 0.0;
        }
        let mine = face(self.ask, unit).assault;
        let mut best = 0.0f32;
        for (_, beside) in self.rules.grid().neighbours(hex) {
            let there = self.state.units_in(beside).and(self.rules.side(self.seat.other()));
            if there.is_empty() {
                continue;
            }
            let ground = self.rules.ground(beside);
            let theirs = there.iter().map(|enemy| face(self.ask, enemy).assault).max().unwrap_or(0);
            let penalty = if info.arm == Arm::Armour { ground.armour } else { 0 };
            let edge = mine + penalty - theirs - ground.assault - (there.len() as i32 - 1);
            best = best.max((edge as f32 + 1.0) * 0.8 + self.objective_worth(beside) * 0.2);
        }
        best
    }

    fn objective_worth(&self, hex: Hex) -> f32 {
        let objectives = self.rules.objectives().iter().zip(&self.state.holders);
        let here = objectives.filter(|(objective, holder)| objective.hex == hex && **holder != Some(self.seat));
        here.map(|(objective, _)| objective.points as f32 * STEP).sum()
    }

    /// Ground to be taken or held: the nearer, the better.
    fn weigh_ground(&self, units: UnitSet, hex: Hex) -> f32 {
        let fighters = units.iter().filter(|&unit| !self.rules.unit(unit).is_headquarters()).count() as f32;
        if fighters == 0.0 {
            return 0.0;
        }
        let mut weight = 0.0;
        for (objective, holder) in self.rules.objectives().iter().zip(&self.state.holders) {
            let distance = f32::from(self.rules.grid().distance(hex, objective.hex));
            let points = objective.points as f32;
            if *holder == Some(self.seat) {
                // Somebody should stay.
                let guarded = self.state.units_in(objective.hex).and(self.rules.side(self.seat)).without(units);
                if guarded.is_empty() && distance == 0.0 {
                    weight += points * 2.0;
                }
            } else {
                weight += points * STEP / (1.0 + distance) + points * fighters * (20.0 - distance).max(0.0) * 0.06;
            }
        }
        if self.rules.objectives().is_empty() {
            let enemy = self.enemies();
            let nearest =
                enemy.map(|(_, there)| f32::from(self.rules.grid().distance(hex, there))).fold(20.0, f32::min);
            weight -= nearest * 0.4;
        }
        weight
    }

    /// Own guns, expected gain minus expected loss of an assault.
    fn weigh_fight(&self, fight: &Fight, assault: &Assault) -> f32 {
        let table = self.rules.assault_table();
        let lead = |units: UnitSet| units.iter().map(|unit| self.value(unit)).fold(1.0, f32::max);
        let (theirs, mine) = (lead(self.state.units_in(assault.hex)), lead(assault.attackers));
        let ground = self.objective_worth(assault.hex) + 4.0;
        let mut worth = 0.0;
        for (row, chance) in table.rows.iter().zip(s14_close_assault::chances(self.rules, fight)) {
            let gain = f32::from(row.defender) * theirs * STEP - f32::from(row.attacker) * mine * STEP * CAUTION;
            let taken = if row.retreat { ground } else { 0.0 };
            worth += chance * (gain + taken);
        }
        worth
    }

    fn weigh_assault(&self, action: &Action) -> f32 {
        let Action::Assault(Begin { unit, hex }) = *action else { return 0.5 };
        let Some(activation) = self.state.activation() else { return 0.0 };
        // What everybody who could join would make of it.
        let everybody = attackers(self.ask, activation, hex);
        let assault = Assault { hex, attackers: everybody.or(unit.alone()), chit: None };
        self.weigh_fight(&fight(self.ask, &assault, None), &assault)
    }

    fn weigh_join(&self, assault: &Assault, action: &Action) -> f32 {
        let mut with = *assault;
        match *action {
            Action::Join(Join { unit }) => with.attackers.add(unit),
            Action::Play(Play { chit, .. }) => with.chit = Some(chit),
            _ => return self.weigh_fight(&fight(self.ask, assault, None), assault) + 0.3,
        }
        self.weigh_fight(&fight(self.ask, &with, None), &with)
    }

    fn weigh_retreat(&self, units: UnitSet, action: &Action) -> f32 {
        let Action::Retreat(FallBack { to }) = *action else { return 0.0 };
        let exposed = covering(self.ask, self.seat, to).count() as f32;
        self.rules.ground(to).cover as f32 - exposed + self.weigh_ground(units, to)
    }

    fn weigh_advance(&self, hex: Hex, action: &Action) -> f32 {
        let Action::Advance(Advance { units }) = *action else { return 0.0 };
        // One company takes the ground; a second makes it safe. Tanks do not crowd into cover they cannot use.
        let exposure = covering(self.ask, self.seat, hex).count() as f32 * 0.5;
        let size = units.len() as f32;
        let infantry = units.iter().filter(|&unit| self.rules.unit(unit).arm == Arm::Infantry).count() as f32;
        self.objective_worth(hex) + 2.0 + infantry * 0.5 + size * 0.3 + self.rules.ground(hex).cover as f32 * 0.3
            - exposure * size
    }
}
