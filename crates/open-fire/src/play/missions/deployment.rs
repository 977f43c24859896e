//! Setting up on the map before a mission begins (Mission 4): a unit is picked, put into the zone, faced, hidden. Event
//! markers are laid only then, and everything the platoon sees from where it stands is looked at before rounds begin.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Tone, UnitSet, Visit, Wish};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s05_operations::markers,
        s07_movement::going,
    },
    rule_ids::{DEFILADE, DEPLOYMENT, FACING, IMPROVED_POSITIONS},
    state::{
        EventMarker, Frame, Work, WorkKind,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Place, Side, UnitId},
    },
    tables::cards::Kind,
};

/// A step of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deploy {
    /// Take a unit in hand.
    Pick {
        /// The unit.
        unit: UnitId,
    },
    /// Put the unit in hand into a hex.
    Put {
        /// A hex of the zone.
        hex: Hex,
    },
    /// Turn it, hull and turret.
    Face {
        /// Where it looks.
        facing: Direction,
    },
    /// Hull down or not.
    Hide {
        /// Hull down.
        down: bool,
    },
    /// A gun with one of the improved positions or without.
    DigIn {
        /// With it.
        inside: bool,
    },
    /// Everybody stands where he should.
    Ready,
}

impl Deploy {
    /// The unit it names.
    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Deploy::Pick { unit } => Some(unit),
            Deploy::Put { .. } | Deploy::Face { .. } | Deploy::Hide { .. } | Deploy::DigIn { .. } | Deploy::Ready => {
                None
            }
        }
    }
}

/// The hexes of the zone.
pub(crate) fn zone(ask: Ask<'_>) -> impl Iterator<Item = Hex> + '_ {
    let columns = ask.rules.mission.terms.deployment.map(|deployment| deployment.columns);
    ask.rules.grid().hexes().filter(move |&hex| {
        columns.is_some_and(|(from, to)| (from..=to).contains(&ask.rules.grid().label(hex).column()))
    })
}

/// Everything that could be a step now.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Deploy> {
    let Frame::Deployment { unit: in_hand } = *ask.state.frames.top() else { return Vec::new() };
    let mut steps: Vec<Deploy> = ask.state.active(Side::Us).map(|(unit, _)| Deploy::Pick { unit }).collect();
    if in_hand.is_some() {
        steps.extend(Direction::ALL.map(|facing| Deploy::Face { facing }));
        steps.extend([true, false].map(|down| Deploy::Hide { down }));
        steps.extend([true, false].map(|inside| Deploy::DigIn { inside }));
        steps.extend(zone(ask).map(|hex| Deploy::Put { hex }));
    }
    steps.push(Deploy::Ready);
    steps
}

fn on_map(ask: Ask<'_>, in_hand: Option<UnitId>) -> Result<UnitId, Refused> {
    let unit = in_hand.ok_or(Refused::NotNow)?;
    going::own_hex(ask, unit).map(|_| unit)
}

fn check_pick(ask: Ask<'_>, unit: UnitId, in_hand: Option<UnitId>) -> Result<(), Refused> {
    let piece = ask.state.unit(unit);
    if piece.side != Side::Us || !piece.is_active() || matches!(piece.place, Place::Aboard(_) | Place::Towed(_)) {
        return Err(Refused::NotNow);
    }
    if in_hand == Some(unit) { Err(Refused::Already) } else { Ok(()) }
}

