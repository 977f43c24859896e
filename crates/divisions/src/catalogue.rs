//! The tables of the game, read from `content/divisions/` and checked (FD-1, FD-11, FD-14, FD-15, FD-16).

use content::{Files, Problems, Source};
use engine::{Problem, Provenance, RuleEntry};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

/// Half movement points: costs are kept in halves so that they stay integers.
pub type Halves = u16;

/// All tables.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<Feature>,
    pub(crate) climb: ByClass<Halves>,
    pub(crate) weather: Vec<Weather>,
    pub(crate) events: Vec<Event>,
    pub(crate) assault: AssaultTable,
    pub(crate) limits: Limits,
    pub(crate) rules: Vec<RuleEntry>,
}

/// A kind of company.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Names it in scenarios.
    pub id: String,
    /// What players read.
    pub name: String,
    /// Which symbol is drawn.
    pub symbol: String,
    /// How it moves.
    pub class: Class,
    /// What it is.
    pub arm: Arm,
    /// Victory points for each step destroyed.
    pub value: i32,
    /// How far a headquarters commands, in hexes.
    #[serde(default)]
    pub command: u16,
    /// The side it starts on.
    pub full: Face,
    /// The other side.
    pub depleted: Face,
    /// Where each number comes from.
    pub provenance: KindProvenance,
    /// Where the printed ones stand.
    #[serde(default)]
    pub source: String,
}

/// The numbers on one side of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Direct fire range.
    pub range: u16,
    /// The green number.
    pub defence: i32,
    /// Strength in close assault.
    pub assault: i32,
    /// Movement points.
    pub moves: u16,
}

/// Where the numbers of a kind come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct KindProvenance {
    pub range: Provenance,
    pub defence: Provenance,
    pub assault: Provenance,
    pub moves: Provenance,
    pub depleted: Provenance,
    pub value: Provenance,
}

/// How a company moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// On foot, and towed by hand.
    Leg,
    /// On tracks.
    Tracked,
    /// On wheels.
    Wheeled,
}

impl Class {
    pub(crate) const ALL: [Class; 3] = [Class::Leg, Class::Tracked, Class::Wheeled];
}

/// What a company is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Tanks and assault guns.
    Armour,
    /// Infantry and engineers.
    Infantry,
    /// Towed guns.
    Gun,
    /// A headquarters.
    Headquarters,
}

/// One value for each movement class.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ByClass<T> {
    pub leg: T,
    pub tracked: T,
    pub wheeled: T,
}

impl<T: Copy> ByClass<T> {
    pub(crate) fn of(&self, class: Class) -> T {
        match class {
            Class::Leg => self.leg,
            Class::Tracked => self.tracked,
            Class::Wheeled => self.wheeled,
        }
    }
}

/// Movement points as written in a file: `1`, `1.5`, or `false` for "may not".
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cost(pub Option<Halves>);

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Whole(u16),
            Half(f64),
            Never(bool),
        }
        let wrong = || serde::de::Error::custom("a cost is a whole or half number of movement points, or false");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Whole(points) if points < 100 => Ok(Cost(Some(points * 2))),
            Written::Half(points) if (0.0..100.0).contains(&points) && (points * 2.0).fract() == 0.0 => {
                Ok(Cost(Some((points * 2.0) as Halves)))
            }
            Written::Never(false) => Ok(Cost(None)),
            _ => Err(wrong()),
        }
    }
}

/// A kind of ground.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Terrain {
    pub id: String,
    pub name: String,
    pub look: String,
    pub cost: ByClass<Cost>,
    pub cover: i32,
    pub assault: i32,
    pub armour: i32,
    pub height: u8,
}

/// A road, a river.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Feature {
    pub id: String,
    pub name: String,
    pub look: String,
    pub runs: Runs,
    #[serde(default)]
    pub cost: Option<ByClass<Cost>>,
    #[serde(default)]
    pub crossing: Option<ByClass<Cost>>,
    #[serde(default)]
    pub assault: i32,
}

/// Where a feature lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// From hex to hex.
    Through,
    /// On the side between two hexes.
    Between,
}

/// A kind of weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Weather {
    pub id: String,
    pub name: String,
    pub text: String,
    pub direct_fire: bool,
    pub slows: ByClass<u16>,
}

/// A kind of event chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Event {
    pub id: String,
    pub name: String,
    pub text: String,
    pub when: When,
    #[serde(default)]
    pub effect: Option<Effect>,
    pub value: i32,
}

/// When an event chit may be played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum When {
    OwnShot,
    EnemyShot,
    OwnAssault,
    EnemyAssault,
    Activation,
}

