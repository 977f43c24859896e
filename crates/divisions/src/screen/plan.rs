//! Where a group could go, what it would pay and under whose guns.

use engine::{Family, Outlook, Plan, PlanHex, Threat, Viewer};
use hexmap::{Hex, Reach};

use crate::{
    play::{
        self, read_unit,
        s03_direct_fire::{self, Stakes},
        s04_opportunity_fire::covering,
        s10_movement::{self, Group, Move, Start, reachable},
    },
    rule_ids::OPPORTUNITY_FIRE,
    state::{Activation, Ask, Frame, Phase, Unit, UnitSet},
    tables::{Halves, Points},
};

pub(crate) fn plan(ask: Ask<'_>, viewer: Viewer, ids: &[String]) -> Option<Plan> {
    let units: UnitSet = ids.iter().map(|id| read_unit(ask.rules, id)).collect::<Result<_, _>>().ok()?;
    let seat = ask.rules.unit(units.first()?).seat;
    if !viewer.is(seat) || play::asked(ask) != Some(seat) {
        return None;
    }
    let group = Group { units, spent: spent(ask, units)? };
    let activation = ask.state.activation()?;
    let (from, hexes) = match s10_movement::start_of(ask, units).ok()? {
        Start::From(hex) => (ask.rules.label(hex), planned_hexes(ask, activation, group, hex)),
        Start::OffMap => (String::new(), planned_entries(ask, units)),
    };
    Some(Plan { units: ids.to_vec(), from, hexes })
}

/// What the group has spent, if it may move now.
fn spent(ask: Ask<'_>, units: UnitSet) -> Option<Halves> {
    match ask.state.frames.top() {
        Frame::Moving(moving) => (moving.units == units).then_some(moving.spent),
        Frame::Activation(activation) => {
            let may_start = activation.phase == Phase::Movement && units.within(s10_movement::movable(ask, activation));
            may_start.then_some(0)
        }
        Frame::Cup { .. }
        | Frame::Halt(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => None,
    }
}

fn planned_hexes(ask: Ask<'_>, activation: &Activation, group: Group, from: Hex) -> Vec<PlanHex> {
    let mut reach = Reach::new(ask.rules.grid());
    reachable(ask, activation, group, &mut reach);
    let path_to = |&hex: &Hex| Some((hex, reach.cost(hex)?, reach.path(hex)?));
    let mut found: Vec<(Hex, Halves, Vec<Hex>)> =
        reach.hexes().iter().filter_map(path_to).filter(|(_, _, path)| !path.is_empty()).collect();
    // The one hex that a group may always enter.
    for (_, to) in ask.rules.grid().neighbours(from) {
        let step = s10_movement::check_step(ask, activation, group, Start::From(from), to);
        if let Ok(cost) = step
            && found.iter().all(|(known, ..)| *known != to)
        {
            found.push((to, cost, vec![to]));
        }
    }
    found.into_iter().map(|(hex, cost, path)| plan_hex(ask, group.units, hex, cost, &path)).collect()
}

fn planned_entries(ask: Ask<'_>, units: UnitSet) -> Vec<PlanHex> {
    let Some(unit) = units.first() else { return Vec::new() };
    let entry = |&to: &Hex| Some((to, s10_movement::price(ask, units, to)?));
    let entries = ask.rules.unit(unit).entries().iter().filter_map(entry);
    entries.map(|(to, cost)| plan_hex(ask, units, to, cost, &[to])).collect()
}

fn plan_hex(ask: Ask<'_>, units: UnitSet, hex: Hex, cost: Halves, path: &[Hex]) -> PlanHex {
    PlanHex {
        hex: ask.rules.label(hex),
        cost: Points(cost).to_string(),
        path: path.iter().map(|&hex| ask.rules.label(hex)).collect(),
        actions: path.iter().map(|&to| Move { units, to }.write(ask)).collect(),
        threats: threats(ask, units, hex),
        outlook: outlook(ask, units, path),
    }
}

/// How many shots the enemy could fire while a way is gone: one of each company at every hex entered (FD-4).
fn outlook(ask: Ask<'_>, units: UnitSet, path: &[Hex]) -> Outlook {
    let mover = units.first().map(|unit| ask.rules.unit(unit).seat);
    let at = |&hex: &Hex| mover.map_or(0, |mover| covering(ask, mover, hex).count());
    let text = match path.iter().map(at).sum::<usize>() {
        0 => return Outlook { text: "No opportunity fire can meet you on this way".to_owned(), danger: false },
        1 => "1 possible shot on this way".to_owned(),
        shots => format!("{shots} possible shots on this way"),
    };
    Outlook { text, danger: true }
}

/// The enemies that could fire at the group when it enters `hex`, each at the unit it would hurt most.
fn threats(ask: Ask<'_>, units: UnitSet, hex: Hex) -> Vec<Threat> {
    let Some(first) = units.first() else { return Vec::new() };
    let threat = |(shooter, range): (Unit, u16)| {
        let loss = |unit| s03_direct_fire::chances(ask, range, unit, hex).1;
        let weakest = units.iter().max_by(|&a, &b| loss(a).total_cmp(&loss(b)).then(b.cmp(&a)))?;
        let stakes = Stakes { moving: true, ..s03_direct_fire::stakes(ask, weakest) };
        let attack = s03_direct_fire::attack_at(ask, shooter, weakest, hex);
        Some(Threat {
            unit: ask.rules.unit(shooter).id.clone(),
            hex: ask.rules.label(ask.state.hex(shooter)?),
            rule: OPPORTUNITY_FIRE,
            target: ask.rules.unit(weakest).id.clone(),
            odds: attack.forecast(ask.rules.catalogue.limits.dice, stakes).turned(),
        })
    };
    covering(ask, ask.rules.unit(first).seat, hex).filter_map(threat).collect()
}
