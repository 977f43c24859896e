//! What damage does to a unit on the table (OF-14), accidents and mines as they befall it (OF-7.8, OF-13.1).

use dice::Dice;
use engine::{Entry, Journal, Tone};

use crate::{
    booklet::unit_cards::Fate,
    rule_ids::{ACCIDENTS, AP_DAMAGE, CHARACTERISTICS, INITIATIVE, MINEFIELDS, PANIC_RESULTS, SQUADS, UNIT_CARDS},
    state::{
        Frame, State,
        laid_out::OpenFire,
        units::{Place, Side, Space, Unit, UnitId},
    },
    tables::{
        cards::Kind,
        checks::Check,
        damage::{Effect, Stake, Target, listed},
        minefields::Mine,
    },
};

impl OpenFire {
    /// A unit as damage sees it.
    pub(crate) fn as_target(&self, state: &State, unit: UnitId) -> Target {
        let stands = state.unit(unit);
        let card = self.card(state, unit);
        let riders = self
            .loads(state, unit)
            .into_iter()
            .any(|load| card.kind.is_tank() && self.card(state, load).kind.is_squad());
        let in_bunker = state
            .works
            .iter()
            .any(|work| work.occupant == Some(unit) && matches!(work.kind, crate::state::WorkKind::Bunker(_)));
        Target { prepared: stands.prepared, riders, in_bunker, ..Target::of(card, stands.closed) }
    }

    /// What is at stake for a unit as it stands.
    pub(crate) fn stake(&self, state: &State, unit: UnitId) -> Stake {
        Stake { target: self.as_target(state, unit), condition: state.unit(unit).condition }
    }

    /// Applies effects to a unit, with all that follows from them.
    pub(crate) fn suffer(
        &self,
        state: &mut State,
        unit: UnitId,
        effects: &[Effect],
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        if !state.unit(unit).is_active() {
            return;
        }
        let (cost, disabled) = (self.loss_of(state, unit), self.is_disabled(state, unit));
        let (after, further) = state.unit(unit).condition.after(effects);
        let crew_hit = after.crew < state.unit(unit).condition.crew && after.crew > 0;
        state.unit_mut(unit).condition = after;
        if crew_hit {
            journal.note(|| self.what_is_left(state, unit));
        }
        let all: Vec<Effect> = effects.iter().copied().chain(further).collect();
        for effect in &all {
            self.suffer_one(state, unit, *effect, dice, journal);
        }
        if !disabled && state.unit(unit).is_active() && self.is_disabled(state, unit) {
            journal.note(|| {
                Entry::new(AP_DAMAGE, format!("{} is disabled: it can neither move nor fire.", state.unit(unit).name))
                    .tone(Tone::Loss)
                    .about([self.id_of(state, unit)])
            });
        }
        self.tell_loss(state, unit, cost, journal);
        // Who is shot at wakes up (OF-6.5).
        if state.unit(unit).is_active() && state.unit(unit).space == Space::Unaware {
            state.unit_mut(unit).space = Space::Complete;
        }
        if self.is_disabled(state, unit) && matches!(state.unit(unit).space, Space::Turns(_)) {
            state.unit_mut(unit).space = Space::Complete;
        }
        self.stop_if_helpless(state, unit);
    }

