//! Prisoners and those who guard them (OF-11.2).

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Tone, Visit, Wish};
use hexmap::Hex;

use crate::{
    booklet::unit_cards::Fate,
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns,
        s07_movement::going,
        s09_fire::ammunition,
        s15_points,
    },
    rule_ids::CAPTURE,
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Ammunition, Place, Ratings, Side, Space, UnitId},
    },
};

/// What is done with those who were captured, in operations and in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custody {
    /// Man a captured vehicle with half a crew.
    Guard {
        /// The vehicle whose crew is divided.
        unit: UnitId,
        /// The captured vehicle.
        captured: UnitId,
    },
    /// Take a prisoner along, or let him stay where he is.
    Lead {
        /// The unit that guards him.
        unit: UnitId,
        /// The prisoner.
        prisoner: UnitId,
        /// He comes along.
        along: bool,
    },
}

impl Custody {
    /// The units it names.
    pub(crate) fn units(self) -> [Option<UnitId>; 2] {
        let (Custody::Guard { unit, captured: other } | Custody::Lead { unit, prisoner: other, .. }) = self;
        [Some(unit), Some(other)]
    }
}

/// Everything a unit might do with somebody captured.
pub(crate) fn possible(unit: UnitId, captured: UnitId) -> [Custody; 3] {
    let lead = |along| Custody::Lead { unit, prisoner: captured, along };
    [Custody::Guard { unit, captured }, lead(true), lead(false)]
}

/// What is done with those who were captured, checked, with what it takes.
#[derive(Copy, Clone, Debug)]
pub struct ReadyCustody(Found);

#[derive(Copy, Clone, Debug)]
enum Found {
    Guard { unit: UnitId, captured: UnitId, men: u8, shells: Option<Ammunition> },
    Lead { unit: UnitId, prisoner: UnitId, along: bool },
}

impl Family for Custody {
    type Rules = OpenFire;
    type Ready<'r> = ReadyCustody;

