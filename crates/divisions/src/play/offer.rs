//! Choices with everything but what the action's own rule knows.

use engine::{Choice, ChoiceKind, RuleId};

/// A choice without units, hexes, price and odds. Its notation is put in when all choices are gathered.
pub(super) fn offer(kind: ChoiceKind, rule: RuleId, label: impl Into<String>) -> Choice {
    Choice {
        action: String::new(),
        kind,
        label: label.into(),
        units: Vec::new(),
        target: None,
        hex: None,
        cost: None,
        odds: None,
        rule,
        default: false,
        asks: None,
        group: None,
    }
}
