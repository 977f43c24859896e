//! Event markers: paragraph checks, activation checks, sightings, conditions (OF-5.1, OF-5.2, OF-5.6 to OF-5.8,
//! OF-6.11).

use dice::{Die, Throw, Whose};
use engine::{Entry, Forecast, Tone, UnitSet};
use hexmap::Hex;

use crate::{
    booklet::{
        cartridge::{Adjustment, Cell},
        paragraphs::{Condition, Number},
    },
    play::{
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns::{self, Price},
        s08_sight, s15_points,
    },
    reading,
    rule_ids::{
        ACTIVATION_CHECKS, CARTRIDGE, CONDITIONS, CONDITIONS_IN_ROUNDS, PARAGRAPH_CHECKS, PERCEPTION, RANDOM_EVENTS,
        SIGHTINGS,
    },
    state::{
        EventMarker, Frame, LeftBehind, Looking, Turn,
        laid_out::{Act, Ask, OpenFire},
        reading::Cause,
        units::UnitId,
    },
    tables::checks::Check,
};

/// How a marker came to be turned over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Somebody of ours has seen it: that earns points (OF-5.1).
    Seen,
    /// It has shown itself (OF-5.2).
    ByItself,
    /// A German is in its hex (OF-5.2).
    ByGermans,
}

/// How a marker comes to the notice of a unit (OF-5.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// It is read without more ado: the first and second way.
    AtOnce,
    /// It takes a perception check: the third.
    ByCheck,
}

/// How a marker would come to a unit's notice, if at all.
pub(crate) fn notice(ask: Ask<'_>, unit: UnitId, marker: Hex) -> Option<Notice> {
    let from = ask.state.hex_of(unit)?;
    let range = ask.rules.grid().distance(from, marker);
    if range <= ask.rules.sheet.limits.markers.stumbled_over {
        return Some(Notice::AtOnce);
    }
    if !s08_sight::sees_hex(ask, unit, marker) {
        return None;
    }
    let plain = range <= ask.rules.sheet.limits.markers.in_plain_sight && !ask.rules.country.is_cover(marker);
    Some(if plain { Notice::AtOnce } else { Notice::ByCheck })
}

/// Makes every check that a unit's new hex asks for, until a German is activated. What lies above so many frames comes
/// first.
pub(crate) fn check_markers(act: &mut Act<'_>, unit: UnitId, depth: usize) {
    let left_behind = act.state.left_behind.iter().map(|left| left.marker);
    let all: Vec<u8> = act.state.markers.iter().map(|marker| marker.number).chain(left_behind).collect();
    want_looks_above(act, depth, &[unit], &all);
    look_on(act);
}

/// Units look for markers, one after the other, as far as nobody is asked. In operations there is no choice; in rounds
/// the unit that acts may spend a crew point on a look, and for everybody else the marker has only its own chance to
/// show itself (OF-6.7).
pub(crate) fn look_for(act: &mut Act<'_>, units: &[UnitId], numbers: &[u8]) {
    want_looks(act, units, numbers);
    look_on(act);
}

/// Notes that units are to look for markers, as soon as what is going on leaves them time.
pub(crate) fn want_looks(act: &mut Act<'_>, units: &[UnitId], numbers: &[u8]) {
    let depth = act.state.frames.depth();
    want_looks_above(act, depth, units, numbers);
}

fn want_looks_above(act: &mut Act<'_>, depth: usize, units: &[UnitId], numbers: &[u8]) {
    let (markers, operations, depth) = (set_of(numbers), !act.state.in_rounds(), depth as u8);
    let look = |&unit: &UnitId| Looking { unit: Some(unit), markers, operations, depth, stirred: false };
    act.state.looking.extend(units.iter().rev().map(look));
}

/// Germans are in the hex of these markers, which are turned over one after the other, for no points (OF-5.2).
pub(crate) fn stir_up(act: &mut Act<'_>, numbers: &[u8], unit: Option<UnitId>) {
    let (operations, depth) = (!act.state.in_rounds(), act.state.frames.depth() as u8);
    act.state.looking.push(Looking { unit, markers: set_of(numbers), operations, depth, stirred: true });
    look_on(act);
}

