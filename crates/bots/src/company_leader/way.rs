//! The way to where a unit wants to be, and how much of it is left.

use hexmap::{Hex, Reach};
use open_fire::{
    booklet::paragraphs::words::Ground, play::s07_movement::transport, state::units::UnitId, tables::cards::Kind,
};

use crate::company_leader::outlook::Outlook;

/// Half movement points for a hexside that a hull has to be turned.
const TURNING: f64 = 2.0;
/// Half movement points for a hex away from the way.
const ASTRAY: f64 = 4.0;
/// More than any way costs: a truck off the road in snow.
const ACCIDENT: u16 = 200;
/// Half movement points for waiting until a full hex is free.
const FULL: u16 = 12;
/// Half movement points within which places are looked for.
const NEARBY: u16 = 36;

/// A way: each hex of it with what is left from there, in half movement points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    pub(crate) hexes: Vec<(Hex, f64)>,
}

/// Finds ways, with buffers used again.
#[derive(Default)]
pub(crate) struct Scout {
    reach: Option<(usize, Reach)>,
}

impl Scout {
    fn buffers(&mut self, look: Outlook<'_>) -> Reach {
        let grid = look.rules.grid();
        match self.reach.take() {
            Some((size, reach)) if size == grid.len() => reach,
            _ => Reach::new(grid),
        }
    }

    /// The hexes near a unit with what it costs to get there, and the way to the one that `choose` picks of them.
    pub(crate) fn way_to_best(
        &mut self,
        look: Outlook<'_>,
        unit: UnitId,
        mut choose: impl FnMut(&[(Hex, u16)]) -> Option<Hex>,
    ) -> Option<Way> {
        let from = look.state.hex_of(unit)?;
        let mut reach = self.buffers(look);
        reach.explore(look.rules.grid(), from, NEARBY, |from, _, to| price(look, unit, from, to));
        let near: Vec<(Hex, u16)> = reach.hexes().iter().filter_map(|&hex| Some((hex, reach.cost(hex)?))).collect();
        let way = choose(&near).and_then(|goal| way_of(&reach, from, goal));
        self.reach = Some((look.rules.grid().len(), reach));
        way
    }

    /// What it costs a unit to get to each of some hexes; those it cannot reach are left out.
    pub(crate) fn prices(&mut self, look: Outlook<'_>, unit: UnitId, hexes: &[Hex]) -> Vec<(Hex, u16)> {
        let Some(from) = look.state.hex_of(unit) else { return Vec::new() };
        let mut reach = self.buffers(look);
        reach.explore(look.rules.grid(), from, u16::MAX, |from, _, to| price(look, unit, from, to));
        let found = hexes.iter().filter_map(|&hex| Some((hex, reach.cost(hex)?))).collect();
        self.reach = Some((look.rules.grid().len(), reach));
        found
    }

    /// The cheapest way to the nearest of some hexes, with more for each step if `more` says so.
    pub(crate) fn way_to(
        &mut self,
        look: Outlook<'_>,
        unit: UnitId,
        goals: &[Hex],
        more: impl Fn(Hex) -> u16,
    ) -> Option<Way> {
        let from = look.state.hex_of(unit)?;
        let mut reach = self.buffers(look);
        reach.explore(look.rules.grid(), from, u16::MAX, |from, _, to| {
            Some(price(look, unit, from, to)?.saturating_add(more(to)))
        });
        let nearest = goals.iter().filter_map(|&goal| Some((reach.cost(goal)?, goal))).min();
        let way = nearest.and_then(|(_, goal)| way_of(&reach, from, goal));
        self.reach = Some((look.rules.grid().len(), reach));
        way
    }
}

fn way_of(reach: &Reach, from: Hex, goal: Hex) -> Option<Way> {
    let whole = reach.cost(goal)?;
    let path = reach.path(goal)?;
    let left = |hex: Hex| f64::from(whole - reach.cost(hex).unwrap_or(whole));
    Some(Way { hexes: [from].into_iter().chain(path).map(|hex| (hex, left(hex))).collect() })
}

/// What a step costs; a truck that has an accident off the road keeps to it, and a full hex is entered late.
pub(crate) fn price(look: Outlook<'_>, unit: UnitId, from: Hex, to: Hex) -> Option<u16> {
    let price = transport::step_price(look.ask(), unit, from, to)?;
    let card = look.rules.card(look.state.unit(unit));
    let most = usize::from(look.rules.sheet.limits.movement.vehicles_in_hex);
    if look.state.minefields.contains(&to) {
        return None;
    }
    let full = card.kind.is_vehicle() && look.vehicles_in(to) >= most;
    let accident = if skids(look, unit, from, to) { ACCIDENT } else { 0 };
    Some(price + accident + if full { FULL } else { 0 })
}

/// Whether a truck would have an accident: off the road in snow.
pub(crate) fn skids(look: Outlook<'_>, unit: UnitId, from: Hex, to: Hex) -> bool {
    let truck = look.rules.card(look.state.unit(unit)).kind == Kind::Truck;
    let snow = look.state.ground.map_or(look.rules.options.snow, |ground| ground == Ground::Snow);
    truck && snow && !look.rules.sheet.movement.is_road(&look.rules.country.hexside_features(from, to))
}

impl Way {
    /// Whether it leads through a hex.
    pub(crate) fn passes(&self, hex: Hex) -> bool {
        self.hexes.iter().any(|(known, _)| *known == hex)
    }

    /// What is left of it from a hex on.
    pub(crate) fn from(&self, hex: Hex) -> Way {
        let place = self.hexes.iter().position(|(known, _)| *known == hex).unwrap_or(0);
        Way { hexes: self.hexes[place..].to_vec() }
    }

    /// The next hex from here.
    pub(crate) fn next(&self) -> Option<Hex> {
        self.hexes.get(1).map(|(hex, _)| *hex)
    }

    /// Half movement points left for a vehicle that stands there and faces that way.
    pub(crate) fn left(&self, look: Outlook<'_>, unit: UnitId) -> f64 {
        let Some(at) = look.state.hex_of(unit) else { return 0.0 };
        let grid = look.rules.grid();
        let from = |&(hex, left): &(Hex, f64)| left + ASTRAY * f64::from(grid.distance(at, hex));
        let nearest = self.hexes.iter().map(from).fold(f64::INFINITY, f64::min);
        let next = self.hexes.iter().position(|(hex, _)| *hex == at).and_then(|place| self.hexes.get(place + 1));
        let way = next.and_then(|(hex, _)| grid.direction(at, *hex));
        let squad = look.rules.card(look.state.unit(unit)).kind.is_squad();
        let turns = way.filter(|_| !squad).map_or(0, |way| look.state.unit(unit).facing.turns_to(way));
        if nearest.is_finite() { nearest + TURNING * f64::from(turns) } else { 0.0 }
    }
}
