//! What a vehicle could do with its movement in a turn: every place where it could stop, found by driving there on a
//! copy of the table.

use std::collections::BTreeSet;

use dice::{Dice, Fell, Scripted, Seeded, Throw};
use engine::{Rules, Silent};
use hexmap::{Direction, Hex};
use open_fire::{
    OpenFire,
    course::action::Action,
    play::s07_movement::{movements::Movement, transport::Transport},
    state::{Frame, State, units::UnitId},
};

use crate::company_leader::{outlook::Outlook, way};

/// Places at most that are looked at.
const MOST: usize = 45;

/// A place where a turn could end.
pub(crate) struct Stop {
    /// What leads there.
    pub(crate) actions: Vec<Action>,
    /// The table then.
    pub(crate) state: State,
    /// Crew points left.
    pub(crate) points: u8,
}

/// What makes one stop different from another.
type Key = (Option<Hex>, Direction, bool, bool, bool, u8, Option<(bool, u16)>);

/// A copy of the table without anything a player could only guess: what lies under markers, what pages have in store.
pub(crate) fn imagined(state: &State) -> State {
    let mut copy = state.clone();
    copy.markers.clear();
    copy.standing.clear();
    copy.offers.clear();
    copy.looking.clear();
    copy.read.clear();
    copy.filled.clear();
    copy.disclosed.clear();
    copy.notes.clear();
    copy.campaign = None;
    copy
}

/// Every place where the unit whose turn it is could stop, the present one first.
pub(crate) fn stops(rules: &OpenFire, state: &State, unit: UnitId) -> Vec<Stop> {
    let mut found: Vec<Stop> = Vec::new();
    let mut known: BTreeSet<Key> = BTreeSet::new();
    let start = imagined(state);
    let Some(points) = points(&start, unit) else { return found };
    found.push(Stop { actions: Vec::new(), state: start, points });
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        for action in moves(rules, &found[next].state, unit) {
            let Ok(ready) = rules.check(&found[next].state, &action) else { continue };
            if off_the_road(rules, &found[next].state, unit, action) {
                continue;
            }
            let mut state = found[next].state.clone();
            rules.perform(&mut state, ready, &mut Gentle::default(), &mut Silent);
            let left = points_or_gone(&state, unit);
            let Some(points) = left else { continue };
            if known.insert(key(&state, unit, points)) {
                let actions = found[next].actions.iter().copied().chain([action]).collect();
                found.push(Stop { actions, state, points });
            }
        }
        next += 1;
    }
    found
}

/// Dice of which the first falls as low as it can: checks succeed, and nothing runs into a ditch. That it may is
/// weighed elsewhere. Where a rule throws again, chance decides.
struct Gentle {
    first: Option<Scripted>,
    then: Seeded,
}

impl Default for Gentle {
    fn default() -> Self {
        Gentle { first: Some(Scripted::default()), then: Seeded::new(1) }
    }
}

impl Dice for Gentle {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        match self.first.take() {
            Some(mut low) => low.throw(throw),
            None => self.then.throw(throw),
        }
    }
}

/// Whether a truck would leave the road in snow.
fn off_the_road(rules: &OpenFire, state: &State, unit: UnitId, action: Action) -> bool {
    let way = match action {
        Action::Move(Movement::Forward) => state.unit(unit).facing,
        Action::Move(Movement::Back) => state.unit(unit).facing.opposite(),
        _ => return false,
    };
    let from = state.hex_of(unit);
    let to = from.and_then(|from| rules.grid().neighbour(from, way));
    from.zip(to).is_some_and(|(from, to)| way::skids(Outlook { rules, state }, unit, from, to))
}

/// What is tried at a stop.
fn moves(rules: &OpenFire, state: &State, unit: UnitId) -> Vec<Action> {
    let piece = state.unit(unit);
    let mut moves = vec![
        Action::Move(Movement::Drive { fast: false }),
        Action::Move(Movement::Drive { fast: true }),
        Action::Move(Movement::Forward),
        Action::Move(Movement::Back),
        Action::Move(Movement::Rotate { clockwise: false }),
        Action::Move(Movement::Rotate { clockwise: true }),
        Action::Move(Movement::Defilade),
        Action::Move(Movement::DigIn { inside: true }),
        Action::Transport(Transport::Exit { unit }),
    ];
    if rules.card(piece).kind.can_close() {
        moves.push(Action::Transport(Transport::Hatch { unit, closed: !piece.closed }));
    }
    moves
}

/// Crew points left while it is still the unit's turn.
fn points(state: &State, unit: UnitId) -> Option<u8> {
    match state.frames.top() {
        Frame::Turn(turn) if turn.unit == unit => Some(turn.points),
        _ => None,
    }
}

/// The same; a unit that has left the map has none, and stops there.
fn points_or_gone(state: &State, unit: UnitId) -> Option<u8> {
    points(state, unit).or_else(|| state.hex_of(unit).is_none().then_some(0))
}

fn key(state: &State, unit: UnitId, points: u8) -> Key {
    let piece = state.unit(unit);
    let moving = match state.frames.top() {
        Frame::Turn(turn) => turn.moving.map(|moving| (moving.fast, moving.left)),
        _ => None,
    };
    (state.hex_of(unit), piece.facing, piece.defilade, piece.closed, piece.dug_in, points, moving)
}
