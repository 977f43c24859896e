//! Event chits (FD-15): drawn by chance from a pool that both sides know into a hidden hand, played once.
//!
//! The enemy may know each side's whole pool, how many chits go into the cup on which turn, how many are in a hand, and
//! what was played. Which side is asked, and when, follows from that alone, so that no question gives a hand away.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Entry, Family, Forecast, Seat, Verb, Visit, Wish};

use super::{
    Refused, asked,
    notation::{read_chit, read_unit},
    pointing::Meant,
    s03_direct_fire, s10_movement, s14_close_assault,
    s15_hands::{check_held, held, spend},
};
use crate::{
    rule_ids::EVENTS,
    state::{Act, Activation, Ask, Assault, Divisions, Frame, Phase, Shot, Unit},
    tables::{Effect, When},
};

/// Play an event chit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The kind of chit, by its place in the table.
    pub chit: u8,
    /// The company it is for, if it is for one.
    pub unit: Option<Unit>,
}

/// A chit that may be played, and what it does.
#[derive(Copy, Clone, Debug)]
pub struct Playable {
    chit: u8,
    seat: Seat,
    does: Does,
}

#[derive(Copy, Clone, Debug)]
enum Does {
    /// The formation marches farther.
    March,
    /// A company is brought up to strength.
    Rebuild(Unit),
    /// Smoke against a shot.
    AnswerShot(Shot),
    /// Help for one's own assault.
    Strengthen(Assault),
    /// Help against the enemy's.
    AnswerAssault(Assault),
}

impl Family for Play {
    type Rules = Divisions;
    type Ready<'r> = Playable;

