//! Where a unit could go, and the shadings of the map.

use engine::{Outlook, Overlay, OverlayHex, Plan, PlanHex, Points, Viewer};
use hexmap::{Direction, Hex, Reach};

use crate::{
    course::{self, action::Action},
    play::{
        missions::deployment::{self, Deploy},
        notation, s01_sharing, s02_ratings,
        s05_operations::{self, March},
        s06_rounds::command,
        s07_movement::{self, allowances, going, movements::Movement, transport::Transport},
        s08_sight,
        s11_assault::capture,
    },
    state::{
        Frame, Moving, State, Turn,
        laid_out::Ask,
        units::{Place, Side, UnitId},
    },
    tables::forms::Halves,
};

/// How far a march in operations is planned at once, in halves of a movement point: across country, and along roads.
const MARCH: Halves = 12;
const ROAD_MARCH: Halves = 48;

/// A vehicle on its way: where it would be, where it would point, and what it did to get there.
struct Way {
    hex: Hex,
    facing: Direction,
    rotated: u8,
    spent: Halves,
    path: Vec<Hex>,
    actions: Vec<Action>,
}

pub(crate) fn plan_for(ask: Ask<'_>, viewer: Viewer, ids: &[String]) -> Option<Plan> {
    let mut units = ids.iter().map(|id| notation::read_unit(ask, id).ok()).collect::<Option<Vec<UnitId>>>()?;
    units.sort_unstable();
    let &unit = units.first()?;
    let asked = s01_sharing::asked(ask)?;
    let ours = |unit: &UnitId| ask.state.unit(*unit).side == Side::Us && ask.state.unit(*unit).owner == asked;
    if !viewer.is(asked) || !units.iter().all(ours) || !ask.state.unit(unit).is_active() {
        return None;
    }
    let hexes = match ask.state.frames.top() {
        Frame::Operations => planned_march(ask, &units)?,
        Frame::Deployment { unit: in_hand } if units.len() == 1 && *in_hand == Some(unit) => planned_place(ask),
        Frame::Turn(turn) if units == [turn.unit] => planned_turn(ask, turn)?,
        _ => return None,
    };
    let from = ask.state.hex_of(unit).map(|hex| ask.rules.label(hex)).unwrap_or_default();
    Some(Plan { units: ids.to_vec(), from, hexes })
}

/// While the platoon is set up: every hex in which the unit in hand may stand.
fn planned_place(ask: Ask<'_>) -> Vec<PlanHex> {
    let place = |hex: Hex| {
        let action = Action::Deploy(Deploy::Put { hex });
        course::check_action(ask, action).is_ok().then(|| plan_hex(ask, 0, &[hex], &[action]))
    };
    deployment::zone(ask).filter_map(place).collect()
}

/// In operations: the way of one unit, or of a whole stack.
fn planned_march(ask: Ask<'_>, units: &[UnitId]) -> Option<Vec<PlanHex>> {
    let (&unit, stack) = (units.first()?, units.len() > 1);
    if stack && s05_operations::stack_of(ask, unit) != units {
        return None;
    }
    let Some(from) = ask.state.unit(unit).hex() else {
        let entry = |hex: Hex| {
            let action = Action::Transport(Transport::Enter { unit, hex });
            course::check_action(ask, action).is_ok().then(|| plan_hex(ask, 0, &[hex], &[action]))
        };
        return Some(going::entry_hexes(ask.rules).filter_map(entry).collect());
    };
    going::check_can_move(ask, unit).ok()?;
    let step = |from: Hex, to: Hex| march_step(ask, units, from, to);
    let by_road = |from: Hex, to: Hex| {
        let features = ask.rules.country.hexside_features(from, to);
        ask.rules.sheet.movement.is_road(&features).then(|| step(from, to)).flatten()
    };
    let (mut near, mut far) = (Reach::new(ask.rules.grid()), Reach::new(ask.rules.grid()));
    near.explore(ask.rules.grid(), from, MARCH, |from, _, to| step(from, to));
    far.explore(ask.rules.grid(), from, ROAD_MARCH, |from, _, to| by_road(from, to));
    let planned = |reach: &Reach, hex: Hex| {
        let (cost, path) = (reach.cost(hex)?, reach.path(hex)?);
        let actions: Vec<Action> = path.iter().map(|&to| Action::March(March { unit, to, stack })).collect();
        (!path.is_empty()).then(|| plan_hex(ask, cost, &path, &actions))
    };
    let across = near.hexes().iter().filter_map(|&hex| planned(&near, hex));
    let along = far.hexes().iter().filter(|&&hex| near.cost(hex).is_none()).filter_map(|&hex| planned(&far, hex));
    Some(across.chain(along).collect())
}

