//! From an action to the rule that handles it.

use std::ops::ControlFlow;

use dice::Dice;
use engine::{Journal, Seat};
use hexmap::Hex;

use crate::{
    play::{
        action::Action,
        refusal::Refused,
        s06_rounds::turns::{Price, points},
    },
    state::{
        Frame, State,
        laid_out::OpenFire,
        units::{Motion, Place, Ratings, Side, Space, Unit},
    },
};

impl OpenFire {
    /// Everything that might be done now.
    fn possible(&self, state: &State) -> Vec<Action> {
        match state.frames.top() {
            Frame::Generation => {
                let steps = state.generation.as_ref().map(|generation| self.possible_steps(state, generation));
                steps.unwrap_or_default().into_iter().map(Action::Generate).collect()
            }
            Frame::SetUp => vec![Action::Done],
            Frame::Division => self.possible_divisions(state),
            Frame::Operations => {
                let mut possible = self.possible_operations(state);
                possible.extend(self.possible_successors(state));
                possible
            }
            Frame::Round { .. } => {
                let begin = state.active(Side::Us).map(|(unit, _)| Action::Begin { unit });
                begin.chain(self.possible_successors(state)).chain([Action::StandDown, Action::CallOff]).collect()
            }
            Frame::German(_) => vec![Action::German],
            Frame::Turn(turn) => self.possible_in_turn(state, turn),
            Frame::Sighting { .. } => vec![Action::Peer, Action::LeaveIt],
            Frame::Reading(reading) => (0..self.answers(reading)).map(Action::Answer).collect(),
            Frame::FitOut | Frame::Debriefing { .. } => {
                let steps = state.campaign.as_ref().map(|campaign| self.possible_debriefing(campaign));
                steps.unwrap_or_default().into_iter().map(Action::Debrief).collect()
            }
            Frame::Over { .. } => Vec::new(),
        }
    }

