//! What fire promises: exact odds of shots that are offered, and a rough guess of shots that could be.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use assault::{
    Kind,
    play::{
        estimates,
        s10_ranged_fire::RangedFire,
        s10_results::{Clash, Endurance, Fate, Target},
        s11_assault,
        s11_close_combat::KnownFates,
    },
    state::{Mark, Shot, Unit},
    tables::{dice::CombatDice, pool::Pool, units::Experience},
};
use hexmap::{BLOCKS, Hex};

use super::outlook::Outlook;

/// Shares of a unit's worth that it loses.
const HALF_STRENGTH: f32 = 0.3;
const DAMAGE: f32 = 0.15;
const FALLBACK: f32 = 0.15;
const IMMOBILISED: f32 = 0.4;
/// What it is worth to suppress a unit that has still to act, and one that has acted.
const SHAKEN_BEFORE: f32 = 0.32;
const SHAKEN_AFTER: f32 = 0.14;
/// What indirect fire that somebody else must spot is worth beside what one sees oneself.
const UNSEEN: f32 = 0.5;

/// What a shot does on average.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Promise {
    /// The share of the target that is lost.
    pub(super) loss: f32,
    /// The chance that it can do nothing more this turn.
    pub(super) shaken: f32,
}

impl Promise {
    /// The share of the target's worth.
    pub(super) fn share(self, still_to_act: bool) -> f32 {
        self.loss + self.shaken * if still_to_act { SHAKEN_BEFORE } else { SHAKEN_AFTER }
    }
}

/// Odds that were worked out before, by this officer or by another who throws the same dice.
#[derive(Default)]
pub(super) struct Gunnery {
    exact: BTreeMap<(Clash, Target), Promise>,
    rough: Vec<f32>,
    shared: Option<Arc<Worked>>,
}

/// What all officers have worked out. Odds follow from the dice alone, so it does not matter who does it first.
#[derive(Default)]
struct Worked {
    shots: Mutex<BTreeMap<(Clash, Target), Promise>>,
    /// What blows in close combat do.
    blows: Mutex<KnownFates>,
}

/// By the faces of the dice.
static WORKED: Mutex<BTreeMap<Vec<u16>, Arc<Worked>>> = Mutex::new(BTreeMap::new());

impl Worked {
    /// What was worked out with these dice.
    fn with(dice: &CombatDice) -> Arc<Worked> {
        let all = dice.of(Pool { red: 1, green: 1, blue: 1 });
        let faces = all.iter().flat_map(|die| (0..die.sides()).map(|face| die.face(face))).collect();
        let mut worked = WORKED.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(worked.entry(faces).or_default())
    }

    fn promise(&self, look: &Outlook<'_>, clash: Clash, target: Target) -> Promise {
        let shots = || self.shots.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shots().get(&(clash, target)).copied();
        known.unwrap_or_else(|| {
            let promise = promise(look, &clash, &target);
            shots().insert((clash, target), promise);
            promise
        })
    }
}

const GREEN: usize = 8;
const BLUE: usize = 8;
const DICE: usize = GREEN * BLUE;

fn slot(pool: Pool) -> usize {
    let green = usize::from(pool.green.saturating_add(pool.red)).min(GREEN - 1);
    green * BLUE + usize::from(pool.blue).min(BLUE - 1)
}

impl Gunnery {
    /// What a shot that could be declared now promises; nothing if it cannot.
    pub(super) fn shot(&mut self, look: &Outlook<'_>, shot: Shot, answer: Option<u8>) -> Promise {
        estimates::shot(look.ask, shot, answer).map(|fire| self.fire(look, &fire)).unwrap_or_default()
    }

    /// What a shot is worth, in victory points.
    pub(super) fn worth(&mut self, look: &Outlook<'_>, shot: Shot, answer: Option<u8>) -> f32 {
        let share = self.shot(look, shot, answer).share(!look.state.activated.has(shot.target));
        share * look.value(shot.target)
    }

    fn fire(&mut self, look: &Outlook<'_>, fire: &RangedFire<'_>) -> Promise {
        let tables = look.rules.catalogue().ranged_fire();
        let faces = f32::from(fire.spotting_faces(tables));
        let mut part = |spotted: bool| self.clash(look, fire.dice(tables, spotted), fire.defender.target);
        let seen = if faces > 0.0 { part(true) } else { Promise::default() };
        let unseen = if faces < 6.0 { part(false) } else { Promise::default() };
        let mix = |seen: f32, unseen: f32| (seen * faces + unseen * (6.0 - faces)) / 6.0;
        Promise { loss: mix(seen.loss, unseen.loss), shaken: mix(seen.shaken, unseen.shaken) }
    }

