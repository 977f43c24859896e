//! Direct fire (FD-2, FD-3, FD-6).
//!
//! Two dice. A hit needs each die above the range; a hit pins. If the dice together reach the target's defence plus the range
//! (plus cover), the target also loses a step.
//!
//! | | |
//! |---|---|
//! | before | a shooter with range and sight, a target, clear weather |
//! | after | a miss, a pin (if the target was moving), or a pin and a step lost |

use std::fmt;

use dice::{Dice, Die, Throw, odds};
use engine::{Entry, Forecast, GoodFor, Journal, Modifier, Prospect, Resolution, Severity, Thrown, Tone};
use hexmap::Hex;

use crate::{
    refusal::Refused,
    rule_ids::{EVENTS, FIRE, TERRAIN, UNITS},
    state::{Frame, Shot, State},
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

/// Everything that decides a shot, on the board or typed at a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Hexes to the target, the target's counted and the shooter's not.
    pub range: i32,
    /// The target's green number.
    pub defence: i32,
    /// The target's cover: what it is and what it adds to the number needed.
    pub cover: Option<(String, i32)>,
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
    /// All of them.
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

impl fmt::Display for FireResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Attack {
    /// A shot with nothing but a range and a defence.
    pub fn plain(range: i32, defence: i32) -> Attack {
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
        if self.aim != 0 {
            modifiers.push(Modifier::new(EVENTS, "steady aim: added to the total", self.aim));
        }
        modifiers
    }

    /// The exact odds.
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

/// Chances of every shot there can be, counted once: for bots, which ask millions of times.
#[derive(Clone, Debug)]
pub struct FireOdds {
    /// By what each die must beat and what all must reach: chance of a hit, chance of a step loss.
    table: Vec<[(f32, f32); FireOdds::REACHES]>,
}

impl FireOdds {
    const BEATS: i32 = 7;
    const REACHES: usize = 20;

    pub(crate) fn prepare(count: usize) -> FireOdds {
        let entry = |beat: i32, reach: i32| {
            let attack = Attack::plain(beat, reach - beat);
            let odds = odds(|dice| attack.resolve(count, dice).0).unwrap_or_else(|_| unreachable!("two dice"));
            let hit = odds.chance(|&result| result != FireResult::Miss) as f32;
            (hit, odds.chance(|&result| result == FireResult::StepLoss) as f32)
        };
        let row = |beat| std::array::from_fn(|reach| entry(beat, reach as i32));
        FireOdds { table: (0..Self::BEATS).map(row).collect() }
    }

    fn of_numbers(&self, beat: i32, reach: i32) -> (f32, f32) {
        let beat = beat.clamp(0, Self::BEATS - 1) as usize;
        let reach = reach.clamp(0, Self::REACHES as i32 - 1) as usize;
        self.table[beat][reach]
    }
}

impl Divisions {
    /// The range at which `shooter` could fire from where it stands at something in `hex` (FD-2).
    pub(crate) fn fire_range(&self, state: &State, shooter: Unit, hex: Hex) -> Result<u16, Refused> {
        let from = state.hex(shooter).ok_or(Refused::NotOnMap(shooter))?;
        let reach = self.face(state, shooter).range;
        if !self.fire_weather(state) {
            return Err(Refused::NoFireWeather);
        }
        if reach == 0 {
            return Err(Refused::Unarmed(shooter));
        }
        let range = self.map.grid.distance(from, hex);
        if range > reach {
            return Err(Refused::OutOfRange { shooter, range, reach });
        }
        if !self.sight.sees(from, hex) {
            return Err(Refused::NoSight { shooter, hex });
        }
        Ok(range)
    }

    /// The shot as it would be resolved, with `smoke` hexes of smoke.
    pub(crate) fn attack(&self, state: &State, shot: Shot, smoke: i32) -> Attack {
        let hex = state.hex(shot.target).unwrap_or(Hex(0));
        let aim = shot.chit.map_or(0, |chit| self.event(chit).value);
        Attack { smoke, aim, ..self.attack_at(state, shot.shooter, shot.target, hex) }
    }

    /// The shot as it would be if the target stood in `hex`.
    pub(crate) fn attack_at(&self, state: &State, shooter: Unit, target: Unit, hex: Hex) -> Attack {
        let range = state.hex(shooter).map_or(0, |from| self.map.grid.distance(from, hex));
        let ground = self.ground(hex);
        Attack {
            cover: Some((ground.name.clone(), ground.cover)),
            ..Attack::plain(i32::from(range), self.face(state, target).defence)
        }
    }

    /// What a shot at `target` means to it as things stand.
    pub(crate) fn stakes(&self, state: &State, target: Unit) -> Stakes {
        let entered = |frame: &Frame| matches!(frame, Frame::Halt(halt) if halt.entered.has(target));
        Stakes { moving: state.frames.iter().any(entered), last_step: state.units[target.index()].steps <= 1 }
    }

    /// The chances of a hit and of a step loss for a shot at `target` over `range` while it stands in `hex`.
    pub fn fire_chances(&self, state: &State, range: u16, target: Unit, hex: Hex) -> (f32, f32) {
        let beat = i32::from(range);
        self.fire_odds.of_numbers(beat, self.face(state, target).defence + beat + self.ground(hex).cover)
    }

    /// Declares a shot: the target's side may answer it if it holds chits.
    pub(crate) fn declare_shot(&self, state: &mut State, shot: Shot, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        self.tell_march(state, journal);
        if let Some(chit) = shot.chit {
            self.spend_chit(state, self.unit(shot.shooter).seat, chit, journal);
        }
        let target_seat = self.unit(shot.target).seat;
        if self.may_answer(state, target_seat) {
            // A shot that was announced stands: nobody may call it off when the answer is long in coming.
            journal.revealed();
            state.frames.push(Frame::Reply(shot));
        } else {
            self.resolve_shot(state, shot, 0, dice, journal);
        }
    }

    /// Throws the dice for a declared shot and goes on with what it interrupted.
    pub(crate) fn resolve_shot(
        &self,
        state: &mut State,
        shot: Shot,
        smoke: i32,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let attack = self.attack(state, shot, smoke);
        let (result, faces) = attack.resolve(self.catalogue.limits.dice, dice);
        let hex = state.hex(shot.target);
        journal.note(|| self.shot_entry(state, shot, &attack, result, &faces));
        if result != FireResult::Miss {
            self.pin(state, shot.target, journal);
        }
        if result == FireResult::StepLoss {
            self.lose_step(state, shot.target, journal);
        }
        debug_assert!(hex.is_some(), "a target stands somewhere");
        match state.frames.top_mut() {
            Frame::Halt(halt) => halt.fired.add(shot.shooter),
            _ => state.fired.add(shot.shooter),
        }
        self.settle(state, journal);
    }

    fn shot_entry(&self, state: &State, shot: Shot, attack: &Attack, result: FireResult, faces: &[u16]) -> Entry {
        let (shooter, target) = (self.unit(shot.shooter), self.unit(shot.target));
        let verb = match state.frames.top() {
            Frame::Halt(_) => "calls a halt and fires at",
            _ => "fires at",
        };
        let result_text = match result {
            FireResult::Miss => "miss",
            FireResult::Pinned => "hit",
            FireResult::StepLoss => "hit, and a step is lost",
        };
        let hexes =
            [shot.shooter, shot.target].into_iter().filter_map(|unit| state.hex(unit)).map(|hex| self.label(hex));
        let text = format!("{} {verb} {} at range {}: {result_text}", shooter.name, target.name, attack.range);
        let tone = if result == FireResult::Miss { Tone::Quiet } else { Tone::Combat };
        Entry::new(FIRE, text)
            .by(shooter.seat)
            .tone(tone)
            .at(hexes)
            .about([shooter.id.clone(), target.id.clone()])
            .because(attack.resolution(result, faces))
    }

    /// The shots the active formation may make (FD-6).
    pub(crate) fn check_fire_phase(
        &self,
        state: &State,
        formation: UnitSet,
        shooter: Unit,
        target: Unit,
    ) -> Result<(), Refused> {
        if !formation.has(shooter) {
            return Err(Refused::NotActive(shooter));
        }
        if state.fired.has(shooter) {
            return Err(Refused::HasFired(shooter));
        }
        if self.unit(target).seat == self.unit(shooter).seat {
            return Err(Refused::OwnUnit(target));
        }
        let hex = state.hex(target).ok_or(Refused::NotOnMap(target))?;
        self.fire_range(state, shooter, hex).map(|_| ())
    }
}
