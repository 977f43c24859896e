//! Ranged fire on the board (AS-10): who may fire at whom, how he aims, and the odds of it. The steps themselves are
//! counted in `s10_ranged_fire`; a shot is declared and thrown for in `s10_shots`.

use dice::TooManyWays;
use engine::{Forecast, Modifier, Prospect};
use hexmap::{BLOCKS, Hex};

use super::{
    Refused,
    s04_units::{area, card, in_arc},
    s08_hands, s09_movement, s09_terrain,
    s10_ranged_fire::{Attacker, Circumstances, Defender, NoAttack, RangedFire, Spotter},
    s10_results::Fate,
    s13_status,
};
use crate::{
    state::{Activation, Ask, AskOf, Frame, Mark, Marks, Mode, Module, Shot, Unit},
    tables::{Kind, ranged_fire::FireStatus, units::RangeFactor},
};

/// Where a shot goes and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// How far the target is, as the card reads it.
    pub range: RangeFactor,
    /// The target is in the attacker's arc of fire.
    pub in_arc: bool,
    /// The shot goes over what is in the way.
    pub indirect: bool,
    /// Hindrances in the attacker's own line, smoke in the target's hex among them.
    pub hindrances: u8,
    /// The unit that spots for him, and the hindrances in its line.
    pub spotter: Option<(Unit, u8)>,
    /// The attacker's mark.
    pub status: FireStatus,
}

/// The status with which an activated unit would fire now.
pub(super) fn status_now(ask: Ask<'_>, activation: &Activation) -> Result<FireStatus, Refused> {
    if activation.fired {
        return Err(Refused::FiredAlready);
    }
    match activation.mode {
        Mode::Ready => Ok(FireStatus::Firing),
        Mode::FireAndMove => Ok(FireStatus::FireAndMove),
        Mode::Fast => Err(Refused::NoFireWithFast),
        Mode::Move => {
            let unit = activation.unit;
            if card(ask, unit).kind == Kind::Gun || !card(ask, unit).may_move_and_fire() {
                return Err(Refused::NoMoveAndFire);
            }
            let far = activation.spent > s09_movement::with_fire(ask, unit).saturating_add(activation.more);
            if far { Err(Refused::MovedTooFar) } else { Ok(FireStatus::MoveAndFire) }
        }
    }
}

/// Whether a unit could fire at a target with this status.
pub(crate) fn check_shot(ask: Ask<'_>, attacker: Unit, target: Unit, status: FireStatus) -> Result<Aim, Refused> {
    let state = ask.state;
    let from = state.hex(attacker).ok_or(Refused::NotOnMap)?;
    let at = state.hex(target).ok_or(Refused::NoTarget)?;
    if state.unit(target).seat == state.unit(attacker).seat || !state.is_known(target) {
        return Err(Refused::NoTarget);
    }
    if s13_status::is_shaken(ask, attacker) {
        return Err(Refused::IsSuppressed);
    }
    if state.has(attacker, Mark::Fallback) {
        return Err(Refused::HasFallenBack);
    }
    let attacking = card(ask, attacker);
    let hexes = u8::try_from(ask.rules.grid().distance(from, at)).unwrap_or(u8::MAX);
    let range = attacking.factor(hexes)?;
    let in_arc = in_arc(ask, attacker, at);
    if !in_arc && state.has(attacker, Mark::Emplaced) {
        return Err(Refused::Fire(NoAttack::OutOfArc));
    }
    let aim = Aim { range, in_arc, status, ..line(ask, attacker, target, range)? };
    let said = Circumstances {
        attacker: Attacker { status, in_arc, ..Attacker::default() },
        from: Some(s09_terrain::ground(ask, from)),
        hindrances: aim.hindrances,
        steep: ask.rules.sight.is_steep(from, at),
        indirect: aim.indirect,
        spotter: aim.spotter.map(|(unit, hindrances)| Spotter { card: card(ask, unit), hindrances }),
        ..Circumstances::default()
    };
    let status = RangedFire::allowed(&ask.rules.catalogue, (attacking, range), card(ask, target), &said)?;
    Ok(Aim { status, ..aim })
}

