//! What a player may mean who points at units and hexes.

use engine::{Pointed, Seat, Wish};

use crate::{course::action::Action, play::Meant, state::Ask};

pub(crate) fn wishes(ask: Ask<'_>, seat: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
    let Some(meant) = Meant::by(ask, seat, pointed) else { return Vec::new() };
    let mut wishes = Action::wishes(ask, meant);
    wishes.sort_by_key(|wish| rank(&wish.action));
    wishes
}

/// What is likely to be meant comes first: to go somewhere, to do something to an enemy, to stay. What has no rank of
/// its own is as unlikely as the rest.
fn rank(action: &Action) -> u8 {
    match action {
        Action::Move(_) => 0,
        Action::Fire(_) => 1,
        Action::Assault(_) => 2,
        Action::DigIn(_) => 3,
        Action::Hide(_) => 4,
        _ => 5,
    }
}
