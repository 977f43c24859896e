//! The charts, read from `content/assault/` and checked (AS-9.6).

use std::fmt;

use content::{
    FeatureKind, Files, Liveries, Palette, PaletteFeature, PaletteTerrain, Problems, Source, read_rules, read_table,
};
use engine::{Problem, Provenance, RuleEntry, RuleId};
use serde::{Deserialize, Deserializer};

use super::{
    abilities::{self, Ability, AbilityFile},
    chart::Chart,
    close_combat::CloseCombatTables,
    command_cards::{self, CommandCardFile, CommandCards},
    dice::{CombatDice, DiceFile},
    formations::{self, FormationCard, FormationFile},
    fortification::{Fortification, FortificationFile},
    kind::Kind,
    minefields::Minefields,
    pool::Pool,
    ranged_fire::RangedFireTables,
    support::{Names, Support},
    terrain_damage::TerrainDamage,
    turn::TurnTables,
    units::{self, Movement, UnitCard, UnitFile},
};
use crate::rule_ids;

const DICE: &str = "assault/dice.toml";
const ABILITIES: &str = "assault/abilities.toml";
const UNITS: &str = "assault/units.toml";
const FORMATIONS: &str = "assault/formations.toml";
const COMMAND_CARDS: &str = "assault/command-cards.toml";

/// All charts of the game.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<Feature>,
    pub(crate) hindrance: Hindrance,
    pub(crate) smoke: Smoke,
    pub(crate) hill: Hill,
    pub(crate) fortifications: Vec<Fortification>,
    pub(crate) dice: CombatDice,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) units: Vec<UnitCard>,
    pub(crate) ranged_fire: RangedFireTables,
    pub(crate) turn: TurnTables,
    pub(crate) formations: Vec<FormationCard>,
    pub(crate) command_cards: CommandCards,
    pub(crate) minefields: Minefields,
    pub(crate) terrain_damage: TerrainDamage,
    pub(crate) support: Support,
    pub(crate) close_combat: CloseCombatTables,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) liveries: Liveries,
}

/// A row of the Terrain Chart that fills a hex.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Names it in map files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// The pattern it is drawn with.
    pub look: String,
    /// The section that speaks of it.
    #[serde(default)]
    pub rule: Option<Section>,
    /// Movement points to enter.
    pub cost: ByMovement<Cost>,
    /// How far it reaches above its ground when it stands in the way.
    pub elevation: u8,
    /// What it does to a line of sight.
    pub sight: Obstruction,
    /// What a target in it gets.
    #[serde(default)]
    pub defence: Defence,
    /// Who risks damage on entering.
    #[serde(default)]
    pub damage: Damage,
    /// No indirect fire from inside.
    #[serde(default)]
    pub no_indirect_fire: bool,
    /// Infantry inside looks from one level up.
    #[serde(default)]
    pub storeys: bool,
    /// Covers two or more hexes.
    #[serde(default)]
    pub spans: bool,
    /// What else a player should know.
    #[serde(default)]
    pub notes: Vec<String>,
}

impl Terrain {
    /// Whether it is a building, of one storey or more.
    pub fn is_building(&self) -> bool {
        self.rule.is_some_and(|Section(rule)| rule == rule_ids::LOW_HOUSES || rule == rule_ids::TALL_HOUSES)
    }
}

