//! What an attack makes of a unit (AS-13, AS-14.3): it is marked, driven back, or lost. One thing brings another: a
//! unit that runs may run into mines, and those aboard a vehicle are hurt when it is lost. So all of it is here.

use engine::{Entry, RuleId, Tone};
use hexmap::Hex;

use super::{s09_hiding, s09_mines, s09_movement, s10_results::Fate, s13_status, s14_fallback, s15_victory};
use crate::{
    rule_ids::{ABILITIES, FALLBACK, MINEFIELDS},
    state::{Act, Mark, Unit},
    tables::symbols::Symbols,
};

/// Carries out what an attack made of a unit.
pub(super) fn suffer(act: &mut Act<'_>, unit: Unit, fate: Fate, rule: RuleId) {
    if fate.eliminated {
        return eliminate(act, unit, rule);
    }
    let state = &mut act.state.units[unit.index()];
    state.damage = state.damage.saturating_add(fate.damage);
    s13_status::lay_marks(act, unit, (fate.half_strength, fate.suppressed, fate.immobilised));
    if fate.fallback {
        fall_back(act, unit);
    }
}

/// Takes a unit off the map.
pub(super) fn eliminate(act: &mut Act<'_>, unit: Unit, rule: RuleId) {
    act.note(|ask| {
        let place = ask.state.hex(unit).map(|hex| ask.rules.label(hex));
        Entry::new(rule, format!("{} is eliminated", ask.rules.unit_name(ask.state, unit)))
            .by(ask.state.unit(unit).seat)
            .tone(Tone::Loss)
            .at(place)
            .about([ask.rules.unit_id(ask.state, unit)])
    });
    let hex = act.state.hex(unit);
    act.state.remove(unit);
    s15_victory::score(act, unit);
    if let Some(hex) = hex {
        bail_out(act, unit, hex);
    }
}

/// A unit falls back. Vehicles go backward and face where they faced.
pub(super) fn fall_back(act: &mut Act<'_>, unit: Unit) {
    act.state.mark(unit, Mark::Fallback);
    if !act.state.activated.has(unit) {
        // Nobody learns whether it had a command point.
        act.state.planned.take(unit);
    }
    act.state.activated.add(unit);
    let mut way: Vec<Hex> = act.state.hex(unit).into_iter().collect();
    let mut climbed = 0;
    s09_movement::leave(act, unit);
    for _ in 0..act.rules.catalogue.turn.fallback.hexes {
        let Some(to) = s14_fallback::next(act.ask(), (unit, climbed), &way) else { break };
        let from = act.state.hex(unit);
        climbed += from.map_or(0, |from| s09_movement::levels_up(act.ask(), from, to));
        act.state.put(unit, to);
        way.push(to);
        s09_hiding::look_around(act, unit);
        enter(act, unit, from, to, false);
        if act.state.hex(unit).is_none() {
            return;
        }
        if act.state.has(unit, Mark::Immobilised) {
            break;
        }
    }
    if way.len() < 2 {
        return eliminate(act, unit, FALLBACK);
    }
    act.note(|ask| {
        let to = way.last().map(|&hex| ask.rules.label(hex)).unwrap_or_default();
        Entry::new(FALLBACK, format!("{} falls back to {to}", ask.rules.unit_name(ask.state, unit)))
            .by(ask.state.unit(unit).seat)
            .tone(Tone::Combat)
            .at(way.iter().map(|&hex| ask.rules.label(hex)))
            .about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// A unit has come into a hex: mines first, then what the ground does to wheels and tracks.
pub(super) fn enter(act: &mut Act<'_>, unit: Unit, from: Option<Hex>, to: Hex, fast: bool) {
    if let Some(fate) = s09_mines::enter(act, unit, to) {
        suffer(act, unit, fate, MINEFIELDS);
    }
    if act.state.hex(unit) == Some(to) && !act.state.has(unit, Mark::Immobilised) {
        s09_mines::risk_damage(act, unit, from, to, fast);
    }
}

/// A vehicle is lost: its passengers are thrown out where it stood, shaken and hurt.
fn bail_out(act: &mut Act<'_>, vehicle: Unit, hex: Hex) {
    let aboard: Vec<Unit> = act.state.passengers(vehicle).collect();
    for unit in aboard {
        act.state.put(unit, hex);
        act.note(|ask| {
            Entry::new(ABILITIES, format!("{} bails out", ask.rules.unit_name(ask.state, unit)))
                .by(ask.state.unit(unit).seat)
                .tone(Tone::Loss)
                .at([ask.rules.label(hex)])
                .about([ask.rules.unit_id(ask.state, unit)])
        });
        let numbers = &act.rules.catalogue.turn.transport;
        let hurt = Symbols { damage: numbers.damage, suppression: numbers.suppression, ..Symbols::NONE };
        let fate = s13_status::target(act.ask(), unit).fate(hurt, None);
        suffer(act, unit, fate, ABILITIES);
    }
}
