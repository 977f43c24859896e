//! Prisoners of war who are found, loaded, carried and brought off the map (Mission 2). They have no turn of their own:
//! where they go, a vehicle takes them.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Tone, Visit, Wish};
use hexmap::Hex;

use crate::{
    booklet::terms::WayOut,
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns,
        s07_movement::going,
    },
    rule_ids::FREED_MEN,
    state::{
        Frame, Freed,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Side, UnitId},
    },
    tables::cards::{Carries, Kind},
};

/// What is done with a counter of freed men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// They climb onto a vehicle.
    Load {
        /// The place of the counter in the list: 0 for the first.
        counter: u8,
        /// The vehicle.
        carrier: UnitId,
    },
    /// They get off.
    Unload {
        /// The place of the counter.
        counter: u8,
    },
}

/// Everything that might be done with them: by anybody in operations, by the unit whose turn it is in rounds.
pub(crate) fn possible(ask: Ask<'_>, turn: Option<UnitId>) -> Vec<Rescue> {
    let carriers =
        ask.state.active(Side::Us).map(|(unit, _)| unit).filter(|unit| turn.is_none_or(|acts| acts == *unit));
    let carriers: Vec<UnitId> = if ask.state.freed.is_empty() { Vec::new() } else { carriers.collect() };
    let counters = || (0..).zip(&ask.state.freed).map(|(counter, _)| counter);
    let loads = counters().flat_map(|counter| carriers.iter().map(move |&carrier| Rescue::Load { counter, carrier }));
    loads.chain(counters().map(|counter| Rescue::Unload { counter })).collect()
}

/// The vehicle it is about.
fn carrier_of(ask: Ask<'_>, rescue: Rescue) -> Result<UnitId, Refused> {
    match rescue {
        Rescue::Load { carrier, .. } => Ok(carrier),
        Rescue::Unload { counter } => match ask.state.freed.get(usize::from(counter)) {
            Some(Freed::Aboard(carrier)) => Ok(*carrier),
            Some(Freed::At(_) | Freed::Out(_) | Freed::Lost) => Err(Refused::NotCarried),
            None => Err(Refused::NoFreedMen),
        },
    }
}

/// They need room for a squad, in the hex where they wait.
fn check_load(ask: Ask<'_>, counter: u8, carrier: UnitId) -> Result<(), Refused> {
    let Some(Freed::At(hex)) = ask.state.freed.get(usize::from(counter)) else { return Err(Refused::NoFreedMen) };
    let ours = ask.state.unit(carrier).side == Side::Us && ask.state.unit(carrier).is_active();
    if !ours || going::own_hex(ask, carrier)? != *hex {
        return Err(Refused::CannotCarry);
    }
    let card = ask.rules.card(ask.state.unit(carrier));
    let loads = going::loads(ask, carrier);
    let tows = loads.iter().any(|&other| ask.rules.card(ask.state.unit(other)).kind == Kind::Gun);
    let rides = loads.iter().any(|&other| ask.rules.card(ask.state.unit(other)).kind.is_squad());
    let full = rides || has_aboard(ask, carrier) || card.carries_or_tows && tows;
    if card.carries == Some(Carries::Squad) && !full { Ok(()) } else { Err(Refused::CannotCarry) }
}

/// Whether a vehicle has freed men aboard.
pub(crate) fn has_aboard(ask: Ask<'_>, carrier: UnitId) -> bool {
    ask.state.freed.contains(&Freed::Aboard(carrier))
}

/// A paragraph has found some; there are as many counters as the box has.
pub(crate) fn find(act: &mut Act<'_>, hex: Hex) {
    if act.state.freed.len() < act.rules.sheet.counters.letters("pow").len() {
        act.state.freed.push(Freed::At(hex));
    }
}

/// A vehicle leaves the map with those it carries.
pub(crate) fn bring_out(act: &mut Act<'_>, carrier: UnitId, hex: Option<Hex>) {
    let Some(hex) = hex else { return };
    change_those_aboard(act, carrier, Freed::Out(hex), "are out, on");
}

/// A vehicle is taken from the map without those it carries.
pub(crate) fn set_down(act: &mut Act<'_>, carrier: UnitId) {
    let here = act.state.hex_of(carrier).map_or(Freed::Lost, Freed::At);
    change_those_aboard(act, carrier, here, "get off");
}

/// A vehicle is lost with those it carries.
pub(crate) fn lose(act: &mut Act<'_>, carrier: UnitId) {
    change_those_aboard(act, carrier, Freed::Lost, "die with");
}

