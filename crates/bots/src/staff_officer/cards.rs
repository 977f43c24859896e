//! Command cards that belong to no shot.

use assault::{Action, course::action::Play, state::Mark, tables::command_cards::CardEffect};

use super::outlook::Outlook;

/// A card worth playing now, if there is one.
pub(super) fn play(look: &Outlook<'_>, legal: &[Action]) -> Option<usize> {
    let mut best: Option<(f32, usize)> = None;
    for (index, action) in legal.iter().enumerate() {
        let Action::Play(Play { card, unit }) = *action else { continue };
        let unit = unit.or_else(|| look.state.activation().map(|activation| activation.unit));
        let effects = &look.rules.command_card(card).effects;
        let worth: f32 = effects.iter().map(|effect| weigh(look, *effect, unit)).sum();
        if worth > 0.0 && best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, index));
        }
    }
    best.map(|(_, index)| index)
}

fn weigh(look: &Outlook<'_>, effect: CardEffect, unit: Option<assault::state::Unit>) -> f32 {
    let room = look.state.hands[look.seat.index()].len() < 4;
    match effect {
        CardEffect::Rally(_) => unit.map_or(0.0, |unit| look.value(unit)),
        CardEffect::DigIn(_) | CardEffect::Repair(_) => 0.5,
        CardEffect::CommandPoints(_) => {
            if look.state.activation().is_none() {
                1.0
            } else {
                0.0
            }
        }
        CardEffect::DenyCommandPoints(_) | CardEffect::Initiative(_) | CardEffect::Rounds(_) => 0.5,
        CardEffect::Draw(_) => {
            if room {
                0.5
            } else {
                0.0
            }
        }
        CardEffect::Accuracy(_) => 0.1,
        CardEffect::Movement(_) => {
            unit.map_or(0.0, |unit| if look.state.has(unit, Mark::Suppressed) { 0.0 } else { 0.01 })
        }
        CardEffect::AttackDice(_)
        | CardEffect::FewerAttackDice(_)
        | CardEffect::DefenceDice(_)
        | CardEffect::AttackRerolls(_)
        | CardEffect::DefenceRerolls(_)
        | CardEffect::AutomaticX(_)
        | CardEffect::Spotting(_)
        | CardEffect::Scouting(_)
        | CardEffect::Smoke(_) => 0.0,
    }
}
