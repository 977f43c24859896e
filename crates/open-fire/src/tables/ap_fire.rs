//! AP fire (OF-9.1): the hit chance track, its eight sections of modifications, where the shell strikes and what it
//! does.
//!
//! ```text
//!   range  ->  space on the track  ->  base hit chance, penetration      (the marker that stays)
//!   sections 1 to 8, first that applies of each  ->  spaces left or right (the marker that moves)
//!   D100 up to the final chance hits; D100 finds the area; D10 + penetration + weapon skill finds the damage
//! ```

use dice::{Dice, Die, Throw, odds};
use engine::{Cited, Forecast, GoodFor, Measure, Modifier, Prospect, Provenance, Resolution, Role, RuleId, Thrown};
use hexmap::{Arc, Arcs, Direction, Facing, Favour, Grid, Hex, Width};
use serde::Deserialize;

use crate::{
    rule_ids::{AP_DAMAGE, AP_FIRE, BUNKERS, CARDS, FIRE_MODIFIERS, HIDDEN, IMPROVED_POSITIONS, RATE_OF_FIRE},
    tables::{
        cards::{Area, Card, Kind, Severity},
        checks::percentile,
        damage::{DamageSummary, Effect, Stake, Target, listed},
        display_sheet::DisplaySheet,
        fire_refusal::CannotFire,
        forms::Shift,
    },
};

/// The Armor Piercing Combat Hit Chance Track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApTrack {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The number of the first space.
    pub first: i32,
    /// The rows.
    #[serde(rename = "weapon")]
    pub weapons: Vec<Weapon>,
}

/// A row of the track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The card of the unit that fires it, or `bazooka`, `panzerfaust`.
    pub id: String,
    /// What players read.
    pub name: String,
    /// Hit chances, space by space.
    pub chance: Vec<i32>,
    /// Penetration by range.
    pub penetration: Vec<Penetration>,
    /// The last space of the short range zone (OF-9.11).
    pub short: u16,
    /// The most intervening hexes, where there is an absolute limit (OF-9.8).
    pub limit: Option<u16>,
    /// What of it is printed.
    #[serde(default)]
    pub printed: String,
    /// What the rest was taken from.
    pub why: String,
}

/// A penetration value with the last range it holds for.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penetration {
    /// Intervening hexes; `None` for all beyond.
    pub to: Option<u16>,
    /// The value.
    pub value: i32,
}

impl Weapon {
    /// The penetration value over this many intervening hexes.
    pub fn penetration(&self, range: u16) -> i32 {
        let found = self.penetration.iter().find(|entry| entry.to.is_none_or(|to| range <= to));
        found.map_or(0, |entry| entry.value)
    }

    /// Whether a range is short (OF-9.11).
    pub fn is_short(&self, range: u16) -> bool {
        range <= self.short
    }

    /// The hit chance on a space; beyond the ends of the track that of the end.
    pub fn chance(&self, first: i32, space: i32) -> i32 {
        let last = self.chance.len().saturating_sub(1) as i32;
        self.chance.get((space - first).clamp(0, last) as usize).copied().unwrap_or(0)
    }
}

/// AP fire modifications.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApModifications {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// In the order of the list.
    #[serde(rename = "modification")]
    pub list: Vec<ApModification>,
    /// Firing at hidden targets (OF-14.5).
    pub hidden: HiddenTarget,
}

/// A line of the list.
#[derive(Clone, Debug, Deserialize)]
pub struct ApModification {
    /// 1 to 8.
    pub section: u8,
    /// When it applies.
    pub when: ApWhen,
    /// In which terrain, if it is about terrain.
    #[serde(default)]
    pub terrain: String,
    /// What players read.
    pub what: String,
    /// How far the marker moves.
    #[serde(flatten)]
    pub shift: Shift,
    /// Where it is printed; empty if it is ours.
    #[serde(default)]
    pub source: String,
}

/// When a modification applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum ApWhen {
    SideFacing,
    RearFacing,
    /// Always: the size is on the target's card.
    Size,
    Defilade,
    Terrain,
    Bunker,
    ImprovedPosition,
    TargetFast,
    TargetSlow,
    FirerFast,
    FirerSlow,
    FirerSuppressed,
    TargetSuppressed,
    HitBefore,
}

/// What firing at a hidden target takes away (OF-14.5).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenTarget {
    /// From the chance to hit.
    pub chance: i32,
    /// From the penetration.
    pub penetration: i32,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

