//! Units with cards come onto the map (OF-6.2, OF-6.6, OF-6.10, OF-8.3).

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::{
        Activation, CardId, Step, Toward,
        words::{self, Marker},
    },
    play::s05_operations::random_determination,
    rule_ids::{ACTIVATION, ACTIVATION_IN_ROUNDS, US_CARDS},
    state::{
        State, Work, WorkKind,
        laid_out::OpenFire,
        reading::Cause,
        units::{Place, Ratings, Side, Space, UnitId},
    },
    tables::{ar_track::Placement, cards::Kind},
};

/// A US unit that comes as near as this and the German it stirs up see each other for a round (OF-8.3).
const AT_CLOSE_QUARTERS: u16 = 2;

impl OpenFire {
    /// Germans come onto the map: in operations rounds begin, in rounds they join the track.
    pub(crate) fn activate(
        &self,
        state: &mut State,
        activation: &Activation,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let operations = !state.in_rounds();
        let mut hexes = Vec::new();
        for &card in &activation.cards {
            let Some(unit) = self.bring_on(state, card, activation, cause, dice) else { continue };
            hexes.extend(state.hex_of(unit));
            self.glimpse(state, unit, cause);
            journal.note(|| self.appears(state, unit));
            if operations {
                self.commence_rounds(state, journal);
            } else {
                self.join_the_track(state, unit, dice, journal);
            }
        }
        if operations {
            // A marker in the same hex is stirred up, too (OF-5.2).
            let over = state.markers.iter().filter(|marker| hexes.contains(&marker.hex));
            for number in over.map(|marker| marker.number).collect::<Vec<_>>() {
                self.activate_marker(state, number, cause.unit, false, dice, journal);
            }
        }
    }

    /// US units with cards join the platoon (OF-2.6).
    pub(crate) fn join(
        &self,
        state: &mut State,
        activation: &Activation,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        for &card in &activation.cards {
            if let Some(unit) = self.bring_on(state, card, activation, cause, dice) {
                let rounds = state.in_rounds();
                state.unit_mut(unit).space = if rounds { Space::Complete } else { Space::Unaware };
                journal.note(|| self.appears(state, unit));
            }
        }
    }

    fn appears(&self, state: &State, unit: UnitId) -> Entry {
        let at = state.hex_of(unit).map(|hex| self.label(hex)).unwrap_or_default();
        let text = match state.unit(unit).place {
            Place::Aboard(carrier) => format!("{} is in {}.", state.unit(unit).name, state.unit(carrier).name),
            Place::Towed(carrier) => format!("{} is behind {}.", state.unit(unit).name, state.unit(carrier).name),
            _ => format!("{} is in {at}.", state.unit(unit).name),
        };
        let rule = if state.unit(unit).side == Side::Us { US_CARDS } else { ACTIVATION };
        Entry::new(rule, text).tone(Tone::Heading).about([self.id_of(state, unit)]).at([at])
    }

    /// Puts the unit of a card on the map, as the paragraph says; one that has left it may come back (OF-7.1).
    fn bring_on(
        &self,
        state: &mut State,
        card: CardId,
        activation: &Activation,
        cause: &Cause,
        dice: &mut dyn Dice,
    ) -> Option<UnitId> {
        let hex = self.hex_meant(state, activation.at, cause);
        let carrier = activation.carried_by.and_then(|carrier| self.unit_of_card(state, carrier));
        let place = match carrier {
            Some(carrier) if self.data_kind(card) == Some(Kind::Gun) => Place::Towed(carrier),
            Some(carrier) => Place::Aboard(carrier),
            None => Place::At(hex?),
        };
        let unit = match self.unit_of_card(state, card) {
            Some(known) => Some(known).filter(|&known| may_return(state, known))?,
            None => self.new_from_card(state, card)?,
        };
        state.unit_mut(unit).place = place;
        let hex = state.hex_of(unit)?;
        let ahead = self.toward_the_cause(state, hex, cause);
        let hull = activation.facing.map(|toward| self.drawn_direction(state, hex, ahead, toward, cause, dice));
        let hull = hull.flatten().unwrap_or(ahead);
        let turret = activation.turret.map(|toward| self.drawn_direction(state, hex, hull, toward, cause, dice));
        self.set_posture(state, unit, activation, (hull, turret.flatten().unwrap_or(hull)));
        Some(unit)
    }

    fn data_kind(&self, card: CardId) -> Option<Kind> {
        let card = self.booklet.card(card)?;
        self.sheet.card(&card.data_card).map(|data| data.kind)
    }

    pub(crate) fn new_from_card(&self, state: &mut State, id: CardId) -> Option<UnitId> {
        let card = self.booklet.card(id)?;
        let side = match id.side {
            words::Side::Us => Side::Us,
            words::Side::German => Side::German,
        };
        let letter = card.letter.to_string();
        let mut unit = self.new_unit(side, &letter, &card.data_card, Ratings::Card(id), card.crew.unwrap_or(0));
        if side == Side::Us {
            let rounds = self.sheet.card(&card.data_card).and_then(|data| data.max_ammo);
            unit.ammunition = rounds.map(|rounds| self.rounds_for(&card.data_card, rounds));
        }
        let place = u8::try_from(state.units.len()).ok()?;
        state.units.push(unit);
        Some(UnitId(place))
    }

