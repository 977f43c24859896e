//! What a player may mean who points at units and hexes.

use engine::{Pointed, Wish};
use hexmap::Hex;

use crate::{
    play::{
        action::Action,
        notation,
        s05_operations::March,
        s06_rounds::between_turns::BetweenTurns,
        s07_movement::{
            movements::Movement,
            transport::{self, Transport},
        },
        s09_fire::{self, Fire},
        s11_assault::{self, Assault, Attack},
    },
    state::{
        Frame, Shell,
        laid_out::Ask,
        units::{Place, UnitId},
    },
};

pub(crate) fn wishes(ask: Ask<'_>, pointed: &Pointed) -> Vec<Wish<Action>> {
    let named = |id: &Option<String>| id.as_ref().and_then(|id| notation::read_unit(ask, id).ok());
    let Some(unit) = named(&pointed.unit) else { return Vec::new() };
    let hex = pointed.hex.as_ref().and_then(|hex| notation::read_hex(ask, hex).ok());
    let name = ask.state.unit(unit).name.as_str();
    match ask.state.frames.top() {
        Frame::Turn(turn) if turn.unit == unit => in_turn(ask, unit, named(&pointed.target), hex),
        Frame::Operations => in_operations(ask, unit, hex),
        Frame::Turn(_)
        | Frame::Round { .. }
        | Frame::German(_)
        | Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::FitOut
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => vec![Wish::new(format!("{name} acts"), Action::Round(BetweenTurns::Begin { unit }))],
    }
}

/// What the unit whose turn it is may be meant to do.
fn in_turn(ask: Ask<'_>, unit: UnitId, target: Option<UnitId>, hex: Option<Hex>) -> Vec<Wish<Action>> {
    if let Some(target) = target {
        let shots = s09_fire::possible_at(target).map(|fire| Wish::new(shot(fire), Action::Fire(fire)));
        let assaults =
            s11_assault::possible_at(target).map(|attack| Wish::new(assault(attack), Action::Assault(attack)));
        return shots.into_iter().chain(assaults).collect();
    }
    if let Some(to) = hex {
        let there = format!("Go to {}", ask.rules.label(to));
        return vec![Wish::new(there, Action::Move(step(ask, unit, to)))];
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
    moves.into_iter().map(|(label, movement)| Wish::new(label, Action::Move(movement))).collect()
}

/// The movement that leads into a hex: ahead, behind, or on foot.
fn step(ask: Ask<'_>, unit: UnitId, to: Hex) -> Movement {
    let piece = ask.state.unit(unit);
    let beside = |direction| piece.hex().and_then(|from| ask.rules.grid().neighbour(from, direction));
    match () {
        () if ask.rules.card(piece).kind.is_squad() => Movement::Walk { to },
        () if beside(piece.facing) == Some(to) => Movement::Forward,
        () if beside(piece.facing.opposite()) == Some(to) => Movement::Back,
        () => Movement::Walk { to },
    }
}

fn shot(fire: Fire) -> &'static str {
    match fire {
        Fire::Main { shell: Shell::Ap, .. } => "Fire the main gun, AP",
        Fire::Main { shell: Shell::Gp, .. } => "Fire the main gun, GP",
        Fire::All { .. } => "Fire everything",
        Fire::Guns { .. } => "Fire machineguns or small arms",
        Fire::Bazooka { .. } => "Fire a bazooka",
        Fire::Main { shell: Shell::Smoke, .. } | Fire::Smoke { .. } => "Lay smoke",
        Fire::Prepare { .. } => "Prepare the gun",
    }
}

fn assault(attack: Attack) -> &'static str {
    match attack.how {
        Assault::Close => "Close assault",
        Assault::Capture => "Capture it",
        Assault::Charge => "Charge",
    }
}

/// What a unit may be meant to do in operations.
fn in_operations(ask: Ask<'_>, unit: UnitId, hex: Option<Hex>) -> Vec<Wish<Action>> {
    let name = ask.state.unit(unit).name.as_str();
    match (ask.state.unit(unit).place, hex) {
        (Place::OffMap, _) => {
            let entries = transport::possible_entries(ask, unit);
            entries.take(1).map(|entry| Wish::new(format!("Bring {name} in"), Action::Transport(entry))).collect()
        }
        (_, Some(to)) => {
            let label = format!("March to {}", ask.rules.label(to));
            vec![Wish::new(label, Action::March(March { unit, to, stack: false }))]
        }
        (_, None) => vec![
            Wish::new("Leave the map", Action::Transport(Transport::Exit { unit })),
            Wish::new("Leave the vehicle on foot", Action::Abandon(Some(unit))),
        ],
    }
}
