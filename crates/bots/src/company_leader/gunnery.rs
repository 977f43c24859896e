//! What fire between two units promises, from the tables that the rules themselves use.

use std::collections::BTreeMap;

use dice::odds;
use engine::Severity;
use hexmap::Arc;
use open_fire::{
    OpenFire,
    play::{s02_ratings, s08_sight},
    state::{
        State, WorkKind,
        laid_out::Ask,
        units::{Motion, Place, Side, UnitId},
    },
    tables::{
        ap_fire::{ApResult, ApShot, Pace, facing_hit, weapon_of},
        cards::Card,
        damage::{Stake, Target, gp_effects},
        gp_fire::{GpResult, GpShot, GpSituation, GpWeapons},
    },
};

/// What a result is worth, as a share of the unit that suffers it.
const SHARES: [(Severity, f64); 5] = [
    (Severity::Nothing, 0.0),
    (Severity::Effect, 0.1),
    (Severity::Damage, 0.35),
    (Severity::Disabled, 0.85),
    (Severity::Killed, 1.0),
];

/// A shell that strikes: card, facing, hatches, penetration with skill.
type Strike = (u16, u8, bool, i32);

/// The tables, with what has been worked out before.
#[derive(Default)]
pub(crate) struct Gunnery {
    strikes: BTreeMap<Strike, f64>,
}

/// The share that a severity takes.
fn share(severity: Severity) -> f64 {
    SHARES.into_iter().find(|(known, _)| *known == severity).map_or(0.0, |(_, share)| share)
}

fn pace(motion: Motion) -> Pace {
    match motion {
        Motion::Still => Pace::Still,
        Motion::Slow => Pace::Slow,
        Motion::Fast => Pace::Fast,
    }
}

/// Whether a unit has a main gun, or something its men carry against tanks, that it can fire.
pub(crate) fn has_ap(rules: &OpenFire, state: &State, unit: UnitId) -> bool {
    let (piece, card) = (state.unit(unit), rules.card(state.unit(unit)));
    let loaded = piece.ammunition.is_none_or(|rounds| rounds.all() > 0) && !piece.out_of_ammunition;
    let works = if card.main_gun { piece.condition.main_gun } else { card.anti_tank.is_some() };
    loaded && works && piece.condition.crew > 0
}

impl Gunnery {
    /// The share of the target that one fire action takes on average, if the firer can bring its weapons to bear: AP
    /// against armour, GP against men and guns. Who sees whom is not asked.
    pub(crate) fn promise(&mut self, rules: &OpenFire, state: &State, firer: UnitId, target: UnitId) -> f64 {
        let ap = if has_ap(rules, state, firer) { self.ap(rules, state, firer, target) } else { None };
        let gp = || gp(rules, state, firer, target);
        match ap {
            // A shell that hardly ever tells is still better than a machinegun against a tank.
            Some(ap) if rules.card(state.unit(target)).kind.is_tank() => ap,
            Some(ap) => ap.max(gp()),
            None => gp(),
        }
    }

    /// The same for AP fire alone; `None` if it cannot be fired.
    pub(crate) fn ap(&mut self, rules: &OpenFire, state: &State, firer: UnitId, target: UnitId) -> Option<f64> {
        let shot = ap_shot(rules, state, firer, target)?;
        let chance = f64::from(shot.chance(&rules.sheet).clamp(1, 99)) / 100.0;
        let once = chance * self.strike(rules, state.unit(target).card, &shot);
        let rate = rules.card(state.unit(firer)).rate;
        let shells = rate.map_or(1, |rate| if shot.weapon.is_short(shot.range) { rate.short } else { rate.normal });
        Some(1.0 - (1.0 - once).powi(shells.into()))
    }

    /// The share that a shell takes which has hit.
    fn strike(&mut self, rules: &OpenFire, card: u16, shot: &ApShot<'_>) -> f64 {
        let facing = match shot.facing {
            Arc::Front => 0,
            Arc::Side => 1,
            Arc::Rear => 2,
        };
        let key = (card, facing, shot.closed, shot.penetration(&rules.sheet) + shot.weapon_skill);
        if let Some(known) = self.strikes.get(&key) {
            return *known;
        }
        let stake = Stake::fresh(shot.target, Target::of(shot.target, shot.closed));
        let worth = |result: ApResult| share(stake.severity(&shot.effects(&rules.sheet.damage, &stake.target, result)));
        let odds = odds(|dice| shot.strike(&rules.sheet, dice).0);
        let found = odds.map_or(0.0, |odds| {
            odds.results().map(|(result, ways)| worth(*result) * ways as f64).sum::<f64>() / odds.of() as f64
        });
        self.strikes.insert(key, found);
        found
    }
}

