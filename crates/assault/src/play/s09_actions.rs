//! The action phase (AS-9): the sides take turns to activate a unit each, until neither wants to or can.

use std::ops::ControlFlow;

use engine::{Entry, Seat};
use hexmap::{Hex, HexSet};

use super::{
    Refused, Visit, action::Action, s04_transport, s04_units::card, s06_planning, s07_support, s08_command_cards,
    s09_hiding, s09_mines, s09_movement, s09_terrain, s10_fire, s10_reaction, s11_assault, s12_air_strikes, s12_blast,
    s12_bombardment, s13_status, s14_organization, s15_victory, s16_set_up,
};
use crate::{
    rule_ids::{ACTIONS, SMOKE},
    state::{Act, Activation, Ask, Frame, Mark, Mode, Place, Unit},
    tables::Kind,
};

/// The activation of a unit that may go on with it now.
pub(super) fn acting(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    match ask.state.frames.top() {
        Frame::Activation(activation) if activation.unit == unit => Ok(*activation),
        Frame::Activation(_) => Err(Refused::OtherUnit),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => Err(Refused::NotNow),
    }
}

/// The same for a deed that takes a whole activation.
pub(super) fn fresh(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = acting(ask, unit)?;
    if ask.state.hex(unit).is_none() {
        return Err(Refused::NotOnMap);
    }
    let begun = activation.mode != Mode::Ready || activation.fired || activation.spent > 0;
    if begun { Err(Refused::DoneSomething) } else { Ok(activation) }
}

/// Units that could still be activated.
pub(crate) fn can_activate(ask: Ask<'_>, seat: Seat, unit: Unit) -> bool {
    ask.state.planned.has(unit)
        && !ask.state.activated.has(unit)
        && s06_planning::can_be_planned(ask, seat, unit)
        && !ask.state.has(unit, Mark::Fallback)
}

pub(super) fn check_activate(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let state = ask.state.unit(unit);
    if state.seat != seat {
        return Err(Refused::NotYours);
    }
    if !s06_planning::can_be_planned(ask, seat, unit) {
        return Err(if matches!(state.place, Place::Reserve { .. }) { Refused::NotDue } else { Refused::NotOnMap });
    }
    if !ask.state.planned.has(unit) {
        return Err(Refused::NotPlanned);
    }
    if ask.state.activated.has(unit) {
        return Err(Refused::ActedAlready);
    }
    if state.marks.has(Mark::Fallback) {
        return Err(Refused::HasFallenBack);
    }
    Ok(())
}

pub(super) fn visit_activations(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for unit in ask.state.planned.iter().filter(|&unit| can_activate(ask, seat, unit)) {
        visit(Action::Activate { unit })?;
    }
    ControlFlow::Continue(())
}

/// Activates a unit: its command point is turned over.
pub(super) fn activate(act: &mut Act<'_>, unit: Unit) {
    act.state.activated.add(unit);
    act.state.passed = [false, false];
    act.state.frames.push(Frame::Activation(Activation::of(unit)));
}

/// Visits everything that an activated unit could do.
pub(super) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let unit = activation.unit;
    let mut targets = false;
    s10_fire::visit(ask, activation, &mut |action| {
        targets = true;
        visit(action)
    })?;
    s09_movement::visit(ask, activation, visit)?;
    s11_assault::visit(ask, activation, visit)?;
    let simple = [
        (Action::Fast { unit }, check_fast(ask, unit)),
        // Who is ready has the same targets whether he moves afterwards or not.
        (Action::FireFirst { unit }, if targets { may_fire_first(ask, unit) } else { Err(Refused::NoTarget) }),
        (Action::Hide { unit }, s09_hiding::check_hide(ask, unit)),
        (Action::Ambush { unit }, s09_hiding::check_ambush(ask, unit)),
        (Action::DigIn { unit }, s13_status::check_dig_in(ask, unit)),
        (Action::Clear { unit }, s09_mines::check_clear(ask, unit).map(|_| ())),
        (Action::Dismount { unit }, s04_transport::check_dismount(ask, unit).map(|_| ())),
    ];
    for (action, _) in simple.into_iter().filter(|(_, checked)| checked.is_ok()) {
        visit(action)?;
    }
    s04_transport::visit(ask, activation, visit)?;
    visit_smoke(ask, activation, visit)?;
    s12_blast::visit(ask, activation, visit)
}

