//! Set-up (FD-19): the state before the first chit is drawn. `set_up/` reads scenarios, `state::faults` finds what is
//! wrong with them.

use engine::{Entry, Frames, SeatInfo, Tone};

use crate::{
    rule_ids::SET_UP,
    state::{Divisions, EventChit, Frame, March, Place, State, TurnWeather, UnitInfo, UnitSet, UnitState},
};

/// The state before the first chit is drawn.
pub(crate) fn first_state(rules: &Divisions) -> State {
    let mut occupants = vec![UnitSet::NONE; rules.grid().len()];
    for (unit, info) in rules.all_units().zip(&rules.units) {
        if let Place::On(hex) = info.start {
            occupants[hex.index()].add(unit);
        }
    }
    let unit = |info: &UnitInfo| UnitState { place: info.start, steps: info.steps };
    let weather = match rules.turns.first() {
        Some(TurnWeather::Fixed(weather)) => *weather,
        Some(TurnWeather::Roll) | None => rules.weather_table.first().copied().unwrap_or(0),
    };
    State {
        turn: 1,
        weather,
        units: rules.units.iter().map(unit).collect(),
        cup: Vec::new(),
        hands: [Vec::new(), Vec::new()],
        pools: [0, 1].map(|side: usize| rules.pools[side].chits.iter().copied().map(EventChit::Kind).collect()),
        played: [Vec::new(), Vec::new()],
        holders: rules.objectives.iter().map(|objective| objective.held_by).collect(),
        steps_lost: [0, 0],
        kill_points: [0, 0],
        pinned: UnitSet::NONE,
        moved: UnitSet::NONE,
        fired: UnitSet::NONE,
        frames: Frames::new(Frame::Cup { fresh: true }),
        untold: March::default(),
        occupants,
    }
}

/// The line about the map laid out.
pub(crate) fn entry(rules: &Divisions) -> Entry {
    let side = |info: &SeatInfo| match rules.side(info.seat).len() {
        1 => format!("{} with one counter", info.name),
        several => format!("{} with {several} counters", info.name),
    };
    let sides = rules.seats.iter().map(side).collect::<Vec<_>>().join(", ");
    Entry::new(SET_UP, format!("The map is laid out: {sides}")).tone(Tone::Quiet)
}
