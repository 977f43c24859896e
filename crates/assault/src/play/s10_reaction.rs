//! Reaction fire (AS-10.10): a planned unit that has not been activated may fire at a mover it sees. So may one that
//! lies in ambush, and some machine guns once more after they have fired.
//!
//! Who fires is secret until he does. So a side says beforehand what it does, and the program does it at once; a side
//! that wants to be asked is asked wherever it could react for all that everybody knows (`common_knowledge`).

use std::ops::ControlFlow;

use dice::Odds;
use engine::{Choice, ChoiceGroup, ChoiceKind, Entry, Family, Seat, Verb, Visit, Wish};

use super::{
    Refused, asked, common_knowledge,
    offer::group,
    pointing::Meant,
    s04_units::card,
    s09_actions,
    s10_fire::{self, Aim, Fire},
    s10_results::Fate,
};
use crate::{
    rule_ids::REACTION,
    state::{Act, Ask, Assault, Frame, Mark, Module, Reaction, ReactionOrder, Unit, UnitSet},
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

/// Whether a unit is in a position to react at all.
fn is_ready(ask: Ask<'_>, unit: Unit) -> bool {
    s09_actions::can_activate(ask, ask.state.unit(unit).seat, unit) || is_always_ready(ask, unit)
}

/// Whether a unit may react though it has no command point that is not used: in ambush, or with sustained fire.
fn is_always_ready(ask: Ask<'_>, unit: Unit) -> bool {
    let ambush = ask.state.has(unit, Mark::Ambush) && !ask.state.has(unit, Mark::Firing);
    let again =
        card(ask, unit).reacts_again() && ask.state.has(unit, Mark::Firing) && !ask.state.has(unit, Mark::Sustained);
    ambush || again
}

/// Whether a unit may fire at the mover.
pub(super) fn check(ask: Ask<'_>, reaction: &Reaction, unit: Unit) -> Result<Aim, Refused> {
    if ask.state.unit(unit).seat != reaction.side {
        return Err(Refused::NotYours);
    }
    if has_had_enough(ask, reaction) || reaction.fired.has(unit) || !is_ready(ask, unit) {
        return Err(Refused::NoReaction);
    }
    s10_fire::check_at_rest(ask, unit, reaction.mover)
}

fn has_had_enough(ask: Ask<'_>, reaction: &Reaction) -> bool {
    reaction.fired.len() >= usize::from(ask.rules.catalogue.turn.reaction.shots)
}

/// The mover has entered a hex: the enemy may react, if somebody of it could for all that everybody knows. Then the
/// step stands, whether he does or not.
pub(super) fn call(act: &mut Act<'_>, mover: Unit, covered: bool) {
    let side = act.state.unit(mover).seat.other();
    let reaction = Reaction { side, mover, covered, fired: UnitSet::NONE };
    if act.state.is_known(mover) && is_open(act.ask(), &reaction) {
        act.journal.stands();
        act.state.frames.push(Frame::Reaction(reaction));
    }
}

/// Whether anybody could still fire, as far as everybody knows.
fn is_open(ask: Ask<'_>, reaction: &Reaction) -> bool {
    let there = ask.state.hex(reaction.mover).is_some() && !ask.state.has(reaction.mover, Mark::Fallback);
    if !there || has_had_enough(ask, reaction) {
        return false;
    }
    let points = common_knowledge::has_points_left(ask, reaction.side);
    let could = |unit: Unit| {
        let ready = (points && common_knowledge::may_wait(ask, unit)) || is_always_ready(ask, unit);
        ready && !reaction.fired.has(unit) && s10_fire::check_at_rest(ask, unit, reaction.mover).is_ok()
    };
    common_knowledge::hides_somebody(ask, reaction.side) || ask.state.side(reaction.side).any(could)
}

/// Carries out the order of the side that may react. Whether its player is asked instead.
pub(super) fn is_asked(act: &mut Act<'_>, reaction: &Reaction) -> bool {
    if is_open(act.ask(), reaction) {
        match order(act.ask(), reaction.side) {
            ReactionOrder::Ask => return true,
            ReactionOrder::Fire { percent } => {
                if let Some(shot) = best_shot(act.ask(), reaction, percent) {
                    s10_fire::declare(act, shot);
                    return false;
                }
            }
            ReactionOrder::Hold => {}
        }
    }
    act.state.frames.pop();
    false
}

/// The unit with the best chance of an effect on the mover, if that is good enough; of equals the first.
fn best_shot(ask: Ask<'_>, reaction: &Reaction, percent: u8) -> Option<s10_fire::Ready> {
    let chance = |unit: Unit| {
        let shot = s10_fire::Ready::of(unit, reaction.mover, check(ask, reaction, unit).ok()?);
        let chance = millionths(&s10_fire::fates(ask, shot)?);
        (chance >= u128::from(percent) * MILLION / 100).then_some((chance, shot))
    };
    let better = |best: (u128, _), next: (u128, _)| if next.0 > best.0 { next } else { best };
    ask.state.side(reaction.side).filter_map(chance).reduce(better).map(|(_, shot)| shot)
}

const MILLION: u128 = 1_000_000;

/// The chance of an effect in millionths, rounded up to the next: a chance of exactly so many hundredths is as good as
/// its name.
fn millionths(odds: &Odds<Fate>) -> u128 {
    let (some, all) = (odds.of() - odds.ways(&Fate::default()), odds.of());
    // Ways by the quintillion leave no room to multiply: their last digits do not count.
    let spare = MILLION.ilog2() + 1;
    let less = spare.saturating_sub(all.leading_zeros());
    ((some >> less) * MILLION).div_ceil((all >> less).max(1))
}

pub(super) fn visit(ask: Ask<'_>, reaction: &Reaction, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    for attacker in ask.state.side(reaction.side) {
        if check(ask, reaction, attacker).is_ok() {
            let target = reaction.mover;
            visit(Fire::At { attacker, target })?;
            let support = s10_fire::supporters(ask, attacker);
            if s10_fire::has_something_to_add(ask, s10_fire::plain(attacker, target), support) {
                visit(Fire::Aim { attacker, target })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A unit fires out of turn: that is its activation, or its second shot.
pub(super) fn begin(act: &mut Act<'_>, unit: Unit) {
    if act.state.has(unit, Mark::Firing) {
        act.state.mark(unit, Mark::Sustained);
    }
    act.state.activated.add(unit);
    if let Frame::Reaction(reaction) = act.state.frames.top_mut() {
        reaction.fired.add(unit);
    }
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        Entry::new(REACTION, format!("{name} reacts"))
            .by(ask.state.unit(unit).seat)
            .about([ask.rules.unit_id(ask.state, unit)])
    });
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
        Frame::Reaction(reaction) if ask.state.side(reaction.side).any(|unit| check(ask, &reaction, unit).is_ok()) => {
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
