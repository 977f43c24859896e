//! Turns and the chit cup (FD-8).
//!
//! ```text
//! turn: weather, fill the cup
//!   └─ draw a chit ─┬─ a formation: it moves, fires, assaults (`phases`); pins come off
//!                   └─ an event: its side draws from its pool
//!      … until the cup is empty
//! ```

pub(crate) mod phases;

use dice::Throw;
use engine::{Choice, ChoiceKind, Entry, Seat, Tone};

use super::{
    Refused, action::Action, notation::Verb, offer::offer, out_of_place, s05_pins, s09_command, s15_event_chits,
    s16_weather, s17_reinforcements, s18_victory, s19_set_up,
};
use crate::{
    rule_ids::CUP,
    state::{Act, Activation, Ask, Chit, Divisions, Frame, Phase, Place, UnitSet},
};

/// `draw`
pub(super) const VERB: Verb =
    Verb { word: "draw", form: "draw", read: |_, words| Ok(words.is_empty().then_some(Action::Draw)) };

pub(super) fn check(ask: Ask<'_>) -> Result<(), Refused> {
    if matches!(ask.state.frames.top(), Frame::Cup { .. }) { Ok(()) } else { Err(out_of_place(ask)) }
}

pub(super) fn choice() -> Choice {
    Choice { default: true, ..offer(ChoiceKind::Button, CUP, "Draw a chit") }
}

/// Draws a chit; at the start of a turn the weather comes first and the cup is filled.
pub(super) fn draw(act: &mut Act<'_>) {
    if matches!(act.state.frames.top(), Frame::Cup { fresh: true }) {
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
            s15_event_chits::draw(act, seat);
            if act.state.cup.is_empty() {
                end_turn(act);
            }
        }
    }
    phases::settle(act);
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

fn end_activation(act: &mut Act<'_>) {
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