    fn set_posture(
        &self,
        state: &mut State,
        unit: UnitId,
        activation: &Activation,
        (hull, turret): (Direction, Direction),
    ) {
        let card = self.card(state, unit);
        let (kind, turreted) = (card.kind, card.traverse.is_some());
        let hex = state.unit(unit).hex();
        let hull_down = hex.is_some_and(|hex| self.sheet.movement.defilade(self.country.terrain_id(hex)).is_some());
        let stands = state.unit_mut(unit);
        stands.facing = hull;
        stands.turret = if turreted { turret } else { hull };
        stands.closed = activation.closed && kind.can_close();
        stands.defilade = activation.defilade && hull_down && !kind.is_squad();
        stands.prepared = kind == Kind::Gun && !activation.unprepared && hex.is_some();
        stands.space = Space::Complete;
        (stands.evading, stands.exited_at) = (None, None);
        let work = match activation.shelter {
            Some(Marker::ImprovedPosition) => WorkKind::ImprovedPosition,
            Some(Marker::Bunker) => WorkKind::Bunker(hull),
            _ => return,
        };
        if let Some(hex) = hex {
            state.unit_mut(unit).dug_in = work == WorkKind::ImprovedPosition;
            state.works.push(Work { hex, kind: work, occupant: Some(unit) });
        }
    }

    /// The hexside that looks toward something; between two the dice decide (OF-2.3).
    fn drawn_direction(
        &self,
        state: &State,
        hex: Hex,
        now: Direction,
        toward: Toward,
        cause: &Cause,
        dice: &mut dyn Dice,
    ) -> Option<Direction> {
        match toward {
            Toward::Compass(compass) => {
                let facings = compass.facings(self.mission.north);
                let picked = match facings.len() {
                    0 | 1 => 0,
                    several => random_determination::Ranges::among(several).throw(dice).0,
                };
                facings.get(picked).copied()
            }
            toward => self.direction_meant(state, hex, now, toward, cause),
        }
    }

    /// Toward the US unit that set it off, else the nearest one, else into the map.
    fn toward_the_cause(&self, state: &State, hex: Hex, cause: &Cause) -> Direction {
        let inward = self.inward(hex);
        let nearest = || {
            let platoon = state.active(Side::Us).filter_map(|(unit, _)| state.hex_of(unit));
            platoon.min_by_key(|&at| self.grid().distance(hex, at))
        };
        let at = cause.unit.and_then(|unit| state.hex_of(unit)).or_else(nearest);
        at.and_then(|at| self.facing_toward(hex, inward, at)).unwrap_or(inward)
    }

    /// Both see each other for a full round if the US unit has come within two hexes (OF-8.3).
    fn glimpse(&self, state: &mut State, german: UnitId, cause: &Cause) {
        let Some(unit) = cause.unit else { return };
        let near = state.hex_of(unit).zip(state.hex_of(german));
        if near.is_some_and(|(us, german)| self.grid().distance(us, german) <= AT_CLOSE_QUARTERS) {
            state.unit_mut(german).glimpsed_by |= 1 << unit.0;
        }
    }

    /// A German activated in a round: two turns if the paragraph says so, else by a new die (OF-6.6).
    fn join_the_track(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        if state.dealt != state.round {
            // The markers of this round have yet to be placed; his is placed with them.
            return;
        }
        let turns = match self.turns_promised(state) {
            Some(turns) => Placement::Turns(turns),
            None => {
                self.throw_action_number(state, dice, journal);
                let initiative = self.ratings(state, unit).initiative;
                self.sheet.ar_track.placement(initiative, state.action_number.into(), false)
            }
        };
        state.unit_mut(unit).space = match turns {
            Placement::Panic => Space::Panic,
            Placement::Turns(turns) => Space::Turns(turns),
        };
        journal.note(|| {
            let what = match turns {
                Placement::Panic => "panics".to_owned(),
                Placement::Turns(1) => "has 1 turn this round".to_owned(),
                Placement::Turns(turns) => format!("has {turns} turns this round"),
            };
            Entry::new(ACTIVATION_IN_ROUNDS, format!("{} {what}.", state.unit(unit).name))
                .about([self.id_of(state, unit)])
        });
    }

    /// The turns that the rest of the block being read promises its Germans.
    fn turns_promised(&self, state: &State) -> Option<u8> {
        self.steps_to_come(state).iter().find_map(|step| match step {
            Step::Advantage { side: words::Side::German, turns } => *turns,
            _ => None,
        })
    }

    /// US units that enter a hex take prisoner whoever has surrendered in it (OF-6.8).
    pub(crate) fn take_prisoners(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let here = state.hex_of(unit);
        let waiting = state.all_units().filter(|(_, german)| german.surrendered && german.hex() == here);
        for german in waiting.map(|(german, _)| german).collect::<Vec<_>>() {
            state.unit_mut(german).surrendered = false;
            self.capture(state, german, journal);
        }
    }
}

/// Whether a unit that has been on the map before can be activated again.
fn may_return(state: &State, unit: UnitId) -> bool {
    let known = state.unit(unit);
    let gone = matches!(known.place, Place::OffMap | Place::Exited | Place::Removed);
    gone && !known.condition.killed && !known.captured && !known.surrendered
}
