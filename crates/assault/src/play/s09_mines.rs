//! Minefields (AS-9.6.6) and what rough ground does to vehicles (Terrain Chart), on the board. The rolls are in
//! `s09_minefields` and `s09_terrain_damage`.

use std::ops::ControlFlow;

use dice::Die;
use engine::{Choice, Entry, Family, Modifier, Resolution, Thrown, Tone, Verb, Visit, Wish};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::deed,
    pointing::Meant,
    s04_units::card,
    s09_activation, s09_hiding,
    s09_march::tell_march,
    s09_minefields::{MineAttack, ScoutingRoll},
    s09_terrain, s09_terrain_damage,
    s10_results::Fate,
    s13_status,
};
use crate::{
    rule_ids::{MINEFIELDS, TERRAIN},
    state::{Act, Activation, Ask, Assault, Mark, MineState, Module, Unit},
    tables::Kind,
};

/// Take the mines out of the unit's hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clear {
    /// The unit.
    pub unit: Unit,
}

/// A unit that may begin to clear its hex.
#[derive(Copy, Clone, Debug)]
pub struct Ready(Activation);

impl Family for Clear {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("clear", "clear UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        s09_activation::active(ask).try_for_each(|unit| Clear { unit }.visit_if_legal(ask, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        check_clear(ask, self.unit).map(Ready)
    }

