//! The map as a screen needs it.

use engine::{Board, BoardHex, BoardLabel, BoardLine, BoardSide, Terrain};
use hexmap::{Direction, Hex, LowColumns};

use crate::{
    catalogue::{ByClass, Cost, Feature},
    movement::points,
    world::Divisions,
};

/// Centre to corner, in the units of the picture.
const RADIUS: f64 = 60.0;

impl Divisions {
    pub(crate) fn draw_board(&self) -> Board {
        let grid = &self.map.grid;
        let feature = |index: usize| self.catalogue.features[index].id.clone();
        Board {
            id: format!("divisions-{}", self.id),
            title: self.map.title.clone(),
            radius: RADIUS,
            width: RADIUS * (1.5 * f64::from(grid.columns() - 1) + 2.0),
            height: RADIUS * 3f64.sqrt() * (f64::from(grid.rows()) + if grid.short_low() { 0.0 } else { 0.5 }),
            hexes: grid.hexes().map(|hex| self.board_hex(hex)).collect(),
            sides: self
                .map
                .sides
                .iter()
                .map(|side| BoardSide { feature: feature(side.feature), a: self.label(side.a), b: self.label(side.b) })
                .collect(),
            lines: self
                .map
                .tracks
                .iter()
                .map(|track| BoardLine {
                    feature: feature(track.feature),
                    path: track.path.iter().map(|&hex| self.label(hex)).collect(),
                })
                .collect(),
            labels: self
                .map
                .labels
                .iter()
                .map(|(hex, text)| BoardLabel { hex: self.label(*hex), text: text.clone() })
                .collect(),
            key: self.key(),
        }
    }

    fn board_hex(&self, hex: Hex) -> BoardHex {
        let grid = &self.map.grid;
        let label = grid.label(hex);
        let column = label.column();
        let low = column.is_multiple_of(2) == (grid.low() == LowColumns::Even);
        let down = f64::from(label.row() - 1) + if low { 1.0 } else { 0.5 };
        let neighbour = |direction: Direction| grid.neighbour(hex, direction).map(|hex| self.label(hex));
        BoardHex {
            id: label.to_string(),
            x: RADIUS * (1.5 * f64::from(column - 1) + 1.0),
            y: RADIUS * 3f64.sqrt() * down,
            terrain: self.ground(hex).id.clone(),
            elevation: self.map.elevation[hex.index()],
            neighbours: Direction::ALL.map(neighbour).to_vec(),
        }
    }

    /// The key: what is on this map, and what it does.
    fn key(&self) -> Vec<Terrain> {
        let used = |index: usize| self.map.terrain.contains(&index);
        let terrain = self.catalogue.terrain.iter().enumerate().filter(|(index, _)| used(*index)).map(|(_, ground)| {
            let mut effects = vec![costs("To enter", &ground.cost)];
            let mut add = |value: i32, text: &str| {
                if value != 0 {
                    effects.push(format!("{text} {value:+}"));
                }
            };
            add(ground.cover, "Cover against fire");
            add(ground.assault, "Defence in close assault");
            add(ground.armour, "Tanks that assault into it");
            if ground.height > 0 {
                effects.push("Blocks sight from level ground".to_owned());
            }
            Terrain { key: ground.id.clone(), name: ground.name.clone(), look: ground.look.clone(), effects }
        });
        let on_map = |index: usize| {
            self.map.tracks.iter().any(|track| track.feature == index)
                || self.map.sides.iter().any(|side| side.feature == index)
        };
        let features = self.catalogue.features.iter().enumerate().filter(|(index, _)| on_map(*index));
        terrain.chain(features.map(|(_, feature)| feature_key(feature))).collect()
    }
}

fn feature_key(feature: &Feature) -> Terrain {
    let mut effects = Vec::new();
    if let Some(cost) = &feature.cost {
        effects.push(costs("Along it", cost));
    }
    if let Some(crossing) = &feature.crossing {
        effects.push(costs("To cross", crossing));
    }
    if feature.assault != 0 {
        effects.push(format!("Defence in close assault {:+}", feature.assault));
    }
    Terrain { key: feature.id.clone(), name: feature.name.clone(), look: feature.look.clone(), effects }
}

fn costs(what: &str, cost: &ByClass<Cost>) -> String {
    let text = |Cost(cost): Cost| cost.map_or("no".to_owned(), points);
    format!("{what}: foot {}, tracks {}, wheels {}", text(cost.leg), text(cost.tracked), text(cost.wheeled))
}
