//! What the enemy could do in its own activations to companies that end theirs in a hex.
//!
//! The companies are put there on a copy of the state, an enemy formation is activated on it, and its companies are
//! asked what they could do: by the checks and forecasts of the rules themselves.

use engine::{EnemyDeed, EnemyDeedKind, Forecast, Frames, RuleId, Threats, Viewer};
use hexmap::{Hex, Reach};

use crate::{
    course::cup,
    play::{
        read_unit, s03_direct_fire,
        s10_movement::{self, Group},
        s12_stacking, s14_close_assault,
    },
    rule_ids::{ASSAULT, FIRE_PHASE},
    state::{Activation, Ask, Assault, Chit, Divisions, Frame, Phase, Shot, State, TurnWeather, Unit, UnitSet},
};

const ASIDE: &str = "Not counted: his event chits, companies still to come, and your fire at those who come.";

pub(crate) fn threats(ask: Ask<'_>, viewer: Viewer, ids: &[String], hex: Option<&str>) -> Option<Threats> {
    let units: UnitSet = ids.iter().map(|id| read_unit(ask.rules, id)).collect::<Result<_, _>>().ok()?;
    let seat = ask.rules.unit(units.first()?).seat;
    let hex = match hex {
        Some(label) => ask.rules.grid().parse(label).ok()?,
        None => ask.state.hex(units.first()?)?,
    };
    if !viewer.is(seat) || !units.within(ask.rules.side(seat)) || s12_stacking::check(ask, units, hex).is_err() {
        return None;
    }
    let mut there = ask.state.clone();
    units.iter().for_each(|unit| there.put(unit, hex));
    let enemies = (0u8..).zip(&ask.rules.formations).filter(|(_, formation)| formation.seat != seat);
    let mut reach = Reach::new(ask.rules.grid());
    let mut deeds = Vec::new();
    for (formation, _) in enemies {
        if let Some(mut turn) = EnemyTurn::of(ask, &there, formation) {
            turn.stand_and_fight(units, hex, &mut deeds);
            turn.come_and_fight(units, hex, &mut reach, &mut deeds);
        }
    }
    Some(Threats::new(ids.to_vec(), ask.rules.label(hex), deeds, ASIDE))
}

/// The next activation of an enemy formation, with nothing changed until then.
struct EnemyTurn<'a> {
    rules: &'a Divisions,
    state: State,
    activation: Activation,
    when: &'static str,
}

impl<'a> EnemyTurn<'a> {
    /// None for a formation that does not act any more in this game.
    fn of(now: Ask<'a>, there: &State, formation: u8) -> Option<EnemyTurn<'a>> {
        let (rules, mut state) = (now.rules, there.clone());
        if let Some(&activation) = now.state.activation().filter(|activation| activation.formation == formation) {
            return Some(EnemyTurn { rules, state, activation, when: "in this activation" });
        }
        let when = if now.state.cup.contains(&Chit::Formation(formation)) {
            "this turn"
        } else {
            let fresh = now.state.frames.iter().any(|frame| *frame == Frame::Cup { fresh: true });
            match (*rules.turns.get(usize::from(now.state.turn) - usize::from(fresh))?, fresh) {
                (TurnWeather::Fixed(weather), _) => {
                    state.weather = weather;
                    if fresh { "this turn" } else { "next turn" }
                }
                (TurnWeather::Roll, true) => "this turn, if the weather holds",
                (TurnWeather::Roll, false) => "next turn, if the weather holds",
            }
        };
        (state.moved, state.fired, state.pinned) = (UnitSet::NONE, UnitSet::NONE, UnitSet::NONE);
        state.frames = Frames::new(Frame::Cup { fresh: false });
        let activation = cup::activation(Ask::new(rules, &state), formation);
        state.frames.push(Frame::Activation(activation));
        Some(EnemyTurn { rules, state, activation, when })
    }

    fn ask(&self) -> Ask<'_> {
        Ask::new(self.rules, &self.state)
    }

    /// Goes to a phase of the activation, if it has not passed.
    fn enter(&mut self, phase: Phase) -> bool {
        let passed = match self.activation.phase {
            Phase::Movement => false,
            Phase::Fire => phase == Phase::Movement,
            Phase::Assault => phase != Phase::Assault,
        };
        self.state.frames = Frames::new(Frame::Activation(self.activation.in_phase(phase)));
        !passed
    }

    fn company(&self) -> UnitSet {
        self.rules.formation(self.activation.formation).units
    }

    /// What the formation could do from where it stands: each company fires, or all that can assault together.
    fn stand_and_fight(&mut self, units: UnitSet, hex: Hex, deeds: &mut Vec<EnemyDeed>) {
        if self.enter(Phase::Fire) {
            let fires = |unit: Unit| self.fire(unit, units, None);
            deeds.extend(self.company().iter().filter_map(fires));
        }
        if self.enter(Phase::Assault) {
            let attackers = s14_close_assault::attackers(self.ask(), &self.activation.in_phase(Phase::Assault), hex);
            deeds.extend(self.assault(attackers, units, hex, None));
        }
    }

