//! Turns and the chit cup (FD-8), command (FD-9), weather (FD-16).
//!
//! ```text
//! turn: weather, fill the cup
//!   └─ draw a chit ─┬─ a formation: it moves, fires, assaults; pins come off
//!                   └─ an event: its side draws from its pool
//!      … until the cup is empty
//! ```

use dice::{Dice, Die, Throw};
use engine::{Entry, Journal, Modifier, Resolution, Seat, Thrown, Tone};

use crate::{
    rule_ids::{COMMAND, CUP, PINS, SET_UP, WEATHER},
    state::{Activation, Chit, Frame, Phase, Place, State},
    unit_set::UnitSet,
    world::{Divisions, TurnWeather},
};

impl Divisions {
    /// Draws a chit; at the start of a turn the weather comes first and the cup is filled.
    pub(crate) fn draw(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        if matches!(state.frames.top(), Frame::Cup { fresh: true }) {
            self.begin_turn(state, dice, journal);
            state.frames.replace(Frame::Cup { fresh: false });
        }
        if state.cup.is_empty() {
            self.end_turn(state, journal);
            return;
        }
        let picked = match state.cup.len() {
            1 => 0,
            several => dice.throw(&Throw::pick("a chit from the cup", several)).picked(),
        };
        match state.cup.remove(picked) {
            Chit::Formation(formation) => self.activate(state, formation, journal),
            Chit::Event(seat) => {
                self.draw_event(state, seat, dice, journal);
                if state.cup.is_empty() {
                    self.end_turn(state, journal);
                }
            }
        }
        self.settle(state, journal);
    }

    fn begin_turn(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        if state.turn == 1 {
            journal.note(|| self.set_up_entry());
        }
        journal.note(|| Entry::new(CUP, self.turn_name(state.turn)).tone(Tone::Heading));
        let fixed = self.turns[usize::from(state.turn) - 1];
        let (weather, thrown) = match fixed {
            TurnWeather::Fixed(weather) => (weather, None),
            TurnWeather::Roll => {
                let fell = dice.throw(&Throw::d6("weather", 1).read(&|faces| u16::from(self.weather_of(faces[0]))));
                (fell.row() as u8, Some(fell.faces()[0]))
            }
        };
        state.weather = weather;
        journal.note(|| self.weather_entry(weather, thrown));

        for (index, formation) in (0u8..).zip(&self.formations) {
            if self.can_act(state, formation.units) {
                state.cup.push(Chit::Formation(index));
            }
        }
        for seat in [Seat(0), Seat(1)] {
            let count = self.pools[seat.index()].drawn_on(state.turn);
            state.cup.extend((0..count).map(|_| Chit::Event(seat)));
        }
    }

    fn set_up_entry(&self) -> Entry {
        let side = |info: &engine::SeatInfo| match self.side(info.seat).len() {
            1 => format!("{} with one counter", info.name),
            several => format!("{} with {several} counters", info.name),
        };
        let sides = self.seats.iter().map(side).collect::<Vec<_>>().join(", ");
        Entry::new(SET_UP, format!("The map is laid out: {sides}")).tone(Tone::Quiet)
    }

    fn weather_of(&self, face: u16) -> u8 {
        self.weather_table.get(usize::from(face) - 1).copied().unwrap_or(0)
    }

    fn weather_entry(&self, weather: u8, thrown: Option<u16>) -> Entry {
        let weather = &self.catalogue.weather[usize::from(weather)];
        let entry = Entry::new(WEATHER, weather.text.clone());
        match thrown {
            None => entry,
            Some(face) => entry.because(Resolution {
                modifiers: Vec::<Modifier>::new(),
                throws: vec![Thrown::new(&Die::D6, "weather", [face])],
                reading: format!("{face}: {}", weather.name.to_lowercase()),
                result: weather.id.clone(),
            }),
        }
    }

    pub(crate) fn turn_name(&self, turn: u8) -> String {
        match self.clock.get(usize::from(turn) - 1) {
            Some(clock) => format!("Turn {turn}: {clock}"),
            None => format!("Turn {turn}"),
        }
    }

    /// Whether a formation has a company on the map, or one that may come in this turn.
    pub(crate) fn can_act(&self, state: &State, units: UnitSet) -> bool {
        units.iter().any(|unit| match state.units[unit.index()].place {
            Place::On(_) => true,
            Place::Reserve => self.unit(unit).arrives <= state.turn,
            Place::Gone => false,
        })
    }

    fn activate(&self, state: &mut State, formation: u8, journal: &mut dyn Journal) {
        let info = &self.formations[usize::from(formation)];
        journal.note(|| Entry::new(CUP, format!("{} is drawn and acts", info.name)).by(info.seat).tone(Tone::Heading));
        let in_command = self.in_command(state, formation);
        let out = info.units.without(in_command).iter().filter(|&unit| state.hex(unit).is_some()).collect::<UnitSet>();
        if !out.is_empty() {
            journal.note(|| {
                Entry::new(COMMAND, format!("Out of command: {}", self.names(out))).by(info.seat).about(self.ids(out))
            });
        }
        state.frames.push(Frame::Activation(Activation { formation, phase: Phase::Movement, in_command, march: 0 }));
    }

    /// The units of a formation within the command radius of its headquarters. A formation that never had a
    /// headquarters counter is always in command; reinforcements arrive in command.
    pub fn in_command(&self, state: &State, formation: u8) -> UnitSet {
        let info = &self.formations[usize::from(formation)];
        let Some(headquarters) = info.headquarters else { return info.units };
        let centre = state.hex(headquarters);
        let waiting = state.units[headquarters.index()].place == Place::Reserve;
        let radius = self.unit(headquarters).command;
        let near = |unit: &crate::unit_set::Unit| match (state.hex(*unit), centre) {
            (None, _) => true,
            (Some(hex), Some(centre)) => self.map.grid.distance(hex, centre) <= radius,
            (Some(_), None) => waiting,
        };
        info.units.iter().filter(near).collect()
    }

    /// Ends the activation: pins come off.
    pub(crate) fn end_activation(&self, state: &mut State, journal: &mut dyn Journal) {
        if !state.pinned.is_empty() {
            let free = state.pinned.iter().map(|unit| self.unit(unit).id.clone());
            journal
                .note(|| Entry::new(PINS, "The activation ends and all pins come off").tone(Tone::Quiet).about(free));
        }
        state.pinned = UnitSet::NONE;
        state.moved = UnitSet::NONE;
        state.fired = UnitSet::NONE;
        state.frames.pop();
        if state.cup.is_empty() {
            self.end_turn(state, journal);
        }
    }

    fn end_turn(&self, state: &mut State, journal: &mut dyn Journal) {
        if usize::from(state.turn) >= self.turns.len() {
            self.end_game(state, journal);
        } else {
            state.turn += 1;
            state.frames.replace(Frame::Cup { fresh: true });
        }
    }
}
