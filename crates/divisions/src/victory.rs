//! Victory (FD-18): ground held at the end and enemy steps destroyed.

use engine::{Entry, Journal, Seat, Tone};
use hexmap::Hex;

use crate::{
    rule_ids::VICTORY,
    state::{Frame, Place, State},
    world::Divisions,
};

impl Divisions {
    /// Victory points of a side as things stand.
    pub fn points(&self, state: &State, seat: Seat) -> i32 {
        let held = self.objectives.iter().zip(&state.holders).filter(|(_, holder)| **holder == Some(seat));
        let ground: i32 = held.map(|(objective, _)| objective.points).sum();
        ground + state.kill_points[seat.index()] + self.victory.handicap[seat.index()]
    }

    /// Whoever enters an objective holds it until the enemy does.
    pub(crate) fn take_objective(&self, state: &mut State, seat: Seat, hex: Hex, journal: &mut dyn Journal) {
        for (place, objective) in self.objectives.iter().enumerate() {
            if objective.hex == hex && state.holders[place] != Some(seat) {
                self.tell_march(state, journal);
                state.holders[place] = Some(seat);
                journal.note(|| {
                    let (name, points) = (&self.seats[seat.index()].name, counted(objective.points));
                    let text = format!("{name} takes {}: {points} for whoever holds it", objective.name);
                    Entry::new(VICTORY, text).by(seat).at([self.label(hex)])
                });
            }
        }
    }

    /// The side with the lead that wins, as things stand.
    pub(crate) fn leader(&self, state: &State) -> Option<Seat> {
        let lead = self.points(state, Seat(0)) - self.points(state, Seat(1));
        if lead >= self.victory.margin {
            Some(Seat(0))
        } else if -lead >= self.victory.margin {
            Some(Seat(1))
        } else {
            None
        }
    }

    /// Whether a side has nothing left, on the map or to come.
    pub(crate) fn is_destroyed(&self, state: &State, seat: Seat) -> bool {
        self.side(seat).iter().all(|unit| state.units[unit.index()].place == Place::Gone)
    }

    pub(crate) fn end_game(&self, state: &mut State, journal: &mut dyn Journal) {
        self.tell_march(state, journal);
        let winner = self.leader(state);
        journal.note(|| {
            let result = self.result_title(winner, self.points(state, Seat(0)) - self.points(state, Seat(1)));
            Entry::new(VICTORY, format!("The game ends: {result}")).tone(Tone::Heading)
        });
        while state.frames.pop().is_some() {}
        state.frames.replace(Frame::Over { winner });
    }

    pub(crate) fn result_title(&self, winner: Option<Seat>, lead: i32) -> String {
        match winner {
            None => "a draw".to_owned(),
            Some(seat) => {
                let degree = if lead.abs() >= self.victory.decisive { "decisive" } else { "marginal" };
                format!("{degree} victory for {}", self.seats[seat.index()].name)
            }
        }
    }
}

/// "1 victory point", "3 victory points".
pub(crate) fn counted(points: i32) -> String {
    if points == 1 { "1 victory point".to_owned() } else { format!("{points} victory points") }
}
