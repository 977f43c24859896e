//! Event markers: paragraph checks, activation checks, sightings, conditions (OF-5.1, OF-5.2, OF-5.6 to OF-5.8, OF-6.11).

use dice::{Dice, Die, Throw};
use engine::{Entry, Journal, Tone};
use hexmap::Hex;

use crate::{
    booklet::{
        cartridge::{Adjustment, Cell},
        paragraphs::{Condition, Number},
    },
    rule_ids::{
        ACTIVATION_CHECKS, CARTRIDGE, CONDITIONS, CONDITIONS_IN_ROUNDS, PARAGRAPH_CHECKS, PERCEPTION, RANDOM_EVENTS,
        SIGHTINGS,
    },
    state::{EventMarker, Frame, State, laid_out::OpenFire, reading::Cause, units::UnitId},
    tables::checks::Check,
};

/// Markers this near are found whether they are seen or not; those in sight this near without a check.
const STUMBLED_OVER: u16 = 2;
const IN_PLAIN_SIGHT: u16 = 6;
/// What the third kind of paragraph check takes from perception.
pub(crate) const MAKING_OUT: i32 = -2;

/// How a marker comes to the notice of a unit (OF-5.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// It is read without more ado: the first and second way.
    AtOnce,
    /// It takes a perception check: the third.
    ByCheck,
}

impl OpenFire {
    /// How a marker would come to a unit's notice, if at all.
    pub(crate) fn notice(&self, state: &State, unit: UnitId, marker: Hex) -> Option<Notice> {
        let from = state.hex_of(unit)?;
        let range = self.grid().distance(from, marker);
        if range <= STUMBLED_OVER {
            return Some(Notice::AtOnce);
        }
        if !self.sees_hex(state, unit, marker) {
            return None;
        }
        let plain = range <= IN_PLAIN_SIGHT && !self.country.is_cover(marker);
        Some(if plain { Notice::AtOnce } else { Notice::ByCheck })
    }

