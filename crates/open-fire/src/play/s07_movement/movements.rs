//! What the unit whose turn it is does to move (OF-7): each movement with its check, its effect, its price and its words.

use engine::{Choice, ChoiceKind, Forecast, Points};
use hexmap::Hex;

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns,
        s07_movement::{self, allowances, transport},
    },
    rule_ids::{DEFILADE, FACING, IMPROVED_POSITIONS, MOVEMENT, ROUND_MOVEMENT},
    state::{
        Turn,
        laid_out::{Act, Ask},
        units::UnitId,
    },
    tables::forms::Halves,
};

/// A movement of the unit whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Start to drive (OF-7.5).
    Drive {
        /// At the higher price, as far as the higher allowance goes.
        fast: bool,
    },
    /// Drive into the hex ahead.
    Forward,
    /// Back up into the hex behind (OF-7.5).
    Back,
    /// On foot, into a hex beside.
    Walk {
        /// The hex.
        to: Hex,
    },
    /// Turn the hull by one hexside (OF-7.2).
    Rotate {
        /// To the right.
        clockwise: bool,
    },
    /// Turn the turret by one hexside (OF-2.10).
    Traverse {
        /// To the right.
        clockwise: bool,
    },
    /// Look for a hull-down position (OF-7.3).
    Defilade,
    /// Into or out of the improved position in the hex (OF-13.2).
    DigIn {
        /// Into it.
        inside: bool,
    },
}

pub(crate) const FORMS: &[Form] = &[
    ("drive", "drive slow|fast"),
    ("forward", "forward"),
    ("back", "back"),
    ("walk", "walk HEX"),
    ("rotate", "rotate left|right"),
    ("traverse", "traverse left|right"),
    ("defilade", "defilade"),
    ("dig", "dig in|out"),
];

/// Everything a vehicle might do.
pub(crate) fn possible_for_vehicles() -> [Movement; 11] {
    [
        Movement::Drive { fast: false },
        Movement::Drive { fast: true },
        Movement::Forward,
        Movement::Back,
        Movement::Rotate { clockwise: false },
        Movement::Rotate { clockwise: true },
        Movement::Traverse { clockwise: false },
        Movement::Traverse { clockwise: true },
        Movement::Defilade,
        Movement::DigIn { inside: true },
        Movement::DigIn { inside: false },
    ]
}

/// Every hex a squad might walk into.
pub(crate) fn possible_on_foot(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = Movement> + '_ {
    let beside = ask.state.hex_of(unit).into_iter().flat_map(move |hex| ask.rules.grid().neighbours(hex));
    beside.map(|(_, to)| Movement::Walk { to })
}

pub(crate) fn check(ask: Ask<'_>, movement: Movement) -> Result<(), Refused> {
    let turn = turns::in_turn(ask)?;
    let unit = turn.unit;
    // Traversing and digging in are no movement.
    if turn.held && !matches!(movement, Movement::Traverse { .. } | Movement::DigIn { .. }) {
        return Err(Refused::HeldUp);
    }
    match movement {
        Movement::Drive { fast } => s07_movement::check_drive(ask, turn, fast),
        Movement::Forward => s07_movement::check_forward(ask, turn, false),
        Movement::Back => s07_movement::check_forward(ask, turn, true),
        Movement::Walk { to } => s07_movement::check_walk(ask, turn, to),
        Movement::Rotate { .. } => s07_movement::check_rotate(ask, turn),
        Movement::Traverse { .. } => {
            let most = ask.rules.card(ask.state.unit(unit)).traverse.ok_or(Refused::NoTurret)?;
            transport::own_hex(ask, unit)?;
            if turn.traversed >= most { Err(Refused::TraversedEnough) } else { Ok(()) }
        }
        Movement::Defilade => s07_movement::check_defilade(ask, turn),
        Movement::DigIn { inside } => s07_movement::check_dig_in(ask, unit, inside),
    }
}

pub(crate) fn perform(act: &mut Act<'_>, movement: Movement) {
    let Some(unit) = act.state.turn().map(|turn| turn.unit) else { return };
    match movement {
        Movement::Drive { fast } => s07_movement::start_driving(act, unit, fast),
        Movement::Forward => s07_movement::forward(act, unit),
        Movement::Back => s07_movement::back(act, unit),
        Movement::Walk { to } => s07_movement::walk_into(act, unit, to),
        Movement::Rotate { clockwise } => s07_movement::rotate_in_turn(act, unit, clockwise),
        Movement::Traverse { clockwise } => s07_movement::traverse(act, unit, clockwise),
        Movement::Defilade => s07_movement::look_for_defilade(act, unit),
        Movement::DigIn { inside } => s07_movement::dig_in(act, unit, inside),
    }
}

