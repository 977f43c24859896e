//! Air support on the board (AS-12.3): aircraft that were announced strike in place of an activation. The stages of a
//! run are counted in `s12_3_air_support`; here is who fires at them, whom they hit, and what becomes of their card.

use std::ops::ControlFlow;

use dice::Die;
use engine::{
    Choice, ChoiceKind, Entry, Family, Forecast, Modifier, Resolution, Seat, Thrown, Tone, Verb, Visit, Wish,
};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_support, read_unit, support_id, unit_id},
    offer::{group, names, of_unit, support_name},
    pointing::Meant,
    s04_units::card,
    s09_activation, s09_hiding, s09_terrain, s10_fire,
    s10_ranged_fire::Attacker,
    s12_3_air_support::{
        aa_fire::{AaFire, AaUnit, CardGoes},
        aim::{Accuracy, AirSpotting},
        attack::{AirAttack, FriendlyFire, Struck},
        run::{Bombs, Run},
    },
    s12_5_collapse::Blast,
    s12_blast, s13_harm,
};
use crate::{
    rule_ids::{AA_FIRE, ACCURACY, AIR_SPOTTING, AIR_SUPPORT},
    state::{Act, AirRun, Ask, Assault, Frame, Mark, Support, Unit},
    tables::{
        pool::Pool,
        support::air::{AaEffect, AirColumn},
    },
};

/// Aircraft strike.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AirStrike {
    /// They come in.
    Strike {
        /// Their place in the side's list of support.
        support: u8,
        /// The unit they dive on.
        target: Unit,
        /// Whether they bomb the building or work that it is in.
        blast: bool,
    },
    /// Say which friend wide bombs hit.
    Hit {
        /// The friend.
        unit: Unit,
    },
    /// Make a second run.
    Again,
}

/// A run, or what follows it.
#[derive(Copy, Clone, Debug)]
pub struct Ready(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Strike { seat: Seat, place: u8, aircraft: u8, target: Unit, blast: bool },
    Hit(AirRun, Unit),
    Again(AirRun),
}