    /// Makes every check that a unit's new hex asks for, until a German is activated.
    pub(crate) fn check_markers(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let waiting: Vec<u8> = state.markers.iter().map(|marker| marker.number).collect();
        let operations = !state.in_rounds();
        for number in waiting {
            // A paragraph may ask something first, or have taken the marker away, or begun rounds.
            if matches!(state.frames.top(), Frame::Reading(reading) if reading.asks) {
                return;
            }
            let Some(marker) = state.markers.iter().find(|marker| marker.number == number).copied() else { continue };
            if state.in_rounds() == operations || state.hex_of(unit).is_none() {
                break;
            }
            match self.notice(state, unit, marker.hex) {
                Some(Notice::AtOnce) => self.activate_marker(state, number, Some(unit), true, dice, journal),
                Some(Notice::ByCheck) if self.may_try(state, unit, number) => {
                    if operations || self.cannot_spend_a_point(state, unit) {
                        let unit = self.sharpest_in_hex(state, unit, number);
                        self.peer(state, unit, number, dice, journal);
                    } else {
                        state.frames.push(Frame::Sighting { unit, marker: number });
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// A unit tries a marker once in a condition (OF-5.1).
    pub(crate) fn may_try(&self, state: &State, unit: UnitId, number: u8) -> bool {
        state.markers.iter().any(|marker| marker.number == number && marker.tried >> unit.0 & 1 == 0)
    }

    fn cannot_spend_a_point(&self, state: &State, unit: UnitId) -> bool {
        !matches!(state.frames.top(), Frame::Turn(turn) if turn.unit == unit && turn.points > 0)
    }

    /// Of several units in a hex the one with the best perception looks (OF-5.1).
    fn sharpest_in_hex(&self, state: &State, unit: UnitId, number: u8) -> UnitId {
        let here = state.hex_of(unit);
        let side = state.unit(unit).side;
        let others = state.active(side).map(|(other, _)| other);
        let able = others.filter(|&other| state.hex_of(other) == here && self.may_try(state, other, number));
        able.max_by_key(|&other| (self.ratings(state, other).perception, std::cmp::Reverse(other))).unwrap_or(unit)
    }

    /// The third way: a perception check, and if it fails the marker's own chance (OF-5.1, OF-5.2).
    pub(crate) fn peer(
        &self,
        state: &mut State,
        unit: UnitId,
        number: u8,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(marker) = state.markers.iter_mut().find(|marker| marker.number == number) else { return };
        marker.tried |= 1 << unit.0;
        let hex = marker.hex;
        let check = self.making_out(state, unit, hex);
        let (success, face) = check.resolve(dice);
        journal.note(|| {
            let verb = if success { "makes out" } else { "cannot make out" };
            let text = format!("{} {verb} what is in {}.", state.unit(unit).name, self.label(hex));
            Entry::new(PERCEPTION, text)
                .at([self.label(hex)])
                .about([self.id_of(state, unit)])
                .because(check.resolution(success, face))
        });
        if success {
            self.activate_marker(state, number, Some(unit), true, dice, journal);
        } else {
            self.activation_check(state, number, unit, dice, journal);
        }
    }

    /// The marker's own chance to show itself (OF-5.2).
    pub(crate) fn activation_check(
        &self,
        state: &mut State,
        number: u8,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let level = i32::from(self.activation_level(state.condition));
        let check = Check { what: "activation check", rule: ACTIVATION_CHECKS, rating: level, modification: 0 };
        let (success, face) = check.resolve(dice);
        journal.note(|| {
            let what = if success { "shows itself" } else { "stays hidden" };
            Entry::new(ACTIVATION_CHECKS, format!("Event marker {number} {what}."))
                .tone(Tone::Quiet)
                .because(check.resolution(success, face))
        });
        if success {
            self.activate_marker(state, number, Some(unit), false, dice, journal);
        }
    }

    /// Takes a marker up and reads what the cartridge says (OF-5.1).
    pub(crate) fn activate_marker(
        &self,
        state: &mut State,
        number: u8,
        unit: Option<UnitId>,
        earned: bool,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(place) = state.markers.iter().position(|marker| marker.number == number) else { return };
        let marker = state.markers.remove(place);
        journal.revealed();
        let cell = self.mission.event(number, Condition(state.condition));
        journal.note(|| {
            Entry::new(PARAGRAPH_CHECKS, format!("Event marker {number} in {} is turned over.", self.label(marker.hex)))
                .tone(Tone::Heading)
                .at([self.label(marker.hex)])
        });
        let known = matches!(cell, Cell::Paragraph { unless: Some(sighting), .. } if state.sighted(sighting.0));
        if earned && !known {
            self.score(state, self.mission.event_points, "for the event marker", journal);
        }
        let cause = Cause { unit, hex: Some(marker.hex), ..Cause::default() };
        match cell {
            Cell::Paragraph { .. } if known => {
                journal.note(|| Entry::new(SIGHTINGS, "It has been sighted before: nothing new.").tone(Tone::Quiet));
            }
            Cell::Paragraph { number, .. } => self.read(state, number, cause, dice, journal),
            Cell::Random if !state.in_rounds() => self.random_event(state, cause, dice, journal),
            Cell::Random | Cell::None => {
                journal.note(|| Entry::new(CARTRIDGE, "There is nothing.").tone(Tone::Quiet));
            }
        }
    }

    fn activation_level(&self, condition: u8) -> u8 {
        let level = usize::from(condition).checked_sub(1).and_then(|place| self.mission.activation.get(place));
        level.or(self.mission.activation.last()).copied().unwrap_or(0)
    }

    /// A random event check (OF-5.8).
    pub(crate) fn random_event(&self, state: &mut State, cause: Cause, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let fell = dice.throw(&Throw::new("random event", vec![Die::D10; 2]).read(&|faces| faces.iter().sum()));
        let total = fell.row() as u8;
        journal.revealed();
        match self.mission.random_event(total, Condition(state.condition)) {
            Cell::Paragraph { unless, number } if !unless.is_some_and(|sighting| state.sighted(sighting.0)) => {
                journal.note(|| Entry::new(RANDOM_EVENTS, format!("Random event on {total}.")));
                self.read(state, number, cause, dice, journal);
            }
            _ => {
                journal.note(|| Entry::new(RANDOM_EVENTS, format!("Random event on {total}: none.")).tone(Tone::Quiet));
            }
        }
    }

    /// Goes to a later condition (OF-5.7, OF-6.11).
    pub(crate) fn change_condition(
        &self,
        state: &mut State,
        condition: u8,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if condition <= state.condition {
            return;
        }
        state.condition = condition;
        for german in &mut state.units {
            // It rescinds special reactions, but not the fear of the broken (OF-6.8).
            german.reaction = german.reaction.filter(|letter| matches!(letter, 'S' | 'B'));
        }
        for marker in &mut state.markers {
            marker.tried = 0;
        }
        let changes =
            self.mission.adjustments.iter().filter(|(at, _)| at.0 == condition).flat_map(|(_, changes)| changes);
        for change in changes {
            let (Adjustment::Place(number, _) | Adjustment::Lift(number)) = *change;
            state.markers.retain(|marker| marker.number != number);
            if let Adjustment::Place(number, hex) = *change {
                state.markers.push(EventMarker { number, hex: hex.hex, tried: 0 });
            }
        }
        state.markers.sort_by_key(|marker| marker.number);
        let rule = if state.in_rounds() { CONDITIONS_IN_ROUNDS } else { CONDITIONS };
        journal.note(|| Entry::new(rule, format!("Condition {condition} begins.")).tone(Tone::Heading));
        self.look_around(state, dice, journal);
    }

    /// Reads a paragraph: see [`crate::reading`].
    pub(crate) fn read(
        &self,
        state: &mut State,
        number: Number,
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        self.read_paragraph(state, number, cause, dice, journal);
    }
}
