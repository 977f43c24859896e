//! A scenario as its file says it: names are not looked up yet.

use content::{MapSpec, ObjectiveSpec, Spanned, VictorySpec};
use serde::Deserialize;

use crate::state::{Mark, Module};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioSpec {
    #[serde(default = "untitled")]
    pub(super) title: String,
    #[serde(default)]
    pub(super) place: String,
    #[serde(default)]
    pub(super) briefing: String,
    #[serde(default)]
    pub(super) duration: String,
    pub(super) level: Option<Spanned<String>>,
    #[serde(default = "draft")]
    pub(super) status: String,
    /// Where the scenario's numbers come from; kept for readers of the file.
    #[serde(default, rename = "provenance")]
    _provenance: Option<engine::Provenance>,
    /// A map file under `assault/maps/`, without its ending.
    pub(super) map: Option<Spanned<String>>,
    /// Or the map itself.
    pub(super) ground: Option<MapSpec>,
    pub(super) turns: Spanned<u8>,
    pub(super) clock: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub(super) modules: Vec<Module>,
    pub(super) initiative: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) lessons: Vec<String>,
    #[serde(default = "two_sides")]
    pub(super) side: Vec<SideSpec>,
    #[serde(default)]
    pub(super) zone: Vec<ZoneSpec>,
    #[serde(default)]
    pub(super) unit: Vec<UnitSpec>,
    #[serde(default)]
    pub(super) formation: Vec<FormationSpec>,
    #[serde(default)]
    pub(super) draw: Vec<DrawSpec>,
    #[serde(default)]
    pub(super) work: Vec<WorkSpec>,
    #[serde(default)]
    pub(super) mine: Vec<MineSpec>,
    #[serde(default)]
    pub(super) objective: Vec<ObjectiveSpec>,
    pub(super) victory: Option<Spanned<VictorySpec>>,
}

fn untitled() -> String {
    "Untitled".to_owned()
}

fn draft() -> String {
    "draft".to_owned()
}

fn two_sides() -> Vec<SideSpec> {
    let side = |id: &str, name: &str, edge: &str| SideSpec {
        id: Spanned::new(0..0, id.into()),
        name: name.into(),
        colours: id.into(),
        edge: Spanned::new(0..0, edge.into()),
        cards: 0,
        support: Vec::new(),
    };
    vec![side("us", "United States", "south"), side("italian", "Italy", "north")]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideSpec {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) colours: String,
    pub(super) edge: Spanned<String>,
    #[serde(default)]
    pub(super) cards: u8,
    #[serde(default)]
    pub(super) support: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneSpec {
    pub(super) id: Spanned<String>,
    pub(super) hexes: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitSpec {
    pub(super) side: Spanned<String>,
    pub(super) card: Spanned<String>,
    pub(super) id: Option<Spanned<String>>,
    pub(super) at: Option<Spanned<String>>,
    pub(super) zone: Option<Spanned<String>>,
    pub(super) arrives: Option<Spanned<u8>>,
    pub(super) facing: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) hidden: bool,
    #[serde(default)]
    pub(super) marks: Vec<Mark>,
    #[serde(default)]
    pub(super) damage: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormationSpec {
    pub(super) side: Spanned<String>,
    pub(super) card: Spanned<String>,
    pub(super) zone: Spanned<String>,
    pub(super) arrives: Option<Spanned<u8>>,
    #[serde(default)]
    pub(super) hidden: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawSpec {
    pub(super) side: Spanned<String>,
    pub(super) pool: Spanned<String>,
    pub(super) count: Spanned<u8>,
    pub(super) zone: Spanned<String>,
    pub(super) arrives: Option<Spanned<u8>>,
    #[serde(default)]
    pub(super) hidden: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WorkSpec {
    pub(super) hex: Spanned<String>,
    pub(super) kind: Spanned<String>,
    pub(super) facing: Spanned<String>,
    /// The side that built it; only a hidden work needs one.
    pub(super) side: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) hidden: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MineSpec {
    pub(super) hexes: Vec<Spanned<String>>,
    pub(super) side: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) hidden: bool,
}
