//! Support from outside the map: what to ask for and how it strikes.

use assault::{Action, tables::support::artillery::FireMode};
use hexmap::Hex;

use super::{activation::mode_worth, outlook::Outlook};

/// What own units near a strike take off.
const FRIENDS: f32 = 1.5;
/// What a request must be worth.
const ENOUGH: f32 = 0.7;

/// Asks for the best strike, or for none.
pub(super) fn request(look: &Outlook<'_>, legal: &[Action]) -> usize {
    let mut best = (ENOUGH, legal.iter().position(|action| *action == Action::Done).unwrap_or(0));
    for (index, action) in legal.iter().enumerate() {
        let worth = match *action {
            Action::Request { at: Some(hex), .. } => crowd(look, hex),
            Action::Request { at: None, .. } if look.enemies().next().is_some() => 1.0,
            Action::Play { .. } => 2.0,
            _ => 0.0,
        };
        if worth > best.0 {
            best = (worth, index);
        }
    }
    best.1
}

/// What stands around a hex: enemies count for it, friends against it.
fn crowd(look: &Outlook<'_>, hex: Hex) -> f32 {
    let near = |at: Hex| match look.distance(hex, at) {
        0 => 1.0,
        1 => 0.5,
        _ => 0.0,
    };
    let enemies: f32 = look.enemies().map(|(enemy, at)| look.value(enemy) * near(at)).sum();
    let friends: f32 = look.ours().map(|(unit, at)| look.value(unit) * near(at)).sum();
    enemies - friends * FRIENDS
}

/// A strike that could come now.
pub(super) fn weigh_bombardment(look: &Outlook<'_>, support: u8, mode: FireMode) -> f32 {
    let called = look.state.support[look.seat.index()].get(usize::from(support)).and_then(|support| support.called);
    let Some(hex) = called.and_then(|called| called.hex) else { return 0.0 };
    crowd(look, hex) * mode_worth(mode)
}