/// What an event chit played in an activation does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// More movement points.
    March,
    /// A depleted company is made full.
    Rebuild,
}

/// The close assault table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AssaultTable {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub support: i32,
    pub support_limit: i32,
    pub combined_arms: i32,
    pub attackers_limit: usize,
    #[serde(rename = "row")]
    pub rows: Vec<AssaultRow>,
}

/// A row of the close assault table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AssaultRow {
    pub from: i32,
    pub result: String,
    pub text: String,
    pub attacker: u8,
    pub defender: u8,
    pub retreat: bool,
}

/// Numbers that stand in no table.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub stacking: usize,
    pub enemy_adjacent: Cost,
    pub dice: usize,
    pub out_of_command: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindFile {
    kind: Vec<Kind>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    terrain: Vec<Terrain>,
    feature: Vec<Feature>,
    climb: ByClass<Cost>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    weather: Vec<Weather>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    event: Vec<Event>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    rule: Vec<RuleEntry>,
}

impl Catalogue {
    /// Reads the tables.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(files: &Files) -> Result<Catalogue, Vec<Problem>> {
        let mut problems = Problems::default();
        let kinds = read::<KindFile>(files, "units", &mut problems).map(|file| file.kind);
        let terrain = read::<TerrainFile>(files, "terrain", &mut problems);
        let weather = read::<WeatherFile>(files, "weather", &mut problems);
        let events = read::<EventFile>(files, "events", &mut problems);
        let assault = read::<AssaultTable>(files, "assault", &mut problems);
        let limits = read::<Limits>(files, "limits", &mut problems);
        let rules = read::<RuleFile>(files, "rules", &mut problems);

        if let Some(terrain) = &terrain {
            check_climb(files, &terrain.climb, &mut problems);
        }
        let catalogue = (|| {
            let terrain = terrain?;
            Some(Catalogue {
                kinds: kinds?,
                features: terrain.feature,
                climb: ByClass {
                    leg: terrain.climb.leg.0.unwrap_or(0),
                    tracked: terrain.climb.tracked.0.unwrap_or(0),
                    wheeled: terrain.climb.wheeled.0.unwrap_or(0),
                },
                terrain: terrain.terrain,
                weather: weather?.weather,
                events: events?.event,
                assault: assault?,
                limits: limits?,
                rules: rules?.rule,
            })
        })();
        if let Some(catalogue) = &catalogue {
            catalogue.check(files, &mut problems);
        }
        problems.finish(catalogue)
    }

    pub(crate) fn kind_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.kinds.iter().map(|kind| kind.id.as_str())
    }

    pub(crate) fn weather_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.weather.iter().map(|weather| weather.id.as_str())
    }

    pub(crate) fn event_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.events.iter().map(|event| event.id.as_str())
    }

    /// A kind of company by its id.
    pub fn kind(&self, id: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// All kinds of company.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// A kind of ground by its id.
    pub fn ground(&self, id: &str) -> Option<&Terrain> {
        self.terrain.iter().find(|terrain| terrain.id == id)
    }

    /// All kinds of ground.
    pub fn grounds(&self) -> &[Terrain] {
        &self.terrain
    }

    /// What an event chit is worth; nothing if there is no such chit.
    pub fn event_value(&self, id: &str) -> i32 {
        self.events.iter().find(|event| event.id == id).map_or(0, |event| event.value)
    }

    /// How many dice a shot is.
    pub fn dice(&self) -> usize {
        self.limits.dice
    }

    /// The close assault table.
    pub fn assault(&self) -> &AssaultTable {
        &self.assault
    }

    /// The list of rules.
    pub fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }
}

fn read<T: DeserializeOwned>(files: &Files, name: &str, problems: &mut Problems) -> Option<T> {
    let path = format!("divisions/{name}.toml");
    match files.get(&path) {
        Some(text) => problems.keep(Source::new(&path, text).toml()),
        None => {
            problems.add(
                Source::new(&path, "").whole("the file is missing", "copy it from the content that comes with opfire"),
            );
            None
        }
    }
}

fn check_climb(files: &Files, climb: &ByClass<Cost>, problems: &mut Problems) {
    let path = "divisions/terrain.toml";
    let text = files.get(path).unwrap_or_default();
    if [climb.leg, climb.tracked, climb.wheeled].contains(&Cost(None)) {
        let place = text.find("[climb]").unwrap_or(0);
        let help = "climbing costs a number of points; what cannot be climbed is ground that cannot be entered";
        problems.add(Source::new(path, text).problem(place..place, "a class that cannot climb", help));
    }
}