/// How fast something moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Not at all.
    #[default]
    Still,
    /// Within its slow allowance.
    Slow,
    /// Beyond it.
    Fast,
}

/// Everything that decides a shot, on the board or typed at a command line.
#[derive(Copy, Clone, Debug)]
pub struct ApShot<'a> {
    /// What is fired.
    pub weapon: &'a Weapon,
    /// The target's card.
    pub target: &'a Card,
    /// Intervening hexes.
    pub range: u16,
    /// The facing of the target that is hit.
    pub facing: Arc,
    /// The target is buttoned up.
    pub closed: bool,
    /// The terrain of the target's hex.
    pub terrain: &'a str,
    /// The target is in defilade.
    pub defilade: bool,
    /// The target is in an improved position.
    pub improved_position: bool,
    /// How the target moves.
    pub target_moving: Pace,
    /// How the firer moves.
    pub firer_moving: Pace,
    /// The firer is suppressed.
    pub firer_suppressed: bool,
    /// The target is suppressed.
    pub target_suppressed: bool,
    /// The firer has hit the target before.
    pub hit_before: bool,
    /// The target is hidden by one hex of woods or town (optional).
    pub hidden: bool,
    /// The firer's weapon skill.
    pub weapon_skill: i32,
}

/// What comes of a shot, from best for the target to worst area by area.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ApResult {
    /// The D100 was above the chance.
    Miss,
    /// The area, as a line of the hit chart, and how bad it is.
    Hit(usize, Severity),
}

/// The dice of a shot.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ApDice {
    /// To hit.
    pub hit: u16,
    /// Where; `None` after a miss.
    pub area: Option<u16>,
    /// How bad.
    pub damage: Option<u16>,
}

const TO_HIT: &str = "to hit";
const AREA_HIT: &str = "area hit";
const DAMAGE: &str = "damage";