    fn perform(Ready(activation): Ready, act: &mut Act<'_>) {
        s09_hiding::give_away(act, activation.unit);
        s09_activation::spend(act, activation, Mark::Clearing, "clears mines", MINEFIELDS);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        deed(ask, MINEFIELDS, self.unit, "Clear the minefield", "Stay", 3)
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("clear {}", unit_id(ask, self.unit))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["clear", unit] = *words else { return Ok(None) };
        Ok(Some(Clear { unit: read_unit(ask, unit)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// A unit has come into a hex: what mines in it make of the unit, if it finds no way through.
pub(super) fn enter(act: &mut Act<'_>, unit: Unit, to: Hex) -> Option<Fate> {
    if !act.rules.modules.has(Module::Mines) {
        return None;
    }
    let fields = act.rules.mines.iter().zip(&act.state.mines);
    let (field, (mine, _)) =
        fields.enumerate().find(|(_, (mine, state))| mine.hex == to && **state != MineState::Gone)?;
    // A side knows the lanes through its own fields.
    if mine.owner == Some(act.state.unit(unit).seat) {
        return None;
    }
    enter_field(act, unit, to, field)
}

/// Whether a unit may begin to clear the field in its hex now.
fn check_clear(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    if !card(ask, unit).clears_minefields() {
        return Err(Refused::CannotDoThat);
    }
    known_field(ask, unit).map(|_| activation).ok_or(Refused::NoMinefield)
}

/// The field in a unit's hex that everybody knows of.
fn known_field(ask: Ask<'_>, unit: Unit) -> Option<usize> {
    let hex = ask.state.hex(unit)?;
    let mut fields = ask.rules.mines.iter().zip(&ask.state.mines);
    fields.position(|(mine, state)| mine.hex == hex && *state == MineState::Known)
}

/// The turn ends, and nobody has kept a unit from taking the mines out of its hex.
pub(crate) fn finish_clearing(act: &mut Act<'_>, unit: Unit) {
    // Another one in the hex may have finished first.
    if let Some(field) = known_field(act.ask(), unit) {
        act.state.mines[field] = MineState::Gone;
        act.note(|ask| {
            let place = ask.rules.label(ask.rules.mines[field].hex);
            let text = format!("{} has cleared the minefield in {place}", ask.rules.unit_name(ask.state, unit));
            Entry::new(MINEFIELDS, text)
                .by(ask.state.unit(unit).seat)
                .at([place])
                .about([ask.rules.unit_id(ask.state, unit)])
        });
    }
}

/// A unit scouts a field, and is attacked by it if that fails.
fn enter_field(act: &mut Act<'_>, unit: Unit, at: Hex, field: usize) -> Option<Fate> {
    tell_march(act);
    // Both sides see from now on that there is a field, and so somebody in it.
    s09_hiding::reveal(act, unit);
    let catalogue = &act.rules.catalogue;
    let known = act.state.mines[field] == MineState::Known;
    let cards =
        act.state.activation().filter(|activation| activation.unit == unit).map_or(0, |activation| activation.scouting);
    let roll = ScoutingRoll {
        unhidden: known,
        fallback: act.state.has(unit, Mark::Fallback),
        cards,
        ..ScoutingRoll::by(card(act.ask(), unit))
    };
    let scouted = roll.throw(catalogue.minefields(), act.dice);
    act.state.mines[field] = MineState::Known;
    act.journal.revealed();
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        let found = if scouted.found { "finds a way through" } else { "walks into" };
        let resolution = Resolution {
            modifiers: roll.lines(catalogue.minefields()).into_iter().map(Modifier::from).collect(),
            throws: vec![Thrown::new(&Die::D6, "scouting", [scouted.face])],
            reading: format!("{}: {} is needed", scouted.face, roll.needed(catalogue.minefields())),
            result: if scouted.found { "found" } else { "attacked" }.to_owned(),
        };
        Entry::new(MINEFIELDS, format!("{name} {found} the minefield in {}", ask.rules.label(at)))
            .by(ask.state.unit(unit).seat)
            .at([ask.rules.label(at)])
            .about([ask.rules.unit_id(ask.state, unit)])
            .because(resolution)
    });
    (!scouted.found).then(|| blow_up(act, unit, at))
}

/// The field attacks a unit inside it: what that makes of it.
fn blow_up(act: &mut Act<'_>, unit: Unit, at: Hex) -> Fate {
    let catalogue = &act.rules.catalogue;
    let attack = MineAttack::on(catalogue.minefields(), card(act.ask(), unit), s13_status::target(act.ask(), unit));
    let mined = attack.throw(catalogue.dice(), act.dice);
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        let resolution = Resolution {
            modifiers: attack.lines.iter().cloned().map(Modifier::from).collect(),
            throws: super::told::throws_of(&mined.cast, mined.critical.as_ref()),
            reading: super::told::reading_of(&attack.clash, &mined.cast),
            result: mined.fate.to_string(),
        };
        Entry::new(MINEFIELDS, format!("Mines under {name}: {}", super::told::told(mined.fate)))
            .by(ask.state.unit(unit).seat)
            .tone(Tone::Combat)
            .at([ask.rules.label(at)])
            .about([ask.rules.unit_id(ask.state, unit)])
            .because(resolution)
    });
    mined.fate
}

/// What rough ground does to a vehicle that enters it.
pub(super) fn risk_damage(act: &mut Act<'_>, unit: Unit, from: Option<Hex>, to: Hex, fast: bool) {
    let ask = act.ask();
    let card = card(ask, unit);
    if card.kind != Kind::Vehicle {
        return;
    }
    let rules = act.rules;
    let direction = from.and_then(|from| rules.grid().direction(from, to));
    let along = from.zip(direction).and_then(|(from, direction)| s09_terrain::way_into(ask, from, (direction, to)));
    let crossed = from.map(|from| rules.sight.features_between(from, to)).unwrap_or_default();
    let entry = s09_terrain_damage::Entry {
        card,
        ground: s09_terrain::ground(ask, to),
        along,
        crossed: crossed.into_iter().map(|feature| &rules.catalogue.features[feature]).collect(),
        work: s09_terrain::work_in(ask, to).map(|work| work.row),
        fast,
    };
    let risk = entry.risk(rules.catalogue.terrain_damage());
    let (face, stuck) = risk.throw(act.dice);
    if let Some(face) = face {
        tell_risk(act, unit, to, &risk, (face, stuck));
    }
}

/// What the die has done to a vehicle in rough ground.
fn tell_risk(act: &mut Act<'_>, unit: Unit, to: Hex, risk: &s09_terrain_damage::Risk, (face, stuck): (u16, bool)) {
    // The die lies on the table: a vehicle in such ground is heard.
    s09_hiding::reveal(act, unit);
    if stuck {
        tell_march(act);
        act.state.mark(unit, Mark::Immobilised);
    }
    act.note(|ask| {
        let (name, place) = (ask.rules.unit_name(ask.state, unit), ask.rules.label(to));
        let text = if stuck { format!("{name} is stuck in {place}") } else { format!("{name} gets through {place}") };
        Entry::new(TERRAIN, text)
            .by(ask.state.unit(unit).seat)
            .tone(if stuck { Tone::Loss } else { Tone::Quiet })
            .at([place])
            .about([ask.rules.unit_id(ask.state, unit)])
            .because(Resolution {
                modifiers: risk.lines.iter().cloned().map(Modifier::from).collect(),
                throws: vec![Thrown::new(&Die::D6, "damage from terrain", [face])],
                reading: format!("{face}: stuck at {} or less", risk.at_most),
                result: if stuck { "immobilised" } else { "no-effect" }.to_owned(),
            })
    });
}
