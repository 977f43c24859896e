//! What the unit whose turn it is does to move (OF-7): each movement with its check, its effect, its price and its
//! words.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Forecast, Points, Visit, Wish};
use hexmap::Hex;

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns,
        s07_movement::{self, Entering, allowances, going},
    },
    rule_ids::{DEFILADE, FACING, IMPROVED_POSITIONS, MOVEMENT, ROUND_MOVEMENT},
    state::{
        Turn,
        laid_out::{Act, Ask, AskOf, OpenFire},
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

/// Everything a vehicle might do, but for what one look at its turn shows to be out of the question.
pub(crate) fn worth_a_check(ask: Ask<'_>, turn: &Turn) -> impl Iterator<Item = Movement> {
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    let (driving, works) = (turn.moving.is_some(), !ask.state.works.is_empty());
    possible_for_vehicles().into_iter().filter(move |movement| match movement {
        Movement::Drive { .. } => !squad,
        Movement::Forward | Movement::Back | Movement::Rotate { .. } | Movement::Defilade => driving,
        Movement::DigIn { .. } => works,
        Movement::Traverse { .. } | Movement::Walk { .. } => true,
    })
}

/// Every hex a squad might walk into.
pub(crate) fn possible_on_foot(ask: Ask<'_>, unit: UnitId) -> impl Iterator<Item = Movement> + '_ {
    let beside = ask.state.hex_of(unit).into_iter().flat_map(move |hex| ask.rules.grid().neighbours(hex));
    beside.map(|(_, to)| Movement::Walk { to })
}

/// A movement that has been checked: who moves, what is entered, and what it takes.
#[derive(Copy, Clone, Debug)]
pub struct ReadyMovement {
    unit: UnitId,
    found: Found,
}

#[derive(Copy, Clone, Debug)]
enum Found {
    Drive { fast: bool, points: u8, left: Halves },
    Forward(Entering),
    Back(Entering),
    Walk(Entering),
    Rotate { clockwise: bool, cost: Halves },
    Traverse { clockwise: bool },
    Defilade { hex: Hex, cost: Halves },
    DigIn { inside: bool },
}

impl ReadyMovement {
    /// Goes its one hex without a look at what waits there: to foresee what could be done from it. Whether it is a hex.
    pub(crate) fn enter_quietly(self, act: &mut Act<'_>) -> bool {
        match self.found {
            Found::Walk(into) => s07_movement::walk(act, self.unit, into),
            Found::Forward(into) => s07_movement::drive(act, self.unit, into),
            Found::Drive { .. }
            | Found::Back(_)
            | Found::Rotate { .. }
            | Found::Traverse { .. }
            | Found::Defilade { .. }
            | Found::DigIn { .. } => return false,
        }
        true
    }
}

fn check_traverse(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    let most = ask.rules.card(ask.state.unit(turn.unit)).traverse.ok_or(Refused::NoTurret)?;
    going::own_hex(ask, turn.unit)?;
    if turn.traversed >= most { Err(Refused::TraversedEnough) } else { Ok(()) }
}

/// The movement that leads into a hex: ahead, behind, or on foot.
fn leads_to(ask: Ask<'_>, unit: UnitId, to: Hex) -> Movement {
    let piece = ask.state.unit(unit);
    let beside = |direction| piece.hex().and_then(|from| ask.rules.grid().neighbour(from, direction));
    match () {
        () if ask.rules.card(piece).kind.is_squad() => Movement::Walk { to },
        () if beside(piece.facing) == Some(to) => Movement::Forward,
        () if beside(piece.facing.opposite()) == Some(to) => Movement::Back,
        () => Movement::Walk { to },
    }
}

impl Family for Movement {
    type Rules = OpenFire;
    type Ready<'r> = ReadyMovement;

    const FORMS: &'static [Form] = &[
        ("drive", "drive slow|fast"),
        ("forward", "forward"),
        ("back", "back"),
        ("walk", "walk HEX"),
        ("rotate", "rotate left|right"),
        ("traverse", "traverse left|right"),
        ("defilade", "defilade"),
        ("dig", "dig in|out"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Movement>) -> ControlFlow<()> {
        let Ok(turn) = turns::in_turn(ask) else { return ControlFlow::Continue(()) };
        for movement in possible_for_vehicles().into_iter().chain(possible_on_foot(ask, turn.unit)) {
            movement.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyMovement, Refused> {
        let turn = turns::in_turn(ask)?;
        let unit = turn.unit;
        // Traversing and digging in are no movement.
        if turn.held && !matches!(self, Movement::Traverse { .. } | Movement::DigIn { .. }) {
            return Err(Refused::HeldUp);
        }
        let found = match *self {
            Movement::Drive { fast } => {
                let (points, left) = s07_movement::check_drive(ask, turn, fast)?;
                Found::Drive { fast, points, left }
            }
            Movement::Forward => Found::Forward(s07_movement::check_forward(ask, turn, false)?),
            Movement::Back => Found::Back(s07_movement::check_forward(ask, turn, true)?),
            Movement::Walk { to } => Found::Walk(s07_movement::check_walk(ask, turn, to)?),
            Movement::Rotate { clockwise } => Found::Rotate { clockwise, cost: s07_movement::check_rotate(ask, turn)? },
            Movement::Traverse { clockwise } => {
                check_traverse(ask, turn)?;
                Found::Traverse { clockwise }
            }
            Movement::Defilade => {
                let (hex, cost) = s07_movement::check_defilade(ask, turn)?;
                Found::Defilade { hex, cost }
            }
            Movement::DigIn { inside } => {
                s07_movement::check_dig_in(ask, unit, inside)?;
                Found::DigIn { inside }
            }
        };
        Ok(ReadyMovement { unit, found })
    }

    fn perform(ready: ReadyMovement, act: &mut Act<'_>) {
        let unit = ready.unit;
        match ready.found {
            Found::Drive { fast, points, left } => s07_movement::start_driving(act, fast, (points, left)),
            Found::Forward(into) => s07_movement::drive_into(act, unit, into),
            Found::Back(into) => s07_movement::back(act, unit, into),
            Found::Walk(into) => s07_movement::walk_into(act, unit, into),
            Found::Rotate { clockwise, cost } => s07_movement::rotate_in_turn(act, unit, clockwise, cost),
            Found::Traverse { clockwise } => s07_movement::traverse(act, unit, clockwise),
            Found::Defilade { hex, cost } => s07_movement::look_for_defilade(act, unit, (hex, cost)),
            Found::DigIn { inside } => s07_movement::dig_in(act, unit, inside),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let fixed = match *self {
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

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Movement>, String> {
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

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<Movement>> {
        let Some(unit) = pointed.in_turn(ask).filter(|_| pointed.target.is_none()) else { return Vec::new() };
        if let Some(to) = pointed.hex {
            return vec![Wish::new(format!("Go to {}", ask.rules.label(to)), leads_to(ask, unit, to))];
        }
        let moves = [
            ("Move slowly", Movement::Drive { fast: false }),
            ("Move fast", Movement::Drive { fast: true }),
            ("Drive forward", Movement::Forward),
            ("Back up", Movement::Back),
            ("Turn the hull", Movement::Rotate { clockwise: true }),
            ("Traverse the turret", Movement::Traverse { clockwise: true }),
            ("Look for a hull-down position", Movement::Defilade),
        ];
        moves.map(|(label, movement)| Wish::new(label, movement)).into()
    }
}

fn offer(ask: Ask<'_>, movement: Movement, choice: &mut Choice) {
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
    let step = |to: Hex| points(going::step_cost(ask, unit, ask.state.hex_of(unit)?, to));
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
    let cost = s07_movement::slowed(ask, unit, going::step_cost(ask, unit, ask.state.hex_of(unit)?, to)?);
    let skill = i32::from(s02_ratings::ratings(ask, unit).driving_skill);
    (turn.spent + cost > allowances::slow_points(ask, unit)).then(|| ask.rules.sheet.accidents.forecast(skill))
}

/// Whether a turn is clockwise.
fn read_hand(hand: &str) -> Result<bool, String> {
    match hand {
        "left" => Ok(false),
        "right" => Ok(true),
        _ => Err(format!("\"{hand}\" is no way to turn: say left or right")),
    }
}
