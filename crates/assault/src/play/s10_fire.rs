//! Ranged fire on the board (AS-10): who may fire at whom, declaring a shot, joint fire, and what comes of it. The
//! steps themselves are counted in `s10_ranged_fire`.

use std::ops::ControlFlow;

use dice::{Odds, TooManyWays};
use engine::{Choice, Entry, Family, Forecast, Modifier, Prospect, Resolution, Tone, Verb, Visit, Wish, likeliest};
use hexmap::{BLOCKS, Hex};

use super::{
    Refused,
    notation::{read_unit, unit_id},
    offer::{at_unit, of_unit},
    pointing::Meant,
    s04_units::{area, card, corner_toward, in_arc},
    s08_command_cards, s09_actions, s09_hiding, s09_movement, s09_terrain,
    s10_ranged_fire::{Attacker, Circumstances, Defender, NoAttack, RangedFire, Spotter},
    s10_reaction,
    s10_results::Fate,
    s13_status,
};
use crate::{
    rule_ids::{ATTACK_STEPS, JOINT_FIRE, REACTION},
    state::{Act, Activation, Ask, AskOf, Assault, Frame, Mark, Marks, Mode, Module, Shot, Unit, UnitSet},
    tables::{Kind, ranged_fire::FireStatus, units::RangeFactor},
};

/// Fire at a unit, with all that belongs to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fire {
    /// Fire.
    At {
        /// The unit that fires.
        attacker: Unit,
        /// Its target.
        target: Unit,
    },
    /// Prepare a shot: support and a card are added before it is declared (AS-10.8.4).
    Aim {
        /// The unit that fires.
        attacker: Unit,
        /// Its target.
        target: Unit,
    },
    /// Give fire support to the shot that is prepared (AS-10.8.4).
    Join {
        /// The unit that supports it.
        unit: Unit,
    },
}

/// A shot that may be fired, and how it is aimed.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    shot: Shot,
    aim: Aim,
}

impl Ready {
    /// A plain shot, aimed so.
    pub(super) fn of(attacker: Unit, target: Unit, aim: Aim) -> Ready {
        Ready { shot: plain(attacker, target), aim }
    }
}

/// What may be done about a shot.
#[derive(Copy, Clone, Debug)]
pub struct Shooting(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Fire(Ready),
    Aim(Shot),
    /// The shot with its support.
    Join(Shot, Unit),
}

impl Family for Fire {
    type Rules = Assault;
    type Ready<'r> = Shooting;

    const FORMS: &'static [Verb] = &[("fire", "fire UNIT at UNIT"), ("aim", "aim UNIT at UNIT"), ("join", "join UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match ask.state.frames.top() {
            Frame::Activation(activation) => self::visit(ask, activation, visit),
            Frame::Reaction(reaction) => s10_reaction::visit(ask, reaction, visit),
            Frame::Shot(shot) => visit_joins(ask, shot, visit),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Support { .. }
            | Frame::Action { .. }
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Organization { .. }
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check(&self, ask: Ask<'_>) -> Result<Shooting, Refused> {
        Ok(Shooting(match *self {
            Fire::At { attacker, target } => What::Fire(Ready::of(attacker, target, check(ask, attacker, target)?)),
            Fire::Aim { attacker, target } => {
                check_aim(ask, attacker, target)?;
                What::Aim(plain(attacker, target))
            }
            Fire::Join { unit } => {
                let Frame::Shot(shot) = ask.state.frames.top() else { return Err(Refused::NotNow) };
                may_join(ask, shot, unit)?;
                What::Join(Shot { support: Some(unit), ..*shot }, unit)
            }
        }))
    }

