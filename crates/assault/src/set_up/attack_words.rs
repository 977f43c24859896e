//! Attacks asked about in words (AS-10.7): `opfire odds`, `opfire resolve` and rule cases.

use std::sync::Arc;

use dice::{Dice, Die, TooManyWays};
use engine::{
    AskError, Attacks, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Refusal, Resolution, Resolved, Severity,
    SymbolDie, Words,
};

use crate::{
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
        s10_results::{Clash, Comparison, Fate, Target},
    },
    rule_ids::{EXPERIENCE, RESULTS, SPOTTING},
    tables::{
        Catalogue, Kind,
        dice::{CombatDice, Count, Thrown},
        fortification::Area,
        pool::{NoPool, Pool},
        ranged_fire::FireStatus,
        symbols::{Symbol, Symbols},
        units::RangeFactor,
    },
};

const fn flag(name: &'static str, value: Option<&'static str>, about: &'static str) -> Flag {
    Flag { name, value, about }
}

const POOLS: &str = "pools";
const RANGED_FIRE: &str = "ranged-fire";

const FORMS: &[Form] = &[POOLS_FORM, RANGED_FIRE_FORM];

const RANGED_FIRE_FORM: Form = Form {
    name: RANGED_FIRE,
    about: "One unit card fires at another, step by step (AS-10)",
    flags: &[
        flag("attacker", Some("UNIT"), "The card that fires, as in us-rifle-squad"),
        flag("defender", Some("UNIT"), "The card that is fired at"),
        flag("range", Some("FACTOR"), "close, medium or long"),
        flag("terrain", Some("TERRAIN"), "The ground that the target stands in; clear if it is not said"),
        flag("work", Some("WORK"), "The work that the target is in, as in trench"),
        flag("area", Some("SIDE"), "Where it is hit: front, flank or rear; indirect fire hits above"),
        flag("hindrances", Some("N"), "Hindrances in the line of sight"),
        flag("indirect", None, "Indirect fire"),
        flag("status", Some("MARK"), "The attacker's mark: firing, turret-fire, move-and-fire or fire-and-move"),
        flag("out-of-arc", None, "The target is outside the attacker's arc of fire"),
        flag("joint-fire", None, "A unit beside the attacker supports him"),
        flag("die-less", None, "The attacker is marked attack die -1"),
        flag("from-hiding", None, "The attacker is marked hidden"),
        flag("from-ambush", None, "The attacker is marked ambush"),
        flag("half-strength", None, "The attacker is at half strength"),
        flag("digging-in", None, "The target is digging in"),
        flag("dug-in", None, "The target is dug in"),
        flag("fast", None, "The target is marked fast action"),
        flag("hidden", None, "The target is hidden or hiding"),
        flag("ambush", None, "The target is in ambush"),
        flag("suppressed", None, "The target is suppressed already"),
        flag("fallback", None, "The target is marked fallback already"),
        flag("immobilised", None, "The target is immobilised already"),
        flag("damage", Some("N"), "Damage points that the target has already"),
        flag("spotted", None, "The target is seen without a roll"),
    ],
};

const POOLS_FORM: Form = Form {
    name: POOLS,
    about: "Dice against dice (AS-10.7)",
    flags: &[
        flag("attack", Some("DICE"), "The attack dice, as in green:2,blue:1"),
        flag("defense", Some("DICE"), "The defence dice; none if it is not said"),
        flag("defence", Some("DICE"), "The same, as the British write it"),
        flag("target", Some("KIND"), "infantry, artillery or vehicle: what --full makes of the symbols"),
        flag("half-strength", None, "The attacker is at half strength: a face counts its strongest symbol"),
        flag("recruit", None, "The target is a recruit: one suppression more"),
        flag("elite", None, "The target is elite: suppressions do nothing"),
        flag("suppressed", None, "The target is suppressed already"),
        flag("fallback", None, "The target is marked fallback already"),
        flag("immobilised", None, "The target is immobilised already"),
        flag("full", None, "What becomes of the target, critical hits resolved, instead of the symbols left"),
    ],
};

/// What the command line calls kinds of target.
const TARGETS: [(&str, Kind); 3] = [("infantry", Kind::Infantry), ("artillery", Kind::Gun), ("vehicle", Kind::Vehicle)];