    /// The chance that an assault takes the hex, and the chance that the unit is lost.
    pub(super) fn assault(&mut self, look: &Outlook<'_>, unit: Unit, target: Unit) -> Option<[f64; 2]> {
        let mut blows = self.worked(look).blows.lock().unwrap_or_else(PoisonError::into_inner);
        s11_assault::chances(look.ask, unit, target, &mut blows)
    }

    fn worked(&mut self, look: &Outlook<'_>) -> &Worked {
        self.shared.get_or_insert_with(|| Worked::with(look.rules.catalogue().dice()))
    }

    fn clash(&mut self, look: &Outlook<'_>, clash: Clash, target: Target) -> Promise {
        if let Some(known) = self.exact.get(&(clash, target)) {
            return *known;
        }
        let promise = self.worked(look).promise(look, clash, target);
        self.exact.insert((clash, target), promise);
        promise
    }

    /// The share of a unit that one die pool costs it on average when it throws another.
    pub(super) fn rough(&mut self, look: &Outlook<'_>, attack: Pool, defence: Pool, kind: Kind) -> f32 {
        if attack.is_empty() {
            return 0.0;
        }
        if self.rough.is_empty() {
            self.rough = vec![f32::NAN; DICE * DICE * Kind::ALL.len()];
        }
        let place = (slot(attack) * DICE + slot(defence)) * Kind::ALL.len() + kind as usize;
        if self.rough[place].is_nan() {
            let endures = Some(Endurance { half_strength_at: 1, eliminated_at: 2 });
            let target = Target { kind, endures, ..Target::default() };
            let clash = Clash { attack, defence, ..Clash::default() };
            self.rough[place] = self.clash(look, clash, target).share(true);
        }
        self.rough[place]
    }

    /// A guess at the share of a target that an attacker in one hex costs it in another; `plus` are dice that the
    /// target has besides.
    pub(super) fn guess(&mut self, look: &Outlook<'_>, by: (Unit, Hex), (target, at): (Unit, Hex), plus: Pool) -> f32 {
        self.guess_in(look, by, (target, at), plus, estimates::cover(look.ask, look.card(target).kind, at))
    }

    /// The same where the dice of the target's hex are known.
    pub(super) fn guess_in(
        &mut self,
        look: &Outlook<'_>,
        (attacker, from): (Unit, Hex),
        (target, at): (Unit, Hex),
        plus: Pool,
        cover: Pool,
    ) -> f32 {
        let (by, to) = (look.card(attacker), look.card(target));
        let hexes = u8::try_from(look.distance(from, at)).unwrap_or(u8::MAX);
        let Ok(range) = by.factor(hexes) else { return 0.0 };
        let dice = by.attack.against(to.kind).at(range);
        if dice.is_empty() {
            return 0.0;
        }
        let hindrances = look.line((from, by.kind), (at, to.kind));
        let blocked = hindrances == BLOCKS;
        if blocked && !by.indirect {
            return 0.0;
        }
        let hindrance = &look.rules.catalogue().hindrance();
        let between = if by.indirect { Pool::NONE } else { hindrance.dice.times(hindrances) };
        let body = if by.indirect { to.defence.above } else { to.defence.front };
        let hardened = if to.experience >= Experience::Hardened { Pool::BLUE } else { Pool::NONE };
        let hard_to_see = if cover.is_empty() || hexes <= 1 { Pool::NONE } else { Pool::BLUE };
        let defence = body + between + hardened + cover + hard_to_see + plus;
        let share = self.rough(look, dice, defence, to.kind);
        let weak = if look.state.has(attacker, Mark::HalfStrength) { 0.6 } else { 1.0 };
        share * weak * if blocked { UNSEEN } else { 1.0 }
    }
}

fn promise(look: &Outlook<'_>, clash: &Clash, target: &Target) -> Promise {
    let Ok(odds) = clash.fates(look.rules.catalogue().dice(), target) else { return Promise::default() };
    let mut promise = Promise::default();
    let of = odds.of() as f64;
    for (fate, ways) in odds.results() {
        let chance = (ways as f64 / of) as f32;
        promise.loss += chance * lost(fate);
        promise.shaken += if fate.suppressed || fate.fallback { chance } else { 0.0 };
    }
    promise
}

/// The share of a unit's worth that a fate costs.
fn lost(fate: &Fate) -> f32 {
    if fate.eliminated {
        return 1.0;
    }
    let parts = [(fate.half_strength, HALF_STRENGTH), (fate.fallback, FALLBACK), (fate.immobilised, IMMOBILISED)];
    let marks: f32 = parts.into_iter().filter(|(so, _)| *so).map(|(_, share)| share).sum();
    marks + f32::from(fate.damage) * DAMAGE
}
