//! Close assault (FD-14).
//!
//! After its fire a formation may assault adjacent hexes with companies that are in command, not pinned and have not fired.
//! Both sides throw two dice and add their strength; the margin is read from the table.
//! Defenders who are driven out fall back one hex; the attackers may take the ground.

use std::cmp::Ordering;

use dice::{Dice, Die, Throw, odds};
use engine::{Entry, Forecast, GoodFor, Journal, Modifier, Prospect, Resolution, Seat, Severity, Thrown, Tone};
use hexmap::Hex;

use crate::{
    catalogue::{Arm, AssaultRow, AssaultTable},
    refusal::Refused,
    rule_ids::{ASSAULT, EVENTS, TERRAIN},
    state::{Activation, Assault, Frame, Phase, Retreat, State},
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

/// The strengths of both sides in an assault, with everything that made them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// Added up for the attacker.
    pub attacker: i32,
    /// Added up for the defender.
    pub defender: i32,
    /// What made them: positive for the attacker, negative for the defender.
    pub modifiers: Vec<Modifier>,
}

impl Fight {
    /// A fight of two given strengths.
    pub fn plain(attacker: i32, defender: i32) -> Fight {
        let mut fight = Fight::default();
        fight.attack(Modifier::new(ASSAULT, "attackers' strength", attacker));
        fight.defend(Modifier::new(ASSAULT, "defenders' strength", defender));
        fight
    }

    fn attack(&mut self, modifier: Modifier) {
        if modifier.value != 0 {
            self.attacker += modifier.value;
            self.modifiers.push(modifier);
        }
    }

    fn defend(&mut self, mut modifier: Modifier) {
        if modifier.value != 0 {
            self.defender += modifier.value;
            modifier.value = -modifier.value;
            self.modifiers.push(modifier);
        }
    }

    /// The one place where an assault is resolved: the row of the table, and the dice of attacker and defender.
    pub fn resolve(&self, table: &AssaultTable, dice: &mut dyn Dice) -> (usize, Vec<u16>) {
        let read = |faces: &[u16]| table.row(self.margin(faces)) as u16;
        let fell = dice.throw(&Throw::d6("close assault: attacker, attacker, defender, defender", 4).read(&read));
        (usize::from(fell.row()), fell.faces().to_vec())
    }

    fn margin(&self, faces: &[u16]) -> i32 {
        let sum = |faces: &[u16]| faces.iter().map(|&face| i32::from(face)).sum::<i32>();
        self.attacker + sum(&faces[..2]) - self.defender - sum(&faces[2..])
    }

    /// The exact odds, from best for the defender to worst.
    pub fn forecast(&self, table: &AssaultTable) -> Forecast {
        let odds = odds(|dice| self.resolve(table, dice).0).unwrap_or_else(|_| unreachable!("four dice"));
        let named = table.rows.iter().enumerate().rev().map(|(row, entry)| (row, prospect(entry)));
        Forecast::new(self.modifiers.clone(), &odds.out_of(6u128.pow(4)), named)
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, table: &AssaultTable, row: usize, faces: &[u16]) -> Resolution {
        let thrown = |what: &str, faces: &[u16]| Thrown::new(&Die::D6, what, faces);
        let margin = self.margin(faces);
        Resolution {
            modifiers: self.modifiers.clone(),
            throws: vec![thrown("attacker", &faces[..2]), thrown("defender", &faces[2..])],
            reading: format!(
                "attacker {} + {} against defender {} + {}: margin {margin}",
                self.attacker,
                faces[..2].iter().sum::<u16>(),
                self.defender,
                faces[2..].iter().sum::<u16>(),
            ),
            result: table.rows[row].result.clone(),
        }
    }
}

/// What a row of the table means: the losses of either side, or who holds the hex.
fn prospect(row: &AssaultRow) -> Prospect {
    let severity = |steps: u8| match steps {
        0 => Severity::Effect,
        1 => Severity::Damage,
        _ => Severity::Disabled,
    };
    let new = |good_for, severity| Prospect::new(row.result.clone(), good_for, severity);
    match row.defender.cmp(&row.attacker) {
        Ordering::Greater => new(GoodFor::Doer, severity(row.defender)),
        Ordering::Less => new(GoodFor::Other, severity(row.attacker)),
        Ordering::Equal if row.retreat => new(GoodFor::Doer, severity(0)),
        Ordering::Equal if row.defender > 0 => new(GoodFor::Nobody, severity(row.defender)),
        Ordering::Equal => Prospect::nothing(row.result.clone()).in_group(row.result.replace('-', " ")),
    }
}