/// The attacks of the game, with the numbers of its tables.
pub(crate) struct Combat {
    catalogue: Arc<Catalogue>,
}

impl Combat {
    pub(crate) fn new(catalogue: Arc<Catalogue>) -> Combat {
        Combat { catalogue }
    }
}

impl Combat {
    /// The shot of one card at another as it was described.
    fn ranged_fire(&self, words: &Words) -> Result<RangedFire, AskError> {
        let cards = || self.catalogue.units().iter().map(|card| card.id.as_str());
        let card = |name: &str| {
            words.need(name)?;
            let id = words.one_of(name, cards().collect::<Vec<_>>())?;
            id.and_then(|id| self.catalogue.unit(id)).ok_or_else(|| AskError::Words(format!("--{name} is missing")))
        };
        words.need("range")?;
        let (attacker, defender) = (card("attacker")?, card("defender")?);
        let range = word(words, "range", RangeFactor::ALL, RangeFactor::word)?.unwrap_or(RangeFactor::Close);
        let grounds: Vec<&str> = self.catalogue.grounds().iter().map(|ground| ground.id.as_str()).collect();
        let works: Vec<&str> = self.catalogue.fortifications().iter().map(|work| work.id.as_str()).collect();
        let work = words.one_of("work", works)?;
        let indirect = words.has("indirect");
        let area = word(words, "area", Area::ALL, Area::word)?.unwrap_or_default();
        let said = Circumstances {
            attacker: Attacker {
                status: word(words, "status", FireStatus::ALL, FireStatus::word)?.unwrap_or_default(),
                in_arc: !words.has("out-of-arc"),
                joint_fire: words.has("joint-fire"),
                die_less: words.has("die-less"),
                hidden: words.has("from-hiding"),
                ambush: words.has("from-ambush"),
                half_strength: words.has("half-strength"),
                ..Attacker::default()
            },
            defender: told_defender(words)?,
            terrain: self.catalogue.ground(words.one_of("terrain", grounds)?.unwrap_or("clear")),
            work: self.catalogue.fortifications().iter().find(|known| Some(known.id.as_str()) == work),
            area,
            hindrances: words.number("hindrances", 0, 9)?.unwrap_or(0) as u8,
            indirect,
            ..Circumstances::default()
        };
        RangedFire::between(&self.catalogue, (attacker, range), defender, &said)
            .map_err(|reason| AskError::Refused(Refusal::from(&reason)))
    }

    /// Every step that changed something, the spotting roll first.
    fn modifiers(&self, fire: &RangedFire, spotted: bool) -> Vec<Modifier> {
        let tables = self.catalogue.ranged_fire();
        let roll = fire
            .spotting(tables)
            .map(|needed| Modifier::new(SPOTTING, format!("attacker 4: spotting needs {}", needed.max(1)), 0));
        let (_, lines) = fire.clash(tables, spotted);
        roll.into_iter().chain(lines.into_iter().map(Modifier::from)).collect()
    }

    /// Throws a clash and says how it came out.
    fn thrown(&self, asked: &Asked, modifiers: Vec<Modifier>, spotting: Option<u16>, dice: &mut dyn Dice) -> Resolved {
        let combat = self.catalogue.dice();
        let cast = asked.clash.cast(combat, dice);
        let critical = if asked.full { asked.clash.compare(combat, cast.left, dice) } else { None };
        let thrown = |what: &str, Thrown { faces, .. }: &Thrown| engine::Thrown::new(&Die::D6, what, faces.clone());
        let mut throws = vec![thrown("attack", &cast.attack), thrown("defence", &cast.defence)];
        if let Some(Comparison { attack, defence, .. }) = &critical {
            throws.extend([thrown("critical hit", attack), thrown("against the critical hit", defence)]);
        }
        throws.retain(|thrown| !thrown.faces.is_empty());
        if let Some(face) = spotting {
            throws.insert(0, engine::Thrown::new(&Die::D6, "spotting", [face]));
        }
        let strongest = critical.and_then(|critical| critical.strongest);
        let fate = asked.target.fate(cast.left, strongest);
        let result = if asked.full { fate.to_string() } else { cast.left.to_string() };
        let reading = format!(
            "{} less {} leaves {}",
            spoken(cast.attack.symbols + asked.clash.automatic),
            spoken(cast.defence.symbols),
            spoken(cast.left)
        );
        let text = result.replace(',', ", ").replace(':', " ");
        Resolved { rule: RESULTS, resolution: Resolution { modifiers, throws, reading, result }, text }
    }
}