fn check_put(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Result<(), Refused> {
    if ask.state.unit(unit).hex() == Some(hex) {
        return Err(Refused::Already);
    }
    let columns = ask.rules.mission.terms.deployment.map_or((1, 1), |deployment| deployment.columns);
    if !zone(ask).any(|known| known == hex) {
        return Err(Refused::OutsideZone { from: columns.0, to: columns.1 });
    }
    let open = ask.rules.grid().neighbours(hex).any(|(_, beside)| going::step_cost(ask, unit, beside, hex).is_some());
    if !open && ask.rules.card(ask.state.unit(unit)).class.is_some() {
        return Err(Refused::Impassable);
    }
    going::check_stacking(ask, unit, hex)
}

fn check_hide(ask: Ask<'_>, unit: UnitId, down: bool) -> Result<(), Refused> {
    let piece = ask.state.unit(unit);
    let ground = piece.hex().and_then(|hex| ask.rules.sheet.movement.defilade(ask.rules.country.terrain_id(hex)));
    if down && (ground.is_none() || !ask.rules.card(piece).kind.is_vehicle()) {
        return Err(Refused::NoDefilade);
    }
    if piece.defilade == down { Err(Refused::Already) } else { Ok(()) }
}

fn check_dig_in(ask: Ask<'_>, unit: UnitId, inside: bool) -> Result<(), Refused> {
    let gun = ask.rules.card(ask.state.unit(unit)).kind == Kind::Gun;
    let given = ask.rules.mission.terms.deployment.map_or(0, |deployment| usize::from(deployment.positions));
    let used = ask.state.works.iter().filter(|work| work.kind == WorkKind::ImprovedPosition).count();
    match inside {
        true if ask.state.unit(unit).dug_in => Err(Refused::Already),
        true if !gun || used >= given => Err(Refused::NoPosition),
        false if !ask.state.unit(unit).dug_in => Err(Refused::NoPosition),
        true | false => Ok(()),
    }
}

fn put(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    let fresh = act.state.unit(unit).place == Place::OffMap;
    let inward = going::inward(act.rules, hex);
    if act.state.unit(unit).dug_in {
        dig_in(act, unit, false);
    }
    let piece = act.state.unit_mut(unit);
    piece.place = Place::At(hex);
    piece.defilade = false;
    if fresh {
        (piece.facing, piece.turret) = (inward, inward);
    }
    piece.prepared = act.rules.sheet.cards[usize::from(piece.card)].kind == Kind::Gun;
    act.note(|ask| going::move_entry(ask, unit, DEPLOYMENT, "takes up its place in", hex));
}

fn dig_in(act: &mut Act<'_>, unit: UnitId, inside: bool) {
    act.state.unit_mut(unit).dug_in = inside;
    act.state.works.retain(|work| work.occupant != Some(unit));
    if let Some(hex) = act.state.unit(unit).hex().filter(|_| inside) {
        act.state.works.push(Work { hex, kind: WorkKind::ImprovedPosition, occupant: Some(unit) });
    }
}

/// The markers are laid, the mission begins, and everybody looks around before rounds can begin.
fn begin_mission(act: &mut Act<'_>) {
    let marker = |&(number, hex): &(u8, crate::booklet::paragraphs::HexNumber)| EventMarker {
        number,
        hex: hex.hex,
        tried: UnitSet::NONE,
    };
    act.state.markers = act.rules.mission.markers.iter().map(marker).collect();
    // Nobody sets up again once he has seen them.
    act.journal.revealed();
    act.note(|_| Entry::new(DEPLOYMENT, "The platoon is in position.").tone(Tone::Heading));
    act.state.rounds_wait = true;
    act.state.frames.replace(Frame::Operations);
    let platoon: Vec<UnitId> = act.state.active(Side::Us).map(|(unit, _)| unit).collect();
    let all: Vec<u8> = act.state.markers.iter().map(|marker| marker.number).collect();
    // The first page, which the course of play turns to, comes before what they see.
    markers::want_looks(act, &platoon, &all);
}

/// A step of the set-up that has been checked, with the unit in hand.
#[derive(Copy, Clone, Debug)]
pub struct ReadyDeploy(Found);

#[derive(Copy, Clone, Debug)]
enum Found {
    Pick { unit: UnitId },
    Put { unit: UnitId, hex: Hex },
    Face { unit: UnitId, facing: Direction },
    Hide { unit: UnitId, down: bool },
    DigIn { unit: UnitId, inside: bool },
    Ready,
}

impl Family for Deploy {
    type Rules = OpenFire;
    type Ready<'r> = ReadyDeploy;

    const FORMS: &'static [Form] = &[
        ("deploy", "deploy UNIT"),
        ("put", "put HEX"),
        ("face", "face n|ne|se|s|sw|nw"),
        ("hull", "hull down|up"),
        ("position", "position on|off"),
        ("set", "set"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Deploy>) -> ControlFlow<()> {
        for action in possible(ask) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyDeploy, Refused> {
        let Frame::Deployment { unit: in_hand } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
        match *self {
            Deploy::Pick { unit } => check_pick(ask, unit, in_hand).map(|()| ReadyDeploy(Found::Pick { unit })),
            Deploy::Put { hex } => {
                let unit = in_hand.ok_or(Refused::NotNow)?;
                check_put(ask, unit, hex).map(|()| ReadyDeploy(Found::Put { unit, hex }))
            }
            Deploy::Face { facing } => {
                let unit = on_map(ask, in_hand)?;
                let piece = ask.state.unit(unit);
                let turns = !ask.rules.card(piece).kind.is_squad() && piece.facing != facing;
                if turns { Ok(ReadyDeploy(Found::Face { unit, facing })) } else { Err(Refused::Already) }
            }
            Deploy::Hide { down } => {
                let unit = on_map(ask, in_hand)?;
                check_hide(ask, unit, down).map(|()| ReadyDeploy(Found::Hide { unit, down }))
            }
            Deploy::DigIn { inside } => {
                let unit = on_map(ask, in_hand)?;
                check_dig_in(ask, unit, inside).map(|()| ReadyDeploy(Found::DigIn { unit, inside }))
            }
            Deploy::Ready => {
                let waits = |(_, unit): (UnitId, &crate::state::units::Unit)| unit.place == Place::OffMap;
                let waiting = ask.state.active(Side::Us).any(waits);
                if waiting { Err(Refused::StillWaiting) } else { Ok(ReadyDeploy(Found::Ready)) }
            }
        }
    }

    fn perform(ready: ReadyDeploy, act: &mut Act<'_>) {
        match ready.0 {
            Found::Pick { unit } => act.state.frames.replace(Frame::Deployment { unit: Some(unit) }),
            Found::Put { unit, hex } => put(act, unit, hex),
            Found::Face { unit, facing } => {
                let piece = act.state.unit_mut(unit);
                (piece.facing, piece.turret) = (facing, facing);
            }
            Found::Hide { unit, down } => act.state.unit_mut(unit).defilade = down,
            Found::DigIn { unit, inside } => dig_in(act, unit, inside),
            Found::Ready => begin_mission(act),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Deploy::Pick { unit } => format!("deploy {}", ask.state.id_of(unit)),
            Deploy::Put { hex } => format!("put {}", ask.rules.label(hex)),
            Deploy::Face { facing } => format!("face {}", facing.word()),
            Deploy::Hide { down: true } => "hull down".to_owned(),
            Deploy::Hide { down: false } => "hull up".to_owned(),
            Deploy::DigIn { inside: true } => "position on".to_owned(),
            Deploy::DigIn { inside: false } => "position off".to_owned(),
            Deploy::Ready => "set".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Deploy>, String> {
        Ok(Some(match *words {
            ["deploy", who] => Deploy::Pick { unit: notation::read_unit(ask, who)? },
            ["put", hex] => Deploy::Put { hex: notation::read_hex(ask, hex)? },
            ["face", way] => Deploy::Face { facing: notation::read_direction(way)? },
            ["hull", "down"] => Deploy::Hide { down: true },
            ["hull", "up"] => Deploy::Hide { down: false },
            ["position", "on"] => Deploy::DigIn { inside: true },
            ["position", "off"] => Deploy::DigIn { inside: false },
            ["set"] => Deploy::Ready,
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Deploy>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, step: Deploy, choice: &mut Choice) {
    let Frame::Deployment { unit: in_hand } = *ask.state.frames.top() else { return };
    choice.rule = DEPLOYMENT;
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    match step {
        Deploy::Pick { unit } => {
            choice.group = Group::Deploy.listed();
            // Who is off the map has no counter to click, and gets a button.
            if ask.state.unit(unit).place == Place::OffMap {
                choice.label = format!("Place {}", name(unit));
            } else {
                (choice.kind, choice.units) = (ChoiceKind::Unit, vec![ask.state.id_of(unit)]);
                choice.label = format!("Move {}", name(unit));
            }
        }
        Deploy::Put { hex } => {
            let Some(unit) = in_hand else { return };
            offers::aim(ask, choice, ChoiceKind::Move, unit, hex);
            choice.label = format!("{} in {}", name(unit), ask.rules.label(hex));
            choice.group = Group::Zone.listed();
        }
        Deploy::Face { facing } => {
            choice.label = format!("Face {}", ask.rules.facing(facing));
            (choice.rule, choice.group) = (FACING, Group::Turn.listed());
        }
        Deploy::Hide { down } => {
            let label = if down { "Hull down" } else { "In the open" };
            (choice.rule, choice.label, choice.group) = (DEFILADE, label.to_owned(), Group::Drive.listed());
        }
        Deploy::DigIn { inside } => {
            let label = if inside { "In an improved position" } else { "Without the improved position" };
            (choice.rule, choice.label) = (IMPROVED_POSITIONS, label.to_owned());
            choice.group = Group::Drive.listed();
        }
        Deploy::Ready => (choice.kind, choice.label) = (ChoiceKind::Pass, "The platoon is in position".to_owned()),
    }
}
