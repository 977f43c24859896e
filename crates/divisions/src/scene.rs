//! What a player sees: facts, counters, marks and the outcome; see also `prompt`, `panels` and `choices`.

use engine::{
    Absent, Choice, Counter, CounterState, Fact, Mark, Marker, Number, Outcome, RuleId, Scene, Seat, Steps, Viewer,
};

use crate::{
    catalogue::Arm,
    rule_ids::{COMMAND, FIRE_PHASE, PINS, UNITS},
    state::{EventChit, Frame, Phase, State},
    unit_set::{Unit, UnitSet},
    world::{Divisions, TurnWeather},
};

impl Divisions {
    /// The state as a viewer may know it: the other side's event chits are turned face down, in its hand and in its pool.
    pub(crate) fn hide(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for seat in [Seat(0), Seat(1)].into_iter().filter(|&seat| !viewer.knows(seat)) {
            let hidden = seen.hands[seat.index()].iter_mut().chain(&mut seen.pools[seat.index()]);
            hidden.for_each(|chit| *chit = EventChit::FaceDown);
        }
        seen
    }

    pub(crate) fn draw_scene(&self, state: &State, viewer: Viewer) -> Scene {
        let asked = self.asked(state);
        let mut actions = Vec::new();
        if asked.is_some_and(|seat| viewer.is(seat)) {
            let _ = self.visit_legal(state, &mut |action| {
                actions.push(action);
                std::ops::ControlFlow::Continue(())
            });
        }
        let mut choices: Vec<Choice> = actions.iter().map(|action| self.choice(state, action)).collect();
        self.ask_once_more(state, &actions, &mut choices);
        Scene {
            prompt: self.prompt(state, viewer),
            facts: self.facts(state),
            counters: self.counters(state, &choices),
            absent: self.absent(state, &choices),
            marks: self.marks(state),
            panels: self.panels(state, viewer),
            displays: Vec::new(),
            acting: None,
            steering: Vec::new(),
            choices,
            sheet: None,
            outcome: self.outcome(state),
        }
    }

    pub(crate) fn standing_line(&self, state: &State) -> String {
        engine::standing(self.outcome(state).as_ref(), &self.facts(state))
    }

    /// Companies that come in later, as far as the choices name them.
    fn absent(&self, state: &State, choices: &[Choice]) -> Vec<Absent> {
        let named = |id: &str| choices.iter().any(|choice| choice.units.iter().any(|unit| unit == id));
        let away = (0..self.units.len() as u8).map(Unit).filter(|&unit| state.hex(unit).is_none());
        let away = away.map(|unit| self.unit(unit)).filter(|unit| named(&unit.id));
        away.map(|unit| Absent { id: unit.id.clone(), name: unit.name.clone() }).collect()
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        let fact = |label: &str, value: String, detail: String| Fact { label: label.to_owned(), value, detail };
        let weather = &self.catalogue.weather[usize::from(state.weather)];
        let clock = self.clock.get(usize::from(state.turn) - 1).cloned().unwrap_or_default();
        let unknown = matches!(state.frames.top(), Frame::Cup { fresh: true })
            && self.turns[usize::from(state.turn) - 1] == TurnWeather::Roll;
        let mut facts = vec![fact("Turn", format!("{} of {}", state.turn, self.turns.len()), clock)];
        facts.push(if unknown {
            fact("Weather", "not known yet".to_owned(), "It is thrown for when the first chit is drawn.".to_owned())
        } else {
            fact("Weather", weather.name.clone(), weather.text.clone())
        });
        for seat in &self.seats {
            let value = format!("{} VP", self.points(state, seat.seat));
            let lost = state.steps_lost[seat.seat.index()];
            facts.push(fact(&seat.name, value, format!("{lost} steps lost (FD-7)")));
        }
        facts
    }

