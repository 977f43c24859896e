//! Action rounds (OF-6.1): awareness, random event, advantage, the track, turns, and back to operations (OF-3).

pub(crate) mod activation;
pub mod command;
pub(crate) mod german_orders;
pub(crate) mod german_turns;
pub mod routes;
pub mod turns;

use dice::{Dice, Die, Throw};
use engine::{Entry, Journal, Tone};

use crate::{
    rule_ids::{ACTION_NUMBER, ADVANTAGE, AWARENESS, PANIC, PANIC_RESULTS, ROUNDS, TRACK},
    state::{
        Acting, FirstRound, Frame, State,
        laid_out::OpenFire,
        reading::Cause,
        units::{Fired, Motion, Place, Side, Space, Unit, UnitId},
    },
    tables::{ar_track::Placement, checks::Check},
};

impl OpenFire {
    /// Rounds begin: a German has been activated in operations (OF-6).
    pub(crate) fn commence_rounds(&self, state: &mut State, journal: &mut dyn Journal) {
        if state.in_rounds() {
            return;
        }
        state.round = 1;
        state.first_round.get_or_insert_with(FirstRound::default);
        for unit in state.units.iter_mut().filter(|unit| unit.is_active()) {
            unit.space = if unit.side == Side::Us { Space::Unaware } else { Space::Complete };
        }
        journal.note(|| Entry::new(ROUNDS, "Rounds begin.").tone(Tone::Heading));
    }

    /// The first half of a round, up to the turns.
    pub(crate) fn begin_round(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let round = state.round;
        journal.note(|| Entry::new(ROUNDS, format!("Round {round}")).tone(Tone::Heading));
        self.awareness(state, dice, journal);
        state.frames.replace(Frame::Round { space: Acting::TwoAdvantage });
        if round > 1 {
            self.random_event(state, Cause::default(), dice, journal);
        }
    }

    /// The markers go onto the track, as soon as what the random event says has been done.
    fn deal_turns(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.advantage(state, dice, journal);
        self.place_markers(state, journal);
        state.rolled_for = None;
        state.dealt = state.round;
    }

    /// US awareness (OF-6.5).
    fn awareness(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let first = state.first_round.unwrap_or_default();
        let unaware = state.active(Side::Us).filter(|(_, unit)| unit.space == Space::Unaware);
        let units: Vec<UnitId> = unaware.map(|(unit, _)| unit).collect();
        for unit in units {
            let told = state.round == 1 && first.aware >> unit.0 & 1 == 1;
            let off_map = state.unit(unit).place == Place::OffMap;
            let notices = match state.round {
                _ if told => true,
                1 => self.sees_a_german(state, unit) && !off_map && self.becomes_aware(state, unit, dice, journal),
                2 => self.becomes_aware(state, unit, dice, journal),
                _ => true,
            };
            if notices {
                state.unit_mut(unit).space = Space::Aware;
            }
        }
    }

    fn sees_a_german(&self, state: &State, unit: UnitId) -> bool {
        state.active(Side::German).any(|(german, _)| self.sees_unit(state, unit, german))
    }

    fn becomes_aware(&self, state: &State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) -> bool {
        let rating = i32::from(self.ratings(state, unit).perception);
        let check = Check { what: "awareness", rule: AWARENESS, rating, modification: 0 };
        let (success, face) = check.resolve(dice);
        journal.note(|| {
            let what = if success { "is aware of what is going on" } else { "has not noticed anything" };
            Entry::new(AWARENESS, format!("{} {what}.", state.unit(unit).name))
                .about([self.id_of(state, unit)])
                .because(check.resolution(success, face))
        });
        success
    }

    /// Who has the advantage: both dice decide also how many turns units get.
    fn advantage(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let fell = dice.throw(&Throw::new("advantage, US and German", vec![Die::D10; 2]));
        state.advantage_dice = [fell.faces()[0] as u8, fell.faces()[1] as u8];
        let told = state.first_round.filter(|_| state.round == 1).and_then(|first| first.advantage);
        let by_dice = if state.advantage_dice[0] > state.advantage_dice[1] { Side::Us } else { Side::German };
        state.advantage = told.unwrap_or(by_dice);
        let [us, german] = state.advantage_dice;
        let who = if state.advantage == Side::Us { "the platoon" } else { "the enemy" };
        journal.note(|| {
            let text = match told {
                Some(_) => format!(
                    "The paragraph gives {who} the advantage; the dice (US {us}, German {german}) deal the turns."
                ),
                None => format!("US {us}, German {german}: {who} has the advantage."),
            };
            Entry::new(ADVANTAGE, text)
        });
    }

