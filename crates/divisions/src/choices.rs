//! What the viewer may do now, with its price and its odds.

use engine::{Choice, ChoiceKind, Forecast};
use hexmap::Hex;

use crate::{
    action::Action,
    movement::points,
    rule_ids::{ASSAULT, CUP, EVENTS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, REINFORCEMENTS},
    state::{Activation, Assault, Frame, Phase, Shot, State},
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

impl Divisions {
    pub(crate) fn choice(&self, state: &State, action: &Action) -> Choice {
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
            asks: None,
            group: None,
        };
        match *action {
            Action::Draw => {
                choice.label = "Draw a chit".to_owned();
                choice.default = true;
            }
            Action::Move { units, to } => {
                let off_map = units.iter().all(|unit| state.hex(unit).is_none());
                let who = if off_map { self.act(units, "comes in at") } else { format!("{} to", self.names(units)) };
                choice.kind = ChoiceKind::Move;
                choice.label = format!("{who} {}", self.label(to));
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
                choice.label = self.act(units, "advances");
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
        // Who answers is asked about an attack on himself.
        if matches!(state.frames.top(), Frame::Reply(_) | Frame::AssaultReply(_)) {
            choice.odds = choice.odds.map(Forecast::turned);
        }
        choice
    }

    /// Ending the movement is asked once more while companies could still move.
    pub(crate) fn ask_once_more(&self, state: &State, actions: &[Action], choices: &mut [Choice]) {
        let Frame::Activation(Activation { phase: Phase::Movement, .. }) = state.frames.top() else { return };
        let mut movers = UnitSet::NONE;
        for action in actions {
            if let Action::Move { units, .. } = action {
                movers = movers.or(*units);
            }
        }
        if movers.is_empty() {
            return;
        }
        let asks = match movers.len() {
            1..=4 => format!("{} could still move.", self.names(movers)),
            many => format!("{many} companies could still move."),
        };
        for (choice, action) in choices.iter_mut().zip(actions) {
            if *action == Action::Done {
                choice.asks = Some(asks.clone());
            }
        }
    }

    fn finish_done(&self, state: &State, choice: &mut Choice) {
        choice.kind = ChoiceKind::Pass;
        let (label, rule) = match state.frames.top() {
            Frame::Activation(activation) => {
                let rule = match activation.phase {
                    Phase::Movement => MOVEMENT,
                    Phase::Fire => FIRE_PHASE,
                    Phase::Assault => ASSAULT,
                };
                choice.label = self.end_of_phase(state, activation);
                ("", rule)
            }
            Frame::Moving(_) => ("Halt here", MOVEMENT),
            Frame::Halt(_) => ("Hold fire", OPPORTUNITY_FIRE),
            Frame::Reply(_) => ("Take the shot", EVENTS),
            Frame::Assault(_) => ("Send them in", ASSAULT),
            Frame::AssaultReply(_) => ("Stand as you are", EVENTS),
            Frame::Advance(_) => ("Stay where you are", ASSAULT),
            Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => ("Done", CUP),
        };
        choice.label += label;
        choice.rule = rule;
        choice.default = matches!(state.frames.top(), Frame::Assault(_));
        if self.nothing_else(state) {
            choice.kind = ChoiceKind::ByItself;
        }
        choice.odds = match state.frames.top() {
            Frame::Reply(shot) => Some(self.shot_forecast(state, *shot, 0)),
            Frame::Assault(assault) => Some(self.assault_forecast(state, assault, None)),
            Frame::AssaultReply(assault) => Some(self.assault_forecast(state, assault, None)),
            _ => None,
        };
    }

    /// What ending the phase ends, and who could still do something in it: nobody is passed over without a word.
    fn end_of_phase(&self, state: &State, activation: &Activation) -> String {
        let ends = match (activation.phase, self.phase_after(state, activation)) {
            (_, None) => "End activation",
            (Phase::Movement, Some(_)) => "End movement",
            (Phase::Fire | Phase::Assault, Some(_)) => "End fire",
        };
        let could = match activation.phase {
            Phase::Movement => "not moved",
            Phase::Fire => "not fired",
            Phase::Assault => "not assaulted",
        };
        match self.still_able(state, activation).len() {
            0 => ends.to_owned(),
            1 => format!("{ends}: 1 company has {could}"),
            several => format!("{ends}: {several} companies have {could}"),
        }
    }

    fn step_price(&self, state: &State, units: UnitSet, to: Hex) -> Option<u16> {
        match state.frames.top() {
            Frame::Activation(activation) => self.check_first_step(state, activation, units, to).ok(),
            Frame::Moving(moving) => self.check_next_step(state, moving, units, to).ok(),
            _ => None,
        }
    }

    fn shot_forecast(&self, state: &State, shot: Shot, smoke: i32) -> Forecast {
        self.attack(state, shot, smoke).forecast(self.catalogue.limits.dice, self.stakes(state, shot.target))
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
}
