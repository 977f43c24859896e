//! Event chits (FD-15): drawn by chance from a pool that both sides know into a hidden hand, played once.
//!
//! What the enemy may know: each side's whole pool, how many chits go into the cup on which turn, how many are in a hand, and what was
//! played. Who is asked, and when, follows from that alone, so that no question gives a hand away.

use dice::{Dice, Throw};
use engine::{Entry, Journal, Seat};

use crate::{
    catalogue::{Effect, Event, When},
    refusal::Refused,
    rule_ids::EVENTS,
    state::{Activation, Assault, EventChit, Frame, Phase, Shot, State},
    unit_set::Unit,
    world::Divisions,
};

impl Divisions {
    pub(crate) fn event(&self, chit: u8) -> &Event {
        &self.catalogue.events[usize::from(chit)]
    }

    /// Draws from a side's pool into its hand. Which chit it is, and so the die that picked it, is for its owner alone.
    pub(crate) fn draw_event(&self, state: &mut State, seat: Seat, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let pool = &mut state.pools[seat.index()];
        let picked = match pool.len() {
            0 => return,
            1 => 0,
            several => dice.throw(&Throw::pick("an event chit from the pool", several)).picked(),
        };
        let chit = pool.remove(picked);
        state.hands[seat.index()].push(chit);
        journal.revealed();
        journal.note(|| {
            let public = format!("An event chit is drawn for {}", self.seats[seat.index()].name);
            let entry = Entry::new(EVENTS, public.clone()).by(seat);
            match chit {
                EventChit::Kind(kind) => entry.only_for(seat, format!("{public}: {}", self.event(kind).name)),
                EventChit::FaceDown => entry,
            }
        });
    }

    /// Whether a side is asked for an answer when it is shot at or assaulted: whenever it holds a chit, fitting or not. Only the size of
    /// the hand decides, which the enemy knows.
    pub(crate) fn may_answer(&self, state: &State, seat: Seat) -> bool {
        !state.hands[seat.index()].is_empty()
    }

    /// What the enemy knows to be left of a side's chits: all of its pool that was not played.
    pub(crate) fn unplayed(&self, state: &State, seat: Seat) -> Vec<u8> {
        let mut left = self.pools[seat.index()].chits.clone();
        for chit in &state.played[seat.index()] {
            if let Some(place) = left.iter().position(|known| known == chit) {
                left.remove(place);
            }
        }
        left
    }

    /// The kinds of chit a side holds that fit the moment, each once.
    pub fn holds<'a>(&'a self, state: &'a State, seat: Seat, when: When) -> impl Iterator<Item = u8> + 'a {
        let hand = &state.hands[seat.index()];
        let kinds = hand.iter().enumerate().filter_map(move |(place, chit)| match chit {
            EventChit::Kind(kind) if !hand[..place].contains(chit) => Some(*kind),
            _ => None,
        });
        kinds.filter(move |&kind| self.event(kind).when == when)
    }

    pub(crate) fn check_chit(&self, state: &State, seat: Seat, chit: u8, when: When) -> Result<(), Refused> {
        if !state.hands[seat.index()].contains(&EventChit::Kind(chit)) {
            return Err(Refused::NoChit);
        }
        if self.event(chit).when == when { Ok(()) } else { Err(Refused::ChitNotNow) }
    }

    /// Takes a chit out of a hand.
    pub(crate) fn spend_chit(&self, state: &mut State, seat: Seat, chit: u8, journal: &mut dyn Journal) {
        let hand = &mut state.hands[seat.index()];
        if let Some(place) = hand.iter().position(|held| *held == EventChit::Kind(chit)) {
            hand.remove(place);
            state.played[seat.index()].push(chit);
        }
        journal.revealed();
        journal.note(|| {
            let text = format!("{} plays {}", self.seats[seat.index()].name, self.event(chit).name);
            Entry::new(EVENTS, text).by(seat)
        });
    }

    /// Whether a chit may be played on the active formation.
    pub(crate) fn check_activation_chit(
        &self,
        state: &State,
        activation: &Activation,
        chit: u8,
        unit: Option<Unit>,
    ) -> Result<(), Refused> {
        let formation = &self.formations[usize::from(activation.formation)];
        self.check_chit(state, formation.seat, chit, When::Activation)?;
        if activation.phase != Phase::Movement || !state.moved.is_empty() {
            return Err(Refused::ChitNotNow);
        }
        match (self.event(chit).effect, unit) {
            (Some(Effect::March), None) => Ok(()),
            (Some(Effect::Rebuild), Some(unit)) => self.check_rebuild(state, activation, unit),
            (Some(Effect::Rebuild), None) => Err(Refused::ChitNeedsUnit),
            _ => Err(Refused::ChitNotNow),
        }
    }

    fn check_rebuild(&self, state: &State, activation: &Activation, unit: Unit) -> Result<(), Refused> {
        let formation = &self.formations[usize::from(activation.formation)];
        if !formation.units.has(unit) {
            return Err(Refused::NotActive(unit));
        }
        let hex = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
        let beside = self.enemy_beside(state, formation.seat, hex);
        if state.steps(unit) != 1 || !activation.in_command.has(unit) || beside {
            return Err(Refused::CannotRebuild(unit));
        }
        Ok(())
    }

    pub(crate) fn play_on_activation(
        &self,
        state: &mut State,
        chit: u8,
        unit: Option<Unit>,
        journal: &mut dyn Journal,
    ) {
        let Some(activation) = self.activation(state).copied() else { return };
        let seat = self.formations[usize::from(activation.formation)].seat;
        self.spend_chit(state, seat, chit, journal);
        let value = self.event(chit).value;
        match (self.event(chit).effect, unit) {
            (Some(Effect::Rebuild), Some(unit)) => {
                state.units[unit.index()].steps = 2;
                journal.note(|| {
                    let info = self.unit(unit);
                    Entry::new(EVENTS, format!("{} is at full strength again", info.name))
                        .by(seat)
                        .about([info.id.clone()])
                });
            }
            _ => {
                if let Frame::Activation(activation) = state.frames.top_mut() {
                    activation.march += value as u16;
                }
            }
        }
        self.settle(state, journal);
    }

    /// The target's side answers a shot; `None` lets it come.
    pub(crate) fn answer_shot(
        &self,
        state: &mut State,
        shot: Shot,
        chit: Option<u8>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        state.frames.pop();
        let smoke = chit.map_or(0, |chit| self.event(chit).value);
        if let Some(chit) = chit {
            self.spend_chit(state, self.unit(shot.target).seat, chit, journal);
        }
        self.resolve_shot(state, shot, smoke, dice, journal);
    }

    /// The defender answers an assault.
    pub(crate) fn answer_assault(
        &self,
        state: &mut State,
        assault: Assault,
        chit: Option<u8>,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if let (Some(chit), Some(unit)) = (chit, assault.attackers.first()) {
            self.spend_chit(state, self.unit(unit).seat.other(), chit, journal);
        }
        self.resolve_assault(state, assault, chit, dice, journal);
    }
}