fn set_of(numbers: &[u8]) -> u32 {
    numbers.iter().fold(0, |set, number| set | 1 << number)
}

/// Goes on with the checks that a question has held up. What a paragraph sets off comes before those that led to it.
pub(crate) fn look_on(act: &mut Act<'_>) {
    while let Some(&looking) = act.state.looking.last() {
        let depth = act.state.frames.depth();
        let asked = matches!(act.state.frames.top(), Frame::Sighting { .. })
            || matches!(act.state.frames.top(), Frame::Reading(reading) if reading.question.is_some());
        if usize::from(looking.depth) < depth || asked {
            return;
        }
        let number = looking.markers.trailing_zeros() as u8;
        if comes_to_nothing(act.ask(), &looking) || looking.markers == 0 || usize::from(looking.depth) > depth {
            act.state.looking.pop();
        } else {
            act.state.looking.last_mut().into_iter().for_each(|looking| looking.markers &= !(1 << number));
            match looking.unit {
                unit if looking.stirred => activate_marker(act, number, unit, Found::ByGermans),
                Some(unit) => look_at(act, unit, number),
                None => {}
            }
        }
    }
}

/// Whether nobody looks any more: a paragraph may have begun rounds or ended them, ended the mission, or taken the unit
/// away.
fn comes_to_nothing(ask: Ask<'_>, looking: &Looking) -> bool {
    let changed = ask.state.in_rounds() == looking.operations;
    let there = looking.unit.is_some_and(|unit| ask.state.is_on_map(unit));
    ask.state.is_over() || !looking.stirred && (changed || !there)
}

/// The check of one marker by one unit, if it can notice the marker at all.
fn look_at(act: &mut Act<'_>, unit: UnitId, number: u8) {
    let waits = |left: &LeftBehind| left.marker == number && notice(act.ask(), unit, left.hex) == Some(Notice::AtOnce);
    if let Some(place) = act.state.left_behind.iter().position(waits) {
        let LeftBehind { hex, page, .. } = act.state.left_behind.remove(place);
        let cause = Cause { unit: Some(unit), hex: Some(hex), ..Cause::default() };
        return read(act, Number(page), cause);
    }
    let Some(marker) = act.state.markers.iter().find(|marker| marker.number == number).copied() else { return };
    match notice(act.ask(), unit, marker.hex) {
        Some(Notice::AtOnce) => activate_marker(act, number, Some(unit), Found::Seen),
        Some(Notice::ByCheck) if may_try(act.ask(), unit, number) => {
            if !act.state.in_rounds() {
                let unit = sharpest_in_hex(act.ask(), unit, number);
                peer(act, unit, number);
            } else if can_pay_for_a_look(act.ask(), unit) {
                act.state.frames.push(Frame::Sighting { unit, marker: number });
            } else {
                activation_check(act, number, unit);
            }
        }
        Some(Notice::ByCheck) | None => {}
    }
}

/// A unit tries a marker once in a condition (OF-5.1).
pub(crate) fn may_try(ask: Ask<'_>, unit: UnitId, number: u8) -> bool {
    ask.state.markers.iter().any(|marker| marker.number == number && !marker.tried.has(unit))
}

/// Whether it is the turn of a US unit, and it has the point that a look costs. Men on foot have none (ruling OF-6.7).
fn can_pay_for_a_look(ask: Ask<'_>, unit: UnitId) -> bool {
    ask.state.turn().is_some_and(|turn| turn.unit == unit && check_look(ask, turn).is_ok())
}

/// Whether the crew points of a turn suffice for a look.
pub(crate) fn check_look(ask: Ask<'_>, turn: &Turn) -> Result<u8, Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Err(Refused::NoCrewPoints { needs: ask.rules.sheet.limits.crew_points.sighting, left: 0 });
    }
    let price = Price::Points(ask.rules.sheet.limits.crew_points.sighting);
    turns::check_price(turn, ask.state.whole_crew(turn.unit), price)
}

