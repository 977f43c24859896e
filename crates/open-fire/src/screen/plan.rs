//! Where a unit could go, and the shadings of the map.

use engine::{Outlook, Overlay, OverlayHex, Plan, PlanHex, Viewer};
use hexmap::{Direction, Hex, HexSet, Reach};

use crate::{
    play::{action::Action, s07_movement::allowances::points_text},
    state::{
        Frame, Moving, State, Turn,
        laid_out::OpenFire,
        units::{Side, UnitId},
    },
    tables::forms::Halves,
};

/// How far a march in operations is planned at once, in halves of a movement point.
const MARCH: Halves = 12;

/// A vehicle on its way: where it would be, where it would point, and what it did to get there.
struct Way {
    hex: Hex,
    facing: Direction,
    rotated: u8,
    spent: Halves,
    path: Vec<Hex>,
    actions: Vec<Action>,
}

impl OpenFire {
    pub(crate) fn plan_for(&self, state: &State, viewer: Viewer, ids: &[String]) -> Option<Plan> {
        let [id] = ids else { return None };
        let unit = self.read_unit(state, id).ok()?;
        let asked = self.asked(state)?;
        let ours = state.unit(unit).side == Side::Us && state.unit(unit).owner == asked;
        if !viewer.is(asked) || !ours || !state.unit(unit).is_active() {
            return None;
        }
        let hexes = match state.frames.top() {
            Frame::Operations => self.planned_march(state, unit)?,
            Frame::Turn(turn) if turn.unit == unit => self.planned_turn(state, turn)?,
            _ => return None,
        };
        let from = state.hex_of(unit).map(|hex| self.label(hex)).unwrap_or_default();
        Some(Plan { units: ids.to_vec(), from, hexes })
    }

    /// What the step from hex to hex costs a unit as things stand, in halves of a movement point; `None` if it cannot be made.
    pub fn step_price(&self, state: &State, unit: UnitId, from: Hex, to: Hex) -> Option<u16> {
        self.check_can_move(state, unit).ok()?;
        self.step_cost(state, unit, from, to)
    }

    fn planned_march(&self, state: &State, unit: UnitId) -> Option<Vec<PlanHex>> {
        let Some(from) = state.unit(unit).hex() else {
            let entry = |hex: Hex| {
                let action = Action::Enter { unit, hex };
                self.check_operation(state, action).is_ok().then(|| self.plan_hex(state, 0, &[hex], &[action]))
            };
            return Some(self.entry_hexes().filter_map(entry).collect());
        };
        self.check_can_move(state, unit).ok()?;
        let mut reach = Reach::new(self.grid());
        reach.explore(self.grid(), from, MARCH, |from, _, to| {
            self.check_stacking(state, unit, to).ok()?;
            self.check_prisoners_follow(state, unit, from, to).ok()?;
            self.step_cost(state, unit, from, to)
        });
        let planned = |&hex: &Hex| {
            let (cost, path) = (reach.cost(hex)?, reach.path(hex)?);
            let actions: Vec<Action> = path.iter().map(|&to| Action::March { unit, to }).collect();
            (!path.is_empty()).then(|| self.plan_hex(state, cost, &path, &actions))
        };
        Some(reach.hexes().iter().filter_map(planned).collect())
    }

    fn planned_turn(&self, state: &State, turn: &Turn) -> Option<Vec<PlanHex>> {
        if self.card(state, turn.unit).kind.is_squad() {
            return Some(self.planned_walk(state, turn));
        }
        let moving = turn.moving.filter(|moving| moving.left > 0 && !turn.held)?;
        let left = self.points_left(state, turn)?;
        Some(self.planned_drive(state, turn, Moving { left, ..moving }))
    }

    /// The next hex only: what a squad may still do depends on how far it has gone.
    fn planned_walk(&self, state: &State, turn: &Turn) -> Vec<PlanHex> {
        let Some(from) = state.unit(turn.unit).hex() else { return Vec::new() };
        let step = |(_, to): (Direction, Hex)| {
            let action = Action::Walk { to };
            self.check_turn(state, turn, action).ok()?;
            let cost = self.slowed(state, turn.unit, self.step_cost(state, turn.unit, from, to)?);
            Some(self.plan_hex(state, cost, &[to], &[action]))
        };
        self.grid().neighbours(from).filter_map(step).collect()
    }

