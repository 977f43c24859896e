//! What a player may mean who points at units and hexes.

use engine::{Pointed, Wish};

use crate::{
    course::action::Action,
    play::{notation, offers},
    state::laid_out::Ask,
};

pub(crate) fn wishes(ask: Ask<'_>, pointed: &Pointed) -> Vec<Wish<Action>> {
    let named = |id: &Option<String>| id.as_ref().and_then(|id| notation::read_unit(ask, id).ok());
    let Some(unit) = named(&pointed.unit) else { return Vec::new() };
    let hex = pointed.hex.as_ref().and_then(|hex| notation::read_hex(ask, hex).ok());
    Action::wishes(ask, offers::Pointed { unit, target: named(&pointed.target), hex })
}
