//! Setting up: guns and machine guns where they see far, everybody in cover, somebody on every objective.

use std::collections::BTreeMap;

use assault::{
    Action,
    course::action::SetUp,
    play::estimates,
    state::{Place, Unit},
};
use hexmap::{BLOCKS, Hex};

use super::{StaffOfficer, fire::done, ground, outlook::Outlook};

/// What a die of cover is worth.
const COVER: f32 = 0.12;
/// What it is worth to see all hexes of the medium range.
const FIELD: f32 = 0.8;
/// What a second unit in the hex takes off: shells fall on both.
const CROWDED: f32 = 0.15;
/// Somebody who sees for the guns needs a view, and one who only fires indirectly none.
const OBSERVER: f32 = 6.0;

/// How much is seen from a hex, by the kind of unit that looks and how far it reaches: units of a kind look alike.
pub(super) type Views = BTreeMap<(Hex, u8, u16), f32>;

impl StaffOfficer {
    /// Sets up the unit that sees farthest of those that are left, where it is best.
    pub(super) fn set_up(&mut self, look: &Outlook<'_>, legal: &[Action]) -> usize {
        let boxed = |unit: Unit| matches!(look.state.unit(unit).place, Place::Box(_));
        let left = legal.iter().filter_map(|action| match *action {
            Action::SetUp(SetUp::Place { unit, .. }) if boxed(unit) => Some(unit),
            _ => None,
        });
        let Some(next) = left.max_by_key(|&unit| (look.card(unit).range.medium, std::cmp::Reverse(unit))) else {
            return done(legal);
        };
        let mut best = (f32::MIN, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let Action::SetUp(SetUp::Place { unit, to }) = *action else { continue };
            if unit == next {
                let worth = self.weigh_post(look, unit, to);
                if worth > best.0 {
                    best = (worth, index);
                }
            }
        }
        best.1
    }

    fn weigh_post(&mut self, look: &Outlook<'_>, unit: Unit, hex: Hex) -> f32 {
        let card = look.card(unit);
        let cover = estimates::cover(look.ask, card.kind, hex);
        let (reach, view) = match (card.can_spot_indirect(), card.fires_only_indirectly()) {
            (true, _) => (u16::from(card.range.medium).max(12), OBSERVER),
            (false, true) => (0, 0.0),
            (false, false) => (u16::from(card.range.medium), 1.0),
        };
        let crowded = if look.is_held_by_another(unit, hex) { CROWDED } else { 0.0 };
        let ground = ground::worth(look, &mut self.guns, &mut self.missions, unit, hex);
        let known = self.views.entry((hex, card.kind as u8, reach));
        let field = *known.or_insert_with(|| field(look, unit, hex, reach));
        ground + f32::from(cover.len()) * COVER + field * FIELD * view - crowded
    }
}

/// The part of the hexes within reach that a unit would see.
fn field(look: &Outlook<'_>, unit: Unit, hex: Hex, reach: u16) -> f32 {
    if reach == 0 {
        return 0.0;
    }
    let kind = look.card(unit).kind;
    let (mut seen, mut all) = (0.0, 1.0);
    for to in look.rules.grid().disc(hex, reach) {
        all += 1.0;
        if look.line((hex, kind), (to, assault::Kind::Infantry)) != BLOCKS {
            seen += 1.0;
        }
    }
    seen / all
}
