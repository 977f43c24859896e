//! Direct fire (FD-2, FD-3, FD-6).
//!
//! Two dice. A hit needs each die above the range; a hit pins. If the dice together reach the target's defence plus the
//! range (plus cover), the target also loses a step.
//!
//! | | |
//! |---|---|
//! | before | a shooter with range and sight, a target, clear weather |
//! | after | a miss, a pin (if the target was moving), or a pin and a step lost |

use std::{borrow::Cow, ops::ControlFlow};

use dice::{Dice, Die, Throw, odds};
use engine::{
    Choice, ChoiceKind, Entry, Family, Forecast, GoodFor, Modifier, Prospect, Resolution, Role, Severity, Thrown, Tone,
    Verb, Visit, Wish, likeliest,
};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_chit, read_unit},
    out_of_place,
    pointing::Meant,
    s01_companies::{self, face},
    s04_opportunity_fire, s05_pins, s06_fire_phase,
    s10_march::tell_march,
    s11_terrain, s15_hands,
};
use crate::{
    rule_ids::{EVENTS, FIRE, FIRE_PHASE, OPPORTUNITY_FIRE, TERRAIN, UNITS},
    state::{Act, Ask, AskOf, Divisions, FireOdds, Frame, Phase, Shot, Unit},
    tables::When,
};

/// A shot that may be fired, with everything that decides it.
#[derive(Clone, Debug)]
pub struct Aimed<'r> {
    shot: Shot,
    attack: Attack<'r>,
}

impl Family for Shot {
    type Rules = Divisions;
    type Ready<'r> = Aimed<'r>;

    const FORMS: &'static [Verb] = &[("fire", "fire UNIT at UNIT [with CHIT]")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let pair = &mut |(shooter, target)| self::visit(ask, shooter, target, visit);
        match ask.state.frames.top() {
            Frame::Activation(activation) if activation.phase == Phase::Fire => {
                s06_fire_phase::visit(ask, activation, pair)
            }
            Frame::Halt(halt) => s04_opportunity_fire::visit(ask, halt, pair),
            Frame::Activation(_)
            | Frame::Cup { .. }
            | Frame::Moving(_)
            | Frame::Reply(_)
            | Frame::Assault(_)
            | Frame::AssaultReply(_)
            | Frame::Retreat(_)
            | Frame::Advance(_)
            | Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<Aimed<'r>, Refused> {
        check(ask, *self)?;
        Ok(Aimed { shot: *self, attack: attack(ask, *self, 0) })
    }

    fn perform(aimed: Aimed<'_>, act: &mut Act<'_>) {
        declare(act, &aimed);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let (shooter, target) = (ask.rules.unit(self.shooter), ask.rules.unit(self.target));
        let with = |chit: u8| format!(" with {}", ask.rules.event(chit).name.to_lowercase());
        let with = self.chit.map(with).unwrap_or_default();
        let opportunity = matches!(ask.state.frames.top(), Frame::Halt(_));
        let rule = if opportunity { OPPORTUNITY_FIRE } else { FIRE_PHASE };
        Choice {
            units: vec![shooter.id.clone()],
            target: Some(target.id.clone()),
            hex: ask.state.hex(self.target).map(|hex| ask.rules.label(hex)),
            odds: Some(forecast(ask, *self, 0)),
            ..Choice::new(ChoiceKind::Fire, rule, format!("{} fires at {}{with}", shooter.name, target.name))
        }
    }

    fn write(&self, Ask { rules, .. }: Ask<'_>) -> String {
        let with = self.chit.map(|chit| format!(" with {}", rules.event(chit).id)).unwrap_or_default();
        format!("fire {} at {}{with}", rules.unit(self.shooter).id, rules.unit(self.target).id)
    }

    fn read(Ask { rules, .. }: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        let (shooter, target, chit) = match *words {
            ["fire", shooter, "at", target] => (shooter, target, None),
            ["fire", shooter, "at", target, "with", chit] => (shooter, target, Some(chit)),
            _ => return Ok(None),
        };
        let chit = chit.map(|chit| read_chit(rules, chit)).transpose()?;
        Ok(Some(Shot { shooter: read_unit(rules, shooter)?, target: read_unit(rules, target)?, chit }))
    }

