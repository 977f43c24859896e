//! What the player may do now, with its price and its odds.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{action::Action, notation, s03_course, s06_rounds::turns},
    rule_ids::COURSE,
    state::laid_out::Ask,
};

/// An action as it is offered. The rule of the action fills in what it has to say.
pub(crate) fn choice(ask: Ask<'_>, action: &Action) -> Choice {
    let actor = turns::asked_about(ask).map(|unit| ask.state.id_of(unit));
    let mut choice = Choice {
        action: notation::write_action(ask, action),
        kind: ChoiceKind::Button,
        label: String::new(),
        units: actor.into_iter().collect(),
        target: None,
        hex: None,
        cost: None,
        odds: None,
        rule: COURSE,
        default: false,
        asks: None,
        group: None,
    };
    s03_course::offer(ask, *action, &mut choice);
    choice
}
