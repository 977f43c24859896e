//! Units in play (AS-4.2, AS-10.6): what their cards say of them, where they face and what that side of them is.

use hexmap::{Arc, Arcs, Corner, Edge, Facing, Favour, Hex, Width};

use super::s09_terrain;
use crate::{
    state::{Ask, AskOf, Unit},
    tables::{Kind, fortification::Area, units::UnitCard},
};

/// The card of a unit.
pub(crate) fn card<'r>(ask: AskOf<'r, '_>, unit: Unit) -> &'r UnitCard {
    ask.rules.card(ask.state, unit)
}

/// Whether a unit has a facing: guns and vehicles do.
pub(crate) fn faces(ask: Ask<'_>, unit: Unit) -> bool {
    card(ask, unit).kind != Kind::Infantry
}

fn width(degrees: u16) -> Width {
    match degrees {
        ..=60 => Width::Sixty,
        61..=120 => Width::OneTwenty,
        _ => Width::OneEighty,
    }
}

/// Whether a hex lies in a unit's arc of fire. Infantry looks all round (AS-10.5.1).
pub(crate) fn in_arc(ask: Ask<'_>, unit: Unit, to: Hex) -> bool {
    let Some(from) = ask.state.hex(unit) else { return false };
    !faces(ask, unit) || looks_at(ask, from, ask.state.unit(unit).facing, to)
}

/// Whether something in a hex that faces a corner has another hex in its arc of fire.
pub(crate) fn looks_at(ask: Ask<'_>, from: Hex, facing: Corner, to: Hex) -> bool {
    let arc = width(ask.rules.catalogue.turn.facing.arc);
    ask.rules.grid().in_arc(from, Facing::Corner(facing), to, arc, Edge::Inclusive)
}

/// The side on which something that faces a corner is hit from a hex (AS-10.9.3).
pub(crate) fn side_hit(ask: Ask<'_>, at: Hex, facing: Corner, from: Hex) -> Area {
    let numbers = &ask.rules.catalogue.turn.facing;
    let arcs = Arcs { front: width(numbers.arc), rear: width(numbers.rear) };
    let Some(bearing) = ask.rules.grid().bearing(at, from) else { return Area::Front };
    match arcs.arc(Facing::Corner(facing), bearing, Favour::Front) {
        Arc::Front => Area::Front,
        Arc::Side => Area::Flank,
        Arc::Rear => Area::Rear,
    }
}

/// The side on which a unit is hit by direct fire from a hex. Inside a work its front counts; men in the open are alike
/// all round.
pub(crate) fn area(ask: Ask<'_>, unit: Unit, from: Hex) -> Area {
    let Some(at) = ask.state.hex(unit) else { return Area::Front };
    match s09_terrain::inside(ask, unit) {
        Some(work) => side_hit(ask, at, work.facing, from),
        None if faces(ask, unit) => side_hit(ask, at, ask.state.unit(unit).facing, from),
        None => Area::Front,
    }
}

/// The corner of a hex that looks most nearly to another.
pub(crate) fn corner_toward(ask: Ask<'_>, from: Hex, to: Hex, now: Corner) -> Corner {
    let grid = ask.rules.grid();
    let looks = |corner: Corner| grid.in_arc(from, Facing::Corner(corner), to, Width::Sixty, Edge::Inclusive);
    Corner::ALL.into_iter().filter(|&corner| looks(corner)).min_by_key(|&corner| vertices(now, corner)).unwrap_or(now)
}

/// Vertices between two corners.
pub(crate) fn vertices(from: Corner, to: Corner) -> u8 {
    let apart = from.index().abs_diff(to.index());
    apart.min(6 - apart) as u8
}
