//! Whom and where a paragraph means: `it`, `closest`, GE44, `marker`.

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::{Direction, Hex};

use crate::state::reading::Cause;
use crate::{
    booklet::paragraphs::{
        CardId, Place, Toward, UnitRef,
        words::{Pointer, Weapon},
    },
    map::sight::in_front,
    play::{s05_operations::random_determination::Ranges, s09_fire::targets::Preference},
    rule_ids::RANDOM_DETERMINATION,
    state::{
        State,
        laid_out::OpenFire,
        units::{Ratings, Side, UnitId},
    },
};

impl OpenFire {
    /// The units a word may mean: more than one where chance decides between them (OF-9.6).
    pub(crate) fn meant(&self, state: &State, who: UnitRef, cause: &Cause) -> Vec<UnitId> {
        let one = |unit: Option<UnitId>| unit.into_iter().collect();
        match who {
            UnitRef::Card(card) => one(self.unit_of_card(state, card)),
            UnitRef::Letter(letter) => {
                let letter = letter.to_string();
                one(state.all_units().find(|(_, unit)| unit.letter == letter).map(|(unit, _)| unit))
            }
            UnitRef::Pointer(pointer) => match pointer {
                Pointer::It => one(cause.it),
                Pointer::ThisGerman => one(cause.german),
                Pointer::ThisUs => one(cause.unit),
                Pointer::NearestUs => self.nearest(state, Side::Us, cause, |_| true),
                Pointer::NearestGerman => self.nearest(state, Side::German, cause, |unit| Some(unit) != cause.german),
                Pointer::UsCommander => {
                    self.nearest(state, Side::Us, cause, |unit| self.ratings(state, unit).commander)
                }
                Pointer::GermanCommander => {
                    self.nearest(state, Side::German, cause, |unit| self.ratings(state, unit).commander)
                }
                Pointer::Closest => self.best_targets(state, cause, Weapon::Best, Preference::Closest),
                Pointer::Easiest => self.best_targets(state, cause, Weapon::Best, Preference::Easiest),
                Pointer::Weakest => self.weakest_here(state, cause),
            },
        }
    }

    /// The first of the units a word may mean.
    pub(crate) fn unit_meant(&self, state: &State, who: UnitRef, cause: &Cause) -> Option<UnitId> {
        self.meant(state, who, cause).first().copied()
    }

    /// The unit a word means; the dice decide between several.
    pub(crate) fn unit_drawn(
        &self,
        state: &State,
        who: UnitRef,
        cause: &Cause,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<UnitId> {
        self.draw(state, &self.meant(state, who, cause), dice, journal)
    }

    /// One of several, by the dice (OF-5.9).
    pub(crate) fn draw(
        &self,
        state: &State,
        among: &[UnitId],
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<UnitId> {
        if among.len() < 2 {
            return among.first().copied();
        }
        let ranges = Ranges::among(among.len());
        let (picked, fell) = ranges.throw(dice);
        journal.note(|| {
            let range = |(choice, unit): (usize, &UnitId)| {
                let (from, to) = ranges.range(choice);
                let faces = if from == to { from.to_string() } else { format!("{from}-{to}") };
                format!("{} {faces}", state.unit(*unit).letter)
            };
            let ranges: Vec<String> = among.iter().enumerate().map(range).collect();
            let fell: Vec<String> = fell.iter().map(u16::to_string).collect();
            let text = format!("{}; {}: {}.", ranges.join(", "), fell.join(", "), state.unit(among[picked]).name);
            Entry::new(RANDOM_DETERMINATION, text).tone(Tone::Quiet)
        });
        Some(among[picked])
    }

    /// The unit of a card, if it has appeared.
    pub(crate) fn unit_of_card(&self, state: &State, card: CardId) -> Option<UnitId> {
        let known = |ratings: &Ratings| matches!(ratings, Ratings::Card(known) if *known == card);
        state.all_units().find(|(_, unit)| known(&unit.ratings)).map(|(unit, _)| unit)
    }

    /// The nearest active units of a side, from this German, else from the marker; all that are equally near, by letter.
    fn nearest(&self, state: &State, side: Side, cause: &Cause, fits: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
        let from = cause.german.and_then(|german| state.hex_of(german)).or(cause.hex);
        let on_map = state.active(side).filter(|(_, unit)| unit.is_on_map()).map(|(unit, _)| unit);
        let mut found: Vec<UnitId> = on_map.filter(|&unit| fits(unit)).collect();
        self.sort_by_nearness(state, from, &mut found);
        let away = |unit: UnitId| from.zip(state.hex_of(unit)).map(|(from, to)| self.grid().distance(from, to));
        let Some(least) = found.first().map(|&unit| away(unit)) else { return found };
        if least.is_none() {
            found.truncate(1);
        }
        found.retain(|&unit| away(unit) == least);
        found
    }

    /// The hex a word means.
    pub(crate) fn hex_meant(&self, state: &State, place: Place, cause: &Cause) -> Option<Hex> {
        match place {
            Place::Hex(hex) => Some(hex.hex),
            Place::Marker => cause.hex,
            Place::Unit(who) => self.unit_meant(state, who, cause).and_then(|unit| state.hex_of(unit)),
        }
    }

    /// The hexside that looks toward something from a hex; of two, the one nearer to `now`.
    pub(crate) fn direction_meant(
        &self,
        state: &State,
        from: Hex,
        now: Direction,
        toward: Toward,
        cause: &Cause,
    ) -> Option<Direction> {
        match toward {
            Toward::Compass(compass) => {
                compass.facings(self.mission.north).into_iter().min_by_key(|facing| now.turns_to(*facing))
            }
            Toward::Place(place) => self.facing_toward(from, now, self.hex_meant(state, place, cause)?),
        }
    }

    /// The hexside whose arc holds a hex; of two, the one nearer to `now`.
    pub(crate) fn facing_toward(&self, from: Hex, now: Direction, to: Hex) -> Option<Direction> {
        let bears = |facing: &Direction| from != to && in_front(self.grid(), from, *facing, to);
        Direction::ALL.into_iter().filter(bears).min_by_key(|facing| now.turns_to(*facing))
    }
}
