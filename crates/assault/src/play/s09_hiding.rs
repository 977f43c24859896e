//! Hiding (AS-9.12.1, AS-13): units that are hard to see, units that the enemy does not see at all, and ambushes.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Verb, Visit, Wish};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::deed,
    pointing::Meant,
    s09_activation,
    s09_march::tell_march,
    s09_terrain,
};
use crate::{
    rule_ids::HIDING,
    state::{Act, Activation, Ask, Assault, Mark, Module, Unit, Work},
};

/// Hide, or lie in wait.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Hiding {
    /// Hide.
    Hide {
        /// The unit.
        unit: Unit,
    },
    /// Lie in ambush.
    Ambush {
        /// The unit.
        unit: Unit,
    },
}

/// A unit that may hide, or lie in ambush.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    activation: Activation,
    mark: Mark,
}

impl Family for Hiding {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("hide", "hide UNIT"), ("ambush", "ambush UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        for unit in s09_activation::active(ask) {
            Hiding::Hide { unit }.visit_if_legal(ask, visit)?;
            Hiding::Ambush { unit }.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        match *self {
            Hiding::Hide { unit } => Ok(Ready { activation: check_hide(ask, unit)?, mark: Mark::HideAction }),
            Hiding::Ambush { unit } => Ok(Ready { activation: check_ambush(ask, unit)?, mark: Mark::Ambush }),
        }
    }

    fn perform(Ready { activation, mark }: Ready, act: &mut Act<'_>) {
        let does = if mark == Mark::Ambush { "lies in ambush" } else { "hides" };
        s09_activation::spend(act, activation, mark, does, HIDING);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Hiding::Hide { unit } => deed(ask, HIDING, unit, "Hide", "Stay", 3),
            Hiding::Ambush { unit } => deed(ask, HIDING, unit, "Lie in ambush", "Stay", 3),
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Hiding::Hide { unit } => format!("hide {}", unit_id(ask, unit)),
            Hiding::Ambush { unit } => format!("ambush {}", unit_id(ask, unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["hide", unit] => Hiding::Hide { unit: read_unit(ask, unit)? },
            ["ambush", unit] => Hiding::Ambush { unit: read_unit(ask, unit)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let unit = meant.unit;
        let both = [Wish::new("Hide", Hiding::Hide { unit }), Wish::new("Lie in ambush", Hiding::Ambush { unit })];
        both.into_iter().filter(|_| meant.is_anything()).collect()
    }
}

/// Whether a known enemy stands beside a unit.
pub(crate) fn enemy_beside(ask: Ask<'_>, unit: Unit) -> bool {
    let Some(hex) = ask.state.hex(unit) else { return false };
    let seat = ask.state.unit(unit).seat.other();
    let mut near = ask.rules.grid().neighbours(hex).map(|(_, beside)| beside).chain([hex]);
    near.any(|beside| ask.state.of_side_in(seat, beside).any(|enemy| ask.state.is_known(enemy)))
}

fn check_hide(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap)?;
    if !s09_terrain::gives_cover(ask, unit, hex) {
        return Err(Refused::NoCover);
    }
    if enemy_beside(ask, unit) {
        return Err(Refused::EnemyBeside);
    }
    Ok(activation)
}

fn check_ambush(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = s09_activation::fresh(ask, unit)?;
    s09_activation::check_steady(ask, unit)?;
    if ask.state.has(unit, Mark::Hidden) { Ok(activation) } else { Err(Refused::NotHidden) }
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
    // Where it came from stays its own affair.
    if act.state.untold.unit == Some(unit) {
        tell_march(act);
    }
    act.state.unmark(unit, Mark::Concealed);
    act.journal.revealed();
    act.note(|ask| {
        let place = ask.state.hex(unit).map(|hex| ask.rules.label(hex)).unwrap_or_default();
        let text = format!("{} is seen in {place}", ask.rules.unit_name(ask.state, unit));
        Entry::new(HIDING, text).by(ask.state.unit(unit).seat).at([place]).about([ask.rules.unit_id(ask.state, unit)])
    });
    show_work(act, unit);
}

/// A unit that the enemy knows of shows him the work that it is in.
pub(crate) fn show_work(act: &mut Act<'_>, unit: Unit) {
    let work = s09_terrain::inside(act.ask(), unit).map(|work| work.index);
    if let Some(work) = work.filter(|_| act.state.is_known(unit)) {
        find_work(act, work);
    }
}

/// The enemy sees a work that he did not know of.
pub(super) fn find_work(act: &mut Act<'_>, work: usize) {
    if !act.state.is_unseen(work) {
        return;
    }
    act.state.unseen_works[work] = false;
    act.journal.revealed();
    act.note(|ask| {
        let Work { hex, hidden_by, .. } = ask.rules.works[work];
        let name = s09_terrain::work_in(ask, hex).map_or("A work", |work| work.row.name.as_str());
        let entry = Entry::new(HIDING, format!("{name} is seen in {}", ask.rules.label(hex)));
        hidden_by.into_iter().fold(entry, Entry::by).at([ask.rules.label(hex)])
    });
}

/// A unit has come into a hex: enemies and works that it did not know of are seen beside it, and it is seen if it was
/// not known and somebody looks that way. Who is known shows the work that he goes into.
pub(super) fn look_around(act: &mut Act<'_>, unit: Unit) {
    let (found, works): (Vec<Unit>, Vec<usize>) = {
        let ask = act.ask();
        let here = ask.state.hex(unit);
        let own = ask.state.unit(unit).seat;
        let near =
            || here.into_iter().flat_map(|hex| ask.rules.grid().neighbours(hex).map(|(_, beside)| beside).chain([hex]));
        let units = near().flat_map(|beside| ask.state.of_side_in(own.other(), beside));
        let works = near().filter_map(|beside| s09_terrain::work_in(ask, beside)).map(|work| work.index);
        (
            units.filter(|&enemy| !ask.state.is_known(enemy)).collect(),
            works.filter(|&work| s09_terrain::is_hidden_from(ask, work, own)).collect(),
        )
    };
    found.into_iter().for_each(|enemy| reveal(act, enemy));
    works.into_iter().for_each(|work| find_work(act, work));
    show_work(act, unit);
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
pub(crate) fn settle_down(act: &mut Act<'_>, unit: Unit) {
    let vanishes = act.rules.modules.has(Module::Hidden)
        && act.state.has(unit, Mark::Hidden)
        && act.state.is_known(unit)
        && !is_watched(act.ask(), unit);
    if vanishes {
        act.state.mark(unit, Mark::Concealed);
    }
}
