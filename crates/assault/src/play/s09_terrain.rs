//! Terrain and works in play (AS-9.6): what is in a hex now, and the dice that it gives.

use engine::Seat;
use hexmap::{Direction, Hex, HexSet};

use crate::{
    map::sight::Given,
    state::{Ask, AskOf, Mark, Unit, Work},
    tables::{
        Kind,
        catalogue::{Defence, Feature, Obstruction, Run, SideSight, Terrain},
        fortification::{Crew, Fortification},
    },
};

/// The ground of a hex as it is now.
pub(crate) fn ground<'r>(ask: AskOf<'r, '_>, hex: Hex) -> &'r Terrain {
    &ask.rules.catalogue.terrain[ground_index(ask, hex)]
}

/// Its place in the chart.
pub(crate) fn ground_index(ask: Ask<'_>, hex: Hex) -> usize {
    let changed = ask.state.changed.iter().find(|(at, _)| *at == hex);
    changed.map_or(ask.rules.sight.map.terrain[hex.index()], |(_, ground)| usize::from(*ground))
}

/// Whether a crater marker lies in a hex: its row of the chart is then all that the hex has, on a road as elsewhere
/// (AS-12.4.3.5).
fn is_cratered(ask: Ask<'_>, hex: Hex) -> bool {
    let ground = ask.state.changed.iter().find(|(at, _)| *at == hex).map(|(_, ground)| usize::from(*ground));
    let catalogue = &ask.rules.catalogue;
    ground.is_some_and(|ground| catalogue.support().artillery.craters.are(&catalogue.terrain[ground].id))
}

/// The road or trail through a hex, the best there is; none where craters have torn it up.
pub(crate) fn way_through<'r>(ask: AskOf<'r, '_>, hex: Hex) -> Option<&'r Feature> {
    let way = ask.rules.costs.way_through(hex).filter(|_| !is_cratered(ask, hex));
    way.map(|way| &ask.rules.catalogue.features[way])
}

/// The road or trail that a unit follows into a hex out of a neighbour of it.
pub(crate) fn way_into<'r>(ask: AskOf<'r, '_>, from: Hex, (direction, to): (Direction, Hex)) -> Option<&'r Feature> {
    let way = ask.rules.costs.way(from, direction).filter(|_| !is_cratered(ask, to));
    way.map(|way| &ask.rules.catalogue.features[way])
}

/// A work as it stands.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Standing<'a> {
    /// Its place in the scenario's list.
    pub(crate) index: usize,
    /// The row of the chart.
    pub(crate) row: &'a Fortification,
    /// Where its front looks to.
    pub(crate) facing: hexmap::Corner,
}

/// The work in a hex, if one is left.
pub(crate) fn work_in<'r>(ask: AskOf<'r, '_>, hex: Hex) -> Option<Standing<'r>> {
    if !ask.rules.worked.contains(hex) {
        return None;
    }
    let works = ask.rules.works.iter().zip(&ask.state.works).enumerate();
    let mut here = works.filter(|(_, (work, _))| work.hex == hex);
    here.find_map(|(index, (Work { facing, .. }, kind))| {
        let row = &ask.rules.catalogue.fortifications[usize::from((*kind)?)];
        Some(Standing { index, row, facing: *facing })
    })
}

/// The work in a hex as far as a side knows.
pub(crate) fn known_work_in<'r>(ask: AskOf<'r, '_>, seat: Seat, hex: Hex) -> Option<Standing<'r>> {
    work_in(ask, hex).filter(|work| !is_hidden_from(ask, work.index, seat))
}

/// Whether a side has still to see a work.
pub(crate) fn is_hidden_from(ask: Ask<'_>, work: usize, seat: Seat) -> bool {
    ask.state.is_unseen(work) && ask.rules.works[work].hidden_by != Some(seat)
}

/// The work that a unit is inside of: one that holds its kind, or in which it was set up (AS-9.6.4).
pub(crate) fn inside<'r>(ask: AskOf<'r, '_>, unit: Unit) -> Option<Standing<'r>> {
    let work = work_in(ask, ask.state.hex(unit)?)?;
    let crew = match ask.rules.card(ask.state, unit).kind {
        Kind::Infantry => Crew::Infantry,
        Kind::Gun => Crew::Artillery,
        Kind::Vehicle => return None,
    };
    let set_up = work.row.set_up.contains(&crew) && ask.state.has(unit, Mark::Emplaced);
    (work.row.holds.contains(&crew) || set_up).then_some(work)
}

/// Whether a unit's kind gets dice in a hex: what spotting calls a terrain bonus.
pub(crate) fn gives_cover(ask: Ask<'_>, unit: Unit, hex: Hex) -> bool {
    let kind = ask.rules.card(ask.state, unit).kind;
    !ground(ask, hex).defence.of(kind).is_empty() || inside(ask, unit).is_some()
}

/// What gives a unit dice besides the ground it stands in (AS-10.9.1): a road on open ground or a trail, a wall or a
/// slope that the fire crosses right before it, and a barricade on any side. On a road through houses or groves a unit
/// is in the houses or groves.
pub(crate) fn features<'r>(ask: AskOf<'r, '_>, at: Hex, from: Option<Hex>) -> Vec<&'r Feature> {
    let all = &ask.rules.catalogue.features;
    let open = ground(ask, at).sight == Obstruction::Open;
    let way = way_through(ask, at).filter(|way| way.kind == Run::Footpath || open);
    let crossed = from.map(|from| ask.rules.sight.features_before(from, at)).unwrap_or_default();
    let beside = from.is_some_and(|from| ask.rules.grid().distance(from, at) == 1);
    let crossed = crossed.into_iter().map(|feature| &all[feature]).filter(|feature| match feature.sight {
        SideSight::Cover => true,
        SideSight::Steep => beside,
        SideSight::Open => false,
    });
    let barricade = ask.rules.sight.features_around(at).find(|feature| {
        feature.kind == Run::Barrier && feature.sight == SideSight::Open && feature.defence != Defence::default()
    });
    way.into_iter().chain(crossed).chain(barricade).collect()
}

/// Whether a hex lies on a hill.
pub(crate) fn on_hill(ask: Ask<'_>, hex: Hex) -> bool {
    ask.rules.sight.map.elevation[hex.index()] > 0
}

/// What a look from one unit's hex to another depends on now.
pub(crate) fn given<'a>(ask: Ask<'a>, looker: Kind, target: Kind) -> Given<'a> {
    Given { looker, target, smoke: &ask.state.smoke, changed: &ask.state.changed }
}

/// Hindrances between a unit and a hex with a unit of some kind in it; [`hexmap::BLOCKS`] if it is not seen.
pub(crate) fn hindrances(ask: Ask<'_>, looker: Unit, to: Hex, target: Kind) -> hexmap::Weight {
    let Some(from) = ask.state.hex(looker) else { return hexmap::BLOCKS };
    let kind = ask.rules.card(ask.state, looker).kind;
    ask.rules.sight.between(from, to, given(ask, kind, target))
}

/// Adds every hex to a set in which a unit sees a unit of some kind.
pub(crate) fn add_seen(ask: Ask<'_>, seen: &mut HexSet, looker: Unit, target: Kind) {
    if let Some(from) = ask.state.hex(looker) {
        let kind = ask.rules.card(ask.state, looker).kind;
        ask.rules.sight.add_seen(seen, from, given(ask, kind, target));
    }
}

/// Whether a unit sees a unit of some kind in a hex.
pub(crate) fn sees(ask: Ask<'_>, looker: Unit, to: Hex, target: Kind) -> bool {
    hindrances(ask, looker, to, target) < hexmap::BLOCKS
}