    fn wishes(ask: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let fire = |target: Unit| {
            let label = format!("Fire at {}", ask.rules.unit(target).name);
            Wish::new(label, Shot { shooter: meant.unit, target, chit: None })
        };
        likeliest(ask, meant.targets(ask).into_iter().map(fire)).into_iter().collect()
    }
}

/// Everything that decides a shot, on the board or typed at a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack<'r> {
    /// Hexes to the target, the target's counted and the shooter's not.
    pub range: i32,
    /// The target's green number.
    pub defence: i32,
    /// The target's cover: what it is and what it adds to the number needed.
    pub cover: Option<(Cow<'r, str>, i32)>,
    /// Hexes that smoke adds to the range.
    pub smoke: i32,
    /// What the shooter's chit adds to the total.
    pub aim: i32,
}

/// What comes of a shot, from best for the target to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FireResult {
    /// Not both dice beat the range.
    Miss,
    /// Hit, but the total is too low.
    Pinned,
    /// Hit, and a step is lost.
    StepLoss,
}

impl FireResult {
    /// All results, from best for the target to worst.
    pub const ALL: [FireResult; 3] = [FireResult::Miss, FireResult::Pinned, FireResult::StepLoss];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            FireResult::Miss => "miss",
            FireResult::Pinned => "pinned",
            FireResult::StepLoss => "step-loss",
        }
    }
}

/// What is at stake for the target: it decides what a result is worth, not what comes out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// It is on the move: only then does a pin matter (FD-5).
    pub moving: bool,
    /// It has one step left.
    pub last_step: bool,
}

impl Stakes {
    /// A full company on the move: what is asked about at a command line.
    pub const USUAL: Stakes = Stakes { moving: true, last_step: false };

    fn prospect(self, result: FireResult) -> Prospect {
        let good = |severity| Prospect::new(result.name(), GoodFor::Doer, severity);
        match result {
            FireResult::Miss => Prospect::nothing(result.name()),
            FireResult::Pinned if self.moving => good(Severity::Effect),
            FireResult::Pinned => Prospect::nothing(result.name()).called("pinned, without effect"),
            FireResult::StepLoss if self.last_step => {
                good(Severity::Killed).called("eliminated").in_group("eliminated")
            }
            FireResult::StepLoss => good(Severity::Damage).called("step lost").in_group("step lost"),
        }
    }
}

