//! The action phase (AS-9): the sides take turns to activate a unit each, until neither wants to or can.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Seat, Verb, Visit, Wish};
use hexmap::{Hex, HexSet};

use super::{
    Refused, common_knowledge,
    notation::{read_hex, read_unit, unit_id},
    offer::{at_hex, deed, group, of_unit},
    pointing::{At, Meant},
    s04_units::card,
    s06_planning,
    s09_activation::{acting, active, can_activate, end, fresh},
    s09_hiding, s09_terrain, s10_fire, s12_air_strikes, s12_bombardment,
};
use crate::{
    rule_ids::{ACTIONS, FAST_ACTION, FIRE_STATUS, SMOKE},
    state::{Act, Activation, Ask, Assault, Frame, Mark, Mode, Place, Unit},
    tables::Kind,
};

/// Activate a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Activate {
    /// The unit.
    pub unit: Unit,
}

/// A unit that may be activated.
#[derive(Copy, Clone, Debug)]
pub struct Activated(Unit);

impl Family for Activate {
    type Rules = Assault;
    type Ready<'r> = Activated;

    const FORMS: &'static [Verb] = &[("activate", "activate UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Action { seat } = *ask.state.frames.top() else { return ControlFlow::Continue(()) };
        let mut able = ask.state.planned.iter().filter(|&unit| can_activate(ask, seat, unit));
        able.try_for_each(|unit| visit(Activate { unit }))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Activated, Refused> {
        check_activate(ask, self.unit)?;
        Ok(Activated(self.unit))
    }

    /// Its command point is turned over.
    fn perform(Activated(unit): Activated, act: &mut Act<'_>) {
        act.state.activated.add(unit);
        act.state.passed = [false, false];
        act.state.frames.push(Frame::Activation(Activation::of(unit)));
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        of_unit(ask, ACTIONS, self.unit, "Activate")
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("activate {}", unit_id(ask, self.unit))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["activate", unit] = *words else { return Ok(None) };
        Ok(Some(Activate { unit: read_unit(ask, unit)? }))
    }

    fn wishes(ask: Ask<'_>, Meant { unit, at }: Meant) -> Vec<Wish<Self>> {
        let label = || format!("Activate {}", ask.rules.unit_name(ask.state, unit));
        (at == At::Activation).then(|| Wish::new(label(), Activate { unit })).into_iter().collect()
    }
}

/// Say how the unit acts before it does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Announce {
    /// Make it a fast action.
    Fast {
        /// The unit.
        unit: Unit,
    },
    /// Fire first and move then.
    FireFirst {
        /// The unit.
        unit: Unit,
    },
}

/// A unit that may announce how it acts.
#[derive(Copy, Clone, Debug)]
pub struct Announced(Activation, Mode);

impl Family for Announce {
    type Rules = Assault;
    type Ready<'r> = Announced;

