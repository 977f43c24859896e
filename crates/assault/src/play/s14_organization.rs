//! Organization (AS-14): units rally, markers come off, smoke lifts. And what comes onto the map later.

use dice::{Blind, Dice as _, Die, Throw};
use engine::{Entry, Resolution, Thrown, Tone};

use super::{s04_units::card, s09_hiding, s09_terrain};
use crate::{
    rule_ids::{ORGANIZATION, SMOKE, TURN},
    state::{Act, Ask, Mark, Place, State, Unit},
    tables::catalogue::Section,
};

/// The markers of the turn come off: who dug in is dug in, and who hid is hidden.
pub(crate) fn tidy_up_marks(state: &mut State, unit: Unit) {
    if state.hex(unit).is_some() {
        for (doing, done) in [(Mark::DiggingIn, Mark::DugIn), (Mark::HideAction, Mark::Hidden)] {
            if state.has(unit, doing) {
                state.mark(unit, done);
            }
        }
    }
    let marks = &mut state.units[unit.index()].marks;
    *marks = marks.after_the_turn();
}

/// What is added to a rally roll.
pub(crate) fn rally_modifier(ask: Ask<'_>, unit: Unit) -> i8 {
    let numbers = &ask.rules.catalogue.turn.rally;
    let sheltered = s09_terrain::inside(ask, unit).is_some()
        || ask.state.hex(unit).is_some_and(|hex| s09_terrain::ground(ask, hex).rule.is_some_and(is_building));
    let near = if s09_hiding::enemy_beside(ask, unit) { numbers.enemy_adjacent } else { 0 };
    numbers.of(card(ask, unit).experience) + near + if sheltered { numbers.building_or_work } else { 0 }
}

fn is_building(section: Section) -> bool {
    section.0 == crate::rule_ids::LOW_HOUSES || section.0 == crate::rule_ids::TALL_HOUSES
}

pub(crate) fn rally(act: &mut Act<'_>, unit: Unit) {
    let needed = i32::from(act.rules.catalogue.turn.rally.need) - i32::from(rally_modifier(act.ask(), unit));
    let read = |faces: &[u16]| u16::from(i32::from(faces[0]) >= needed);
    // A roll for a unit that nobody has found would say that there is one.
    let fell = Blind::when(!act.state.is_known(unit), act.dice).throw(&Throw::d6("rally", 1).read(&read));
    let (face, steady) = (fell.faces()[0], fell.row() == 1);
    if steady {
        act.state.unmark(unit, Mark::Suppressed);
    }
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        let text = if steady { format!("{name} rallies") } else { format!("{name} stays down") };
        let resolution = Resolution {
            modifiers: Vec::new(),
            throws: vec![Thrown::new(&Die::D6, "rally", [face])],
            reading: format!("{face}: {} is needed", needed.max(1)),
            result: if steady { "rallied" } else { "suppressed" }.to_owned(),
        };
        let seat = ask.state.unit(unit).seat;
        let entry = if ask.state.is_known(unit) {
            Entry::new(ORGANIZATION, text).about([ask.rules.unit_id(ask.state, unit)]).because(resolution)
        } else {
            Entry::new(ORGANIZATION, "Somebody rallies, or does not").only_for(seat, text)
        };
        entry.by(seat).tone(if steady { Tone::Plain } else { Tone::Quiet })
    });
}

/// A die for each smoke marker.
pub(crate) fn lift_smoke(act: &mut Act<'_>) {
    let lifts_at = act.rules.catalogue.turn.smoke.lifts_at;
    let mut left = Vec::new();
    for (hex, markers) in std::mem::take(&mut act.state.smoke) {
        let fell = act.dice.throw(&Throw::d6("smoke", usize::from(markers)));
        let lifted = fell.faces().iter().filter(|&&face| face >= lifts_at).count() as u8;
        if lifted > 0 {
            act.note(|ask| {
                let label = ask.rules.label(hex);
                Entry::new(SMOKE, format!("Smoke lifts in {label}")).tone(Tone::Quiet).at([label])
            });
        }
        left.extend((markers > lifted).then_some((hex, markers - lifted)));
    }
    act.state.smoke = left;
}

/// Who is due this turn.
pub(crate) fn arrivals(act: &mut Act<'_>) {
    let turn = act.state.turn;
    let due = act
        .state
        .units
        .iter()
        .filter(|unit| matches!(unit.place, Place::Reserve { turn: on, .. } if on == turn))
        .count();
    if due > 0 && turn > 1 {
        act.note(|_| Entry::new(TURN, format!("{due} units may come in from now on")).tone(Tone::Quiet));
    }
}