impl<'r> Attack<'r> {
    /// A shot with nothing but a range and a defence.
    pub fn plain(range: i32, defence: i32) -> Attack<'r> {
        Attack { range, defence, cover: None, smoke: 0, aim: 0 }
    }

    /// What each die must beat.
    pub fn beat(&self) -> i32 {
        self.range + self.smoke
    }

    /// What the dice must reach together for a step loss.
    pub fn reach(&self) -> i32 {
        let cover = self.cover.as_ref().map_or(0, |(_, value)| *value);
        self.defence + self.beat() + cover - self.aim
    }

    /// The one place where a shot is resolved.
    pub fn resolve(&self, count: usize, dice: &mut dyn Dice) -> (FireResult, Vec<u16>) {
        let read = |faces: &[u16]| self.read(faces) as u16;
        let fell = dice.throw(&Throw::d6("direct fire", count).read(&read));
        (FireResult::ALL[usize::from(fell.row())], fell.faces().to_vec())
    }

    fn read(&self, faces: &[u16]) -> FireResult {
        let total: i32 = faces.iter().map(|&face| i32::from(face)).sum();
        if faces.iter().any(|&face| i32::from(face) <= self.beat()) {
            FireResult::Miss
        } else if total < self.reach() {
            FireResult::Pinned
        } else {
            FireResult::StepLoss
        }
    }

    /// What decides the shot, in order.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let mut modifiers = vec![
            Modifier::new(FIRE, "range: each die must beat it", self.range),
            Modifier::new(UNITS, "target's defence", self.defence),
        ];
        if let Some((what, value)) = self.cover.as_ref().filter(|(_, value)| *value != 0) {
            modifiers.push(Modifier::new(TERRAIN, format!("cover: {}", what.to_lowercase()), *value));
        }
        if self.smoke != 0 {
            modifiers.push(Modifier::new(EVENTS, "smoke shells: range counts as more", self.smoke));
        }
        let together = self.reach() + self.aim;
        modifiers.push(Modifier::new(FIRE, "both dice together must reach", together).being(Role::Sum));
        if self.aim != 0 {
            modifiers.push(Modifier::new(EVENTS, "steady aim: added to the total", self.aim).being(Role::Aside));
        }
        modifiers
    }

    /// The exact odds, by the same code as the shot itself.
    pub fn forecast(&self, count: usize, stakes: Stakes) -> Forecast {
        let odds = odds(|dice| self.resolve(count, dice).0).unwrap_or_else(|_| unreachable!("two dice"));
        let all = 6u128.pow(count as u32);
        let named = FireResult::ALL.map(|result| (result, stakes.prospect(result)));
        Forecast::new(self.modifiers(), &odds.out_of(all), named)
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, result: FireResult, faces: &[u16]) -> Resolution {
        Resolution {
            modifiers: self.modifiers(),
            throws: vec![Thrown::new(&Die::D6, "direct fire", faces)],
            reading: self.reading(result, faces),
            result: result.name().to_owned(),
        }
    }

    fn reading(&self, result: FireResult, faces: &[u16]) -> String {
        let words: Vec<String> = faces.iter().map(ToString::to_string).collect();
        let dice = words.join(" and ");
        let total: u16 = faces.iter().sum();
        let (beat, reach) = (self.beat(), self.reach());
        match result {
            FireResult::Miss => format!("{dice}: not each die beats {beat}"),
            FireResult::Pinned => format!("{dice}: each beats {beat}, but together {total} is less than {reach}"),
            FireResult::StepLoss => format!("{dice}: each beats {beat}, and together {total} reaches {reach}"),
        }
    }
}

/// The chances of every shot there can be, for bots.
pub(crate) fn count_odds(dice: usize) -> FireOdds {
    FireOdds::fill(|beat, reach| {
        let attack = Attack::plain(beat, reach - beat);
        let odds = odds(|source| attack.resolve(dice, source).0).unwrap_or_else(|_| unreachable!("few dice"));
        let hit = odds.chance(|&result| result != FireResult::Miss) as f32;
        (hit, odds.chance(|&result| result == FireResult::StepLoss) as f32)
    })
}

/// The chances of a hit and of a step loss for a shot at `target` over `range` while it stands in `hex`.
pub fn chances(ask: Ask<'_>, range: u16, target: Unit, hex: Hex) -> (f32, f32) {
    let beat = i32::from(range);
    ask.rules.fire_odds.of(beat, face(ask, target).defence + beat + ask.rules.ground(hex).cover)
}

/// The shot as it would be resolved, with `smoke` hexes of smoke.
pub(crate) fn attack<'r>(ask: AskOf<'r, '_>, shot: Shot, smoke: i32) -> Attack<'r> {
    let hex = ask.state.hex(shot.target).unwrap_or(Hex(0));
    let aim = shot.chit.map_or(0, |chit| ask.rules.event(chit).value);
    Attack { smoke, aim, ..attack_at(ask, shot.shooter, shot.target, hex) }
}

/// The shot as it would be if the target stood in `hex`.
pub(crate) fn attack_at<'r>(ask: AskOf<'r, '_>, shooter: Unit, target: Unit, hex: Hex) -> Attack<'r> {
    let range = ask.state.hex(shooter).map_or(0, |from| ask.rules.grid().distance(from, hex));
    let (what, adds) = s11_terrain::cover(ask.rules, hex);
    Attack { cover: Some((Cow::Borrowed(what), adds)), ..Attack::plain(i32::from(range), face(ask, target).defence) }
}

/// What a shot at `target` means to it as things stand.
pub(crate) fn stakes(ask: Ask<'_>, target: Unit) -> Stakes {
    let entered = |frame: &Frame| matches!(frame, Frame::Halt(halt) if halt.entered.has(target));
    Stakes { moving: ask.state.frames.iter().any(entered), last_step: ask.state.steps(target) <= 1 }
}

