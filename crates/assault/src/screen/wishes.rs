//! What a player may mean who points at units and hexes.

use engine::{Pointed, Seat, Wish};
use hexmap::Hex;

use crate::{
    play::{self, action::Action},
    state::{Ask, Frame, Unit},
};

pub(crate) fn wishes(ask: Ask<'_>, seat: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
    let named = |id: &Option<String>| id.as_ref().and_then(|id| ask.rules.named(ask.state, id).ok());
    let Some(unit) = named(&pointed.unit).filter(|&unit| ask.state.unit(unit).seat == seat) else { return Vec::new() };
    let hex = pointed.hex.as_ref().and_then(|hex| ask.rules.grid().parse(hex).ok());
    // Until it is activated, a unit does nothing else: that is what has to be asked first.
    let waits = matches!(ask.state.frames.top(), Frame::Action { .. }).then(|| activate(ask, unit));
    let meant = match (named(&pointed.target), hex) {
        (Some(target), _) => against(ask, unit, target),
        (None, Some(hex)) => vec![moves(ask, unit, hex)],
        (None, None) => of_its_own(ask, unit),
    };
    match waits {
        Some(first) => vec![first],
        None => meant,
    }
}

fn activate(ask: Ask<'_>, unit: Unit) -> Wish<Action> {
    Wish::new(format!("Activate {}", ask.rules.unit_name(ask.state, unit)), Action::Activate { unit })
}

fn against(ask: Ask<'_>, unit: Unit, target: Unit) -> Vec<Wish<Action>> {
    let name = ask.rules.unit_name(ask.state, target);
    if ask.state.unit(target).seat == ask.state.unit(unit).seat {
        return vec![Wish::new(format!("Mount {name}"), Action::Mount { unit, vehicle: target })];
    }
    vec![
        Wish::new(format!("Fire at {name}"), Action::Fire { attacker: unit, target }),
        Wish::new(format!("Assault {name}"), Action::Assault { unit, target }),
    ]
}

fn moves(ask: Ask<'_>, unit: Unit, to: Hex) -> Wish<Action> {
    Wish::new(format!("Move to {}", ask.rules.label(to)), Action::Move { unit, to })
}

/// A step, whatever can be done to an enemy, or else what would be done to the nearest, and what it does where it stands.
fn of_its_own(ask: Ask<'_>, unit: Unit) -> Vec<Wish<Action>> {
    let from = ask.state.hex(unit);
    let steps = from.into_iter().flat_map(|from| ask.rules.grid().neighbours(from)).map(|(_, to)| moves(ask, unit, to));
    let mut enemies: Vec<(u16, Unit)> = ask
        .state
        .side(ask.state.unit(unit).seat.other())
        .filter_map(|enemy| Some((ask.rules.grid().distance(from?, ask.state.hex(enemy)?), enemy)))
        .collect();
    enemies.sort_unstable();
    let deeds: Vec<Vec<Wish<Action>>> = enemies.into_iter().map(|(_, enemy)| against(ask, unit, enemy)).collect();
    let kind = |place: usize| deeds.iter().filter_map(move |both| both.get(place)).cloned();
    let likely = [likeliest(ask, steps), likeliest(ask, kind(0)), likeliest(ask, kind(1))];
    let stays = [
        Wish::new("Dig in", Action::DigIn { unit }),
        Wish::new("Hide", Action::Hide { unit }),
        Wish::new("Lie in ambush", Action::Ambush { unit }),
        Wish::new("Make it a fast action", Action::Fast { unit }),
        Wish::new("Fire first and move then", Action::FireFirst { unit }),
    ];
    likely.into_iter().flatten().chain(stays).collect()
}

/// The first that can be done, or the first of all.
fn likeliest(ask: Ask<'_>, mut wishes: impl Iterator<Item = Wish<Action>>) -> Option<Wish<Action>> {
    let first = wishes.next()?;
    if play::check(ask, &first.action).is_ok() {
        return Some(first);
    }
    Some(wishes.find(|wish| play::check(ask, &wish.action).is_ok()).unwrap_or(first))
}
