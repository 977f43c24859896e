//! Damage (OF-14): from a hit to what it does, as typed effects; from effects to the condition a unit is left in.
//!
//! Everything here is a function of what it is given. Effects that need a die of their own (an Initiative Check, an
//! Accident Check) are named and left to the caller, who has the dice.

use std::fmt;

use engine::{GoodFor, Prospect, Provenance, Severity as Gravity};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::tables::{
    cards::{Card, Kind, Mpa, Nation, Severity},
    gp_fire::GpResult,
};

/// One thing that damage does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The Crew Rating falls by this much.
    ReduceCrew(u8),
    /// One Movement Point Reduction.
    ReduceMpa,
    /// Immobilised for the rest of the mission.
    ReduceMpaToZero,
    /// The machinegun is knocked out.
    KoMachinegun,
    /// The main gun is knocked out.
    KoMainGun,
    /// The unit is lost, with all it carries or tows.
    Killed,
    /// A German acts by its S column from now on.
    SpecialReactionS,
    /// An Initiative Check decides whether a Turn is lost (OF-14.1).
    InitiativeCheck,
    /// Suppressed until the end of the Round.
    Suppression,
    /// Panicked until the end of the Round (OF-14.2).
    Panic,
    /// All remaining Turns of the Round are lost: armour was penetrated, or an accident.
    LoseTurns,
    /// An Accident Check must be made (OF-7.8).
    AccidentCheck,
    /// A squad is flipped to its half side.
    FlipToHalf,
    /// Half a squad riding on the tank is killed (OF-10).
    RidersKilled,
    /// The bunker is destroyed (OF-13.3).
    BunkerDestroyed,
    /// The German is captured (OF-11.2).
    Captured,
    /// Nobody is left of the crew.
    CrewLost,
    /// The vehicle cannot move any more.
    Immobilised,
    /// The move ends.
    Stop,
    /// Turned one hexside to the left.
    TurnLeft,
    /// Turned one hexside to the right.
    TurnRight,
    /// One more hex straight ahead.
    RunOn,
}

const NAMES: [(Effect, &str, &str); 23] = [
    (Effect::ReduceCrew(1), "reduce-crew-1", "crew reduced by 1"),
    (Effect::ReduceCrew(2), "reduce-crew-2", "crew reduced by 2"),
    (Effect::ReduceMpa, "reduce-mpa-1", "movement reduced by 1"),
    (Effect::ReduceMpaToZero, "reduce-mpa-to-0", "movement reduced to 0"),
    (Effect::KoMachinegun, "ko-machinegun", "machinegun knocked out"),
    (Effect::KoMainGun, "ko-main-gun", "main gun knocked out"),
    (Effect::Killed, "killed", "killed"),
    (Effect::SpecialReactionS, "special-reaction-s", "special reaction S"),
    (Effect::InitiativeCheck, "initiative-check", "initiative check"),
    (Effect::Suppression, "suppression", "suppressed"),
    (Effect::Panic, "panic", "panics"),
    (Effect::LoseTurns, "lose-turns", "loses its remaining Turns"),
    (Effect::AccidentCheck, "accident-check", "accident check"),
    (Effect::FlipToHalf, "flip-to-half", "reduced to half"),
    (Effect::RidersKilled, "riders-killed", "the half squad riding on it is killed"),
    (Effect::BunkerDestroyed, "bunker-destroyed", "the bunker is destroyed"),
    (Effect::Captured, "captured", "captured"),
    (Effect::CrewLost, "crew-lost", "no crew left"),
    (Effect::Immobilised, "immobilised", "immobilised"),
    (Effect::Stop, "stop", "stops"),
    (Effect::TurnLeft, "turn-left", "turned one hexside to the left"),
    (Effect::TurnRight, "turn-right", "turned one hexside to the right"),
    (Effect::RunOn, "run-on", "runs on one hex"),
];

impl Effect {
    /// The stable name, as in the data files.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(effect, ..)| *effect == self).map_or("reduce-crew", |(_, name, _)| name)
    }

    /// What players read.
    pub fn title(self) -> &'static str {
        NAMES.iter().find(|(effect, ..)| *effect == self).map_or("crew reduced", |(.., title)| title)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = NAMES.iter().find(|(_, name, _)| *name == text).map(|(effect, ..)| *effect);
        found.ok_or_else(|| {
            let help = engine::did_you_mean(&text, NAMES.iter().map(|(_, name, _)| *name));
            D::Error::custom(format!("unknown effect \"{text}\": {help}"))
        })
    }
}