    /// What each company could do after a move on its own, if that is more than it could do where it stands.
    fn come_and_fight(&mut self, units: UnitSet, hex: Hex, reach: &mut Reach, deeds: &mut Vec<EnemyDeed>) {
        if !self.enter(Phase::Movement) {
            return;
        }
        for unit in s10_movement::movable(self.ask(), &self.activation).iter() {
            let Some(from) = self.state.hex(unit) else { continue };
            self.enter(Phase::Movement);
            let places = self.places(unit, from, reach);
            let fire = self.best_place_to_fire(unit, units, hex, &places);
            let assault = self.best_place_to_assault(unit, hex, &places);
            for (place, phase) in [(fire, Phase::Fire), (assault, Phase::Assault)] {
                let Some(place) = place.filter(|&place| place != from) else { continue };
                self.state.put(unit, place);
                self.enter(phase);
                deeds.extend(match phase {
                    Phase::Assault => self.assault(unit.alone(), units, hex, Some(place)),
                    Phase::Movement | Phase::Fire => self.fire(unit, units, Some(place)),
                });
            }
            self.state.put(unit, from);
        }
    }

    /// Where a company could stand after its move, its own hex first.
    fn places(&self, unit: Unit, from: Hex, reach: &mut Reach) -> Vec<Hex> {
        let group = Group { units: unit.alone(), spent: 0 };
        s10_movement::reachable(self.ask(), &self.activation, group, reach);
        let beside = self.rules.grid().neighbours(from).map(|(_, to)| to);
        let step = |to: &Hex| s10_movement::price(self.ask(), unit.alone(), *to).is_some();
        let mut places = vec![from];
        places.extend(reach.hexes().iter().copied().filter(|&hex| hex != from));
        places.extend(beside.filter(step).filter(|to| reach.cost(*to).is_none()));
        places
    }

    /// The place with the best shot: only the range differs from place to place. Of equal ones the nearest.
    fn best_place_to_fire(&mut self, unit: Unit, units: UnitSet, hex: Hex, places: &[Hex]) -> Option<Hex> {
        let target = units.first()?;
        self.enter(Phase::Fire);
        let mut able = Vec::new();
        for &place in places {
            self.state.put(unit, place);
            if s03_direct_fire::check(self.ask(), Shot { shooter: unit, target, chit: None }).is_ok() {
                able.push(place);
            }
        }
        able.into_iter().min_by_key(|&place| self.rules.grid().distance(place, hex))
    }

    /// The place from which the company has the upper hand; none, if it could assault from where it stands.
    fn best_place_to_assault(&mut self, unit: Unit, hex: Hex, places: &[Hex]) -> Option<Hex> {
        self.enter(Phase::Assault);
        let mut best: Option<(i32, Hex)> = None;
        for &place in places.iter().filter(|&&place| self.rules.grid().distance(place, hex) == 1) {
            self.state.put(unit, place);
            if s14_close_assault::check(self.ask(), unit, hex).is_err() {
                continue;
            }
            if place == *places.first()? {
                return None;
            }
            let fight = s14_close_assault::fight(self.ask(), &alone(unit.alone(), hex), None);
            let lead = fight.attacker - fight.defender;
            if best.is_none_or(|(most, _)| lead > most) {
                best = Some((lead, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The shot of a company at the one it would hurt most.
    fn fire(&self, unit: Unit, units: UnitSet, after: Option<Hex>) -> Option<EnemyDeed> {
        let ask = self.ask();
        let shot = |target: Unit| {
            let shot = Shot { shooter: unit, target, chit: None };
            s03_direct_fire::check(ask, shot).ok()?;
            Some((target, s03_direct_fire::forecast(ask, shot, 0).turned()))
        };
        let worst = units.iter().filter_map(shot).min_by(|(_, a), (_, b)| a.worth.total_cmp(&b.worth));
        let (target, odds) = worst?;
        let range = self.rules.grid().distance(self.state.hex(unit)?, self.state.hex(target)?);
        let label = format!("fires at range {range}");
        Some(self.deed(unit.alone(), (EnemyDeedKind::Fire, FIRE_PHASE, label), after, (target, odds)))
    }

    /// The assault of companies on the hex.
    fn assault(&self, attackers: UnitSet, units: UnitSet, hex: Hex, after: Option<Hex>) -> Option<EnemyDeed> {
        attackers.first()?;
        let odds = s14_close_assault::forecast(self.ask(), &alone(attackers, hex), None).turned();
        let label = match attackers.len() {
            1 => "assaults".to_owned(),
            several => format!("assaults with {} more", several - 1),
        };
        Some(self.deed(attackers, (EnemyDeedKind::Assault, ASSAULT, label), after, (units.first()?, odds)))
    }

    fn deed(
        &self,
        doers: UnitSet,
        (kind, rule, label): (EnemyDeedKind, RuleId, String),
        after: Option<Hex>,
        (target, odds): (Unit, Forecast),
    ) -> EnemyDeed {
        let mut ids = self.rules.ids(doers);
        let from = doers.first().and_then(|unit| self.state.hex(unit));
        EnemyDeed {
            unit: ids.next().unwrap_or_default(),
            with: ids.collect(),
            from: from.map(|hex| self.rules.label(hex)).unwrap_or_default(),
            moves: after.is_some(),
            kind,
            label,
            when: self.when.to_owned(),
            rule,
            target: self.rules.unit(target).id.clone(),
            odds: Some(odds.possible()),
            harm: None,
        }
    }
}

/// An assault without event chits.
fn alone(attackers: UnitSet, hex: Hex) -> Assault {
    Assault { hex, attackers, chit: None }
}
