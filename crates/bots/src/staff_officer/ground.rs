//! How good it is to stand in a hex: ground to take or to guard, targets to be had, cover.

use assault::{play::estimates, state::Unit, tables::pool::Pool};
use hexmap::Hex;

use super::{gunnery::Gunnery, missions::Missions, outlook::Outlook};

/// What a turn's march nearer to the mission is worth, for each point of the objective.
const NEARER: f32 = 0.11;
/// The part of an objective's points that entering it is worth.
const TAKING: f32 = 1.0;
/// The part that barring it to the enemy is worth.
const BARRING: f32 = 0.35;
/// How near an enemy threatens ground, in hexes.
const NEAR: u16 = 7;
/// The part of next turn's best shot.
const NEXT_SHOT: f32 = 0.4;
/// What a die of cover is worth where no enemy is known.
const COVER: f32 = 0.02;
/// What mines take off.
const MINES: f32 = 0.35;

/// What a unit has from a hex, danger left out.
pub(super) fn worth(look: &Outlook<'_>, guns: &mut Gunnery, missions: &mut Missions, unit: Unit, hex: Hex) -> f32 {
    let cover = estimates::cover(look.ask, look.card(unit).kind, hex);
    let mines = if look.is_mined(hex) { MINES * look.value(unit) } else { 0.0 };
    let shot = best_guess(look, guns, unit, hex, Pool::NONE);
    march(look, missions, unit, hex) + held(look, unit, hex) + shot * NEXT_SHOT + f32::from(cover.len()) * COVER - mines
}

/// The best shot that a unit would have from a hex; `plus` are dice that its target has besides.
pub(super) fn best_guess(look: &Outlook<'_>, guns: &mut Gunnery, unit: Unit, hex: Hex, plus: Pool) -> f32 {
    let mut best = 0.0f32;
    for enemy in &look.known {
        let share = guns.guess_in(look, (unit, hex), (enemy.unit, enemy.hex), (enemy.cover, plus));
        best = best.max(share * enemy.value);
    }
    best
}

/// How near its mission the unit is there.
fn march(look: &Outlook<'_>, missions: &mut Missions, unit: Unit, hex: Hex) -> f32 {
    let Some(goal) = missions.goal(look, unit) else { return 0.0 };
    let card = look.card(unit);
    let objective = &look.rules.objectives()[usize::from(goal)];
    let turns = missions.turns(look, unit, hex, goal);
    if !turns.is_finite() {
        return -5.0;
    }
    let ours = look.state.holders[usize::from(goal)] == Some(look.seat);
    let worth = objective.points as f32 * NEARER;
    if ours {
        return -(turns - 1.0).max(0.0) * worth * 0.5;
    }
    // Guns, mortars and observers follow as far as they can see the place.
    let keeps_back = !card.may_assault() || card.indirect;
    let short = if keeps_back { (turns - 1.0).max(0.0) * 0.5 } else { turns };
    let hurry = if f32::from(look.turns_left()) < turns + 2.0 { 1.6 } else { 1.0 };
    -short * worth * hurry
}

/// Ground that is taken or barred by standing on it.
fn held(look: &Outlook<'_>, unit: Unit, hex: Hex) -> f32 {
    let objectives = look.rules.objectives().iter().zip(&look.state.holders);
    let mut worth = 0.0;
    for (objective, holder) in objectives.filter(|(objective, _)| objective.hex == hex) {
        let points = objective.points as f32;
        if *holder != Some(look.seat) {
            worth += points * TAKING;
        } else if !look.is_held_by_another(unit, hex) {
            let near = look.enemies().any(|(_, enemy)| look.distance(enemy, hex) <= NEAR);
            worth += points * if near { BARRING } else { BARRING * 0.3 };
        }
    }
    worth
}
