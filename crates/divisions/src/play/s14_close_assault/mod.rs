//! Close assault (FD-14).
//!
//! After its fire a formation may assault adjacent hexes with companies that are in command, not pinned and have not
//! fired. Both sides throw two dice and add their strength; the margin is read from the table (`fight`). Defenders who
//! are driven out fall back one hex; the attackers may take the ground (`aftermath`).

mod aftermath;
mod fight;

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Forecast, Tone, Verb, Visit, Wish, likeliest};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_hex, read_unit},
    out_of_place,
    pointing::Meant,
    s01_companies::{self, face},
    s15_hands,
};
use crate::{
    rule_ids::ASSAULT,
    state::{Act, Activation, Ask, Assault, Divisions, Frame, Phase, Retreat, Unit, UnitSet},
};

pub use aftermath::{Advance, FallBack};
pub(crate) use fight::count_odds;
pub(super) use fight::defender;
pub use fight::{Fight, chances, fight};

/// Begin a close assault on a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The first company to attack; others may join it.
    pub unit: Unit,
    /// The enemy's hex.
    pub hex: Hex,
}

/// An assault that may begin.
#[derive(Copy, Clone, Debug)]
pub struct Begun(Assault);

impl Family for Begin {
    type Rules = Divisions;
    type Ready<'r> = Begun;

    const FORMS: &'static [Verb] = &[("assault", "assault UNIT HEX")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match ask.state.frames.top() {
            Frame::Activation(activation) if activation.phase == Phase::Assault => self::visit(ask, activation, visit),
            Frame::Activation(_)
            | Frame::Cup { .. }
            | Frame::Moving(_)
            | Frame::Halt(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Begun, Refused> {
        check(ask, self.unit, self.hex)?;
        Ok(Begun(self.alone()))
    }

    fn perform(Begun(assault): Begun, act: &mut Act<'_>) {
        act.state.frames.push(Frame::Assault(assault));
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let (info, label) = (ask.rules.unit(self.unit), ask.rules.label(self.hex));
        Choice {
            units: vec![info.id.clone()],
            odds: Some(forecast(ask, &self.alone(), None)),
            hex: Some(label.clone()),
            ..Choice::new(ChoiceKind::Hex, ASSAULT, format!("{} assaults {label}", info.name))
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("assault {} {}", ask.rules.unit(self.unit).id, ask.rules.label(self.hex))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["assault", unit, hex] = *words else { return Ok(None) };
        Ok(Some(Begin { unit: read_unit(ask.rules, unit)?, hex: read_hex(ask.rules, hex)? }))
    }

    fn wishes(ask: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let hexes = meant.targets(ask).into_iter().filter_map(|target| ask.state.hex(target));
        let assault = |hex| Wish::new(format!("Assault {}", ask.rules.label(hex)), Begin { unit: meant.unit, hex });
        likeliest(ask, hexes.map(assault)).into_iter().collect()
    }
}

impl Begin {
    /// The assault before others join it.
    fn alone(self) -> Assault {
        Assault { hex: self.hex, attackers: self.unit.alone(), chit: None }
    }
}

/// Join the assault that is being put together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// The company that joins.
    pub unit: Unit,
}

/// The assault with the company that joins it.
#[derive(Copy, Clone, Debug)]
pub struct Joined(Assault);

impl Family for Join {
    type Rules = Divisions;
    type Ready<'r> = Joined;

