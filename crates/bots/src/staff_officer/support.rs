//! Support from outside the map: what to ask for, when it strikes and how.

use assault::{
    Action,
    play::{
        action::{AirStrike, Request},
        estimates,
    },
    state::{AirRun, Support, Unit},
    tables::{
        pool::Pool,
        support::artillery::{FireMode, Ring},
        units::ByTarget,
    },
};
use engine::Seat;
use hexmap::Hex;

use super::{StaffOfficer, fire::done, outlook::Outlook};

/// How much dearer own units under a strike are.
const FRIENDS: f32 = 1.6;
/// What a request must promise: shells drift, and the enemy moves.
const ENOUGH: f32 = 0.3;
/// What a strike that has come in must promise before it is spent on this turn.
const STRIKE: f32 = 0.12;
/// Fire that only keeps heads down, beside fire for effect with the same dice.
const HEADS_DOWN: f32 = 0.45;
/// Aircraft are shot at and miss.
const AIR: f32 = 0.6;

impl StaffOfficer {
    /// Asks for the best strike, or for none.
    pub(super) fn request(&mut self, look: &Outlook<'_>, legal: &[Action]) -> usize {
        let mut best = (ENOUGH, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let worth = match *action {
                Action::Request(Request { support, at: Some(hex) }) if self.is_near_enemy(look, hex) => {
                    self.strike(look, support, hex, FireMode::Effect)
                }
                Action::Request(Request { support, at: None }) => self.best_run(look, support),
                _ => continue,
            };
            if worth > best.0 {
                best = (worth, index);
            }
        }
        best.1
    }

    /// Only hexes in or beside which somebody stands are worth shells.
    fn is_near_enemy(&self, look: &Outlook<'_>, hex: Hex) -> bool {
        look.enemies().any(|(_, at)| look.distance(at, hex) <= 1)
    }

    /// What the best target of an aircraft is worth.
    fn best_run(&mut self, look: &Outlook<'_>, support: u8) -> f32 {
        let targets: Vec<Unit> = look.enemies().map(|(unit, _)| unit).collect();
        targets.into_iter().map(|target| self.air_strike(look, support, target, false)).fold(0.0, f32::max)
    }

    /// What an air strike on a unit is worth.
    pub(super) fn air_strike(&mut self, look: &Outlook<'_>, support: u8, target: Unit, blast: bool) -> f32 {
        let Some(Support::Aircraft(card)) = of_side(look, support) else { return 0.0 };
        let Some(hex) = look.state.hex(target) else { return 0.0 };
        let friends = look.ours().filter(|(_, at)| look.distance(*at, hex) <= 1).count() as f32;
        let dice = look.rules.aircraft(card).attack;
        let share = self.shelled(look, dice, target, hex) * if blast { 0.3 } else { AIR };
        share - friends * 0.2
    }

    /// A second run, if its target is still worth one.
    pub(super) fn second_run(&mut self, look: &Outlook<'_>, air: &AirRun, legal: &[Action]) -> usize {
        let again = legal.iter().position(|action| *action == Action::Air(AirStrike::Again));
        let worth = self.air_strike(look, air.support, air.target, air.blast);
        again.filter(|_| worth > 0.0).unwrap_or_else(|| done(legal))
    }

    /// What shells on a hex are worth now.
    pub(super) fn strike(&mut self, look: &Outlook<'_>, support: u8, hex: Hex, mode: FireMode) -> f32 {
        let Some(Support::Battery(card)) = of_side(look, support) else { return 0.0 };
        let attack = look.rules.battery(card).attack;
        let by_ring = |ring: Ring| ByTarget { soft: attack.soft.of(ring), hard: attack.hard.of(ring) };
        let (primary, secondary, part) = match mode {
            FireMode::Smoke => return 0.0,
            FireMode::Suppressive => (by_ring(Ring::Primary), by_ring(Ring::Primary), HEADS_DOWN),
            FireMode::Effect => (by_ring(Ring::Primary), by_ring(Ring::Secondary), 1.0),
        };
        let mut sum = 0.0;
        for seat in [look.seat, look.seat.other()] {
            let sign = if seat == look.seat { -FRIENDS } else { 1.0 };
            for (unit, at) in standing(look, seat) {
                let dice = match look.distance(at, hex) {
                    0 => primary,
                    1 => secondary,
                    _ => continue,
                };
                sum += sign * self.shelled(look, dice, unit, at);
            }
        }
        sum * part
    }

    fn shelled(&mut self, look: &Outlook<'_>, dice: ByTarget<Pool>, unit: Unit, at: Hex) -> f32 {
        let card = look.card(unit);
        let defence = estimates::under_shells(look.ask, unit, at);
        self.guns.rough(look, dice.against(card.kind), defence, card.kind) * look.value(unit)
    }

    /// A strike that could come now; a little less than what it promises, so that it waits for better targets while the
    /// turn is young.
    pub(super) fn weigh_bombardment(&mut self, look: &Outlook<'_>, support: u8, mode: FireMode) -> f32 {
        let called = look.state.support[look.seat.index()].get(usize::from(support)).and_then(|support| support.called);
        let Some(hex) = called.and_then(|called| called.hex) else { return 0.0 };
        self.strike(look, support, hex, mode) - STRIKE
    }
}

fn of_side(look: &Outlook<'_>, support: u8) -> Option<Support> {
    look.rules.side(look.seat).support.get(usize::from(support)).copied()
}

fn standing<'a>(look: &Outlook<'a>, seat: Seat) -> Vec<(Unit, Hex)> {
    if seat == look.seat { look.ours().collect() } else { look.enemies().collect() }
}