/// The AP shot between two units as they stand, as the rules would fire it.
fn ap_shot<'r>(rules: &'r OpenFire, state: &State, firer: UnitId, target: UnitId) -> Option<ApShot<'r>> {
    let (from, hex) = (state.hex_of(firer)?, state.hex_of(target)?);
    let (gunner, piece) = (state.unit(firer), state.unit(target));
    let bunker = state.works.iter().find_map(|work| match work.kind {
        WorkKind::Bunker(facing) if work.occupant == Some(target) => Some((rules.sheet.card("bunker")?, facing)),
        WorkKind::Bunker(_) | WorkKind::ImprovedPosition => None,
    });
    let (struck, facing) = bunker.unwrap_or((rules.card(piece), piece.facing));
    let weapon = weapon_of(&rules.sheet, rules.card(gunner)).ok()?;
    let shot = ApShot {
        facing: facing_hit(rules.grid(), hex, facing, from),
        closed: bunker.is_some() || piece.closed && struck.kind.can_close(),
        terrain: rules.country.terrain_id(hex),
        defilade: piece.defilade,
        improved_position: piece.dug_in,
        target_moving: pace(piece.motion),
        firer_moving: pace(gunner.motion),
        firer_suppressed: gunner.condition.suppressed,
        target_suppressed: piece.condition.suppressed,
        hit_before: piece.hit_by.contains(&firer),
        weapon_skill: s02_ratings::ratings(Ask::new(rules, state), firer).weapon_skill.into(),
        ..ApShot::plain(weapon, struck, rules.grid().distance(from, hex).saturating_sub(1))
    };
    shot.check().ok().map(|()| shot)
}

/// The share of a target that GP fire takes on average: everything the firer has at once.
fn gp(rules: &OpenFire, state: &State, firer: UnitId, target: UnitId) -> f64 {
    let (Some(from), Some(hex)) = (state.hex_of(firer), state.hex_of(target)) else { return 0.0 };
    let (gunner, piece) = (state.unit(firer), state.unit(target));
    let (card, struck) = (rules.card(gunner), rules.card(piece));
    let range = rules.grid().distance(from, hex).saturating_sub(1);
    let situation = GpSituation {
        terrain: rules.country.terrain_id(hex),
        defilade: piece.defilade,
        improved_position: piece.dug_in,
        bunker: None,
        target_moving: piece.motion != Motion::Still,
        firer_moving: pace(gunner.motion),
        firer_suppressed: gunner.condition.suppressed,
        charge: false,
    };
    let fires = gunner.condition.crew > 0 || card.kind.is_squad();
    let weapons =
        match (card.main_gun && gunner.condition.main_gun, gunner.condition.machinegun || card.kind.is_squad()) {
            _ if !fires => return 0.0,
            (true, true) => GpWeapons::All,
            (true, false) => GpWeapons::Main,
            (false, true) => GpWeapons::Machineguns,
            (false, false) => return 0.0,
        };
    let shot = GpShot { firer: card, weapons, target: struck, range, situation, others: false };
    if shot.check(&rules.sheet).is_err() {
        return 0.0;
    }
    gp_share(rules, struck, piece.closed, shot.column(&rules.sheet))
}

fn gp_share(rules: &OpenFire, struck: &Card, closed: bool, column: i32) -> f64 {
    let stake = Stake::fresh(struck, Target::of(struck, closed && struck.kind.can_close()));
    let worth = |result: GpResult| share(stake.severity(&gp_effects(&stake.target, result)));
    match rules.sheet.gp_track.column(column) {
        Err(result) => worth(result),
        Ok(column) => {
            let (killed, suppressed, panic) =
                (f64::from(column.killed), f64::from(column.suppressed), f64::from(column.panic));
            let (suppressed, panic) = ((suppressed - killed).max(0.0), (panic - suppressed.max(killed)).max(0.0));
            (killed * worth(GpResult::Killed)
                + suppressed * worth(GpResult::Suppressed)
                + panic * worth(GpResult::Panic))
                / 10.0
        }
    }
}

/// Whether a target could be fired at: seen, in the open, not beyond what the light allows, no friend of the firer
/// beside it.
pub(crate) fn may_fire(rules: &OpenFire, state: &State, firer: UnitId, target: UnitId) -> bool {
    let (piece, side) = (state.unit(target), state.unit(firer).side);
    let Some(hex) = state.hex_of(target).filter(|_| matches!(piece.place, Place::At(_) | Place::Towed(_))) else {
        return false;
    };
    let friend = side == Side::Us && state.active(side).any(|(other, _)| state.hex_of(other) == Some(hex));
    !friend && in_light(rules, state, firer, target) && s08_sight::sees_unit(Ask::new(rules, state), firer, target)
}

/// At dusk and at night only what is near is fired at, unless it has fired itself (mission 5).
fn in_light(rules: &OpenFire, state: &State, firer: UnitId, target: UnitId) -> bool {
    use open_fire::booklet::paragraphs::words::Light;
    let near = match state.light {
        Light::Day => return true,
        Light::Dusk => rules.sheet.limits.light.dusk,
        Light::Night => rules.sheet.limits.light.night,
    };
    let most = if state.unit(target).fired.now { near * 2 } else { near };
    let (from, to) = (state.hex_of(firer), state.hex_of(target));
    from.zip(to).is_some_and(|(from, to)| rules.grid().distance(from, to).saturating_sub(1) <= most)
}
