//! What each line of a paragraph does.

use dice::{Dice, Die, Throw};
use engine::{Entry, Journal, RuleId, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        BlockId, Branch, Checker, Place, Row, Step, Toward, UnitRef, Units,
        words::{Harm, Light, Marker, Pointer, Rating},
    },
    rule_ids::{ACTION_NUMBER, AMMUNITION, AP_DAMAGE, IMPROVED_POSITIONS, INITIATIVE_CHECKS, PARAGRAPHS},
    state::{
        EventMarker, FirstRound, Reads, Smoke, StandingOrder, State, Work, WorkKind,
        laid_out::OpenFire,
        units::{self, Side, UnitId},
    },
    tables::{
        checks::Check,
        damage::{Effect, listed},
    },
};
use crate::{
    reading::{conditions::side_of, reading_mut},
    state::reading::{Cause, Text},
};

/// Rounds that smoke stands after the one in which it is laid (OF-9.10).
const SMOKE_LASTS: u16 = 1;

impl OpenFire {
    /// Does the step at which the reading on top stands.
    pub(crate) fn do_step(
        &self,
        state: &mut State,
        step: &Step,
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match step {
            // These two stay where they are until they are done.
            Step::Order(order) => {
                self.decided_by_notes(state);
                let mut after = cause;
                if let Some(then) = self.follow(state, order, &mut after, dice, journal) {
                    self.advance(state);
                    if let Some(block) = then {
                        self.push_block(state, block, after.it);
                    }
                }
            }
            Step::Ask { question, .. } => {
                journal.note(|| Entry::new(PARAGRAPHS, question.clone()));
                if let Some(reading) = reading_mut(state) {
                    (reading.asks, reading.held_up) = (true, true);
                }
            }
            _ => {
                self.advance(state);
                self.tell_or_decide(state, step, cause, dice, journal);
            }
        }
    }

    fn tell_or_decide(
        &self,
        state: &mut State,
        step: &Step,
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match step {
            Step::Story(text) => journal.note(|| Entry::new(PARAGRAPHS, text.clone())),
            Step::Lesson(text) => {
                journal.note(|| Entry::new(PARAGRAPHS, text.clone()).tone(Tone::Lesson));
            }
            Step::See(number) => {
                self.decided_by_notes(state);
                self.open(state, Text::Paragraph(*number), journal);
            }
            Step::Stop => self.stop_reading(state),
            Step::Sighting(sighting) => self.mark_sighting(state, sighting.0, journal),
            Step::Condition(condition) => self.change_condition(state, condition.0, dice, journal),
            Step::Points(points) => self.score(state, *points, "for what has happened", journal),
            Step::EndMission => self.end_mission(state, journal),
            Step::If { test, then, otherwise } => {
                let option = Branch { when: test.clone(), then: *then };
                self.take_option(state, &[option], *otherwise, cause);
            }
            Step::Choose { options, otherwise } | Step::First { options, otherwise } => {
                self.take_option(state, options, *otherwise, cause);
            }
            Step::Check { rating, modification, by, success, failure } => {
                let passed = self.check_by(state, (*rating, *modification), by, &cause, dice, journal);
                match passed {
                    Some(unit) => self.push_option(state, *success, Some(unit)),
                    None => self.push_option(state, *failure, cause.it),
                }
            }
            Step::Roll { dice: count, rows } => self.roll(state, *count, rows, cause, dice, journal),
            Step::Random { among, then } => {
                let found = self.matching(state, among, &cause);
                if let Some(unit) = self.draw(state, &found, dice, journal) {
                    self.push_block(state, *then, Some(unit));
                }
            }
            Step::Each { among, then } => {
                let mut found = self.matching(state, among, &cause);
                if !found.is_empty() {
                    let first = found.remove(0);
                    self.push_block_for(state, *then, Some(first), found);
                }
            }
            Step::TheMoment(branch) => self.the_moment(state, branch, cause),
            step => self.change(state, step, cause, dice, journal),
        }
    }

