//! Command cards in hand (AS-8): dealt, drawn, and what one does to the dice of an attack. What else they do when they
//! are played is in `s08_command_cards`.

use dice::Throw;
use engine::{Entry, Seat};

use super::s10_ranged_fire::{CardDice, Circumstances};
use crate::{
    rule_ids::COMMAND_CARDS,
    state::{Act, Ask, Card, Module},
    tables::command_cards::CardEffect,
};

/// The deck is shuffled and each side gets its hand.
pub(crate) fn shuffle_and_deal(act: &mut Act<'_>) {
    if !act.rules.modules.has(Module::CommandCards) {
        return;
    }
    let kinds = (0u8..).zip(&act.rules.catalogue.command_cards.cards);
    act.state.deck =
        kinds.flat_map(|(kind, card)| std::iter::repeat_n(Card::Kind(kind), usize::from(card.copies))).collect();
    for seat in [Seat(0), Seat(1)] {
        deal(act, seat, act.rules.side(seat).cards);
    }
}

/// Each side draws for the turn.
pub(crate) fn draw_for_turn(act: &mut Act<'_>) {
    if act.rules.modules.has(Module::CommandCards) {
        for seat in [Seat(0), Seat(1)] {
            deal(act, seat, act.rules.catalogue.command_cards.draw);
        }
    }
}

/// A side draws cards, as far as its hand has room. Cards that were played come back when the deck is empty.
pub(super) fn deal(act: &mut Act<'_>, seat: Seat, count: u8) {
    for _ in 0..count {
        if act.state.hands[seat.index()].len() >= usize::from(act.rules.catalogue.command_cards.hand) {
            return;
        }
        if act.state.deck.is_empty() {
            act.state.deck = std::mem::take(&mut act.state.discard).into_iter().map(Card::Kind).collect();
        }
        let picked = match act.state.deck.len() {
            0 => return,
            several => act.dice.throw(&Throw::pick("a command card", several).blind()).picked(),
        };
        let drawn = act.state.deck.remove(picked);
        act.state.hands[seat.index()].push(drawn);
        act.note(|ask| {
            let side = ask.rules.side_name(seat);
            let name = if let Card::Kind(kind) = drawn { ask.rules.command_card(kind).name.as_str() } else { "a card" };
            Entry::new(COMMAND_CARDS, format!("{side} draws a command card"))
                .by(seat)
                .only_for(seat, format!("{side} draws \"{name}\""))
        });
    }
}

/// Whether a side is asked for a card, as far as the enemy can tell: it holds some, and has not said that it keeps
/// them.
pub(crate) fn may_answer(ask: Ask<'_>, seat: Seat) -> bool {
    !ask.state.hands[seat.index()].is_empty() && !ask.state.keeps_cards[seat.index()]
}

/// What a card does to the dice of its player in close combat: attack, defence, and what the enemy's attack loses by
/// it.
pub(super) fn in_combat(ask: Ask<'_>, card: Option<u8>) -> (CardDice, CardDice, u8) {
    let (mut attack, mut defence, mut fewer) = (CardDice::default(), CardDice::default(), 0);
    for &effect in card.map(|kind| ask.rules.command_card(kind).effects.as_slice()).unwrap_or_default() {
        match effect {
            CardEffect::AttackDice(dice) => attack.dice += dice,
            CardEffect::AttackRerolls(count) => attack.again += count,
            CardEffect::AutomaticX(count) => attack.automatic += count,
            CardEffect::DefenceDice(dice) => defence.dice += dice,
            CardEffect::DefenceRerolls(count) => defence.again += count,
            CardEffect::FewerAttackDice(count) => fewer += count,
            CardEffect::Spotting(_)
            | CardEffect::Scouting(_)
            | CardEffect::Accuracy(_)
            | CardEffect::Movement(_)
            | CardEffect::Rally(_)
            | CardEffect::CommandPoints(_)
            | CardEffect::DenyCommandPoints(_)
            | CardEffect::Smoke(_)
            | CardEffect::Initiative(_)
            | CardEffect::DigIn(_)
            | CardEffect::Rounds(_)
            | CardEffect::Repair(_)
            | CardEffect::Draw(_) => {}
        }
    }
    (attack, defence, fewer)
}

/// Adds what cards do to a shot.
pub(super) fn add(ask: Ask<'_>, cards: impl IntoIterator<Item = u8>, said: &mut Circumstances<'_>) {
    for kind in cards {
        for &effect in &ask.rules.command_card(kind).effects {
            match effect {
                CardEffect::AttackDice(dice) => said.attacker.cards.dice += dice,
                CardEffect::FewerAttackDice(count) => said.attacker.cards.fewer += count,
                CardEffect::DefenceDice(dice) => said.defender.cards.dice += dice,
                CardEffect::AttackRerolls(count) => said.attacker.cards.again += count,
                CardEffect::DefenceRerolls(count) => said.defender.cards.again += count,
                CardEffect::AutomaticX(count) => said.attacker.cards.automatic += count,
                CardEffect::Spotting(value) => said.attacker.spotting += value,
                CardEffect::Scouting(_)
                | CardEffect::Accuracy(_)
                | CardEffect::Movement(_)
                | CardEffect::Rally(_)
                | CardEffect::CommandPoints(_)
                | CardEffect::DenyCommandPoints(_)
                | CardEffect::Smoke(_)
                | CardEffect::Initiative(_)
                | CardEffect::DigIn(_)
                | CardEffect::Rounds(_)
                | CardEffect::Repair(_)
                | CardEffect::Draw(_) => {}
            }
        }
    }
}
