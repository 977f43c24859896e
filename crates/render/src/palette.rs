//! The inks: a printed map of the 1940s on buff paper.

pub(crate) const PAPER: &str = "#f1e9d4";
pub(crate) const FRAME: &str = "#4a3f2e";
/// Ground by elevation.
pub(crate) const LEVELS: [&str; 4] = ["#ebe3c8", "#e0cfa2", "#d0b57f", "#bb9863"];
pub(crate) const CONTOUR: &str = "#8d5f38";
pub(crate) const GRASS: &str = "#a7a06e";
pub(crate) const HEX: &str = "#4f4630";

pub(crate) const FIELDS: [&str; 3] = ["#dccb8e", "#d2c69a", "#e2d6a2"];
pub(crate) const FURROW: &str = "#a98f52";
pub(crate) const WOODS: &str = "#a4b183";
pub(crate) const LEAF_SHADE: &str = "#3c4a2c";
pub(crate) const LEAF: &str = "#76905a";
pub(crate) const LEAF_LIGHT: &str = "#a2b57d";
pub(crate) const ORCHARD: &str = "#d3d5a6";
pub(crate) const BOCAGE: [&str; 3] = ["#ccd0a0", "#c0c98f", "#d6d3a3"];
pub(crate) const TOWN: &str = "#d9cdb6";
pub(crate) const ROOFS: [&str; 3] = ["#96533f", "#7b6357", "#a8694f"];
pub(crate) const ROOF_SHADE: &str = "#5d3226";
pub(crate) const SHADOW: &str = "#2e2516";
pub(crate) const ROUGH: &str = "#d6c6a1";
pub(crate) const STONE: &str = "#b5a588";
pub(crate) const STONE_EDGE: &str = "#64553d";
pub(crate) const MARSH: &str = "#c6cfb4";
pub(crate) const TUFT: &str = "#4d6b48";
pub(crate) const GULLY: &str = "#c9ad7f";
pub(crate) const HACHURE: &str = "#7a5230";
pub(crate) const WATER: &str = "#a9c0c8";
pub(crate) const BANK: &str = "#4f7184";
pub(crate) const RIPPLE: &str = "#7f9eac";
pub(crate) const UNKNOWN: &str = "#b0307a";

pub(crate) const ROAD: &str = "#cd7c64";
pub(crate) const ROAD_CASE: &str = "#54291f";
pub(crate) const TRACK: &str = "#6d4326";
pub(crate) const RAIL: &str = "#2b2724";
pub(crate) const NAME: &str = "#231d14";
pub(crate) const WATER_NAME: &str = "#2f5468";
pub(crate) const HEIGHT_NAME: &str = "#6b3f1d";

/// The inks of one side's counters.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Livery {
    pub(crate) face: &'static str,
    pub(crate) light: &'static str,
    pub(crate) edge: &'static str,
    pub(crate) ink: &'static str,
}

/// The livery for a colour scheme; buff for one we do not know.
pub(crate) fn livery(colours: &str) -> Livery {
    let (face, light, edge, ink) = match colours {
        "german" => ("#9ba39a", "#b9bfb5", "#4b524a", "#161a16"),
        "soviet" => ("#c08365", "#d7a488", "#6b3825", "#23100a"),
        "us" => ("#9c9a5e", "#b9b683", "#4d4c28", "#191908"),
        "british" => ("#cdb27f", "#e0cba0", "#6e592c", "#241b0a"),
        "italian" => ("#a9b9a0", "#c4d0bc", "#4f614a", "#141d12"),
        _ => ("#d6cdb8", "#e6dfcf", "#6a6150", "#1e1a12"),
    };
    Livery { face, light, edge, ink }
}

/// The ink of a number on a counter.
pub(crate) fn number_ink(ink: &str, plain: &'static str) -> &'static str {
    match ink {
        "red" => "#8c1515",
        "green" => "#0f4d22",
        "blue" => "#1b3f73",
        "white" => "#ffffff",
        _ => plain,
    }
}
