//! When a German has had enough (OF-6.8): whether he can still do anything, where he retreats to, and that he
//! surrenders.

use dice::Throw;
use engine::{Entry, Tone};
use hexmap::Hex;

use crate::{
    play::{eyewitness, s06_rounds::turns, s07_movement::going, s11_assault::capture},
    rule_ids::ACTION_NUMBER,
    state::{
        laid_out::{Act, Ask},
        units::{Place, Side, Space, UnitId},
    },
};

/// Whether an active enemy is so near.
pub(crate) fn enemy_within(ask: Ask<'_>, unit: UnitId, hexes: u16) -> bool {
    let Some(here) = ask.state.hex_of(unit) else { return false };
    let enemy = ask.state.unit(unit).side.enemy();
    let near = |hex: Hex| ask.rules.grid().distance(here, hex) <= hexes;
    ask.state.active(enemy).any(|(other, _)| ask.state.hex_of(other).is_some_and(near))
}

/// Whether a unit has nothing more to do in this turn, because it was hurt or has gone.
pub(crate) fn is_helpless(ask: Ask<'_>, unit: UnitId) -> bool {
    !ask.state.unit(unit).is_active() || !matches!(ask.state.unit(unit).space, Space::Turns(_))
}

/// The retreat hex of a German, thrown for when it is first needed (OF-6.8, the missions' retreat tables).
pub(crate) fn retreat_hex(act: &mut Act<'_>, unit: UnitId) -> Option<Hex> {
    if let Some(known) = act.state.unit(unit).retreat {
        return Some(known);
    }
    let face = act.dice.throw(&Throw::d10("retreat hex")).faces()[0] as u8;
    let hex = act.rules.mission.retreat_hex(face)?.hex;
    act.state.unit_mut(unit).retreat = Some(hex);
    act.note(|ask| {
        let text = format!("{} will make for {}.", ask.state.unit(unit).name, ask.rules.label(hex));
        Entry::new(ACTION_NUMBER, text).tone(Tone::Quiet).about([ask.state.id_of(unit)]).at([ask.rules.label(hex)])
    });
    Some(hex)
}

/// A German surrenders: taken at once by a US unit in his hex, else when one comes (OF-6.8).
pub(crate) fn surrender(act: &mut Act<'_>, unit: UnitId) {
    act.note(|ask| {
        let entry = Entry::new(ACTION_NUMBER, format!("{} surrenders.", ask.state.unit(unit).name))
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)]);
        eyewitness::seen(ask, unit, entry, "gives up: hands go up")
    });
    let here = act.state.hex_of(unit);
    if act.state.active(Side::Us).any(|(us, _)| act.state.hex_of(us) == here) {
        return capture::capture(act, unit);
    }
    for load in going::loads(act.ask(), unit) {
        if let Some(hex) = here {
            act.state.unit_mut(load).place = Place::At(hex);
        }
        turns::lay_down_arms(act, load);
        act.note(|ask| {
            Entry::new(ACTION_NUMBER, format!("{} surrenders with it.", ask.state.unit(load).name))
                .tone(Tone::Combat)
                .about([ask.state.id_of(load)])
        });
    }
    turns::lay_down_arms(act, unit);
}
