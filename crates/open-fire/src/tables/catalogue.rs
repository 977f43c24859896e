//! The tables of the game, read from `content/open-fire/`.

use content::{
    FeatureKind, Files, Liveries, Palette, PaletteFeature, PaletteTerrain, Problems, Source, read_rules, read_table,
};
use engine::{North, Problem, Provenance, RuleEntry};
use serde::Deserialize;

use crate::tables::display_sheet::{DisplaySheet, GAME};

/// All tables.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<Feature>,
    pub(crate) doubtful: Doubtful,
    pub(crate) set_ups: SetUps,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) sheet: DisplaySheet,
    pub(crate) liveries: Liveries,
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
    /// Cover beside an end also blocks if it stands higher than that end.
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
    /// Where and when, in words. Printings of before revision 4 do not have it.
    #[serde(default)]
    pub place: String,
    /// When, as `1945-02-27`.
    #[serde(default)]
    pub date: String,
    /// Where north is.
    pub north: North,
    /// What its briefing says about the platoon.
    #[serde(default)]
    pub platoon: PlatoonRules,
    /// The hexes of its event markers, in the order of their numbers.
    pub markers: Vec<String>,
    /// The hexes where the platoon may come in; empty if it sets up on the map or may choose.
    pub entry: Vec<String>,
    /// The hexes where it may leave.
    pub exit: Vec<String>,
    /// The hexes Germans retreat to, by the die.
    pub retreat: Vec<Retreat>,
    /// Where event markers are laid when a condition begins, as far as the chart is printed (OF-6.10).
    #[serde(default)]
    pub adjustments: Vec<Adjusted>,
}

/// A row of the adjustment chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjusted {
    /// The condition that begins.
    pub condition: u8,
    /// The hexes of the markers from number 1 on; the others stay as they are.
    pub markers: Vec<String>,
}

/// What a printed briefing says about the platoon (OF-4, OF-16).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlatoonRules {
    /// Vehicle quality points for the ammunition of a campaign's platoon.
    pub campaign: u8,
    /// The same for any other, beyond what generation buys.
    pub ammunition: u8,
    /// Only a newly generated one may be used.
    pub only_new: bool,
    /// The pre-generated one may not.
    pub no_sample: bool,
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

impl Catalogue {
    /// Reads the tables.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(files: &Files) -> Result<Catalogue, Vec<Problem>> {
        let mut problems = Problems::default();
        let terrain = read_table::<TerrainFile>(files, GAME, "terrain", &mut problems);
        let set_ups = read_table::<SetUps>(files, GAME, "set-ups", &mut problems);
        let rules = read_rules(files, GAME, &mut problems);
        let liveries = Liveries::read(files, &mut problems);
        let sheet = DisplaySheet::read(files).map_err(|found| problems.extend(found)).ok();
        if let (Some(terrain), Some(sheet)) = (&terrain, &sheet) {
            check_grounds(terrain, sheet, &mut problems);
        }
        let catalogue = (|| {
            let terrain = terrain?;
            Some(Catalogue {
                terrain: terrain.terrain,
                features: terrain.feature,
                doubtful: terrain.ours,
                set_ups: set_ups?,
                rules: rules?,
                sheet: sheet?,
                liveries: liveries?,
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

    /// The list of rules.
    pub fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }

    /// The Display Sheet and the Data Cards.
    pub fn sheet(&self) -> &DisplaySheet {
        &self.sheet
    }

    /// How the missions lie on the map.
    pub fn set_ups(&self) -> &SetUps {
        &self.set_ups
    }
}

/// Every terrain and feature of the tables must be on the map's list, and the chart must hold every terrain.
fn check_grounds(terrain: &TerrainFile, sheet: &DisplaySheet, problems: &mut Problems) {
    let (grounds, features) = sheet.grounds();
    let mut wrong = |what: String| {
        let source = Source::new("open-fire/movement.toml", "");
        problems.add(source.whole(what, "terrain.toml and the tables must know the same ground"));
    };
    for id in grounds.iter().filter(|id| !terrain.terrain.iter().any(|terrain| terrain.id == **id)) {
        wrong(format!("unknown terrain \"{id}\""));
    }
    for id in features.iter().filter(|id| !terrain.feature.iter().any(|feature| feature.id == **id)) {
        wrong(format!("unknown feature \"{id}\""));
    }
    for missing in terrain.terrain.iter().filter(|terrain| !grounds.contains(&terrain.id.as_str())) {
        wrong(format!("no costs for \"{}\"", missing.id));
    }
}
