//! Unit cards, from `content/assault/units.toml` (AS-4.2).

use content::{Problems, Source, Spanned};
use engine::Provenance;
use serde::Deserialize;

use super::{abilities::Ability, dice::CombatDice, fortification::BySide, kind::Kind, pool::Pool};

/// A unit card.
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// Names it in files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// What it is as a target, and how well it spots.
    pub kind: Kind,
    /// The id of its symbol in `content/symbols.svg`; that of its kind, if it is empty.
    pub symbol: String,
    /// The column of the terrain chart it moves by.
    pub movement: Movement,
    /// Movement points of a normal move.
    pub allowance: u8,
    /// What it has been through.
    pub experience: Experience,
    /// Damage points in all that bring it to half strength.
    pub half_strength_at: u8,
    /// Damage points in all that eliminate it.
    pub eliminated_at: u8,
    /// How far each range factor reaches.
    pub range: Reach,
    /// No fire nearer than this many hexes.
    pub minimum: u8,
    /// Attack dice by target and range.
    pub attack: ByTarget<ByRange>,
    /// Attack dice inside a hex; none against what it cannot hurt there.
    pub close_combat: ByTarget<Pool>,
    /// Its own dice by the side that is hit.
    pub defence: BySide,
    /// It may fire where it does not see, with a spotter, and hits from above.
    pub indirect: bool,
    /// It fires outside its arc as turret fire.
    pub turret: bool,
    /// What else it can do; [`super::abilities`] has the questions that rules ask about it.
    pub abilities: Vec<Ability>,
    /// Which unit of history it stands for.
    pub note: String,
}

/// Whose units.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Nation {
    Us,
    Italy,
    Germany,
}

/// A movement type of the terrain chart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Movement {
    Infantry,
    Artillery,
    Wheeled,
    Tracked,
}

/// Experience levels, the lowest first; each has what the levels from hardened on have below it (AS-4.2.3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Experience {
    Recruit,
    #[default]
    Regular,
    Hardened,
    Veteran,
    Elite,
}

impl Experience {
    /// The colour of the marker that shows it; regular units have none.
    pub fn marker(self) -> Option<&'static str> {
        match self {
            Experience::Recruit => Some("blue"),
            Experience::Regular => None,
            Experience::Hardened => Some("green"),
            Experience::Veteran => Some("yellow"),
            Experience::Elite => Some("black"),
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Experience::Recruit => "recruit",
            Experience::Regular => "regular",
            Experience::Hardened => "hardened",
            Experience::Veteran => "veteran",
            Experience::Elite => "elite",
        }
    }
}

/// How many hexes each range factor reaches (AS-10.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Reach {
    pub close: u8,
    pub medium: u8,
    pub long: u8,
}

/// A range factor that hexes decide; the fourth, blast, is for works, buildings and aircraft.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum RangeFactor {
    Close,
    Medium,
    Long,
}

impl RangeFactor {
    /// All of them, the nearest first.
    pub const ALL: [RangeFactor; 3] = [RangeFactor::Close, RangeFactor::Medium, RangeFactor::Long];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            RangeFactor::Close => "close",
            RangeFactor::Medium => "medium",
            RangeFactor::Long => "long",
        }
    }
}

impl Reach {
    /// The factor of a distance; `None` if it is out of range.
    pub fn factor(self, hexes: u8) -> Option<RangeFactor> {
        match hexes {
            _ if hexes <= self.close => Some(RangeFactor::Close),
            _ if hexes <= self.medium => Some(RangeFactor::Medium),
            _ if hexes <= self.long => Some(RangeFactor::Long),
            _ => None,
        }
    }
}

/// By what is attacked: soft is infantry and artillery, hard is vehicles (AS-10.1).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct ByTarget<T: Default> {
    pub soft: T,
    pub hard: T,
}

impl<T: Copy + Default> ByTarget<T> {
    /// Against a kind of target.
    pub fn against(&self, kind: Kind) -> T {
        match kind {
            Kind::Infantry | Kind::Gun => self.soft,
            Kind::Vehicle => self.hard,
        }
    }
}

/// Attack dice by range factor; no dice where it cannot attack.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct ByRange {
    pub blast: Pool,
    pub close: Pool,
    pub medium: Pool,
    pub long: Pool,
}

impl ByRange {
    /// At a range factor.
    pub fn at(&self, factor: RangeFactor) -> Pool {
        match factor {
            RangeFactor::Close => self.close,
            RangeFactor::Medium => self.medium,
            RangeFactor::Long => self.long,
        }
    }

