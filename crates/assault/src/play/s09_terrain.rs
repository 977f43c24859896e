//! Terrain and works in play (AS-9.6): what is in a hex now, and the dice that it gives.

use hexmap::Hex;

use crate::{
    map::sight::Given,
    state::{Ask, Mark, Unit, Work},
    tables::{
        Kind,
        catalogue::{Obstruction, Run, SideSight, Terrain},
        fortification::{Crew, Fortification},
        pool::Pool,
    },
};

/// The ground of a hex as it is now.
pub(crate) fn ground(ask: Ask<'_>, hex: Hex) -> &Terrain {
    &ask.rules.catalogue.terrain[ground_index(ask, hex)]
}

/// Its place in the chart.
pub(crate) fn ground_index(ask: Ask<'_>, hex: Hex) -> usize {
    let changed = ask.state.changed.iter().find(|(at, _)| *at == hex);
    changed.map_or(ask.rules.sight.map.terrain[hex.index()], |(_, ground)| usize::from(*ground))
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
pub(crate) fn work_in(ask: Ask<'_>, hex: Hex) -> Option<Standing<'_>> {
    let works = ask.rules.works.iter().zip(&ask.state.works).enumerate();
    let mut here = works.filter(|(_, (work, _))| work.hex == hex);
    here.find_map(|(index, (Work { facing, .. }, kind))| {
        let row = &ask.rules.catalogue.fortifications[usize::from((*kind)?)];
        Some(Standing { index, row, facing: *facing })
    })
}

/// The work that a unit is inside of: one that holds its kind, or in which it was set up (AS-9.6.4).
pub(crate) fn inside(ask: Ask<'_>, unit: Unit) -> Option<Standing<'_>> {
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

/// A road of the chart, on ground that does not hide what stands on it: whoever is there is seen (AS-10.5.1).
pub(crate) fn is_open_road(ask: Ask<'_>, hex: Hex) -> bool {
    let way = ask.rules.costs.way_through(hex).map(|way| ask.rules.catalogue.features[way].kind);
    way == Some(Run::Way) && ground(ask, hex).sight == Obstruction::Open
}

/// Dice beside those of the hex or the work: a road where it gives more, the hill, walls, slopes and barricades (AS-10.9.1).
pub(crate) fn dice_on_top(ask: Ask<'_>, unit: Unit, from: Option<Hex>) -> Pool {
    let (rules, kind) = (ask.rules, ask.rules.card(ask.state, unit).kind);
    let Some(at) = ask.state.hex(unit) else { return Pool::NONE };
    let mut dice = Pool::NONE;
    let bare = ground(ask, at).defence.of(kind).is_empty() && inside(ask, unit).is_none();
    if let Some(way) = rules.costs.way_through(at).filter(|_| bare) {
        dice += rules.catalogue.features[way].defence.of(kind);
    }
    if rules.sight.map.elevation[at.index()] > 0 {
        dice += rules.catalogue.hill.defence.of(kind);
    }
    dice + at_hexsides(ask, kind, at, from)
}

/// A wall or a slope that the fire crosses right before its target, and a barricade on any side of it.
fn at_hexsides(ask: Ask<'_>, kind: Kind, at: Hex, from: Option<Hex>) -> Pool {
    let crossed = from.map(|from| ask.rules.sight.features_before(from, at)).unwrap_or_default();
    let mut dice = Pool::NONE;
    for &feature in &crossed {
        let feature = &ask.rules.catalogue.features[feature];
        let beside = from.is_some_and(|from| ask.rules.grid().distance(from, at) == 1);
        dice += match feature.sight {
            SideSight::Cover => feature.defence.of(kind),
            SideSight::Steep if beside => feature.defence.of(kind),
            SideSight::Steep | SideSight::Open => Pool::NONE,
        };
    }
    let barricade = ask.rules.sight.features_around(at).find(|feature| {
        feature.kind == Run::Barrier && feature.sight == SideSight::Open && !feature.defence.of(kind).is_empty()
    });
    dice + barricade.map_or(Pool::NONE, |feature| feature.defence.of(kind))
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

/// Whether a unit sees a unit of some kind in a hex.
pub(crate) fn sees(ask: Ask<'_>, looker: Unit, to: Hex, target: Kind) -> bool {
    hindrances(ask, looker, to, target) < hexmap::BLOCKS
}
