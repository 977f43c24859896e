//! Off-board artillery on the board (AS-12.4.3): a battery that has ranged in fires in place of an activation. The salvos are counted in
//! `s12_4_off_board`.

use std::ops::ControlFlow;

use dice::Blind;
use engine::{Entry, Modifier, Resolution, Seat, Tone};
use hexmap::Hex;

use super::{
    Refused, Visit,
    action::Action,
    s04_units::card,
    s09_actions, s09_hiding, s09_terrain, s10_fire,
    s10_results::Fate,
    s12_4_off_board::{Fell, Fire, Salvo, impact_area},
    s12_blast, s13_status,
};
use crate::{
    rule_ids::{CRATERS, OFF_BOARD, SMOKE},
    state::{Act, Ask, Called, Frame, Support, Unit},
    tables::support::artillery::FireMode,
};

/// A battery of a side whose shells can come now: its card, and where it has ranged in.
fn due(ask: Ask<'_>, seat: Seat, place: u8) -> Result<(u8, Called), Refused> {
    let support = ask.rules.side(seat).support.get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let Support::Battery(battery) = *support else { return Err(Refused::NoSuchSupport) };
    let state = ask.state.support[seat.index()].get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let called = state.called.filter(|called| called.turn <= ask.state.turn).ok_or(Refused::NotReady)?;
    Ok((battery, called))
}

/// Where a battery's waypoint lies, for the side that is asked.
pub(super) fn aimed_at(ask: Ask<'_>, place: u8) -> Option<Hex> {
    due(ask, super::asked(ask)?, place).ok().and_then(|(_, called)| called.hex)
}

pub(super) fn check(ask: Ask<'_>, place: u8) -> Result<(), Refused> {
    let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    due(ask, seat, place).map(|_| ())
}

pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        if due(ask, seat, place).is_ok() {
            for mode in FireMode::ALL {
                visit(Action::Bombard { support: place, mode })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The strike: smoke or salvos on every hex of the impact area, then the blast on what stands in the primary hex.
pub(super) fn perform(act: &mut Act<'_>, place: u8, mode: FireMode) {
    let Frame::Action { seat } = *act.state.frames.top() else { return };
    let Ok((battery, called)) = due(act.ask(), seat, place) else { return };
    let Some(primary) = called.hex else { return };
    let rules = act.rules;
    act.note(|ask| {
        let (name, at) = (&ask.rules.battery(battery).name, ask.rules.label(primary));
        let how = match mode {
            FireMode::Smoke => "lays a smoke screen on",
            FireMode::Suppressive => "fires to suppress on",
            FireMode::Effect => "fires for effect on",
        };
        Entry::new(OFF_BOARD, format!("{name} {how} {at}")).by(seat).tone(Tone::Combat).at([at])
    });
    let state = &mut act.state.support[seat.index()][usize::from(place)];
    (state.rounds, state.called) = (state.rounds.saturating_sub(1), None);
    for (hex, ring) in impact_area(rules.grid(), primary) {
        let fire = Fire { battery: rules.battery(battery), mode, ring, confirmed: called.confirmed };
        shell_hex(act, seat, &fire, hex);
    }
    s09_actions::hand_over(act, seat);
}

fn shell_hex(act: &mut Act<'_>, seat: Seat, fire: &Fire<'_>, hex: Hex) {
    let rules = act.rules;
    let smoke = fire.smoke(&rules.catalogue);
    if smoke > 0 {
        (0..smoke).for_each(|_| act.state.add_smoke(hex));
        act.note(|ask| {
            Entry::new(SMOKE, format!("Smoke in {}", ask.rules.label(hex)))
                .by(seat)
                .tone(Tone::Quiet)
                .at([ask.rules.label(hex)])
        });
    }
    let here: Vec<Unit> = act.state.units_in(hex).iter().collect();
    for &unit in &here {
        let said = s10_fire::under_fire(act.ask(), unit, None);
        if let Some(salvo) = fire.on(&rules.catalogue, card(act.ask(), unit), &said) {
            hit(act, seat, &salvo, Some(unit), hex);
        }
    }
    if here.is_empty()
        && let Some(salvo) = fire.on_empty_hex(&rules.catalogue)
    {
        hit(act, seat, &salvo, None, hex);
    }
    if fire.blasts(&rules.catalogue) {
        s12_blast::from_outside(act, seat, fire.battery.blast, hex);
    }
}

/// Throws a salvo and carries it out.
fn hit(act: &mut Act<'_>, seat: Seat, salvo: &Salvo, unit: Option<Unit>, hex: Hex) {
    let catalogue = &act.rules.catalogue;
    // Dice that fall for a unit which nobody has found would say that there is one.
    let hidden = unit.is_some_and(|unit| !act.state.is_known(unit));
    let fell = salvo.throw(catalogue, &mut Blind::when(hidden, act.dice));
    if let Some(unit) = unit {
        if fell.effect.fate != Fate::default() {
            s09_hiding::reveal(act, unit);
        }
        tell(act, seat, salvo, &fell, unit, hex);
        s13_status::suffer(act, unit, fell.effect.fate, OFF_BOARD);
    }
    if fell.effect.crater {
        crater(act, seat, hex);
    }
}

fn tell(act: &mut Act<'_>, seat: Seat, salvo: &Salvo, fell: &Fell, unit: Unit, hex: Hex) {
    act.note(|ask| {
        let text =
            format!("Shells on {}: {}", ask.rules.unit_name(ask.state, unit), super::told::told(fell.effect.fate));
        if !ask.state.is_known(unit) {
            let owner = ask.state.unit(unit).seat;
            return Entry::new(OFF_BOARD, format!("Shells fall in {}", ask.rules.label(hex)))
                .by(seat)
                .only_for(owner, text);
        }
        Entry::new(OFF_BOARD, text)
            .by(seat)
            .tone(Tone::Combat)
            .at([ask.rules.label(hex)])
            .about([ask.rules.unit_id(ask.state, unit)])
            .because(Resolution {
                modifiers: salvo.lines.iter().cloned().map(Modifier::from).collect(),
                throws: super::told::throws_of(&fell.cast, fell.critical.as_ref()),
                reading: super::told::reading_of(&salvo.clash, &fell.cast),
                result: fell.effect.fate.to_string(),
            })
    });
}

/// A critical that nothing cancelled leaves craters, where the ground takes them (AS-12.4.3.5).
fn crater(act: &mut Act<'_>, seat: Seat, hex: Hex) {
    let ask = act.ask();
    let rules = act.rules;
    let ground = &s09_terrain::ground(ask, hex).id;
    let way = rules.costs.way_through(hex).map(|way| rules.catalogue.features[way].id.as_str());
    let Some(left) = rules.catalogue.support().artillery.craters.on(ground, way) else { return };
    if let Some(place) = rules.catalogue.terrain.iter().position(|terrain| terrain.id == left) {
        s12_blast::change_ground(act, hex, place);
        act.note(|ask| {
            let label = ask.rules.label(hex);
            Entry::new(CRATERS, format!("Craters in {label}")).by(seat).at([label])
        });
    }
}
