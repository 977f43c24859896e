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
    s04_units::faces,
    s06_planning,
    s08_hands::deal,
    s08_moments::{check_moment, chooses, fits, loaded_battery, moment},
    s09_actions,
    s09_march::tell_march,
    s10_fire, s10_orders, s10_shots, s11_assault,
};
use crate::{
    rule_ids::COMMAND_CARDS,
    state::{Act, Ask, Assault, Card, Frame, Mark, Module, Shot, Unit},
    tables::command_cards::{CardEffect, CommandCard, Moment},
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
    Answer(s10_shots::Ready),
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
            Frame::Answer(shot) => Joins::Answer(s10_shots::aimed(ask, shot)?),
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
        let group = s10_orders::in_group(ask);
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

/// The side that may play a card now, for a unit or for none.
fn check(ask: Ask<'_>, kind: u8, unit: Option<Unit>) -> Result<Seat, Refused> {
    let seat = super::asked(ask).ok_or(Refused::NotNow)?;
    if !ask.state.hands[seat.index()].contains(&Card::Kind(kind)) {
        return Err(Refused::NoCard);
    }
    check_moment(ask, seat, (kind, unit), moment(ask, seat).ok_or(Refused::CardNotNow)?)?;
    Ok(seat)
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

/// Plays a card.
fn play(act: &mut Act<'_>, Playable { seat, card: kind, unit, secret, joins }: Playable) {
    tell_march(act);
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
        Joins::Answer(shot) => return s10_shots::answer(act, shot, Some(kind)),
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