/// How the line runs: direct or indirect, and what hinders it. Where the firer does not see, or fires only indirectly,
/// a spotter's own line is judged in place of his (AS-10.3).
fn line(ask: Ask<'_>, attacker: Unit, target: Unit, range: RangeFactor) -> Result<Aim, Refused> {
    let card = card(ask, attacker);
    let (Some(from), Some(at)) = (ask.state.hex(attacker), ask.state.hex(target)) else {
        return Err(Refused::NotOnMap);
    };
    let kind = ask.rules.card(ask.state, target).kind;
    let own = s09_terrain::hindrances(ask, attacker, at, kind);
    let roofed = s09_terrain::ground(ask, from).no_indirect_fire;
    let indirect = card.fires_only_indirectly() || (card.indirect && own > 0 && !roofed);
    let aim = Aim { range, in_arc: true, indirect, hindrances: own, spotter: None, status: FireStatus::Firing };
    if own < BLOCKS {
        return Ok(aim);
    }
    if !indirect {
        return Err(Refused::NoSight);
    }
    let seat = ask.state.unit(attacker).seat;
    let able = |unit: Unit| ask.rules.card(ask.state, unit).can_spot_indirect() && !s13_status::is_shaken(ask, unit);
    let spotters = ask.state.side(seat).filter(|&unit| unit != attacker && able(unit));
    let lines = spotters
        .map(|unit| (unit, s09_terrain::hindrances(ask, unit, at, kind)))
        .filter(|(_, weight)| *weight < BLOCKS);
    let best = lines.min_by_key(|&(unit, weight)| (weight, unit));
    match best {
        Some(spotter) => Ok(Aim { hindrances: 0, spotter: Some(spotter), ..aim }),
        None => Err(Refused::NoSight),
    }
}

/// Whether a unit that has not moved could fire at a target.
pub(super) fn check_at_rest(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<Aim, Refused> {
    check_shot(ask, attacker, target, FireStatus::Firing)
}

/// The aim of a shot that has been declared.
pub(crate) fn aim(ask: Ask<'_>, shot: Shot) -> Result<Aim, Refused> {
    let status = match ask.state.activation().filter(|activation| activation.unit == shot.attacker) {
        Some(activation) => status_now(ask, activation)?,
        None => FireStatus::Firing,
    };
    check_shot(ask, shot.attacker, shot.target, status)
}

/// A shot as its steps are counted; `answer` is the defender's card.
pub(crate) fn fire<'r>(
    ask: AskOf<'r, '_>,
    shot: Shot,
    aim: Aim,
    answer: Option<u8>,
) -> Result<RangedFire<'r>, Refused> {
    let Shot { attacker, target, .. } = shot;
    let (rules, state) = (ask.rules, ask.state);
    let by = state.unit(attacker);
    let at = state.hex(target).ok_or(Refused::NoTarget)?;
    let from = state.hex(attacker).ok_or(Refused::NotOnMap)?;
    let smoke = state.smoke_in(at);
    let weak = rules.catalogue.turn.suppressed.vehicle_die_less && by.marks.has(Mark::Suppressed);
    let looks_from = aim.spotter.and_then(|(spotter, _)| state.hex(spotter)).unwrap_or(from);
    let mut said = Circumstances {
        attacker: Attacker {
            status: aim.status,
            in_arc: aim.in_arc,
            joint_fire: shot.support.map(|unit| rules.catalogue.joint_fire_dice(card(ask, unit))).unwrap_or_default(),
            die_less: weak || by.marks.has(Mark::Sustained),
            hidden: by.marks.has(Mark::Hidden),
            ambush: by.marks.has(Mark::Ambush),
            half_strength: by.marks.has(Mark::HalfStrength),
            ..Attacker::default()
        },
        from: Some(s09_terrain::ground(ask, from)),
        hindrances: aim.hindrances.saturating_sub(smoke),
        steep: rules.sight.is_steep(from, at),
        indirect: aim.indirect,
        spotter: aim.spotter.map(|(unit, hindrances)| {
            let hindrances = hindrances.saturating_sub(smoke);
            Spotter { card: card(ask, unit), hindrances }
        }),
        ..under_fire(ask, target, (!aim.indirect).then_some(from))
    };
    said.area = area(ask, target, from);
    said.defender.adjacent = rules.grid().distance(looks_from, at) <= 1;
    s08_hands::add(ask, shot.card.into_iter().chain(answer), &mut said);
    RangedFire::between(&rules.catalogue, (card(ask, attacker), aim.range), card(ask, target), &said)
        .map_err(Refused::Fire)
}