    fn counters(&self, state: &State, choices: &[Choice]) -> Vec<Counter> {
        let spent = self.spent(state);
        let units = (0u8..).map(Unit).zip(&self.units);
        units
            .filter_map(|(unit, info)| {
                let hex = state.hex(unit)?;
                let face = self.face(state, unit);
                let kind = &self.catalogue.kinds[info.kind];
                let number = |value: String, meaning: &str, ink: &str| Number {
                    value,
                    meaning: meaning.to_owned(),
                    ink: ink.to_owned(),
                };
                let ready = choices.iter().any(|choice| choice.units.contains(&info.id));
                let counter_state = match () {
                    () if ready => CounterState::Ready,
                    () if spent.has(unit) => CounterState::Done,
                    () => CounterState::Idle,
                };
                Some(Counter {
                    id: info.id.clone(),
                    hex: self.label(hex),
                    seat: info.seat,
                    name: info.name.clone(),
                    kind: kind.name.clone(),
                    symbol: kind.symbol.clone(),
                    formation: self.formations[usize::from(info.formation)].mark.clone(),
                    numbers: vec![
                        number(face.range.to_string(), "direct fire range", "plain"),
                        number(face.assault.to_string(), "assault strength", "red"),
                        number(face.defence.to_string(), "defence", "green"),
                        number(face.moves.to_string(), "movement points", "plain"),
                    ],
                    steps: Steps { left: state.steps(unit), of: 2 },
                    markers: self.markers(state, unit),
                    state: counter_state,
                    facing: None,
                })
            })
            .collect()
    }

    /// Companies of the active formation that can do nothing more in this phase.
    fn spent(&self, state: &State) -> UnitSet {
        let Some(activation) = self.activation(state) else { return UnitSet::NONE };
        let done = match activation.phase {
            Phase::Movement => state.moved,
            Phase::Fire | Phase::Assault => state.fired,
        };
        done.and(self.formations[usize::from(activation.formation)].units)
    }

    fn markers(&self, state: &State, unit: Unit) -> Vec<Marker> {
        let marker = |id: &str, label: &str, meaning: &str, rule: RuleId| Marker {
            id: id.to_owned(),
            label: label.to_owned(),
            meaning: meaning.to_owned(),
            rule,
        };
        let mut markers = Vec::new();
        if state.steps(unit) == 1 {
            markers.push(marker("depleted", "Depleted", "One step left: the next loss eliminates it.", UNITS));
        }
        if state.pinned.has(unit) {
            markers.push(marker("pinned", "Pinned", "It moves no further and does not assault; it may fire.", PINS));
        }
        if state.fired.has(unit) {
            markers.push(marker("fired", "Fired", "It has fired or fought in this activation.", FIRE_PHASE));
        }
        if let Some(activation) = self.activation(state)
            && self.formations[usize::from(activation.formation)].units.has(unit)
            && !activation.in_command.has(unit)
        {
            markers.push(marker("out-of-command", "Out of command", "Half its movement, no close assault.", COMMAND));
        }
        markers
    }

    fn marks(&self, state: &State) -> Vec<Mark> {
        let objectives = self.objectives.iter().zip(&state.holders).map(|(objective, holder)| Mark {
            hex: self.label(objective.hex),
            kind: "objective".to_owned(),
            label: objective.points.to_string(),
            detail: format!("{}: {} points for whoever holds it at the end", objective.name, objective.points),
            seat: *holder,
        });
        objectives.collect()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let Frame::Over { winner } = *state.frames.top() else { return None };
        let lead = self.points(state, Seat(0)) - self.points(state, Seat(1));
        let title = self.result_title(winner, lead);
        let mut letters = title.chars();
        let title = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or(title.clone());
        let ended = [Seat(0), Seat(1)].into_iter().find(|&seat| self.is_destroyed(state, seat));
        let text = match ended {
            Some(seat) => format!("{} has nothing left in the field.", self.seats[seat.index()].name),
            None => format!("The last turn is over; the lead is {} points.", lead.abs()),
        };
        let ending = engine::Ending::between(winner);
        Some(Outcome { ending, title, text, tally: self.tally_rows(state) })
    }

    /// Whether a unit is a headquarters.
    pub fn is_headquarters(&self, unit: Unit) -> bool {
        self.unit(unit).arm == Arm::Headquarters
    }
}