/// Effects in words; "no effect" if there are none.
pub fn listed(effects: &[Effect]) -> String {
    if effects.is_empty() {
        return "no effect".to_owned();
    }
    effects.iter().map(|effect| effect.title()).collect::<Vec<_>>().join(", ")
}

/// The Damage Results Summary (OF-14.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageSummary {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "area")]
    areas: Vec<AreaDamage>,
    /// What a mine does (OF-13.1).
    pub minefield: MinefieldTable,
}

/// What hits on one area do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaDamage {
    /// `hull`.
    pub id: String,
    /// What players read.
    pub name: String,
    /// Whether a hit that counts goes through armour.
    #[serde(default)]
    pub armour: bool,
    /// Whether any hit makes a vehicle other than a tank check for an accident.
    #[serde(default)]
    pub accident: bool,
    light: Vec<Effect>,
    medium: Vec<Effect>,
    heavy: Vec<Effect>,
}

/// What a mine does (OF-13.1).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinefieldTable {
    /// Its Penetration Rating.
    pub penetration: i32,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

/// The unit that is damaged, as far as it matters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What it is.
    pub kind: Kind,
    /// Whose.
    pub nation: Option<Nation>,
    /// Buttoned up.
    pub closed: bool,
    /// An AT gun ready to fire, not hitched up.
    pub prepared: bool,
    /// For a gun: hitched up behind a vehicle.
    pub towed: bool,
    /// Half a squad rides on the tank.
    pub riders: bool,
    /// In a bunker: GP fire treats it as a closed tank (OF-13.3).
    pub in_bunker: bool,
}

impl Target {
    /// A unit in the open, with nobody riding on it; a gun ready to fire.
    pub fn of(card: &Card, closed: bool) -> Target {
        Target {
            kind: card.kind,
            nation: card.nation,
            closed,
            prepared: true,
            towed: false,
            riders: false,
            in_bunker: false,
        }
    }
}

/// Men in a vehicle whose crew nobody has counted.
const FULL_CREW: u8 = 5;

/// The unit that suffers a result: what it is, and what it has suffered before. With it, odds can say what a result
/// amounts to.
#[derive(Copy, Clone, Debug)]
pub struct Stake {
    /// As damage sees it.
    pub target: Target,
    /// What it has suffered so far.
    pub condition: Condition,
    /// Whether it has anything left to fire from its main gun.
    pub shells: bool,
}

impl Stake {
    /// A unit that nothing has happened to.
    pub fn fresh(card: &Card, target: Target) -> Stake {
        Stake { target, condition: Condition::fresh(card, FULL_CREW, None), shells: true }
    }

    /// How bad effects would be (OF-14).
    pub fn severity(&self, effects: &[Effect]) -> Gravity {
        let before = self.condition;
        let (after, _) = before.after(effects);
        let disabled = |condition: &Condition| !self.target.kind.is_squad() && condition.is_disabled(self.shells);
        let passes = Condition { suppressed: after.suppressed, panicked: after.panicked, ..before };
        let stays = |effect: &Effect| matches!(effect, Effect::FlipToHalf | Effect::RidersKilled);
        // A unit that is already suppressed or has panicked is no worse off.
        let again = |effect: &Effect| match effect {
            Effect::Suppression => before.suppressed,
            Effect::Panic => before.panicked,
            _ => false,
        };
        match () {
            () if after.killed || effects.contains(&Effect::Captured) => Gravity::Killed,
            () if disabled(&after) && !disabled(&before) => Gravity::Disabled,
            () if after != passes || effects.iter().any(stays) => Gravity::Damage,
            () if effects.iter().all(again) => Gravity::Nothing,
            () => Gravity::Effect,
        }
    }

    /// What a result with these effects means.
    pub(crate) fn prospect(&self, result: String, effects: &[Effect], good_for: GoodFor) -> Prospect {
        let severity = self.severity(effects);
        let group = match severity {
            Gravity::Nothing => return Prospect::nothing(result),
            Gravity::Effect => "effect",
            Gravity::Damage => "damage",
            Gravity::Disabled => "disabled",
            Gravity::Killed if effects.contains(&Effect::Captured) => "captured",
            Gravity::Killed => "kill",
        };
        Prospect::new(result, good_for, severity).in_group(group)
    }
}