    /// What changes the map and the units.
    fn change(&self, state: &mut State, step: &Step, cause: Cause, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        match step {
            Step::Activate(activation) => self.activate(state, activation, &cause, dice, journal),
            Step::Join(activation) => self.join(state, activation, &cause, dice, journal),
            Step::Advantage { side, turns } => {
                if let Some(first) = first_round(state) {
                    (first.advantage, first.turns) = (Some(side_of(*side)), *turns);
                }
            }
            Step::Aware { units, turns } => self.aware(state, units, *turns, &cause),
            Step::Remove(who) => {
                if let Some(unit) = self.unit_drawn(state, *who, &cause, dice, journal) {
                    self.take_off(state, unit, PARAGRAPHS, "is gone", journal);
                }
            }
            Step::Place { marker, hexes, facing } => {
                for hex in self.hexes_meant(state, hexes, &cause) {
                    self.place_on(state, (*marker, hex), *facing, &cause, dice, journal);
                }
            }
            Step::Lift { marker, hexes } => {
                self.lift(state, *marker, &self.hexes_meant(state, hexes, &cause), journal);
            }
            Step::PlaceEvent { marker, hex } => {
                if let Some(hex) = self.hex_meant(state, *hex, &cause) {
                    state.markers.retain(|known| known.number != *marker);
                    state.markers.push(EventMarker { number: *marker, hex, tried: 0 });
                    state.markers.sort_by_key(|marker| marker.number);
                    self.look_around(state, dice, journal);
                }
            }
            Step::LiftEvent(marker) => state.markers.retain(|known| known.number != *marker),
            Step::PlaceNote { note, hex } => {
                if let Some(hex) = self.hex_meant(state, *hex, &cause) {
                    state.notes.push((hex, format!("note {note}")));
                }
            }
            Step::Reaction { letter, on, who } => {
                if let Some(unit) = self.unit_meant(state, *who, &cause) {
                    self.react(state, unit, *letter, *on, dice, journal);
                }
            }
            Step::OutOfAmmunition(who) => {
                if let Some(unit) = self.unit_drawn(state, *who, &cause, dice, journal) {
                    state.unit_mut(unit).out_of_ammunition = true;
                    journal.note(|| {
                        Entry::new(AMMUNITION, format!("{} is out of ammunition.", state.unit(unit).name))
                            .about([self.id_of(state, unit)])
                    });
                }
            }
            Step::Suffer { who, harm } => {
                if let Some(unit) = self.unit_drawn(state, *who, &cause, dice, journal) {
                    self.harm(state, unit, *harm, dice, journal);
                }
            }
            Step::Light(light) => self.change_light(state, *light, journal),
            Step::Artillery { offence, area } => self.shell_area(state, *offence, area, &cause, dice, journal),
            Step::Fighter { plane, weapons, area } => {
                self.fighter_attacks(state, (*plane, weapons), area, &cause, dice, journal);
            }
            _ => {}
        }
    }

    /// Leaves the text being read.
    fn stop_reading(&self, state: &mut State) {
        let Some(reading) = reading_mut(state) else { return };
        while reading.cursors.pop().is_some_and(|cursor| !cursor.whole) {}
    }

    /// Reads the first option that applies (OF-5.1).
    fn take_option(&self, state: &mut State, options: &[Branch], otherwise: Option<BlockId>, cause: Cause) {
        for option in options {
            let mut found = cause;
            if self.holds(state, &option.when, &mut found) {
                return self.push_block(state, option.then, found.it);
            }
        }
        self.push_option(state, otherwise, cause.it);
    }

    fn push_option(&self, state: &mut State, block: Option<BlockId>, it: Option<UnitId>) {
        if let Some(block) = block {
            self.push_block(state, block, it);
        }
    }

