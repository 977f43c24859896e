//! Command cards (AS-8.3), an optional module: played before dice are thrown, one for each thing.

use std::ops::ControlFlow;

use dice::{Die, Throw};
use engine::{Choice, ChoiceKind, Entry, Family, Forecast, Resolution, Seat, Thrown, Verb, Visit, Wish};
use hexmap::{Direction, Hex};

use super::{
    Refused, asked,
    notation::{read_card, read_unit, unit_id},
    offer::{group, names},
    pointing::Meant,
    s04_units::{card, faces},
    s06_planning, s09_actions, s09_movement, s10_fire,
    s10_ranged_fire::{CardDice, Circumstances},
    s10_reaction, s11_assault,
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

/// Play a command card.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The kind of card, by its place in the table.
    pub card: u8,
    /// The unit it is for, if its player chooses one.
    pub unit: Option<Unit>,
}

/// A card that may be played.
#[derive(Copy, Clone, Debug)]
pub struct Playable {
    seat: Seat,
    card: u8,
    /// Whom its effects reach.
    unit: Option<Unit>,
    /// It lies face down until the plan is carried out.
    secret: bool,
    joins: Joins,
}

/// What a card becomes part of.
#[derive(Copy, Clone, Debug)]
enum Joins {
    /// The side's own shot, activation or assault, or nothing: its effects tell.
    WhatGoesOn,
    /// The answer to a shot.
    Answer(s10_fire::Ready),
    /// The answer to an assault.
    Stand(s11_assault::Standing),
}

impl Family for Play {
    type Rules = Assault;
    type Ready<'r> = Playable;