impl Family for AirStrike {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] =
        &[("strike", "strike SUPPORT at UNIT [blast]"), ("hit", "hit UNIT"), ("again", "again")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        if let Frame::Action { seat } = *ask.state.frames.top() {
            self::visit(ask, seat, visit)?;
        }
        if let Frame::Wide(air) = ask.state.frames.top() {
            visit_hits(ask, air, visit)?;
        }
        AirStrike::Again.visit_if_legal(ask, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        Ok(Ready(match *self {
            AirStrike::Strike { support, target, blast } => check(ask, support, target, blast)?,
            AirStrike::Hit { unit } => check_hit(ask, unit)?,
            AirStrike::Again => {
                let Frame::Again(air) = *ask.state.frames.top() else { return Err(Refused::NotNow) };
                What::Again(air)
            }
        }))
    }

    fn perform(Ready(what): Ready, act: &mut Act<'_>) {
        match what {
            What::Strike { seat, place, aircraft, target, blast } => come_in(act, seat, place, aircraft, target, blast),
            What::Hit(air, unit) => {
                act.state.frames.pop();
                hit_friend(act, air, unit);
            }
            What::Again(air) => again(act, air),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            AirStrike::Strike { support, target, blast } => {
                let (id, name) = names(ask, target);
                let how = if blast { "bombs the building or work of" } else { "attacks" };
                let plane = support_name(ask, support);
                Choice {
                    target: Some(id),
                    hex: ask.state.hex(target).map(|hex| ask.rules.label(hex)),
                    group: group(&plane, 2, None),
                    ..Choice::new(ChoiceKind::Fire, AIR_SUPPORT, format!("{plane} {how} {name}"))
                }
            }
            AirStrike::Hit { unit } => of_unit(ask, AIR_SUPPORT, unit, "The bombs hit"),
            AirStrike::Again => {
                let run = if let Frame::Again(air) = ask.state.frames.top() { Some(air) } else { None };
                let odds = run.and_then(|air| forecast(ask, air));
                Choice { odds, ..Choice::new(ChoiceKind::Button, AIR_SUPPORT, "Make a second run") }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            AirStrike::Strike { support, target, blast } => {
                let blast = if blast { " blast" } else { "" };
                format!("strike {} at {}{blast}", support_id(ask, support), unit_id(ask, target))
            }
            AirStrike::Hit { unit } => format!("hit {}", unit_id(ask, unit)),
            AirStrike::Again => "again".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let strike = |which, target, blast| {
            Ok::<_, String>(AirStrike::Strike {
                support: read_support(ask, which)?,
                target: read_unit(ask, target)?,
                blast,
            })
        };
        Ok(Some(match *words {
            ["strike", which, "at", target] => strike(which, target, false)?,
            ["strike", which, "at", target, "blast"] => strike(which, target, true)?,
            ["hit", unit] => AirStrike::Hit { unit: read_unit(ask, unit)? },
            ["again"] => AirStrike::Again,
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Aircraft of a side that can strike now, by their card.
fn due(ask: Ask<'_>, seat: Seat, place: u8) -> Result<u8, Refused> {
    let support = ask.rules.side(seat).support.get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let Support::Aircraft(aircraft) = *support else { return Err(Refused::NoSuchSupport) };
    let state = ask.state.support[seat.index()].get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    if state.called.is_some() { Ok(aircraft) } else { Err(Refused::NotReady) }
}

fn check(ask: Ask<'_>, place: u8, target: Unit, blast: bool) -> Result<What, Refused> {
    let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let aircraft = due(ask, seat, place)?;
    let known = ask.state.unit(target).seat != seat && ask.state.is_known(target);
    let hex = ask.state.hex(target).filter(|_| known).ok_or(Refused::NoTarget)?;
    let dice = if blast {
        ask.rules.aircraft(aircraft).blast
    } else {
        ask.rules.aircraft(aircraft).attack.against(card(ask, target).kind)
    };
    if dice.is_empty() || (blast && s12_blast::structure(ask, seat, hex).is_none()) {
        return Err(Refused::NothingToBlast);
    }
    Ok(What::Strike { seat, place, aircraft, target, blast })
}

pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, AirStrike>) -> ControlFlow<()> {
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        if due(ask, seat, place).is_err() {
            continue;
        }
        for target in ask.state.side(seat.other()) {
            for blast in [false, true] {
                if check(ask, place, target, blast).is_ok() {
                    visit(AirStrike::Strike { support: place, target, blast })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The aircraft come in.
fn come_in(act: &mut Act<'_>, seat: Seat, place: u8, aircraft: u8, target: Unit, blast: bool) {
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
            damaged: false,
            wide: Pool::NONE,
            hex: None,
        },
    );
}

/// One run: AA fire, spotting, accuracy, the attack. Friends beside the target are in danger after a wide miss, and the
/// enemy says who is hit.
fn run(act: &mut Act<'_>, mut air: AirRun) {
    let Some(hex) = act.state.hex(air.target) else { return leave(act, &air, None) };
    air.hex = Some(hex);
    let effect = fire_at(act, &mut air, hex);
    if let Some(effect) = effect.filter(|effect| effect.keeps_off()) {
        return leave(act, &air, Some(effect));
    }
    air.damaged |= effect.is_some();
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
    s13_harm::suffer(act, air.target, struck.fate, AIR_SUPPORT);
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

/// Units of a side beside a hex that the enemy could name: he knows of them.
fn friends(ask: Ask<'_>, seat: Seat, hex: Hex) -> Vec<Unit> {
    let near = ask.rules.grid().neighbours(hex).flat_map(|(_, beside)| ask.state.of_side_in(seat, beside));
    near.filter(|&unit| ask.state.is_known(unit)).collect()
}

/// Every AA unit in reach fires at the aircraft until one keeps it off.
fn fire_at(act: &mut Act<'_>, air: &mut AirRun, hex: Hex) -> Option<AaEffect> {
    let rules = act.rules;
    let gunners: Vec<Unit> = act.state.side(air.seat.other()).collect();
    let mut worst = None;
    for unit in gunners {
        let Some(fire) = aa_fire(act.ask(), unit, air, hex) else { continue };
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

/// The fire of a unit at aircraft over a hex, if it can fire at them.
fn aa_fire(ask: Ask<'_>, unit: Unit, air: &AirRun, hex: Hex) -> Option<AaFire> {
    let at = ask.state.hex(unit)?;
    let gun = AaUnit {
        card: card(ask, unit),
        marks: Attacker { half_strength: ask.state.has(unit, Mark::HalfStrength), ..Attacker::default() },
        suppressed: ask.state.has(unit, Mark::Suppressed),
        indoors: s09_terrain::ground(ask, at).is_building(),
        hexes: u8::try_from(ask.rules.grid().distance(at, hex)).unwrap_or(u8::MAX),
    };
    AaFire::at(&ask.rules.catalogue, &gun, ask.rules.aircraft(air.aircraft)).ok()
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
    let catalogue = &act.rules.catalogue;
    // The run before may have brought it down.
    if let Some(structure) = s12_blast::structure(act.ask(), air.seat, hex)
        && let Ok(blast) = Blast::of(catalogue, act.rules.aircraft(air.aircraft).blast, structure)
    {
        let blasted = blast.throw(catalogue, act.dice);
        s12_blast::carry_out(act, air.seat, (&blast, structure), &blasted, hex, "The bombs");
    }
}

/// The enemy says which friend the wide dice hit.
fn check_hit(ask: Ask<'_>, unit: Unit) -> Result<What, Refused> {
    let Frame::Wide(air) = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let hex = air.hex.ok_or(Refused::NotNow)?;
    if friends(ask, air.seat, hex).contains(&unit) { Ok(What::Hit(air, unit)) } else { Err(Refused::NoTarget) }
}

fn visit_hits(ask: Ask<'_>, air: &AirRun, visit: &mut Visit<'_, AirStrike>) -> ControlFlow<()> {
    let Some(hex) = air.hex else { return ControlFlow::Continue(()) };
    for unit in friends(ask, air.seat, hex) {
        visit(AirStrike::Hit { unit })?;
    }
    ControlFlow::Continue(())
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
        s13_harm::suffer(act, unit, struck.fate, AIR_SUPPORT);
    }
    after(act, air);
}

/// A run is over: if there can be another one the side is asked, otherwise the card goes.
fn after(act: &mut Act<'_>, air: AirRun) {
    if can_turn_back(act.ask(), &air) {
        act.state.frames.push(Frame::Again(air));
    } else {
        leave(act, &air, None);
    }
}

/// Whether aircraft can make another run: their card has one, AA fire has not damaged them, and the target is still
/// there (AS-12.3.6.5).
fn can_turn_back(ask: Ask<'_>, air: &AirRun) -> bool {
    let runs = ask.rules.aircraft(air.aircraft).runs;
    air.number < runs && !air.damaged && ask.state.hex(air.target).is_some()
}

/// They turn round and come in again.
fn again(act: &mut Act<'_>, air: AirRun) {
    act.state.frames.pop();
    act.note(|ask| {
        let (name, at) = (&ask.rules.aircraft(air.aircraft).name, ask.rules.unit_name(ask.state, air.target));
        Entry::new(AIR_SUPPORT, format!("{name} comes back for {at}")).by(air.seat).tone(Tone::Combat)
    });
    run(act, AirRun { number: air.number + 1, wide: Pool::NONE, ..air });
}

/// One run is enough.
pub(crate) fn break_off(act: &mut Act<'_>, air: AirRun) {
    act.state.frames.pop();
    act.note(|ask| {
        let name = &ask.rules.aircraft(air.aircraft).name;
        Entry::new(AIR_SUPPORT, format!("{name} makes no second run")).by(air.seat).tone(Tone::Quiet)
    });
    leave(act, &air, None);
}

/// The odds of another run at the same target, with the AA units that are known; friends that wide bombs could hit are
/// left out.
fn forecast(ask: Ask<'_>, air: &AirRun) -> Option<Forecast> {
    let catalogue = &ask.rules.catalogue;
    let (hex, aircraft) = (ask.state.hex(air.target)?, ask.rules.aircraft(air.aircraft));
    let aa = ask.state.side(air.seat.other()).filter_map(|unit| aa_fire(ask, unit, air, hex)).collect();
    let said = s10_fire::under_fire(ask, air.target, None);
    let bombs = match air.blast {
        true => Bombs::Structure(Blast::of(catalogue, aircraft.blast, s12_blast::structure(ask, air.seat, hex)?).ok()?),
        false => Bombs::Unit {
            spotting: None,
            column: AirColumn::of(&said.defender),
            attack: AirAttack::on(catalogue, aircraft, card(ask, air.target), &said),
            friend: None,
        },
    };
    let run = Run { aa, carried: air.carried, bombs };
    let odds = run.ends(catalogue).ok()?;
    let named: Vec<_> = odds.results().map(|(end, _)| (*end, super::told::prospect_of_run(*end))).collect();
    let lines = run.lines(catalogue, None);
    Some(Forecast::new(lines.into_iter().map(Modifier::from).collect(), &odds, named))
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
    s09_activation::hand_over(act, air.seat);
}