/// One of a list of words.
fn word<T: Copy, const N: usize>(
    words: &Words,
    name: &str,
    all: [T; N],
    called: fn(T) -> &'static str,
) -> Result<Option<T>, AskError> {
    let found = words.one_of(name, all.map(called))?;
    Ok(all.into_iter().find(|&one| Some(called(one)) == found))
}

/// What was said about the target besides its card.
fn told_defender(words: &Words) -> Result<Defender, AskError> {
    let target = Target {
        suppressed: words.has("suppressed"),
        fallback: words.has("fallback"),
        immobilised: words.has("immobilised"),
        damage: words.number("damage", 0, 99)?.unwrap_or(0) as u8,
        ..Target::default()
    };
    Ok(Defender {
        target,
        digging_in: words.has("digging-in"),
        dug_in: words.has("dug-in"),
        fast: words.has("fast"),
        hidden: words.has("hidden"),
        ambush: words.has("ambush"),
        spotted: words.has("spotted"),
        ..Defender::default()
    })
}

/// A clash as it was described.
struct Asked {
    clash: Clash,
    target: Target,
    full: bool,
}

impl Asked {
    fn read(words: &Words, dice: &CombatDice) -> Result<Asked, AskError> {
        if words.has("defense") && words.has("defence") {
            return Err(AskError::Words("--defence cannot be used with --defense".to_owned()));
        }
        let attack = pool("attack", words.need("attack")?, dice)?;
        let defence = ["defense", "defence"].into_iter().find_map(|name| Some((name, words.get(name)?)));
        let defence = defence.map_or(Ok(Pool::NONE), |(name, text)| pool(name, text, dice))?;
        let kind = words.one_of("target", TARGETS.map(|(word, _)| word))?;
        let full = words.has("full");
        if full && kind.is_none() {
            return Err(AskError::Words("--full needs --target infantry, artillery or vehicle".to_owned()));
        }
        let kind = TARGETS.into_iter().find(|(word, _)| Some(*word) == kind).map_or(Kind::Infantry, |(_, kind)| kind);
        if words.has("immobilised") && kind != Kind::Vehicle {
            return Err(AskError::Words("--immobilised: only a vehicle is ever immobilised".to_owned()));
        }
        let recruit = words.has("recruit");
        if recruit && words.has("elite") {
            return Err(AskError::Words("--elite cannot be used with --recruit".to_owned()));
        }
        let clash = Clash {
            attack,
            count: if words.has("half-strength") { Count::Strongest } else { Count::Every },
            automatic: if recruit { Symbols::one(Symbol::Suppression) } else { Symbols::NONE },
            defence,
            unshaken: words.has("elite"),
        };
        let target = Target {
            kind,
            suppressed: words.has("suppressed"),
            fallback: words.has("fallback"),
            immobilised: words.has("immobilised"),
            ..Target::default()
        };
        Ok(Asked { clash, target, full })
    }

    fn modifiers(&self) -> Vec<Modifier> {
        let Clash { attack, defence, automatic, .. } = self.clash;
        let mut modifiers = vec![
            Modifier::new(RESULTS, format!("attack: {attack}"), attack.len().into()),
            Modifier::new(RESULTS, format!("defence: {defence}"), -i32::from(defence.len())),
        ];
        if !automatic.is_empty() {
            modifiers.push(Modifier::new(EXPERIENCE, "recruit: a suppression without a die", 1));
        }
        modifiers
    }
}

fn pool(name: &str, text: &str, dice: &CombatDice) -> Result<Pool, AskError> {
    let pool: Pool = text.parse().map_err(|NoPool(wrong)| AskError::Words(format!("--{name}: {wrong}")))?;
    match dice.has(pool) {
        true => Ok(pool),
        false => Err(AskError::Words(format!(
            "--{name} {text}: the box has no such dice; `opfire rules assault --dice` lists them"
        ))),
    }
}

fn too_many(error: TooManyWays) -> AskError {
    AskError::Words(error.to_string())
}

