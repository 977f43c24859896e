//! After an assault: defenders fall back, attackers take the ground.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Verb, Visit, Wish};
use hexmap::Hex;

use super::fight::defender;
use crate::{
    play::{
        Refused,
        notation::{group, read_group, read_hex},
        out_of_place,
        pointing::Meant,
        s01_companies, s11_terrain, s12_stacking, s18_victory,
    },
    rule_ids::ASSAULT,
    state::{Act, Ask, Divisions, Frame, Retreat, UnitSet},
};

/// Fall back after an assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FallBack {
    /// The hex the defenders fall back to, all of them together.
    pub to: Hex,
}

/// Defenders who may fall back to a hex.
#[derive(Copy, Clone, Debug)]
pub struct FallingBack {
    after: Retreat,
    to: Hex,
}

impl Family for FallBack {
    type Rules = Divisions;
    type Ready<'r> = FallingBack;

    const FORMS: &'static [Verb] = &[("retreat", "retreat HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Retreat(after) = ask.state.frames.top() else { return ControlFlow::Continue(()) };
        retreats(ask, after).try_for_each(|to| visit(FallBack { to }))
    }

    fn check(&self, ask: Ask<'_>) -> Result<FallingBack, Refused> {
        let Frame::Retreat(after) = ask.state.frames.top() else { return Err(out_of_place(ask)) };
        check_hex(ask, after, self.to)?;
        Ok(FallingBack { after: *after, to: self.to })
    }

    fn perform(ready: FallingBack, act: &mut Act<'_>) {
        fall_back(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let label = ask.rules.label(self.to);
        Choice { hex: Some(label.clone()), ..Choice::new(ChoiceKind::Hex, ASSAULT, format!("Fall back to {label}")) }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("retreat {}", ask.rules.label(self.to))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["retreat", to] = *words else { return Ok(None) };
        Ok(Some(FallBack { to: read_hex(ask.rules, to)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Advance into the hex that was taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The attackers that move in.
    pub units: UnitSet,
}

/// Attackers who may take the hex.
#[derive(Copy, Clone, Debug)]
pub struct Advancing {
    after: Retreat,
    units: UnitSet,
}

impl Family for Advance {
    type Rules = Divisions;
    type Ready<'r> = Advancing;

    const FORMS: &'static [Verb] = &[("advance", "advance UNIT+UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Advance(after) = ask.state.frames.top() else { return ControlFlow::Continue(()) };
        for units in after.attackers.subsets() {
            if check_units(ask, after, units).is_ok() {
                visit(Advance { units })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, ask: Ask<'_>) -> Result<Advancing, Refused> {
        let units = self.units;
        match *ask.state.frames.top() {
            Frame::Advance(after) if !units.is_empty() => {
                check_units(ask, &after, units)?;
                Ok(Advancing { after, units })
            }
            Frame::Cup { .. }
            | Frame::Activation(_)
            | Frame::Moving(_)
            | Frame::Halt(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => Err(out_of_place(ask)),
        }
    }

    fn perform(ready: Advancing, act: &mut Act<'_>) {
        advance(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let units = ask.rules.ids(self.units).collect();
        Choice { units, ..Choice::new(ChoiceKind::Button, ASSAULT, ask.rules.act(self.units, "advances")) }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("advance {}", group(ask.rules, self.units))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["advance", units] = *words else { return Ok(None) };
        Ok(Some(Advance { units: read_group(ask.rules, units)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Defenders fall back; those who cannot lose a step and stand.
pub(super) fn drive_out(act: &mut Act<'_>, after: Retreat) {
    if retreats(act.ask(), &after).next().is_some() {
        act.state.frames.push(Frame::Retreat(after));
        return;
    }
    act.note(|ask| Entry::new(ASSAULT, "The defenders have nowhere to fall back to").at([ask.rules.label(after.hex)]));
    for unit in act.state.units_in(after.hex).iter() {
        s01_companies::lose_step(act, unit);
    }
    if act.state.units_in(after.hex).is_empty() {
        offer_advance(act, after);
    }
}

/// The hexes the defenders may fall back to.
fn retreats<'a>(ask: Ask<'a>, after: &'a Retreat) -> impl Iterator<Item = Hex> + 'a {
    let neighbours = ask.rules.grid().neighbours(after.hex);
    neighbours.map(|(_, to)| to).filter(move |&to| check_hex(ask, after, to).is_ok())
}

/// Whether a hex is free for all defenders and not beside an attacker.
fn check_hex(ask: Ask<'_>, after: &Retreat, to: Hex) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let units = state.units_in(after.hex);
    let direction = rules.grid().direction(after.hex, to).ok_or(Refused::NoRetreat(to))?;
    let passable = s11_terrain::dearest(rules, units, after.hex, direction).is_some();
    let mut attackers = after.attackers.iter().filter_map(|unit| state.hex(unit));
    if !passable || attackers.any(|hex| rules.grid().distance(hex, to) <= 1) {
        return Err(Refused::NoRetreat(to));
    }
    s12_stacking::check(ask, units, to)
}

/// The defenders fall back.
fn fall_back(act: &mut Act<'_>, FallingBack { after, to }: FallingBack) {
    let units = act.state.units_in(after.hex);
    let seat = defender(act.rules, after.attackers);
    units.iter().for_each(|unit| act.state.put(unit, to));
    act.note(|Ask { rules, .. }| {
        let (from, to) = (rules.label(after.hex), rules.label(to));
        Entry::new(ASSAULT, format!("The defenders of {from} fall back to {to}"))
            .by(seat)
            .at([from, to])
            .about(rules.ids(units))
    });
    s18_victory::take_objective(act, seat, to);
    act.state.frames.pop();
    offer_advance(act, after);
}

/// Asks the attackers whether to take the hex, if any of them can.
pub(super) fn offer_advance(act: &mut Act<'_>, after: Retreat) {
    if after.attackers.iter().any(|unit| check_units(act.ask(), &after, unit.alone()).is_ok()) {
        act.state.frames.push(Frame::Advance(after));
    }
}

fn check_units(ask: Ask<'_>, after: &Retreat, units: UnitSet) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let hex = after.hex;
    for unit in units.iter() {
        if !after.attackers.has(unit) {
            return Err(Refused::NotAnAttacker(unit));
        }
        let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
        let direction = rules.grid().direction(from, hex).ok_or(Refused::NotBeside { unit, hex })?;
        rules.cost(rules.unit(unit).class, from, direction).ok_or(Refused::Impassable(hex))?;
    }
    s12_stacking::check(ask, units, hex)
}

/// Attackers take the hex.
fn advance(act: &mut Act<'_>, Advancing { after, units }: Advancing) {
    let seat = defender(act.rules, after.attackers).other();
    units.iter().for_each(|unit| act.state.put(unit, after.hex));
    act.note(|Ask { rules, .. }| {
        let hex = rules.label(after.hex);
        Entry::new(ASSAULT, format!("{} {hex}", rules.act(units, "advances into")))
            .by(seat)
            .at([hex])
            .about(rules.ids(units))
    });
    s18_victory::take_objective(act, seat, after.hex);
    act.state.frames.pop();
}
