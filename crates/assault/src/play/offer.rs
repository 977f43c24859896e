//! What the offers of several families share: how they name units and hexes, and in which group they stand.

use engine::{Choice, ChoiceGroup, ChoiceKind, RuleId};
use hexmap::Hex;

use crate::state::{Ask, Unit};

pub(super) fn group(title: &str, order: u8, gathered: Option<&str>) -> Option<ChoiceGroup> {
    Some(ChoiceGroup { title: title.to_owned(), order, gathered: gathered.map(ToOwned::to_owned) })
}

pub(super) fn names(ask: Ask<'_>, unit: Unit) -> (String, String) {
    (ask.rules.unit_id(ask.state, unit), ask.rules.unit_name(ask.state, unit))
}

pub(super) fn of_unit(ask: Ask<'_>, rule: RuleId, unit: Unit, what: &str) -> Choice {
    let (id, name) = names(ask, unit);
    let hex = ask.state.hex(unit).map(|hex| ask.rules.label(hex));
    Choice { units: vec![id], hex, ..Choice::new(ChoiceKind::Unit, rule, format!("{what} {name}")) }
}

pub(super) fn at_hex(ask: Ask<'_>, kind: ChoiceKind, rule: RuleId, unit: Unit, to: Hex, does: &str) -> Choice {
    let (id, name) = names(ask, unit);
    let label = ask.rules.label(to);
    Choice { units: vec![id], hex: Some(label.clone()), ..Choice::new(kind, rule, format!("{name} {does} {label}")) }
}

pub(super) fn deed(ask: Ask<'_>, rule: RuleId, unit: Unit, label: &str, title: &str, order: u8) -> Choice {
    let (id, _) = names(ask, unit);
    Choice { units: vec![id], group: group(title, order, None), ..Choice::new(ChoiceKind::Button, rule, label) }
}

/// What a unit does to another one that stands somewhere.
pub(super) fn at_unit(ask: Ask<'_>, rule: RuleId, unit: Unit, target: Unit, does: &str) -> Choice {
    let ((id, name), (target_id, target_name)) = (names(ask, unit), names(ask, target));
    Choice {
        units: vec![id],
        target: Some(target_id),
        hex: ask.state.hex(target).map(|hex| ask.rules.label(hex)),
        ..Choice::new(ChoiceKind::Fire, rule, format!("{name} {does} {target_name}"))
    }
}

/// The name of a support of the side that is asked, by its place in its list.
pub(super) fn support_name(ask: Ask<'_>, place: u8) -> String {
    let seat = super::asked(ask);
    let support = seat.and_then(|seat| ask.rules.side(seat).support.get(usize::from(place)));
    support.map(|support| ask.rules.support_name(*support).to_owned()).unwrap_or_default()
}
