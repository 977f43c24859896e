//! Status of units (AS-13): suppressed, digging in, dug in; and what an attack makes of a unit.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, RuleId, Tone, Verb, Visit, Wish};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::deed,
    pointing::Meant,
    s04_transport,
    s04_units::card,
    s09_actions, s09_terrain,
    s10_results::{Endurance, Fate, Target},
    s14_fallback, s15_victory,
};
use crate::{
    rule_ids::DEFENDER_STATUS,
    state::{Act, Activation, Ask, Assault, Mark, Unit},
    tables::Kind,
};

/// Dig in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DigIn {
    /// The unit.
    pub unit: Unit,
}

/// A unit that may dig in.
#[derive(Copy, Clone, Debug)]
pub struct Ready(Activation);

impl Family for DigIn {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("dig-in", "dig-in UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        s09_actions::active(ask).try_for_each(|unit| DigIn { unit }.visit_if_legal(ask, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        check_dig_in(ask, self.unit).map(Ready)
    }

    fn perform(Ready(activation): Ready, act: &mut Act<'_>) {
        s09_actions::spend(act, activation, Mark::DiggingIn, "digs in", DEFENDER_STATUS);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        deed(ask, DEFENDER_STATUS, self.unit, "Dig in", "Stay", 3)
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("dig-in {}", unit_id(ask, self.unit))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["dig-in", unit] = *words else { return Ok(None) };
        Ok(Some(DigIn { unit: read_unit(ask, unit)? }))
    }

    fn wishes(_: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let dig = meant.is_anything().then(|| Wish::new("Dig in", DigIn { unit: meant.unit }));
        dig.into_iter().collect()
    }
}

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
    lay_marks(act, unit, (fate.half_strength, fate.suppressed, fate.immobilised));
    if fate.fallback {
        s14_fallback::fall_back(act, unit);
    }
}

/// Lays the marks of an attack on a unit. Who is suppressed neither waits in ambush nor clears mines any more.
pub(super) fn lay_marks(act: &mut Act<'_>, unit: Unit, (half_strength, suppressed, immobilised): (bool, bool, bool)) {
    let marks = [(half_strength, Mark::HalfStrength), (suppressed, Mark::Suppressed), (immobilised, Mark::Immobilised)];
    for (_, mark) in marks.into_iter().filter(|(so, _)| *so) {
        act.state.mark(unit, mark);
    }
    if suppressed {
        act.state.unmark(unit, Mark::Ambush);
        act.state.unmark(unit, Mark::Clearing);
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

fn check_dig_in(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    let ground = &s09_terrain::ground(ask, hex).id;
    let hard = ask.rules.catalogue.turn.digging_in.not_in.contains(ground);
    if hard || card(ask, unit).kind == Kind::Vehicle || s09_terrain::inside(ask, unit).is_some() {
        return Err(Refused::CannotDig);
    }
    if ask.state.has(unit, Mark::DugIn) { Err(Refused::DugInAlready) } else { Ok(activation) }
}
