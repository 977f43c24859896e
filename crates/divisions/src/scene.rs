//! What a player sees: prompt, facts, counters, panels and choices.

use engine::{
    Choice, ChoiceKind, Counter, CounterState, Fact, Forecast, Mark, Marker, Number, Outcome, Panel, PanelRow, Prompt,
    RuleId, Scene, Seat, Steps, Viewer,
};
use hexmap::Hex;

use crate::{
    action::Action,
    catalogue::Arm,
    movement::points,
    rule_ids::{ASSAULT, CUP, EVENTS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, PINS, REINFORCEMENTS, UNITS, VICTORY},
    state::{Assault, Chit, EventChit, Frame, Phase, Place, Shot, State},
    unit_set::{Unit, UnitSet},
    world::{Divisions, TurnWeather},
};

impl Divisions {
    /// The state as a viewer may know it: the kinds of the other side's event chits are turned face down,
    /// in its hand and in the cup.
    pub(crate) fn hide(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for (seat, hand) in (0u8..).map(Seat).zip(&mut seen.hands) {
            if !viewer.knows(seat) {
                hand.iter_mut().for_each(|chit| *chit = EventChit::FaceDown);
            }
        }
        for chit in &mut seen.cup {
            if let Chit::Event(seat, kind) = chit
                && !viewer.knows(*seat)
            {
                *kind = EventChit::FaceDown;
            }
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
        let choices: Vec<Choice> = actions.iter().map(|action| self.choice(state, action)).collect();
        Scene {
            prompt: self.prompt(state),
            facts: self.facts(state),
            counters: self.counters(state, &choices),
            marks: self.marks(state),
            panels: self.panels(state, viewer),
            choices,
            outcome: self.outcome(state),
        }
    }

    fn names(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.unit(unit).name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn prompt(&self, state: &State) -> Prompt {
        let seat = self.asked(state);
        let prompt = |rule: RuleId, text: String, hint: &str, hexes: Vec<String>| Prompt {
            seat,
            text,
            hint: hint.to_owned(),
            rule,
            hexes,
        };
        let place = |units: UnitSet| units.iter().find_map(|unit| state.hex(unit)).map(|hex| self.label(hex));
        match state.frames.top() {
            Frame::Cup { fresh: true } => prompt(
                CUP,
                format!("{} begins: draw the first chit", self.turn_name(state.turn)),
                "The weather comes first.",
                vec![],
            ),
            Frame::Cup { fresh: false } => {
                prompt(CUP, "Draw a chit from the cup".to_owned(), "It says who acts next.", vec![])
            }
            Frame::Activation(activation) => {
                let formation = &self.formations[usize::from(activation.formation)].name;
                match activation.phase {
                    Phase::Movement => prompt(
                        MOVEMENT,
                        format!("{formation}: move"),
                        "Pick a company or a stack, then the hex it goes to. The enemy may fire at each hex entered.",
                        vec![],
                    ),
                    Phase::Fire => prompt(
                        FIRE_PHASE,
                        format!("{formation}: fire"),
                        "Pick a company, then its target. Each may fire once, also if it is pinned.",
                        vec![],
                    ),
                    Phase::Assault => prompt(
                        ASSAULT,
                        format!("{formation}: close assault"),
                        "Pick a company, then the enemy hex beside it. Those that fired or are pinned stay where they are.",
                        vec![],
                    ),
                }
            }
            Frame::Moving(moving) => {
                let left = self.activation(state).map_or(0, |activation| {
                    self.allowance(state, activation, moving.units).saturating_sub(moving.spent)
                });
                prompt(
                    MOVEMENT,
                    format!(
                        "{} in {}: go on or halt? {} left",
                        self.names(moving.units),
                        place(moving.units).unwrap_or_default(),
                        points(left)
                    ),
                    "Pick the next hex, or halt here.",
                    place(moving.units).into_iter().collect(),
                )
            }
            Frame::Halt(halt) => prompt(
                OPPORTUNITY_FIRE,
                format!("{} enters {}: fire?", self.names(halt.entered), place(halt.entered).unwrap_or_default()),
                "Pick who fires and at which unit, or let them pass.",
                place(halt.entered).into_iter().collect(),
            ),
            Frame::Reply(shot) => prompt(
                EVENTS,
                format!(
                    "{} is about to fire at {}: answer it?",
                    self.unit(shot.shooter).name,
                    self.unit(shot.target).name
                ),
                "Play an event chit, or take the shot.",
                place(shot.target.alone()).into_iter().collect(),
            ),
            Frame::Assault(assault) => prompt(
                ASSAULT,
                format!("Assault on {} by {}: who joins?", self.label(assault.hex), self.names(assault.attackers)),
                "Add companies, then send them in.",
                vec![self.label(assault.hex)],
            ),
            Frame::AssaultReply(assault) => prompt(
                EVENTS,
                format!("{} is assaulted: answer it?", self.label(assault.hex)),
                "Play an event chit, or stand as you are.",
                vec![self.label(assault.hex)],
            ),
            Frame::Retreat(after) => prompt(
                ASSAULT,
                format!("The defenders of {} must fall back: where to?", self.label(after.hex)),
                "Pick a hex.",
                vec![self.label(after.hex)],
            ),
            Frame::Advance(after) => prompt(
                ASSAULT,
                format!("{} is taken: who advances?", self.label(after.hex)),
                "Pick who moves in, or stay where you are.",
                vec![self.label(after.hex)],
            ),
            Frame::Over { winner } => {
                let lead = self.points(state, Seat(0)) - self.points(state, Seat(1));
                prompt(VICTORY, format!("The game is over: {}", self.result_title(*winner, lead)), "", vec![])
            }
        }
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
        let active = self.activation(state).map(|activation| self.formations[usize::from(activation.formation)].units);
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
                let counter_state = match active {
                    _ if ready => CounterState::Ready,
                    Some(units) if units.has(unit) => CounterState::Done,
                    _ => CounterState::Idle,
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
            markers.push(marker(
                "out-of-command",
                "Out of command",
                "Half its movement, no close assault.",
                crate::rule_ids::COMMAND,
            ));
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

    fn panels(&self, state: &State, viewer: Viewer) -> Vec<Panel> {
        let mut panels = vec![self.cup_panel(state), self.victory_panel(state)];
        if !self.events.is_empty() {
            panels.push(self.hands_panel(state, viewer));
        }
        let coming = self.reserve_panel(state);
        if !coming.rows.is_empty() {
            panels.push(coming);
        }
        panels
    }

    fn cup_panel(&self, state: &State) -> Panel {
        let active = self.activation(state).map(|activation| activation.formation);
        let fresh = matches!(state.frames.top(), Frame::Cup { fresh: true });
        let in_cup = |index: u8| state.cup.contains(&Chit::Formation(index));
        let left = |units: UnitSet| units.iter().any(|unit| state.units[unit.index()].place != Place::Gone);
        let mut rows: Vec<PanelRow> = (0u8..)
            .zip(&self.formations)
            .filter(|&(index, formation)| left(formation.units) || in_cup(index))
            .map(|(index, formation)| {
                let value = match () {
                    () if active == Some(index) => "acts now",
                    () if in_cup(index) => "in the cup",
                    () if !self.can_act(state, formation.units) => "still to come",
                    () if fresh => "in the cup",
                    () => "has acted",
                };
                row(&formation.name, value, "", Some(formation.seat), value == "has acted", false)
            })
            .collect();
        let events = state.cup.iter().filter(|chit| matches!(chit, Chit::Event(..))).count();
        if events > 0 {
            rows.push(row("Event chits", &events.to_string(), "still in the cup", None, false, false));
        }
        Panel { id: "cup".to_owned(), title: "The cup".to_owned(), rows }
    }

    fn victory_panel(&self, state: &State) -> Panel {
        let mut rows: Vec<PanelRow> = self
            .objectives
            .iter()
            .zip(&state.holders)
            .map(|(objective, holder)| {
                let who = holder.map_or("nobody", |seat| self.seats[seat.index()].name.as_str());
                row(
                    &format!("{} ({})", objective.name, self.label(objective.hex)),
                    &format!("{} VP: {who}", objective.points),
                    "",
                    *holder,
                    false,
                    false,
                )
            })
            .collect();
        rows.extend(self.tally_rows(state));
        let need = format!("{} to win, {} for a decisive victory", self.victory.margin, self.victory.decisive);
        rows.push(row("Lead in points", &need, "", None, false, false));
        Panel { id: "victory".to_owned(), title: "Victory".to_owned(), rows }
    }

    fn tally_rows(&self, state: &State) -> Vec<PanelRow> {
        let side = |seat: &engine::SeatInfo| {
            let index = seat.seat.index();
            [
                row(
                    &format!("{}: steps lost", seat.name),
                    &state.steps_lost[index].to_string(),
                    "FD-7",
                    Some(seat.seat),
                    false,
                    false,
                ),
                row(
                    &format!("{}: victory points", seat.name),
                    &self.points(state, seat.seat).to_string(),
                    "FD-18",
                    Some(seat.seat),
                    false,
                    false,
                ),
            ]
        };
        self.seats.iter().flat_map(side).collect()
    }

    fn hands_panel(&self, state: &State, viewer: Viewer) -> Panel {
        let mut rows = Vec::new();
        for seat in &self.seats {
            let hand = &state.hands[seat.seat.index()];
            if viewer.knows(seat.seat) {
                for chit in hand {
                    if let EventChit::Kind(kind) = chit {
                        let event = self.event(*kind);
                        rows.push(row(&event.name, &seat.name, &event.text, Some(seat.seat), false, true));
                    }
                }
            }
            rows.push(row(
                &format!("{}: chits in hand", seat.name),
                &hand.len().to_string(),
                "",
                Some(seat.seat),
                hand.is_empty(),
                false,
            ));
        }
        Panel { id: "hands".to_owned(), title: "Event chits".to_owned(), rows }
    }

    fn reserve_panel(&self, state: &State) -> Panel {
        let waiting = self.units.iter().zip(&state.units).filter(|(_, unit)| unit.place == Place::Reserve);
        let rows = waiting.map(|(info, _)| {
            let entry = info.entry.iter().map(|&hex| self.label(hex)).collect::<Vec<_>>().join(" ");
            row(
                &info.name,
                &format!("turn {}", info.arrives),
                &format!("comes in at {entry}"),
                Some(info.seat),
                false,
                false,
            )
        });
        Panel { id: "reserve".to_owned(), title: "Still to come".to_owned(), rows: rows.collect() }
    }

    fn choice(&self, state: &State, action: &Action) -> Choice {
        let id = |unit: Unit| self.unit(unit).id.clone();
        let ids = |units: UnitSet| units.iter().map(id).collect::<Vec<_>>();
        let name = |unit: Unit| self.unit(unit).name.as_str();
        let mut choice = Choice {
            action: self.write_action(action),
            kind: ChoiceKind::Button,
            label: String::new(),
            units: Vec::new(),
            target: None,
            hex: None,
            cost: None,
            odds: None,
            rule: CUP,
            default: false,
        };
        match *action {
            Action::Draw => {
                choice.label = "Draw a chit".to_owned();
                choice.default = true;
            }
            Action::Move { units, to } => {
                let off_map = units.iter().all(|unit| state.hex(unit).is_none());
                let verb = if off_map { "comes in at" } else { "to" };
                choice.kind = ChoiceKind::Move;
                choice.label = format!("{} {verb} {}", self.names(units), self.label(to));
                choice.rule = if off_map { REINFORCEMENTS } else { MOVEMENT };
                choice.units = ids(units);
                choice.hex = Some(self.label(to));
                choice.cost = self.step_price(state, units, to).map(points);
            }
            Action::Fire { shooter, target, chit } => {
                let with =
                    chit.map(|chit| format!(" with {}", self.event(chit).name.to_lowercase())).unwrap_or_default();
                choice.kind = ChoiceKind::Fire;
                choice.label = format!("{} fires at {}{with}", name(shooter), name(target));
                choice.rule = if matches!(state.frames.top(), Frame::Halt(_)) { OPPORTUNITY_FIRE } else { FIRE_PHASE };
                choice.units = vec![id(shooter)];
                choice.target = Some(id(target));
                choice.hex = state.hex(target).map(|hex| self.label(hex));
                choice.odds = Some(self.shot_forecast(state, Shot { shooter, target, chit }, 0));
            }
            Action::Assault { unit, hex } => {
                choice.kind = ChoiceKind::Hex;
                choice.label = format!("{} assaults {}", name(unit), self.label(hex));
                choice.rule = ASSAULT;
                choice.units = vec![id(unit)];
                choice.hex = Some(self.label(hex));
                choice.odds =
                    Some(self.assault_forecast(state, &Assault { hex, attackers: unit.alone(), chit: None }, None));
            }
            Action::Join { unit } => {
                choice.kind = ChoiceKind::Unit;
                choice.label = format!("{} joins", name(unit));
                choice.rule = ASSAULT;
                choice.units = vec![id(unit)];
                choice.hex = state.hex(unit).map(|hex| self.label(hex));
                if let Frame::Assault(assault) = state.frames.top() {
                    let mut with = *assault;
                    with.attackers.add(unit);
                    choice.odds = Some(self.assault_forecast(state, &with, None));
                }
            }
            Action::Retreat { to } => {
                choice.kind = ChoiceKind::Hex;
                choice.label = format!("Fall back to {}", self.label(to));
                choice.rule = ASSAULT;
                choice.hex = Some(self.label(to));
            }
            Action::Advance { units } => {
                choice.label = format!("{} advances", self.names(units));
                choice.rule = ASSAULT;
                choice.units = ids(units);
            }
            Action::Play { chit, unit } => {
                let whom = unit.map(|unit| format!(" for {}", name(unit))).unwrap_or_default();
                choice.label = format!("Play {}{whom}", self.event(chit).name.to_lowercase());
                choice.rule = EVENTS;
                choice.units = unit.map(id).into_iter().collect();
                choice.odds = self.odds_with_chit(state, chit);
            }
            Action::Done => self.finish_done(state, &mut choice),
        }
        choice
    }

    fn finish_done(&self, state: &State, choice: &mut Choice) {
        choice.kind = ChoiceKind::Pass;
        choice.default = matches!(state.frames.top(), Frame::Assault(_));
        let (label, rule) = match state.frames.top() {
            Frame::Activation(activation) => match activation.phase {
                Phase::Movement => ("End movement", MOVEMENT),
                Phase::Fire => ("End fire", FIRE_PHASE),
                Phase::Assault => ("End activation", ASSAULT),
            },
            Frame::Moving(_) => ("Halt here", MOVEMENT),
            Frame::Halt(_) => ("Hold fire", OPPORTUNITY_FIRE),
            Frame::Reply(_) => ("Take the shot", EVENTS),
            Frame::Assault(_) => ("Send them in", ASSAULT),
            Frame::AssaultReply(_) => ("Stand as you are", EVENTS),
            Frame::Advance(_) => ("Stay where you are", ASSAULT),
            Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => ("Done", CUP),
        };
        choice.label = label.to_owned();
        choice.rule = rule;
        choice.odds = match state.frames.top() {
            Frame::Reply(shot) => Some(self.shot_forecast(state, *shot, 0)),
            Frame::Assault(assault) => Some(self.assault_forecast(state, assault, None)),
            Frame::AssaultReply(assault) => Some(self.assault_forecast(state, assault, None)),
            _ => None,
        };
    }

    fn step_price(&self, state: &State, units: UnitSet, to: Hex) -> Option<u16> {
        match state.frames.top() {
            Frame::Activation(activation) => self.check_first_step(state, activation, units, to).ok(),
            Frame::Moving(moving) => self.check_next_step(state, moving, units, to).ok(),
            _ => None,
        }
    }

    fn shot_forecast(&self, state: &State, shot: Shot, smoke: i32) -> Forecast {
        self.attack(state, shot, smoke).forecast(self.catalogue.limits.dice)
    }

    fn assault_forecast(&self, state: &State, assault: &Assault, reply: Option<u8>) -> Forecast {
        self.fight(state, assault, reply).forecast(&self.catalogue.assault)
    }

    fn odds_with_chit(&self, state: &State, chit: u8) -> Option<Forecast> {
        match state.frames.top() {
            Frame::Reply(shot) => Some(self.shot_forecast(state, *shot, self.event(chit).value)),
            Frame::Assault(assault) => {
                Some(self.assault_forecast(state, &Assault { chit: Some(chit), ..*assault }, None))
            }
            Frame::AssaultReply(assault) => Some(self.assault_forecast(state, assault, Some(chit))),
            _ => None,
        }
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
        Some(Outcome { winner, title, text, tally: self.tally_rows(state) })
    }

    /// Whether a unit is a headquarters.
    pub fn is_headquarters(&self, unit: Unit) -> bool {
        self.unit(unit).arm == Arm::Headquarters
    }
}

fn row(label: &str, value: &str, detail: &str, seat: Option<Seat>, spent: bool, private: bool) -> PanelRow {
    PanelRow { label: label.to_owned(), value: value.to_owned(), detail: detail.to_owned(), seat, spent, private }
}