impl DamageSummary {
    /// All areas.
    pub fn areas(&self) -> &[AreaDamage] {
        &self.areas
    }

    /// What is said about an area.
    pub fn area(&self, id: &str) -> Option<&AreaDamage> {
        self.areas.iter().find(|area| area.id == id)
    }

    /// What players call an area.
    pub fn area_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.area(id).map_or(id, |area| &area.name)
    }

    /// What an AP hit on an area does (OF-14.3).
    pub fn ap_effects(&self, target: &Target, area: &str, severity: Severity) -> Vec<Effect> {
        let mut effects = Vec::new();
        if target.riders {
            effects.push(Effect::RidersKilled);
        }
        if severity == Severity::Killed {
            if target.kind == Kind::Bunker {
                effects.push(Effect::BunkerDestroyed);
            }
            effects.push(Effect::Killed);
            return effects;
        }
        let Some(damage) = self.area(area) else { return effects };
        let through = damage.armour && severity > Severity::NoEffect;
        let applies = |effect: &&Effect| match effect {
            // A unit that loses all its Turns has none left to check for.
            Effect::InitiativeCheck => !through,
            Effect::SpecialReactionS => target.nation == Some(Nation::German),
            _ => true,
        };
        effects.extend(damage.effects(severity).iter().filter(applies));
        if through {
            effects.push(Effect::LoseTurns);
        }
        if damage.accident && target.kind.is_vehicle() && !target.kind.is_tank() {
            effects.push(Effect::AccidentCheck);
        }
        effects
    }
}

impl AreaDamage {
    fn effects(&self, severity: Severity) -> &[Effect] {
        match severity {
            Severity::Light => &self.light,
            Severity::Medium => &self.medium,
            Severity::Heavy => &self.heavy,
            Severity::NoEffect | Severity::Killed => &[],
        }
    }
}

/// What a GP result does (OF-14.4; to fighters OF-17; in bunkers OF-13.3).
pub fn gp_effects(target: &Target, result: GpResult) -> Vec<Effect> {
    let mut effects = Vec::new();
    if target.riders && result != GpResult::NoEffect {
        effects.push(Effect::RidersKilled);
    }
    let plain: &[Effect] = if target.in_bunker {
        tank(true, result)
    } else {
        match target.kind {
            Kind::Fighter => fighter(result),
            Kind::Gun => gun(target.prepared, target.towed, result),
            Kind::Squad => squad(false, result),
            Kind::HalfSquad | Kind::TankCrew | Kind::Pow => squad(true, result),
            kind if kind.is_tank() => tank(target.closed, result),
            Kind::Bunker => &[],
            _ => other_vehicle(target.closed, result),
        }
    };
    effects.extend_from_slice(plain);
    effects
}

fn tank(closed: bool, result: GpResult) -> &'static [Effect] {
    match result {
        GpResult::NoEffect | GpResult::Panic => &[],
        GpResult::Suppressed => &[Effect::Suppression],
        GpResult::Killed if closed => &[Effect::Suppression],
        GpResult::Killed => &[Effect::Suppression, Effect::ReduceCrew(1)],
        GpResult::Captured => &[Effect::Captured],
    }
}

fn other_vehicle(closed: bool, result: GpResult) -> &'static [Effect] {
    match result {
        GpResult::Panic => &[Effect::Panic, Effect::AccidentCheck],
        _ => tank(closed, result),
    }
}

/// A gun that is ready holds out, one that is hitched up cannot panic, and the crew of one that is neither does
/// (OF-14.2, OF-14.4).
fn gun(prepared: bool, towed: bool, result: GpResult) -> &'static [Effect] {
    match result {
        GpResult::Panic | GpResult::Suppressed if prepared => &[Effect::Suppression, Effect::ReduceCrew(1)],
        GpResult::Suppressed => &[Effect::Suppression],
        GpResult::Panic if !towed => &[Effect::Panic],
        GpResult::NoEffect | GpResult::Panic => &[],
        GpResult::Killed => &[Effect::Killed],
        GpResult::Captured => &[Effect::Captured],
    }
}

fn squad(half: bool, result: GpResult) -> &'static [Effect] {
    match result {
        GpResult::NoEffect => &[],
        GpResult::Panic => &[Effect::Panic],
        GpResult::Suppressed => &[Effect::Suppression],
        GpResult::Killed if half => &[Effect::Killed],
        GpResult::Killed => &[Effect::FlipToHalf],
        GpResult::Captured => &[Effect::Captured],
    }
}

