//! Who was lost (FD-7): each company once.

use engine::Loss;

use crate::state::{Ask, Unit};

/// The companies that are gone, and those that have lost a step.
pub(crate) fn losses(ask: Ask<'_>) -> Vec<Loss> {
    ask.rules.all_units().filter_map(|unit| loss(ask, unit)).collect()
}

fn loss(ask: Ask<'_>, unit: Unit) -> Option<Loss> {
    let (info, left) = (ask.rules.unit(unit), ask.state.steps(unit));
    let fate = match left {
        0 => "eliminated",
        left if left < info.steps => "depleted",
        _ => return None,
    };
    Some(Loss { seat: Some(info.seat), unit: info.id.clone(), name: info.name.clone(), fate: fate.to_owned() })
}
