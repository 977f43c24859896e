//! Smoke: on enemies who have still to fire and look at men in the open.

use hexmap::{BLOCKS, Hex};

use super::outlook::Outlook;

/// What a hindrance before a die of an enemy is worth for each unit that it protects.
const DIE: f32 = 0.014;
/// More units than this are not counted.
const MOST: f32 = 3.0;

/// What smoke in a hex is worth.
pub(super) fn worth(look: &Outlook<'_>, hex: Hex) -> f32 {
    if look.state.smoke_in(hex) > 0 {
        return 0.0;
    }
    let blind = look.enemies().filter(|(enemy, at)| *at == hex && look.may_still_fire(*enemy));
    let mut sum = 0.0;
    for (enemy, at) in blind {
        let card = look.card(enemy);
        let reach = u16::from(card.range.medium);
        let dice = f32::from(card.attack.soft.medium.len());
        let seen = look.ours().filter(|(unit, from)| {
            let to_move = look.state.planned.has(*unit) && !look.state.activated.has(*unit);
            let kinds = ((at, card.kind), (*from, look.card(*unit).kind));
            to_move && look.distance(at, *from) <= reach && look.line(kinds.0, kinds.1) != BLOCKS
        });
        sum += dice * (seen.count() as f32).min(MOST) * DIE;
    }
    sum
}