/// What the symbols that are left amount to.
fn prospect_of_symbols(left: Symbols) -> Prospect {
    let result = left.to_string();
    match left.strongest() {
        None => Prospect::nothing(result).called("nothing left"),
        Some(Symbol::Suppression) => {
            Prospect::new(result, GoodFor::Doer, Severity::Effect).called(told(left)).in_group("suppression")
        }
        Some(Symbol::Damage) => {
            Prospect::new(result, GoodFor::Doer, Severity::Damage).called(told(left)).in_group("damage")
        }
        Some(Symbol::Critical) => {
            Prospect::new(result, GoodFor::Doer, Severity::Disabled).called(told(left)).in_group("critical hit")
        }
    }
}

/// "1 critical, 2 suppression".
fn told(left: Symbols) -> String {
    let some = Symbol::ALL.into_iter().filter(|&symbol| left.of(symbol) > 0);
    let words: Vec<String> = some.map(|symbol| format!("{} {}", left.of(symbol), symbol.word())).collect();
    words.join(", ")
}

/// What becomes of a target, as an outcome.
pub(crate) fn prospect_of_fate(fate: Fate) -> Prospect {
    let result = fate.to_string();
    let label = result.replace(',', ", ").replace("damage:", "damage ").replace('-', " ");
    let (severity, group) = match fate {
        Fate { eliminated: true, .. } => (Severity::Killed, "eliminated"),
        Fate { immobilised: true, .. } => (Severity::Disabled, "immobilised"),
        Fate { damage: 1.., .. } | Fate { half_strength: true, .. } => (Severity::Damage, "damaged"),
        Fate { fallback: true, .. } => (Severity::Effect, "driven back"),
        Fate { suppressed: true, .. } => (Severity::Effect, "suppressed"),
        Fate {
            damage: 0,
            suppressed: false,
            fallback: false,
            immobilised: false,
            half_strength: false,
            eliminated: false,
        } => {
            return Prospect::nothing(result).called("no effect");
        }
    };
    Prospect::new(result, GoodFor::Doer, severity).called(label).in_group(group)
}

impl Attacks for Combat {
    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn dice(&self) -> Vec<SymbolDie> {
        self.catalogue.dice().shown()
    }

    fn forecast(&self, form: &str, words: &Words) -> Result<Forecast, AskError> {
        if form == RANGED_FIRE {
            let fire = self.ranged_fire(words)?;
            let odds = fire.fates(&self.catalogue).map_err(too_many)?;
            let named: Vec<(Fate, Prospect)> =
                odds.results().map(|(fate, _)| (*fate, prospect_of_fate(*fate))).collect();
            return Ok(Forecast::new(self.modifiers(&fire, true), &odds, named));
        }
        let asked = Asked::read(words, self.catalogue.dice())?;
        let dice = self.catalogue.dice();
        let modifiers = asked.modifiers();
        if asked.full {
            let odds = asked.clash.fates(dice, &asked.target).map_err(too_many)?;
            let named: Vec<(Fate, Prospect)> =
                odds.results().map(|(fate, _)| (*fate, prospect_of_fate(*fate))).collect();
            return Ok(Forecast::new(modifiers, &odds, named));
        }
        let odds = asked.clash.odds(dice).map_err(too_many)?;
        let named: Vec<(Symbols, Prospect)> =
            odds.results().map(|(left, _)| (*left, prospect_of_symbols(*left))).collect();
        Ok(Forecast::new(modifiers, &odds, named))
    }

    fn resolve(&self, form: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        if form == RANGED_FIRE {
            let fire = self.ranged_fire(words)?;
            let tables = self.catalogue.ranged_fire();
            let (face, spotted) = fire.spot(tables, dice);
            let (clash, _) = fire.clash(tables, spotted);
            let asked = Asked { clash, target: fire.defender.target, full: true };
            return Ok(self.thrown(&asked, self.modifiers(&fire, spotted), face, dice));
        }
        let asked = Asked::read(words, self.catalogue.dice())?;
        Ok(self.thrown(&asked, asked.modifiers(), None, dice))
    }
}

fn spoken(symbols: Symbols) -> String {
    if symbols.is_empty() { "nothing".to_owned() } else { told(symbols) }
}
