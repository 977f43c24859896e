//! Where the acting unit could go, what it would pay and who that it knows of could fire at it there.

use engine::{Family, Outlook, Plan, PlanHex, Threat, Viewer};
use hexmap::{Corner, Hex};

use crate::{
    play::{
        self, s09_hiding,
        s09_movement::{self, Move, Reached, Step},
        s10_fire,
    },
    rule_ids::REACTION,
    state::{Activation, Ask, Mark, Place, State, Unit},
};

pub(crate) fn plan(ask: Ask<'_>, viewer: Viewer, ids: &[String]) -> Option<Plan> {
    let [id] = ids else { return None };
    let unit = ask.rules.named(ask.state, id).ok()?;
    let seat = ask.state.unit(unit).seat;
    if !viewer.is(seat) || play::asked(ask) != Some(seat) {
        return None;
    }
    let activation = *ask.state.activation().filter(|activation| activation.unit == unit)?;
    let from = match ask.state.unit(unit).place {
        Place::On(hex) => ask.rules.label(hex),
        Place::Reserve { .. } => String::new(),
        Place::Aboard(_) | Place::Box(_) | Place::Unseen | Place::Gone => return None,
    };
    let hexes = ways(ask, &activation).iter().map(|way| plan_hex(ask, unit, way)).collect();
    Some(Plan { units: ids.to_vec(), from, hexes })
}

/// A way to a hex, and how a unit would stand there.
struct Way {
    cost: u8,
    path: Vec<Hex>,
    facing: Corner,
    /// It takes the whole activation.
    delayed: bool,
}

impl Way {
    fn step(step: Step, to: Hex) -> Way {
        Way { cost: step.cost, path: vec![to], facing: step.facing, delayed: step.delayed }
    }

    fn end(&self) -> Option<Hex> {
        self.path.last().copied()
    }

    /// The state with a unit at the end of the way, as far as its player can know.
    fn walked(&self, ask: Ask<'_>, unit: Unit) -> Option<State> {
        let mut there = ask.state.clone();
        s09_movement::leave_marks(&mut there, unit);
        there.put(unit, self.end()?);
        there.units[unit.index()].facing = self.facing;
        if self.delayed {
            there.mark(unit, Mark::DelayedAction);
        }
        if s09_hiding::is_watched(Ask::new(ask.rules, &there), unit) {
            there.unmark(unit, Mark::Concealed);
        }
        Some(there)
    }
}

/// The state with a unit where it could be at the end of its move. None, if it cannot go there now.
pub(super) fn moved_to(ask: Ask<'_>, unit: Unit, hex: Hex) -> Option<State> {
    if ask.state.hex(unit) == Some(hex) {
        return Some(ask.state.clone());
    }
    let activation = ask.state.activation().filter(|activation| activation.unit == unit)?;
    ways(ask, activation).iter().find(|way| way.end() == Some(hex))?.walked(ask, unit)
}

/// Every way that a unit could go now, on the map or onto it.
fn ways(ask: Ask<'_>, activation: &Activation) -> Vec<Way> {
    let unit = activation.unit;
    match ask.state.unit(unit).place {
        Place::On(hex) => ways_from(ask, activation, hex),
        Place::Reserve { zone, .. } => {
            let entry = |&to: &Hex| Some(Way::step(s09_movement::check(ask, unit, to).ok()?, to));
            ask.rules.zone(zone).iter().filter_map(entry).collect()
        }
        Place::Aboard(_) | Place::Box(_) | Place::Unseen | Place::Gone => Vec::new(),
    }
}

fn ways_from(ask: Ask<'_>, activation: &Activation, from: Hex) -> Vec<Way> {
    let way = |Reached { path, cost, facing }| Way { cost, path, facing, delayed: false };
    let mut found: Vec<Way> = s09_movement::reachable(ask, activation).into_iter().map(way).collect();
    // The one hex that a unit may always enter, and steps that take the whole activation.
    for (_, to) in ask.rules.grid().neighbours(from) {
        if let Ok(step) = s09_movement::check(ask, activation.unit, to)
            && found.iter().all(|way| way.end() != Some(to))
        {
            found.push(Way::step(step, to));
        }
    }
    found
}

fn plan_hex(ask: Ask<'_>, unit: Unit, way: &Way) -> PlanHex {
    let threats = way.walked(ask, unit).map(|there| threats(Ask::new(ask.rules, &there), unit)).unwrap_or_default();
    let outlook = match threats.len() {
        0 => Outlook { text: "No enemy you know of could fire at you there".to_owned(), danger: false },
        1 => Outlook { text: "1 enemy could fire at you there".to_owned(), danger: true },
        several => Outlook { text: format!("{several} enemies could fire at you there"), danger: true },
    };
    PlanHex {
        hex: way.end().map(|hex| ask.rules.label(hex)).unwrap_or_default(),
        cost: way.cost.to_string(),
        path: way.path.iter().map(|&hex| ask.rules.label(hex)).collect(),
        actions: way.path.iter().map(|&to| Move::To { unit, to }.write(ask)).collect(),
        threats,
        outlook,
    }
}

/// The known enemies that could fire at a unit when it enters the hex it is in, with their odds.
fn threats(ask: Ask<'_>, unit: Unit) -> Vec<Threat> {
    let enemies = ask.state.side(ask.state.unit(unit).seat.other());
    let threat = |enemy: Unit| {
        let odds = s10_fire::threat(ask, enemy, unit)?;
        Some(Threat {
            unit: ask.rules.unit_id(ask.state, enemy),
            hex: ask.rules.label(ask.state.hex(enemy)?),
            rule: REACTION,
            target: ask.rules.unit_id(ask.state, unit),
            odds: odds.turned(),
        })
    };
    enemies.filter(|&enemy| !ask.state.activated.has(enemy)).filter_map(threat).collect()
}
