//! The tables of the game, read from `content/open-fire/`.

use content::{FeatureKind, Files, Palette, PaletteFeature, PaletteTerrain, Problems, Source};
use engine::{North, Problem, Provenance, RuleEntry};
use serde::{Deserialize, de::DeserializeOwned};

/// All tables.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<Feature>,
    pub(crate) doubtful: Doubtful,
    pub(crate) set_ups: SetUps,
    pub(crate) rules: Vec<RuleEntry>,
}

/// A terrain (OF-2.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Terrain {
    pub id: String,
    pub name: String,
    pub look: String,
    pub sight: Sight,
    /// Units in it are seen only from adjacent hexes.
    #[serde(default)]
    pub town: bool,
}

/// What a terrain does to sight (OF-8.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// Never blocks.
    Open,
    /// Looked into, not through.
    Cover,
}

/// A feature of hexsides or ways.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Feature {
    pub id: String,
    pub name: String,
    pub look: String,
    pub kind: Kind,
}

/// What a feature is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A road.
    Way,
    /// A river or stream.
    Water,
    /// A bridge.
    Bridge,
    /// A ridge.
    Step,
}

/// How section 8 is read where it is silent (OF-8.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubtful {
    /// Cover on the level of the higher end blocks wherever it lies.
    pub cover_on_the_plateau: bool,
    /// Cover beside an end blocks also where it stands higher than that end.
    pub cover_above_an_end: bool,
}

/// How the missions lie on the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUps {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// The map they are played on.
    pub map: String,
    /// The missions.
    #[serde(rename = "mission")]
    pub missions: Vec<SetUp>,
}

/// How one mission lies on the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// 1 to 6.
    pub number: u8,
    /// What it is called.
    pub title: String,
    /// Where north is.
    pub north: North,
    /// The hexes of its event markers, in the order of their numbers.
    pub markers: Vec<String>,
    /// Where the platoon may come in; empty where it sets up on the map or may choose.
    pub entry: Vec<String>,
    /// Where it may leave.
    pub exit: Vec<String>,
    /// Where Germans retreat to, by the die.
    pub retreat: Vec<Retreat>,
}

/// A row of a retreat table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    /// The faces, as printed: `1-3`.
    pub die: String,
    /// The hex.
    pub hex: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    terrain: Vec<Terrain>,
    feature: Vec<Feature>,
    ours: Doubtful,
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
        let terrain = read::<TerrainFile>(files, "terrain", &mut problems);
        let set_ups = read::<SetUps>(files, "set-ups", &mut problems);
        let rules = read::<RuleFile>(files, "rules", &mut problems);
        let catalogue = (|| {
            let terrain = terrain?;
            Some(Catalogue {
                terrain: terrain.terrain,
                features: terrain.feature,
                doubtful: terrain.ours,
                set_ups: set_ups?,
                rules: rules?.rule,
            })
        })();
        problems.finish(catalogue)
    }

    /// What can be on a map.
    pub fn palette(&self) -> Palette {
        let terrain = self.terrain.iter().map(|terrain| PaletteTerrain::new(&terrain.id, &terrain.look, true));
        let features = self.features.iter().map(|feature| PaletteFeature {
            id: feature.id.clone(),
            look: feature.look.clone(),
            kind: match feature.kind {
                Kind::Way => FeatureKind::Way,
                Kind::Water => FeatureKind::Water,
                Kind::Bridge => FeatureKind::Bridge,
                Kind::Step => FeatureKind::Step,
            },
        });
        Palette { terrain: terrain.collect(), features: features.collect() }
    }

    /// How the missions lie on the map.
    pub fn set_ups(&self) -> &SetUps {
        &self.set_ups
    }
}

fn read<T: DeserializeOwned>(files: &Files, name: &str, problems: &mut Problems) -> Option<T> {
    let path = format!("open-fire/{name}.toml");
    let Some(text) = files.get(&path) else {
        problems.add(Source::new(&path, "").whole("the file is missing", "it belongs to the game's tables"));
        return None;
    };
    problems.keep(Source::new(&path, text).toml())
}
