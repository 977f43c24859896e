//! Whom and where a paragraph means: `it`, `closest`, GE44, `marker`.

use dice::Whose;
use engine::{Entry, Tone};
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::{
        CardId, Place, Toward, UnitRef,
        words::{Pointer, Weapon},
    },
    map::sight::in_front,
    play::{
        s02_ratings,
        s05_operations::random_determination::Ranges,
        s09_fire::targets::{self, Preference},
    },
    rule_ids::RANDOM_DETERMINATION,
    state::{
        laid_out::{Act, Ask, OpenFire},
        reading::Cause,
        units::{Ratings, Side, UnitId},
    },
};

/// The units a word may mean: more than one where chance decides between them (OF-9.6).
pub(crate) fn meant(ask: Ask<'_>, who: UnitRef, cause: &Cause) -> Vec<UnitId> {
    let one = |unit: Option<UnitId>| unit.into_iter().collect();
    match who {
        UnitRef::Card(card) => one(unit_of_card(ask, card)),
        UnitRef::Letter(letter) => {
            let letter = letter.to_string();
            one(ask.state.all_units().find(|(_, unit)| unit.letter == letter).map(|(unit, _)| unit))
        }
        UnitRef::Pointer(pointer) => match pointer {
            Pointer::It => one(cause.it),
            Pointer::ThisGerman => one(cause.german),
            Pointer::ThisUs => one(cause.unit),
            Pointer::NearestUs => {
                let near = nearest(ask, Side::Us, cause, |_| true);
                cause.german.map_or_else(|| near.clone(), |german| targets::easiest_of(ask, german, &near))
            }
            Pointer::NearestGerman => nearest(ask, Side::German, cause, |unit| Some(unit) != cause.german),
            Pointer::UsCommander => nearest(ask, Side::Us, cause, |unit| s02_ratings::ratings(ask, unit).commander),
            Pointer::GermanCommander => {
                nearest(ask, Side::German, cause, |unit| s02_ratings::ratings(ask, unit).commander)
            }
            Pointer::Closest => targets::best_targets(ask, cause, Weapon::Best, Preference::Closest),
            Pointer::Easiest => targets::best_targets(ask, cause, Weapon::Best, Preference::Easiest),
            Pointer::Weakest => targets::weakest_here(ask, cause),
        },
    }
}

/// The first of the units a word may mean.
pub(crate) fn unit_meant(ask: Ask<'_>, who: UnitRef, cause: &Cause) -> Option<UnitId> {
    meant(ask, who, cause).first().copied()
}

/// The unit a word means; the dice decide between several.
pub(crate) fn unit_drawn(act: &mut Act<'_>, who: UnitRef, cause: &Cause) -> Option<UnitId> {
    let among = &meant(act.ask(), who, cause);
    draw(act, among)
}

/// One of several, by the dice (OF-5.9).
pub(crate) fn draw(act: &mut Act<'_>, among: &[UnitId]) -> Option<UnitId> {
    if among.len() < 2 {
        return among.first().copied();
    }
    let ranges = Ranges::among(among.len());
    let range = |(choice, unit): (usize, &UnitId)| {
        let (from, to) = ranges.range(choice);
        let faces = if from == to { from.to_string() } else { format!("{from}-{to}") };
        format!("{} {faces}", act.state.unit(*unit).letter)
    };
    let told = among.iter().enumerate().map(range).collect::<Vec<_>>().join(", ");
    let (picked, fell) = ranges.throw(&mut Whose::new(act.dice, &told));
    act.note(|ask| {
        let fell: Vec<String> = fell.iter().map(u16::to_string).collect();
        let text = format!("{told}; {}: {}.", fell.join(", "), ask.state.unit(among[picked]).name);
        Entry::new(RANDOM_DETERMINATION, text).tone(Tone::Quiet)
    });
    Some(among[picked])
}

/// The unit of a card, if it has appeared.
pub(crate) fn unit_of_card(ask: Ask<'_>, card: CardId) -> Option<UnitId> {
    let known = |ratings: &Ratings| matches!(ratings, Ratings::Card(known) if *known == card);
    ask.state.all_units().find(|(_, unit)| known(&unit.ratings)).map(|(unit, _)| unit)
}

/// The active units of a side nearest to this German, or otherwise to the marker; all that are equally near, by letter.
fn nearest(ask: Ask<'_>, side: Side, cause: &Cause, fits: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let from = cause.german.and_then(|german| ask.state.hex_of(german)).or(cause.hex);
    let on_map = ask.state.active(side).map(|(unit, _)| unit).filter(|&unit| ask.state.is_on_map(unit));
    let mut found: Vec<UnitId> = on_map.filter(|&unit| fits(unit)).collect();
    sort_by_nearness(ask, from, &mut found);
    let away = |unit: UnitId| from.zip(ask.state.hex_of(unit)).map(|(from, to)| ask.rules.grid().distance(from, to));
    let Some(least) = found.first().map(|&unit| away(unit)) else { return found };
    if least.is_none() {
        found.truncate(1);
    }
    found.retain(|&unit| away(unit) == least);
    found
}

/// The hex a word means.
pub(crate) fn hex_meant(ask: Ask<'_>, place: Place, cause: &Cause) -> Option<Hex> {
    match place {
        Place::Hex(hex) => Some(hex.hex),
        Place::Marker => cause.hex,
        Place::There => cause.there,
        Place::Unit(who) => unit_meant(ask, who, cause).and_then(|unit| ask.state.hex_of(unit)),
    }
}

/// The hexside that looks toward something from a hex; of two, the one nearer to `now`.
pub(crate) fn direction_meant(
    ask: Ask<'_>,
    from: Hex,
    now: Direction,
    toward: Toward,
    cause: &Cause,
) -> Option<Direction> {
    match toward {
        Toward::Compass(compass) => {
            compass.facings(ask.rules.mission.north).into_iter().min_by_key(|facing| now.turns_to(*facing))
        }
        Toward::Place(place) => facing_toward(ask.rules, from, now, hex_meant(ask, place, cause)?),
    }
}

/// The hexside whose arc holds a hex; of two, the one nearer to `now`.
pub(crate) fn facing_toward(rules: &OpenFire, from: Hex, now: Direction, to: Hex) -> Option<Direction> {
    let bears = |facing: &Direction| from != to && in_front(rules.grid(), from, *facing, to);
    Direction::ALL.into_iter().filter(bears).min_by_key(|facing| now.turns_to(*facing))
}

/// The units nearest to a hex first; those equally near, or without a hex, by letter.
pub(crate) fn sort_by_nearness(ask: Ask<'_>, from: Option<hexmap::Hex>, units: &mut [UnitId]) {
    let key = |unit: UnitId| {
        let away = from.zip(ask.state.hex_of(unit)).map(|(from, to)| ask.rules.grid().distance(from, to));
        let letter = &ask.state.unit(unit).letter;
        (away.is_none(), away, letter.len(), letter)
    };
    units.sort_by(|&one, &other| key(one).cmp(&key(other)));
}