pub(crate) fn offer(ask: Ask<'_>, movement: Movement, choice: &mut Choice) {
    let Ok(turn) = turns::in_turn(ask) else { return };
    let unit = turn.unit;
    let hand = |clockwise: bool| if clockwise { "right" } else { "left" };
    choice.cost = price(ask, unit, movement);
    let (rule, group, label) = match movement {
        Movement::Drive { fast } => {
            let pace = if fast { "Drive fast" } else { "Drive slow" };
            let within = if s07_movement::leads_away(ask, turn, fast) { "" } else { " (within the hex)" };
            (ROUND_MOVEMENT, Group::Drive, format!("{pace}{within}"))
        }
        Movement::Forward | Movement::Back => {
            let back = movement == Movement::Back;
            if let Ok(to) = s07_movement::driven_to(ask, unit, back) {
                offers::aim(ask, choice, ChoiceKind::Move, unit, to);
                choice.odds = accident_odds(ask, turn, to);
            }
            let label = if back { "Back up" } else { "Forward" };
            (ROUND_MOVEMENT, Group::Drive, format!("{label} to {}", choice.hex.clone().unwrap_or_default()))
        }
        Movement::Walk { to } => {
            offers::aim(ask, choice, ChoiceKind::Move, unit, to);
            (MOVEMENT, Group::Drive, format!("{} to {}", ask.state.unit(unit).name, ask.rules.label(to)))
        }
        Movement::Rotate { clockwise } => (FACING, Group::Turn, format!("Hull {}", hand(clockwise))),
        Movement::Traverse { clockwise } => (FACING, Group::Turn, format!("Turret {}", hand(clockwise))),
        Movement::Defilade => (DEFILADE, Group::Drive, "Look for defilade".to_owned()),
        Movement::DigIn { inside: true } => (IMPROVED_POSITIONS, Group::Drive, "Into the improved position".to_owned()),
        Movement::DigIn { inside: false } => {
            (IMPROVED_POSITIONS, Group::Drive, "Out of the improved position".to_owned())
        }
    };
    (choice.rule, choice.group, choice.label) = (rule, group.listed(), label);
}

/// Crew points for a drive, movement points for what is done with it.
fn price(ask: Ask<'_>, unit: UnitId, movement: Movement) -> Option<String> {
    let points =
        |cost: Option<Halves>| cost.map(|cost| format!("{} MP", Points(s07_movement::slowed(ask, unit, cost))));
    let step = |to: Hex| points(transport::step_cost(ask, unit, ask.state.hex_of(unit)?, to));
    match movement {
        Movement::Drive { fast: false } => offers::price(ask, ask.rules.sheet.limits.crew_points.drive_slow),
        Movement::Drive { fast: true } => offers::price(ask, ask.rules.sheet.limits.crew_points.drive_fast),
        Movement::Forward => step(s07_movement::driven_to(ask, unit, false).ok()?),
        Movement::Back => step(s07_movement::driven_to(ask, unit, true).ok()?),
        Movement::Walk { to } => step(to),
        Movement::Rotate { .. } => points(s07_movement::rotation_cost(ask, unit)),
        Movement::Defilade => points(s07_movement::defilade_cost(ask, ask.state.hex_of(unit)?)),
        Movement::Traverse { .. } | Movement::DigIn { .. } => None,
    }
}

/// The odds of the accident check that this hex would bring about (OF-7.8).
fn accident_odds(ask: Ask<'_>, turn: &Turn, to: Hex) -> Option<Forecast> {
    let unit = turn.unit;
    turn.moving.filter(|_| !turn.accident_checked)?;
    let cost = s07_movement::slowed(ask, unit, transport::step_cost(ask, unit, ask.state.hex_of(unit)?, to)?);
    let skill = i32::from(s02_ratings::ratings(ask, unit).driving_skill);
    (turn.spent + cost > allowances::slow_points(ask, unit)).then(|| ask.rules.sheet.accidents.forecast(skill))
}

pub(crate) fn write(ask: Ask<'_>, movement: Movement) -> String {
    let fixed = match movement {
        Movement::Walk { to } => return format!("walk {}", ask.rules.label(to)),
        Movement::Drive { fast: false } => "drive slow",
        Movement::Drive { fast: true } => "drive fast",
        Movement::Forward => "forward",
        Movement::Back => "back",
        Movement::Rotate { clockwise: false } => "rotate left",
        Movement::Rotate { clockwise: true } => "rotate right",
        Movement::Traverse { clockwise: false } => "traverse left",
        Movement::Traverse { clockwise: true } => "traverse right",
        Movement::Defilade => "defilade",
        Movement::DigIn { inside: true } => "dig in",
        Movement::DigIn { inside: false } => "dig out",
    };
    fixed.to_owned()
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Movement>, String> {
    Ok(Some(match *words {
        ["drive", "slow"] => Movement::Drive { fast: false },
        ["drive", "fast"] => Movement::Drive { fast: true },
        ["forward"] => Movement::Forward,
        ["back"] => Movement::Back,
        ["walk", to] => Movement::Walk { to: notation::read_hex(ask, to)? },
        ["rotate", hand] => Movement::Rotate { clockwise: read_hand(hand)? },
        ["traverse", hand] => Movement::Traverse { clockwise: read_hand(hand)? },
        ["defilade"] => Movement::Defilade,
        ["dig", "in"] => Movement::DigIn { inside: true },
        ["dig", "out"] => Movement::DigIn { inside: false },
        _ => return Ok(None),
    }))
}

/// Whether a turn is clockwise.
fn read_hand(hand: &str) -> Result<bool, String> {
    match hand {
        "left" => Ok(false),
        "right" => Ok(true),
        _ => Err(format!("\"{hand}\" is no way to turn: say left or right")),
    }
}