    /// A check (OF-5.3, OF-5.10): the unit that passed it.
    fn check_by(
        &self,
        state: &State,
        (rating, modification): (Rating, i8),
        by: &Checker,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<UnitId> {
        let rated = |unit: UnitId| {
            let ratings = self.ratings(state, unit);
            if rating == Rating::Perception { ratings.perception } else { ratings.initiative }
        };
        let checkers = match by {
            Checker::One(UnitRef::Pointer(Pointer::ThisUs)) => {
                let hex = cause.unit.and_then(|unit| state.hex_of(unit));
                hex.and_then(|hex| self.best_in(state, hex, rated)).or(cause.unit).into_iter().collect()
            }
            Checker::One(who) => self.unit_drawn(state, *who, cause, dice, journal).into_iter().collect(),
            Checker::BestIn(place) => {
                let hex = self.hex_meant(state, *place, cause);
                hex.and_then(|hex| self.best_in(state, hex, rated)).into_iter().collect()
            }
            Checker::Every(units) => self.matching(state, units, cause),
        };
        let mut passed = None;
        for unit in checkers {
            let check = match rating {
                Rating::Perception => Check::perception(rated(unit).into(), modification.into()),
                Rating::Initiative => Check {
                    what: "initiative check",
                    rule: INITIATIVE_CHECKS,
                    rating: rated(unit).into(),
                    modification: modification.into(),
                },
            };
            let (success, face) = check.resolve(dice);
            journal.note(|| {
                let verb = if success { "passes" } else { "fails" };
                Entry::new(check.rule, format!("{} {verb} the {}.", state.unit(unit).name, check.what))
                    .about([self.id_of(state, unit)])
                    .because(check.resolution(success, face))
            });
            passed = passed.or(success.then_some(unit));
        }
        passed
    }

    /// A die table.
    fn roll(
        &self,
        state: &mut State,
        count: u8,
        rows: &[Row],
        cause: Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let row_of = |faces: &[u16]| {
            let sum: u16 = faces.iter().sum();
            let row = rows.iter().position(|row| (u16::from(row.from)..=u16::from(row.to)).contains(&sum));
            row.unwrap_or(rows.len()) as u16
        };
        let fell = dice.throw(&Throw::new("the paragraph's table", vec![Die::D10; usize::from(count)]).read(&row_of));
        let sum: u16 = fell.faces().iter().sum();
        journal.note(|| Entry::new(PARAGRAPHS, format!("The die shows {sum}.")).tone(Tone::Quiet));
        if let Some(row) = rows.get(usize::from(fell.row())) {
            self.push_block(state, row.then, cause.it);
        }
    }

    /// Done now if it is so; else it stands until it is (OF-5.7).
    fn the_moment(&self, state: &mut State, branch: &Branch, cause: Cause) {
        let mut found = cause;
        if self.holds(state, &branch.when, &mut found) {
            self.push_block(state, branch.then, found.it);
            return self.disclose(state);
        }
        let at = reading_mut(state).and_then(|reading| reading.cursors.last()).map(|cursor| cursor.at);
        if let Some(mut at) = at {
            // The cursor has gone on already.
            at.step -= 1;
            let order = StandingOrder { at, cause: Cause { german: None, ..cause } };
            if !state.standing.contains(&order) {
                state.standing.push(order);
            }
        }
    }

    /// US units that are aware without a check, if the first Round is about to begin (OF-6.5).
    fn aware(&self, state: &mut State, units: &Units, turns: Option<u8>, cause: &Cause) {
        let found = self.matching(state, units, cause);
        if let Some(first) = first_round(state) {
            first.aware = found.iter().fold(first.aware, |bits, unit| bits | 1 << unit.0);
            first.aware_turns = turns.or(first.aware_turns);
        }
    }

    /// A unit is taken from the map, with all it carries.
    pub(crate) fn take_off(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: RuleId,
        verb: &str,
        journal: &mut dyn Journal,
    ) {
        let loads = self.loads(state, unit);
        for &load in &loads {
            state.unit_mut(load).place = units::Place::Removed;
        }
        let gone = state.unit_mut(unit);
        gone.place = units::Place::Removed;
        gone.evading = None;
        journal.note(|| {
            Entry::new(rule, format!("{} {verb}.", state.unit(unit).name))
                .about(std::iter::once(unit).chain(loads).map(|unit| self.id_of(state, unit)))
        });
    }

    fn hexes_meant(&self, state: &State, places: &[Place], cause: &Cause) -> Vec<Hex> {
        places.iter().filter_map(|place| self.hex_meant(state, *place, cause)).collect()
    }

    fn place_on(
        &self,
        state: &mut State,
        (marker, hex): (Marker, Hex),
        facing: Option<Toward>,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match marker {
            Marker::Minefield => {
                if !state.minefields.contains(&hex) {
                    state.minefields.push(hex);
                }
                let there = state.active(Side::Us).filter(|(_, unit)| unit.hex() == Some(hex)).map(|(unit, _)| unit);
                for unit in there.collect::<Vec<_>>() {
                    self.enter_minefield(state, unit, dice, journal);
                }
            }
            Marker::Smoke => state.smoke.push(Smoke { hex, until: state.round + SMOKE_LASTS }),
            Marker::ImprovedPosition => {
                state.works.push(Work { hex, kind: WorkKind::ImprovedPosition, occupant: None });
            }
            Marker::Bunker => {
                let ahead = self.inward(hex);
                let facing = facing.and_then(|toward| self.direction_meant(state, hex, ahead, toward, cause));
                let kind = WorkKind::Bunker(facing.unwrap_or(ahead));
                state.works.push(Work { hex, kind, occupant: None });
            }
            Marker::Fence | Marker::Prisoners => state.notes.push((hex, marker.word().to_owned())),
        }
        journal.note(|| {
            let what = marker.word().replace('-', " ");
            Entry::new(PARAGRAPHS, format!("In {}: {what}.", self.label(hex))).at([self.label(hex)])
        });
    }

    /// Takes markers up: from these hexes, or from everywhere.
    fn lift(&self, state: &mut State, marker: Marker, hexes: &[Hex], journal: &mut dyn Journal) {
        let stays = |hex: Hex| !hexes.is_empty() && !hexes.contains(&hex);
        let works = |kind: WorkKind| match marker {
            Marker::ImprovedPosition => kind == WorkKind::ImprovedPosition,
            Marker::Bunker => matches!(kind, WorkKind::Bunker(_)),
            _ => false,
        };
        match marker {
            Marker::Minefield => state.minefields.retain(|hex| stays(*hex)),
            Marker::Smoke => state.smoke.retain(|smoke| stays(smoke.hex)),
            Marker::Fence | Marker::Prisoners => {
                state.notes.retain(|(hex, what)| what != marker.word() || stays(*hex));
            }
            Marker::ImprovedPosition | Marker::Bunker => {
                let gone = |work: &Work| works(work.kind) && !stays(work.hex);
                let inside: Vec<UnitId> =
                    state.works.iter().filter(|work| gone(work)).filter_map(|w| w.occupant).collect();
                for unit in inside {
                    state.unit_mut(unit).dug_in = false;
                    journal.note(|| {
                        Entry::new(IMPROVED_POSITIONS, format!("{} has no cover any more.", state.unit(unit).name))
                            .about([self.id_of(state, unit)])
                    });
                }
                state.works.retain(|work| !gone(work));
            }
        }
    }

    /// A special reaction comes into effect or goes out of it (OF-6.8).
    fn react(
        &self,
        state: &mut State,
        unit: UnitId,
        letter: char,
        on: bool,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let now = state.unit(unit).reaction;
        if !on {
            if now == Some(letter) {
                state.unit_mut(unit).reaction = None;
            }
            return;
        }
        if now == Some(letter) {
            return;
        }
        state.unit_mut(unit).reaction = Some(letter);
        journal.note(|| {
            let text = format!("Special reaction {letter} is in effect for {}.", state.unit(unit).name);
            Entry::new(ACTION_NUMBER, text).about([self.id_of(state, unit)])
        });
        let Some(turn) = self.turn(state).filter(|turn| state.unit(turn.unit).side == Side::German) else { return };
        let his = turn.unit == unit;
        self.throw_action_number(state, dice, journal);
        if his && let Some(turn) = self.turn_mut(state) {
            turn.reads = Reads::Table;
        }
    }

    /// Something befalls a unit outside combat (OF-14).
    fn harm(&self, state: &mut State, unit: UnitId, harm: Harm, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let kind = self.card(state, unit).kind;
        let effects: &[Effect] = match harm {
            Harm::Suppressed => &[Effect::Suppression],
            Harm::Panicked if kind.is_vehicle() && !kind.is_tank() => &[Effect::Panic, Effect::AccidentCheck],
            Harm::Panicked => &[Effect::Panic],
            Harm::Killed => &[Effect::Killed],
            Harm::CrewLoss => &[Effect::ReduceCrew(1)],
            Harm::MovementLoss => &[Effect::ReduceMpa],
            Harm::Immobilised => &[Effect::ReduceMpaToZero],
            Harm::MainGunOut => &[Effect::KoMainGun],
            Harm::MachinegunOut => &[Effect::KoMachinegun],
        };
        journal.note(|| {
            Entry::new(AP_DAMAGE, format!("{}: {}.", state.unit(unit).name, listed(effects)))
                .tone(Tone::Loss)
                .about([self.id_of(state, unit)])
        });
        self.suffer(state, unit, effects, dice, journal);
    }

    fn change_light(&self, state: &mut State, light: Light, journal: &mut dyn Journal) {
        state.light = light;
        let text = match light {
            Light::Day => "It is day.",
            Light::Dusk => "Dusk falls.",
            Light::Night => "It is night.",
        };
        journal.note(|| Entry::new(PARAGRAPHS, text));
    }
}

/// What is said about the first Round, as long as it has not begun; once it has, it is ignored (OF-6.6).
fn first_round(state: &mut State) -> Option<&mut FirstRound> {
    if state.round > 1 || state.dealt > 0 {
        return None;
    }
    Some(state.first_round.get_or_insert_with(FirstRound::default))
}
