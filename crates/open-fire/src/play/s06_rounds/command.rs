//! Command and commanders, panic (OF-6.3, OF-6.4).

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Visit, Wish};

use crate::{
    play::{
        eyewitness,
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s02_ratings,
        s06_rounds::turns,
        s08_sight,
    },
    rule_ids::COMMAND,
    state::{
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Place, Side, Space, UnitId},
    },
};

/// What a commander does with his turn instead of acting himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Give the turn to another unit.
    GiveTurn {
        /// The unit that acts once more.
        unit: UnitId,
    },
    /// Make another unit aware.
    MakeAware {
        /// The unit that has not noticed anything yet.
        unit: UnitId,
    },
}

impl Command {
    /// The unit that is commanded.
    pub(crate) fn unit(self) -> UnitId {
        match self {
            Command::GiveTurn { unit } | Command::MakeAware { unit } => unit,
        }
    }
}

/// Everything a commander might do for another unit.
pub(crate) fn possible(unit: UnitId) -> [Command; 2] {
    [Command::GiveTurn { unit }, Command::MakeAware { unit }]
}

/// A commander's order that has been checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadyCommand {
    commander: UnitId,
    command: Command,
}

impl Family for Command {
    type Rules = OpenFire;
    type Ready<'r> = ReadyCommand;

    const FORMS: &'static [Form] = &[("give", "give UNIT"), ("aware", "aware UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Command>) -> ControlFlow<()> {
        for action in ask.state.active(Side::Us).flat_map(|(unit, _)| possible(unit)) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyCommand, Refused> {
        let turn = turns::in_turn(ask)?;
        if turn.begun {
            return Err(Refused::Begun);
        }
        if !is_commander(ask, turn.unit) {
            return Err(Refused::NotCommander);
        }
        match *self {
            Command::GiveTurn { unit } if can_be_given_a_turn(ask, turn.unit, unit) => {
                Ok(ReadyCommand { commander: turn.unit, command: *self })
            }
            Command::GiveTurn { .. } => Err(Refused::CannotGive),
            Command::MakeAware { unit } if can_be_made_aware(ask, turn.unit, unit) => {
                Ok(ReadyCommand { commander: turn.unit, command: *self })
            }
            Command::MakeAware { .. } => Err(Refused::CannotMakeAware),
        }
    }

