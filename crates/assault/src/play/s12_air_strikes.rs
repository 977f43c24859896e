//! Air support on the board (AS-12.3): aircraft that were announced strike in place of an activation. The stages of a run are counted in
//! `s12_3_air_support`; here is who fires at them, whom they hit, and what becomes of their card.

use std::ops::ControlFlow;

use dice::Die;
use engine::{Entry, Modifier, Resolution, Seat, Thrown, Tone};
use hexmap::Hex;

use super::{
    Refused, Visit,
    action::Action,
    s04_units::card,
    s09_actions, s09_hiding, s09_terrain, s10_fire,
    s10_ranged_fire::Attacker,
    s12_3_air_support::{
        aa_fire::{AaFire, AaUnit, CardGoes},
        aim::{Accuracy, AirSpotting},
        attack::{AirAttack, FriendlyFire, Struck},
    },
    s12_5_collapse::Blast,
    s12_blast, s13_status,
};
use crate::{
    rule_ids::{AA_FIRE, ACCURACY, AIR_SPOTTING, AIR_SUPPORT},
    state::{Act, AirRun, Ask, Frame, Mark, Support, Unit},
    tables::{
        pool::Pool,
        support::air::{AaEffect, AirColumn},
    },
};

/// Aircraft of a side that can strike now, by their card.
fn due(ask: Ask<'_>, seat: Seat, place: u8) -> Result<u8, Refused> {
    let support = ask.rules.side(seat).support.get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let Support::Aircraft(aircraft) = *support else { return Err(Refused::NoSuchSupport) };
    let state = ask.state.support[seat.index()].get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    if state.called.is_some() { Ok(aircraft) } else { Err(Refused::NotReady) }
}

pub(super) fn check(ask: Ask<'_>, place: u8, target: Unit, blast: bool) -> Result<(), Refused> {
    let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let aircraft = due(ask, seat, place)?;
    let known = ask.state.unit(target).seat != seat && ask.state.is_known(target);
    let hex = ask.state.hex(target).filter(|_| known).ok_or(Refused::NoTarget)?;
    let dice = if blast {
        ask.rules.aircraft(aircraft).blast
    } else {
        ask.rules.aircraft(aircraft).attack.against(card(ask, target).kind)
    };
    if dice.is_empty() || (blast && s12_blast::structure(ask, hex).is_none()) {
        return Err(Refused::NothingToBlast);
    }
    Ok(())
}

pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        if due(ask, seat, place).is_err() {
            continue;
        }
        for target in ask.state.side(seat.other()) {
            for blast in [false, true] {
                if check(ask, place, target, blast).is_ok() {
                    visit(Action::AirStrike { support: place, target, blast })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The aircraft come in.
pub(super) fn perform(act: &mut Act<'_>, place: u8, target: Unit, blast: bool) {
    let Frame::Action { seat } = *act.state.frames.top() else { return };
    let Ok(aircraft) = due(act.ask(), seat, place) else { return };
    act.note(|ask| {
        let (name, at) = (&ask.rules.aircraft(aircraft).name, ask.rules.unit_name(ask.state, target));
        Entry::new(AIR_SUPPORT, format!("{name} dives on {at}")).by(seat).tone(Tone::Combat)
    });
    let promised = std::mem::take(&mut act.state.promised[seat.index()].accuracy);
    run(
        act,
        AirRun {
            seat,
            support: place,
            aircraft,
            target,
            blast,
            number: 1,
            carried: promised,
            wide: Pool::NONE,
            hex: None,
        },
    );
}

/// One run: AA fire, spotting, accuracy, the attack. Friends beside the target are in danger after a wide miss, and the enemy says who is hit.
fn run(act: &mut Act<'_>, mut air: AirRun) {
    let Some(hex) = act.state.hex(air.target) else { return leave(act, &air, None) };
    air.hex = Some(hex);
    let effect = fire_at(act, &mut air, hex);
    if let Some(effect) = effect.filter(|effect| effect.keeps_off()) {
        return leave(act, &air, Some(effect));
    }
    if air.blast {
        bomb(act, &air, hex);
        return after(act, air);
    }
    let rules = act.rules;
    let aircraft = rules.aircraft(air.aircraft);
    let said = s10_fire::under_fire(act.ask(), air.target, None);
    let attack = AirAttack::on(&rules.catalogue, aircraft, card(act.ask(), air.target), &said);
    if air.number == 1 {
        spot(act, &mut air, AirSpotting::of(&rules.catalogue, &attack.fire, &said));
    }
    let tables = &rules.catalogue.support().air;
    let aim = Accuracy { column: AirColumn::of(&said.defender), modifier: air.carried };
    let (face, aimed) = aim.throw(tables, act.dice);
    let friends = friends(act.ask(), air.seat, hex);
    let wide = aimed.wide && aircraft.friendly_fire && !friends.is_empty();
    let struck = attack.throw(&rules.catalogue, aimed.plus, wide, act.dice);
    tell_accuracy(act, &air, aim, face);
    let lines = attack.clash(&rules.catalogue, aimed.plus).1.into_iter().map(Modifier::from).collect();
    tell(act, &air, air.target, lines, &struck);
    s13_status::suffer(act, air.target, struck.fate, AIR_SUPPORT);
    air.wide = struck.wide;
    match friends[..] {
        _ if !wide || air.wide.is_empty() => after(act, air),
        [only] => hit_friend(act, air, only),
        _ => {
            act.journal.revealed();
            act.state.frames.push(Frame::Wide(air));
        }
    }
}

/// Units of a side beside a hex.
fn friends(ask: Ask<'_>, seat: Seat, hex: Hex) -> Vec<Unit> {
    ask.rules.grid().neighbours(hex).flat_map(|(_, beside)| ask.state.of_side_in(seat, beside)).collect()
}

/// Every AA unit in reach fires at the aircraft until one keeps it off.
fn fire_at(act: &mut Act<'_>, air: &mut AirRun, hex: Hex) -> Option<AaEffect> {
    let rules = act.rules;
    let gunners: Vec<Unit> = act.state.side(air.seat.other()).collect();
    let mut worst = None;
    for unit in gunners {
        let ask = act.ask();
        let Some(at) = ask.state.hex(unit) else { continue };
        let gun = AaUnit {
            card: card(ask, unit),
            marks: Attacker { half_strength: ask.state.has(unit, Mark::HalfStrength), ..Attacker::default() },
            suppressed: ask.state.has(unit, Mark::Suppressed),
            indoors: s09_terrain::ground(ask, at).is_building(),
            hexes: u8::try_from(rules.grid().distance(at, hex)).unwrap_or(u8::MAX),
        };
        let Ok(fire) = AaFire::at(&rules.catalogue, &gun, rules.aircraft(air.aircraft)) else { continue };
        let (cast, effect) = fire.throw(&rules.catalogue, act.dice);
        s09_hiding::reveal(act, unit);
        act.note(|ask| {
            let text = format!("{} fires at the aircraft: {}", ask.rules.unit_name(ask.state, unit), aa_words(effect));
            Entry::new(AA_FIRE, text)
                .by(air.seat.other())
                .tone(Tone::Combat)
                .about([ask.rules.unit_id(ask.state, unit)])
                .because(Resolution {
                    modifiers: fire.lines.iter().cloned().map(Modifier::from).collect(),
                    throws: super::told::throws_of(&cast, None),
                    reading: super::told::reading_of(&fire.clash, &cast),
                    result: aa_words(effect).replace(' ', "-"),
                })
        });
        if let Some(effect) = effect {
            worst = Some(effect);
            if effect.keeps_off() {
                break;
            }
            air.carried += rules.catalogue.support().air.inaccurate;
        }
    }
    worst
}

fn aa_words(effect: Option<AaEffect>) -> &'static str {
    match effect {
        Some(AaEffect::Crash) => "it crashes",
        Some(AaEffect::DrivenOff) => "it is driven off",
        Some(AaEffect::Inaccurate) => "it is shaken",
        Some(AaEffect::TurnsAway) => "it turns away",
        None => "no effect",
    }
}

/// The pilot looks for his target; what he sees goes into the accuracy roll of this run and the next.
fn spot(act: &mut Act<'_>, air: &mut AirRun, spotting: AirSpotting) {
    let (face, accuracy) = spotting.throw(&act.rules.catalogue.support().air, act.dice);
    air.carried += accuracy;
    act.note(|_| {
        let how = face.map_or("without a roll".to_owned(), |face| format!("with a {face}: accuracy {accuracy:+}"));
        Entry::new(AIR_SPOTTING, format!("The target is spotted {how}")).by(air.seat).because(Resolution {
            modifiers: vec![Modifier::from(spotting.line())],
            throws: face.map(|face| Thrown::new(&Die::D6, "spotting from the air", [face])).into_iter().collect(),
            reading: format!("accuracy {accuracy:+}"),
            result: format!("accuracy:{accuracy}"),
        })
    });
}

fn tell_accuracy(act: &mut Act<'_>, air: &AirRun, aim: Accuracy, face: u16) {
    act.note(|ask| {
        let read = aim.read(&ask.rules.catalogue.support().air, face as i8);
        let result = if read.plus { "the target gains a die" } else { "on the mark" };
        let wide = if read.wide { ", and wide" } else { "" };
        Entry::new(ACCURACY, format!("Accuracy: {result}{wide}")).by(air.seat).because(Resolution {
            modifiers: vec![Modifier::from(aim.line())],
            throws: vec![Thrown::new(&Die::D6, "accuracy", [face])],
            reading: format!("{face} {:+}", aim.modifier),
            result: if read.plus { "plus" } else { "minus" }.to_owned(),
        })
    });
}

fn tell(act: &mut Act<'_>, air: &AirRun, unit: Unit, modifiers: Vec<Modifier>, struck: &Struck) {
    act.note(|ask| {
        let text = format!("Bombs on {}: {}", ask.rules.unit_name(ask.state, unit), super::told::told(struck.fate));
        let hex = ask.state.hex(unit).map(|hex| ask.rules.label(hex));
        Entry::new(AIR_SUPPORT, text)
            .by(air.seat)
            .tone(Tone::Combat)
            .at(hex)
            .about([ask.rules.unit_id(ask.state, unit)])
            .because(Resolution {
                modifiers,
                throws: super::told::throws_of(&struck.cast, struck.critical.as_ref()),
                reading: super::told::reading_of(&struck.clash, &struck.cast),
                result: struck.fate.to_string(),
            })
    });
}

/// The blast value in place of the attack (AS-12.3.6.4).
fn bomb(act: &mut Act<'_>, air: &AirRun, hex: Hex) {
    let Some(structure) = s12_blast::structure(act.ask(), hex) else { return };
    let catalogue = &act.rules.catalogue;
    if let Ok(blast) = Blast::of(catalogue, act.rules.aircraft(air.aircraft).blast, structure) {
        let blasted = blast.throw(catalogue, act.dice);
        s12_blast::carry_out(act, air.seat, &blast, &blasted, hex, "The bombs");
    }
}

/// The enemy says which friend the wide dice hit.
pub(super) fn check_hit(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let Frame::Wide(air) = ask.state.frames.top() else { return Err(Refused::NotNow) };
    let hex = air.hex.ok_or(Refused::NotNow)?;
    if friends(ask, air.seat, hex).contains(&unit) { Ok(()) } else { Err(Refused::NoTarget) }
}

pub(super) fn visit_hits(ask: Ask<'_>, air: &AirRun, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let Some(hex) = air.hex else { return ControlFlow::Continue(()) };
    for unit in friends(ask, air.seat, hex) {
        visit(Action::Hit { unit })?;
    }
    ControlFlow::Continue(())
}

pub(super) fn hit(act: &mut Act<'_>, unit: Unit) {
    let Frame::Wide(air) = *act.state.frames.top() else { return };
    act.state.frames.pop();
    hit_friend(act, air, unit);
}

/// The dice that went wide fall on a friend.
fn hit_friend(act: &mut Act<'_>, air: AirRun, unit: Unit) {
    let rules = act.rules;
    let said = s10_fire::under_fire(act.ask(), unit, None);
    let friend = FriendlyFire::on(&rules.catalogue, rules.aircraft(air.aircraft), card(act.ask(), unit), &said);
    let struck = friend.as_ref().and_then(|friend| friend.throw(&rules.catalogue, air.wide, act.dice));
    if let (Some(friend), Some(struck)) = (friend, struck) {
        let lines = friend.clash(&rules.catalogue, air.wide).1.into_iter().map(Modifier::from).collect();
        tell(act, &air, unit, lines, &struck);
        s13_status::suffer(act, unit, struck.fate, AIR_SUPPORT);
    }
    after(act, air);
}

/// A run is over: another one, or the card goes.
fn after(act: &mut Act<'_>, air: AirRun) {
    let again = air.number < act.rules.aircraft(air.aircraft).runs && act.state.hex(air.target).is_some();
    if again {
        run(act, AirRun { number: air.number + 1, wide: Pool::NONE, ..air });
    } else {
        leave(act, &air, None);
    }
}

/// The aircraft are gone, and their card goes where the table says.
fn leave(act: &mut Act<'_>, air: &AirRun, effect: Option<AaEffect>) {
    let turn = act.state.turn;
    let state = &mut act.state.support[air.seat.index()][usize::from(air.support)];
    state.called = None;
    match AaEffect::card_goes(effect) {
        CardGoes::OutOfTheGame | CardGoes::DiscardPile => state.rounds = 0,
        CardGoes::Hand => state.back = turn + 1,
    }
    s09_actions::hand_over(act, air.seat);
}