/// Chances of every assault there can be, counted once: for bots, which ask millions of times.
#[derive(Clone, Debug)]
pub struct AssaultOdds {
    /// By the attacker's lead in strength: the chance of each row of the table.
    by_lead: Vec<Vec<f32>>,
}

impl AssaultOdds {
    const LEAD: i32 = 20;

    pub(crate) fn prepare(table: &AssaultTable) -> AssaultOdds {
        let chances = |lead: i32| {
            let fight = Fight { attacker: lead, ..Fight::default() };
            let odds = odds(|dice| fight.resolve(table, dice).0).unwrap_or_else(|_| unreachable!("four dice"));
            (0..table.rows.len()).map(|row| odds.chance(|&found| found == row) as f32).collect()
        };
        AssaultOdds { by_lead: (-Self::LEAD..=Self::LEAD).map(chances).collect() }
    }

    /// The chance of each row of the table.
    pub fn of(&self, fight: &Fight) -> &[f32] {
        let lead = (fight.attacker - fight.defender).clamp(-Self::LEAD, Self::LEAD);
        &self.by_lead[(lead + Self::LEAD) as usize]
    }
}

impl AssaultTable {
    fn row(&self, margin: i32) -> usize {
        self.rows.iter().position(|row| margin >= row.from).unwrap_or(self.rows.len() - 1)
    }
}

impl Divisions {
    /// Strength of the strongest, plus support of the rest, plus combined arms.
    fn strength(&self, state: &State, units: UnitSet, armour: i32, whose: &str) -> Vec<Modifier> {
        let table = &self.catalogue.assault;
        let of = |unit: Unit| {
            let penalty = if self.unit(unit).arm == Arm::Armour { armour } else { 0 };
            ((self.face(state, unit).assault + penalty).max(0), unit)
        };
        let Some((best, lead)) = units.iter().map(of).max_by_key(|&(value, unit)| (value, std::cmp::Reverse(unit)))
        else {
            return Vec::new();
        };
        let support = (table.support * (units.len() as i32 - 1)).min(table.support_limit);
        let has = |arm: Arm| units.iter().any(|unit| self.unit(unit).arm == arm);
        let combined = if has(Arm::Armour) && has(Arm::Infantry) { table.combined_arms } else { 0 };
        vec![
            Modifier::new(ASSAULT, format!("{whose}: {}", self.unit(lead).name), best),
            Modifier::new(ASSAULT, format!("{whose}: support of {} more", units.len() - 1), support),
            Modifier::new(ASSAULT, format!("{whose}: tanks and infantry together"), combined),
        ]
    }

    /// The fight for a hex as it would be resolved; `reply` is the defender's event chit.
    pub fn fight(&self, state: &State, assault: &Assault, reply: Option<u8>) -> Fight {
        let ground = self.ground(assault.hex);
        let mut fight = Fight::default();
        for modifier in self.strength(state, assault.attackers, ground.armour, "attackers") {
            fight.attack(modifier);
        }
        for modifier in self.strength(state, state.units_in(assault.hex), 0, "defenders") {
            fight.defend(modifier);
        }
        fight.defend(Modifier::new(TERRAIN, format!("defenders in {}", ground.name.to_lowercase()), ground.assault));
        fight.defend(Modifier::new(TERRAIN, "attack across water or hedge", self.worst_side(state, assault)));
        let event = |chit: u8| &self.catalogue.events[usize::from(chit)];
        if let Some(event) = assault.chit.map(event) {
            fight.attack(Modifier::new(EVENTS, event.name.clone(), event.value));
        }
        if let Some(event) = reply.map(event) {
            fight.defend(Modifier::new(EVENTS, event.name.clone(), event.value));
        }
        fight
    }

    /// Hexsides help the defender only if every attacker comes across one: then the weakest counts.
    fn worst_side(&self, state: &State, assault: &Assault) -> i32 {
        let help = |unit: Unit| {
            let from = state.hex(unit)?;
            Some(self.side_help(from, self.map.grid.direction(from, assault.hex)?))
        };
        assault.attackers.iter().filter_map(help).min().unwrap_or(0)
    }

