//! What fire promises: exact odds of shots that are offered, and a rough guess of shots that could be.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use assault::{
    Kind,
    play::{
        estimates::{self, Glance},
        s10_ranged_fire::RangedFire,
        s10_results::{Clash, Endurance, Fate, Target},
        s11_assault,
        s11_close_combat::KnownFates,
    },
    state::{Shot, Unit},
    tables::{
        dice::{CombatDice, Count},
        pool::Pool,
    },
};
use hexmap::Hex;

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
    archive: Archive,
    shared: Option<Arc<Worked>>,
}

/// What officers who share it have worked out, by the faces of their dice: games of other printings may throw others.
#[derive(Clone, Default)]
pub struct Archive(Arc<Mutex<BTreeMap<Vec<u16>, Arc<Worked>>>>);

/// What has been worked out with the same dice. Odds follow from them alone, so it does not matter who does it first.
#[derive(Default)]
struct Worked {
    shots: Mutex<BTreeMap<(Clash, Target), Promise>>,
    /// What blows in close combat do.
    blows: Mutex<KnownFates>,
}

impl Archive {
    /// What was worked out with these dice.
    fn of(&self, dice: &CombatDice) -> Arc<Worked> {
        let all = dice.of(Pool { red: 1, green: 1, blue: 1 });
        let faces = all.iter().flat_map(|die| (0..die.sides()).map(|face| die.face(face))).collect();
        let mut worked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(worked.entry(faces).or_default())
    }
}

impl Worked {
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
    /// Nothing yet, beside what others have worked out.
    pub(super) fn sharing(archive: &Archive) -> Gunnery {
        Gunnery { archive: archive.clone(), ..Gunnery::default() }
    }

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
        let (mut sum, mut of) = (Promise::default(), 0.0);
        for (clash, faces) in fire.by_spotting(look.rules.catalogue().ranged_fire()) {
            let (part, faces) = (self.clash(look, clash, fire.defender.target), f32::from(faces));
            sum = Promise { loss: sum.loss + part.loss * faces, shaken: sum.shaken + part.shaken * faces };
            of += faces;
        }
        Promise { loss: sum.loss / of, shaken: sum.shaken / of }
    }

    /// The chance that an assault takes the hex, and the chance that the unit is lost.
    pub(super) fn assault(&mut self, look: &Outlook<'_>, unit: Unit, target: Unit) -> Option<[f64; 2]> {
        let mut blows = self.worked(look).blows.lock().unwrap_or_else(PoisonError::into_inner);
        s11_assault::chances(look.ask, unit, target, &mut blows)
    }

    fn worked(&mut self, look: &Outlook<'_>) -> &Worked {
        self.shared.get_or_insert_with(|| self.archive.of(look.rules.catalogue().dice()))
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
        self.roughly(look, Clash { attack, defence, ..Clash::default() }, kind)
    }

    /// The same for dice that may count their strongest symbol only.
    fn roughly(&mut self, look: &Outlook<'_>, clash: Clash, kind: Kind) -> f32 {
        if clash.attack.is_empty() {
            return 0.0;
        }
        if self.rough.is_empty() {
            self.rough = vec![f32::NAN; 2 * DICE * DICE * Kind::ALL.len()];
        }
        let row = usize::from(clash.count == Count::Strongest) * DICE + slot(clash.attack);
        let place = (row * DICE + slot(clash.defence)) * Kind::ALL.len() + kind as usize;
        if self.rough[place].is_nan() {
            let endures = Some(Endurance { half_strength_at: 1, eliminated_at: 2 });
            let target = Target { kind, endures, ..Target::default() };
            self.rough[place] = self.clash(look, clash, target).share(true);
        }
        self.rough[place]
    }

    /// A guess at the share of a target that an attacker in one hex costs it in another.
    pub(super) fn guess(&mut self, look: &Outlook<'_>, by: (Unit, Hex), (target, at): (Unit, Hex)) -> f32 {
        let cover = estimates::cover(look.ask, look.card(target).kind, at);
        self.guess_in(look, by, (target, at), (cover, Pool::NONE))
    }

    /// The same where the dice of the target's hex are known, and others that it has besides.
    pub(super) fn guess_in(
        &mut self,
        look: &Outlook<'_>,
        by: (Unit, Hex),
        to: (Unit, Hex),
        (cover, plus): (Pool, Pool),
    ) -> f32 {
        let Some(Glance { clash, unseen }) = estimates::glance(look.ask, by, to, cover) else { return 0.0 };
        let clash = Clash { defence: clash.defence + plus, ..clash };
        let share = self.roughly(look, clash, look.card(to.0).kind);
        share * if unseen { UNSEEN } else { 1.0 }
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
