//! What the enemy could do in its own activations to a unit that ends its own in a hex.
//!
//! The unit is put there on a copy of the state, each known enemy is activated on it, and asked what it could do: by
//! the checks and forecasts of the rules themselves.

use engine::{EnemyDeed, EnemyDeedKind, Forecast, Frames, RuleId, Threats, Viewer};
use hexmap::{Corner, Hex};

use super::plan::moved_to;
use crate::{
    play::{
        s04_units::in_arc,
        s09_movement::{self, Reached},
        s10_fire, s10_shots, s11_assault, s14_organization,
    },
    rule_ids::{ATTACK_STEPS, CLOSE_COMBAT},
    state::{Activation, Ask, Assault, Frame, Mark, Mode, Shot, State, Unit, UnitSet},
};

const ASIDE: &str =
    "Only those you have seen. Not counted: his cards, support and joint fire; which units act is his secret.";

pub(crate) fn threats(ask: Ask<'_>, viewer: Viewer, ids: &[String], hex: Option<&str>) -> Option<Threats> {
    let [id] = ids else { return None };
    let target = ask.rules.named(ask.state, id).ok()?;
    if !viewer.is(ask.state.unit(target).seat) {
        return None;
    }
    let hex = match hex {
        Some(label) => ask.rules.grid().parse(label).ok()?,
        None => ask.state.hex(target)?,
    };
    let this_turn = moved_to(ask, target, hex)?;
    let next_turn = (ask.state.turn < ask.rules.turns).then(|| after_the_turn(&this_turn));
    let enemies: Vec<Unit> = ask.state.side(ask.state.unit(target).seat.other()).collect();
    let mut deeds = Vec::new();
    for enemy in enemies {
        let (when, state) = match (ask.state.activated.has(enemy), &next_turn) {
            (false, _) => ("this turn", &this_turn),
            (true, Some(state)) => ("next turn", state),
            (true, None) => continue,
        };
        let mut turn = EnemyTurn { rules: ask.rules, state: state.clone(), enemy, target, hex, when };
        if !turn.state.has(enemy, Mark::Fallback) {
            turn.stand_and_fight(&mut deeds);
            turn.come_and_fight(&mut deeds);
        }
    }
    Some(Threats::new(ids.to_vec(), ask.rules.label(hex), deeds, ASIDE))
}

/// The state after the turn, with nothing changed until then and no dice thrown: who is suppressed has not rallied, and
/// smoke has not lifted.
fn after_the_turn(state: &State) -> State {
    let mut next = state.clone();
    next.activated = UnitSet::NONE;
    next.all_units().for_each(|unit| s14_organization::tidy_up_marks(&mut next, unit));
    next
}

/// The next activation of an enemy, with nothing changed until then.
struct EnemyTurn<'a> {
    rules: &'a Assault,
    state: State,
    enemy: Unit,
    target: Unit,
    hex: Hex,
    when: &'static str,
}

/// What makes one place to fire from better than another: range, what hinders the shot, the arc, and the way there.
type Place = ((Hex, Corner), u8);

