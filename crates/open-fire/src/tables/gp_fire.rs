//! GP fire (OF-9.2, OF-9.3): offence less defence, modified, is a column of the resolution track; one die is read down
//! it.

use dice::{Dice, Die, Throw, odds};
use engine::{Forecast, GoodFor, Measure, Modifier, Prospect, Provenance, Resolution, Role, RuleId, Severity, Thrown};
use serde::Deserialize;

use crate::{
    rule_ids::{BUNKERS, CHARGE, FIGHTERS, FIRE_MODIFIERS, GP_FIRE, IMPROVED_POSITIONS, MULTIPLE_TARGETS},
    tables::{
        ap_fire::Pace,
        cards::{Card, Kind},
        damage::{Stake, Target, gp_effects, listed},
        display_sheet::DisplaySheet,
        fire_refusal::CannotFire,
        forms::Shift,
    },
};

/// The GP Combat Resolution Track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpTrack {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The number of the first column.
    pub first: i32,
    /// The columns.
    #[serde(rename = "column")]
    pub columns: Vec<GpColumn>,
}

/// A column: the highest die for each result.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GpColumn {
    pub killed: u16,
    pub suppressed: u16,
    pub panic: u16,
}

/// What GP fire does, from best for the target to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum GpResult {
    NoEffect,
    Panic,
    Suppressed,
    Killed,
    /// A kill in a close assault that was made to capture (OF-11.2).
    Captured,
}

impl GpResult {
    /// All that GP fire can bring.
    pub const ALL: [GpResult; 4] = [GpResult::NoEffect, GpResult::Panic, GpResult::Suppressed, GpResult::Killed];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            GpResult::NoEffect => "no-effect",
            GpResult::Panic => "panic",
            GpResult::Suppressed => "suppressed",
            GpResult::Killed => "killed",
            GpResult::Captured => "captured",
        }
    }

    /// What players read.
    pub fn title(self) -> &'static str {
        match self {
            GpResult::NoEffect => "No Effect",
            GpResult::Panic => "Panic",
            GpResult::Suppressed => "Suppressed",
            GpResult::Killed => "Killed",
            GpResult::Captured => "Captured",
        }
    }

    /// What it means for a target: "killed" only suppresses a tank (OF-14.4).
    pub(crate) fn prospect(self, stake: &Stake, name: String) -> Prospect {
        stake.prospect(name, &gp_effects(&stake.target, self), GoodFor::Doer).called(self.label(stake))
    }

    /// The result, and what it does if that is something else.
    fn label(self, stake: &Stake) -> String {
        let title = self.title().to_lowercase();
        let done = listed(&gp_effects(&stake.target, self));
        if done.starts_with(&title) { done } else { format!("{title}: {done}") }
    }
}

impl GpColumn {
    fn read(self, face: u16) -> GpResult {
        if face <= self.killed {
            GpResult::Killed
        } else if face <= self.suppressed {
            GpResult::Suppressed
        } else if face <= self.panic {
            GpResult::Panic
        } else {
            GpResult::NoEffect
        }
    }
}

impl GpTrack {
    /// The last column.
    pub fn last(&self) -> i32 {
        self.first + self.columns.len() as i32 - 1
    }

    /// The column with this number, or what comes without a die left and right of the track.
    pub fn column(&self, number: i32) -> Result<GpColumn, GpResult> {
        if number < self.first {
            return Err(GpResult::NoEffect);
        }
        self.columns.get((number - self.first) as usize).copied().ok_or(GpResult::Killed)
    }

    /// The one place where a die is read from the track. No die falls beyond its ends.
    pub fn resolve(&self, number: i32, what: &str, dice: &mut dyn Dice) -> (GpResult, Option<u16>) {
        match self.column(number) {
            Err(automatic) => (automatic, None),
            Ok(column) => {
                let read = |faces: &[u16]| column.read(faces[0]) as u16;
                let fell = dice.throw(&Throw::d10(what).read(&read));
                (GpResult::ALL[usize::from(fell.row())], Some(fell.faces()[0]))
            }
        }
    }
}