fn fighter(result: GpResult) -> &'static [Effect] {
    if result == GpResult::Killed { &[Effect::Killed] } else { &[] }
}

/// What a unit has suffered so far.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// The Crew Rating now.
    pub crew: u8,
    /// Crew hits so far.
    pub crew_lost: u8,
    /// The Crew Rating at which a German looks after himself.
    pub self_preservation: Option<u8>,
    /// The allowances of the card.
    pub mpa: Option<Mpa>,
    /// Movement Point Reductions so far.
    pub mpa_lost: u8,
    /// Cannot move any more.
    pub immobilised: bool,
    /// Cannot move until it is repaired.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub broken_down: bool,
    /// Cannot move until it gets fuel.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out_of_fuel: bool,
    /// The machinegun works.
    pub machinegun: bool,
    /// The main gun works.
    pub main_gun: bool,
    /// Until the end of the Round.
    pub suppressed: bool,
    /// Until the end of the Round.
    pub panicked: bool,
    /// Lost.
    pub killed: bool,
}

impl Condition {
    /// A unit as it comes out of the box.
    pub fn fresh(card: &Card, crew: u8, self_preservation: Option<u8>) -> Condition {
        Condition {
            crew,
            crew_lost: 0,
            self_preservation,
            mpa: card.mpa,
            mpa_lost: 0,
            immobilised: false,
            broken_down: false,
            out_of_fuel: false,
            machinegun: card.machinegun,
            main_gun: card.main_gun,
            suppressed: false,
            panicked: false,
            killed: false,
        }
    }

    /// The condition after these effects, and what follows from them (OF-14.3): self-preservation, a lost crew,
    /// immobility.
    pub fn after(mut self, effects: &[Effect]) -> (Condition, Vec<Effect>) {
        let before = self;
        for effect in effects {
            self.suffer(*effect);
        }
        let mut further = Vec::new();
        if self.immobilised && !before.immobilised {
            further.push(Effect::Immobilised);
        }
        if self.crew == 0 && before.crew > 0 {
            further.push(Effect::CrewLost);
        }
        let reached = |condition: &Condition| condition.self_preservation.is_some_and(|level| condition.crew <= level);
        if reached(&self) && !reached(&before) && !effects.contains(&Effect::SpecialReactionS) {
            further.push(Effect::SpecialReactionS);
        }
        (self, further)
    }

    fn suffer(&mut self, effect: Effect) {
        match effect {
            Effect::ReduceCrew(by) => {
                let by = by.min(self.crew);
                self.crew -= by;
                self.crew_lost += by;
            }
            Effect::ReduceMpa => {
                self.mpa_lost = self.mpa_lost.saturating_add(1);
                self.immobilised |= self.mpa.is_none_or(|mpa| mpa.reduced(self.mpa_lost).is_none());
            }
            Effect::ReduceMpaToZero => self.immobilised = true,
            Effect::KoMachinegun => self.machinegun = false,
            Effect::KoMainGun => self.main_gun = false,
            Effect::Killed => self.killed = true,
            Effect::Suppression => self.suppressed = true,
            Effect::Panic => self.panicked = true,
            // What these do is done to the unit on the table, not to its condition.
            Effect::SpecialReactionS
            | Effect::InitiativeCheck
            | Effect::LoseTurns
            | Effect::AccidentCheck
            | Effect::FlipToHalf
            | Effect::RidersKilled
            | Effect::BunkerDestroyed
            | Effect::Captured
            | Effect::CrewLost
            | Effect::Immobilised
            | Effect::Stop
            | Effect::TurnLeft
            | Effect::TurnRight
            | Effect::RunOn => {}
        }
    }

    /// What is left of the allowances; `None` if it cannot move.
    pub fn allowance(&self) -> Option<Mpa> {
        let stands = self.immobilised || self.broken_down || self.out_of_fuel;
        if stands { None } else { self.mpa.and_then(|mpa| mpa.reduced(self.mpa_lost)) }
    }

    /// Neither movement nor fire is left, or nobody who could do either (OF-14.3). A gun without shells does not fire.
    pub fn is_disabled(&self, shells: bool) -> bool {
        let fires = self.machinegun || self.main_gun && shells;
        self.crew == 0 || self.allowance().is_none() && !fires
    }
}
