//! What happens whenever a unit has entered a hex (OF-5.1, OF-5.2, OF-6.7, OF-13.1).

use crate::{
    play::{s05_operations::markers, s11_assault::capture, s14_damage},
    reading,
    state::{laid_out::Act, units::UnitId},
};

/// What happens whenever US units have entered a hex, several at the same time or one: mines, standing orders, event
/// markers (OF-5.1, OF-13.1). Markers they look for together, by the sharpest eyes among them.
pub(crate) fn arrive(act: &mut Act<'_>, units: &[UnitId]) {
    for &unit in units {
        capture::take_prisoners(act, unit);
        s14_damage::enter_minefield(act, unit);
    }
    let Some(&unit) = units.iter().find(|&&unit| act.state.unit(unit).is_active()) else { return };
    let depth = act.state.frames.depth();
    reading::standing_orders(act);
    markers::check_markers(act, unit, depth);
}

/// What a unit meets in the hex it has entered in a round; Germans set off markers they drive over (OF-5.2).
pub(crate) fn arrive_in_rounds(act: &mut Act<'_>, unit: UnitId) {
    if !act.state.unit(unit).is_active() {
        return;
    }
    match act.state.unit(unit).side {
        crate::state::units::Side::Us => arrive(act, &[unit]),
        crate::state::units::Side::German => {
            let here = act.state.hex_of(unit);
            let over: Vec<u8> = act
                .state
                .markers
                .iter()
                .filter(|marker| Some(marker.hex) == here)
                .map(|marker| marker.number)
                .collect();
            let depth = act.state.frames.depth();
            markers::stir_up(act, &over, None);
            reading::standing_orders_above(act, depth);
        }
    }
}
