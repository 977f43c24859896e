//! The inks: a printed map of the 1940s on buff paper.

use engine::{Inks, SeatInfo};

pub(crate) const PAPER: &str = "#f1e9d4";
pub(crate) const FRAME: &str = "#4a3f2e";
/// Ground by levels above the lowest, as in an atlas: meadow, straw, ochre, brown.
pub(crate) const LEVELS: [&str; 5] = ["#e6e8cc", "#eedfae", "#dcba7b", "#c0925a", "#9c7045"];
pub(crate) const CONTOUR: &str = "#8d5f38";
pub(crate) const GRASS: &str = "#a7a06e";
pub(crate) const HEX: &str = "#4f4630";

pub(crate) const FIELDS: [&str; 3] = ["#d8c27a", "#cdc08a", "#e2d28a"];
pub(crate) const FURROW: &str = "#977c3f";
pub(crate) const WOODS: &str = "#a4b183";
pub(crate) const LIGHT_FOREST: &str = "#c3cd9d";
pub(crate) const HEAVY_FOREST: &str = "#7c9163";
/// Trees: edge, leaves, the light on them.
pub(crate) const LEAVES: [&str; 3] = ["#3c4a2c", "#76905a", "#a2b57d"];
pub(crate) const DARK_LEAVES: [&str; 3] = ["#22331f", "#4a6a40", "#6f8d58"];
pub(crate) const SCRUB: [&str; 3] = ["#575a2d", "#97985a", "#bdbb80"];
pub(crate) const OLIVE: [&str; 3] = ["#4c5641", "#92a07f", "#c0caab"];
pub(crate) const BRUSH: &str = "#d0d19c";
pub(crate) const DRY: &str = "#7d7a41";
pub(crate) const GROVE: &str = "#e3cf9f";
pub(crate) const VINE: &str = "#7f9a45";
pub(crate) const VINE_EDGE: &str = "#4c5a2a";
pub(crate) const ORCHARD: &str = "#d3d5a6";
pub(crate) const BOCAGE: [&str; 3] = ["#ccd0a0", "#c0c98f", "#d6d3a3"];
pub(crate) const TOWN: &str = "#d9cdb6";
/// Roofs: the lit and the dark slope of each kind.
pub(crate) const ROOFS: [[&str; 2]; 3] = [["#b0624a", "#8a4837"], ["#94786a", "#70584c"], ["#c07d60", "#9a5d46"]];
pub(crate) const ROOF_EDGE: &str = "#54291f";
pub(crate) const CLAY: [[&str; 2]; 3] = [["#dfa878", "#c3875a"], ["#d39466", "#b3744b"], ["#e9d2a6", "#d3b585"]];
pub(crate) const HOUSE: &str = "#ece0c2";
pub(crate) const HOUSE_EDGE: &str = "#7d4f31";
pub(crate) const SLATE: [[&str; 2]; 3] = [["#8d8a86", "#66635f"], ["#9a7d6c", "#72584a"], ["#7f858b", "#5b6066"]];
pub(crate) const SLATE_EDGE: &str = "#33302d";
pub(crate) const STOREYS: &str = "#d2c9ba";
pub(crate) const HALL: &str = "#a8604a";
pub(crate) const HALL_RIM: &str = "#c98e72";
pub(crate) const HALL_EDGE: &str = "#4b241a";
pub(crate) const HALL_LIGHT: &str = "#dfe3de";
pub(crate) const YARD: &str = "#e6d7b2";
pub(crate) const RUINS: &str = "#cfc6b6";
pub(crate) const RUIN_WALL: &str = "#a89a88";
pub(crate) const SOOT: &str = "#40372f";
pub(crate) const SHADOW: &str = "#2e2516";
pub(crate) const ROUGH: &str = "#d6c6a1";
pub(crate) const STONE: &str = "#b5a588";
pub(crate) const STONE_EDGE: &str = "#64553d";
pub(crate) const ROCKY: &str = "#d9d3c4";
pub(crate) const ROCK: &str = "#cbc5b8";
pub(crate) const ROCK_FACE: &str = "#8c857a";
pub(crate) const ROCK_EDGE: &str = "#4b463e";
pub(crate) const SAND: &str = "#f3e3b3";
pub(crate) const SAND_GRAIN: &str = "#b8924f";
pub(crate) const TORN: &str = "#d3bf98";
pub(crate) const CRATER: &str = "#b59a6e";
pub(crate) const CRATER_DARK: &str = "#7b6342";
pub(crate) const CRATER_EDGE: &str = "#55422a";
pub(crate) const CRATER_RIM: &str = "#eee0bd";
pub(crate) const MARSH: &str = "#c6cfb4";
pub(crate) const TUFT: &str = "#4d6b48";
pub(crate) const GULLY: &str = "#c9ad7f";
pub(crate) const HACHURE: &str = "#7a5230";
pub(crate) const WATER: &str = "#a9c0c8";
pub(crate) const SHALLOWS: &str = "#c9dedb";
pub(crate) const SEA: [&str; 2] = ["#93b3c1", "#81a5b6"];
pub(crate) const SWELL: &str = "#6386a0";
pub(crate) const SURF: &str = "#f4f6ee";
pub(crate) const BANK: &str = "#4f7184";
pub(crate) const RIPPLE: &str = "#7f9eac";
pub(crate) const UNKNOWN: &str = "#b0307a";

pub(crate) const ROAD: &str = "#fbf4e0";
pub(crate) const ROAD_CASE: &str = "#3f2a20";
pub(crate) const ALLEY: &str = "#efe7d2";
pub(crate) const TRACK: &str = "#87501f";
pub(crate) const WALL: &str = "#d6cdbb";
pub(crate) const WALL_EDGE: &str = "#3d3730";
pub(crate) const WIRE: &str = "#2f2c2b";
pub(crate) const CONCRETE: [&str; 2] = ["#d9d6cd", "#8b877e"];
pub(crate) const RAIL: &str = "#2b2724";
pub(crate) const NAME: &str = "#231d14";
pub(crate) const NORTH: &str = "#8c2f1f";
pub(crate) const WATER_NAME: &str = "#2f5468";
pub(crate) const HEIGHT_NAME: &str = "#5e3312";
pub(crate) const WOOD_NAME: &str = "#1f3a1c";

/// The inks of one side's counters.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Livery<'l> {
    pub(crate) face: &'l str,
    pub(crate) light: &'l str,
    pub(crate) edge: &'l str,
    pub(crate) ink: &'l str,
}

/// Buff, for a side whose look nobody has said.
const PLAIN: Livery<'static> = Livery { face: "#d6cdb8", light: "#e6dfcf", edge: "#6a6150", ink: "#1e1a12" };

/// The livery of a side.
pub(crate) fn livery(seat: Option<&SeatInfo>) -> Livery<'_> {
    let inks = seat.and_then(|seat| seat.livery.as_ref()).map(|livery| &livery.picture);
    inks.map_or(PLAIN, |Inks { face, light, edge, ink }| Livery { face, light, edge, ink })
}

/// The ink of a number on a counter.
pub(crate) fn number_ink<'l>(ink: &str, plain: &'l str) -> &'l str {
    match ink {
        "red" => "#8c1515",
        "green" => "#0f4d22",
        "blue" => "#1b3f73",
        "white" => "#ffffff",
        _ => plain,
    }
}
