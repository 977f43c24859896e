//! What every attack asks about its target, and what it does to it, hit or miss (OF-9, OF-6.5).

use engine::{Entry, Resolution, RuleId, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::words::Light,
    play::{refusal::Refused, s02_ratings, s08_sight},
    state::{
        laid_out::{Act, Ask},
        units::{Motion, Place, Space, UnitId},
    },
    tables::ap_fire::Pace,
};

/// Whether a unit may be fired at or assaulted by another one: an active enemy who is not inside a vehicle (OF-9).
pub(crate) fn check_enemy(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
    let enemy = ask.state.units.get(target.index()).ok_or(Refused::NoTarget)?;
    let open = matches!(enemy.place, Place::At(_) | Place::Towed(_));
    if enemy.side == ask.state.unit(unit).side || !enemy.is_active() || !open {
        return Err(Refused::NoTarget);
    }
    ask.state.hex_of(target).ok_or(Refused::NoTarget)
}

/// Whether a unit may fire at another one at all, whatever the weapon (OF-9).
pub(crate) fn check_target(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<Hex, Refused> {
    let hex = check_enemy(ask, unit, target)?;
    check_no_friend(ask, unit, hex)?;
    check_light(ask, unit, target, hex)?;
    Ok(hex)
}

/// Nobody fires into a hex with a friend who can still act, or with prisoners (OF-9).
pub(crate) fn check_no_friend(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    let side = ask.state.unit(unit).side;
    let own = |other: UnitId| {
        other == unit || matches!(ask.state.unit(other).place, Place::Aboard(on) | Place::Towed(on) if on == unit)
    };
    let friend = |(other, piece): (UnitId, &crate::state::units::Unit)| {
        let able = || piece.side == side && piece.is_active() && !s02_ratings::is_disabled(ask, other);
        let prisoner = piece.captured && !piece.condition.killed;
        ask.state.hex_of(other) == Some(hex) && !own(other) && (prisoner || able())
    };
    if ask.state.all_units().any(friend) { Err(Refused::FriendInHex) } else { Ok(()) }
}

/// At dusk and at night fire has a limited range, twice as long at a unit that has fired in this round (mission 5).
fn check_light(ask: Ask<'_>, unit: UnitId, target: UnitId, hex: Hex) -> Result<(), Refused> {
    check_light_on(ask, unit, hex, ask.state.unit(target).fired.now)
}

/// The same for a hex, whether somebody has fired in it or not: smoke is fire, too.
pub(crate) fn check_light_on(ask: Ask<'_>, unit: UnitId, hex: Hex, flashes: bool) -> Result<(), Refused> {
    let near = match ask.state.light {
        Light::Day => return Ok(()),
        Light::Dusk => ask.rules.sheet.limits.light.dusk,
        Light::Night => ask.rules.sheet.limits.light.night,
    };
    let most = if flashes { near * 2 } else { near };
    let range = range_to(ask, unit, hex);
    if range <= most { Ok(()) } else { Err(Refused::TooDark { most, range }) }
}

/// Whether a unit sees its target.
pub(crate) fn check_seen(ask: Ask<'_>, unit: UnitId, target: UnitId) -> Result<(), Refused> {
    if s08_sight::sees_unit(ask, unit, target) { Ok(()) } else { Err(Refused::NotSeen) }
}

/// Hexes between a unit and a hex: none if they are adjacent or the same (OF-9.1).
pub(crate) fn range_to(ask: Ask<'_>, unit: UnitId, hex: Hex) -> u16 {
    ask.state.hex_of(unit).map_or(0, |from| ask.rules.grid().distance(from, hex).saturating_sub(1))
}

/// How a unit moves, as fire at it and by it asks.
pub(crate) fn pace_of(ask: Ask<'_>, unit: UnitId) -> Pace {
    match ask.state.unit(unit).motion {
        Motion::Still => Pace::Still,
        Motion::Slow => Pace::Slow,
        Motion::Fast => Pace::Fast,
    }
}

/// The target notices an attack, hit or miss (OF-6.5).
pub(crate) fn alarm(act: &mut Act<'_>, unit: UnitId) {
    let attacked = act.state.unit_mut(unit);
    if attacked.is_active() && attacked.space == Space::Unaware {
        attacked.space = Space::Complete;
    }
}

/// The line of the log for an attack.
pub(crate) fn attack_entry(
    ask: Ask<'_>,
    (rule, text): (RuleId, String),
    (unit, target): (UnitId, UnitId),
    resolution: Resolution,
) -> Entry {
    let hexes = [ask.state.hex_of(unit), ask.state.hex_of(target)];
    Entry::new(rule, text)
        .tone(Tone::Combat)
        .about([ask.state.id_of(unit), ask.state.id_of(target)])
        .at(hexes.into_iter().flatten().map(|hex| ask.rules.label(hex)))
        .because(resolution)
}