/// A fast action is made before the first step.
pub(super) fn check_fast(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let activation = acting(ask, unit)?;
    if activation.mode != Mode::Ready || activation.fired || activation.spent > 0 {
        return Err(Refused::DoneSomething);
    }
    if matches!(ask.state.unit(unit).place, Place::Aboard(_)) {
        return Err(Refused::NotOnMap);
    }
    if card(ask, unit).allowance == 0 || !card(ask, unit).may_move() {
        return Err(Refused::CannotMove);
    }
    if ask.state.has(unit, Mark::Immobilised) {
        return Err(Refused::Immobilised);
    }
    if ask.state.has(unit, Mark::Suppressed) {
        return Err(Refused::IsSuppressed);
    }
    Ok(())
}

pub(super) fn go_fast(act: &mut Act<'_>) {
    set_mode(act, Mode::Fast);
}

fn set_mode(act: &mut Act<'_>, mode: Mode) {
    if let Some(activation) = act.state.activation_mut() {
        activation.mode = mode;
        let unit = activation.unit;
        if mode == Mode::Fast {
            act.state.mark(unit, Mark::FastAction);
        }
    }
}

/// Fire and move is announced before the shot: the defender's dice depend on it (AS-10.9.4).
pub(super) fn check_fire_first(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    may_fire_first(ask, unit)?;
    let possible = ask.state.all_units().any(|target| {
        s10_fire::check_shot(ask, unit, target, crate::tables::ranged_fire::FireStatus::FireAndMove).is_ok()
    });
    if possible { Ok(()) } else { Err(Refused::NoTarget) }
}

/// The same without looking for a target.
fn may_fire_first(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    check_fast(ask, unit)?;
    let moves_and_fires = card(ask, unit).may_move_and_fire() && card(ask, unit).kind != Kind::Gun;
    if moves_and_fires { Ok(()) } else { Err(Refused::NoMoveAndFire) }
}

pub(super) fn fire_first(act: &mut Act<'_>) {
    set_mode(act, Mode::FireAndMove);
}

/// Smoke takes the place of an attack of a unit that does not move.
pub(super) fn check_smoke(ask: Ask<'_>, unit: Unit, at: Hex) -> Result<(), Refused> {
    let from = smokes_from(ask, unit)?;
    check_smoke_in(ask, unit, from, at)?;
    let sees = |unit: Unit| s09_terrain::sees(ask, unit, at, Kind::Infantry);
    if sees(unit) || smoke_spotters(ask, unit).any(sees) { Ok(()) } else { Err(Refused::SmokeUnseen) }
}

/// Where a unit stands that may lay smoke now.
fn smokes_from(ask: Ask<'_>, unit: Unit) -> Result<Hex, Refused> {
    fresh(ask, unit)?;
    if card(ask, unit).smoke_markers() == 0 {
        return Err(Refused::CannotDoThat);
    }
    if ask.state.has(unit, Mark::Suppressed) {
        return Err(Refused::IsSuppressed);
    }
    ask.state.hex(unit).ok_or(Refused::NotOnMap)
}