/// A row of the Terrain Chart that runs along a way or a hexside.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Names it in map files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// The pattern it is drawn with.
    pub look: String,
    /// The kind of thing it is, for checks of maps.
    pub kind: Run,
    /// Where it stands in the charts.
    pub source: String,
    /// The section that speaks of its sight.
    #[serde(default)]
    pub rule: Option<Section>,
    /// What it does to a look across it.
    #[serde(default)]
    pub sight: SideSight,
    /// The cost of following it.
    #[serde(default)]
    pub cost: Option<ByMovement<Cost>>,
    /// What a vehicle pays to follow a bend.
    #[serde(default)]
    pub turning: u8,
    /// Added for crossing it.
    #[serde(default)]
    pub crossing: Option<ByMovement<Cost>>,
    /// What a target beside it or on it gets.
    #[serde(default)]
    pub defence: Defence,
    /// Who risks damage on crossing.
    #[serde(default)]
    pub damage: Damage,
    /// Vehicles do not cross it with a fast action.
    #[serde(default)]
    pub no_fast_vehicles: bool,
    /// Whoever assaults across it attacks with a die less at first (AS-11.1.2).
    #[serde(default)]
    pub trips_assault: bool,
    /// What else a player should know.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// The section that speaks of a row of the charts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Section(pub RuleId);

/// What a row may cite.
const SECTIONS: [RuleId; 5] =
    [rule_ids::TERRAIN, rule_ids::LOW_HOUSES, rule_ids::TALL_HOUSES, rule_ids::STONE_WALLS, rule_ids::STEEP_SLOPES];

impl<'de> Deserialize<'de> for Section {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        SECTIONS.into_iter().find(|rule| rule.0 == id).map(Section).ok_or_else(|| {
            let known = SECTIONS.map(|rule| rule.0).join(", ");
            serde::de::Error::custom(format!("no section {id} for a row of the charts: there is {known}"))
        })
    }
}

/// What stands in a hex between two others does to their line of sight.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstruction {
    /// Nothing.
    Open,
    /// One hindrance.
    Hinders,
    /// It ends there.
    Blocks,
}

/// What a hexside does to a look across it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideSight {
    /// Nothing.
    #[default]
    Open,
    /// A target right behind it gets its dice.
    Cover,
    /// It hinders a look between its own two hexes.
    Steep,
}

/// What a feature is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Run {
    /// A road, from hex to hex.
    Way,
    /// A way that may end anywhere.
    Footpath,
    /// Water along a hexside.
    Water,
    /// A change of level along a hexside.
    Step,
    /// Anything else on a hexside.
    Barrier,
}

/// One value for each of the four movement types.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ByMovement<T> {
    pub infantry: T,
    pub artillery: T,
    pub wheeled: T,
    pub tracked: T,
}

/// What it costs to enter or cross.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Movement points.
    Points(u8),
    /// As much as the ground.
    Hex,
    /// A delayed action.
    Delayed,
    /// The class may not enter.
    Blocked,
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Points(u8),
            Word(String),
        }
        let wrong = || serde::de::Error::custom("a cost is a number of points, \"hex\", \"delayed\" or \"blocked\"");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Points(points) if points < 100 => Ok(Cost::Points(points)),
            Written::Word(word) if word == "hex" => Ok(Cost::Hex),
            Written::Word(word) if word == "delayed" => Ok(Cost::Delayed),
            Written::Word(word) if word == "blocked" => Ok(Cost::Blocked),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::Points(points) => write!(f, "{points}"),
            Cost::Hex => f.write_str("as the ground"),
            Cost::Delayed => f.write_str("delayed"),
            Cost::Blocked => f.write_str("no"),
        }
    }
}

/// Dice for a target, by what it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Defence {
    pub infantry: Pool,
    pub artillery: Pool,
    pub vehicle: Pool,
}

impl<T: Copy> ByMovement<T> {
    /// For a movement type.
    pub fn of(&self, movement: Movement) -> T {
        match movement {
            Movement::Infantry => self.infantry,
            Movement::Artillery => self.artillery,
            Movement::Wheeled => self.wheeled,
            Movement::Tracked => self.tracked,
        }
    }
}

impl Damage {
    /// Whether a movement type is at risk.
    pub fn risks(self, movement: Movement) -> bool {
        match movement {
            Movement::Infantry | Movement::Artillery => false,
            Movement::Wheeled => self.wheeled,
            Movement::Tracked => self.tracked,
        }
    }
}

