//! Operations (OF-5): units move a hex at a time, open and close, load and unload, as often as the player likes.

pub(crate) mod markers;
pub(crate) mod random_determination;
pub mod sightings;

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Visit, Wish};
use hexmap::Hex;

use crate::{
    play::{
        arrival,
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s07_movement::{self, going},
        s11_assault::capture,
    },
    rule_ids::OPERATIONS_MOVEMENT,
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Place, Side, UnitId},
    },
};

/// One hex in operations (OF-7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    /// The unit that moves.
    pub unit: UnitId,
    /// A hex beside its own.
    pub to: Hex,
    /// With everybody in its hex who can move: they enter at the same time.
    pub stack: bool,
}

/// Everybody in a unit's hex who can move and is led by the same player.
pub(crate) fn stack_of(ask: Ask<'_>, unit: UnitId) -> Vec<UnitId> {
    let (here, owner) = (ask.state.unit(unit).hex(), ask.state.unit(unit).owner);
    let together = ask.state.active(Side::Us).filter(|(_, other)| other.hex() == here && other.owner == owner);
    let able = |other: &UnitId| *other == unit || going::check_can_move(ask, *other).is_ok();
    together.map(|(other, _)| other).filter(able).collect()
}

/// Who moves.
pub(crate) fn marchers(ask: Ask<'_>, March { unit, stack, .. }: March) -> Vec<UnitId> {
    if stack { stack_of(ask, unit) } else { vec![unit] }
}

/// A march that has been checked: from where, and everybody who goes.
#[derive(Clone, Debug)]
pub struct ReadyMarch {
    from: Hex,
    to: Hex,
    marchers: Vec<UnitId>,
}

impl Family for March {
    type Rules = OpenFire;
    type Ready<'r> = ReadyMarch;

    const FORMS: &'static [Form] = &[("march", "march UNIT HEX"), ("stack", "stack UNIT HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, March>) -> ControlFlow<()> {
        for (unit, piece) in ask.state.active(Side::Us) {
            let beside = piece.hex().into_iter().flat_map(|hex| ask.rules.grid().neighbours(hex));
            for (_, to) in beside {
                March { unit, to, stack: false }.visit_if_legal(ask, visit)?;
                March { unit, to, stack: true }.visit_if_legal(ask, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyMarch, Refused> {
        if *ask.state.frames.top() != Frame::Operations {
            return Err(Refused::NotNow);
        }
        let from = going::own_hex(ask, self.unit)?;
        if ask.rules.grid().distance(from, self.to) != 1 {
            return Err(Refused::NotAdjacent);
        }
        let marchers = marchers(ask, *self);
        if self.stack && marchers.len() < 2 {
            return Err(Refused::NoStack);
        }
        for &unit in &marchers {
            going::check_can_move(ask, unit)?;
            going::check_passable(ask, unit, from, self.to)?;
            capture::check_prisoners_follow(ask, unit, from, self.to)?;
        }
        going::check_room(ask, &marchers, self.to)?;
        Ok(ReadyMarch { from, to: self.to, marchers })
    }

    fn perform(ready: ReadyMarch, act: &mut Act<'_>) {
        let ReadyMarch { from, to, marchers } = ready;
        for &unit in &marchers {
            if let Some(direction) = act.rules.grid().direction(from, to) {
                going::turn_all(act.state.unit_mut(unit), direction);
            }
            going::leave_position(act, unit);
            act.state.unit_mut(unit).place = Place::At(to);
            capture::bring_prisoners(act, unit, to);
            act.note(|ask| going::move_entry(ask, unit, OPERATIONS_MOVEMENT, "moves to", to));
        }
        for &unit in &marchers {
            s07_movement::snow_accident(act, unit, from, to);
        }
        arrival::arrive(act, &marchers);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let March { unit, to, stack } = *self;
        let word = if stack { "stack" } else { "march" };
        format!("{word} {} {}", ask.state.id_of(unit), ask.rules.label(to))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<March>, String> {
        let (stack, who, to) = match *words {
            ["march", who, to] => (false, who, to),
            ["stack", who, to] => (true, who, to),
            _ => return Ok(None),
        };
        Ok(Some(March { unit: notation::read_unit(ask, who)?, to: notation::read_hex(ask, to)?, stack }))
    }

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<March>> {
        let unit = pointed.in_operations(ask).filter(|&unit| ask.state.unit(unit).place != Place::OffMap);
        let march = unit.zip(pointed.hex).map(|(unit, to)| March { unit, to, stack: false });
        march.map(|march| Wish::new(format!("March to {}", ask.rules.label(march.to)), march)).into_iter().collect()
    }
}

fn offer(ask: Ask<'_>, march: March, choice: &mut Choice) {
    choice.rule = OPERATIONS_MOVEMENT;
    offers::aim(ask, choice, ChoiceKind::Move, march.unit, march.to);
    let marchers = marchers(ask, march);
    choice.units = marchers.iter().map(|&unit| ask.state.id_of(unit)).collect();
    let who = match march.stack {
        false => ask.state.unit(march.unit).name.clone(),
        true => {
            let letters = marchers.iter().map(|&unit| ask.state.unit(unit).letter.as_str());
            format!("{} together", letters.collect::<Vec<_>>().join(", "))
        }
    };
    choice.label = format!("{who} to {}", ask.rules.label(march.to));
    choice.group = Group::Drive.listed();
}