    fn suffer_one(
        &self,
        state: &mut State,
        unit: UnitId,
        effect: Effect,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match effect {
            Effect::Killed => self.kill(state, unit, journal),
            Effect::RidersKilled => {
                for rider in self.loads(state, unit) {
                    if self.card(state, rider).kind.is_squad() {
                        self.kill(state, rider, journal);
                    }
                }
            }
            Effect::FlipToHalf => {
                self.flip(state.unit_mut(unit));
                journal.note(|| {
                    Entry::new(SQUADS, format!("{} is down to half a squad.", state.unit(unit).name))
                        .tone(Tone::Loss)
                        .about([self.id_of(state, unit)])
                });
            }
            Effect::LoseTurns => {
                if matches!(state.unit(unit).space, Space::Turns(_) | Space::Aware | Space::Unaware) {
                    state.unit_mut(unit).space = Space::Complete;
                }
            }
            Effect::Panic if state.in_rounds() => {
                state.unit_mut(unit).space = Space::Panic;
                journal.note(|| {
                    Entry::new(PANIC_RESULTS, format!("{} panics.", state.unit(unit).name))
                        .tone(Tone::Loss)
                        .about([self.id_of(state, unit)])
                });
            }
            Effect::InitiativeCheck => self.initiative_check(state, unit, dice, journal),
            Effect::AccidentCheck => self.accident_check(state, unit, dice, journal),
            Effect::SpecialReactionS if state.unit(unit).side == Side::German => {
                state.unit_mut(unit).reaction = Some('S');
                journal.note(|| {
                    Entry::new(UNIT_CARDS, format!("{} looks after itself from now on.", state.unit(unit).name))
                        .about([self.id_of(state, unit)])
                });
            }
            Effect::Captured => self.capture(state, unit, journal),
            Effect::BunkerDestroyed => {
                let hex = state.hex_of(unit);
                state
                    .works
                    .retain(|work| Some(work.hex) != hex || !matches!(work.kind, crate::state::WorkKind::Bunker(_)));
            }
            Effect::Stop => self.stop(state, unit),
            Effect::TurnLeft => self.rotate(state, unit, false),
            Effect::TurnRight => self.rotate(state, unit, true),
            Effect::RunOn => self.run_on(state, unit),
            _ => {}
        }
    }

    /// An initiative check after a hit (OF-14.1).
    fn initiative_check(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        if !matches!(state.unit(unit).space, Space::Turns(_)) {
            return;
        }
        let rating = i32::from(self.ratings(state, unit).initiative);
        let check = Check { what: "initiative check", rule: INITIATIVE, rating, modification: 0 };
        let (success, face) = check.resolve(dice);
        if !success {
            self.use_turn(state, unit);
        }
        journal.note(|| {
            let what = if success { "keeps its head" } else { "loses a turn" };
            Entry::new(INITIATIVE, format!("{} {what}.", state.unit(unit).name))
                .about([self.id_of(state, unit)])
                .because(check.resolution(success, face))
        });
    }

    /// An accident check, and the accident if it fails (OF-7.8).
    pub(crate) fn accident_check(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let skill = i32::from(self.ratings(state, unit).driving_skill);
        self.resolve_accident(state, unit, skill, dice, journal);
    }

    /// An accident that cannot be avoided.
    pub(crate) fn accident(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.resolve_accident(state, unit, 0, dice, journal);
    }

    fn resolve_accident(
        &self,
        state: &mut State,
        unit: UnitId,
        skill: i32,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let table = &self.sheet.accidents;
        let (result, throws) = table.resolve(skill, dice);
        journal.note(|| {
            Entry::new(ACCIDENTS, format!("{}: {}", state.unit(unit).name, table.text(result)))
                .about([self.id_of(state, unit)])
                .because(table.resolution(skill, result, throws))
        });
        let effects = table.effects(result).to_vec();
        self.suffer(state, unit, &effects, dice, journal);
    }

    /// A US unit in a minefield (OF-13.1).
    pub(crate) fn enter_minefield(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(hex) = state.hex_of(unit).filter(|hex| state.minefields.contains(hex)) else { return };
        let perception = i32::from(self.ratings(state, unit).perception);
        let mine = Mine { target: self.card(state, unit), perception, modification: self.perception_in(state, hex) };
        if mine.check().is_err() {
            return;
        }
        let (result, throws) = mine.resolve(&self.sheet, dice);
        let effects = mine.effects(&self.sheet, &self.as_target(state, unit), result);
        journal.note(|| {
            let text =
                format!("{} is in the minefield in {}: {}.", state.unit(unit).name, self.label(hex), listed(&effects));
            Entry::new(MINEFIELDS, text)
                .tone(Tone::Combat)
                .about([self.id_of(state, unit)])
                .at([self.label(hex)])
                .because(mine.resolution(&self.sheet, result, throws))
        });
        self.suffer(state, unit, &effects, dice, journal);
    }