impl Defence {
    /// What a unit of that kind gets.
    pub fn of(&self, kind: Kind) -> Pool {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Gun => self.artillery,
            Kind::Vehicle => self.vehicle,
        }
    }
}

/// Which vehicles risk damage.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Damage {
    pub wheeled: bool,
    pub tracked: bool,
}

/// What hindrances do (AS-10.3).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hindrance {
    /// What each gives to the target.
    pub dice: Pool,
    /// So many hindrances block a look.
    pub blocks: u8,
    /// So many are ignored by indirect fire.
    pub indirect: u8,
}

/// Smoke markers (AS-12.4.3.1.1).
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smoke {
    /// How far it reaches above its ground.
    pub elevation: u8,
    /// So many markers in a hex block.
    pub blocks: u8,
    /// What each marker in a target's own hex gives it.
    #[serde(default = "in_smoke")]
    pub defence: Defence,
}

/// Tables of earlier printings do not say what smoke gives.
fn in_smoke() -> Defence {
    Defence { infantry: Pool::BLUE, artillery: Pool::BLUE, vehicle: Pool::NONE }
}

/// Climbing, and standing above the enemy (AS-9.6.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hill {
    /// Added for each level climbed.
    pub cost: ByMovement<Cost>,
    /// How many levels artillery climbs in one activation.
    pub artillery_levels: u8,
    /// What a target on a hill gets besides what its hex gives.
    pub defence: Defence,
    /// What else a player should know.
    pub notes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    #[serde(rename = "provenance")]
    _provenance: TerrainProvenance,
    hindrance: Hindrance,
    smoke: Smoke,
    hill: Hill,
    terrain: Vec<Terrain>,
    feature: Vec<Feature>,
}

/// Each group of numbers says where it comes from; a file that leaves one out is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read so that a file cannot leave it out")]
struct TerrainProvenance {
    cost: Provenance,
    elevation: Provenance,
    sight: Provenance,
    damage: Provenance,
    flags: Provenance,
    defence: Provenance,
    hindrance: Provenance,
    smoke: Provenance,
    hill: Provenance,
    looks: Provenance,
}

/// The tables that only a game needs.
struct GameTables {
    turn: TurnTables,
    formations: Vec<FormationCard>,
    command_cards: CommandCards,
}

impl GameTables {
    fn read(files: &Files, dice: &CombatDice, units: &[UnitCard], problems: &mut Problems) -> Option<GameTables> {
        let turn = read_table::<TurnTables>(files, "assault", "turn", problems);
        let source = Source::new(FORMATIONS, files.get(FORMATIONS).unwrap_or_default());
        let formations = read_table::<FormationFile>(files, "assault", "formations", problems);
        let formations = formations.map(|file| formations::read(file, units, &source, problems));
        let source = Source::new(COMMAND_CARDS, files.get(COMMAND_CARDS).unwrap_or_default());
        let cards = read_table::<CommandCardFile>(files, "assault", "command-cards", problems);
        let cards = cards.map(|file| command_cards::read(file, dice, &source, problems));
        let tables = turn.zip(formations).zip(cards);
        tables.map(|((turn, formations), command_cards)| GameTables { turn, formations, command_cards })
    }
}