    /// Ahead, and ahead after turning, as far as the movement points go.
    fn planned_drive(&self, state: &State, turn: &Turn, moving: Moving) -> Vec<PlanHex> {
        let unit = turn.unit;
        let Some(hex) = state.unit(unit).hex() else { return Vec::new() };
        let rotation = self.card(state, unit).rotation.and_then(|cost| cost.0);
        let rotation = rotation.map(|cost| self.slowed(state, unit, cost));
        let facing = state.unit(unit).facing;
        let mut open =
            vec![Way { hex, facing, rotated: turn.rotated, spent: 0, path: Vec::new(), actions: Vec::new() }];
        let mut found: Vec<Way> = Vec::new();
        while let Some(way) = open.pop() {
            let halted = self.halts_in(state, &way, unit);
            if let Some(cost) = rotation.filter(|cost| !halted && way.spent + cost <= moving.left)
                && way.rotated < crate::play::s07_movement::MOST_ROTATION
            {
                for clockwise in [false, true] {
                    // Turning back and forth leads nowhere.
                    if way.actions.last() == Some(&(Action::Rotate { clockwise: !clockwise })) {
                        continue;
                    }
                    open.push(Way {
                        facing: way.facing.turned(if clockwise { 1 } else { -1 }),
                        rotated: way.rotated + 1,
                        spent: way.spent + cost,
                        ..way.and(Action::Rotate { clockwise })
                    });
                }
            }
            if let Some(next) = self.planned_hex_ahead(state, turn, moving, &way).filter(|_| !halted) {
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
        found.iter().map(|way| self.plan_hex(state, way.spent, &way.path, &way.actions)).collect()
    }

    /// Whether a drive ends where it has come to: among enemies (OF-7.5).
    fn halts_in(&self, state: &State, way: &Way, unit: UnitId) -> bool {
        let enemies = state.active(state.unit(unit).side.enemy());
        !way.path.is_empty() && enemies.into_iter().any(|(enemy, _)| state.hex_of(enemy) == Some(way.hex))
    }

    fn planned_hex_ahead(&self, state: &State, turn: &Turn, moving: Moving, way: &Way) -> Option<Way> {
        let to = self.grid().neighbour(way.hex, way.facing)?;
        let cost = self.slowed(state, turn.unit, self.step_cost(state, turn.unit, way.hex, to)?);
        self.check_stacking(state, turn.unit, to).ok()?;
        self.check_prisoners_follow(state, turn.unit, way.hex, to).ok()?;
        // The only hex of the turn, as long as turning the hull has left anything of the drive.
        let left = turn.moving.map_or(0, |moving| moving.left).saturating_sub(way.spent);
        let always = way.path.is_empty() && left > 0 && self.only_hex(state, turn, moving.fast, cost);
        let forced = turn.forced || way.spent > moving.left;
        if turn.backed || forced || (way.spent + cost > moving.left && !always) {
            return None;
        }
        let mut next = way.and(Action::Forward);
        (next.hex, next.spent) = (to, way.spent + cost);
        next.path.push(to);
        Some(next)
    }

    fn plan_hex(&self, state: &State, cost: Halves, path: &[Hex], actions: &[Action]) -> PlanHex {
        PlanHex {
            hex: path.last().map(|&hex| self.label(hex)).unwrap_or_default(),
            cost: points_text(cost),
            path: path.iter().map(|&hex| self.label(hex)).collect(),
            actions: actions.iter().map(|action| self.write_action(state, action)).collect(),
            threats: Vec::new(),
            outlook: self.outlook(state, path.last().copied()),
        }
    }

    /// Nobody fires at who drives: Germans fire in their own turns, and the player may know what those on the map see.
    fn outlook(&self, state: &State, end: Option<Hex>) -> Outlook {
        if !state.in_rounds() {
            return Outlook { text: "Operations: no active German is on the map.".to_owned(), danger: false };
        }
        let Some(end) = end else { return Outlook { text: String::new(), danger: false } };
        let smoke = self.smoke(state);
        // Who is aboard a vehicle does not fire.
        let able = state.active(Side::German).filter(|&(unit, _)| !self.is_disabled(state, unit));
        let watching: Vec<&str> = able
            .filter(|&(unit, german)| german.hex().is_some_and(|from| self.would_see(state, (unit, from), end, &smoke)))
            .map(|(_, german)| german.name.as_str())
            .collect();
        let sees = match watching.len() {
            0 => format!("no known German sees {}", self.label(end)),
            1 => format!("{} sees {} and may fire in his turn", watching[0], self.label(end)),
            count => {
                format!("{count} Germans see {} and may fire in their turns: {}", self.label(end), watching.join(", "))
            }
        };
        Outlook { text: format!("Nobody fires at you while you move; {sees}."), danger: !watching.is_empty() }
    }

    /// Whether a unit would see another one that stood in a hex.
    fn would_see(&self, state: &State, (unit, from): (UnitId, Hex), to: Hex, smoke: &HexSet) -> bool {
        let ahead = |facing| crate::map::sight::in_front(self.grid(), from, facing, to);
        from == to || self.looks_only(state, unit).is_none_or(ahead) && self.country.sees_unit(from, to, smoke)
    }

    pub(crate) fn shadings(&self, state: &State) -> Vec<Overlay> {
        let posts = |side: Side| {
            let on_map = state.active(side).filter_map(|(unit, _)| Some((unit, state.hex_of(unit)?)));
            on_map.collect::<Vec<(UnitId, Hex)>>()
        };
        let (us, germans) = (posts(Side::Us), posts(Side::German));
        let commanders: Vec<(UnitId, Hex)> =
            us.iter().copied().filter(|&(unit, _)| self.is_commander(state, unit)).collect();
        vec![
            self.shade(state, &germans, "seen-by-germans", "Seen by Germans", false),
            self.shade(state, &us, "unseen", "Seen by nobody of the platoon", true),
            self.shade(state, &commanders, "command", "In sight of a commander", false),
        ]
    }

    /// The hexes in which a unit would be seen from one of the posts, with the number of those who would; or by none.
    fn shade(&self, state: &State, posts: &[(UnitId, Hex)], id: &str, title: &str, nobody: bool) -> Overlay {
        let smoke = self.smoke(state);
        let shade = |hex: Hex| {
            let count = posts.iter().filter(|&&post| self.would_see(state, post, hex, &smoke)).count() as u8;
            let shown = match nobody {
                true => (count == 0).then_some((2, String::new())),
                false => (count > 0).then(|| (count.min(5), count.to_string())),
            };
            shown.map(|(level, label)| OverlayHex { hex: self.label(hex), level, label })
        };
        let hexes = self.grid().hexes().filter_map(shade).collect();
        Overlay { id: id.to_owned(), title: title.to_owned(), hexes }
    }
}

impl Way {
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