    const FORMS: &'static [Verb] = &[("play", "play CARD [for UNIT]")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let seat = asked(ask).filter(|&seat| moment(ask, seat).is_some());
        seat.map_or(ControlFlow::Continue(()), |seat| self::visit(ask, seat, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Playable, Refused> {
        let seat = check(ask, self.card, self.unit)?;
        let (now, own, _) = moment(ask, seat).ok_or(Refused::CardNotNow)?;
        let joins = match *ask.state.frames.top() {
            Frame::Answer(shot) => Joins::Answer(s10_fire::aimed(ask, shot)?),
            Frame::Stand(charge) => Joins::Stand(s11_assault::standing(ask, charge)?),
            _ => Joins::WhatGoesOn,
        };
        Ok(Playable { seat, card: self.card, unit: self.unit.or(own), secret: now == Moment::Planning, joins })
    }

    fn perform(ready: Playable, act: &mut Act<'_>) {
        play(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let played = ask.rules.command_card(self.card);
        let of = self.unit.map(|unit| format!(" for {}", ask.rules.unit_name(ask.state, unit))).unwrap_or_default();
        let odds = match ask.state.frames.top() {
            Frame::Shot(shot) => s10_fire::forecast(ask, Shot { card: Some(self.card), ..*shot }, None),
            Frame::Answer(shot) => s10_fire::forecast(ask, *shot, Some(self.card)).map(Forecast::turned),
            _ => None,
        };
        Choice {
            units: self.unit.map(|unit| names(ask, unit).0).into_iter().collect(),
            odds,
            group: group("Command cards", 7, None),
            ..Choice::new(ChoiceKind::Button, COMMAND_CARDS, format!("{}{of}: {}", played.name, played.text))
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let of = self.unit.map(|unit| format!(" for {}", unit_id(ask, unit))).unwrap_or_default();
        format!("play {}{of}", ask.rules.command_card(self.card).id)
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["play", card] => Play { card: read_card(ask, card)?, unit: None },
            ["play", card, "for", unit] => Play { card: read_card(ask, card)?, unit: Some(read_unit(ask, unit)?) },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Keep the cards, or be asked for them when the enemy acts and when a turn ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KeepCards {
    /// Whether they are kept.
    pub keep: bool,
}

/// What a side may say of its cards.
#[derive(Copy, Clone, Debug)]
pub struct Keeping {
    seat: Seat,
    keep: bool,
}

impl Family for KeepCards {
    type Rules = Assault;
    type Ready<'r> = Keeping;

    const FORMS: &'static [Verb] = &[("cards", "cards keep|ask")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        [true, false].into_iter().try_for_each(|keep| KeepCards { keep }.visit_if_legal(ask, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Keeping, Refused> {
        check_keep(ask, self.keep).map(|seat| Keeping { seat, keep: self.keep })
    }

    /// It holds until the side says something else. The enemy is not told.
    fn perform(Keeping { seat, keep }: Keeping, act: &mut Act<'_>) {
        act.state.keeps_cards[seat.index()] = keep;
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let label = if self.keep { "Keep my cards, do not ask" } else { "Ask me for cards" };
        let group = s10_reaction::in_group(ask);
        Choice { group, ..Choice::new(ChoiceKind::Button, COMMAND_CARDS, label) }
    }

    fn write(&self, _: Ask<'_>) -> String {
        if self.keep { "cards keep" } else { "cards ask" }.to_owned()
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(match *words {
            ["cards", "keep"] => Some(KeepCards { keep: true }),
            ["cards", "ask"] => Some(KeepCards { keep: false }),
            _ => None,
        })
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

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

/// Whether a side is asked for a card, as far as the enemy can tell: it holds some, and has not said that it keeps
/// them.
pub(super) fn may_answer(ask: Ask<'_>, seat: Seat) -> bool {
    !ask.state.hands[seat.index()].is_empty() && !ask.state.keeps_cards[seat.index()]
}

/// A side says whether it keeps its cards while it plans, and where it has something to decide: about its next action,
/// or about a card.
fn check_keep(ask: Ask<'_>, keep: bool) -> Result<Seat, Refused> {
    let seat = super::asked(ask).ok_or(Refused::NotNow)?;
    let decides = match ask.state.frames.top() {
        Frame::Planning { .. } => true,
        Frame::Action { .. } => s09_actions::can_act(ask, seat),
        Frame::Answer(_) | Frame::Stand(_) | Frame::Organization { .. } => {
            visit(ask, seat, &mut |_| ControlFlow::Break(())).is_break()
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Support { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Charge(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Over { .. } => false,
    };
    if !decides {
        return Err(Refused::NotNow);
    }
    let same = ask.state.keeps_cards[seat.index()] == keep;
    if same || !ask.rules.modules.has(Module::CommandCards) { Err(Refused::KeptSo) } else { Ok(seat) }
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
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => None,
    }
}

/// Whether a card is played for a unit that the player chooses: at the end of a turn, and a command point that comes in
/// the middle of it.
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

/// The side that may play a card now, for a unit or for none.
fn check(ask: Ask<'_>, kind: u8, unit: Option<Unit>) -> Result<Seat, Refused> {
    let seat = super::asked(ask).ok_or(Refused::NotNow)?;
    if !ask.state.hands[seat.index()].contains(&Card::Kind(kind)) {
        return Err(Refused::NoCard);
    }
    check_moment(ask, seat, (kind, unit), moment(ask, seat).ok_or(Refused::CardNotNow)?)?;
    Ok(seat)
}

/// Whether a card can be played at a moment.
fn check_moment(
    ask: Ask<'_>,
    seat: Seat,
    (kind, unit): (u8, Option<Unit>),
    (now, own, shot): (Moment, Option<Unit>, Option<Shot>),
) -> Result<(), Refused> {
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
fn visit(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, Play>) -> ControlFlow<()> {
    let Some(now) = moment(ask, seat) else { return ControlFlow::Continue(()) };
    let hand = &ask.state.hands[seat.index()];
    for (place, held) in hand.iter().enumerate() {
        let Card::Kind(kind) = *held else { continue };
        if hand[..place].contains(held) || !fits(ask.rules.command_card(kind).when, now.0) {
            continue;
        }
        let mut offer = |unit: Option<Unit>| match check_moment(ask, seat, (kind, unit), now) {
            Ok(()) => visit(Play { card: kind, unit }),
            Err(_) => ControlFlow::Continue(()),
        };
        match chooses(ask.rules.command_card(kind)) {
            true => ask.state.side(seat).map(Some).try_for_each(offer)?,
            false => offer(None)?,
        }
    }
    ControlFlow::Continue(())
}

/// Whether a side holds a card that it could play for its unit at such a moment.
fn has_card_for(ask: Ask<'_>, unit: Unit, now: Moment, shot: Option<Shot>) -> bool {
    let seat = ask.state.unit(unit).seat;
    ask.state.hands[seat.index()].iter().any(|card| match *card {
        Card::Kind(kind) => check_moment(ask, seat, (kind, None), (now, Some(unit), shot)).is_ok(),
        Card::FaceDown => false,
    })
}

/// Whether a side holds a card for a shot of its own.
pub(super) fn may_add_to(ask: Ask<'_>, shot: Shot) -> bool {
    has_card_for(ask, shot.attacker, Moment::Attack, Some(shot))
}

/// Whether a side holds a card for a unit that goes into close combat.
pub(super) fn may_go_with(ask: Ask<'_>, unit: Unit) -> bool {
    has_card_for(ask, unit, Moment::CloseCombat, None)
}

/// Plays a card.
fn play(act: &mut Act<'_>, Playable { seat, card: kind, unit, secret, joins }: Playable) {
    s09_movement::tell_march(act);
    let hand = &mut act.state.hands[seat.index()];
    if let Some(place) = hand.iter().position(|&held| held == Card::Kind(kind)) {
        hand.remove(place);
    }
    act.state.discard.push(kind);
    act.journal.revealed();
    let played: &CommandCard = act.rules.command_card(kind);
    act.note(|ask| {
        let side = ask.rules.side_name(seat);
        let text = format!("{side} plays \"{}\": {}", played.name, played.text);
        let entry =
            Entry::new(COMMAND_CARDS, if secret { format!("{side} plays a card, face down") } else { text.clone() })
                .by(seat);
        if secret { entry.only_for(seat, text) } else { entry }
    });
    match joins {
        Joins::Answer(shot) => return s10_fire::answer(act, shot, Some(kind)),
        Joins::Stand(charge) => return s11_assault::answer(act, charge, Some(kind)),
        Joins::WhatGoesOn => mark_played(act, kind),
    }
    for &effect in &played.effects {
        take_effect(act, seat, effect, unit);
    }
}

/// One card for each thing: what goes on remembers it.
fn mark_played(act: &mut Act<'_>, kind: u8) {
    match act.state.frames.top_mut() {
        Frame::Shot(shot) => shot.card = Some(kind),
        Frame::Activation(activation) => activation.carded = true,
        Frame::Charge(charge) => charge.card = Some(kind),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Answer(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => {}
    }
}

/// Carries out an effect that does not belong to a shot.
fn take_effect(act: &mut Act<'_>, seat: Seat, effect: CardEffect, unit: Option<Unit>) {
    let side = seat.index();
    let placed = unit.and_then(|unit| Some((unit, act.state.hex(unit)?)));
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
        CardEffect::Rally(units) => {
            if let Some(placed) = placed {
                rally(act, seat, placed, units);
            }
        }
        CardEffect::Smoke(markers) => {
            if let Some(placed) = placed {
                smoke(act, placed, markers);
            }
        }
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
        CardEffect::Repair(needed) => {
            if let Some(unit) = unit {
                repair(act, unit, needed);
            }
        }
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
fn rally(act: &mut Act<'_>, seat: Seat, (unit, hex): (Unit, Hex), units: u8) {
    let rallied: Vec<Unit> = {
        let ask = act.ask();
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
        shaken.sort_by_key(|&other| (other != unit, other));
        shaken.into_iter().take(usize::from(units)).collect()
    };
    for unit in rallied {
        act.state.unmark(unit, Mark::Suppressed);
        act.state.unmark(unit, Mark::Fallback);
    }
}

/// Smoke in the unit's hex and in the hex before it.
fn smoke(act: &mut Act<'_>, (unit, hex): (Unit, Hex), markers: u8) {
    let hexes: Vec<Hex> = {
        let ask = act.ask();
        let state = ask.state.unit(unit);
        let ahead = if faces(ask, unit) { state.facing.sides().0 } else { ask.rules.side(state.seat).edge.opposite() };
        let before = ask.rules.grid().neighbour(hex, ahead).or_else(|| ask.rules.grid().neighbour(hex, Direction::N));
        [Some(hex), before].into_iter().flatten().collect()
    };
    hexes.into_iter().cycle().take(usize::from(markers)).for_each(|hex| act.state.add_smoke(hex));
}

/// The crew mends its vehicle, or does not.
fn repair(act: &mut Act<'_>, unit: Unit, needed: u8) {
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
