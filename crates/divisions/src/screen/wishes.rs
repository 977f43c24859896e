//! What a player may mean who points at companies and hexes.

use engine::{Pointed, Seat, Wish};
use hexmap::Hex;

use crate::{
    play::{self, action::Action, read_unit},
    state::{Ask, Unit},
};

pub(crate) fn wishes(ask: Ask<'_>, seat: Seat, pointed: &Pointed) -> Vec<Wish<Action>> {
    let named = |id: &Option<String>| id.as_ref().and_then(|id| read_unit(ask.rules, id).ok());
    let Some(unit) = named(&pointed.unit).filter(|&unit| ask.rules.unit(unit).seat == seat) else { return Vec::new() };
    let hex = pointed.hex.as_ref().and_then(|hex| ask.rules.grid().parse(hex).ok());
    match (named(&pointed.target), hex) {
        (Some(target), _) => against(ask, unit, target),
        (None, Some(hex)) => vec![moves(ask, unit, hex)],
        (None, None) => of_its_own(ask, unit),
    }
}

fn against(ask: Ask<'_>, unit: Unit, target: Unit) -> Vec<Wish<Action>> {
    let name = &ask.rules.unit(target).name;
    let fire = Wish::new(format!("Fire at {name}"), Action::Fire { shooter: unit, target, chit: None });
    let assault = |hex: Hex| Wish::new(format!("Assault {}", ask.rules.label(hex)), Action::Assault { unit, hex });
    [Some(fire), ask.state.hex(target).map(assault)].into_iter().flatten().collect()
}

fn moves(ask: Ask<'_>, unit: Unit, to: Hex) -> Wish<Action> {
    Wish::new(format!("Move to {}", ask.rules.label(to)), Action::Move { units: unit.alone(), to })
}

/// A step, and whatever can be done to an enemy, or else what would be done to the nearest.
fn of_its_own(ask: Ask<'_>, unit: Unit) -> Vec<Wish<Action>> {
    let from = ask.state.hex(unit);
    let steps = from.into_iter().flat_map(|from| ask.rules.grid().neighbours(from)).map(|(_, to)| moves(ask, unit, to));
    let seat = ask.rules.unit(unit).seat;
    let mut enemies: Vec<(u16, Unit)> = ask
        .rules
        .side(seat.other())
        .iter()
        .filter_map(|enemy| Some((ask.rules.grid().distance(from?, ask.state.hex(enemy)?), enemy)))
        .collect();
    enemies.sort_unstable();
    let deeds: Vec<Vec<Wish<Action>>> = enemies.into_iter().map(|(_, enemy)| against(ask, unit, enemy)).collect();
    let kind = |place: usize| deeds.iter().filter_map(move |both| both.get(place)).cloned();
    [likeliest(ask, steps), likeliest(ask, kind(0)), likeliest(ask, kind(1))].into_iter().flatten().collect()
}

/// The first that can be done, or the first of all.
fn likeliest(ask: Ask<'_>, mut wishes: impl Iterator<Item = Wish<Action>>) -> Option<Wish<Action>> {
    let first = wishes.next()?;
    if play::check(ask, &first.action).is_ok() {
        return Some(first);
    }
    Some(wishes.find(|wish| play::check(ask, &wish.action).is_ok()).unwrap_or(first))
}