    const FORMS: &'static [Verb] = &[("join", "join UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let (Frame::Assault(assault), Some(activation)) = (ask.state.frames.top(), ask.state.activation()) else {
            return ControlFlow::Continue(());
        };
        let formation = ask.rules.formation(activation.formation).units;
        let mut joining = formation.iter().filter(|&unit| check_joining(ask, activation, assault, unit).is_ok());
        joining.try_for_each(|unit| visit(Join { unit }))
    }

    fn check(&self, ask: Ask<'_>) -> Result<Joined, Refused> {
        let Frame::Assault(assault) = ask.state.frames.top() else { return Err(out_of_place(ask)) };
        let activation = ask.state.activation().ok_or(Refused::NothingActive)?;
        check_joining(ask, activation, assault, self.unit)?;
        Ok(Joined(Assault { attackers: assault.attackers.or(self.unit.alone()), ..*assault }))
    }

    fn perform(Joined(assault): Joined, act: &mut Act<'_>) {
        act.state.frames.replace(Frame::Assault(assault));
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let info = ask.rules.unit(self.unit);
        Choice {
            units: vec![info.id.clone()],
            hex: ask.state.hex(self.unit).map(|hex| ask.rules.label(hex)),
            odds: self.check(ask).ok().map(|Joined(assault)| forecast(ask, &assault, None)),
            ..Choice::new(ChoiceKind::Unit, ASSAULT, format!("{} joins", info.name))
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("join {}", ask.rules.unit(self.unit).id)
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let ["join", unit] = *words else { return Ok(None) };
        Ok(Some(Join { unit: read_unit(ask.rules, unit)? }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// Whether a unit may begin an assault on a hex.
pub(crate) fn check(ask: Ask<'_>, unit: Unit, hex: Hex) -> Result<(), Refused> {
    match ask.state.frames.top() {
        Frame::Activation(activation) => check_attacker(ask, activation, unit, hex),
        Frame::Cup { .. }
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

/// Whether a unit may take part in an assault on a hex.
fn check_attacker(ask: Ask<'_>, activation: &Activation, unit: Unit, hex: Hex) -> Result<(), Refused> {
    let Ask { rules, state } = ask;
    let info = rules.unit(unit);
    if activation.phase != Phase::Assault {
        return Err(Refused::NotAsked);
    }
    if !rules.formation(activation.formation).units.has(unit) {
        return Err(Refused::NotActive(unit));
    }
    let from = state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
    if state.pinned.has(unit) {
        return Err(Refused::Pinned(unit));
    }
    if state.fired.has(unit) {
        return Err(Refused::HasFired(unit));
    }
    if !info.assaults() {
        return Err(Refused::CannotAssault(unit));
    }
    if !activation.in_command.has(unit) {
        return Err(Refused::OutOfCommand(unit));
    }
    if state.units_in(hex).and(rules.side(info.seat.other())).is_empty() {
        return Err(Refused::NoEnemyThere(hex));
    }
    let way = rules.grid().direction(from, hex).and_then(|direction| rules.cost(info.class, from, direction));
    way.map(|_| ()).ok_or(Refused::NotBeside { unit, hex })
}

/// Everybody who could take part in an assault on a hex now, up to the limit.
pub fn attackers(ask: Ask<'_>, activation: &Activation, hex: Hex) -> UnitSet {
    let beside = ask.rules.grid().neighbours(hex).flat_map(|(_, from)| ask.state.units_in(from).iter());
    let able = beside.filter(|&unit| check_attacker(ask, activation, unit, hex).is_ok());
    able.take(ask.rules.assault_table().attackers_limit).collect()
}

pub(crate) fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Begin>) -> ControlFlow<()> {
    let formation = ask.rules.formation(activation.formation);
    for unit in formation.units.without(ask.state.fired).without(ask.state.pinned).iter() {
        let Some(from) = ask.state.hex(unit) else { continue };
        for (_, hex) in ask.rules.grid().neighbours(from) {
            if check_attacker(ask, activation, unit, hex).is_ok() {
                visit(Begin { unit, hex })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn check_joining(ask: Ask<'_>, activation: &Activation, assault: &Assault, unit: Unit) -> Result<(), Refused> {
    if assault.attackers.has(unit) {
        return Err(Refused::AlreadyJoined(unit));
    }
    let limit = ask.rules.assault_table().attackers_limit;
    if assault.attackers.len() >= limit {
        return Err(Refused::EnoughAttackers(limit as u8));
    }
    check_attacker(ask, activation, unit, assault.hex)
}

/// The attackers go in: the defender may answer if it holds chits.
pub(crate) fn launch(act: &mut Act<'_>, assault: Assault) {
    if s15_hands::may_answer(act.ask(), defender(act.rules, assault.attackers)) {
        // As with a shot: what was announced stands.
        act.journal.revealed();
        act.state.frames.replace(Frame::AssaultReply(assault));
    } else {
        resolve(act, assault, None);
    }
}

/// Throws the dice and takes the consequences. The assault's frame is on top and is ended here.
pub(super) fn resolve(act: &mut Act<'_>, assault: Assault, reply: Option<u8>) {
    let table = act.rules.assault_table();
    let fight = fight(act.ask(), &assault, reply);
    let (row, faces) = fight.resolve(table, act.dice);
    let result = &table.rows[row];
    act.note(|Ask { rules, .. }| {
        let attackers = rules.act(assault.attackers, "assaults");
        Entry::new(ASSAULT, format!("{attackers} {}: {}", rules.label(assault.hex), result.text))
            .by(defender(rules, assault.attackers).other())
            .tone(Tone::Combat)
            .at([rules.label(assault.hex)])
            .about(rules.ids(assault.attackers))
            .because(fight.resolution(table, row, &faces))
    });
    act.state.frames.pop();
    act.state.fired = act.state.fired.or(assault.attackers);
    for _ in 0..result.attacker {
        lose_strongest(act, assault.attackers);
    }
    for _ in 0..result.defender {
        lose_strongest(act, act.state.units_in(assault.hex));
    }
    let after = Retreat { hex: assault.hex, attackers: assault.attackers };
    if act.state.units_in(assault.hex).is_empty() {
        aftermath::offer_advance(act, after);
    } else if result.retreat {
        aftermath::drive_out(act, after);
    }
}

/// The loss falls on the company with the highest strength, the first of equals.
fn lose_strongest(act: &mut Act<'_>, units: UnitSet) {
    let ask = act.ask();
    let alive = units.iter().filter(|&unit| ask.state.hex(unit).is_some());
    let strongest = alive.max_by_key(|&unit| (face(ask, unit).assault, std::cmp::Reverse(unit)));
    if let Some(unit) = strongest {
        s01_companies::lose_step(act, unit);
    }
}

/// The odds of an assault as things stand; `reply` is the defender's event chit.
pub(crate) fn forecast(ask: Ask<'_>, assault: &Assault, reply: Option<u8>) -> Forecast {
    fight(ask, assault, reply).forecast(ask.rules.assault_table())
}