/// What has to be said about a unit that is attacked: its marks and its place. `from` is where direct fire comes from.
pub(super) fn under_fire<'r>(ask: AskOf<'r, '_>, unit: Unit, from: Option<Hex>) -> Circumstances<'r> {
    let marks = ask.state.unit(unit).marks;
    let at = ask.state.hex(unit).unwrap_or(Hex(0));
    Circumstances {
        defender: Defender {
            target: s13_status::target(ask, unit),
            digging_in: marks.has(Mark::DiggingIn),
            dug_in: marks.has(Mark::DugIn),
            fast: marks.has(Mark::FastAction),
            delayed: marks.has(Mark::DelayedAction),
            fired: fire_mark(marks),
            trail: follows_trail(ask, unit),
            hidden: marks.has(Mark::Hidden) || marks.has(Mark::HideAction),
            ambush: marks.has(Mark::Ambush),
            ..Defender::default()
        },
        terrain: Some(s09_terrain::ground(ask, at)),
        features: s09_terrain::features(ask, at, from),
        hill: s09_terrain::on_hill(ask, at),
        smoke: ask.state.smoke_in(at),
        work: s09_terrain::inside(ask, unit).map(|work| work.row),
        night: ask.rules.modules.has(Module::Night),
        ..Circumstances::default()
    }
}

/// The fire status that lies on a unit.
fn fire_mark(marks: Marks) -> Option<FireStatus> {
    let pairs = [
        (Mark::Firing, FireStatus::Firing),
        (Mark::TurretFire, FireStatus::TurretFire),
        (Mark::MoveAndFire, FireStatus::MoveAndFire),
        (Mark::FireAndMove, FireStatus::FireAndMove),
    ];
    pairs.into_iter().find(|(mark, _)| marks.has(*mark)).map(|(_, status)| status)
}

/// Whether this is reaction fire at a unit that follows a covered trail.
fn follows_trail(ask: Ask<'_>, target: Unit) -> bool {
    let follows =
        |frame: &Frame| matches!(frame, Frame::Reaction(reaction) if reaction.covered && reaction.mover == target);
    ask.state.frames.iter().any(follows)
}

/// The odds of a shot that could be declared; none if there are too many dice to count.
pub(crate) fn forecast(ask: Ask<'_>, shot: Shot, answer: Option<u8>) -> Option<Forecast> {
    let fire = fire(ask, shot, aim(ask, shot).ok()?, answer).ok()?;
    forecast_of(ask, &fire).ok()
}

fn forecast_of(ask: Ask<'_>, fire: &RangedFire<'_>) -> Result<Forecast, TooManyWays> {
    let odds = fire.fates(&ask.rules.catalogue)?;
    let named: Vec<(Fate, Prospect)> =
        odds.results().map(|(fate, _)| (*fate, super::told::prospect_of_fate(*fate))).collect();
    Ok(Forecast::new(modifiers(ask, fire, true), &odds, named))
}

/// Every step that changed something.
pub(super) fn modifiers(ask: Ask<'_>, fire: &RangedFire<'_>, spotted: bool) -> Vec<Modifier> {
    fire.lines(&ask.rules.catalogue, spotted).into_iter().map(Modifier::from).collect()
}

/// A shot without support and cards.
pub(crate) fn plain(attacker: Unit, target: Unit) -> Shot {
    Shot { attacker, target, support: None, card: None }
}

/// The odds of a shot that an enemy at rest could fire at a unit.
pub(crate) fn threat(ask: Ask<'_>, attacker: Unit, target: Unit) -> Option<Forecast> {
    let aim = check_shot(ask, attacker, target, FireStatus::Firing).ok()?;
    let fire = fire(ask, Shot { attacker, target, support: None, card: None }, aim, None).ok()?;
    forecast_of(ask, &fire).ok()
}