/// Units that could see for one that lays smoke.
fn smoke_spotters(ask: Ask<'_>, unit: Unit) -> impl Iterator<Item = Unit> + '_ {
    let seat = ask.state.unit(unit).seat;
    ask.state.side(seat).filter(move |&spotter| ask.rules.card(ask.state, spotter).can_spot_indirect())
}

/// Whether smoke can be laid in a hex, whoever sees it.
fn check_smoke_in(ask: Ask<'_>, unit: Unit, from: Hex, at: Hex) -> Result<(), Refused> {
    let card = card(ask, unit);
    let hexes = ask.rules.grid().distance(from, at);
    if hexes > u16::from(card.range.long) {
        return Err(Refused::OutOfRange);
    }
    if hexes < u16::from(card.minimum.max(1)) {
        return Err(Refused::TooNear);
    }
    if ask.state.smoke_in(at) >= ask.rules.catalogue.smoke.blocks {
        return Err(Refused::EnoughSmoke);
    }
    Ok(())
}

/// Smoke is offered where it is of use: around enemies and objectives that are known, and around one's own units.
fn visit_smoke(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let unit = activation.unit;
    let Ok(from) = smokes_from(ask, unit) else { return ControlFlow::Continue(()) };
    let mut seen = HexSet::new(ask.rules.grid().len());
    for looker in smoke_spotters(ask, unit).chain([unit]) {
        s09_terrain::add_seen(ask, &mut seen, looker, Kind::Infantry);
    }
    for at in seen.iter() {
        if check_smoke_in(ask, unit, from, at).is_ok() {
            visit(Action::Smoke { unit, at })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn lay_smoke(act: &mut Act<'_>, unit: Unit, at: Hex) {
    let markers = card(act.ask(), unit).smoke_markers();
    (0..markers).for_each(|_| act.state.add_smoke(at));
    s09_hiding::give_away(act, unit);
    act.state.mark(unit, Mark::Firing);
    act.note(|ask| {
        let name = ask.rules.unit_name(ask.state, unit);
        Entry::new(SMOKE, format!("{name} lays smoke in {}", ask.rules.label(at)))
            .by(ask.state.unit(unit).seat)
            .at([ask.rules.label(at)])
            .about([ask.rules.unit_id(ask.state, unit)])
    });
    end(act);
}

/// Whether there is something to be done with.
pub(super) fn check_done(ask: Ask<'_>) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => Err(Refused::NotNow),
        Frame::Deploy { seat } => s16_set_up::check_done(ask, *seat),
        Frame::Activation(activation) => {
            // A unit that said it would fire first has still to do so.
            let owes = activation.mode == Mode::FireAndMove && !activation.fired;
            if owes { Err(Refused::NotNow) } else { Ok(()) }
        }
        Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Organization { .. } => Ok(()),
    }
}

/// Nothing more: what it ends depends on what is going on.
pub(super) fn done(act: &mut Act<'_>) {
    match *act.state.frames.top() {
        Frame::Deploy { seat } => s16_set_up::done(act, seat),
        Frame::Planning { seat } => s06_planning::done(act, seat),
        Frame::Support { seat } => s07_support::done(act, seat),
        Frame::Action { seat } => pass(act, seat),
        Frame::Activation(_) => end(act),
        Frame::Reaction(_) => {
            act.state.frames.pop();
        }
        Frame::Shot(shot) => s10_fire::announce(act, shot),
        Frame::Answer(shot) => s10_fire::answer(act, shot, None),
        Frame::Charge(charge) => s11_assault::announce(act, charge),
        Frame::Stand(charge) => s11_assault::answer(act, charge, None),
        Frame::Organization { seat } => s14_organization::done(act, seat),
        Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => debug_assert!(false, "done was not checked"),
    }
}

/// A side passes; when both have passed one after the other the phase is over.
fn pass(act: &mut Act<'_>, seat: Seat) {
    act.state.passed[seat.index()] = true;
    act.note(|ask| Entry::new(ACTIONS, format!("{} passes", ask.rules.side_name(seat))).by(seat));
    if act.state.passed == [true, true] {
        s14_organization::begin(act);
    } else {
        act.state.frames.replace(Frame::Action { seat: seat.other() });
    }
}

/// Ends the activation that is going on, and marks the unit with what it did.
pub(super) fn end(act: &mut Act<'_>) {
    s09_movement::tell_march(act);
    let Frame::Activation(activation) = *act.state.frames.top() else { return };
    act.state.frames.pop();
    let unit = activation.unit;
    if act.state.hex(unit).is_some() {
        mark_deed(act, &activation);
    }
    hand_over(act, act.state.unit(unit).seat);
}

fn mark_deed(act: &mut Act<'_>, activation: &Activation) {
    let unit = activation.unit;
    let fire = [Mark::Firing, Mark::TurretFire, Mark::MoveAndFire, Mark::FireAndMove];
    let told = fire.iter().chain(&[
        Mark::FastAction,
        Mark::DelayedAction,
        Mark::HideAction,
        Mark::Ambush,
        Mark::DiggingIn,
        Mark::Clearing,
    ]);
    if !told.copied().any(|mark| act.state.has(unit, mark)) {
        act.state.mark(unit, if activation.spent > 0 { Mark::Moved } else { Mark::Acted });
    }
}

/// The other side acts next, if it can; otherwise the same one goes on.
pub(super) fn hand_over(act: &mut Act<'_>, seat: Seat) {
    act.state.passed = [false, false];
    act.state.frames.replace(Frame::Action { seat: seat.other() });
}

/// Whether a side could do something in the action phase.
fn can_act(ask: Ask<'_>, seat: Seat) -> bool {
    let unit = ask.state.planned.iter().any(|unit| can_activate(ask, seat, unit));
    let strike = |visit: &mut Visit<'_>| {
        s12_bombardment::visit(ask, seat, visit)?;
        s12_air_strikes::visit(ask, seat, visit)
    };
    unit || strike(&mut |_| ControlFlow::Break(())).is_break()
}

/// Ends what has come to its end by itself, until somebody has something to decide.
pub(super) fn settle(act: &mut Act<'_>) {
    loop {
        if s15_victory::end_if_destroyed(act) {
            return;
        }
        match *act.state.frames.top() {
            Frame::Reaction(reaction) => {
                if s10_reaction::is_open(act.ask(), &reaction) {
                    return;
                }
                act.state.frames.pop();
            }
            Frame::Activation(activation) => {
                if goes_on(act.ask(), &activation) {
                    return;
                }
                end(act);
            }
            Frame::Action { seat } => {
                let ask = act.ask();
                if can_act(ask, seat) {
                    return;
                }
                // Whoever has passed, and cannot be answered, has ended the phase.
                if can_act(ask, seat.other()) && !ask.state.passed[seat.other().index()] {
                    act.state.frames.replace(Frame::Action { seat: seat.other() });
                } else {
                    s14_organization::begin(act);
                }
            }
            Frame::Support { seat } => {
                if s07_support::is_open(act.ask(), seat) {
                    return;
                }
                s07_support::done(act, seat);
            }
            Frame::Organization { seat } => {
                if s08_command_cards::is_open(act.ask(), seat) {
                    return;
                }
                s14_organization::done(act, seat);
            }
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Shot(_)
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Over { .. } => return,
        }
    }
}

/// Whether an activated unit could still do something.
fn goes_on(ask: Ask<'_>, activation: &Activation) -> bool {
    let unit = activation.unit;
    let gone = matches!(ask.state.unit(unit).place, Place::Gone);
    let stopped = ask.state.has(unit, Mark::Fallback) || ask.state.has(unit, Mark::DelayedAction);
    let shaken = ask.state.has(unit, Mark::Suppressed)
        && card(ask, unit).kind != Kind::Vehicle
        && (activation.fired || activation.spent > 0);
    if gone || stopped || shaken || (activation.fired && activation.mode != Mode::FireAndMove) {
        return false;
    }
    activation.mode == Mode::Ready || visit(ask, activation, &mut |_| ControlFlow::Break(())).is_break()
}

/// What a unit that only digs or hides spends its activation on.
pub(super) fn spend(act: &mut Act<'_>, unit: Unit, mark: Mark, does: &str, rule: engine::RuleId) {
    act.state.mark(unit, mark);
    act.note(|ask| {
        let (name, seat) = (ask.rules.unit_name(ask.state, unit), ask.state.unit(unit).seat);
        let text = format!("{name} {does}");
        if ask.state.is_known(unit) {
            Entry::new(rule, text).by(seat).about([ask.rules.unit_id(ask.state, unit)])
        } else {
            Entry::new(rule, "Something stirs where nobody sees it").by(seat).only_for(seat, text)
        }
    });
    end(act);
}

/// Whether a unit's status keeps it from all but running.
pub(super) fn check_steady(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    if s13_status::is_shaken(ask, unit) { Err(Refused::IsSuppressed) } else { Ok(()) }
}
