//! What the choices of all families share: how they aim, what they cost, and in which group they are offered.

use engine::{Choice, ChoiceGroup, ChoiceKind};
use hexmap::Hex;

use crate::{
    play::s06_rounds::turns,
    rule_ids::COURSE,
    state::{Frame, laid_out::Ask, units::UnitId},
};

/// What a player points at: one of his units, and an enemy or a hex.
#[derive(Copy, Clone, Debug)]
pub struct Pointed {
    pub(crate) unit: UnitId,
    pub(crate) target: Option<UnitId>,
    pub(crate) hex: Option<Hex>,
}

impl Pointed {
    /// The unit, if it is asked about its turn.
    pub(crate) fn in_turn(self, ask: Ask<'_>) -> Option<UnitId> {
        turns::asked_about(ask).filter(|&unit| unit == self.unit)
    }

    /// The unit, in operations.
    pub(crate) fn in_operations(self, ask: Ask<'_>) -> Option<UnitId> {
        (*ask.state.frames.top() == Frame::Operations).then_some(self.unit)
    }
}

/// A choice before its family has filled it in: a button for the unit whose turn it is.
pub(crate) fn filled(ask: Ask<'_>, fill: impl FnOnce(&mut Choice)) -> Choice {
    let actor = turns::asked_about(ask).map(|unit| ask.state.id_of(unit));
    let mut choice = Choice {
        action: String::new(),
        kind: ChoiceKind::Button,
        label: String::new(),
        units: actor.into_iter().collect(),
        target: None,
        hex: None,
        cost: None,
        odds: None,
        rule: COURSE,
        default: false,
        waits: false,
        asks: None,
        group: None,
    };
    fill(&mut choice);
    choice
}

/// The groups of choices, the most useful first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    Fire,
    Assault,
    Drive,
    ComeIn,
    Deploy,
    Zone,
    Sections,
    Turn,
    Smoke,
    Command,
    Hatches,
    Crew,
    Place,
}

impl Group {
    pub(crate) fn listed(self) -> Option<ChoiceGroup> {
        let (order, title) = match self {
            Group::Fire => (0, "Fire"),
            Group::Assault => (1, "Assault"),
            Group::Drive => (2, "Drive"),
            Group::ComeIn => (2, "Come in"),
            Group::Deploy => (0, "Platoon"),
            Group::Zone => (1, "Zone"),
            Group::Sections => (2, "Sections"),
            Group::Turn => (3, "Turn"),
            Group::Smoke => (4, "Smoke"),
            Group::Command => (5, "Command"),
            Group::Hatches => (6, "Hatches"),
            Group::Crew => (7, "Crew"),
            Group::Place => (0, "Place"),
        };
        // There may be a hundred hexes: one button, and then the board asks for the hex.
        let gathered = match self {
            Group::Smoke => Some("Lay smoke…".to_owned()),
            Group::Place => Some("Pick a hex…".to_owned()),
            Group::Fire
            | Group::Assault
            | Group::Drive
            | Group::ComeIn
            | Group::Deploy
            | Group::Zone
            | Group::Sections
            | Group::Turn
            | Group::Command
            | Group::Hatches
            | Group::Crew => None,
        };
        Some(ChoiceGroup { title: title.to_owned(), order, gathered })
    }
}

/// A unit does it, in a hex or into it.
pub(crate) fn aim(ask: Ask<'_>, choice: &mut Choice, kind: ChoiceKind, unit: UnitId, hex: Hex) {
    choice.kind = kind;
    choice.units = vec![ask.state.id_of(unit)];
    choice.hex = Some(ask.rules.label(hex));
}

/// It is done to an enemy.
pub(crate) fn at_target(ask: Ask<'_>, choice: &mut Choice, target: UnitId) {
    choice.kind = ChoiceKind::Fire;
    choice.target = Some(ask.state.id_of(target));
    choice.hex = ask.state.hex_of(target).map(|hex| ask.rules.label(hex));
}

pub(crate) fn crew_points(points: u8) -> String {
    format!("{points} CP")
}

/// Crew points, or all that are left of them. A squad has none; outside a turn nothing is paid.
pub(crate) fn price(ask: Ask<'_>, points: u8) -> Option<String> {
    let turn = turns::in_turn(ask).ok()?;
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    (!squad).then(|| crew_points(points.min(turn.points)))
}

/// The price of what takes all crew points, where they are paid at all.
pub(crate) fn price_of_the_turn(ask: Ask<'_>) -> Option<String> {
    price(ask, 0).map(|_| "the turn".to_owned())
}

/// "1 round", "3 rounds".
pub(crate) fn counted(count: u8, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
