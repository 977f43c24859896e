//! The best thing to fire, now or from somewhere else.

use hexmap::{Direction, Hex};
use open_fire::{
    course::{
        self,
        action::{Action, Combat},
    },
    map::sight::in_front,
    play::{s07_movement::movements::Movement, s09_fire::Fire},
    state::{Shell, Turn, units::UnitId},
};

use crate::company_leader::{
    gunnery::{self, Gunnery},
    outlook::Outlook,
};

/// An assault puts the crew in the same danger as its target.
const ASSAULT: f64 = 0.5;

/// What an action that is legal now promises in victory points, by the exact odds.
pub(crate) fn worth(look: Outlook<'_>, action: &Action) -> f64 {
    let (target, share) = match action.combat() {
        Some(Combat::Assault(attack)) => (Some(attack.target), ASSAULT),
        Some(Combat::Fire(fire)) => (fire.target(), 1.0),
        None => (None, 0.0),
    };
    let Some(target) = target else { return 0.0 };
    let odds = course::odds_of(look.ask(), action);
    odds.map_or(0.0, |odds| odds.worth.max(0.0) * share * look.worth_of_german(target))
}

/// The best of the legal attacks: its place in the list, and what it promises. Of equals the cheaper one.
pub(crate) fn best_legal(look: Outlook<'_>, legal: &[Action]) -> Option<(usize, f64)> {
    let promise = |action: &Action| {
        // Machineguns cost less than a shell, and leave points for something else.
        let spare = if matches!(action, Action::Fire(Fire::Guns { .. })) { 0.01 } else { 0.0 };
        let worth = worth(look, action);
        if worth > 0.0 { worth + spare } else { 0.0 }
    };
    let all = legal.iter().enumerate().map(|(place, action)| (place, promise(action)));
    all.filter(|(_, worth)| *worth > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The best target for a unit from where it stands, if its gun can be laid: who, and what one fire action promises in
/// victory points.
pub(crate) fn best_target(
    look: Outlook<'_>,
    gunnery: &mut Gunnery,
    unit: UnitId,
    traverse: Option<u8>,
) -> Option<(UnitId, f64)> {
    let from = look.state.hex_of(unit)?;
    let mut best: Option<(UnitId, f64)> = None;
    for (german, hex) in look.germans() {
        let laid = bears_after(look, unit, from, hex, traverse);
        if laid && gunnery::may_fire(look.rules, look.state, unit, german) {
            let promise = gunnery.promise(look.rules, look.state, unit, german) * look.worth_of_german(german);
            if best.is_none_or(|(_, known)| promise > known) {
                best = Some((german, promise));
            }
        }
    }
    best.filter(|(_, promise)| *promise > 0.0)
}

/// Whether a gun bears on a hex once the turret has been turned as far as `traverse` allows.
fn bears_after(look: Outlook<'_>, unit: UnitId, from: Hex, at: Hex, traverse: Option<u8>) -> bool {
    let (piece, card) = (look.state.unit(unit), look.rules.card(look.state.unit(unit)));
    if card.kind.is_squad() || from == at {
        return true;
    }
    let points = if card.traverse.is_some() { piece.turret } else { piece.facing };
    let turns = |way: Direction| points.turns_to(way) <= traverse.unwrap_or(0);
    Direction::ALL.into_iter().any(|way| turns(way) && in_front(look.rules.grid(), from, way, at))
}

/// Hexsides that the turret may still be turned.
pub(crate) fn traverse_left(look: Outlook<'_>, turn: &Turn) -> Option<u8> {
    let most = look.rules.card(look.state.unit(turn.unit)).traverse;
    most.map(|most| most.saturating_sub(turn.traversed))
}

/// The way to turn a turret toward a hex until it bears.
pub(crate) fn turning_toward(look: Outlook<'_>, unit: UnitId, at: Hex) -> Option<Action> {
    let from = look.state.hex_of(unit)?;
    let turret = look.state.unit(unit).turret;
    if from == at || in_front(look.rules.grid(), from, turret, at) {
        return None;
    }
    let bearing = Direction::ALL.into_iter().filter(|&way| in_front(look.rules.grid(), from, way, at));
    let wanted = bearing.min_by_key(|way| turret.turns_to(*way))?;
    let clockwise = turret.turned(1).turns_to(wanted) < turret.turned(-1).turns_to(wanted);
    Some(Action::Move(Movement::Traverse { clockwise }))
}

/// The next shell of a volley in progress, as long as it can do anything.
pub(crate) fn next_of_volley(look: Outlook<'_>, turn: &Turn, legal: &[Action]) -> Option<usize> {
    let volley = turn.volley.filter(|volley| volley.left > 0)?;
    let same = |action: &Action| {
        let Action::Fire(Fire::Main { target, shell: Shell::Ap | Shell::Gp }) = *action else { return false };
        target == volley.target
    };
    let best = legal.iter().enumerate().filter(|(_, action)| same(action));
    let best = best.map(|(place, action)| (place, worth(look, action)));
    best.filter(|(_, worth)| *worth > 0.0).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
}