/// What a step of a march costs the slowest of those who march; `None` if one of them cannot make it.
fn march_step(ask: Ask<'_>, units: &[UnitId], from: Hex, to: Hex) -> Option<Halves> {
    going::check_room(ask, units, to).ok()?;
    // Who stands on the way would be taken along.
    if units.len() > 1 && ask.state.active(Side::Us).any(|(_, other)| other.hex() == Some(to)) {
        return None;
    }
    let costs = units.iter().map(|&unit| {
        capture::check_prisoners_follow(ask, unit, from, to).ok()?;
        going::step_cost(ask, unit, from, to)
    });
    costs.collect::<Option<Vec<Halves>>>()?.into_iter().max()
}

fn planned_turn(ask: Ask<'_>, turn: &Turn) -> Option<Vec<PlanHex>> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return Some(planned_walk(ask, turn));
    }
    Some(driven(ask, turn)?.iter().map(|way| plan_hex(ask, way.spent, &way.path, &way.actions)).collect())
}

/// Everywhere a vehicle on the move can go.
fn driven(ask: Ask<'_>, turn: &Turn) -> Option<Vec<Way>> {
    let moving = turn.moving.filter(|moving| moving.left > 0 && !turn.held)?;
    let left = allowances::points_left(ask, turn)?;
    Some(planned_drive(ask, turn, Moving { left, ..moving }))
}

/// The next hex only: what a squad may still do depends on how far it has gone.
fn planned_walk(ask: Ask<'_>, turn: &Turn) -> Vec<PlanHex> {
    let Some(from) = ask.state.unit(turn.unit).hex() else { return Vec::new() };
    let step = |(_, to): (Direction, Hex)| {
        let action = Action::Move(Movement::Walk { to });
        course::check_action(ask, action).ok()?;
        let cost = s07_movement::slowed(ask, turn.unit, going::step_cost(ask, turn.unit, from, to)?);
        Some(plan_hex(ask, cost, &[to], &[action]))
    };
    ask.rules.grid().neighbours(from).filter_map(step).collect()
}

/// Ahead, and ahead after turning, as far as the movement points go.
fn planned_drive(ask: Ask<'_>, turn: &Turn, moving: Moving) -> Vec<Way> {
    let unit = turn.unit;
    let Some(hex) = ask.state.unit(unit).hex() else { return Vec::new() };
    let rotation = ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0);
    let rotation = rotation.map(|cost| s07_movement::slowed(ask, unit, cost));
    let facing = ask.state.unit(unit).facing;
    let mut open = vec![Way { hex, facing, rotated: turn.rotated, spent: 0, path: Vec::new(), actions: Vec::new() }];
    let mut found: Vec<Way> = Vec::new();
    while let Some(way) = open.pop() {
        let halted = halts_in(ask, &way, unit);
        if let Some(cost) = rotation.filter(|cost| !halted && way.spent + cost <= moving.left)
            && way.rotated < ask.rules.sheet.limits.movement.rotation
        {
            for clockwise in [false, true] {
                // Turning back and forth leads nowhere.
                if way.actions.last() == Some(&Action::Move(Movement::Rotate { clockwise: !clockwise })) {
                    continue;
                }
                open.push(Way {
                    facing: way.facing.turned(if clockwise { 1 } else { -1 }),
                    rotated: way.rotated + 1,
                    spent: way.spent + cost,
                    ..way.and(Action::Move(Movement::Rotate { clockwise }))
                });
            }
        }
        if let Some(next) = planned_hex_ahead(ask, turn, moving, &way).filter(|_| !halted) {
            open.push(next);
        }
        if !way.path.is_empty() {
            match found.iter_mut().find(|known| known.hex == way.hex) {
                Some(known) if (known.spent, known.actions.len()) > (way.spent, way.actions.len()) => *known = way,
                Some(_) => {}
                None => found.push(way),
            }
        }
    }
    found.sort_by_key(|way| (way.spent, way.hex));
    found
}

