//! Maps as files of the Tiled editor; `docs/maps.md` describes their form.

mod layers;
mod lines;
mod pixels;
mod read;
mod tileset;
mod tilesets;
mod write;
mod xml;

pub(crate) use read::read;
pub use tileset::tileset;
pub(crate) use tilesets::{beside, check_source};
pub use write::{Options, write};

/// Width of a tile, in pixels: from corner to corner of a hex.
pub const TILE_WIDTH: i32 = 120;
/// Height of a tile: from side to side.
pub const TILE_HEIGHT: i32 = 104;
/// Length of a hexside along the top of a tile.
const HEX_SIDE: i32 = 60;

/// The form we write; Tiled 1.10 and later read it, and keep the class of a tile in `type`.
const VERSION: &str = "version=\"1.10\" tiledversion=\"1.10.2\"";

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