    const FORMS: &'static [Verb] = &[("fast", "fast UNIT"), ("fire-first", "fire-first UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        for unit in active(ask) {
            Announce::Fast { unit }.visit_if_legal(ask, visit)?;
            Announce::FireFirst { unit }.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, ask: Ask<'_>) -> Result<Announced, Refused> {
        match *self {
            Announce::Fast { unit } => Ok(Announced(check_fast(ask, unit)?, Mode::Fast)),
            Announce::FireFirst { unit } => Ok(Announced(check_fire_first(ask, unit)?, Mode::FireAndMove)),
        }
    }

    fn perform(Announced(activation, mode): Announced, act: &mut Act<'_>) {
        act.state.frames.replace(Frame::Activation(Activation { mode, ..activation }));
        if mode == Mode::Fast {
            act.state.mark(activation.unit, Mark::FastAction);
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Announce::Fast { unit } => {
                deed(ask, FAST_ACTION, unit, "Fast action: twice as far, no fire", "Movement", 2)
            }
            Announce::FireFirst { unit } => {
                deed(ask, FIRE_STATUS, unit, "Fire first, then move half as far", "Fire", 1)
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Announce::Fast { unit } => format!("fast {}", unit_id(ask, unit)),
            Announce::FireFirst { unit } => format!("fire-first {}", unit_id(ask, unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["fast", unit] => Announce::Fast { unit: read_unit(ask, unit)? },
            ["fire-first", unit] => Announce::FireFirst { unit: read_unit(ask, unit)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let unit = meant.unit;
        let both = [
            Wish::new("Make it a fast action", Announce::Fast { unit }),
            Wish::new("Fire first and move then", Announce::FireFirst { unit }),
        ];
        both.into_iter().filter(|_| meant.is_anything()).collect()
    }
}

/// Lay smoke.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LaySmoke {
    /// The unit.
    pub unit: Unit,
    /// The hex.
    pub at: Hex,
}

/// A unit that may lay smoke.
#[derive(Copy, Clone, Debug)]
pub struct Smoking(Activation, Hex);

impl Family for LaySmoke {
    type Rules = Assault;
    type Ready<'r> = Smoking;

    const FORMS: &'static [Verb] = &[("smoke", "smoke UNIT HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        active(ask).try_for_each(|unit| visit_smoke(ask, unit, visit))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Smoking, Refused> {
        check_smoke(ask, self.unit, self.at).map(|activation| Smoking(activation, self.at))
    }

    fn perform(Smoking(activation, at): Smoking, act: &mut Act<'_>) {
        lay_smoke(act, activation, at);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        Choice {
            group: group("Smoke", 4, Some("Lay smoke")),
            ..at_hex(ask, ChoiceKind::Hex, SMOKE, self.unit, self.at, "lays smoke in")
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("smoke {} {}", unit_id(ask, self.unit), ask.rules.label(self.at))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["smoke", unit, at] = *words else { return Ok(None) };
        Ok(Some(LaySmoke { unit: read_unit(ask, unit)?, at: read_hex(ask, at)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

fn check_activate(ask: Ask<'_>, unit: Unit) -> Result<(), Refused> {
    let Frame::Action { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let state = ask.state.unit(unit);
    if state.seat != seat {
        return Err(Refused::NotYours);
    }
    if !s06_planning::can_be_planned(ask, seat, unit) {
        return Err(if matches!(state.place, Place::Reserve { .. }) { Refused::NotDue } else { Refused::NotOnMap });
    }
    if ask.state.activated.has(unit) {
        return Err(Refused::ActedAlready);
    }
    if !ask.state.planned.has(unit) {
        return Err(Refused::NotPlanned);
    }
    if state.marks.has(Mark::Fallback) {
        return Err(Refused::HasFallenBack);
    }
    Ok(())
}

/// A fast action is made before the first step.
fn check_fast(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
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
    Ok(activation)
}

/// Fire and move is announced before the shot: the defender's dice depend on it (AS-10.9.4).
fn check_fire_first(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = may_fire_first(ask, unit)?;
    let possible = ask.state.side(ask.state.unit(unit).seat.other()).any(|target| {
        s10_fire::check_shot(ask, unit, target, crate::tables::ranged_fire::FireStatus::FireAndMove).is_ok()
    });
    if possible { Ok(activation) } else { Err(Refused::NoTarget) }
}

/// The same without looking for a target.
fn may_fire_first(ask: Ask<'_>, unit: Unit) -> Result<Activation, Refused> {
    let activation = check_fast(ask, unit)?;
    let moves_and_fires = card(ask, unit).may_move_and_fire() && card(ask, unit).kind != Kind::Gun;
    if moves_and_fires { Ok(activation) } else { Err(Refused::NoMoveAndFire) }
}

/// Smoke takes the place of an attack of a unit that does not move.
fn check_smoke(ask: Ask<'_>, unit: Unit, at: Hex) -> Result<Activation, Refused> {
    let (activation, from) = smokes_from(ask, unit)?;
    check_smoke_in(ask, unit, from, at)?;
    let sees = |unit: Unit| s09_terrain::sees(ask, unit, at, Kind::Infantry);
    if sees(unit) || smoke_spotters(ask, unit).any(sees) { Ok(activation) } else { Err(Refused::SmokeUnseen) }
}

/// Where a unit stands that may lay smoke now.
fn smokes_from(ask: Ask<'_>, unit: Unit) -> Result<(Activation, Hex), Refused> {
    let activation = fresh(ask, unit)?;
    if card(ask, unit).smoke_markers() == 0 {
        return Err(Refused::CannotDoThat);
    }
    if ask.state.has(unit, Mark::Suppressed) {
        return Err(Refused::IsSuppressed);
    }
    ask.state.hex(unit).map(|hex| (activation, hex)).ok_or(Refused::NotOnMap)
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
fn visit_smoke(ask: Ask<'_>, unit: Unit, visit: &mut Visit<'_, LaySmoke>) -> ControlFlow<()> {
    let Ok((_, from)) = smokes_from(ask, unit) else { return ControlFlow::Continue(()) };
    let mut seen = HexSet::new(ask.rules.grid().len());
    for looker in smoke_spotters(ask, unit).chain([unit]) {
        s09_terrain::add_seen(ask, &mut seen, looker, Kind::Infantry);
    }
    for at in seen.iter() {
        if check_smoke_in(ask, unit, from, at).is_ok() {
            visit(LaySmoke { unit, at })?;
        }
    }
    ControlFlow::Continue(())
}

fn lay_smoke(act: &mut Act<'_>, activation: Activation, at: Hex) {
    let unit = activation.unit;
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
    end(act, activation);
}

/// Whether a side that is asked for its next action has one, or can only pass.
pub(super) fn can_act(ask: Ask<'_>, seat: Seat) -> bool {
    ask.state.planned.iter().any(|unit| can_activate(ask, seat, unit)) || has_strikes(ask, seat)
}

/// Whether a side may have something to do in the action phase.
pub(crate) fn may_act(ask: Ask<'_>, seat: Seat) -> bool {
    let waits =
        || ask.state.all_units().any(|unit| ask.state.unit(unit).seat == seat && common_knowledge::may_wait(ask, unit));
    (common_knowledge::has_points_left(ask, seat) && waits()) || has_strikes(ask, seat)
}

/// Support that was asked for lies open on the table, and so do its targets.
fn has_strikes(ask: Ask<'_>, seat: Seat) -> bool {
    use std::ops::ControlFlow::Break;
    s12_bombardment::visit(ask, seat, &mut |_| Break(())).is_break()
        || s12_air_strikes::visit(ask, seat, &mut |_| Break(())).is_break()
}