/// Whether a drive ends where it has come to: among enemies (OF-7.5).
fn halts_in(ask: Ask<'_>, way: &Way, unit: UnitId) -> bool {
    let enemies = ask.state.active(ask.state.unit(unit).side.enemy());
    !way.path.is_empty() && enemies.into_iter().any(|(enemy, _)| ask.state.hex_of(enemy) == Some(way.hex))
}

fn planned_hex_ahead(ask: Ask<'_>, turn: &Turn, moving: Moving, way: &Way) -> Option<Way> {
    let to = ask.rules.grid().neighbour(way.hex, way.facing)?;
    let cost = s07_movement::slowed(ask, turn.unit, going::step_cost(ask, turn.unit, way.hex, to)?);
    going::check_stacking(ask, turn.unit, to).ok()?;
    capture::check_prisoners_follow(ask, turn.unit, way.hex, to).ok()?;
    // The only hex of the turn, as long as turning the hull has left anything of the drive.
    let left = turn.moving.map_or(0, |moving| moving.left).saturating_sub(way.spent);
    let always = way.path.is_empty() && left > 0 && allowances::only_hex(ask, turn, moving.fast, cost);
    let forced = turn.forced || way.spent > moving.left;
    if turn.backed || forced || (way.spent + cost > moving.left && !always) {
        return None;
    }
    let mut next = way.and(Action::Move(Movement::Forward));
    (next.hex, next.spent) = (to, way.spent + cost);
    next.path.push(to);
    Some(next)
}

/// The state with units where they could be at the end of their move, as far as the player can know. None, if they
/// cannot go there now.
pub(super) fn moved_to(ask: Ask<'_>, units: &[UnitId], hex: Hex) -> Option<State> {
    let mut there = ask.state.clone();
    if units.iter().all(|&unit| ask.state.hex_of(unit) == Some(hex)) {
        return Some(there);
    }
    let turn = if let Frame::Turn(turn) = ask.state.frames.top() { Some(turn) } else { None };
    let turn = turn.filter(|turn| units == [turn.unit]);
    let drive = turn.and_then(|turn| way_of(ask, turn, hex));
    if drive.is_none() {
        let ids: Vec<String> = units.iter().map(|&unit| ask.state.id_of(unit)).collect();
        let owner = ask.state.unit(*units.first()?).owner;
        let label = ask.rules.label(hex);
        plan_for(ask, Viewer::Seat(owner), &ids)?.hexes.iter().find(|reached| reached.hex == label)?;
    }
    for &unit in units {
        going::vacate(&mut there, unit);
        let from = there.hex_of(unit);
        let moved = there.unit_mut(unit);
        (moved.place, moved.defilade) = (Place::At(hex), false);
        let spent = match (&drive, turn) {
            (Some(way), _) => {
                let by = way.turned();
                (moved.facing, moved.turret) = (moved.facing.turned(by), moved.turret.turned(by));
                way.spent
            }
            (None, Some(_)) => {
                let cost = from.and_then(|from| going::step_cost(ask, unit, from, hex));
                s07_movement::slowed(ask, unit, cost.unwrap_or(0))
            }
            (None, None) => continue,
        };
        let before = turn.map_or((0, false), |turn| (turn.spent, turn.backed));
        there.unit_mut(unit).motion = s07_movement::pace_after(ask, unit, before.0 + spent, before.1);
    }
    Some(there)
}

/// The drive to a hex in the turn of a vehicle.
fn way_of(ask: Ask<'_>, turn: &Turn, hex: Hex) -> Option<Way> {
    driven(ask, turn)?.into_iter().find(|way| way.hex == hex)
}

fn plan_hex(ask: Ask<'_>, cost: Halves, path: &[Hex], actions: &[Action]) -> PlanHex {
    PlanHex {
        hex: path.last().map(|&hex| ask.rules.label(hex)).unwrap_or_default(),
        cost: Points(cost).to_string(),
        path: path.iter().map(|&hex| ask.rules.label(hex)).collect(),
        actions: actions.iter().map(|action| action.write(ask)).collect(),
        threats: Vec::new(),
        outlook: outlook(ask, path.last().copied()),
    }
}