/// GP fire modifications.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpModifications {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// In the order of the list.
    #[serde(rename = "modification")]
    pub list: Vec<GpModification>,
    /// Numbers of the procedure.
    pub fixed: GpFixed,
}

/// A line of the list.
#[derive(Clone, Debug, Deserialize)]
pub struct GpModification {
    /// When it applies.
    pub when: GpWhen,
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
pub enum GpWhen {
    Terrain,
    Defilade,
    ImprovedPosition,
    TargetMoving,
    FirerFast,
    FirerSlow,
    FirerSuppressed,
    Charge,
}

/// Numbers of the procedure, all printed.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpFixed {
    /// The most intervening hexes for machineguns and squads.
    pub machinegun_range: u16,
    /// Spaces to the left for secondary targets (OF-9.3).
    pub secondary_left: i32,
    /// What ratings are multiplied by in close assault (OF-11.1).
    pub close_assault_times: i32,
    /// What is added to a squad's rating before that.
    pub squad_in_close_assault: i32,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

/// What a unit fires with.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum GpWeapons {
    /// Everything it has; out of machinegun range that is the main gun.
    #[default]
    All,
    /// The main gun.
    Main,
    /// The machineguns.
    Machineguns,
    /// A fighter's bombs.
    Bombs,
    /// A fighter's rockets.
    Rockets,
}

/// What target and firer are doing, and where they are, as far as it matters to GP attacks.
#[derive(Copy, Clone, Debug)]
pub struct GpSituation<'a> {
    /// The terrain of the target's hex.
    pub terrain: &'a str,
    /// The target is in defilade.
    pub defilade: bool,
    /// The target is in an improved position.
    pub improved_position: bool,
    /// The bunker the target is in.
    pub bunker: Option<&'a Card>,
    /// The target moves.
    pub target_moving: bool,
    /// How the firer moves.
    pub firer_moving: Pace,
    /// The firer is suppressed.
    pub firer_suppressed: bool,
    /// The attack is a charge (OF-11.3).
    pub charge: bool,
}

impl Default for GpSituation<'_> {
    fn default() -> Self {
        GpSituation {
            terrain: "clear",
            defilade: false,
            improved_position: false,
            bunker: None,
            target_moving: false,
            firer_moving: Pace::Still,
            firer_suppressed: false,
            charge: false,
        }
    }
}

impl GpSituation<'_> {
    fn applies(&self, modification: &GpModification) -> bool {
        match modification.when {
            GpWhen::Terrain => self.terrain == modification.terrain,
            GpWhen::Defilade => self.defilade,
            GpWhen::ImprovedPosition => self.improved_position,
            GpWhen::TargetMoving => self.target_moving,
            GpWhen::FirerFast => self.firer_moving == Pace::Fast,
            GpWhen::FirerSlow => self.firer_moving == Pace::Slow,
            GpWhen::FirerSuppressed => self.firer_suppressed,
            GpWhen::Charge => self.charge,
        }
    }

    /// Spaces to the right, all together.
    pub(crate) fn spaces(&self, sheet: &DisplaySheet) -> i32 {
        let list = sheet.gp_modifications.list.iter().filter(|modification| self.applies(modification));
        let bunker = self.bunker.map_or(0, |bunker| bunker.bunker_bonus);
        list.map(|modification| modification.shift.spaces()).sum::<i32>() - bunker
    }

    pub(crate) fn modifiers(&self, sheet: &DisplaySheet) -> Vec<Modifier> {
        let applied = sheet.gp_modifications.list.iter().filter(|modification| self.applies(modification));
        let rule = |when: GpWhen| match when {
            GpWhen::ImprovedPosition => IMPROVED_POSITIONS,
            GpWhen::Charge => CHARGE,
            _ => FIRE_MODIFIERS,
        };
        let mut modifiers: Vec<Modifier> =
            applied.map(|found| Modifier::new(rule(found.when), found.what.clone(), found.shift.spaces())).collect();
        if let Some(bunker) = self.bunker {
            modifiers.push(Modifier::new(BUNKERS, "target in a bunker", -bunker.bunker_bonus));
        }
        modifiers
    }
}