    /// A unit is lost, with all it carries or tows (OF-14.3).
    pub(crate) fn kill(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        for load in self.loads(state, unit) {
            state.unit_mut(load).place = state.hex_of(unit).map_or(Place::Removed, Place::At);
            self.kill(state, load, journal);
        }
        let cost = self.loss_of(state, unit);
        let dead = state.unit_mut(unit);
        if dead.space == Space::Inactive {
            return;
        }
        dead.condition.killed = true;
        dead.space = Space::Inactive;
        for work in state.works.iter_mut().filter(|work| work.occupant == Some(unit)) {
            work.occupant = None;
        }
        journal.note(|| {
            Entry::new(AP_DAMAGE, format!("{} is knocked out.", state.unit(unit).name))
                .tone(Tone::Loss)
                .about([self.id_of(state, unit)])
        });
        // Whoever dies of his own wounds is counted by them.
        self.tell_loss(state, unit, cost, journal);
        self.award(state, unit, Fate::Killed, journal);
    }

    /// A squad is flipped to its half side (OF-10).
    pub(crate) fn flip(&self, squad: &mut Unit) {
        let card = &self.sheet.cards[usize::from(squad.card)];
        let half = match card.nation {
            Some(crate::tables::cards::Nation::German) => "ge-half-squad",
            _ => "us-half-squad",
        };
        if card.kind == Kind::Squad
            && let Some(place) = self.sheet.cards.iter().position(|card| card.id == half)
        {
            (squad.card, squad.halved) = (place as u16, true);
        }
    }

    /// The ratings that losses leave a crew (OF-2.11).
    fn what_is_left(&self, state: &State, unit: UnitId) -> Entry {
        let (stands, rated) = (state.unit(unit), self.ratings(state, unit));
        let driving = if self.card(state, unit).kind.is_vehicle() {
            format!(", driving skill {}", rated.driving_skill)
        } else {
            String::new()
        };
        let text = format!(
            "{} goes on with a crew of {}: initiative {}, perception {}, weapon skill {:+}{driving}.",
            stands.name, stands.condition.crew, rated.initiative, rated.perception, rated.weapon_skill
        );
        Entry::new(CHARACTERISTICS, text).tone(Tone::Quiet).about([self.id_of(state, unit)])
    }

    fn stop(&self, state: &mut State, unit: UnitId) {
        if let Some(moving) =
            self.turn_mut(state).filter(|turn| turn.unit == unit).and_then(|turn| turn.moving.as_mut())
        {
            moving.left = 0;
        }
    }

    /// A vehicle out of control goes on one hex, if there is one it can enter.
    fn run_on(&self, state: &mut State, unit: UnitId) {
        let Some(from) = state.unit(unit).hex() else { return };
        let Some(to) = self.grid().neighbour(from, state.unit(unit).facing) else { return };
        let open = self.step_cost(state, unit, from, to).is_some() && self.check_stacking(state, unit, to).is_ok();
        if open {
            state.unit_mut(unit).place = Place::At(to);
            state.unit_mut(unit).defilade = false;
        }
    }

    /// A unit that was killed, panicked or penetrated in its own turn has done with it.
    fn stop_if_helpless(&self, state: &mut State, unit: UnitId) {
        let helpless = !matches!(state.unit(unit).space, Space::Turns(_)) || !state.unit(unit).is_active();
        if helpless && matches!(state.frames.top(), Frame::Turn(turn) if turn.unit == unit) {
            state.frames.pop();
        }
    }
}
