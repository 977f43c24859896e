//! Where the acting unit could go, what it would pay and who that it knows of could fire at it there.

use engine::{Outlook, Plan, PlanHex, Threat, Viewer};
use hexmap::Hex;

use crate::{
    play::{self, action::Action, notation, s09_movement, s10_fire},
    rule_ids::REACTION,
    state::{Activation, Ask, Place, State, Unit},
};

pub(crate) fn plan(ask: Ask<'_>, viewer: Viewer, ids: &[String]) -> Option<Plan> {
    let [id] = ids else { return None };
    let unit = ask.rules.named(ask.state, id).ok()?;
    let seat = ask.state.unit(unit).seat;
    if !viewer.is(seat) || play::asked(ask) != Some(seat) {
        return None;
    }
    let activation = *ask.state.activation().filter(|activation| activation.unit == unit)?;
    let (from, hexes) = match ask.state.unit(unit).place {
        Place::On(hex) => (ask.rules.label(hex), ways(ask, &activation, hex)),
        Place::Reserve { zone, .. } => (String::new(), entries(ask, unit, zone)),
        Place::Aboard(_) | Place::Box(_) | Place::Unseen | Place::Gone => return None,
    };
    Some(Plan { units: ids.to_vec(), from, hexes })
}

fn ways(ask: Ask<'_>, activation: &Activation, from: Hex) -> Vec<PlanHex> {
    let mut found: Vec<(u8, Vec<Hex>)> =
        s09_movement::reachable(ask, activation).into_iter().map(|reached| (reached.cost, reached.path)).collect();
    // The one hex that a unit may always enter, and steps that take the whole activation.
    for (_, to) in ask.rules.grid().neighbours(from) {
        if let Ok(step) = s09_movement::check(ask, activation.unit, to)
            && found.iter().all(|(_, path)| path.last() != Some(&to))
        {
            found.push((step.cost, vec![to]));
        }
    }
    found.into_iter().map(|(cost, path)| plan_hex(ask, activation.unit, cost, &path)).collect()
}

fn entries(ask: Ask<'_>, unit: Unit, zone: u8) -> Vec<PlanHex> {
    let entry = |&to: &Hex| Some((s09_movement::check(ask, unit, to).ok()?.cost, to));
    ask.rules.zone(zone).iter().filter_map(entry).map(|(cost, to)| plan_hex(ask, unit, cost, &[to])).collect()
}

fn plan_hex(ask: Ask<'_>, unit: Unit, cost: u8, path: &[Hex]) -> PlanHex {
    let hex = path.last().copied();
    let threats = hex.map(|hex| threats(ask, unit, hex)).unwrap_or_default();
    let outlook = match threats.len() {
        0 => Outlook { text: "No enemy you know of could fire at you there".to_owned(), danger: false },
        1 => Outlook { text: "1 enemy could fire at you there".to_owned(), danger: true },
        several => Outlook { text: format!("{several} enemies could fire at you there"), danger: true },
    };
    PlanHex {
        hex: hex.map(|hex| ask.rules.label(hex)).unwrap_or_default(),
        cost: cost.to_string(),
        path: path.iter().map(|&hex| ask.rules.label(hex)).collect(),
        actions: path.iter().map(|&to| notation::write(ask, &Action::Move { unit, to })).collect(),
        threats,
        outlook,
    }
}

/// The known enemies that could fire at the unit if it stood in a hex, with their odds.
fn threats(ask: Ask<'_>, unit: Unit, hex: Hex) -> Vec<Threat> {
    let mut there: State = ask.state.clone();
    there.put(unit, hex);
    let ask = Ask::new(ask.rules, &there);
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
