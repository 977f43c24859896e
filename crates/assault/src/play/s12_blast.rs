//! Blast against buildings and works on the board (AS-12.5). What it does is read in `s12_5_collapse`.

use std::ops::ControlFlow;

use engine::{Entry, Forecast, GoodFor, Modifier, Prospect, Resolution, Seat, Severity, Tone};
use hexmap::Hex;

use super::{
    Refused, Visit,
    action::Action,
    s04_units::card,
    s09_actions, s09_hiding, s09_terrain,
    s10_ranged_fire::Attacker,
    s12_5_collapse::{Blast, Blasted, Remains, Structure},
    s13_status,
};
use crate::{
    rule_ids::COLLAPSE,
    state::{Act, Activation, Ask, AskOf, Mark, Unit},
    tables::{Kind, pool::Pool, support::collapse::BlastEffect, units::Experience},
};

/// What can collapse in a hex: the work before the building.
pub(super) fn structure<'r>(ask: AskOf<'r, '_>, hex: Hex) -> Option<Structure<'r>> {
    let work = s09_terrain::work_in(ask, hex).map(|work| Structure::Work(work.row));
    let building = Structure::Building(s09_terrain::ground(ask, hex));
    work.into_iter().chain([building]).find(|structure| structure.remains(&ask.rules.catalogue).is_some())
}

/// Whether a unit may use its blast value on a hex now.
pub(super) fn check(ask: Ask<'_>, unit: Unit, at: Hex) -> Result<Blast, Refused> {
    s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
    let from = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    let structure = structure(ask, at).ok_or(Refused::NothingToBlast)?;
    let seat = ask.state.unit(unit).seat;
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
    Ok(Blast::by_unit(&ask.rules.catalogue, (card(ask, unit), marks), structure, hexes)?)
}

/// Blasts are offered where an enemy is inside.
pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let unit = activation.unit;
    if card(ask, unit).attack.soft.blast.is_empty() || s09_actions::fresh(ask, unit).is_err() {
        return ControlFlow::Continue(());
    }
    let Some(from) = ask.state.hex(unit) else { return ControlFlow::Continue(()) };
    let reach = u16::from(card(ask, unit).range.long.max(1));
    let catalogue = &ask.rules.catalogue;
    let falls = |ground| Structure::Building(ground).remains(catalogue).is_some();
    let falls: Vec<bool> = catalogue.grounds().iter().map(falls).collect();
    let stands = |at: Hex| ask.rules.worked.contains(at) || falls[s09_terrain::ground_index(ask, at)];
    for at in ask.rules.grid().hexes().filter(|&at| stands(at) && ask.rules.grid().distance(from, at) <= reach) {
        if check(ask, unit, at).is_ok() {
            visit(Action::Blast { unit, at })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit uses its blast value.
pub(super) fn perform(act: &mut Act<'_>, unit: Unit, at: Hex) {
    let Ok(blast) = check(act.ask(), unit, at) else { return };
    let seat = act.state.unit(unit).seat;
    act.state.mark(unit, Mark::Firing);
    s09_hiding::give_away(act, unit);
    let name = if act.journal.wanted() { act.rules.unit_name(act.state, unit) } else { String::new() };
    strike(act, seat, &blast, at, &name);
    s09_actions::end(act);
}

/// Shells or bombs from outside the map.
pub(super) fn from_outside(act: &mut Act<'_>, seat: Seat, dice: Pool, at: Hex) {
    let Some(structure) = structure(act.ask(), at) else { return };
    if let Ok(blast) = Blast::of(&act.rules.catalogue, dice, structure) {
        strike(act, seat, &blast, at, "The blast");
    }
}

/// Throws a blast and carries it out.
fn strike(act: &mut Act<'_>, seat: Seat, blast: &Blast, at: Hex, who: &str) {
    let blasted = blast.throw(&act.rules.catalogue, act.dice);
    carry_out(act, seat, blast, &blasted, at, who);
}

/// What a blast that was thrown does.
pub(super) fn carry_out(act: &mut Act<'_>, seat: Seat, blast: &Blast, blasted: &Blasted, at: Hex, who: &str) {
    let Some(structure) = structure(act.ask(), at) else { return };
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
    let Some(effect) = blasted.effect else { return };
    if effect.collapses {
        fall(act, at, structure);
    }
    let here: Vec<Unit> = act.state.units_in(at).iter().collect();
    for unit in here {
        let ask = act.ask();
        let unshaken = card(ask, unit).experience == Experience::Elite;
        let fate = effect.on(&s13_status::target(ask, unit), unshaken);
        s09_hiding::reveal(act, unit);
        s13_status::suffer(act, unit, fate, COLLAPSE);
    }
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
pub(super) fn forecast(ask: Ask<'_>, unit: Unit, at: Hex) -> Option<Forecast> {
    let blast = check(ask, unit, at).ok()?;
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
