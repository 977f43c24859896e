//! Command cards (AS-8.3), an optional module: played before dice are thrown, one for each thing.

use std::ops::ControlFlow;

use dice::{Die, Throw};
use engine::{Entry, Resolution, Seat, Thrown};
use hexmap::Direction;

use super::{
    Refused, Visit,
    action::Action,
    s04_units::{card, faces},
    s06_planning, s10_fire,
    s10_ranged_fire::{CardDice, Circumstances},
    s11_assault,
};
use crate::{
    rule_ids::COMMAND_CARDS,
    state::{Act, Ask, Assault, Card, Frame, Mark, Mode, Module, Shot, State, Support, Unit},
    tables::{
        Kind,
        command_cards::{CardEffect, CommandCard, Moment, Need},
        ranged_fire::FireStatus,
        units::RangeFactor,
    },
};

/// The deck is shuffled and each side gets its hand.
pub(super) fn shuffle_and_deal(act: &mut Act<'_>) {
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
pub(super) fn draw_for_turn(act: &mut Act<'_>) {
    if act.rules.modules.has(Module::CommandCards) {
        for seat in [Seat(0), Seat(1)] {
            deal(act, seat, act.rules.catalogue.command_cards.draw);
        }
    }
}

/// A side draws cards, as far as its hand has room. Cards that were played come back when the deck is empty.
fn deal(act: &mut Act<'_>, seat: Seat, count: u8) {
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

/// Whether a side could answer with a card, as far as the enemy can tell: it holds some.
pub(super) fn may_answer(ask: Ask<'_>, seat: Seat) -> bool {
    !ask.state.hands[seat.index()].is_empty()
}

/// What is going on, as far as cards are concerned: the moment, the unit of the player's own and the shot.
fn moment(ask: Ask<'_>, seat: Seat) -> Option<(Moment, Option<Unit>, Option<Shot>)> {
    match ask.state.frames.top() {
        Frame::Planning { seat: asked } if *asked == seat => Some((Moment::Planning, None, None)),
        Frame::Support { seat: asked } if *asked == seat => Some((Moment::Support, None, None)),
        Frame::Organization { seat: asked } if *asked == seat => Some((Moment::Organization, None, None)),
        Frame::Activation(activation) if ask.state.unit(activation.unit).seat == seat => {
            let begun = activation.carded || activation.fired || activation.spent > 0;
            (!begun).then_some((Moment::Activation, Some(activation.unit), None))
        }
        Frame::Shot(shot) if ask.state.unit(shot.attacker).seat == seat => {
            shot.card.is_none().then_some((Moment::Attack, Some(shot.attacker), Some(*shot)))
        }
        Frame::Answer(shot) if ask.state.unit(shot.target).seat == seat => {
            Some((Moment::Defence, Some(shot.target), Some(*shot)))
        }
        Frame::Charge(charge) if ask.state.unit(charge.unit).seat == seat => {
            charge.card.is_none().then_some((Moment::CloseCombat, Some(charge.unit), None))
        }
        Frame::Stand(charge) if ask.state.unit(charge.target).seat == seat => {
            Some((Moment::CloseCombat, Some(charge.target), None))
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => None,
    }
}

/// Whether a card is played for a unit that the player chooses: at the end of a turn, and a command point that comes in the middle of it.
fn chooses(card: &CommandCard) -> bool {
    let point = card.effects.iter().any(|effect| matches!(effect, CardEffect::CommandPoints(_)));
    card.when == Moment::Organization || (card.when == Moment::Activation && point)
}

/// Whether a card fits the moment. Cards for the initiative are played while the turn before is tidied up.
fn fits(when: Moment, now: Moment) -> bool {
    when == now || (when == Moment::Initiative && now == Moment::Organization)
}

fn holds(ask: Ask<'_>, need: Need, unit: Option<Unit>, shot: Option<Shot>) -> bool {
    let kind = |unit: Unit| card(ask, unit).kind;
    let is = |wanted: Kind| unit.is_some_and(|unit| kind(unit) == wanted);
    let aim = || shot.and_then(|shot| s10_fire::aim(ask, shot).ok());
    match need {
        Need::Infantry => is(Kind::Infantry),
        Need::Gun => is(Kind::Gun),
        Need::Vehicle => is(Kind::Vehicle),
        Need::TargetInfantryOrGun => shot.is_some_and(|shot| kind(shot.target) != Kind::Vehicle),
        Need::TargetVehicle => shot.is_some_and(|shot| kind(shot.target) == Kind::Vehicle),
        Need::Direct => aim().is_some_and(|aim| !aim.indirect),
        Need::Indirect => aim().is_some_and(|aim| aim.indirect),
        Need::StandsStill => aim().is_some_and(|aim| matches!(aim.status, FireStatus::Firing | FireStatus::TurretFire)),
        Need::BeyondClose => aim().is_some_and(|aim| aim.range != RangeFactor::Close),
        Need::Suppressed => unit.is_some_and(|unit| ask.state.has(unit, Mark::Suppressed)),
        Need::FastAction => {
            let fast = |unit: Unit| {
                ask.state
                    .activation()
                    .is_some_and(|activation| activation.unit == unit && activation.mode == Mode::Fast)
            };
            unit.is_some_and(fast)
        }
    }
}

/// Whether an effect would change anything.
fn matters(ask: Ask<'_>, seat: Seat, effect: CardEffect, unit: Option<Unit>) -> bool {
    let has = |mark: Mark| unit.is_some_and(|unit| ask.state.has(unit, mark));
    match effect {
        CardEffect::Rally(_) => has(Mark::Suppressed) || has(Mark::Fallback),
        CardEffect::DigIn(_) => has(Mark::DiggingIn),
        CardEffect::Repair(_) => has(Mark::Immobilised),
        CardEffect::CommandPoints(_) => unit.is_none_or(|unit| {
            let free = !ask.state.planned.has(unit) && !ask.state.activated.has(unit);
            free && !has(Mark::Fallback) && s06_planning::can_be_planned(ask, seat, unit)
        }),
        CardEffect::Rounds(_) => loaded_battery(ask.rules, ask.state, seat).is_some(),
        CardEffect::AttackDice(_)
        | CardEffect::FewerAttackDice(_)
        | CardEffect::DefenceDice(_)
        | CardEffect::AttackRerolls(_)
        | CardEffect::DefenceRerolls(_)
        | CardEffect::AutomaticX(_)
        | CardEffect::Spotting(_)
        | CardEffect::Scouting(_)
        | CardEffect::Accuracy(_)
        | CardEffect::Movement(_)
        | CardEffect::DenyCommandPoints(_)
        | CardEffect::Smoke(_)
        | CardEffect::Initiative(_)
        | CardEffect::Draw(_) => true,
    }
}

pub(super) fn check(ask: Ask<'_>, kind: u8, unit: Option<Unit>) -> Result<(), Refused> {
    let seat = super::asked(ask).ok_or(Refused::NotNow)?;
    if !ask.state.hands[seat.index()].contains(&Card::Kind(kind)) {
        return Err(Refused::NoCard);
    }
    let (now, own, shot) = moment(ask, seat).ok_or(Refused::CardNotNow)?;
    let played = ask.rules.command_card(kind);
    if !fits(played.when, now) {
        return Err(Refused::CardNotNow);
    }
    let chosen = if chooses(played) { unit } else { own };
    let named = unit.is_none() || chooses(played);
    let mine = chosen.is_none_or(|unit| ask.state.unit(unit).seat == seat && ask.state.hex(unit).is_some());
    let needs_unit = chooses(played) && unit.is_none();
    let suits = played.needs.iter().all(|&need| holds(ask, need, chosen, shot))
        && played.effects.iter().any(|&effect| matters(ask, seat, effect, chosen));
    if named && mine && !needs_unit && suits { Ok(()) } else { Err(Refused::CardNotNow) }
}

/// Visits every card of a side that could be played now.
pub(super) fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let hand = &ask.state.hands[seat.index()];
    for (place, held) in hand.iter().enumerate() {
        let Card::Kind(kind) = *held else { continue };
        if hand[..place].contains(held) {
            continue;
        }
        let mut offer = |unit: Option<Unit>| match check(ask, kind, unit) {
            Ok(()) => visit(Action::Play { card: kind, unit }),
            Err(_) => ControlFlow::Continue(()),
        };
        match chooses(ask.rules.command_card(kind)) {
            true => ask.state.side(seat).map(Some).try_for_each(offer)?,
            false => offer(None)?,
        }
    }
    ControlFlow::Continue(())
}

/// Whether a side could play a card now.
pub(super) fn is_open(ask: Ask<'_>, seat: Seat) -> bool {
    visit(ask, seat, &mut |_| ControlFlow::Break(())).is_break()
}

/// Plays a card.
pub(super) fn play(act: &mut Act<'_>, kind: u8, unit: Option<Unit>) {
    let Some(seat) = super::asked(act.ask()) else { return };
    let Some((now, own, _)) = moment(act.ask(), seat) else { return };
    let hand = &mut act.state.hands[seat.index()];
    if let Some(place) = hand.iter().position(|&held| held == Card::Kind(kind)) {
        hand.remove(place);
    }
    act.state.discard.push(kind);
    act.journal.revealed();
    let played: &CommandCard = act.rules.command_card(kind);
    let secret = now == Moment::Planning;
    act.note(|ask| {
        let side = ask.rules.side_name(seat);
        let text = format!("{side} plays \"{}\": {}", played.name, played.text);
        let entry =
            Entry::new(COMMAND_CARDS, if secret { format!("{side} plays a card, face down") } else { text.clone() })
                .by(seat);
        if secret { entry.only_for(seat, text) } else { entry }
    });
    match act.state.frames.top_mut() {
        Frame::Shot(shot) => shot.card = Some(kind),
        Frame::Activation(activation) => activation.carded = true,
        Frame::Answer(shot) => {
            let shot = *shot;
            return s10_fire::answer(act, shot, Some(kind));
        }
        Frame::Charge(charge) => charge.card = Some(kind),
        Frame::Stand(charge) => {
            let charge = *charge;
            return s11_assault::answer(act, charge, Some(kind));
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Wide(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => {}
    }
    for &effect in &played.effects {
        take_effect(act, seat, effect, unit.or(own));
    }
}

/// Carries out an effect that does not belong to a shot.
fn take_effect(act: &mut Act<'_>, seat: Seat, effect: CardEffect, unit: Option<Unit>) {
    let side = seat.index();
    match effect {
        // Counted with the shot.
        CardEffect::AttackDice(_)
        | CardEffect::FewerAttackDice(_)
        | CardEffect::DefenceDice(_)
        | CardEffect::AttackRerolls(_)
        | CardEffect::DefenceRerolls(_)
        | CardEffect::AutomaticX(_)
        | CardEffect::Spotting(_) => {}
        CardEffect::Scouting(value) => {
            if let Some(activation) = act.state.activation_mut() {
                activation.scouting += value;
            }
        }
        CardEffect::Movement(value) => {
            if let Some(activation) = act.state.activation_mut() {
                activation.more = activation.more.saturating_add(value);
            }
        }
        CardEffect::Accuracy(value) => act.state.promised[side].accuracy += value,
        CardEffect::Initiative(value) => act.state.promised[side].initiative += value,
        CardEffect::CommandPoints(value) => {
            act.state.points[side] = act.state.points[side].saturating_add(value);
            // Played when the plan stands, it goes to the unit it was played for.
            if let Some(unit) = unit {
                act.state.planned.add(unit);
            }
        }
        CardEffect::DenyCommandPoints(value) => deny(act, seat.other(), value),
        CardEffect::Rally(units) => rally(act, seat, unit, units),
        CardEffect::Smoke(markers) => smoke(act, unit, markers),
        CardEffect::DigIn(_) => {
            if let Some(unit) = unit {
                act.state.unmark(unit, Mark::DiggingIn);
                act.state.mark(unit, Mark::DugIn);
            }
        }
        CardEffect::Rounds(value) => {
            if let Some(place) = loaded_battery(act.rules, act.state, seat) {
                let battery = &mut act.state.support[side][place];
                battery.rounds = battery.rounds.saturating_add(value);
            }
        }
        CardEffect::Repair(needed) => repair(act, unit, needed),
        CardEffect::Draw(count) => deal(act, seat, count),
    }
}

/// The first battery of a side that has a strike left. Aircraft are no battery: they bring what they carry.
fn loaded_battery(rules: &Assault, state: &State, seat: Seat) -> Option<usize> {
    let all = rules.side(seat).support.iter().zip(&state.support[seat.index()]);
    all.into_iter().position(|(support, left)| matches!(support, Support::Battery(_)) && left.rounds > 0)
}

/// The enemy plans with fewer points: now if he has still to plan, otherwise next turn.
fn deny(act: &mut Act<'_>, enemy: Seat, value: u8) {
    if enemy == act.state.initiative {
        act.state.promised[enemy.index()].points -= value as i8;
    } else {
        let points = &mut act.state.points[enemy.index()];
        *points = points.saturating_sub(value).max(1);
        let over =
            s06_planning::given_out(act.ask(), enemy).saturating_sub(usize::from(act.state.points[enemy.index()]));
        let given: Vec<Unit> = act.state.planned.iter().filter(|&unit| act.state.unit(unit).seat == enemy).collect();
        given.into_iter().rev().take(over).for_each(|unit| act.state.planned.take(unit));
    }
}

/// The chosen unit and others near it recover.
fn rally(act: &mut Act<'_>, seat: Seat, unit: Option<Unit>, units: u8) {
    let rallied: Vec<Unit> = {
        let ask = act.ask();
        let Some(hex) = unit.and_then(|unit| ask.state.hex(unit)) else { return };
        let near = |unit: &Unit| {
            ask.state
                .hex(*unit)
                .is_some_and(|at| ask.rules.grid().distance(hex, at) <= ask.rules.catalogue.turn.rally.voice)
        };
        let shaken = ask
            .state
            .side(seat)
            .filter(|&unit| ask.state.has(unit, Mark::Suppressed) || ask.state.has(unit, Mark::Fallback));
        let mut shaken: Vec<Unit> = shaken.filter(near).collect();
        shaken.sort_by_key(|&other| (Some(other) != unit, other));
        shaken.into_iter().take(usize::from(units)).collect()
    };
    for unit in rallied {
        act.state.unmark(unit, Mark::Suppressed);
        act.state.unmark(unit, Mark::Fallback);
    }
}

/// Smoke in the unit's hex and in the hex before it.
fn smoke(act: &mut Act<'_>, unit: Option<Unit>, markers: u8) {
    let hexes: Vec<hexmap::Hex> = {
        let ask = act.ask();
        let Some((unit, hex)) = unit.and_then(|unit| Some((unit, ask.state.hex(unit)?))) else { return };
        let state = ask.state.unit(unit);
        let ahead = if faces(ask, unit) { state.facing.sides().0 } else { ask.rules.side(state.seat).edge.opposite() };
        let before = ask.rules.grid().neighbour(hex, ahead).or_else(|| ask.rules.grid().neighbour(hex, Direction::N));
        [Some(hex), before].into_iter().flatten().collect()
    };
    hexes.into_iter().cycle().take(usize::from(markers)).for_each(|hex| act.state.add_smoke(hex));
}

/// The crew mends its vehicle, or does not.
fn repair(act: &mut Act<'_>, unit: Option<Unit>, needed: u8) {
    let Some(unit) = unit else { return };
    let read = |faces: &[u16]| u16::from(faces[0] >= u16::from(needed));
    let fell = act.dice.throw(&Throw::d6("repair", 1).read(&read));
    let (face, mended) = (fell.faces()[0], fell.row() == 1);
    if mended {
        act.state.unmark(unit, Mark::Immobilised);
    }
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        let text = if mended { format!("{name} moves again") } else { format!("{name} stays where it is") };
        Entry::new(COMMAND_CARDS, text).by(ask.state.unit(unit).seat).because(Resolution {
            modifiers: Vec::new(),
            throws: vec![Thrown::new(&Die::D6, "repair", [face])],
            reading: format!("{face}: {needed} is needed"),
            result: if mended { "repaired" } else { "immobilised" }.to_owned(),
        })
    });
}

/// What a card does to the dice of its player in close combat: attack, defence, and what the enemy's attack loses by it.
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