impl EnemyTurn<'_> {
    fn ask(&self) -> Ask<'_> {
        Ask::new(self.rules, &self.state)
    }

    /// Activates the enemy, who has perhaps gone some way already.
    fn activate(&mut self, spent: u8) {
        let mode = if spent > 0 { Mode::Move } else { Mode::Ready };
        self.state.activated.add(self.enemy);
        let seat = self.state.unit(self.enemy).seat;
        self.state.frames = Frames::new(Frame::Action { seat });
        self.state.frames.push(Frame::Activation(Activation { mode, spent, ..Activation::of(self.enemy) }));
    }

    fn stand_and_fight(&mut self, deeds: &mut Vec<EnemyDeed>) {
        self.activate(0);
        deeds.extend(self.fire(false));
        deeds.extend(self.assault(false));
    }

    /// What the enemy could do after a move, if that is more than it could do where it stands.
    fn come_and_fight(&mut self, deeds: &mut Vec<EnemyDeed>) {
        let now = self.aim();
        let beside = s11_assault::check(self.ask(), self.enemy, self.target).is_ok();
        let places = s09_movement::reachable(self.ask(), &Activation::of(self.enemy));
        let Some(from) = self.state.hex(self.enemy) else { return };
        let (facing, marks) = (self.state.unit(self.enemy).facing, self.state.unit(self.enemy).marks);
        s09_movement::leave_marks(&mut self.state, self.enemy);
        let fire = self.best(&places, EnemyTurn::aim).filter(|(aim, _)| now.as_ref().is_none_or(|now| aim < now));
        if let Some((_, place)) = fire {
            self.go(place);
            deeds.extend(self.fire(true));
        }
        let assault = if beside { None } else { self.best(&places, EnemyTurn::way_in) };
        if let Some((_, place)) = assault {
            self.go(place);
            deeds.extend(self.assault(true));
        }
        self.state.put(self.enemy, from);
        let enemy = &mut self.state.units[self.enemy.index()];
        (enemy.facing, enemy.marks) = (facing, marks);
    }

    /// Puts the enemy down where a move leads it.
    fn go(&mut self, ((hex, facing), spent): Place) {
        self.state.put(self.enemy, hex);
        self.state.units[self.enemy.index()].facing = facing;
        self.activate(spent);
    }

    /// The best of the places that the enemy can reach; of equal ones the nearest.
    fn best<K: Ord>(&mut self, places: &[Reached], rank: impl Fn(&Self) -> Option<K>) -> Option<(K, Place)> {
        let mut best: Option<(K, Place)> = None;
        for reached in places {
            let Some(&hex) = reached.path.last() else { continue };
            let place = ((hex, reached.facing), reached.cost);
            self.go(place);
            if let Some(rank) = rank(self)
                && best.as_ref().is_none_or(|(known, _)| rank < *known)
            {
                best = Some((rank, place));
            }
        }
        best
    }

    /// How good the shot from here is, if there is one: range, hindrances, arc.
    fn aim(&self) -> Option<(crate::tables::units::RangeFactor, u8, bool)> {
        let aim = s10_shots::check(self.ask(), self.enemy, self.target).ok()?;
        Some((aim.range, aim.hindrances, !aim.in_arc))
    }

    /// How good the way into the hex from here is, if there is one: from behind, or not.
    fn way_in(&self) -> Option<bool> {
        s11_assault::check(self.ask(), self.enemy, self.target).ok()?;
        Some(in_arc(self.ask(), self.target, self.state.hex(self.enemy)?))
    }

    fn shot(&self) -> Shot {
        Shot { attacker: self.enemy, target: self.target, support: None, card: None }
    }

    fn fire(&self, moves: bool) -> Option<EnemyDeed> {
        let ask = self.ask();
        s10_shots::check(ask, self.enemy, self.target).ok()?;
        let range = self.rules.grid().distance(self.state.hex(self.enemy)?, self.hex);
        let label = format!("fires at range {range}");
        let odds = s10_fire::forecast(ask, self.shot(), None);
        Some(self.deed((EnemyDeedKind::Fire, ATTACK_STEPS, label), moves, odds))
    }

    fn assault(&self, moves: bool) -> Option<EnemyDeed> {
        let ask = self.ask();
        s11_assault::check(ask, self.enemy, self.target).ok()?;
        let odds = s11_assault::forecast(ask, self.enemy, self.target);
        Some(self.deed((EnemyDeedKind::Assault, CLOSE_COMBAT, "assaults".to_owned()), moves, odds))
    }

    fn deed(
        &self,
        (kind, rule, label): (EnemyDeedKind, RuleId, String),
        moves: bool,
        odds: Option<Forecast>,
    ) -> EnemyDeed {
        EnemyDeed {
            unit: self.rules.unit_id(&self.state, self.enemy),
            with: Vec::new(),
            from: self.state.hex(self.enemy).map(|hex| self.rules.label(hex)).unwrap_or_default(),
            moves,
            kind,
            label,
            when: self.when.to_owned(),
            rule,
            target: self.rules.unit_id(&self.state, self.target),
            odds: odds.map(|odds| odds.turned().possible()),
            harm: None,
        }
    }
}
