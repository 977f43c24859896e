//! Headquarters and command (FD-9).

use engine::Entry;

use crate::{
    rule_ids::COMMAND,
    state::{Act, Ask, Formation, Place, Unit, UnitSet},
};

/// The units of a formation within the command radius of its headquarters. A formation that never had a headquarters
/// counter is always in command; reinforcements arrive in command.
pub(crate) fn in_command(ask: Ask<'_>, formation: u8) -> UnitSet {
    let Ask { rules, state } = ask;
    let info = rules.formation(formation);
    let Some(headquarters) = info.headquarters else { return info.units };
    let centre = state.hex(headquarters);
    let waiting = state.units[headquarters.index()].place == Place::Reserve;
    let radius = rules.unit(headquarters).command;
    let near = |unit: &Unit| match (state.hex(*unit), centre) {
        (None, _) => true,
        (Some(hex), Some(centre)) => rules.grid().distance(hex, centre) <= radius,
        (Some(_), None) => waiting,
    };
    info.units.iter().filter(near).collect()
}

/// Says which companies on the map are out of command.
pub(crate) fn tell_out_of_command(act: &mut Act<'_>, formation: &Formation, in_command: UnitSet) {
    let out = formation.units.without(in_command);
    let out: UnitSet = out.iter().filter(|&unit| act.state.hex(unit).is_some()).collect();
    if !out.is_empty() {
        act.note(|ask| {
            let text = format!("Out of command: {}", ask.rules.names(out));
            Entry::new(COMMAND, text).by(formation.seat).about(ask.rules.ids(out))
        });
    }
}