    /// Hands every legal action to `visit`, in a fixed order, until it breaks.
    pub(crate) fn visit_legal(
        &self,
        state: &State,
        visit: &mut dyn FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for action in self.possible(state) {
            if self.check_action(state, action).is_ok() {
                visit(action)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether something may be done now.
    pub(crate) fn check_action(&self, state: &State, action: Action) -> Result<(), Refused> {
        match (state.frames.top(), action) {
            (Frame::Over { .. }, _) => Err(Refused::Over),
            (Frame::Generation, Action::Generate(step)) => match &state.generation {
                Some(generation) => self.check_step(state, generation, step),
                None => Err(Refused::NotNow),
            },
            (Frame::FitOut | Frame::Debriefing { .. }, Action::Debrief(step)) => self.check_debriefing(state, step),
            (Frame::SetUp, Action::Done) => Ok(()),
            (Frame::Division, Action::Assign { unit, seat }) => self.check_assign(state, unit, seat),
            (Frame::Division, Action::Done) => self.check_divided(state),
            (Frame::Operations | Frame::Round { .. }, Action::HandOver { seat }) => self.check_hand_over(state, seat),
            (Frame::Operations, action) => {
                self.check_led(state, action)?;
                self.check_operation(state, action)
            }
            (Frame::Round { .. }, Action::Begin { unit }) if unit.index() < state.units.len() => {
                self.check_led(state, action)?;
                self.check_begin(state, unit)
            }
            (Frame::Round { .. }, Action::StandDown) => self.check_stand_down(state),
            (Frame::Round { .. }, Action::CallOff) => self.check_call_off(state),
            (Frame::German(_), Action::German) => Ok(()),
            (Frame::Turn(turn), action) => self.check_turn(state, turn, action),
            (Frame::Sighting { unit, .. }, Action::Peer) => {
                let turn = self.turn(state).ok_or(Refused::NotNow)?;
                self.check_price(turn, self.whole_crew(state, *unit), Price::Points(points::SIGHTING)).map(|_| ())
            }
            (Frame::Sighting { .. }, Action::LeaveIt) => Ok(()),
            (Frame::Reading(reading), Action::Answer(answer)) if answer < self.answers(reading) => Ok(()),
            _ => Err(Refused::NotNow),
        }
    }

    /// Does a legal action and everything that follows by itself.
    pub(crate) fn do_action(&self, state: &mut State, action: Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let before = self.before(state);
        let mut awards = if journal.wanted() { self.awards(state) } else { 0 };
        let (witness, round) = (self.witness(state), state.round);
        match (state.frames.top().clone(), action) {
            (Frame::Generation, Action::Generate(step)) => self.take_step(state, step, dice, journal),
            (Frame::FitOut | Frame::Debriefing { .. }, Action::Debrief(step)) => {
                self.take_debriefing(state, step, dice, journal);
            }
            (Frame::SetUp, Action::Done) => state.frames.replace(Frame::Operations),
            (Frame::Division, Action::Assign { unit, seat }) => self.assign(state, unit, seat, journal),
            (Frame::Division, Action::Done) => {
                self.tell_division(state, journal);
                self.set_out(state, dice, journal);
            }
            (Frame::Operations | Frame::Round { .. }, Action::HandOver { seat }) => {
                self.hand_over(state, seat, journal);
            }
            (Frame::Operations, action) => self.operate(state, action, dice, journal),
            (Frame::Round { .. }, Action::Begin { unit }) => self.begin_turn(state, unit),
            (Frame::Round { .. }, Action::StandDown) => self.stand_down(state, journal),
            (Frame::Round { .. }, Action::CallOff) => self.end_mission(state, journal),
            (Frame::German(unit), Action::German) => {
                state.frames.pop();
                self.german_turn(state, unit, journal);
            }
            (Frame::Turn(turn), action) => self.act_in_turn(state, &turn, action, dice, journal),
            (Frame::Sighting { unit, marker }, Action::Peer) => {
                state.frames.pop();
                self.spend(state, Price::Points(points::SIGHTING));
                self.peer(state, unit, marker, dice, journal);
                self.check_markers(state, unit, dice, journal);
            }
            (Frame::Sighting { unit, marker }, Action::LeaveIt) => {
                state.frames.pop();
                if let Some(marker) = state.markers.iter_mut().find(|found| found.number == marker) {
                    marker.tried |= 1 << unit.0;
                }
                self.activation_check(state, marker, unit, dice, journal);
                self.check_markers(state, unit, dice, journal);
            }
            (Frame::Reading(_), Action::Answer(answer)) => self.answer(state, answer, dice, journal),
            _ => {}
        }
        if let Some(witness) = &witness {
            self.note_deeds(state, witness, action);
        }
        self.lose_prisoners(state, journal);
        self.award_for_disabled(state, journal);
        if journal.wanted() {
            self.tell_awards(state, &mut awards, journal);
        }
        self.go_on(state, dice, journal);
        if journal.wanted() {
            self.tell_awards(state, &mut awards, journal);
        }
        self.settle(state, &before, action, journal);
        if let Some(witness) = &witness {
            self.note_panic(state, witness, round);
        }
    }

    /// A unit as it comes out of the box.
    pub(crate) fn new_unit(&self, side: Side, letter: &str, card: &str, ratings: Ratings, crew: u8) -> Unit {
        let place = self.sheet.cards.iter().position(|known| known.id == card).unwrap_or(0);
        let data = &self.sheet.cards[place];
        let preservation = match &ratings {
            Ratings::Card(id) => self.booklet.card(*id).and_then(|card| card.self_preservation),
            Ratings::Crew(_) => None,
        };
        Unit {
            letter: letter.to_owned(),
            side,
            owner: Seat(0),
            card: place as u16,
            name: format!("{letter} {}", data.name),
            ratings,
            place: Place::OffMap,
            facing: hexmap::Direction::N,
            turret: hexmap::Direction::N,
            closed: false,
            defilade: false,
            prepared: false,
            condition: crate::tables::damage::Condition::fresh(data, crew, preservation),
            halved: false,
            captured: false,
            guard: None,
            awarded: false,
            ammunition: None,
            out_of_ammunition: false,
            space: if side == Side::Us { Space::Unaware } else { Space::Complete },
            motion: Motion::Still,
            hit_by: Vec::new(),
            machineguns: crate::state::units::Machineguns::default(),
            fired: crate::state::units::Fired::default(),
            cells_used: 0,
            reaction: None,
            retreat: None,
            exited_at: None,
            dug_in: false,
            evading: None,
            surrendered: false,
            glimpsed_by: 0,
            crew_from: None,
        }
    }

    /// What the ground adds to a perception check about a hex (OF-5.3).
    pub(crate) fn perception_in(&self, state: &State, hex: Hex) -> i32 {
        let smoke = state.smoke.iter().any(|smoke| smoke.hex == hex);
        self.sheet.movement.perception(self.country.terrain_id(hex), smoke)
    }
}