    const FORMS: &'static [Form] =
        &[("guard", "guard UNIT CAPTURED"), ("lead", "lead UNIT PRISONER"), ("drop", "drop UNIT PRISONER")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Custody>) -> ControlFlow<()> {
        let units = ask.state.active(Side::Us).map(|(unit, _)| unit);
        let captured = || ask.state.all_units().filter(|(_, other)| other.captured).map(|(captured, _)| captured);
        let all = units.flat_map(|unit| captured().flat_map(move |captured| possible(unit, captured)));
        for custody in all {
            custody.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyCustody, Refused> {
        let (Custody::Guard { unit, .. } | Custody::Lead { unit, .. }) = *self;
        let turn = match turns::in_turn(ask) {
            Ok(turn) if turn.unit == unit => Some(turn),
            Err(_) if *ask.state.frames.top() == Frame::Operations => None,
            Ok(_) | Err(_) => return Err(Refused::NotNow),
        };
        Ok(ReadyCustody(match *self {
            Custody::Guard { unit, captured } => {
                let men = check_guard(ask, unit, captured)?;
                turn.map_or(Ok(()), |turn| turns::check_all_points(ask, turn))?;
                Found::Guard { unit, captured, men, shells: shells_found(ask, captured) }
            }
            Custody::Lead { unit, prisoner, along } => {
                check_lead(ask, unit, prisoner, along)?;
                Found::Lead { unit, prisoner, along }
            }
        }))
    }

    fn perform(ready: ReadyCustody, act: &mut Act<'_>) {
        match ready.0 {
            Found::Guard { unit, captured, men, shells } => {
                turns::use_whole_turn(act);
                guard(act, (unit, captured), men, shells);
            }
            Found::Lead { unit, prisoner, along } => lead(act, unit, prisoner, along),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let id = |unit: UnitId| ask.state.id_of(unit);
        match *self {
            Custody::Guard { unit, captured } => format!("guard {} {}", id(unit), id(captured)),
            Custody::Lead { unit, prisoner, along: true } => format!("lead {} {}", id(unit), id(prisoner)),
            Custody::Lead { unit, prisoner, along: false } => format!("drop {} {}", id(unit), id(prisoner)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Custody>, String> {
        let unit = |id: &str| notation::read_unit(ask, id);
        Ok(Some(match *words {
            ["guard", who, captured] => Custody::Guard { unit: unit(who)?, captured: unit(captured)? },
            ["lead", who, prisoner] => Custody::Lead { unit: unit(who)?, prisoner: unit(prisoner)?, along: true },
            ["drop", who, prisoner] => Custody::Lead { unit: unit(who)?, prisoner: unit(prisoner)?, along: false },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Custody>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, custody: Custody, choice: &mut Choice) {
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    let [unit, other] = custody.units().map(|unit| unit.map(|unit| ask.state.id_of(unit)));
    (choice.units, choice.target) = (unit.into_iter().collect(), other);
    let (group, label) = match custody {
        Custody::Guard { unit, captured } => {
            (Group::Assault, format!("Half the crew of {} mans {}", name(unit), name(captured)))
        }
        Custody::Lead { unit, prisoner, along } => {
            let verb = if along { "takes along" } else { "leaves behind" };
            (Group::Crew, format!("{} {verb} {}", name(unit), name(prisoner)))
        }
    };
    (choice.rule, choice.group, choice.label) = (CAPTURE, group.listed(), label);
}

/// A German is captured, with all he carries or tows: he does nothing more, and counts (OF-2.1).
pub(crate) fn capture(act: &mut Act<'_>, unit: UnitId) {
    if act.state.unit(unit).captured {
        return;
    }
    for load in going::loads(act.ask(), unit) {
        going::unload(act, load, unit);
        capture(act, load);
    }
    let prisoner = act.state.unit_mut(unit);
    prisoner.captured = true;
    prisoner.space = Space::Inactive;
    prisoner.evading = None;
    prisoner.dug_in = false;
    for work in act.state.works.iter_mut().filter(|work| work.occupant == Some(unit)) {
        work.occupant = None;
    }
    act.note(|ask| {
        Entry::new(CAPTURE, format!("{} is captured.", ask.state.unit(unit).name))
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)])
    });
    s15_points::award(act, unit, Fate::Captured);
}

/// Whether a US vehicle can man a captured one in its hex: it takes half of a crew of two or more. How many men go over.
fn check_guard(ask: Ask<'_>, unit: UnitId, captured: UnitId) -> Result<u8, Refused> {
    let held = ask.state.units.get(captured.index()).filter(|prisoner| prisoner.captured).ok_or(Refused::NoGuard)?;
    let vehicles = [unit, captured].map(|which| ask.rules.card(ask.state.unit(which)).kind.is_vehicle());
    let together = held.hex().is_some() && held.hex() == ask.state.unit(unit).hex();
    let spare = ask.state.unit(unit).condition.crew / 2;
    let fit = vehicles == [true, true] && together && spare > 0 && !held.condition.killed;
    if fit { Ok(spare) } else { Err(Refused::NoGuard) }
}

/// Men of a crew man a captured vehicle, which is the platoon's from now on. Both halves are rated as the whole crew
/// after losing the other half.
fn guard(act: &mut Act<'_>, (unit, captured): (UnitId, UnitId), men: u8, shells: Option<Ammunition>) {
    let own = &mut act.state.unit_mut(unit).condition;
    let whole = own.crew + own.crew_lost;
    own.crew -= men;
    own.crew_lost += men;
    let ratings = match act.state.unit(unit).ratings.clone() {
        Ratings::Crew(mut crew) => {
            crew.commander = false;
            Ratings::Crew(crew)
        }
        card => card,
    };
    let from = act.state.unit(unit).crew_from.unwrap_or(unit);
    let manned = act.state.unit_mut(captured);
    manned.crew_from = Some(from);
    manned.side = Side::Us;
    manned.captured = false;
    manned.guard = None;
    manned.ratings = ratings;
    manned.condition.crew = men;
    manned.condition.crew_lost = whole - men;
    manned.condition.self_preservation = None;
    manned.reaction = None;
    manned.space = Space::Complete;
    manned.ammunition = shells;
    act.note(|ask| {
        let text = format!("Half the crew of {} mans {}.", ask.state.unit(unit).name, ask.state.unit(captured).name);
        Entry::new(CAPTURE, text).about([ask.state.id_of(unit), ask.state.id_of(captured)])
    });
}

/// The shells of a captured vehicle, which a US crew counts (OF-9.5): those it finds. One that has run out has none.
fn shells_found(ask: Ask<'_>, captured: UnitId) -> Option<Ammunition> {
    let (piece, card) = (ask.state.unit(captured), ask.rules.card(ask.state.unit(captured)));
    let found = if piece.out_of_ammunition { 0 } else { ask.rules.sheet.platoon.ammunition.found };
    piece.ammunition.or_else(|| card.main_gun.then(|| ammunition::rounds_for(ask.rules, &card.id, found)))
}

/// Whether a unit can take a prisoner in its hex along, or let him stay. Guns have to be towed.
fn check_lead(ask: Ask<'_>, unit: UnitId, prisoner: UnitId, along: bool) -> Result<(), Refused> {
    let here = going::own_hex(ask, unit)?;
    let held = ask.state.units.get(prisoner.index()).filter(|prisoner| prisoner.captured).ok_or(Refused::NoGuard)?;
    if !along {
        return if held.guard == Some(unit) { Ok(()) } else { Err(Refused::NoGuard) };
    }
    let walks = !held.condition.killed && going::check_can_move(ask, prisoner).is_ok();
    if held.guard == Some(unit) {
        return Err(Refused::Already);
    }
    if walks && held.hex() == Some(here) { Ok(()) } else { Err(Refused::NoGuard) }
}

/// From now on a prisoner goes where his guard goes, or stays.
fn lead(act: &mut Act<'_>, unit: UnitId, prisoner: UnitId, along: bool) {
    act.state.unit_mut(prisoner).guard = along.then_some(unit);
    act.note(|ask| {
        let verb = if along { "takes along" } else { "leaves behind" };
        let text = format!("{} {verb} {}.", ask.state.unit(unit).name, ask.state.unit(prisoner).name);
        Entry::new(CAPTURE, text).about([ask.state.id_of(unit), ask.state.id_of(prisoner)])
    });
}

/// The prisoners that go with a unit.
pub(crate) fn prisoners_of(ask: Ask<'_>, unit: UnitId) -> Vec<UnitId> {
    let with = |prisoner: &crate::state::units::Unit| prisoner.captured && prisoner.guard == Some(unit);
    ask.state.all_units().filter(|(_, prisoner)| with(prisoner)).map(|(prisoner, _)| prisoner).collect()
}

/// Whether a unit has to mind prisoners on the way: in rounds that halves its movement.
pub(crate) fn leads_prisoners(ask: Ask<'_>, unit: UnitId) -> bool {
    let with = |prisoner: &crate::state::units::Unit| prisoner.captured && prisoner.guard == Some(unit);
    ask.state.in_rounds() && ask.state.units.iter().any(with)
}

/// Movement points of the slowest prisoner that goes with a unit.
pub(crate) fn prisoners_pace(ask: Ask<'_>, unit: UnitId) -> Option<u8> {
    let pace = |prisoner: UnitId| {
        let driven = ask.state.unit(prisoner).condition.allowance().map(|allowance| allowance.fast);
        ask.rules.card(ask.state.unit(prisoner)).foot.or(driven)
    };
    prisoners_of(ask, unit).into_iter().filter_map(pace).min()
}

/// Whether the prisoners that go with a unit can follow it into a hex.
pub(crate) fn check_prisoners_follow(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> Result<(), Refused> {
    prisoners_of(ask, unit).into_iter().try_for_each(|prisoner| going::check_passable(ask, prisoner, from, to))
}

/// Prisoners follow their guard.
pub(crate) fn bring_prisoners(act: &mut Act<'_>, unit: UnitId, to: Hex) {
    for prisoner in prisoners_of(act.ask(), unit) {
        act.state.unit_mut(prisoner).place = Place::At(to);
    }
}

/// Prisoners without an active US unit in their hex are gone (OF-11.2).
pub(crate) fn lose_prisoners(act: &mut Act<'_>) {
    let guarded = |unit: UnitId| {
        let hex = act.state.hex_of(unit);
        act.state.active(Side::Us).any(|(friend, _)| act.state.hex_of(friend) == hex)
    };
    let prisoners = act.state.all_units().filter(|(_, unit)| unit.captured && unit.hex().is_some());
    let lost: Vec<UnitId> = prisoners.map(|(unit, _)| unit).filter(|&unit| !guarded(unit)).collect();
    for unit in lost {
        act.state.unit_mut(unit).place = Place::Removed;
        act.note(|ask| {
            Entry::new(CAPTURE, format!("Nobody guards {}: it is taken off the map.", ask.state.unit(unit).name))
                .about([ask.state.id_of(unit)])
        });
    }
}

/// US units that enter a hex take prisoner whoever has surrendered in it (OF-6.8).
pub(crate) fn take_prisoners(act: &mut Act<'_>, unit: UnitId) {
    let here = act.state.hex_of(unit);
    let waiting = act.state.all_units().filter(|(_, german)| german.surrendered && german.hex() == here);
    for german in waiting.map(|(german, _)| german).collect::<Vec<_>>() {
        act.state.unit_mut(german).surrendered = false;
        capture(act, german);
    }
}