    /// Puts every aware unit's marker on the track.
    fn place_markers(&self, state: &mut State, journal: &mut dyn Journal) {
        let units: Vec<UnitId> = state.all_units().filter(|(_, unit)| unit.is_active()).map(|(unit, _)| unit).collect();
        for unit in units {
            let space = state.unit(unit).space;
            if !matches!(space, Space::Unaware | Space::Inactive) {
                self.place_marker(state, unit, journal);
            }
        }
        journal.note(|| Entry::new(TRACK, self.track_text(state)).tone(Tone::Quiet));
    }

    /// Who got how many turns, in the order of the track.
    fn track_text(&self, state: &State) -> String {
        let got = |space: Space| {
            let there = state.all_units().filter(|(_, unit)| unit.is_active() && unit.space == space);
            there.map(|(_, unit)| unit.letter.as_str()).collect::<Vec<_>>().join(", ")
        };
        let spaces = [(Space::Turns(2), "two turns"), (Space::Turns(1), "one turn"), (Space::Complete, "none")];
        let rows = spaces.into_iter().map(|(space, words)| (got(space), words)).filter(|(who, _)| !who.is_empty());
        let text = rows.map(|(who, words)| format!("{words}: {who}")).collect::<Vec<_>>().join("; ");
        format!("On the track: {text}.")
    }

    /// Puts one unit's marker on the track (OF-6.1, OF-6.4).
    pub(crate) fn place_marker(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let side = state.unit(unit).side;
        let first = state.first_round.filter(|_| state.round == 1).unwrap_or_default();
        let told = if side == Side::Us && first.aware >> unit.0 & 1 == 1 {
            first.aware_turns
        } else {
            first.turns.filter(|_| first.advantage == Some(side))
        };
        let die = u16::from(state.advantage_dice[usize::from(side == Side::German)]);
        let minds_red = side == Side::Us && !self.in_command(state, unit);
        let initiative = self.ratings(state, unit).initiative;
        let placed = told.map_or_else(|| self.sheet.ar_track.placement(initiative, die, minds_red), Placement::Turns);
        let disabled = self.is_disabled(state, unit);
        state.unit_mut(unit).space = match placed {
            _ if disabled => Space::Complete,
            Placement::Panic => Space::Panic,
            Placement::Turns(turns) => Space::Turns(turns),
        };
        if state.unit(unit).space == Space::Panic {
            journal.note(|| {
                let reason = if minds_red { "out of command" } else { "shaken" };
                Entry::new(PANIC, format!("{} panics on {die}: {reason}.", state.unit(unit).name))
                    .tone(Tone::Loss)
                    .about([self.id_of(state, unit)])
            });
        }
    }

    /// The units that may act now, in the order of the track; the space says whose they are.
    pub(crate) fn next_to_act(&self, state: &State) -> Option<(Acting, Vec<UnitId>)> {
        Acting::ALL.into_iter().find_map(|space| {
            let side = space.side(state.advantage);
            let turns = Space::Turns(space.turns());
            let mut units: Vec<UnitId> =
                state.active(side).filter(|(_, unit)| unit.space == turns).map(|(unit, _)| unit).collect();
            units.sort_by(|&a, &b| letter_order(&state.unit(a).letter).cmp(&letter_order(&state.unit(b).letter)));
            (!units.is_empty()).then_some((space, units))
        })
    }

    /// Brings the round to the next decision: a US unit to act, a German to turn up, or the round's end.
    pub(crate) fn go_on(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        loop {
            match state.frames.top() {
                Frame::Reading(reading) if !reading.asks => {
                    self.read_on(state, 1, dice, journal);
                    continue;
                }
                // Operations go on the instant no German is left, also in the midst of a turn (OF-3).
                Frame::Turn(_) | Frame::German(_) if self.at_peace(state) => {
                    self.over_or_peace(state, dice, journal);
                    continue;
                }
                Frame::Turn(turn) if state.unit(turn.unit).side == Side::German => {
                    self.go_on_german(state, dice, journal);
                    continue;
                }
                Frame::Turn(turn) if self.is_helpless(state, turn.unit) => {
                    state.frames.pop();
                    continue;
                }
                Frame::Round { .. } | Frame::Operations => {}
                _ => return,
            }
            self.standing_orders(state, dice, journal);
            if !matches!(state.frames.top(), Frame::Round { .. } | Frame::Operations) {
                continue;
            }
            if self.over_or_peace(state, dice, journal) || !state.in_rounds() {
                return;
            }
            if *state.frames.top() == Frame::Operations {
                // Rounds have just been commenced by what was read.
                self.begin_round(state, dice, journal);
                continue;
            }
            if state.dealt != state.round {
                self.deal_turns(state, dice, journal);
                continue;
            }
            match self.next_to_act(state) {
                None => self.end_round(state, dice, journal),
                Some((space, units)) => {
                    state.frames.replace(Frame::Round { space });
                    if space.side(state.advantage) == Side::Us {
                        return;
                    }
                    if state.rolled_for != Some(space) {
                        self.throw_action_number(state, dice, journal);
                        state.rolled_for = Some(space);
                    }
                    state.frames.push(Frame::German(units[0]));
                    return;
                }
            }
        }
    }