    const FORMS: &'static [Verb] = &[("play", "play CHIT [for UNIT]")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match ask.state.frames.top() {
            Frame::Activation(activation) if activation.phase == Phase::Movement => {
                visit_for_formation(ask, activation, visit)
            }
            Frame::Reply(_) => visit_held(ask, When::EnemyShot, visit),
            Frame::Assault(assault) if assault.chit.is_none() => visit_held(ask, When::OwnAssault, visit),
            Frame::AssaultReply(_) => visit_held(ask, When::EnemyAssault, visit),
            Frame::Activation(_)
            | Frame::Cup { .. }
            | Frame::Moving(_)
            | Frame::Halt(_)
            | Frame::Assault(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Playable, Refused> {
        check(ask, *self)
    }

    fn perform(ready: Playable, act: &mut Act<'_>) {
        play(act, ready);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let unit = self.unit.map(|unit| ask.rules.unit(unit));
        let whom = unit.map(|unit| format!(" for {}", unit.name)).unwrap_or_default();
        let label = format!("Play {}{whom}", ask.rules.event(self.chit).name.to_lowercase());
        Choice {
            units: unit.map(|unit| unit.id.clone()).into_iter().collect(),
            odds: odds_with(ask, self.chit),
            ..Choice::new(ChoiceKind::Button, EVENTS, label)
        }
    }

    fn write(&self, Ask { rules, .. }: Ask<'_>) -> String {
        let whom = self.unit.map(|unit| format!(" for {}", rules.unit(unit).id)).unwrap_or_default();
        format!("play {}{whom}", rules.event(self.chit).id)
    }

    fn read(Ask { rules, .. }: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        match *words {
            ["play", chit] => Ok(Some(Play { chit: read_chit(rules, chit)?, unit: None })),
            ["play", chit, "for", unit] => {
                Ok(Some(Play { chit: read_chit(rules, chit)?, unit: Some(read_unit(rules, unit)?) }))
            }
            _ => Ok(None),
        }
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// What the chit does, if it may be played now, on its own or for a unit.
fn check(ask: Ask<'_>, Play { chit, unit }: Play) -> Result<Playable, Refused> {
    let (when, does) = match *ask.state.frames.top() {
        Frame::Activation(activation) => return check_for_formation(ask, &activation, chit, unit),
        Frame::Reply(shot) => (When::EnemyShot, Does::AnswerShot(shot)),
        Frame::Assault(assault) if assault.chit.is_none() => (When::OwnAssault, Does::Strengthen(assault)),
        Frame::AssaultReply(assault) => (When::EnemyAssault, Does::AnswerAssault(assault)),
        Frame::Cup { .. }
        | Frame::Moving(_)
        | Frame::Halt(_)
        | Frame::Assault(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => return Err(Refused::ChitNotNow),
    };
    if unit.is_some() {
        return Err(Refused::ChitNotNow);
    }
    let seat = asked(ask).ok_or(Refused::NotAsked)?;
    check_held(ask, seat, chit, when)?;
    Ok(Playable { chit, seat, does })
}

/// What a chit does for the active formation, if it may be played: before it moves.
fn check_for_formation(
    ask: Ask<'_>,
    activation: &Activation,
    chit: u8,
    unit: Option<Unit>,
) -> Result<Playable, Refused> {
    let formation = ask.rules.formation(activation.formation);
    check_held(ask, formation.seat, chit, When::Activation)?;
    if activation.phase != Phase::Movement || !ask.state.moved.is_empty() {
        return Err(Refused::ChitNotNow);
    }
    let does = match (ask.rules.event(chit).effect, unit) {
        (Some(Effect::March), None) => Does::March,
        (Some(Effect::Rebuild), Some(unit)) => {
            check_rebuild(ask, activation, unit)?;
            Does::Rebuild(unit)
        }
        (Some(Effect::Rebuild), None) => return Err(Refused::ChitNeedsUnit),
        (Some(Effect::March), Some(_)) | (None, _) => return Err(Refused::ChitNotNow),
    };
    Ok(Playable { chit, seat: formation.seat, does })
}

fn check_rebuild(ask: Ask<'_>, activation: &Activation, unit: Unit) -> Result<(), Refused> {
    let formation = ask.rules.formation(activation.formation);
    if !formation.units.has(unit) {
        return Err(Refused::NotActive(unit));
    }
    let hex = ask.state.hex(unit).ok_or(Refused::NotOnMap(unit))?;
    let beside = s10_movement::enemy_beside(ask, formation.seat, hex);
    if ask.state.steps(unit) != 1 || !activation.in_command.has(unit) || beside {
        return Err(Refused::CannotRebuild(unit));
    }
    Ok(())
}

/// Visits the chits that the side that is asked may play at this moment.
fn visit_held(ask: Ask<'_>, when: When, visit: &mut Visit<'_, Play>) -> ControlFlow<()> {
    let Some(seat) = asked(ask) else { return ControlFlow::Continue(()) };
    held(ask, seat, when).try_for_each(|chit| visit(Play { chit, unit: None }))
}

/// Visits the chits that may be played on the active formation.
fn visit_for_formation(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Play>) -> ControlFlow<()> {
    let formation = ask.rules.formation(activation.formation);
    for chit in held(ask, formation.seat, When::Activation) {
        for unit in std::iter::once(None).chain(formation.units.iter().map(Some)) {
            if check_for_formation(ask, activation, chit, unit).is_ok() {
                visit(Play { chit, unit })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Plays a chit.
fn play(act: &mut Act<'_>, Playable { chit, seat, does }: Playable) {
    match does {
        Does::AnswerShot(shot) => answer_shot(act, shot, Some(chit)),
        Does::AnswerAssault(assault) => answer_assault(act, assault, Some(chit)),
        Does::Strengthen(assault) => {
            spend(act, seat, chit);
            act.state.frames.replace(Frame::Assault(Assault { chit: Some(chit), ..assault }));
        }
        Does::March => {
            spend(act, seat, chit);
            let more = act.rules.event(chit).value as u16;
            if let Frame::Activation(activation) = act.state.frames.top_mut() {
                activation.march += more;
            }
        }
        Does::Rebuild(unit) => {
            spend(act, seat, chit);
            act.state.units[unit.index()].steps = 2;
            act.note(|ask| {
                let info = ask.rules.unit(unit);
                let text = format!("{} is at full strength again", info.name);
                Entry::new(EVENTS, text).by(seat).about([info.id.clone()])
            });
        }
    }
}

/// The target's side answers a shot; `None` lets it come.
pub(crate) fn answer_shot(act: &mut Act<'_>, shot: Shot, chit: Option<u8>) {
    act.state.frames.pop();
    if let Some(chit) = chit {
        spend(act, act.rules.unit(shot.target).seat, chit);
    }
    let smoke = chit.map_or(0, |chit| act.rules.event(chit).value);
    let attack = s03_direct_fire::attack(act.ask(), shot, smoke);
    s03_direct_fire::resolve(act, shot, &attack);
}

/// The defender answers an assault; `None` lets it come.
pub(crate) fn answer_assault(act: &mut Act<'_>, assault: Assault, chit: Option<u8>) {
    if let Some(chit) = chit {
        spend(act, s14_close_assault::defender(act.rules, assault.attackers), chit);
    }
    s14_close_assault::resolve(act, assault, chit);
}

/// What the chit would make of the attack that is going on.
fn odds_with(ask: Ask<'_>, chit: u8) -> Option<Forecast> {
    match ask.state.frames.top() {
        Frame::Reply(shot) => Some(s03_direct_fire::forecast(ask, *shot, ask.rules.event(chit).value)),
        Frame::Assault(assault) => {
            Some(s14_close_assault::forecast(ask, &Assault { chit: Some(chit), ..*assault }, None))
        }
        Frame::AssaultReply(assault) => Some(s14_close_assault::forecast(ask, assault, Some(chit))),
        Frame::Cup { .. }
        | Frame::Activation(_)
        | Frame::Moving(_)
        | Frame::Halt(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => None,
    }
}