impl<'a> ApShot<'a> {
    /// A shot at the front of a target that is not moving, in the open.
    pub fn plain(weapon: &'a Weapon, target: &'a Card, range: u16) -> ApShot<'a> {
        ApShot {
            weapon,
            target,
            range,
            facing: Arc::Front,
            closed: target.kind == Kind::Bunker,
            terrain: "clear",
            defilade: false,
            improved_position: false,
            target_moving: Pace::Still,
            firer_moving: Pace::Still,
            firer_suppressed: false,
            target_suppressed: false,
            hit_before: false,
            hidden: false,
            weapon_skill: 0,
        }
    }

    /// Whether the shot may be fired.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self) -> Result<(), CannotFire> {
        let target = || self.target.name.clone();
        if !self.target.has_chart() {
            return Err(CannotFire::NotForAp(target()));
        }
        if self.closed && !self.target.kind.can_close() && self.target.kind != Kind::Bunker {
            return Err(CannotFire::NeverClosed(target()));
        }
        if !self.closed && self.target.kind == Kind::Bunker {
            return Err(CannotFire::AlwaysClosed(target()));
        }
        match self.weapon.limit {
            Some(limit) if self.range > limit => {
                Err(CannotFire::BeyondLimit { weapon: self.weapon.name.clone(), limit, range: self.range })
            }
            _ => Ok(()),
        }
    }

    fn applies(&self, modification: &ApModification) -> bool {
        match modification.when {
            ApWhen::SideFacing => self.facing == Arc::Side,
            ApWhen::RearFacing => self.facing == Arc::Rear,
            ApWhen::Size => true,
            ApWhen::Defilade => self.defilade,
            ApWhen::Terrain => self.terrain == modification.terrain,
            ApWhen::Bunker => self.target.kind == Kind::Bunker,
            ApWhen::ImprovedPosition => self.improved_position,
            ApWhen::TargetFast => self.target_moving == Pace::Fast,
            ApWhen::TargetSlow => self.target_moving == Pace::Slow,
            ApWhen::FirerFast => self.firer_moving == Pace::Fast,
            ApWhen::FirerSlow => self.firer_moving == Pace::Slow,
            ApWhen::FirerSuppressed => self.firer_suppressed,
            ApWhen::TargetSuppressed => self.target_suppressed,
            ApWhen::HitBefore => self.hit_before,
        }
    }

    fn spaces(&self, modification: &ApModification) -> i32 {
        match modification.when {
            ApWhen::Size => self.target.size,
            _ => modification.shift.spaces(),
        }
    }

    /// The first modification of each section that applies (OF-9.4).
    fn applied<'s>(&'s self, sheet: &'s DisplaySheet) -> impl Iterator<Item = &'s ApModification> {
        let mut section = 0;
        sheet.ap_modifications.list.iter().filter(move |modification| {
            let first = modification.section > section && self.applies(modification);
            if first {
                section = modification.section;
            }
            first
        })
    }

    /// The chance the D100 is thrown against, before OF-2.9's sure hits and misses.
    pub fn chance(&self, sheet: &DisplaySheet) -> i32 {
        let spaces: i32 = self.applied(sheet).map(|modification| self.spaces(modification)).sum();
        let hidden = if self.hidden { sheet.ap_modifications.hidden.chance } else { 0 };
        self.weapon.chance(sheet.ap_track.first, i32::from(self.range) + spaces) + hidden
    }

    /// The penetration at this range.
    pub fn penetration(&self, sheet: &DisplaySheet) -> i32 {
        let hidden = if self.hidden { sheet.ap_modifications.hidden.penetration } else { 0 };
        self.weapon.penetration(self.range) + hidden
    }

    fn chart(&self) -> &'a [Area] {
        self.target.chart(self.facing)
    }

    /// The line of the hit chart a D100 strikes.
    fn area(&self, face: u16) -> usize {
        let strikes = |area: &Area| area.span(self.closed).is_some_and(|span| span.has(face));
        self.chart().iter().position(strikes).unwrap_or(0)
    }

    fn severity(&self, sheet: &DisplaySheet, area: usize, face: u16) -> Severity {
        self.chart()[area].severity(i32::from(face) + self.penetration(sheet) + self.weapon_skill)
    }

    /// The one place where a shot is resolved. The caller has asked [`ApShot::check`].
    pub fn resolve(&self, sheet: &DisplaySheet, dice: &mut dyn Dice) -> (ApResult, ApDice) {
        let chance = percentile(self.chance(sheet));
        let hits = |faces: &[u16]| u16::from(i32::from(faces[0]) <= chance);
        let to_hit = dice.throw(&Throw::d100(TO_HIT).read(&hits));
        let hit = to_hit.faces()[0];
        if to_hit.row() == 0 {
            return (ApResult::Miss, ApDice { hit, ..ApDice::default() });
        }
        let (result, struck) = self.strike(sheet, dice);
        (result, ApDice { hit, ..struck })
    }

    /// Where a shell that has hit strikes, and what it does there.
    pub fn strike(&self, sheet: &DisplaySheet, dice: &mut dyn Dice) -> (ApResult, ApDice) {
        let strikes = |faces: &[u16]| self.area(faces[0]) as u16;
        let struck = dice.throw(&Throw::d100(AREA_HIT).read(&strikes));
        let area = usize::from(struck.row());
        let does = |faces: &[u16]| self.severity(sheet, area, faces[0]) as u16;
        let done = dice.throw(&Throw::d10(DAMAGE).read(&does));
        let severity = Severity::ALL[usize::from(done.row())];
        let dice = ApDice { hit: 0, area: Some(struck.faces()[0]), damage: Some(done.faces()[0]) };
        (ApResult::Hit(area, severity), dice)
    }

    /// How a shell that has hit came out.
    pub fn struck(&self, sheet: &DisplaySheet, result: ApResult, dice: ApDice) -> Resolution {
        let thrown = |die: &Die, what: &str, face: Option<u16>| face.map(|face| Thrown::new(die, what, [face]));
        let throws = [thrown(&Die::D100, AREA_HIT, dice.area), thrown(&Die::D10, DAMAGE, dice.damage)];
        let penetration = self.penetration(sheet);
        let total = i32::from(dice.damage.unwrap_or(0)) + penetration;
        Resolution {
            modifiers: vec![Modifier::new(AP_FIRE, "penetration", penetration).counted_in(Measure::Damage)],
            throws: throws.into_iter().flatten().collect(),
            reading: format!("a total of {total}"),
            result: self.name(result),
        }
    }

    /// What decides the shot, in order.
    pub fn modifiers(&self, sheet: &DisplaySheet) -> Vec<Modifier> {
        let base = self.weapon.chance(sheet.ap_track.first, i32::from(self.range));
        let over = format!("over {} hexes", self.range);
        let mut modifiers = vec![
            Modifier::new(AP_FIRE, format!("base hit chance ({} {over})", self.weapon.name), base)
                .counted_in(Measure::Percent),
            Modifier::new(
                AP_FIRE,
                format!("penetration ({} {over})", self.weapon.name),
                self.weapon.penetration(self.range),
            )
            .counted_in(Measure::Damage),
        ];
        let before = modifiers.len();
        for applied in self.applied(sheet) {
            let spaces = self.spaces(applied);
            let what = match applied.when {
                ApWhen::Size => format!("{}: {}", applied.what, self.target.name),
                _ => applied.what.clone(),
            };
            let text = format!("section {}: {what} ({})", applied.section, spaces_in_words(spaces));
            modifiers.push(Modifier::new(rule_of(applied.when), text, spaces).counted_in(Measure::Columns));
        }
        // A space of the track is worth more here and less there: spaces are added up, the track says the chance.
        let spaces = modifiers[before..].iter().map(|modifier| modifier.value).sum();
        let together = format!("together {} on the track", spaces_in_words(spaces));
        modifiers.push(Modifier::new(AP_FIRE, together, spaces).counted_in(Measure::Columns).being(Role::Sum));
        if self.hidden {
            let hidden = sheet.ap_modifications.hidden;
            modifiers.push(Modifier::new(HIDDEN, "hidden target: chance", hidden.chance).counted_in(Measure::Percent));
            let penetration = Modifier::new(HIDDEN, "hidden target: penetration", hidden.penetration);
            modifiers.push(penetration.counted_in(Measure::Damage));
        }
        let chance = Modifier::new(AP_FIRE, "final hit chance", percentile(self.chance(sheet)));
        modifiers.push(chance.counted_in(Measure::Percent).being(Role::Result));
        modifiers.push(Modifier::new(AP_FIRE, "weapon skill", self.weapon_skill).counted_in(Measure::Damage));
        let damage = self.penetration(sheet) + self.weapon_skill;
        let damage = Modifier::new(AP_FIRE, "added to the damage die", damage);
        modifiers.push(damage.counted_in(Measure::Damage).being(Role::Sum));
        let zone = if self.weapon.is_short(self.range) { "short range" } else { "beyond short range" };
        let rounds = i32::from(self.rounds(sheet));
        let rounds = Modifier::new(RATE_OF_FIRE, format!("{zone}: rounds a Fire Action"), rounds);
        modifiers.push(rounds.being(Role::Aside));
        modifiers
    }

    /// The stable name of a result: `miss`, `hit hull light-penetration`.
    pub fn name(&self, result: ApResult) -> String {
        match result {
            ApResult::Miss => "miss".to_owned(),
            ApResult::Hit(area, severity) => format!("hit {} {}", self.chart()[area].area, severity.name()),
        }
    }

    /// The exact odds, with what each result comes to for the target.
    pub fn forecast(&self, sheet: &DisplaySheet, stake: &Stake) -> Forecast {
        let odds = odds(|dice| self.resolve(sheet, dice).0).unwrap_or_else(|_| unreachable!("three throws"));
        let areas = self.chart().iter().enumerate().filter(|(_, area)| area.span(self.closed).is_some());
        let hits = areas.flat_map(|(place, area)| {
            let possible = move |severity: &Severity| *severity != Severity::Killed || area.killed.is_some();
            Severity::ALL.into_iter().filter(possible).map(move |severity| ApResult::Hit(place, severity))
        });
        let all =
            std::iter::once(ApResult::Miss).chain(hits).map(|result| (result, self.prospect(sheet, stake, result)));
        Forecast::new(self.modifiers(sheet), &odds.out_of(100_000), all)
    }

    fn prospect(&self, sheet: &DisplaySheet, stake: &Stake, result: ApResult) -> Prospect {
        let ApResult::Hit(area, severity) = result else { return Prospect::nothing(self.name(result)) };
        let place = sheet.damage.area_name(&self.chart()[area].area).to_lowercase();
        let effects = self.effects(&sheet.damage, &stake.target, result);
        let label = format!("{place}, {}", severity.title().to_lowercase());
        stake.prospect(self.name(result), &effects, GoodFor::Doer).called(label)
    }

    /// What a result does to the target.
    pub fn effects(&self, damage: &DamageSummary, target: &Target, result: ApResult) -> Vec<Effect> {
        match result {
            ApResult::Miss => Vec::new(),
            ApResult::Hit(area, severity) => damage.ap_effects(target, &self.chart()[area].area, severity),
        }
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, sheet: &DisplaySheet, result: ApResult, dice: ApDice) -> Resolution {
        let thrown = |die: &Die, what: &str, face: Option<u16>| face.map(|face| Thrown::new(die, what, [face]));
        let throws = [
            thrown(&Die::D100, TO_HIT, Some(dice.hit)),
            thrown(&Die::D100, AREA_HIT, dice.area),
            thrown(&Die::D10, DAMAGE, dice.damage),
        ];
        Resolution {
            modifiers: self.modifiers(sheet),
            throws: throws.into_iter().flatten().collect(),
            reading: self.reading(sheet, result, dice),
            result: self.name(result),
        }
    }

    fn reading(&self, sheet: &DisplaySheet, result: ApResult, dice: ApDice) -> String {
        let chance = percentile(self.chance(sheet));
        let (ApResult::Hit(area, _), Some(struck), Some(face)) = (result, dice.area, dice.damage) else {
            return format!("{} is above {chance}", dice.hit);
        };
        let (penetration, skill) = (self.penetration(sheet), self.weapon_skill);
        let total = i32::from(face) + penetration + skill;
        let place = sheet.damage.area_name(&self.chart()[area].area);
        format!(
            "{} is within {chance}; {struck} strikes the {place}; {face} and {penetration} and {skill} make a total of \
             {total}",
            dice.hit
        )
    }

    /// What a result means for a target, in words: `hit, Hull, Light Penetration (total 22)` and what follows.
    pub fn text(&self, sheet: &DisplaySheet, target: &Target, result: ApResult, dice: ApDice) -> String {
        let ApResult::Hit(area, severity) = result else { return "miss".to_owned() };
        let place = sheet.damage.area_name(&self.chart()[area].area);
        let total = i32::from(dice.damage.unwrap_or(0)) + self.penetration(sheet) + self.weapon_skill;
        let effects = listed(&self.effects(&sheet.damage, target, result));
        format!("hit, {place}, {} (total {total}); {AP_DAMAGE}: {effects}", severity.title())
    }

    /// How many rounds a Fire Action has at this range (OF-9.11).
    pub fn rounds(&self, sheet: &DisplaySheet) -> u8 {
        let rate = sheet.card(&self.weapon.id).and_then(|card| card.rate);
        rate.map_or(1, |rate| if self.weapon.is_short(self.range) { rate.short } else { rate.normal })
    }

    /// The rule that decides it.
    pub const RULE: RuleId = AP_FIRE;
}

