//! The support phase (AS-7): aircraft are announced (AS-12.3.1), batteries are asked for and range in (AS-12.4.1, AS-12.4.2).

use std::ops::ControlFlow;

use dice::Die;
use engine::{Entry, Resolution, Seat, Thrown};
use hexmap::{Hex, HexSet};

use super::{
    Refused, Visit,
    action::Action,
    s09_terrain,
    s12_4_off_board::{Fired, Shell},
    s13_status,
};
use crate::{
    rule_ids::{OFF_BOARD, SHELLS, SUPPORT},
    state::{Act, Ask, Assault, Called, Frame, Module, Support, SupportState, Unit, UnitSet},
    tables::Kind,
};

/// The support of a side at the start.
pub(super) fn at_the_start(rules: &Assault, seat: Seat) -> Vec<SupportState> {
    let rounds = |support: &Support| match *support {
        // A card of aircraft is one strike of one or more runs.
        Support::Aircraft(_) => 1,
        Support::Battery(place) => rules.battery(place).rounds,
    };
    let all = rules.side(seat).support.iter().filter(|_| rules.modules.has(Module::Support));
    all.map(|support| SupportState { rounds: rounds(support), called: None, back: 1 }).collect()
}

/// Support of a side that could be asked for now.
fn ready(ask: Ask<'_>, seat: Seat, place: u8) -> Result<Support, Refused> {
    let support = *ask.rules.side(seat).support.get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let state = ask.state.support[seat.index()].get(usize::from(place)).ok_or(Refused::NoSuchSupport)?;
    let waits = state.called.is_some() || state.back > ask.state.turn || state.rounds == 0;
    if waits { Err(Refused::NotReady) } else { Ok(support) }
}

/// Whether a unit may call a battery onto hexes that it sees.
fn observes(ask: Ask<'_>, seat: Seat, battery: u8, unit: Unit) -> bool {
    ask.state.unit(unit).seat == seat
        && ask.rules.battery(battery).may_spot(ask.rules.card(ask.state, unit))
        && !s13_status::is_shaken(ask, unit)
}

pub(super) fn check(ask: Ask<'_>, place: u8, at: Option<Hex>) -> Result<(), Refused> {
    let Frame::Support { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    match (ready(ask, seat, place)?, at) {
        (Support::Aircraft(_), None) => Ok(()),
        (Support::Battery(battery), Some(at)) => {
            let seen = observers(ask, seat, battery).any(|unit| s09_terrain::sees(ask, unit, at, Kind::Infantry));
            if seen { Ok(()) } else { Err(Refused::NoObserver) }
        }
        (Support::Aircraft(_), Some(_)) | (Support::Battery(_), None) => Err(Refused::NoSuchSupport),
    }
}

pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let mut known: Option<(UnitSet, HexSet)> = None;
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        match ready(ask, seat, place) {
            Ok(Support::Aircraft(_)) => visit(Action::Request { support: place, at: None })?,
            Ok(Support::Battery(battery)) => {
                let observers = observers(ask, seat, battery).collect();
                // Most batteries have the same observers.
                if known.as_ref().is_none_or(|(others, _)| *others != observers) {
                    known = Some((observers, observed(ask, observers)));
                }
                for at in known.iter().flat_map(|(_, seen)| seen.iter()) {
                    visit(Action::Request { support: place, at: Some(at) })?;
                }
            }
            Err(_) => {}
        }
    }
    ControlFlow::Continue(())
}

/// Units on the map that may call a battery.
fn observers(ask: Ask<'_>, seat: Seat, battery: u8) -> impl Iterator<Item = Unit> + '_ {
    ask.state.side(seat).filter(move |&unit| observes(ask, seat, battery, unit))
}

/// The hexes that one of some units sees.
fn observed(ask: Ask<'_>, observers: UnitSet) -> HexSet {
    let mut seen = HexSet::new(ask.rules.grid().len());
    for unit in observers.iter() {
        s09_terrain::add_seen(ask, &mut seen, unit, Kind::Infantry);
    }
    seen
}

/// Whether a side has something to ask for.
pub(super) fn is_open(ask: Ask<'_>, seat: Seat) -> bool {
    (0..ask.state.support[seat.index()].len() as u8).any(|place| match ready(ask, seat, place) {
        Ok(Support::Aircraft(_)) => true,
        // Everybody sees at least the hex he is in.
        Ok(Support::Battery(battery)) => observers(ask, seat, battery).next().is_some(),
        Err(_) => false,
    })
}

/// Asks for support.
pub(super) fn request(act: &mut Act<'_>, place: u8, at: Option<Hex>) {
    let Frame::Support { seat } = *act.state.frames.top() else { return };
    let Ok(support) = ready(act.ask(), seat, place) else { return };
    let called = match (support, at) {
        (Support::Battery(battery), Some(at)) => range_in(act, seat, battery, at),
        (Support::Battery(_), None) | (Support::Aircraft(_), _) => {
            act.note(|ask| {
                let text = format!("{} announces {}", ask.rules.side_name(seat), ask.rules.support_name(support));
                Entry::new(SUPPORT, text).by(seat)
            });
            Called { hex: None, turn: act.state.turn, confirmed: crate::tables::pool::Pool::NONE }
        }
    };
    act.state.support[seat.index()][usize::from(place)].called = Some(called);
}

/// A battery fires an exploratory shell; the waypoint marker lies where it fell (AS-12.4.2.2).
fn range_in(act: &mut Act<'_>, seat: Seat, battery: u8, at: Hex) -> Called {
    let rules = act.rules;
    let Fired { face, d6, shell } = Shell::fire(&rules.catalogue, act.dice);
    let hex = shell.lands(rules.grid(), at);
    act.note(|ask| {
        let name = &ask.rules.battery(battery).name;
        Entry::new(OFF_BOARD, format!("{name} is called onto {}", ask.rules.label(at)))
            .by(seat)
            .at([ask.rules.label(at)])
    });
    act.note(|ask| {
        let text = match shell {
            Shell::Confirmed(_) => format!("The shell falls in {}: confirmed", ask.rules.label(hex)),
            Shell::Drifts { hexes, .. } => format!("The shell drifts by {hexes} to {}", ask.rules.label(hex)),
        };
        Entry::new(SHELLS, text).by(seat).at([ask.rules.label(hex)]).because(Resolution {
            modifiers: Vec::new(),
            throws: vec![Thrown::symbols("shell", [face]), Thrown::new(&Die::D6, "direction", [d6])],
            reading: format!("waypoint in {}", ask.rules.label(hex)),
            result: if hex == at { "confirmed" } else { "drifts" }.to_owned(),
        })
    });
    Called {
        hex: Some(hex),
        turn: act.state.turn.saturating_add(rules.battery(battery).delay),
        confirmed: shell.dice(),
    }
}

/// A side has asked for all it wants.
pub(super) fn done(act: &mut Act<'_>, seat: Seat) {
    if seat == act.state.initiative {
        act.state.frames.replace(Frame::Support { seat: seat.other() });
    } else {
        let first = act.state.initiative;
        act.state.passed = [false, false];
        act.state.frames.replace(Frame::Action { seat: first });
    }
}