    /// Whether a unit may take part in an assault on a hex.
    pub(crate) fn check_attacker(
        &self,
        state: &State,
        activation: &Activation,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Refused> {
        let info = self.unit(unit);
        if activation.phase != Phase::Assault {
            return Err(Refused::NotAsked);
        }
        if !self.formations[usize::from(activation.formation)].units.has(unit) {
            return Err(Refused::NotActive(unit));
        }
        let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
        if state.pinned.has(unit) {
            return Err(Refused::Pinned(unit));
        }
        if state.fired.has(unit) {
            return Err(Refused::HasFired(unit));
        }
        if !matches!(info.arm, Arm::Armour | Arm::Infantry) {
            return Err(Refused::CannotAssault(unit));
        }
        if !activation.in_command.has(unit) {
            return Err(Refused::OutOfCommand(unit));
        }
        if state.units_in(hex).and(self.side(info.seat.other())).is_empty() {
            return Err(Refused::NoEnemyThere(hex));
        }
        let direction = self.map.grid.direction(from, hex);
        direction
            .and_then(|direction| self.cost(info.class, from, direction))
            .ok_or(Refused::NotBeside { unit, hex })?;
        Ok(())
    }

    /// Everybody who could take part in an assault on a hex now, up to the limit.
    pub fn attackers(&self, state: &State, activation: &Activation, hex: Hex) -> UnitSet {
        let beside = self.map.grid.neighbours(hex).flat_map(|(_, from)| state.units_in(from).iter());
        let able = beside.filter(|&unit| self.check_attacker(state, activation, unit, hex).is_ok());
        able.take(self.catalogue.assault.attackers_limit).collect()
    }

    pub(crate) fn check_join(
        &self,
        state: &State,
        activation: &Activation,
        assault: &Assault,
        unit: Unit,
    ) -> Result<(), Refused> {
        if assault.attackers.has(unit) {
            return Err(Refused::AlreadyJoined(unit));
        }
        let limit = self.catalogue.assault.attackers_limit;
        if assault.attackers.len() >= limit {
            return Err(Refused::EnoughAttackers(limit as u8));
        }
        self.check_attacker(state, activation, unit, assault.hex)
    }

    /// The attackers go in: the defender may answer if it holds chits.
    pub(crate) fn launch(&self, state: &mut State, assault: Assault, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let defender = self.defender(assault.attackers);
        if self.may_answer(state, defender) {
            // As with a shot: what was announced stands.
            journal.revealed();
            state.frames.replace(Frame::AssaultReply(assault));
        } else {
            self.resolve_assault(state, assault, None, dice, journal);
        }
    }

    fn defender(&self, attackers: UnitSet) -> Seat {
        attackers.first().map_or(Seat(0), |unit| self.unit(unit).seat.other())
    }

    /// Throws the dice and takes the consequences. The assault's frame is on top and is ended here.
    pub(crate) fn resolve_assault(
        &self,
        state: &mut State,
        assault: Assault,
        reply: Option<u8>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let table = &self.catalogue.assault;
        let fight = self.fight(state, &assault, reply);
        let (row, faces) = fight.resolve(table, dice);
        let result = &table.rows[row];
        let attacker = self.defender(assault.attackers).other();
        journal.note(|| {
            let who = self.act(assault.attackers, "assaults");
            Entry::new(ASSAULT, format!("{who} {}: {}", self.label(assault.hex), result.text))
                .by(attacker)
                .tone(Tone::Combat)
                .at([self.label(assault.hex)])
                .about(self.ids(assault.attackers))
                .because(fight.resolution(table, row, &faces))
        });
        state.frames.pop();
        state.fired = state.fired.or(assault.attackers);
        for _ in 0..result.attacker {
            self.lose_strongest(state, assault.attackers, journal);
        }
        for _ in 0..result.defender {
            self.lose_strongest(state, state.units_in(assault.hex), journal);
        }
        let after = Retreat { hex: assault.hex, attackers: assault.attackers };
        if result.retreat && !state.units_in(assault.hex).is_empty() {
            self.drive_out(state, after, journal);
        } else if state.units_in(assault.hex).is_empty() {
            self.offer_advance(state, after);
        }
        self.settle(state, journal);
    }

    /// The loss falls on the company with the highest strength, the first of equals.
    fn lose_strongest(&self, state: &mut State, units: UnitSet, journal: &mut dyn Journal) {
        let alive = units.iter().filter(|&unit| state.hex(unit).is_some());
        let strongest = alive.max_by_key(|&unit| (self.face(state, unit).assault, std::cmp::Reverse(unit)));
        if let Some(unit) = strongest {
            self.lose_step(state, unit, journal);
        }
    }

    /// Defenders fall back; those who cannot lose a step and stand.
    fn drive_out(&self, state: &mut State, after: Retreat, journal: &mut dyn Journal) {
        if self.retreats(state, &after).next().is_some() {
            state.frames.push(Frame::Retreat(after));
            return;
        }
        journal.note(|| Entry::new(ASSAULT, "The defenders have nowhere to fall back to").at([self.label(after.hex)]));
        for unit in state.units_in(after.hex).iter() {
            self.lose_step(state, unit, journal);
        }
        if state.units_in(after.hex).is_empty() {
            self.offer_advance(state, after);
        }
    }

    /// The hexes the defenders may fall back to: free for all of them and not beside an attacker.
    pub(crate) fn retreats<'a>(&'a self, state: &'a State, after: &'a Retreat) -> impl Iterator<Item = Hex> + 'a {
        let neighbours = self.map.grid.neighbours(after.hex);
        neighbours.map(|(_, to)| to).filter(move |&to| self.check_retreat(state, after, to).is_ok())
    }

    pub(crate) fn check_retreat(&self, state: &State, after: &Retreat, to: Hex) -> Result<(), Refused> {
        let units = state.units_in(after.hex);
        let direction = self.map.grid.direction(after.hex, to).ok_or(Refused::NoRetreat(to))?;
        let passable = units.iter().all(|unit| self.cost(self.unit(unit).class, after.hex, direction).is_some());
        let attackers = after.attackers.iter().filter_map(|unit| state.hex(unit));
        let mut beside_attacker = attackers.map(|hex| self.map.grid.distance(hex, to) <= 1);
        if !passable || beside_attacker.any(|beside| beside) {
            return Err(Refused::NoRetreat(to));
        }
        self.check_room(state, units, to)
    }

    pub(crate) fn fall_back(&self, state: &mut State, after: Retreat, to: Hex, journal: &mut dyn Journal) {
        let units = state.units_in(after.hex);
        let seat = self.defender(after.attackers);
        units.iter().for_each(|unit| state.put(unit, to));
        journal.note(|| {
            Entry::new(ASSAULT, format!("The defenders of {} fall back to {}", self.label(after.hex), self.label(to)))
                .by(seat)
                .at([self.label(after.hex), self.label(to)])
                .about(self.ids(units))
        });
        self.take_objective(state, seat, to, journal);
        state.frames.pop();
        self.offer_advance(state, after);
        self.settle(state, journal);
    }

    /// Asks the attackers whether to take the hex, if any of them can.
    fn offer_advance(&self, state: &mut State, after: Retreat) {
        if after.attackers.iter().any(|unit| self.check_advance(state, &after, unit.alone()).is_ok()) {
            state.frames.push(Frame::Advance(after));
        }
    }

    pub(crate) fn check_advance(&self, state: &State, after: &Retreat, units: UnitSet) -> Result<(), Refused> {
        for unit in units.iter() {
            if !after.attackers.has(unit) {
                return Err(Refused::NotAnAttacker(unit));
            }
            let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
            let direction =
                self.map.grid.direction(from, after.hex).ok_or(Refused::NotBeside { unit, hex: after.hex })?;
            self.cost(self.unit(unit).class, from, direction).ok_or(Refused::Impassable(after.hex))?;
        }
        self.check_room(state, units, after.hex)
    }

    pub(crate) fn advance(&self, state: &mut State, after: Retreat, units: UnitSet, journal: &mut dyn Journal) {
        let seat = self.defender(after.attackers).other();
        units.iter().for_each(|unit| state.put(unit, after.hex));
        journal.note(|| {
            Entry::new(ASSAULT, format!("{} {}", self.act(units, "advances into"), self.label(after.hex)))
                .by(seat)
                .at([self.label(after.hex)])
                .about(self.ids(units))
        });
        self.take_objective(state, seat, after.hex, journal);
        state.frames.pop();
        self.settle(state, journal);
    }
}
