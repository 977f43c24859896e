//! Hiding (AS-9.12.1, AS-13): units that are hard to see, units that the enemy does not see at all, and ambushes.

use engine::Entry;

use super::{Refused, s09_actions, s09_terrain};
use crate::{
    rule_ids::HIDING,
    state::{Act, Ask, Mark, Module, Unit},
};

/// Whether a known enemy stands beside a unit.
pub(crate) fn enemy_beside(ask: Ask<'_>, unit: Unit) -> bool {
    let Some(hex) = ask.state.hex(unit) else { return false };
    let seat = ask.state.unit(unit).seat.other();
    let mut near = ask.rules.grid().neighbours(hex).map(|(_, beside)| beside).chain([hex]);
    near.any(|beside| ask.state.of_side_in(seat, beside).any(|enemy| ask.state.is_known(enemy)))
}

pub(super) fn check_hide(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    if !s09_terrain::gives_cover(ask, unit, hex) {
        return Err(Refused::NoCover);
    }
    if enemy_beside(ask, unit) {
        return Err(Refused::EnemyBeside);
    }
    Ok(())
}

pub(super) fn hide(act: &mut Act<'_>, unit: Unit) {
    s09_actions::spend(act, unit, Mark::HideAction, "hides", HIDING);
}

pub(super) fn check_ambush(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    s09_actions::fresh(ask, unit)?;
    s09_actions::check_steady(ask, unit)?;
    if ask.state.has(unit, Mark::Hidden) { Ok(()) } else { Err(Refused::NotHidden) }
}

pub(super) fn lie_in_ambush(act: &mut Act<'_>, unit: Unit) {
    s09_actions::spend(act, unit, Mark::Ambush, "lies in ambush", HIDING);
}

/// A unit that fires or does something as loud is hidden no more.
pub(super) fn give_away(act: &mut Act<'_>, unit: Unit) {
    for mark in [Mark::Hidden, Mark::HideAction, Mark::Ambush] {
        act.state.unmark(unit, mark);
    }
    reveal(act, unit);
}

/// The enemy sees a unit that it did not know of.
pub(super) fn reveal(act: &mut Act<'_>, unit: Unit) {
    if act.state.is_known(unit) {
        return;
    }
    act.state.unmark(unit, Mark::Concealed);
    act.journal.revealed();
    act.note(|ask| {
        let place = ask.state.hex(unit).map(|hex| ask.rules.label(hex)).unwrap_or_default();
        let text = format!("{} is seen in {place}", ask.rules.unit_name(ask.state, unit));
        Entry::new(HIDING, text).by(ask.state.unit(unit).seat).at([place]).about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// A unit has come into a hex: enemies that it did not know of are seen beside it, and it is seen if it was not known and somebody looks that way.
pub(super) fn look_around(act: &mut Act<'_>, unit: Unit) {
    let found: Vec<Unit> = {
        let ask = act.ask();
        let Some(hex) = ask.state.hex(unit) else { return };
        let seat = ask.state.unit(unit).seat.other();
        let near = ask.rules.grid().neighbours(hex).map(|(_, beside)| beside).chain([hex]);
        near.flat_map(|beside| ask.state.of_side_in(seat, beside)).filter(|&enemy| !ask.state.is_known(enemy)).collect()
    };
    found.into_iter().for_each(|enemy| reveal(act, enemy));
    if !act.state.is_known(unit) && is_watched(act.ask(), unit) {
        reveal(act, unit);
    }
}

/// Whether an enemy looks at the hex of a unit.
pub(crate) fn is_watched(ask: Ask<'_>, unit: Unit) -> bool {
    let Some(hex) = ask.state.hex(unit) else { return false };
    let kind = ask.rules.card(ask.state, unit).kind;
    ask.state.side(ask.state.unit(unit).seat.other()).any(|enemy| s09_terrain::sees(ask, enemy, hex, kind))
}

/// The turn is over: who is hidden where nobody looks is not known any more.
pub(super) fn settle_down(act: &mut Act<'_>, unit: Unit) {
    let vanishes = act.rules.modules.has(Module::Hidden)
        && act.state.has(unit, Mark::Hidden)
        && act.state.is_known(unit)
        && !is_watched(act.ask(), unit);
    if vanishes {
        act.state.mark(unit, Mark::Concealed);
    }
}
