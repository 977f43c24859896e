use std::ops::Range;

use engine::did_you_mean;
use hexmap::{Grid, LowColumns};
use tiled::{FiniteTileLayer, TileLayer};

use super::{LEVELS, TERRAIN};
use crate::{Problems, Source};

/// A layer of tiles, with its place in the file.
pub(super) struct Tiles<'map> {
    pub(super) name: &'static str,
    pub(super) layer: FiniteTileLayer<'map>,
    pub(super) span: Range<usize>,
}

impl<'map> Tiles<'map> {
    pub(super) fn new(name: &'static str, layer: &TileLayer<'map>, span: Range<usize>) -> Option<Tiles<'map>> {
        match *layer {
            TileLayer::Finite(layer) => Some(Tiles { name, layer, span }),
            TileLayer::Infinite(_) => None,
        }
    }

    /// Whether the last tiles of all low columns are empty: they have one hex less.
    pub(super) fn short_low(&self, columns: u8, rows: u8, low: LowColumns) -> bool {
        let is_low = |column: &u8| column.is_multiple_of(2) == (low == LowColumns::Even);
        let mut low = (1..=columns).filter(is_low).peekable();
        rows > 1
            && low.peek().is_some()
            && low.all(|column| self.layer.get_tile(i32::from(column) - 1, i32::from(rows) - 1).is_none())
    }

    /// One value per hex, from the class of its tile.
    pub(super) fn values<T: Copy + Default>(
        &self,
        grid: &Grid,
        source: &Source<'_>,
        problems: &mut Problems,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut add = |what: String, help: String| problems.add(source.problem(self.span.clone(), what, help));
        let value = |hex| {
            let label = grid.label(hex);
            let at = format!("hex {label}, layer \"{}\"", self.name);
            let Some(tile) = self.layer.get_tile(i32::from(label.column()) - 1, i32::from(label.row()) - 1) else {
                add(format!("{at}: the tile is empty"), "paint every hex of the map in this layer".to_owned());
                return T::default();
            };
            let Some(class) = tile.get_tile().map(|tile| tile.user_type.clone()) else {
                let help = format!("erase it and paint the hex again with a tile of \"{}\"", self.name);
                add(format!("{at}: the tile is rotated, or in no tileset"), help);
                return T::default();
            };
            read(&class).unwrap_or_else(|help| {
                let what = match class.as_str() {
                    "" => format!("{at}: the tile has no class"),
                    class => {
                        format!("{at}: unknown {} \"{class}\"", if self.name == TERRAIN { "terrain" } else { "level" })
                    }
                };
                add(what, help);
                T::default()
            })
        };
        grid.hexes().map(value).collect()
    }
}

/// Reads the class of a tile of the terrain layer.
pub(super) fn terrain(known: &[&str]) -> impl Fn(&str) -> Result<usize, String> {
    move |class| known.iter().position(|id| *id == class).ok_or_else(|| did_you_mean(class, known.iter().copied()))
}

/// Reads the class of a tile of the levels layer.
pub(super) fn level(class: &str) -> Result<u8, String> {
    let level = class.parse().ok().filter(|level| *level <= 9);
    level.ok_or_else(|| format!("paint the layer \"{LEVELS}\" with the tiles of levels.tsx: 0 to 9"))
}