impl Catalogue {
    /// Reads the tables.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(files: &Files) -> Result<Catalogue, Vec<Problem>> {
        let mut problems = Problems::default();
        let terrain = read_table::<TerrainFile>(files, "assault", "terrain", &mut problems);
        let rules = read_rules(files, "assault", &mut problems);
        let liveries = Liveries::read(files, &mut problems);
        let works = read_table::<FortificationFile>(files, "assault", "fortifications", &mut problems);
        let dice = read_table::<DiceFile>(files, "assault", "dice", &mut problems);
        let source = Source::new(DICE, files.get(DICE).unwrap_or_default());
        let dice = dice.map(|file| CombatDice::read(&file, &source, &mut problems));
        let ranged_fire = read_table::<RangedFireTables>(files, "assault", "ranged-fire", &mut problems);
        let close_combat = read_table::<CloseCombatTables>(files, "assault", "close-combat", &mut problems);
        let abilities = read_table::<AbilityFile>(files, "assault", "abilities", &mut problems);
        let source = Source::new(ABILITIES, files.get(ABILITIES).unwrap_or_default());
        let abilities = abilities.map(|file| abilities::read(file, &source, &mut problems));
        let cards = read_table::<UnitFile>(files, "assault", "units", &mut problems);
        let source = Source::new(UNITS, files.get(UNITS).unwrap_or_default());
        let combat = dice.zip(abilities).zip(cards).map(|((dice, abilities), cards)| {
            let units = units::read(cards, (&dice, &abilities), &source, &mut problems);
            (dice, abilities, units)
        });
        let game = combat.as_ref().and_then(|(dice, _, units)| GameTables::read(files, dice, units, &mut problems));
        let charts = terrain.zip(rules.zip(liveries)).zip(works);
        let others = charts.as_ref().zip(combat.as_ref()).and_then(|(((terrain, _), works), (dice, ..))| {
            for name in ["terrain", "fortifications", "ranged-fire", "close-combat"] {
                Chart::check_colours(files, name, dice, &mut problems);
            }
            let names = Names::of(&terrain.terrain, &terrain.feature, &works.fortification);
            let minefields = Chart::read(files, "minefields", dice, &mut problems, Minefields::read);
            let terrain_damage = Chart::read(files, "terrain-damage", dice, &mut problems, TerrainDamage::read);
            let support = Support::read(files, dice, &names, &mut problems);
            Some((minefields?, terrain_damage?, support?))
        });
        let tables = ranged_fire.zip(close_combat).zip(others).zip(game);
        let catalogue =
            charts.zip(combat).zip(tables).map(|((charts, combat), (((ranged_fire, close_combat), others), game))| {
                let (dice, abilities, units) = combat;
                let ((terrain, (rules, liveries)), works) = charts;
                let (minefields, terrain_damage, support) = others;
                Catalogue {
                    terrain: terrain.terrain,
                    features: terrain.feature,
                    hindrance: terrain.hindrance,
                    smoke: terrain.smoke,
                    hill: terrain.hill,
                    fortifications: works.fortification,
                    dice,
                    abilities,
                    units,
                    ranged_fire,
                    turn: game.turn,
                    formations: game.formations,
                    command_cards: game.command_cards,
                    minefields,
                    terrain_damage,
                    support,
                    close_combat,
                    rules,
                    liveries,
                }
            });
        if let Some(catalogue) = &catalogue {
            catalogue.check(files, &mut problems);
        }
        problems.finish(catalogue)
    }

    /// Names of aircraft and batteries.
    pub fn support_ids(&self) -> impl Iterator<Item = &str> {
        let aircraft = self.support.aircraft.iter().map(|card| card.id.as_str());
        aircraft.chain(self.support.batteries.iter().map(|card| card.id.as_str()))
    }

    /// The list of rules.
    pub fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }

    /// All abilities.
    pub fn abilities(&self) -> &[Ability] {
        &self.abilities
    }

    /// All unit cards.
    pub fn units(&self) -> &[UnitCard] {
        &self.units
    }

    /// A unit card by its id.
    pub fn unit(&self, id: &str) -> Option<&UnitCard> {
        self.units.iter().find(|card| card.id == id)
    }

    /// The turn and what units do in it.
    pub fn turn(&self) -> &TurnTables {
        &self.turn
    }

    /// What hindrances do.
    pub fn hindrance(&self) -> &Hindrance {
        &self.hindrance
    }

    /// The tables of ranged fire.
    pub fn ranged_fire(&self) -> &RangedFireTables {
        &self.ranged_fire
    }

    /// The numbers of close combat.
    pub fn close_combat(&self) -> &CloseCombatTables {
        &self.close_combat
    }

    /// The dice that a unit gives as fire support unit (AS-10.8.4).
    pub fn joint_fire_dice(&self, support: &UnitCard) -> Pool {
        support.joint_fire_dice().unwrap_or(self.ranged_fire.dice.joint_fire)
    }

    /// Minefields.
    pub fn minefields(&self) -> &Minefields {
        &self.minefields
    }

    /// How terrain immobilises vehicles.
    pub fn terrain_damage(&self) -> &TerrainDamage {
        &self.terrain_damage
    }

    /// Air support, off-board artillery, collapse.
    pub fn support(&self) -> &Support {
        &self.support
    }

    /// The combat dice.
    pub fn dice(&self) -> &CombatDice {
        &self.dice
    }

    /// A kind of ground by its id.
    pub fn ground(&self, id: &str) -> Option<&Terrain> {
        self.terrain.iter().find(|terrain| terrain.id == id)
    }

    /// All kinds of ground, in the order of the chart.
    pub fn grounds(&self) -> &[Terrain] {
        &self.terrain
    }

    /// All features.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// All fortifications.
    pub fn fortifications(&self) -> &[Fortification] {
        &self.fortifications
    }

    /// What climbing costs.
    pub fn hill(&self) -> &Hill {
        &self.hill
    }

    /// What can be on a map.
    pub fn palette(&self) -> Palette {
        let terrain = self.terrain.iter().map(|terrain| {
            let ByMovement { infantry, artillery, wheeled, tracked } = terrain.cost;
            let passable = [infantry, artillery, wheeled, tracked].into_iter().any(|cost| cost != Cost::Blocked);
            PaletteTerrain::new(&terrain.id, &terrain.look, passable)
        });
        let features = self.features.iter().map(|feature| PaletteFeature {
            id: feature.id.clone(),
            look: feature.look.clone(),
            kind: match feature.kind {
                Run::Way => FeatureKind::Way,
                Run::Footpath => FeatureKind::LooseWay,
                Run::Water => FeatureKind::Water,
                Run::Step => FeatureKind::Step,
                Run::Barrier => FeatureKind::Barrier,
            },
        });
        Palette { terrain: terrain.collect(), features: features.collect() }
    }

    fn check(&self, files: &Files, problems: &mut Problems) {
        let path = "assault/terrain.toml";
        let source = Source::new(path, files.get(path).unwrap_or_default());
        let ids = self.terrain.iter().map(|terrain| &terrain.id).chain(self.features.iter().map(|feature| &feature.id));
        let ids: Vec<&String> = ids.collect();
        for (_, id) in ids.iter().enumerate().filter(|(index, id)| ids[..*index].contains(id)) {
            problems.add(source.whole(format!("\"{id}\" is there twice"), "give each its own id"));
        }
        let path = "assault/fortifications.toml";
        let works = Source::new(path, files.get(path).unwrap_or_default());
        let known = |id: &str| self.fortifications.iter().any(|other| other.id == id);
        for (fort, left) in self.fortifications.iter().filter_map(|fort| Some((fort, fort.collapses.as_deref()?))) {
            if !known(left) {
                let what = format!("\"{}\" collapses into \"{left}\", which is no fortification", fort.id);
                problems.add(works.whole(what, "name one of this file, or leave `collapses` out"));
            }
        }
        if self.hindrance.blocks == 0 || self.smoke.blocks == 0 {
            problems.add(source.whole("nothing at all blocks sight", "`blocks` is at least 1"));
        }
        for feature in &self.features {
            if feature.cost.is_some() == feature.crossing.is_some() {
                let help = "a way has a cost, a hexside has a crossing";
                problems.add(source.whole(format!("\"{}\" is neither a way nor a hexside", feature.id), help));
            }
        }
    }
}
