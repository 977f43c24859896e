//! Initiative (AS-5): a die for each side. The higher acts first this turn; the side that had the initiative loses
//! ties.

use dice::{Die, Throw};
use engine::{Entry, Resolution, Seat, Thrown};

use super::common_knowledge;
use crate::{
    rule_ids::INITIATIVE,
    state::{Act, Ask, Assault},
};

/// The turn with its time of day, if the scenario names it.
pub(crate) fn turn_name(rules: &Assault, turn: u8) -> String {
    match rules.clock.get(usize::from(turn) - 1) {
        Some(clock) => format!("Turn {turn}: {clock}"),
        None => format!("Turn {turn}"),
    }
}

/// Each side throws its die.
pub(crate) fn roll(act: &mut Act<'_>) {
    let fell = act.dice.throw(&Throw::d6("initiative", 2));
    let faces = [fell.faces()[0], fell.faces()[1]];
    let total = |seat: Seat| {
        let bonus = bonus(act.ask(), seat);
        i32::from(faces[seat.index()]) + i32::from(bonus)
    };
    let (first, second) = (total(Seat(0)), total(Seat(1)));
    // On the first turn the scenario names the side that wins ties; later the one that did not have the initiative
    // does.
    let tied = if act.state.turn == 1 { act.rules.initiative } else { act.state.initiative.other() };
    act.state.initiative = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Seat(0),
        std::cmp::Ordering::Less => Seat(1),
        std::cmp::Ordering::Equal => tied,
    };
    act.state.promised.iter_mut().for_each(|promised| promised.initiative = 0);
    act.note(|ask| {
        let seat = ask.state.initiative;
        let name = ask.rules.side_name(seat);
        let resolution = Resolution {
            modifiers: Vec::new(),
            throws: vec![Thrown::new(&Die::D6, "initiative", faces)],
            reading: format!("{first} against {second}"),
            result: ask.rules.seats[seat.index()].id.clone(),
        };
        Entry::new(INITIATIVE, format!("{name} has the initiative")).by(seat).because(resolution)
    });
}

/// What is added to a side's die.
fn bonus(ask: Ask<'_>, seat: Seat) -> i8 {
    let count = |seat: Seat| common_knowledge::on_the_map(ask, seat);
    let behind = count(seat) < count(seat.other());
    let catching_up = if behind { ask.rules.catalogue.turn.initiative.catching_up } else { 0 };
    catching_up.saturating_add_unsigned(ask.state.promised[seat.index()].initiative)
}