fn change_those_aboard(act: &mut Act<'_>, carrier: UnitId, now: Freed, verb: &str) {
    for counter in 0..act.state.freed.len() {
        if act.state.freed[counter] == Freed::Aboard(carrier) {
            act.state.freed[counter] = now;
            let tone = match now {
                Freed::Lost => Tone::Loss,
                Freed::Out(_) => Tone::Heading,
                Freed::At(_) | Freed::Aboard(_) => Tone::Plain,
            };
            act.note(|ask| {
                let text = format!("{} {verb} {}.", called(counter as u8), ask.state.unit(carrier).name);
                Entry::new(FREED_MEN, text).tone(tone).about([ask.state.id_of(carrier)])
            });
        }
    }
}

/// What a counter is called.
pub(crate) fn called(counter: u8) -> String {
    format!("Prisoners of war {}", u16::from(counter) + 1)
}

/// How many have been brought out this way.
pub(crate) fn brought_out(ask: Ask<'_>, way: WayOut) -> usize {
    let this_way = |freed: &&Freed| match (freed, way) {
        (Freed::Out(_), WayOut::Any) => true,
        (Freed::Out(hex), WayOut::Hex(number)) => number.hex == *hex,
        (Freed::Out(hex), WayOut::Edge(edge)) => edge.is_edge(ask.rules.mission.north, ask.rules.grid(), *hex),
        (Freed::At(_) | Freed::Aboard(_) | Freed::Lost, _) => false,
    };
    ask.state.freed.iter().filter(this_way).count()
}

/// What is done with freed men, checked: where they are then.
#[derive(Copy, Clone, Debug)]
pub struct ReadyRescue {
    counter: u8,
    carrier: UnitId,
    place: Freed,
    verb: &'static str,
}

impl Family for Rescue {
    type Rules = OpenFire;
    type Ready<'r> = ReadyRescue;

    const FORMS: &'static [Form] = &[("rescue", "rescue NUMBER UNIT"), ("set-down", "set-down NUMBER")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Rescue>) -> ControlFlow<()> {
        for action in possible(ask, turns::in_turn(ask).ok().map(|turn| turn.unit)) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyRescue, Refused> {
        let carrier = carrier_of(ask, *self)?;
        let turn = turns::in_turn(ask).ok();
        if turn.is_none() && *ask.state.frames.top() != Frame::Operations {
            return Err(Refused::NotNow);
        }
        let found = match *self {
            Rescue::Load { counter, .. } => {
                check_load(ask, counter, carrier)?;
                ReadyRescue { counter, carrier, place: Freed::Aboard(carrier), verb: "climb onto" }
            }
            Rescue::Unload { counter } => {
                let place = Freed::At(going::own_hex(ask, carrier)?);
                ReadyRescue { counter, carrier, place, verb: "get off" }
            }
        };
        if ask.state.unit(carrier).condition.suppressed {
            return Err(Refused::Suppressed);
        }
        match turn {
            Some(turn) if turn.unit != carrier => Err(Refused::NotItsTurn),
            Some(turn) => turns::check_all_points(ask, turn).map(|()| found),
            None => Ok(found),
        }
    }

    fn perform(ready: ReadyRescue, act: &mut Act<'_>) {
        let ReadyRescue { counter, carrier, place, verb } = ready;
        turns::use_whole_turn(act);
        act.state.freed[usize::from(counter)] = place;
        act.note(|ask| {
            let text = format!("{} {verb} {}.", called(counter), ask.state.unit(carrier).name);
            Entry::new(FREED_MEN, text).about([ask.state.id_of(carrier)])
        });
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Rescue::Load { counter, carrier } => {
                format!("rescue {} {}", u16::from(counter) + 1, ask.state.id_of(carrier))
            }
            Rescue::Unload { counter } => format!("set-down {}", u16::from(counter) + 1),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Rescue>, String> {
        let counter = |number: &str| {
            notation::read_place(number).ok_or_else(|| format!("\"{number}\" is no counter: they are counted from 1"))
        };
        Ok(Some(match *words {
            ["rescue", number, who] => {
                Rescue::Load { counter: counter(number)?, carrier: notation::read_unit(ask, who)? }
            }
            ["set-down", number] => Rescue::Unload { counter: counter(number)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Rescue>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, rescue: Rescue, choice: &mut Choice) {
    let Ok(carrier) = carrier_of(ask, rescue) else { return };
    choice.rule = FREED_MEN;
    choice.units = vec![ask.state.id_of(carrier)];
    let name = &ask.state.unit(carrier).name;
    choice.label = match rescue {
        Rescue::Load { counter, .. } => format!("{} climb onto {name}", called(counter)),
        Rescue::Unload { counter } => format!("{} get off {name}", called(counter)),
    };
    (choice.cost, choice.group) = (offers::price_of_the_turn(ask), Group::Crew.listed());
}