/// Everything that decides GP fire at a hex.
#[derive(Copy, Clone, Debug)]
pub struct GpShot<'a> {
    /// The card of the firer.
    pub firer: &'a Card,
    /// The weapons fired.
    pub weapons: GpWeapons,
    /// The card of the primary target.
    pub target: &'a Card,
    /// The number of intervening hexes.
    pub range: u16,
    /// The rest.
    pub situation: GpSituation<'a>,
    /// There are other targets in the hex (OF-9.3).
    pub others: bool,
}

/// What comes of GP fire: at the primary target, and at all others in the hex.
pub type GpOutcome = (GpResult, Option<GpResult>);

const PRIMARY: &str = "GP fire";
const SECONDARY: &str = "secondary targets";

impl GpShot<'_> {
    /// The offensive rating that counts at this range.
    ///
    /// # Errors
    /// If there is none.
    pub fn offence(&self, sheet: &DisplaySheet) -> Result<i32, CannotFire> {
        let most = sheet.gp_modifications.fixed.machinegun_range;
        let near = self.range <= most;
        let far = || CannotFire::OutOfMachinegunRange { most, range: self.range };
        let (gp, air) = (self.firer.gp, self.firer.air);
        let rating = match self.weapons {
            GpWeapons::All if near => gp.all,
            GpWeapons::All if gp.main == 0 && gp.all > 0 => return Err(far()),
            GpWeapons::All | GpWeapons::Main => gp.main,
            GpWeapons::Machineguns if !near => return Err(far()),
            GpWeapons::Machineguns => gp.machineguns(),
            GpWeapons::Bombs => air.map_or(0, |air| air.bombs),
            GpWeapons::Rockets => air.map_or(0, |air| air.rockets),
        };
        if rating < 1 { Err(CannotFire::NoGpWeapon(self.firer.name.clone())) } else { Ok(rating) }
    }

    /// Whether the fire may be made.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, sheet: &DisplaySheet) -> Result<(), CannotFire> {
        if self.target.kind == Kind::Bunker {
            return Err(CannotFire::BunkerItself);
        }
        let machineguns = self.weapons == GpWeapons::Machineguns || self.firer.kind.is_squad();
        let may = (self.firer.kind == Kind::Tank || self.firer.kind.is_squad()) && machineguns;
        if self.target.kind == Kind::Fighter && !may {
            return Err(CannotFire::NotAtFighters(self.firer.name.clone()));
        }
        self.offence(sheet).map(|_| ())
    }

    /// The column of the primary target. The caller has asked [`GpShot::check`].
    pub fn column(&self, sheet: &DisplaySheet) -> i32 {
        self.offence(sheet).unwrap_or(0) - self.target.gp_defence + self.situation.spaces(sheet)
    }

    /// The one place where GP fire is resolved.
    pub fn resolve(&self, sheet: &DisplaySheet, dice: &mut dyn Dice) -> (GpOutcome, Vec<Thrown>) {
        let column = self.column(sheet);
        let mut throws = Vec::new();
        let mut read = |column: i32, what: &str| {
            let (result, face) = sheet.gp_track.resolve(column, what, dice);
            throws.extend(face.map(|face| Thrown::new(&Die::D10, what, [face])));
            result
        };
        let primary = read(column, PRIMARY);
        let secondary = self.others.then(|| read(column - sheet.gp_modifications.fixed.secondary_left, SECONDARY));
        ((primary, secondary), throws)
    }

    /// What decides it, in order: all but the last add up to the last, the column.
    pub fn modifiers(&self, sheet: &DisplaySheet) -> Vec<Modifier> {
        let rule = if self.firer.kind == Kind::Fighter { FIGHTERS } else { GP_FIRE };
        let mut modifiers = vec![
            Modifier::new(rule, format!("GP offence ({})", self.firer.name), self.offence(sheet).unwrap_or(0)),
            Modifier::new(GP_FIRE, format!("GP defence ({})", self.target.name), -self.target.gp_defence),
        ];
        modifiers.extend(self.situation.modifiers(sheet));
        let column = self.column(sheet);
        modifiers.push(Modifier::new(GP_FIRE, "final column", column).being(Role::Sum));
        if self.others {
            let secondary = column - sheet.gp_modifications.fixed.secondary_left;
            let others = Modifier::new(MULTIPLE_TARGETS, "column of the other targets", secondary);
            modifiers.push(others.being(Role::Aside));
        }
        modifiers.into_iter().map(|modifier| modifier.counted_in(Measure::Columns)).collect()
    }

    /// The exact odds.
    pub fn forecast(&self, sheet: &DisplaySheet, stake: &Stake) -> Forecast {
        let odds = odds(|dice| self.resolve(sheet, dice).0).unwrap_or_else(|_| unreachable!("two dice"));
        let (modifiers, of) = (self.modifiers(sheet), if self.others { 100 } else { 10 });
        let all = GpResult::ALL.into_iter().flat_map(|primary| {
            let others = if self.others { GpResult::ALL.map(Some).to_vec() } else { vec![None] };
            others.into_iter().map(move |other| (primary, other))
        });
        Forecast::new(modifiers, &odds.out_of(of), all.map(|outcome| (outcome, GpShot::prospect(stake, outcome))))
    }

    /// What an outcome means: the fate of the primary target or, if it is spared, of the others.
    fn prospect(stake: &Stake, (primary, others): GpOutcome) -> Prospect {
        let name = GpShot::name((primary, others));
        let prospect = primary.prospect(stake, name.clone());
        let Some(others) = others else { return prospect };
        let label = format!("{}; others: {}", primary.label(stake), others.title().to_lowercase());
        if stake.severity(&gp_effects(&stake.target, primary)) == Severity::Nothing && others != GpResult::NoEffect {
            return Prospect::new(name, GoodFor::Doer, Severity::Effect).in_group("effect on others").called(label);
        }
        prospect.called(label)
    }

    /// The stable name of an outcome: `suppressed`, `suppressed others panic`.
    pub fn name((primary, others): GpOutcome) -> String {
        match others {
            None => primary.name().to_owned(),
            Some(others) => format!("{} others {}", primary.name(), others.name()),
        }
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, sheet: &DisplaySheet, outcome: GpOutcome, throws: Vec<Thrown>) -> Resolution {
        let column = self.column(sheet);
        let mut reading = read_out(column, outcome.0, &throws, PRIMARY);
        if let Some(others) = outcome.1 {
            let column = column - sheet.gp_modifications.fixed.secondary_left;
            reading = format!("{reading}; others: {}", read_out(column, others, &throws, SECONDARY));
        }
        Resolution { modifiers: self.modifiers(sheet), throws, reading, result: GpShot::name(outcome) }
    }

    /// The primary target as damage sees it.
    pub fn damaged(&self, closed: bool) -> Target {
        Target { in_bunker: self.situation.bunker.is_some(), ..Target::of(self.target, closed) }
    }

    /// The rule that decides it.
    pub const RULE: RuleId = GP_FIRE;
}

/// "5 in column 7 is Suppressed".
pub(crate) fn read_out(column: i32, result: GpResult, throws: &[Thrown], what: &str) -> String {
    match throws.iter().find(|thrown| thrown.what == what) {
        Some(thrown) => format!("{} in column {column} is {}", thrown.faces[0], result.title()),
        None => format!("column {column} is {} without a die", result.title()),
    }
}
