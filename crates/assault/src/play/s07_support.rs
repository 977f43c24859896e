//! The support phase (AS-7): aircraft are announced (AS-12.3.1), batteries are asked for and range in (AS-12.4.1,
//! AS-12.4.2).

use std::ops::ControlFlow;

use dice::Die;
use engine::{Choice, ChoiceKind, Entry, Family, Resolution, Seat, Thrown, Verb, Visit, Wish};
use hexmap::{Hex, HexSet};

use super::{
    Refused,
    notation::{read_hex, read_support, support_id},
    offer::{group, support_name},
    pointing::Meant,
    s09_terrain,
    s12_4_off_board::{Fired, Shell},
    s13_status,
};
use crate::{
    rule_ids::{OFF_BOARD, SHELLS, SUPPORT},
    state::{Act, Ask, Assault, Called, Frame, Module, Support, SupportState, Unit, UnitSet},
    tables::{Kind, pool::Colour},
};

/// Ask for support.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its place in the side's list.
    pub support: u8,
    /// Where a battery ranges in.
    pub at: Option<Hex>,
}

/// Support that may be asked for.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    seat: Seat,
    place: u8,
    wanted: Wanted,
}

#[derive(Copy, Clone, Debug)]
enum Wanted {
    /// Aircraft, by their support.
    Aircraft(Support),
    /// A battery, and where it ranges in.
    Battery(u8, Hex),
}

impl Family for Request {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("request", "request SUPPORT [at HEX]")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Support { seat } = *ask.state.frames.top() else { return ControlFlow::Continue(()) };
        self::visit(ask, seat, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        check(ask, *self)
    }

    fn perform(ready: Ready, act: &mut Act<'_>) {
        request(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let name = support_name(ask, self.support);
        match self.at {
            Some(at) => Choice {
                hex: Some(ask.rules.label(at)),
                group: group(&name, 1, Some(&format!("Call {name}"))),
                ..Choice::new(ChoiceKind::Hex, SUPPORT, format!("{name} on {}", ask.rules.label(at)))
            },
            None => Choice::new(ChoiceKind::Button, SUPPORT, format!("Call {name}")),
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let at = self.at.map(|at| format!(" at {}", ask.rules.label(at))).unwrap_or_default();
        format!("request {}{at}", support_id(ask, self.support))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["request", which] => Request { support: read_support(ask, which)?, at: None },
            ["request", which, "at", at] => {
                Request { support: read_support(ask, which)?, at: Some(read_hex(ask, at)?) }
            }
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

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

fn check(ask: Ask<'_>, Request { support: place, at }: Request) -> Result<Ready, Refused> {
    let Frame::Support { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let wanted = match (ready(ask, seat, place)?, at) {
        (support @ Support::Aircraft(_), None) => Wanted::Aircraft(support),
        (Support::Battery(battery), Some(at)) => {
            let seen = observers(ask, seat, battery).any(|unit| s09_terrain::sees(ask, unit, at, Kind::Infantry));
            if !seen {
                return Err(Refused::NoObserver);
            }
            Wanted::Battery(battery, at)
        }
        (Support::Aircraft(_), Some(_)) | (Support::Battery(_), None) => return Err(Refused::NoSuchSupport),
    };
    Ok(Ready { seat, place, wanted })
}

fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, Request>) -> ControlFlow<()> {
    let mut known: Option<(UnitSet, HexSet)> = None;
    for place in 0..ask.state.support[seat.index()].len() as u8 {
        match ready(ask, seat, place) {
            Ok(Support::Aircraft(_)) => visit(Request { support: place, at: None })?,
            Ok(Support::Battery(battery)) => {
                let observers = observers(ask, seat, battery).collect();
                // Most batteries have the same observers.
                if known.as_ref().is_none_or(|(others, _)| *others != observers) {
                    known = Some((observers, observed(ask, observers)));
                }
                for at in known.iter().flat_map(|(_, seen)| seen.iter()) {
                    visit(Request { support: place, at: Some(at) })?;
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

/// Whether a side may have something to ask for. Whether somebody of it can observe is its own business.
pub(crate) fn is_open(ask: Ask<'_>, seat: Seat) -> bool {
    (0..ask.state.support[seat.index()].len() as u8).any(|place| ready(ask, seat, place).is_ok())
}

/// Asks for support.
fn request(act: &mut Act<'_>, Ready { seat, place, wanted }: Ready) {
    let called = match wanted {
        Wanted::Battery(battery, at) => range_in(act, seat, battery, at),
        Wanted::Aircraft(support) => {
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
        let die = rules.catalogue.support().artillery.shell.die;
        Entry::new(SHELLS, text).by(seat).at([ask.rules.label(hex)]).because(Resolution {
            modifiers: Vec::new(),
            throws: vec![
                Thrown::symbols("shell", [face], die.dice().map(Colour::word)),
                Thrown::new(&Die::D6, "direction", [d6]),
            ],
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