    fn perform(Shooting(what): Shooting, act: &mut Act<'_>) {
        match what {
            What::Fire(shot) => declare(act, shot),
            What::Aim(shot) => act.state.frames.push(Frame::Shot(shot)),
            What::Join(shot, unit) => join(act, shot, unit),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            Fire::At { attacker, target } => offer_shot(ask, attacker, target),
            // The same shot, to which something is added first. Its odds are those of the shot as it is now.
            Fire::Aim { attacker, target } => {
                let fire = offer_shot(ask, attacker, target);
                Choice { label: format!("{}, with support or a card …", fire.label), rule: JOINT_FIRE, ..fire }
            }
            Fire::Join { unit } => {
                let shot = if let Frame::Shot(shot) = ask.state.frames.top() { Some(*shot) } else { None };
                let odds = shot.and_then(|shot| forecast(ask, Shot { support: Some(unit), ..shot }, None));
                Choice { odds, ..of_unit(ask, JOINT_FIRE, unit, "Joint fire with") }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let id = |unit| unit_id(ask, unit);
        match *self {
            Fire::At { attacker, target } => format!("fire {} at {}", id(attacker), id(target)),
            Fire::Aim { attacker, target } => format!("aim {} at {}", id(attacker), id(target)),
            Fire::Join { unit } => format!("join {}", id(unit)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let unit = |id| read_unit(ask, id);
        Ok(Some(match *words {
            ["fire", attacker, "at", target] => Fire::At { attacker: unit(attacker)?, target: unit(target)? },
            ["aim", attacker, "at", target] => Fire::Aim { attacker: unit(attacker)?, target: unit(target)? },
            ["join", who] => Fire::Join { unit: unit(who)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let fire = |target| {
            let label = format!("Fire at {}", ask.rules.unit_name(ask.state, target));
            Wish::new(label, Fire::At { attacker: meant.unit, target })
        };
        likeliest(ask, meant.enemies(ask).into_iter().map(fire)).into_iter().collect()
    }
}

fn offer_shot(ask: Ask<'_>, attacker: Unit, target: Unit) -> Choice {
    let reacts = matches!(ask.state.frames.top(), Frame::Reaction(_));
    let rule = if reacts { REACTION } else { ATTACK_STEPS };
    let odds = forecast(ask, plain(attacker, target), None);
    Choice { odds, ..at_unit(ask, rule, attacker, target, "fires at") }
}

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
fn status_now(ask: Ask<'_>, activation: &Activation) -> Result<FireStatus, Refused> {
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

/// Whether the shot may be declared now.
pub(crate) fn check(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<Aim, Refused> {
    match ask.state.frames.top() {
        Frame::Reaction(reaction) => {
            if target != reaction.mover {
                return Err(Refused::NoTarget);
            }
            s10_reaction::check(ask, reaction, attacker)
        }
        Frame::Activation(_) => {
            let activation = s09_actions::acting(ask, attacker)?;
            check_shot(ask, attacker, target, status_now(ask, &activation)?)
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
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

fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    let attacker = activation.unit;
    let Ok(status) = status_now(ask, activation) else { return ControlFlow::Continue(()) };
    let enemy = ask.state.unit(attacker).seat.other();
    let mut support = None;
    for target in ask.state.side(enemy) {
        if check_shot(ask, attacker, target, status).is_ok() {
            visit(Fire::At { attacker, target })?;
            let support = *support.get_or_insert_with(|| supporters(ask, attacker));
            if has_something_to_add(ask, plain(attacker, target), support) {
                visit(Fire::Aim { attacker, target })?;
            }
        }
    }
    ControlFlow::Continue(())
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
    s08_command_cards::add(ask, shot.card.into_iter().chain(answer), &mut said);
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

/// The exact odds of a shot; none if there are too many dice to count.
pub(super) fn fates(ask: Ask<'_>, Ready { shot, aim }: Ready) -> Option<Odds<Fate>> {
    fire(ask, shot, aim, None).ok()?.fates(&ask.rules.catalogue).ok()
}

fn forecast_of(ask: Ask<'_>, fire: &RangedFire<'_>) -> Result<Forecast, TooManyWays> {
    let odds = fire.fates(&ask.rules.catalogue)?;
    let named: Vec<(Fate, Prospect)> =
        odds.results().map(|(fate, _)| (*fate, super::told::prospect_of_fate(*fate))).collect();
    Ok(Forecast::new(modifiers(ask, fire, true), &odds, named))
}

/// Every step that changed something.
fn modifiers(ask: Ask<'_>, fire: &RangedFire<'_>, spotted: bool) -> Vec<Modifier> {
    fire.lines(&ask.rules.catalogue, spotted).into_iter().map(Modifier::from).collect()
}

/// A shot without support and cards.
pub(crate) fn plain(attacker: Unit, target: Unit) -> Shot {
    Shot { attacker, target, support: None, card: None }
}

/// Whether a shot can be prepared: it could be declared, and there is something to add to it. Who prepares it says so
/// of his own accord; nobody is asked whether he has support or a card.
pub(crate) fn check_aim(ask: Ask<'_>, attacker: Unit, target: Unit) -> Result<(), Refused> {
    check(ask, attacker, target)?;
    let something = has_something_to_add(ask, plain(attacker, target), supporters(ask, attacker));
    if something { Ok(()) } else { Err(Refused::NothingToAdd) }
}

/// Whether there is a card or support for a plain shot that could be declared, `support` being the [`supporters`] of
/// its attacker.
pub(super) fn has_something_to_add(ask: Ask<'_>, shot: Shot, support: UnitSet) -> bool {
    support.iter().any(|unit| check_at_rest(ask, unit, shot.target).is_ok()) || s08_command_cards::may_add_to(ask, shot)
}

/// A shot that was prepared or declared, as it is aimed now.
pub(super) fn aimed(ask: Ask<'_>, shot: Shot) -> Result<Ready, Refused> {
    Ok(Ready { shot, aim: aim(ask, shot)? })
}

/// Declares a shot with what was added to it.
pub(super) fn declare(act: &mut Act<'_>, ready: Ready) {
    s09_movement::tell_march(act);
    if matches!(act.state.frames.top(), Frame::Shot(_)) {
        act.state.frames.pop();
    }
    if matches!(act.state.frames.top(), Frame::Reaction(_)) {
        s10_reaction::begin(act, ready.shot.attacker);
    }
    announce(act, ready);
}

fn may_join(ask: Ask<'_>, shot: &Shot, unit: Unit) -> Result<(), Refused> {
    if shot.support.is_some() {
        return Err(Refused::SupportedAlready);
    }
    if !supporters(ask, shot.attacker).has(unit) {
        return Err(Refused::NoSupport);
    }
    check_at_rest(ask, unit, shot.target).map(|_| ())
}

/// The units that may support the shots of an attacker, whatever they can fire at themselves.
pub(super) fn supporters(ask: Ask<'_>, attacker: Unit) -> UnitSet {
    let state = ask.state;
    let reacts = state.frames.iter().any(|frame| matches!(frame, Frame::Reaction(_)));
    let Some(here) = state.hex(attacker).filter(|_| !reacts) else { return UnitSet::NONE };
    let seat = state.unit(attacker).seat;
    let beside = ask.rules.grid().neighbours(here).map(|(_, hex)| hex).chain([here]);
    let near = beside.flat_map(|hex| state.units_in(hex).iter());
    near.filter(|&unit| unit != attacker && s09_actions::can_activate(ask, seat, unit)).collect()
}

fn visit_joins(ask: Ask<'_>, shot: &Shot, visit: &mut Visit<'_, Fire>) -> ControlFlow<()> {
    for unit in supporters(ask, shot.attacker).iter() {
        if may_join(ask, shot, unit).is_ok() {
            visit(Fire::Join { unit })?;
        }
    }
    ControlFlow::Continue(())
}

/// A unit beside the attacker joins in: it is activated and marked Firing (AS-10.8.4).
fn join(act: &mut Act<'_>, shot: Shot, unit: Unit) {
    s09_movement::tell_march(act);
    act.state.activated.add(unit);
    act.state.mark(unit, Mark::Firing);
    s09_hiding::give_away(act, unit);
    act.state.frames.replace(Frame::Shot(shot));
    act.note(|ask| {
        let text = format!("{} gives fire support", ask.rules.unit_name(ask.state, unit));
        Entry::new(JOINT_FIRE, text).by(ask.state.unit(unit).seat).about([ask.rules.unit_id(ask.state, unit)])
    });
}

/// The shot stands: the defender may answer it if his side holds cards.
fn announce(act: &mut Act<'_>, ready: Ready) {
    let shot = ready.shot;
    let defender = act.state.unit(shot.target).seat;
    // Whoever answers must know whom.
    s09_hiding::reveal(act, shot.attacker);
    if s08_command_cards::may_answer(act.ask(), defender) {
        act.journal.revealed();
        act.state.frames.push(Frame::Answer(shot));
    } else {
        resolve(act, ready, None);
    }
}

/// The defender has answered, or not.
pub(super) fn answer(act: &mut Act<'_>, ready: Ready, card: Option<u8>) {
    act.state.frames.pop();
    resolve(act, ready, card);
}

/// Throws the dice of a declared shot and carries out what comes of it.
fn resolve(act: &mut Act<'_>, Ready { shot, aim }: Ready, answer: Option<u8>) {
    let rules = act.rules;
    let Ok(fire) = fire(act.ask(), shot, aim, answer) else {
        debug_assert!(false, "a shot was aimed that cannot be counted");
        return;
    };
    let tables = rules.catalogue.ranged_fire();
    let (target, status) = (fire.defender.target, fire.attacker.status);
    let (face, spotted) = fire.spot(tables, act.dice);
    let clash = fire.dice(tables, spotted);
    let steps = if act.journal.wanted() { modifiers(act.ask(), &fire, spotted) } else { Vec::new() };
    let cast = clash.cast(rules.catalogue.dice(), act.dice);
    let critical = clash.compare(rules.catalogue.dice(), cast.left, act.dice);
    let strongest = critical.as_ref().and_then(|critical| critical.strongest);
    let fate = target.fate(cast.left, strongest);
    act.note(|ask| {
        let resolution = Resolution {
            modifiers: steps,
            throws: face
                .map(|face| super::told::single("spotting", face))
                .into_iter()
                .chain(super::told::throws_of(&cast, critical.as_ref()))
                .collect(),
            reading: super::told::reading_of(&clash, &cast),
            result: fate.to_string(),
        };
        entry(ask, shot, fate, spotted).because(resolution)
    });
    swing(act, shot, aim);
    mark_fire(act, shot.attacker, status);
    s09_hiding::give_away(act, shot.attacker);
    if let Some(activation) = act.state.activation_mut().filter(|activation| activation.unit == shot.attacker) {
        activation.fired = true;
    }
    s13_status::suffer(act, shot.target, fate, ATTACK_STEPS);
}

/// A gun that fires outside its arc is swung round to its target.
fn swing(act: &mut Act<'_>, shot: Shot, aim: Aim) {
    let ask = act.ask();
    if aim.in_arc || card(ask, shot.attacker).kind != Kind::Gun {
        return;
    }
    if let (Some(from), Some(at)) = (ask.state.hex(shot.attacker), ask.state.hex(shot.target)) {
        let facing = corner_toward(ask, from, at, ask.state.unit(shot.attacker).facing);
        act.state.units[shot.attacker.index()].facing = facing;
    }
}

/// The marker of step 3.
fn mark_fire(act: &mut Act<'_>, unit: Unit, status: FireStatus) {
    let mark = match status {
        FireStatus::Firing => Mark::Firing,
        FireStatus::TurretFire => Mark::TurretFire,
        FireStatus::MoveAndFire => Mark::MoveAndFire,
        FireStatus::FireAndMove => Mark::FireAndMove,
    };
    act.state.mark(unit, mark);
}

fn entry(ask: Ask<'_>, shot: Shot, fate: Fate, spotted: bool) -> Entry {
    let Ask { rules, state } = ask;
    let (attacker, target) = (rules.unit_name(state, shot.attacker), rules.unit_name(state, shot.target));
    let unseen = if spotted { "" } else { ", not spotted" };
    let text = format!("{attacker} fires at {target}{unseen}: {}", super::told::told(fate));
    let hexes = [shot.attacker, shot.target].into_iter().filter_map(|unit| state.hex(unit));
    let tone = if fate == Fate::default() { Tone::Quiet } else { Tone::Combat };
    Entry::new(ATTACK_STEPS, text)
        .by(state.unit(shot.attacker).seat)
        .tone(tone)
        .at(hexes.map(|hex| rules.label(hex)))
        .about([rules.unit_id(state, shot.attacker), rules.unit_id(state, shot.target)])
}

/// The odds of a shot that an enemy at rest could fire at a unit.
pub(crate) fn threat(ask: Ask<'_>, attacker: Unit, target: Unit) -> Option<Forecast> {
    let aim = check_shot(ask, attacker, target, FireStatus::Firing).ok()?;
    let fire = fire(ask, Shot { attacker, target, support: None, card: None }, aim, None).ok()?;
    forecast_of(ask, &fire).ok()
}