    fn all(&self) -> [Pool; 4] {
        [self.blast, self.close, self.medium, self.long]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    unit: Vec<UnitSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSpec {
    id: Spanned<String>,
    name: String,
    nation: Nation,
    kind: CardKind,
    #[serde(default)]
    symbol: String,
    movement: Movement,
    allowance: u8,
    #[serde(default)]
    experience: Experience,
    half_strength_at: u8,
    eliminated_at: u8,
    range: Reach,
    #[serde(default)]
    minimum: u8,
    #[serde(default)]
    attack: ByTarget<ByRange>,
    #[serde(default)]
    close_combat: ByTarget<Pool>,
    defence: BySide,
    #[serde(default)]
    indirect: bool,
    #[serde(default)]
    turret: bool,
    #[serde(default)]
    abilities: Vec<Spanned<String>>,
    #[serde(default)]
    note: String,
}

/// What files call a kind of unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum CardKind {
    Infantry,
    Artillery,
    Vehicle,
}

impl CardKind {
    /// The kind that is meant.
    pub fn kind(self) -> Kind {
        match self {
            CardKind::Infantry => Kind::Infantry,
            CardKind::Artillery => Kind::Gun,
            CardKind::Vehicle => Kind::Vehicle,
        }
    }
}

/// Reads and checks the cards.
pub(crate) fn read(
    file: UnitFile,
    (dice, abilities): (&CombatDice, &[Ability]),
    source: &Source<'_>,
    problems: &mut Problems,
) -> Vec<UnitCard> {
    let mut cards: Vec<UnitCard> = Vec::new();
    for spec in file.unit {
        for (what, help) in faults(&spec, dice, &cards) {
            problems.add(source.problem(spec.id.span(), what, help));
        }
        let known = abilities.iter().map(|ability| ability.id.as_str());
        let own = spec.abilities.iter().filter_map(|name| problems.lookup(source, "ability", name, known.clone()));
        let own = own.map(|place| abilities[place].clone()).collect();
        cards.push(card(spec, own));
    }
    cards
}

/// Everything that is wrong with a card.
fn faults(spec: &UnitSpec, dice: &CombatDice, earlier: &[UnitCard]) -> Vec<(String, &'static str)> {
    let id = spec.id.get_ref();
    let Reach { close, medium, long } = spec.range;
    let BySide { front, flank, rear, above } = spec.defence;
    let mut pools = vec![front, flank, rear, above, spec.close_combat.soft, spec.close_combat.hard];
    pools.extend(spec.attack.soft.all().into_iter().chain(spec.attack.hard.all()));
    let found = [
        (earlier.iter().any(|card| card.id == *id), format!("there are two cards \"{id}\""), "give each its own id"),
        (
            !(close <= medium && medium <= long),
            format!("\"{id}\" reaches {close}, {medium} and {long} hexes"),
            "close is no more than medium, and medium no more than long",
        ),
        (
            spec.minimum > long,
            format!("\"{id}\" fires no nearer than {} hexes and no farther than {long}", spec.minimum),
            "minimum is at most the long range",
        ),
        (
            spec.half_strength_at == 0 || spec.eliminated_at < spec.half_strength_at,
            format!("\"{id}\" flips at {} and is eliminated at {}", spec.half_strength_at, spec.eliminated_at),
            "a card flips at one damage point or more, and is eliminated at no fewer",
        ),
        (
            pools.iter().any(|pool| !dice.has(*pool)),
            format!("\"{id}\" has dice that are not in the box"),
            "dice.toml lists the dice there are",
        ),
        (
            pools.iter().any(|pool| pool.len() > MOST_ON_A_CARD),
            format!("\"{id}\" has more than {MOST_ON_A_CARD} dice at once"),
            "no card of the box has so many",
        ),
    ];
    found.into_iter().filter(|(wrong, _, _)| *wrong).map(|(_, what, help)| (what, help)).collect()
}

/// Dice that a card can have for one purpose; modifiers come on top.
const MOST_ON_A_CARD: u8 = 6;

fn card(spec: UnitSpec, abilities: Vec<Ability>) -> UnitCard {
    UnitCard {
        id: spec.id.into_inner(),
        name: spec.name,
        nation: spec.nation,
        kind: spec.kind.kind(),
        symbol: spec.symbol,
        movement: spec.movement,
        allowance: spec.allowance,
        experience: spec.experience,
        half_strength_at: spec.half_strength_at,
        eliminated_at: spec.eliminated_at,
        range: spec.range,
        minimum: spec.minimum,
        attack: spec.attack,
        close_combat: spec.close_combat,
        defence: spec.defence,
        indirect: spec.indirect,
        turret: spec.turret,
        abilities,
        note: spec.note,
    }
}
