use engine::{Board, BoardHex, BoardLabel, BoardLine, BoardSide, North, Terrain};
use hexmap::{Direction, Hex, LowColumns};

use crate::{Map, Palette};

/// Centre to corner, in the units of the picture.
const RADIUS: f64 = 60.0;

impl Map {
    /// The map as a screen needs it. `id` names the picture; `key` describes terrain and features by their ids, and
    /// only those on this map are kept.
    pub fn board(&self, id: String, palette: &Palette, key: Vec<Terrain>) -> Board {
        let grid = &self.grid;
        let label = |hex: Hex| grid.label(hex).to_string();
        let feature = |index: usize| palette.features[index].id.clone();
        let sides = self.sides.iter().map(|side| BoardSide {
            feature: feature(side.feature),
            a: label(side.a),
            b: label(side.b),
        });
        let lines = self.tracks.iter().map(|track| BoardLine {
            feature: feature(track.feature),
            path: track.path.iter().map(|&hex| label(hex)).collect(),
        });
        Board {
            id,
            title: self.title.clone(),
            radius: RADIUS,
            width: RADIUS * (1.5 * f64::from(grid.columns() - 1) + 2.0),
            height: RADIUS * 3f64.sqrt() * (f64::from(grid.rows()) + if grid.short_low() { 0.0 } else { 0.5 }),
            north: North::Up,
            hexes: grid.hexes().map(|hex| self.board_hex(hex, palette)).collect(),
            sides: sides.collect(),
            lines: lines.collect(),
            labels: self.labels.iter().map(|(hex, text)| BoardLabel { hex: label(*hex), text: text.clone() }).collect(),
            key: key.into_iter().filter(|entry| self.holds(palette, &entry.key)).collect(),
            markers: Vec::new(),
        }
    }

    fn board_hex(&self, hex: Hex, palette: &Palette) -> BoardHex {
        let grid = &self.grid;
        let label = grid.label(hex);
        let column = label.column();
        let low = column.is_multiple_of(2) == (grid.low() == LowColumns::Even);
        let down = f64::from(label.row() - 1) + if low { 1.0 } else { 0.5 };
        let neighbour = |direction: Direction| grid.neighbour(hex, direction).map(|hex| grid.label(hex).to_string());
        BoardHex {
            id: label.to_string(),
            x: RADIUS * (1.5 * f64::from(column - 1) + 1.0),
            y: RADIUS * 3f64.sqrt() * down,
            terrain: palette.terrain[self.terrain[hex.index()]].id.clone(),
            elevation: self.elevation[hex.index()],
            neighbours: Direction::ALL.map(neighbour).to_vec(),
        }
    }

    /// Whether a terrain or feature is on the map.
    fn holds(&self, palette: &Palette, id: &str) -> bool {
        self.terrain.iter().any(|&index| palette.terrain[index].id == id)
            || self.tracks.iter().any(|track| palette.features[track.feature].id == id)
            || self.sides.iter().any(|side| palette.features[side.feature].id == id)
    }
}