/// The odds of a shot as things stand, with `smoke` hexes of smoke.
pub(crate) fn forecast(ask: Ask<'_>, shot: Shot, smoke: i32) -> Forecast {
    attack(ask, shot, smoke).forecast(ask.rules.catalogue.limits.dice, stakes(ask, shot.target))
}

/// Whether the shot may be fired now, with its chit.
pub(crate) fn check(ask: Ask<'_>, shot: Shot) -> Result<(), Refused> {
    let side = match ask.state.frames.top() {
        Frame::Activation(activation) => s06_fire_phase::check(ask, activation, shot)?,
        Frame::Halt(halt) => s04_opportunity_fire::check(ask, halt, shot)?,
        Frame::Cup { .. } => return Err(Refused::NothingActive),
        Frame::Moving(_)
        | Frame::Reply(_)
        | Frame::Assault(_)
        | Frame::AssaultReply(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => return Err(out_of_place(ask)),
    };
    shot.chit.map_or(Ok(()), |chit| s15_hands::check_held(ask, side, chit, When::OwnShot))
}

/// Visits a shot that is possible: as it is, and with each chit that fits.
fn visit(ask: Ask<'_>, shooter: Unit, target: Unit, visit: &mut Visit<'_, Shot>) -> ControlFlow<()> {
    visit(Shot { shooter, target, chit: None })?;
    for chit in s15_hands::held(ask, ask.rules.unit(shooter).seat, When::OwnShot) {
        visit(Shot { shooter, target, chit: Some(chit) })?;
    }
    ControlFlow::Continue(())
}

/// Declares a shot: the target's side may answer it if it holds chits.
fn declare(act: &mut Act<'_>, aimed: &Aimed<'_>) {
    let shot = aimed.shot;
    tell_march(act);
    if let Some(chit) = shot.chit {
        s15_hands::spend(act, act.rules.unit(shot.shooter).seat, chit);
    }
    if s15_hands::may_answer(act.ask(), act.rules.unit(shot.target).seat) {
        // A shot that was announced stands: nobody may call it off when the answer is long in coming.
        act.journal.revealed();
        act.state.frames.push(Frame::Reply(shot));
    } else {
        resolve(act, shot, &aimed.attack);
    }
}

/// Throws the dice for a declared shot and takes its consequences.
pub(super) fn resolve(act: &mut Act<'_>, shot: Shot, attack: &Attack<'_>) {
    let (result, faces) = attack.resolve(act.rules.catalogue.limits.dice, act.dice);
    debug_assert!(act.state.hex(shot.target).is_some(), "a target stands somewhere");
    act.note(|ask| entry(ask, shot, attack, result, &faces));
    match result {
        FireResult::Miss => (),
        FireResult::Pinned => s05_pins::pin(act, shot.target),
        FireResult::StepLoss => {
            s05_pins::pin(act, shot.target);
            s01_companies::lose_step(act, shot.target);
        }
    }
    if let Frame::Halt(halt) = act.state.frames.top_mut() {
        halt.fired.add(shot.shooter);
    } else {
        act.state.fired.add(shot.shooter);
    }
}

fn entry(ask: Ask<'_>, shot: Shot, attack: &Attack<'_>, result: FireResult, faces: &[u16]) -> Entry {
    let (shooter, target) = (ask.rules.unit(shot.shooter), ask.rules.unit(shot.target));
    let opportunity = matches!(ask.state.frames.top(), Frame::Halt(_));
    let verb = if opportunity { "calls a halt and fires at" } else { "fires at" };
    let result_text = match result {
        FireResult::Miss => "miss",
        FireResult::Pinned => "hit",
        FireResult::StepLoss => "hit, and a step is lost",
    };
    let hexes = [shot.shooter, shot.target].into_iter().filter_map(|unit| ask.state.hex(unit));
    let text = format!("{} {verb} {} at range {}: {result_text}", shooter.name, target.name, attack.range);
    let tone = if result == FireResult::Miss { Tone::Quiet } else { Tone::Combat };
    Entry::new(FIRE, text)
        .by(shooter.seat)
        .tone(tone)
        .at(hexes.map(|hex| ask.rules.label(hex)))
        .about([shooter.id.clone(), target.id.clone()])
        .because(attack.resolution(result, faces))
}
