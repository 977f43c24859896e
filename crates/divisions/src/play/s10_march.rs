//! A march in the log (FD-10): one line when it has ended, or when something happens that must be told after it.

use engine::Entry;

use crate::{
    rule_ids::MOVEMENT,
    state::{Act, Ask, March},
    tables::Points,
};

/// Writes down the march so far, in one line: it has ended, or something happens that must be told after it.
pub(crate) fn tell_march(act: &mut Act<'_>) {
    let March { units, way, .. } = &act.state.untold;
    let (Some(first), Some(&to)) = (units.first(), way.last()) else { return };
    act.note(|Ask { rules, state }| {
        let March { units, way, cost } = &state.untold;
        let units = *units;
        let between: Vec<String> = way[1..way.len() - 1].iter().map(|&hex| rules.label(hex)).collect();
        let by = if between.is_empty() { String::new() } else { format!(" by {}", between.join(", ")) };
        let text = format!("{} {}{by} for {}", rules.act(units, "moves to"), rules.label(to), Points(*cost));
        let hexes = way.iter().map(|&hex| rules.label(hex));
        Entry::new(MOVEMENT, text).by(rules.unit(first).seat).at(hexes).about(rules.ids(units))
    });
    act.state.untold.begin_anew();
}