/// Nobody fires at who drives: Germans fire in their own turns, and the player may know what those on the map see.
fn outlook(ask: Ask<'_>, end: Option<Hex>) -> Outlook {
    if !ask.state.in_rounds() {
        return Outlook { text: "Operations: no active German is on the map.".to_owned(), danger: false };
    }
    let Some(end) = end else { return Outlook { text: String::new(), danger: false } };
    let smoke = s08_sight::smoke(ask);
    // A unit aboard a vehicle does not fire.
    let able = ask.state.active(Side::German).filter(|&(unit, _)| !s02_ratings::is_disabled(ask, unit));
    let watching: Vec<&str> = able
        .filter(|&(unit, german)| german.hex().is_some_and(|from| would_see(ask, (unit, from), end, &smoke)))
        .map(|(_, german)| german.name.as_str())
        .collect();
    let sees = match watching.len() {
        0 => format!("no known German sees {}", ask.rules.label(end)),
        1 => format!("{} sees {} and may fire in his turn", watching[0], ask.rules.label(end)),
        count => {
            format!("{count} Germans see {} and may fire in their turns: {}", ask.rules.label(end), watching.join(", "))
        }
    };
    Outlook { text: format!("Nobody fires at you while you move; {sees}."), danger: !watching.is_empty() }
}

/// Whether a unit would see another one that stood in a hex.
fn would_see(ask: Ask<'_>, (unit, from): (UnitId, Hex), to: Hex, smoke: &[Hex]) -> bool {
    let ahead = |facing| crate::map::sight::in_front(ask.rules.grid(), from, facing, to);
    let in_sight = || !s08_sight::is_in_fog(ask, from, to) && ask.rules.country.sees_unit(from, to, smoke);
    from == to || s08_sight::looks_only(ask, unit).is_none_or(ahead) && in_sight()
}

pub(crate) fn shadings(ask: Ask<'_>) -> Vec<Overlay> {
    let posts = |side: Side| {
        let on_map = ask.state.active(side).filter_map(|(unit, _)| Some((unit, ask.state.hex_of(unit)?)));
        on_map.collect::<Vec<(UnitId, Hex)>>()
    };
    let (us, germans) = (posts(Side::Us), posts(Side::German));
    let commanders: Vec<(UnitId, Hex)> =
        us.iter().copied().filter(|&(unit, _)| command::is_commander(ask, unit)).collect();
    vec![
        shade(ask, &germans, "seen-by-germans", "Seen by Germans", false),
        shade(ask, &us, "unseen", "Not seen by the platoon", true),
        shade(ask, &commanders, "command", "In sight of a commander", false),
    ]
}

/// The hexes in which a unit would be seen from one of the posts, with the number of those who would; or by none.
fn shade(ask: Ask<'_>, posts: &[(UnitId, Hex)], id: &str, title: &str, nobody: bool) -> Overlay {
    let smoke = s08_sight::smoke(ask);
    let shade = |hex: Hex| {
        let count = posts.iter().filter(|&&post| would_see(ask, post, hex, &smoke)).count() as u8;
        let shown = match nobody {
            true => (count == 0).then_some((2, String::new())),
            false => (count > 0).then(|| (count.min(5), count.to_string())),
        };
        shown.map(|(level, label)| OverlayHex { hex: ask.rules.label(hex), level, label })
    };
    let hexes = ask.rules.grid().hexes().filter_map(shade).collect();
    Overlay { id: id.to_owned(), title: title.to_owned(), hexes }
}

impl Way {
    /// By how many hexsides the hull turns on it, to the right.
    fn turned(&self) -> i8 {
        let rotations = |clockwise| {
            let action = Action::Move(Movement::Rotate { clockwise });
            self.actions.iter().filter(|&&done| done == action).count() as i8
        };
        rotations(true) - rotations(false)
    }

    /// The same way with one more action.
    fn and(&self, action: Action) -> Way {
        let mut actions = self.actions.clone();
        actions.push(action);
        Way {
            hex: self.hex,
            facing: self.facing,
            rotated: self.rotated,
            spent: self.spent,
            path: self.path.clone(),
            actions,
        }
    }
}
