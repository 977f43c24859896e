//! Orders for reaction fire (AS-10.10): a side says beforehand what it does when it may fire at a mover.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceGroup, ChoiceKind, Family, Seat, Verb, Visit, Wish};

use super::{Refused, asked, offer::group, pointing::Meant, s09_actions, s10_reaction};
use crate::{
    rule_ids::REACTION,
    state::{Act, Ask, Assault, Frame, Module, ReactionOrder},
};

/// Say what the side does when it may fire at a mover.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What it does.
    pub order: ReactionOrder,
}

/// An order that may be given.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    seat: Seat,
    order: ReactionOrder,
}

impl Family for Order {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("order", "order ask|hold|fire PERCENT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Ok(seat) = commander(ask) else { return ControlFlow::Continue(()) };
        let stands = order(ask, seat);
        orders(ask).filter(|&order| order != stands).try_for_each(|order| visit(Order { order }))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        let seat = commander(ask)?;
        if !orders(ask).any(|order| order == self.order) {
            return Err(Refused::NoSuchOrder);
        }
        if order(ask, seat) == self.order {
            return Err(Refused::OrderStands);
        }
        Ok(Ready { seat, order: self.order })
    }

    /// The order stands until another is given. The enemy is not told.
    fn perform(Ready { seat, order }: Ready, act: &mut Act<'_>) {
        act.state.orders[seat.index()] = Some(order);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let label = match self.order {
            ReactionOrder::Ask => "Ask me before my units fire at movers".to_owned(),
            ReactionOrder::Fire { percent } => format!("Fire at movers at {percent}% or better"),
            ReactionOrder::Hold => "Hold fire at movers".to_owned(),
        };
        Choice { group: in_group(ask), ..Choice::new(ChoiceKind::Button, REACTION, label) }
    }

    fn write(&self, _: Ask<'_>) -> String {
        match self.order {
            ReactionOrder::Ask => "order ask".to_owned(),
            ReactionOrder::Hold => "order hold".to_owned(),
            ReactionOrder::Fire { percent } => format!("order fire {percent}"),
        }
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let order = match *words {
            ["order", "ask"] => Some(ReactionOrder::Ask),
            ["order", "hold"] => Some(ReactionOrder::Hold),
            ["order", "fire", percent] => percent.parse().ok().map(|percent| ReactionOrder::Fire { percent }),
            _ => None,
        };
        Ok(order.map(|order| Order { order }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// One button for all orders. It says which ones stand.
pub(super) fn in_group(ask: Ask<'_>) -> Option<ChoiceGroup> {
    let seat = asked(ask)?;
    let cards = if ask.state.keeps_cards[seat.index()] { ", cards are kept" } else { "" };
    let now = format!("Reaction fire: {}{cards}", order_words(order(ask, seat)));
    group("Orders", 9, Some(&now))
}

/// An order as a line of text says it.
pub(crate) fn order_words(order: ReactionOrder) -> String {
    match order {
        ReactionOrder::Ask => "ask me".to_owned(),
        ReactionOrder::Fire { percent } => format!("fire at {percent}% or better"),
        ReactionOrder::Hold => "hold fire".to_owned(),
    }
}

/// The order of a side that stands.
pub(crate) fn order(ask: Ask<'_>, seat: Seat) -> ReactionOrder {
    let numbers = &ask.rules.catalogue.turn.reaction;
    // Where enemies may hide anywhere, a side would be asked at every step.
    let usual = match ask.rules.modules.has(Module::Hidden) {
        true => ReactionOrder::Fire { percent: numbers.usual },
        false => ReactionOrder::Ask,
    };
    ask.state.orders[seat.index()].unwrap_or(usual)
}

/// Every order that a side can give.
fn orders(ask: Ask<'_>) -> impl Iterator<Item = ReactionOrder> {
    let chances = ask.rules.catalogue.turn.reaction.chances.iter();
    let fire = chances.map(|&percent| ReactionOrder::Fire { percent });
    [ReactionOrder::Ask].into_iter().chain(fire).chain([ReactionOrder::Hold])
}

/// The side that may give an order: while it plans, and where it has something to decide about its next action or about
/// a mover.
fn commander(ask: Ask<'_>) -> Result<Seat, Refused> {
    match *ask.state.frames.top() {
        Frame::Planning { seat } => Ok(seat),
        Frame::Action { seat } if s09_actions::can_act(ask, seat) => Ok(seat),
        Frame::Reaction(reaction)
            if ask.state.side(reaction.side).any(|unit| s10_reaction::check(ask, &reaction, unit).is_ok()) =>
        {
            Ok(reaction.side)
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}