    fn perform(ready: ReadyCommand, act: &mut Act<'_>) {
        let ReadyCommand { commander, command } = ready;
        turns::end_turn(act);
        let friend = act.state.unit_mut(command.unit());
        friend.space = match command {
            Command::GiveTurn { .. } if friend.space == Space::Turns(1) => Space::Turns(2),
            Command::GiveTurn { .. } => Space::Turns(1),
            Command::MakeAware { .. } => Space::Complete,
        };
        act.note(|ask| {
            let name = |unit: UnitId| &ask.state.unit(unit).name;
            let text = match command {
                Command::GiveTurn { unit } => format!("{} gives its turn to {}.", name(commander), name(unit)),
                Command::MakeAware { unit } => format!("{} makes {} aware.", name(commander), name(unit)),
            };
            let entry = Entry::new(COMMAND, text).about([commander, command.unit()].map(|unit| ask.state.id_of(unit)));
            eyewitness::seen(ask, commander, entry, format!("signals to {}", eyewitness::who(ask, command.unit())))
        });
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Command::GiveTurn { unit } => format!("give {}", ask.state.id_of(unit)),
            Command::MakeAware { unit } => format!("aware {}", ask.state.id_of(unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Command>, String> {
        Ok(Some(match *words {
            ["give", to] => Command::GiveTurn { unit: notation::read_unit(ask, to)? },
            ["aware", whom] => Command::MakeAware { unit: notation::read_unit(ask, whom)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Command>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, command: Command, choice: &mut Choice) {
    let name = |unit: UnitId| &ask.state.unit(unit).name;
    choice.rule = COMMAND;
    choice.label = match command {
        Command::GiveTurn { unit } => format!("Give the turn to {}", name(unit)),
        Command::MakeAware { unit } => format!("Make {} aware", name(unit)),
    };
    choice.target = Some(ask.state.id_of(command.unit()));
    choice.cost = offers::price_of_the_turn(ask);
    choice.group = Group::Command.listed();
}

/// Whether an active, unpanicked commander is in the unit.
pub fn is_commander(ask: Ask<'_>, unit: UnitId) -> bool {
    let able = ask.state.unit(unit).is_active() && ask.state.unit(unit).space != Space::Panic;
    able && s02_ratings::ratings(ask, unit).commander
}

/// Whether `friend` lies in the command radius of `commander`: his hex and every hex he sees, so also one in which he
/// does not see the unit itself. Off the map all are together (OF-6.10), unless the briefing says that who is held
/// there is on his own (Mission 1).
pub fn in_radius(ask: Ask<'_>, commander: UnitId, friend: UnitId) -> bool {
    match (ask.state.unit(commander).place, ask.state.unit(friend).place) {
        (Place::OffMap, Place::OffMap) => !ask.rules.mission.terms.held_apart,
        (Place::OffMap, _) | (_, Place::OffMap) => false,
        _ => ask.state.hex_of(friend).is_some_and(|hex| s08_sight::sees_hex(ask, commander, hex)),
    }
}

/// Whether there is a line of sight between two friends, whichever of them has it (ruling OF-6.3).
fn in_touch(ask: Ask<'_>, one: UnitId, other: UnitId) -> bool {
    in_radius(ask, one, other) || in_radius(ask, other, one)
}

/// Whether a US unit keeps its head: there is a line of sight between it and a commander, or its own initiative and
/// that of all who are in sight of it exceed five. A commander who panics exerts nothing (OF-6.3).
pub fn in_command(ask: Ask<'_>, unit: UnitId) -> bool {
    if ask.rules.mission.terms.held_apart && ask.state.unit(unit).place == Place::OffMap {
        return false;
    }
    let friends = ask.state.active(ask.state.unit(unit).side).map(|(friend, _)| friend);
    let friends = friends.filter(|&friend| friend != unit);
    if friends.clone().any(|friend| is_commander(ask, friend) && in_touch(ask, friend, unit)) {
        return true;
    }
    let rated = |friend: UnitId| s02_ratings::ratings(ask, friend);
    let others = friends.filter(|&friend| !rated(friend).commander && in_touch(ask, friend, unit));
    let total = rated(unit).initiative + others.map(|friend| rated(friend).initiative).sum::<u8>();
    total > ask.rules.sheet.limits.command.above
}

/// Whether a commander could make a unit aware now.
fn can_be_made_aware(ask: Ask<'_>, commander: UnitId, unit: UnitId) -> bool {
    let unaware = ask.state.unit(unit).space == Space::Unaware && ask.state.unit(unit).is_active();
    unaware && in_radius(ask, commander, unit)
}

/// Whether a commander could give his turn to a unit now.
pub fn can_be_given_a_turn(ask: Ask<'_>, commander: UnitId, unit: UnitId) -> bool {
    let friend = ask.state.unit(unit);
    unit != commander
        && friend.side == ask.state.unit(commander).side
        && friend.is_active()
        && matches!(friend.space, Space::Turns(1) | Space::Complete)
        && !s02_ratings::is_disabled(ask, unit)
        && in_radius(ask, commander, unit)
        && sees_or_shares(ask, commander, unit)
}

/// For giving a turn the line of sight must lead to the unit itself (OF-6.7).
fn sees_or_shares(ask: Ask<'_>, commander: UnitId, unit: UnitId) -> bool {
    let off_the_map = |unit: UnitId| ask.state.unit(unit).place == Place::OffMap;
    off_the_map(commander) && off_the_map(unit) || s08_sight::sees_unit(ask, commander, unit)
}
