//! Who was lost (AS-13): each unit once.

use engine::Loss;

use crate::state::{Ask, Place, Unit};

/// The units that are gone.
pub(crate) fn losses(ask: Ask<'_>) -> Vec<Loss> {
    let gone = |unit: &Unit| ask.state.unit(*unit).place == Place::Gone;
    let loss = |unit: Unit| Loss {
        seat: Some(ask.state.unit(unit).seat),
        unit: ask.rules.unit_id(ask.state, unit),
        name: ask.rules.unit_name(ask.state, unit),
        fate: "eliminated".to_owned(),
    };
    ask.state.all_units().filter(gone).map(loss).collect()
}