fn rule_of(when: ApWhen) -> RuleId {
    match when {
        ApWhen::Size => CARDS,
        ApWhen::Bunker => BUNKERS,
        ApWhen::ImprovedPosition => IMPROVED_POSITIONS,
        _ => FIRE_MODIFIERS,
    }
}

fn spaces_in_words(spaces: i32) -> String {
    match spaces {
        0 => "0".to_owned(),
        left if left < 0 => format!("{} left", -left),
        right => format!("{right} right"),
    }
}

/// Front and rear are the sixty degrees of the fire zone (OF-9); everything between is side.
const FACINGS: Arcs = Arcs { front: Width::Sixty, rear: Width::Sixty };

/// Which facing of a target that points toward `facing` is hit from `firer`. In one and the same hex it is the side.
pub fn facing_hit(grid: &Grid, target: Hex, facing: Direction, firer: Hex) -> Arc {
    match grid.bearing(target, firer) {
        Some(bearing) => FACINGS.arc(Facing::Side(facing), bearing, Favour::Front),
        None => Arc::Side,
    }
}

/// The row of the track for a card: its main gun, or what its men carry.
///
/// # Errors
/// If it has neither.
pub fn weapon_of<'a>(sheet: &'a DisplaySheet, card: &Card) -> Result<&'a Weapon, CannotFire> {
    let row = if card.main_gun { Some(card.id.as_str()) } else { card.anti_tank.as_deref() };
    row.and_then(|row| sheet.weapon(row)).ok_or_else(|| CannotFire::NoApWeapon(card.name.clone()))
}

impl From<CannotFire> for engine::AskError {
    fn from(refused: CannotFire) -> Self {
        debug_assert!(!refused.code().is_empty());
        engine::AskError::Refused(engine::Refusal::from(&refused))
    }
}