    /// A new German action number (OF-6.8).
    pub(crate) fn throw_action_number(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        state.action_number = dice.throw(&Throw::d10("German action number")).faces()[0] as u8;
        let number = state.action_number;
        journal.note(|| Entry::new(ACTION_NUMBER, format!("The German action number is {number}.")).tone(Tone::Quiet));
    }

    /// A turn has been used up.
    pub(crate) fn use_turn(&self, state: &mut State, unit: UnitId) {
        let unit = state.unit_mut(unit);
        unit.space = match unit.space {
            Space::Turns(2) => Space::Turns(1),
            Space::Turns(_) => Space::Complete,
            other => other,
        };
    }

    /// Suppression comes off, the panicked pull themselves together, smoke drifts away (OF-6.1, OF-6.4, OF-9.10).
    fn end_round(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let round = state.round;
        self.clear_round(state, journal);
        state.smoke.retain(|smoke| smoke.until > round);
        self.leave_sight(state, journal);
        if self.over_or_peace(state, dice, journal) {
            return;
        }
        state.round += 1;
        for clock in state.clock.iter_mut().take(usize::from(state.condition).saturating_sub(1)) {
            *clock += 1;
        }
        self.begin_round(state, dice, journal);
    }

    /// What lasts for a round is over.
    fn clear_round(&self, state: &mut State, journal: &mut dyn Journal) {
        self.tell_relief(state, journal);
        for unit in &mut state.units {
            unit.condition.suppressed = false;
            unit.condition.panicked = false;
            unit.hit_by.clear();
            unit.glimpsed_by = 0;
            unit.fired = Fired { now: false, before: unit.fired.now };
            if unit.space == Space::Panic {
                unit.closed |= self.sheet.cards[usize::from(unit.card)].kind.can_close();
                unit.space = Space::Complete;
            }
        }
    }

    /// Who is free to act again, and who has shut his hatches in panic.
    fn tell_relief(&self, state: &State, journal: &mut dyn Journal) {
        let shaken = |unit: &Unit| unit.condition.suppressed || unit.condition.panicked || unit.space == Space::Panic;
        let relieved: Vec<UnitId> =
            state.all_units().filter(|(_, unit)| unit.is_active() && shaken(unit)).map(|(unit, _)| unit).collect();
        if relieved.is_empty() {
            return;
        }
        journal.note(|| {
            let shut = |unit: &UnitId| {
                let stands = state.unit(*unit);
                stands.space == Space::Panic && !stands.closed && self.card(state, *unit).kind.can_close()
            };
            let name = |unit: &UnitId| {
                let word = if shut(unit) { " (buttoned up)" } else { "" };
                format!("{}{word}", state.unit(*unit).name)
            };
            let names = relieved.iter().map(name).collect::<Vec<_>>().join(", ");
            Entry::new(PANIC_RESULTS, format!("Suppression and panic are over: {names}."))
                .tone(Tone::Quiet)
                .about(relieved.iter().map(|&unit| self.id_of(state, unit)))
        });
    }

    /// Whether rounds are in progress without an active German on the map (OF-3).
    fn at_peace(&self, state: &State) -> bool {
        state.in_rounds() && !state.active(Side::German).any(|(unit, _)| state.hex_of(unit).is_some())
    }

    /// Ends the mission if it is over, or goes back to operations if no German is left (OF-3).
    pub(crate) fn over_or_peace(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) -> bool {
        if matches!(state.frames.top(), Frame::Over { .. } | Frame::Debriefing { .. }) {
            return true;
        }
        if self.at_peace(state) {
            (state.round, state.dealt) = (0, 0);
            state.first_round = None;
            state.smoke.clear();
            self.clear_round(state, journal);
            let hidden: Vec<UnitId> =
                state.all_units().filter(|(_, unit)| unit.defilade).map(|(unit, _)| unit).collect();
            for unit in &mut state.units {
                unit.motion = Motion::Still;
                unit.defilade = false;
            }
            while state.frames.pop().is_some() {}
            state.frames.replace(Frame::Operations);
            journal.note(|| {
                let text = "No active German is left: operations go on.";
                Entry::new(ROUNDS, text).tone(Tone::Heading).about(hidden.iter().map(|&unit| self.id_of(state, unit)))
            });
        }
        self.end_if_over(state, dice, journal)
    }
}

/// Single letters before double ones, as on the counters.
fn letter_order(letter: &str) -> (usize, &str) {
    (letter.len(), letter)
}
