//! How far a unit may go in its turn (OF-7.1, OF-7.5): what a movement action allows, what a turn allows, and the one
//! hex that is always to be had.

use engine::Points;

use crate::{
    play::{refusal::Refused, s11_assault::capture},
    state::{Turn, laid_out::Ask, units::UnitId},
    tables::{cards::Mpa, forms::Halves},
};

/// The allowances of a vehicle as damage has left them; halved while it leads prisoners in rounds (OF-11.2).
pub(crate) fn allowance(ask: Ask<'_>, unit: UnitId) -> Option<Mpa> {
    let own = ask.state.unit(unit).condition.allowance()?;
    if !capture::leads_prisoners(ask, unit) {
        return Some(own);
    }
    let least = |points: u8| capture::prisoners_pace(ask, unit).map_or(points, |theirs| points.min(theirs)) / 2;
    Some(Mpa { slow: least(own.slow), fast: least(own.fast).max(1) })
}

/// Half movement points of a squad; halved while it leads prisoners in rounds (OF-11.2).
pub(crate) fn on_foot(ask: Ask<'_>, unit: UnitId) -> Halves {
    let own = ask.rules.card(ask.state.unit(unit)).foot.unwrap_or(0);
    if !capture::leads_prisoners(ask, unit) {
        return Halves::from(own) * 2;
    }
    let least = capture::prisoners_pace(ask, unit).map_or(own, |theirs| own.min(theirs));
    half_allowance(Halves::from(least) * 2)
}

/// Half movement points that are slow: beyond them a vehicle is moving fast (OF-7.5).
pub(crate) fn slow_points(ask: Ask<'_>, unit: UnitId) -> Halves {
    allowance(ask, unit).map_or(0, |allowance| Halves::from(allowance.slow) * 2)
}

/// The most half movement points a vehicle spends in a turn, however many crew points it has: its fast allowance, or
/// the slow one of a tank that is buttoned up (OF-7.5).
fn turn_limit(ask: Ask<'_>, unit: UnitId) -> Halves {
    let slow_only = ask.rules.card(ask.state.unit(unit)).kind.is_tank() && ask.state.unit(unit).closed;
    let most = |allowance: Mpa| if slow_only { allowance.slow } else { allowance.fast };
    allowance(ask, unit).map_or(0, |allowance| Halves::from(most(allowance)) * 2)
}

/// Half movement points that a movement action of this pace would still bring in this turn.
pub(crate) fn points_for(ask: Ask<'_>, turn: &Turn, fast: bool) -> Halves {
    let pace = |allowance: Mpa| if fast { allowance.fast } else { allowance.slow };
    let action = allowance(ask, turn.unit).map_or(0, |allowance| Halves::from(pace(allowance)) * 2);
    action.min(turn_limit(ask, turn.unit).saturating_sub(turn.spent))
}

/// Half movement points left to the movement in progress; `None` if there is none.
pub(crate) fn points_left(ask: Ask<'_>, turn: &Turn) -> Option<Halves> {
    let moving = turn.moving?;
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Some(moving.left);
    }
    Some(moving.left.min(turn_limit(ask, turn.unit).saturating_sub(turn.spent)))
}

/// Whether a hex can be entered although the whole allowance of the pace falls short of its cost: as the only hex of
/// the turn. It is then moving fast, with all that follows (OF-7.1, OF-7.5).
pub(crate) fn only_hex(ask: Ask<'_>, turn: &Turn, fast: bool, cost: Halves) -> bool {
    let whole = allowance(ask, turn.unit).map(|own| Halves::from(if fast { own.fast } else { own.slow }) * 2);
    turn.entered == 0 && whole.is_some_and(|whole| 0 < whole && whole < cost)
}

/// Whether the movement in progress has this many half movement points left.
pub(crate) fn check_left(ask: Ask<'_>, turn: &Turn, cost: Halves) -> Result<(), Refused> {
    let left = points_left(ask, turn).ok_or(Refused::NotDriving)?;
    if cost <= left { Ok(()) } else { Err(no_points(cost, left)) }
}

/// Half an allowance, rounded down to whole movement points.
pub(crate) fn half_allowance(whole: Halves) -> Halves {
    whole / 2 / 2 * 2
}

pub(crate) fn no_points(needs: Halves, left: Halves) -> Refused {
    Refused::NoMovementPoints { needs: Points(needs), left: Points(left) }
}
