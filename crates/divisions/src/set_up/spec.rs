//! A scenario as its file says it: names are not looked up yet.

use content::{MapSpec, ObjectiveSpec, Spanned, VictorySpec};
use serde::Deserialize;

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
    /// A map file under `divisions/maps/`, without its ending.
    pub(super) map: Option<Spanned<String>>,
    /// Or the map itself.
    pub(super) ground: Option<MapSpec>,
    #[serde(default = "two_sides")]
    pub(super) side: Vec<SideSpec>,
    pub(super) formation: Vec<FormationSpec>,
    /// The weather of each turn, or `roll`.
    pub(super) turns: Spanned<Vec<Spanned<String>>>,
    /// What each turn is called.
    pub(super) clock: Option<Spanned<Vec<String>>>,
    /// Weather by the face of a die.
    #[serde(default)]
    pub(super) weather_table: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) objective: Vec<ObjectiveSpec>,
    #[serde(default)]
    pub(super) pool: Vec<PoolSpec>,
    #[serde(default)]
    pub(super) event: Vec<EventSpec>,
    pub(super) victory: Option<Spanned<VictorySpec>>,
}

fn untitled() -> String {
    "Untitled".to_owned()
}

fn draft() -> String {
    "draft".to_owned()
}

fn two_sides() -> Vec<SideSpec> {
    let side =
        |id: &str, name: &str| SideSpec { id: Spanned::new(0..0, id.into()), name: name.into(), colours: id.into() };
    vec![side("german", "Germany"), side("soviet", "Soviet Union")]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideSpec {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) colours: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormationSpec {
    pub(super) id: Spanned<String>,
    pub(super) side: Spanned<String>,
    pub(super) name: String,
    #[serde(default)]
    pub(super) mark: String,
    pub(super) units: Vec<UnitSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitSpec {
    pub(super) id: Spanned<String>,
    pub(super) kind: Spanned<String>,
    #[serde(default)]
    pub(super) name: String,
    pub(super) at: Option<Spanned<String>>,
    /// The turn it may come in, for reinforcements.
    #[serde(default)]
    pub(super) arrives: u8,
    /// Where it may come in.
    #[serde(default)]
    pub(super) entry: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) depleted: bool,
}

/// The event chits of a side, and how many it draws of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolSpec {
    pub(super) side: Spanned<String>,
    pub(super) chits: Vec<Spanned<String>>,
    /// By turn; none on the turns that are not listed.
    pub(super) draws: Spanned<Vec<u8>>,
}

/// One chit more in a side's pool, and one draw more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventSpec {
    pub(super) side: Spanned<String>,
    pub(super) chit: Spanned<String>,
    /// The turn of the draw: the first, if it does not say.
    pub(super) turn: Option<Spanned<u8>>,
}
