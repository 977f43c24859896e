//! Status of units (AS-13): suppressed, digging in, dug in; and what an attack makes of a unit.

use engine::{Entry, RuleId, Tone};

use super::{
    Refused, s04_transport,
    s04_units::card,
    s09_actions, s09_terrain,
    s10_results::{Endurance, Fate, Target},
    s14_fallback, s15_victory,
};
use crate::{
    rule_ids::DEFENDER_STATUS,
    state::{Act, Ask, Mark, Unit},
    tables::Kind,
};

/// Whether a unit can neither move nor fire: suppressed men and guns.
pub(crate) fn is_shaken(ask: Ask<'_>, unit: Unit) -> bool {
    ask.state.has(unit, Mark::Suppressed) && card(ask, unit).kind != Kind::Vehicle
}

/// A unit as a target.
pub(crate) fn target(ask: Ask<'_>, unit: Unit) -> Target {
    let (state, card) = (ask.state.unit(unit), card(ask, unit));
    Target {
        kind: card.kind,
        suppressed: state.marks.has(Mark::Suppressed),
        fallback: state.marks.has(Mark::Fallback),
        immobilised: state.marks.has(Mark::Immobilised),
        half_strength: state.marks.has(Mark::HalfStrength),
        damage: state.damage,
        endures: Some(Endurance { half_strength_at: card.half_strength_at, eliminated_at: card.eliminated_at }),
    }
}

/// Carries out what an attack made of a unit.
pub(super) fn suffer(act: &mut Act<'_>, unit: Unit, fate: Fate, rule: RuleId) {
    if fate.eliminated {
        return eliminate(act, unit, rule);
    }
    let state = &mut act.state.units[unit.index()];
    state.damage = state.damage.saturating_add(fate.damage);
    let marks = [
        (fate.half_strength, Mark::HalfStrength),
        (fate.suppressed, Mark::Suppressed),
        (fate.immobilised, Mark::Immobilised),
    ];
    for (_, mark) in marks.into_iter().filter(|(so, _)| *so) {
        state.marks.add(mark);
    }
    if fate.suppressed {
        state.marks.take(Mark::Ambush);
        state.marks.take(Mark::Clearing);
    }
    if fate.fallback {
        s14_fallback::fall_back(act, unit);
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
        s04_transport::bail_out(act, unit, hex);
    }
}

pub(super) fn check_dig_in(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    let ground = &s09_terrain::ground(ask, hex).id;
    let hard = ask.rules.catalogue.turn.digging_in.not_in.contains(ground);
    if hard || card(ask, unit).kind == Kind::Vehicle || s09_terrain::inside(ask, unit).is_some() {
        return Err(Refused::CannotDig);
    }
    if ask.state.has(unit, Mark::DugIn) { Err(Refused::DugInAlready) } else { Ok(()) }
}

pub(super) fn dig_in(act: &mut Act<'_>, unit: Unit) {
    s09_actions::spend(act, unit, Mark::DiggingIn, "digs in", DEFENDER_STATUS);
}
