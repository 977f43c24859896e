//! Off-board artillery on the board (AS-12.4.3): a battery that has ranged in fires in place of an activation. The
//! salvos are counted in `s12_4_off_board`.

use std::ops::ControlFlow;

use dice::Blind;
use engine::{Choice, ChoiceKind, Entry, Family, Modifier, Resolution, Seat, Tone, Verb, Visit, Wish};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_mode, read_support, support_id},
    offer::{group, support_name},
    pointing::Meant,
    s04_units::card,
    s09_activation, s09_hiding, s09_terrain, s10_fire,
    s10_results::Fate,
    s12_4_off_board::{Fell, Fire, Salvo, impact_area},
    s12_blast, s13_harm,
};
use crate::{
    rule_ids::{CRATERS, OFF_BOARD, SMOKE},
    state::{Act, Ask, Assault, Called, Frame, Support, Unit},
    tables::support::artillery::FireMode,
};

/// Off-board artillery strikes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bombard {
    /// Its place in the side's list of support.
    pub support: u8,
    /// How it fires.
    pub mode: FireMode,
}

/// A battery that has ranged in.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    seat: Seat,
    place: u8,
    mode: FireMode,
    battery: u8,
    called: Called,
    primary: Hex,
}

impl Family for Bombard {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("bombard", "bombard SUPPORT smoke|suppressive|effect")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Action { seat } = *ask.state.frames.top() else { return ControlFlow::Continue(()) };
        self::visit(ask, seat, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        let Bombard { support: place, mode } = *self;
        let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
        let (battery, called) = due(ask, seat, place)?;
        let primary = called.hex.ok_or(Refused::NotReady)?;
        Ok(Ready { seat, place, mode, battery, called, primary })
    }