/// Whether a unit could make out a marker by a perception check from where it stands (OF-5.1).
pub(crate) fn check_can_make_out(ask: Ask<'_>, unit: UnitId, number: u8) -> Result<(), Refused> {
    let marker = ask.state.markers.iter().find(|marker| marker.number == number).ok_or(Refused::NoMarker { number })?;
    match notice(ask, unit, marker.hex) {
        Some(Notice::ByCheck) if may_try(ask, unit, number) => Ok(()),
        Some(Notice::ByCheck) => Err(Refused::MarkerTried { number }),
        Some(Notice::AtOnce) | None => Err(Refused::MarkerUnseen { number }),
    }
}

/// The unit with the best perception in the hex, which makes the check (OF-5.1).
fn sharpest_in_hex(ask: Ask<'_>, unit: UnitId, number: u8) -> UnitId {
    let here = ask.state.hex_of(unit);
    let side = ask.state.unit(unit).side;
    let others = ask.state.active(side).map(|(other, _)| other);
    let able = others.filter(|&other| ask.state.hex_of(other) == here && may_try(ask, other, number));
    able.max_by_key(|&other| (s02_ratings::ratings(ask, other).perception, std::cmp::Reverse(other))).unwrap_or(unit)
}

/// The third way: a perception check, and if it fails the marker's own chance (OF-5.1, OF-5.2).
pub(crate) fn peer(act: &mut Act<'_>, unit: UnitId, number: u8) {
    let Some(marker) = act.state.markers.iter_mut().find(|marker| marker.number == number) else { return };
    marker.tried.add(unit);
    let hex = marker.hex;
    let check = making_out(act.ask(), unit, hex);
    let (success, face) = check.resolve(&mut Whose::new(act.dice, &act.state.unit(unit).name));
    act.note(|ask| {
        let verb = if success { "makes out" } else { "cannot make out" };
        let text = format!("{} {verb} what is in {}.", ask.state.unit(unit).name, ask.rules.label(hex));
        Entry::new(PERCEPTION, text)
            .at([ask.rules.label(hex)])
            .about([ask.state.id_of(unit)])
            .because(check.resolution(success, face))
    });
    if success {
        activate_marker(act, number, Some(unit), Found::Seen);
    } else {
        activation_check(act, number, unit);
    }
}

/// The marker's own chance to show itself (OF-5.2).
pub(crate) fn activation_check(act: &mut Act<'_>, number: u8, unit: UnitId) {
    let level = i32::from(activation_level(act.rules, act.state.condition));
    let check = Check { what: "activation check", rule: ACTIVATION_CHECKS, rating: level, modification: 0 };
    let (success, face) = check.resolve(act.dice);
    act.note(|_| {
        let what = if success { "shows itself" } else { "stays hidden" };
        Entry::new(ACTIVATION_CHECKS, format!("Event marker {number} {what}."))
            .tone(Tone::Quiet)
            .because(check.resolution(success, face))
    });
    if success {
        activate_marker(act, number, Some(unit), Found::ByItself);
    }
}

/// Takes a marker up and reads what the cartridge says (OF-5.1).
pub(crate) fn activate_marker(act: &mut Act<'_>, number: u8, unit: Option<UnitId>, found: Found) {
    let Some(place) = act.state.markers.iter().position(|marker| marker.number == number) else { return };
    let marker = act.state.markers.remove(place);
    act.journal.revealed();
    let cell = act.rules.mission.event(number, Condition(act.state.condition));
    act.note(|ask| {
        Entry::new(
            PARAGRAPH_CHECKS,
            format!("Event marker {number} in {} is turned over.", ask.rules.label(marker.hex)),
        )
        .tone(Tone::Heading)
        .at([ask.rules.label(marker.hex)])
    });
    let known = matches!(cell, Cell::Paragraph { unless: Some(sighting), .. } if act.state.sighted(sighting.0));
    if found == Found::Seen && !known {
        let points = act.rules.mission.event_points;
        s15_points::score(act, points, "for the event marker", None);
    }
    let cause = Cause { unit, hex: Some(marker.hex), ..Cause::default() };
    match cell {
        Cell::Paragraph { .. } if known => {
            act.note(|_| Entry::new(SIGHTINGS, "It has been sighted before: nothing new.").tone(Tone::Quiet));
        }
        Cell::Paragraph { number: page, .. } if found == Found::ByGermans && speaks_to_us(act.rules, page) => {
            act.state.left_behind.push(LeftBehind { marker: number, hex: marker.hex, page: page.0 });
        }
        Cell::Paragraph { number, .. } => read(act, number, cause),
        Cell::Random if !act.state.in_rounds() => random_event(act, cause),
        Cell::Random | Cell::None => {
            act.note(|_| Entry::new(CARTRIDGE, "There is nothing here.").tone(Tone::Quiet));
        }
    }
}

