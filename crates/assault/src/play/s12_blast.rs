//! Blast against buildings and works on the board (AS-12.5). What it does is read in `s12_5_collapse`.

use std::ops::ControlFlow;

use engine::{
    Choice, ChoiceKind, Entry, Family, Forecast, GoodFor, Modifier, Prospect, Resolution, Seat, Severity, Tone, Verb,
    Visit, Wish,
};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_hex, read_unit, unit_id},
    offer::{at_hex, group},
    pointing::Meant,
    s04_units::card,
    s09_activation, s09_hiding, s09_terrain,
    s10_ranged_fire::Attacker,
    s10_results::Fate,
    s12_5_collapse::{Blast, Blasted, Remains, Structure},
    s13_harm, s13_status,
};
use crate::{
    rule_ids::COLLAPSE,
    state::{Act, Activation, Ask, AskOf, Assault, Frame, Mark, Place, Unit},
    tables::{
        Kind,
        pool::Pool,
        support::collapse::{BlastEffect, OnUnits},
        units::Experience,
    },
};

/// Use the blast value against a building or a work.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UseBlast {
    /// The unit.
    pub unit: Unit,
    /// The hex of the building or work.
    pub at: Hex,
}

/// A blast that may be used.
#[derive(Clone, Debug)]
pub struct Ready<'r> {
    activation: Activation,
    at: Hex,
    blast: Blast,
    structure: Structure<'r>,
}

impl Family for UseBlast {
    type Rules = Assault;
    type Ready<'r> = Ready<'r>;