    fn perform(ready: Ready, act: &mut Act<'_>) {
        bombard(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let how = match self.mode {
            FireMode::Smoke => "smoke screen",
            FireMode::Suppressive => "suppressive fire",
            FireMode::Effect => "fire for effect",
        };
        let name = support_name(ask, self.support);
        Choice {
            hex: aimed_at(ask, self.support).map(|hex| ask.rules.label(hex)),
            group: group(&name, 2, None),
            ..Choice::new(ChoiceKind::Button, OFF_BOARD, format!("{name}: {how}"))
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("bombard {} {}", support_id(ask, self.support), self.mode.word())
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["bombard", which, mode] = *words else { return Ok(None) };
        Ok(Some(Bombard { support: read_support(ask, which)?, mode: read_mode(mode)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// A battery of a side whose shells can come now: its card, and where it has ranged in.
fn due(ask: Ask<'_>, seat: Seat, place: u8) -> Result<(u8, Called), Refused> {
    let support = ask.rules.side(seat).support.get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let Support::Battery(battery) = *support else { return Err(Refused::NoSuchSupport) };
    let state = ask.state.support[seat.index()].get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let called = state.called.filter(|called| called.turn <= ask.state.turn).ok_or(Refused::NotReady)?;
    Ok((battery, called))
}

/// Where a battery's waypoint lies, for the side that is asked.
fn aimed_at(ask: Ask<'_>, place: u8) -> Option<Hex> {
    due(ask, super::asked(ask)?, place).ok().and_then(|(_, called)| called.hex)
}

pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, Bombard>) -> ControlFlow<()> {
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        if due(ask, seat, place).is_ok() {
            for mode in FireMode::ALL {
                visit(Bombard { support: place, mode })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The strike: smoke or salvos on every hex of the impact area, then the blast on what stands in the primary hex.
fn bombard(act: &mut Act<'_>, Ready { seat, place, mode, battery, called, primary }: Ready) {
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
    let mut quiet = Quiet::default();
    for (hex, ring) in impact_area(rules.grid(), primary) {
        let fire = Fire { battery: rules.battery(battery), mode, ring, confirmed: called.confirmed };
        shell_hex(act, seat, &fire, hex, &mut quiet);
    }
    tell_quiet(act, seat, &quiet);
    s09_activation::hand_over(act, seat);
}

fn shell_hex(act: &mut Act<'_>, seat: Seat, fire: &Fire<'_>, hex: Hex, quiet: &mut Quiet) {
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
    let nobody_seen = !here.iter().any(|&unit| act.state.is_known(unit));
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
    if nobody_seen && smoke == 0 && !here.iter().any(|&unit| act.state.is_known(unit)) {
        quiet.hexes.push(hex);
        quiet.units.extend(here.into_iter().filter(|&unit| act.state.unit(unit).seat != seat));
    }
    if fire.blasts(&rules.catalogue) {
        s12_blast::from_outside(act, seat, fire.battery.blast, hex);
    }
}

/// Throws a salvo and carries it out.
fn hit(act: &mut Act<'_>, seat: Seat, salvo: &Salvo, unit: Option<Unit>, hex: Hex) {
    let catalogue = &act.rules.catalogue;
    // Dice that fall for a unit which nobody has found would say that there is one: where no unit is seen, they all
    // fall out of sight.
    let hidden = unit.is_some_and(|unit| !act.state.is_known(unit));
    let fell = salvo.throw(catalogue, &mut Blind::when(hidden || unit.is_none(), act.dice));
    if let Some(unit) = unit {
        if fell.effect.fate != Fate::default() {
            s09_hiding::reveal(act, unit);
        }
        if act.state.is_known(unit) {
            tell(act, seat, salvo, &fell, unit, hex);
        }
        s13_harm::suffer(act, unit, fell.effect.fate, OFF_BOARD);
    }
    if fell.effect.crater {
        crater(act, seat, hex);
    }
}

fn tell(act: &mut Act<'_>, seat: Seat, salvo: &Salvo, fell: &Fell, unit: Unit, hex: Hex) {
    act.note(|ask| {
        let text =
            format!("Shells on {}: {}", ask.rules.unit_name(ask.state, unit), super::told::told(fell.effect.fate));
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

/// Hexes in which shells fell and nobody is seen, hit or not, with the units of the enemy that lie low there.
#[derive(Default)]
struct Quiet {
    hexes: Vec<Hex>,
    units: Vec<Unit>,
}

/// One line for all of them, whether anybody is there or not; only his own side reads whom the shells have spared.
fn tell_quiet(act: &mut Act<'_>, seat: Seat, quiet: &Quiet) {
    if quiet.hexes.is_empty() {
        return;
    }
    act.note(|ask| {
        let labels: Vec<String> = quiet.hexes.iter().map(|&hex| ask.rules.label(hex)).collect();
        let text = format!("Shells fall in {}", labels.join(", "));
        let spared = quiet.units.iter().map(|&unit| ask.rules.unit_name(ask.state, unit));
        let spared: Vec<String> = spared.map(|name| format!("Shells on {name}: no effect")).collect();
        let entry = Entry::new(OFF_BOARD, text.clone()).by(seat).tone(Tone::Quiet).at(labels);
        if spared.is_empty() { entry } else { entry.only_for(seat.other(), [&[text], &spared[..]].concat().join(". ")) }
    });
}

/// A critical that nothing cancelled leaves craters, where the ground takes them (AS-12.4.3.5).
fn crater(act: &mut Act<'_>, seat: Seat, hex: Hex) {
    let ask = act.ask();
    let rules = act.rules;
    let ground = &s09_terrain::ground(ask, hex).id;
    let way = s09_terrain::way_through(ask, hex).map(|way| way.id.as_str());
    let left = rules.catalogue.support().artillery.craters.on(ground, way);
    let place = left.and_then(|left| rules.catalogue.terrain.iter().position(|terrain| terrain.id == left));
    if let Some(place) = place {
        s12_blast::change_ground(act, hex, place);
        act.note(|ask| {
            let label = ask.rules.label(hex);
            Entry::new(CRATERS, format!("Craters in {label}")).by(seat).at([label])
        });
    }
}
