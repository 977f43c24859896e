//! Turns and the chit cup (FD-8).
//!
//! ```text
//! turn: weather, fill the cup
//!   └─ draw a chit ─┬─ a formation: it moves, fires, assaults (`phases`); pins come off
//!                   └─ an event: its side draws from its pool
//!      … until the cup is empty
//! ```

use std::ops::ControlFlow;

use dice::Throw;
use engine::{Choice, ChoiceKind, Entry, Family, Seat, Tone, Verb, Visit, Wish};

use crate::{
    play::{
        Meant, out_of_place, refusal::Refused, s05_pins, s09_command, s15_hands, s16_weather, s17_reinforcements,
        s18_victory, s19_set_up,
    },
    rule_ids::CUP,
    state::{Act, Activation, Ask, Chit, Divisions, Frame, Phase, Place, UnitSet},
};

/// Draw a chit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Draw;

/// A chit that is to be drawn.
#[derive(Copy, Clone, Debug)]
pub struct Drawn {
    /// Whether the turn has still to begin.
    fresh: bool,
}

impl Family for Draw {
    type Rules = Divisions;
    type Ready<'r> = Drawn;

    const FORMS: &'static [Verb] = &[("draw", "draw")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        Draw.visit_if_legal(ask, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Drawn, Refused> {
        let Frame::Cup { fresh } = *ask.state.frames.top() else { return Err(out_of_place(ask)) };
        Ok(Drawn { fresh })
    }

    fn perform(drawn: Drawn, act: &mut Act<'_>) {
        draw(act, drawn);
    }

    fn offer(&self, _: Ask<'_>) -> Choice {
        Choice { default: true, ..Choice::new(ChoiceKind::Button, CUP, "Draw a chit") }
    }

    fn write(&self, _: Ask<'_>) -> String {
        "draw".to_owned()
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok((words == ["draw"]).then_some(Draw))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Draws a chit; at the start of a turn the weather comes first and the cup is filled.
fn draw(act: &mut Act<'_>, Drawn { fresh }: Drawn) {
    if fresh {
        begin_turn(act);
        act.state.frames.replace(Frame::Cup { fresh: false });
    }
    if act.state.cup.is_empty() {
        end_turn(act);
        return;
    }
    let picked = match act.state.cup.len() {
        1 => 0,
        several => {
            let (rules, cup) = (act.rules, &act.state.cup);
            let name = |face: u16| chit_name(rules, &cup[usize::from(face) - 1]);
            act.dice.throw(&Throw::pick("a chit from the cup", several).named(&name)).picked()
        }
    };
    match act.state.cup.remove(picked) {
        Chit::Formation(formation) => activate(act, formation),
        Chit::Event(seat) => {
            s15_hands::draw(act, seat);
            if act.state.cup.is_empty() {
                end_turn(act);
            }
        }
    }
}

/// What is written on a chit.
fn chit_name(rules: &Divisions, chit: &Chit) -> String {
    match chit {
        Chit::Formation(formation) => rules.formation(*formation).name.clone(),
        Chit::Event(seat) => format!("Event chit, {}", rules.side_name(*seat)),
    }
}

fn begin_turn(act: &mut Act<'_>) {
    if act.state.turn == 1 {
        act.note(|ask| s19_set_up::entry(ask.rules));
    }
    act.note(|ask| Entry::new(CUP, turn_name(ask.rules, ask.state.turn)).tone(Tone::Heading));
    s16_weather::begin_turn(act);
    for (index, formation) in (0u8..).zip(&act.rules.formations) {
        if can_act(act.ask(), formation.units) {
            act.state.cup.push(Chit::Formation(index));
        }
    }
    for seat in [Seat(0), Seat(1)] {
        let count = act.rules.pools[seat.index()].drawn_on(act.state.turn);
        act.state.cup.extend((0..count).map(|_| Chit::Event(seat)));
    }
}

/// The turn with its time of day, if the scenario names it.
pub(crate) fn turn_name(rules: &Divisions, turn: u8) -> String {
    match rules.clock.get(usize::from(turn) - 1) {
        Some(clock) => format!("Turn {turn}: {clock}"),
        None => format!("Turn {turn}"),
    }
}

/// Whether a formation has a company on the map, or one that may come in this turn.
pub(crate) fn can_act(ask: Ask<'_>, units: UnitSet) -> bool {
    units.iter().any(|unit| match ask.state.units[unit.index()].place {
        Place::On(_) => true,
        Place::Reserve => s17_reinforcements::is_due(ask, unit),
        Place::Gone => false,
    })
}

/// The activation of a formation that is drawn now.
pub(crate) fn activation(ask: Ask<'_>, formation: u8) -> Activation {
    let in_command = s09_command::in_command(ask, formation);
    Activation { formation, phase: Phase::Movement, in_command, march: 0 }
}

fn activate(act: &mut Act<'_>, formation: u8) {
    let info = act.rules.formation(formation);
    act.note(|_| Entry::new(CUP, format!("{} is drawn and acts", info.name)).by(info.seat).tone(Tone::Heading));
    let activation = activation(act.ask(), formation);
    s09_command::tell_out_of_command(act, info, activation.in_command);
    act.state.frames.push(Frame::Activation(activation));
}

pub(super) fn end_activation(act: &mut Act<'_>) {
    s05_pins::come_off(act);
    act.state.moved = UnitSet::NONE;
    act.state.fired = UnitSet::NONE;
    act.state.frames.pop();
    if act.state.cup.is_empty() {
        end_turn(act);
    }
}

fn end_turn(act: &mut Act<'_>) {
    if usize::from(act.state.turn) >= act.rules.turns.len() {
        s18_victory::end_game(act);
    } else {
        act.state.turn += 1;
        act.state.frames.replace(Frame::Cup { fresh: true });
    }
}
