//! A march in the log (AS-9.6): one line when it has ended, or when something happens that must be told after it.

use engine::Entry;

use crate::{
    rule_ids::MOVEMENT,
    state::{Act, Ask, March},
};

/// Writes down the march so far, in one line: it has ended, or something happens that must be told after it.
pub(crate) fn tell_march(act: &mut Act<'_>) {
    let March { unit, way, cost } = std::mem::take(&mut act.state.untold);
    let (Some(unit), Some(&to)) = (unit, way.last()) else { return };
    act.note(|ask| {
        let Ask { rules, state } = ask;
        let name = rules.unit_name(state, unit);
        let seat = state.unit(unit).seat;
        let between: Vec<String> = way.iter().skip(1).rev().skip(1).rev().map(|&hex| rules.label(hex)).collect();
        let by = if between.is_empty() { String::new() } else { format!(" by {}", between.join(", ")) };
        let text = format!("{name} moves to {}{by} for {cost}", rules.label(to));
        if state.is_known(unit) {
            Entry::new(MOVEMENT, text)
                .by(seat)
                .at(way.iter().map(|&hex| rules.label(hex)))
                .about([rules.unit_id(state, unit)])
        } else {
            Entry::new(MOVEMENT, "Something moves where nobody sees it").by(seat).only_for(seat, text)
        }
    });
}
