//! Maps as files of the Tiled editor; `docs/maps.md` describes their form.

mod layers;
mod lines;
mod pixels;
mod read;
mod tilesets;
mod xml;

pub(crate) use read::read;

/// Width of a tile, in pixels: from corner to corner of a hex.
const TILE_WIDTH: i32 = 120;
/// Height of a tile: from side to side.
const TILE_HEIGHT: i32 = 104;
/// Length of a hexside along the top of a tile.
const HEX_SIDE: i32 = 60;

/// The layer with the terrain of every hex.
const TERRAIN: &str = "terrain";
/// The layer with the level of every hex.
const LEVELS: &str = "levels";
/// The layer with roads, rivers and the like.
const FEATURES: &str = "features";
/// The layer with the names on the map.
const LABELS: &str = "labels";
/// The layer with the hexes that have a part to play.
const PLACES: &str = "places";

#[cfg(test)]
mod tests;