/// Whether a paragraph is one for our men, and says nothing where only Germans are.
fn speaks_to_us(rules: &OpenFire, page: Number) -> bool {
    rules.booklet.paragraph(page).is_some_and(|paragraph| paragraph.for_us)
}

fn activation_level(rules: &OpenFire, condition: u8) -> u8 {
    let level = usize::from(condition).checked_sub(1).and_then(|place| rules.mission.activation.get(place));
    level.or(rules.mission.activation.last()).copied().unwrap_or(0)
}

/// A random event check (OF-5.8).
pub(crate) fn random_event(act: &mut Act<'_>, cause: Cause) {
    let fell = act.dice.throw(&Throw::new("random event", vec![Die::D10; 2]).read(&|faces| faces.iter().sum()));
    let total = fell.row() as u8;
    act.journal.revealed();
    match act.rules.mission.random_event(total, Condition(act.state.condition)) {
        Cell::Paragraph { unless, number } if !unless.is_some_and(|sighting| act.state.sighted(sighting.0)) => {
            act.note(|_| Entry::new(RANDOM_EVENTS, format!("Random event on {total}.")));
            read(act, number, cause);
        }
        Cell::Paragraph { .. } | Cell::Random | Cell::None => {
            act.note(|_| Entry::new(RANDOM_EVENTS, format!("Random event on {total}: none.")).tone(Tone::Quiet));
        }
    }
}

/// Goes to a later condition (OF-5.7, OF-6.11).
pub(crate) fn change_condition(act: &mut Act<'_>, condition: u8) {
    if condition <= act.state.condition {
        return;
    }
    act.state.condition = condition;
    for german in &mut act.state.units {
        // It rescinds special reactions, but not the fear of the broken (OF-6.8).
        german.reaction = german.reaction.filter(|letter| matches!(letter, 'S' | 'B'));
    }
    for marker in &mut act.state.markers {
        marker.tried = UnitSet::NONE;
    }
    let changes =
        act.rules.mission.adjustments.iter().filter(|(at, _)| at.0 == condition).flat_map(|(_, changes)| changes);
    let mut new = Vec::new();
    for change in changes {
        let (Adjustment::Place(number, _) | Adjustment::Lift(number)) = *change;
        act.state.markers.retain(|marker| marker.number != number);
        if let Adjustment::Place(number, hex) = *change {
            new.push(number);
            act.state.markers.push(EventMarker { number, hex: hex.hex, tried: UnitSet::NONE });
        }
    }
    act.state.markers.sort_by_key(|marker| marker.number);
    let rule = if act.state.in_rounds() { CONDITIONS_IN_ROUNDS } else { CONDITIONS };
    act.note(|_| Entry::new(rule, format!("Condition {condition} begins.")).tone(Tone::Heading));
    reading::look_around(act, &new);
}

/// Reads a paragraph: see [`crate::reading`].
pub(crate) fn read(act: &mut Act<'_>, number: Number, cause: Cause) {
    reading::read_paragraph(act, number, cause);
}

/// The odds of making out a marker.
pub(crate) fn look_forecast(ask: Ask<'_>, unit: UnitId, marker: u8) -> Option<Forecast> {
    let hex = ask.state.markers.iter().find(|known| known.number == marker)?.hex;
    Some(making_out(ask, unit, hex).forecast())
}

/// The perception check of a marker that is far off or in cover (OF-5.1).
pub(crate) fn making_out(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Check {
    let rating = i32::from(s02_ratings::ratings(ask, unit).perception);
    Check::perception(rating, ask.rules.sheet.limits.markers.making_out + s08_sight::perception_in(ask, hex))
}
