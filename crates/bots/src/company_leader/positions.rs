//! Places from which a unit could hurt a German, weighed by what it costs to get there and to be there.

use hexmap::{Direction, Hex};
use open_fire::{
    map::sight::in_front,
    state::units::{Motion, Place, UnitId},
};

use crate::company_leader::{drives, fight::WORTH_A_SHELL, gunnery::Gunnery, outlook::Outlook};

/// Nobody goes farther away than this to fire.
const FARTHEST: u16 = 16;
/// Victory points for each half movement point on the way.
const WAY: f64 = 0.05;
/// How much the enemy's fire at that place counts beside one's own.
const FEAR: f64 = 0.8;

/// The best place among those near, given with what it costs to get there; none if nothing is to be hurt from any.
pub(crate) fn best(look: Outlook<'_>, gunnery: &mut Gunnery, unit: UnitId, near: &[(Hex, u16)]) -> Option<Hex> {
    let germans: Vec<(UnitId, Hex)> = look.germans().collect();
    let mut there = drives::imagined(look.state);
    let worth = look.worth_of_ours(unit);
    let mut found: Option<(f64, Hex)> = None;
    for &(hex, price) in near {
        let Some(&(target, at)) = germans
            .iter()
            .filter(|(_, at)| sees(look, hex, *at))
            .min_by_key(|(_, at)| look.rules.grid().distance(hex, *at))
        else {
            continue;
        };
        stand(&mut there, look, unit, (hex, at));
        let gain = gunnery.promise(look.rules, &there, unit, target) * look.worth_of_german(target);
        // Whoever stood there would not fire.
        if gain < WORTH_A_SHELL {
            continue;
        }
        let threats = germans.iter().filter(|(_, at)| seen(look, hex, *at));
        let mut fear = 0.0;
        for (german, _) in threats {
            fear += gunnery.promise(look.rules, &there, *german, unit) * worth;
        }
        let value = gain - FEAR * fear - WAY * f64::from(price);
        if found.is_none_or(|(known, _)| value > known) {
            found = Some((value, hex));
        }
    }
    found.map(|(_, hex)| hex)
}

fn sees(look: Outlook<'_>, from: Hex, to: Hex) -> bool {
    let distance = look.rules.grid().distance(from, to);
    distance > 0 && distance <= FARTHEST && look.rules.country.sees_unit(from, to, &[])
}

/// Whether a German there would see a unit here.
fn seen(look: Outlook<'_>, here: Hex, german: Hex) -> bool {
    look.rules.country.sees_unit(german, here, &[])
}

/// Puts a unit there, facing the enemy, as it would arrive.
fn stand(state: &mut open_fire::state::State, look: Outlook<'_>, unit: UnitId, (hex, at): (Hex, Hex)) {
    let ahead = Direction::ALL.into_iter().find(|&way| in_front(look.rules.grid(), hex, way, at));
    let piece = state.unit_mut(unit);
    piece.place = Place::At(hex);
    piece.motion = Motion::Slow;
    piece.defilade = false;
    if let Some(way) = ahead {
        (piece.facing, piece.turret) = (way, way);
    }
}