    const FORMS: &'static [Verb] = &[("blast", "blast UNIT HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Activation(activation) = ask.state.frames.top() else { return ControlFlow::Continue(()) };
        self::visit(ask, activation, visit)
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<Ready<'r>, Refused> {
        check(ask, self.unit, self.at)
    }

    fn perform(ready: Ready<'_>, act: &mut Act<'_>) {
        use_blast(act, &ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        Choice {
            odds: forecast(ask, self.unit, self.at),
            group: group("Demolition", 5, Some("Use the blast value")),
            ..at_hex(ask, ChoiceKind::Hex, COLLAPSE, self.unit, self.at, "blasts")
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("blast {} {}", unit_id(ask, self.unit), ask.rules.label(self.at))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["blast", unit, at] = *words else { return Ok(None) };
        Ok(Some(UseBlast { unit: read_unit(ask, unit)?, at: read_hex(ask, at)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// What can collapse in a hex, as far as a side knows: the work before the building.
pub(super) fn structure<'r>(ask: AskOf<'r, '_>, seat: Seat, hex: Hex) -> Option<Structure<'r>> {
    let work = s09_terrain::known_work_in(ask, seat, hex).map(|work| Structure::Work(work.row));
    let building = Structure::Building(s09_terrain::ground(ask, hex));
    work.into_iter().chain([building]).find(|structure| structure.remains(&ask.rules.catalogue).is_some())
}

/// The blast of a unit on a hex, if it may use its blast value there now.
fn check<'r>(ask: AskOf<'r, '_>, unit: Unit, at: Hex) -> Result<Ready<'r>, Refused> {
    let (activation, attacker, structure) = aim(ask, unit, at)?;
    let blast = Blast::at(&ask.rules.catalogue, attacker, structure)?;
    Ok(Ready { activation, at, blast, structure })
}

/// Who uses his blast value on what in a hex, if he may now.
fn aim<'r>(ask: AskOf<'r, '_>, unit: Unit, at: Hex) -> Result<(Activation, Attacker, Structure<'r>), Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    let from = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    let seat = ask.state.unit(unit).seat;
    let structure = structure(ask, seat, at).ok_or(Refused::NothingToBlast)?;
    // Nobody blasts his own men, and nobody blasts what he does not see.
    if ask.state.of_side_in(seat, at).next().is_some() {
        return Err(Refused::NothingToBlast);
    }
    if !s09_terrain::sees(ask, unit, at, Kind::Infantry) {
        return Err(Refused::NoSight);
    }
    let hexes = u8::try_from(ask.rules.grid().distance(from, at)).unwrap_or(u8::MAX);
    let marks = ask.state.unit(unit).marks;
    let marks = Attacker {
        hidden: marks.has(Mark::Hidden),
        half_strength: marks.has(Mark::HalfStrength),
        die_less: marks.has(Mark::Suppressed),
        ..Attacker::default()
    };
    let attacker = Blast::attacker(&ask.rules.catalogue, (card(ask, unit), marks), hexes)?;
    Ok((activation, attacker, structure))
}

/// Blasts are offered where an enemy is inside.
fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, UseBlast>) -> ControlFlow<()> {
    let unit = activation.unit;
    if card(ask, unit).attack.soft.blast.is_empty() || s09_activation::fresh(ask, unit).is_err() {
        return ControlFlow::Continue(());
    }
    let Some(from) = ask.state.hex(unit) else { return ControlFlow::Continue(()) };
    let reach = u16::from(card(ask, unit).range.long.max(1));
    let catalogue = &ask.rules.catalogue;
    let falls = |ground| Structure::Building(ground).remains(catalogue).is_some();
    let falls: Vec<bool> = catalogue.grounds().iter().map(falls).collect();
    let stands = |at: Hex| ask.rules.worked.contains(at) || falls[s09_terrain::ground_index(ask, at)];
    for at in ask.rules.grid().hexes().filter(|&at| ask.rules.grid().distance(from, at) <= reach && stands(at)) {
        if aim(ask, unit, at).is_ok() {
            visit(UseBlast { unit, at })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit uses its blast value.
fn use_blast(act: &mut Act<'_>, Ready { activation, at, blast, structure }: &Ready<'_>) {
    let unit = activation.unit;
    let seat = act.state.unit(unit).seat;
    act.state.mark(unit, Mark::Firing);
    s09_hiding::give_away(act, unit);
    let name = if act.journal.wanted() { act.rules.unit_name(act.state, unit) } else { String::new() };
    strike(act, seat, (blast, *structure), *at, &name);
    s09_activation::end(act, *activation);
}

/// Shells from outside the map. They strike a work that nobody knew of, too, and show it.
pub(super) fn from_outside(act: &mut Act<'_>, seat: Seat, dice: Pool, at: Hex) {
    if let Some(work) = s09_terrain::work_in(act.ask(), at) {
        s09_hiding::find_work(act, work.index);
    }
    if let Some(structure) = structure(act.ask(), seat, at)
        && let Ok(blast) = Blast::of(&act.rules.catalogue, dice, structure)
    {
        strike(act, seat, (&blast, structure), at, "The blast");
    }
}

/// Throws a blast and carries it out.
fn strike(act: &mut Act<'_>, seat: Seat, blast: (&Blast, Structure<'_>), at: Hex, who: &str) {
    let blasted = blast.0.throw(&act.rules.catalogue, act.dice);
    carry_out(act, seat, blast, &blasted, at, who);
}

/// What a blast that was thrown does.
pub(super) fn carry_out(
    act: &mut Act<'_>,
    seat: Seat,
    (blast, structure): (&Blast, Structure<'_>),
    blasted: &Blasted,
    at: Hex,
    who: &str,
) {
    let what = blasted.effect.map_or("holds".to_owned(), |effect| words(effect).to_owned());
    act.note(|ask| {
        let text = format!("{who} strikes {} in {}: it {what}", structure.name().to_lowercase(), ask.rules.label(at));
        Entry::new(COLLAPSE, text).by(seat).tone(Tone::Combat).at([ask.rules.label(at)]).because(Resolution {
            modifiers: blast.lines.iter().cloned().map(Modifier::from).collect(),
            throws: super::told::throws_of(&blasted.cast, None),
            reading: super::told::reading_of(&blast.clash, &blasted.cast),
            result: blasted.effect.map_or("no-effect", result).to_owned(),
        })
    });
    if let Some(effect) = blasted.effect {
        take_effect(act, seat, structure, effect, at);
    }
}

/// What stands there falls, and who is there is shaken.
fn take_effect(act: &mut Act<'_>, seat: Seat, structure: Structure<'_>, effect: BlastEffect, at: Hex) {
    if effect.collapses {
        fall(act, at, structure);
    }
    // Those who ride suffer before the vehicle that carries them may be lost.
    let here: Vec<Unit> = act.state.units_in(at).iter().collect();
    for unit in here {
        s09_hiding::reveal(act, unit);
        let aboard: Vec<Unit> = act.state.passengers(unit).collect();
        aboard.into_iter().chain([unit]).for_each(|unit| shake(act, seat, effect, unit));
    }
}

/// What a blast does to a unit in the hex: in the open, in the work or aboard a vehicle.
fn shake(act: &mut Act<'_>, seat: Seat, effect: BlastEffect, unit: Unit) {
    let ask = act.ask();
    let unshaken = card(ask, unit).experience == Experience::Elite;
    let rides = matches!(ask.state.unit(unit).place, Place::Aboard(_));
    let fate = match effect.units {
        // The vehicle runs, and takes them along.
        OnUnits::FallBack if rides => Fate::default(),
        OnUnits::HalfStrength | OnUnits::Damage | OnUnits::FallBack | OnUnits::Suppressed => {
            effect.on(&s13_status::target(ask, unit), unshaken)
        }
    };
    if fate != Fate::default() {
        act.note(|ask| {
            let name = ask.rules.unit_name(ask.state, unit);
            let where_it_is = if rides { "rides there" } else { "is there" };
            Entry::new(COLLAPSE, format!("{name} {where_it_is}: {}", super::told::told(fate)))
                .by(seat)
                .tone(Tone::Combat)
                .about([ask.rules.unit_id(ask.state, unit)])
        });
    }
    s13_harm::suffer(act, unit, fate, COLLAPSE);
}

fn words(effect: BlastEffect) -> &'static str {
    if effect.collapses { "collapses" } else { "shakes" }
}

fn result(effect: BlastEffect) -> &'static str {
    if effect.collapses { "collapses" } else { effect.units.word() }
}

/// A structure falls: ruins in place of a building, the trench side of a work, or nothing.
fn fall(act: &mut Act<'_>, at: Hex, structure: Structure<'_>) {
    let catalogue = &act.rules.catalogue;
    match structure.remains(catalogue) {
        Some(Remains::Ground(ground)) => {
            if let Some(place) = catalogue.terrain.iter().position(|terrain| terrain.id == ground.id) {
                change_ground(act, at, place);
            }
        }
        Some(Remains::Work(left)) => {
            let place = catalogue.fortifications.iter().position(|work| work.id == left.id);
            change_work(act, at, place.map(|place| place as u8));
        }
        Some(Remains::Nothing) => change_work(act, at, None),
        None => {}
    }
}

fn change_work(act: &mut Act<'_>, at: Hex, left: Option<u8>) {
    if let Some(work) = s09_terrain::work_in(act.ask(), at) {
        act.state.works[work.index] = left;
        for unit in act.state.units_in(at) {
            act.state.unmark(unit, Mark::Emplaced);
        }
    }
}

/// The ground of a hex is something else from now on.
pub(super) fn change_ground(act: &mut Act<'_>, hex: Hex, ground: usize) {
    let ground = ground as u8;
    match act.state.changed.binary_search_by_key(&hex, |(at, _)| *at) {
        Ok(place) => act.state.changed[place].1 = ground,
        Err(place) => act.state.changed.insert(place, (hex, ground)),
    }
}

/// The odds of a blast.
fn forecast(ask: Ask<'_>, unit: Unit, at: Hex) -> Option<Forecast> {
    let blast = check(ask, unit, at).ok()?.blast;
    let odds = blast.effects(&ask.rules.catalogue).ok()?;
    let named: Vec<(Option<BlastEffect>, Prospect)> = odds
        .results()
        .map(|(effect, _)| {
            let prospect = match effect {
                None => Prospect::nothing("no-effect"),
                Some(effect) => {
                    let severity = if effect.collapses { Severity::Disabled } else { Severity::Effect };
                    let label = format!("{}, {}", words(*effect), effect.units.word().replace('-', " "));
                    Prospect::new(format!("{}:{}", result(*effect), effect.units.word()), GoodFor::Doer, severity)
                        .called(label)
                        .in_group(words(*effect))
                }
            };
            (*effect, prospect)
        })
        .collect();
    Some(Forecast::new(blast.lines.into_iter().map(Modifier::from).collect(), &odds, named))
}
