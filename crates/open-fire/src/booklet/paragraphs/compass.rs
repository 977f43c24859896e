//! The mission's compass on the map: where north is decides what is west of a hex (OF-2.3).

use engine::North;
use hexmap::{Direction, Grid, Hex};

use crate::booklet::paragraphs::words::{Compass, Quarter};

impl Compass {
    /// The hexsides that look this way; two where it points at a corner, as east does when north is up.
    pub fn facings(self, north: North) -> Vec<Direction> {
        let wanted = (45 * u16::from(self.eighths()) + north.degrees()) % 360;
        let away = |direction: Direction| {
            let apart = wanted.abs_diff(60 * direction.index() as u16);
            apart.min(360 - apart)
        };
        let least = Direction::ALL.into_iter().map(away).min();
        Direction::ALL.into_iter().filter(|direction| Some(away(*direction)) == least).collect()
    }
}

impl Quarter {
    /// Which way this side lies on the map.
    fn on_the_map(self, north: North) -> North {
        let quarter = match self {
            Quarter::North => 0,
            Quarter::East => 90,
            Quarter::South => 180,
            Quarter::West => 270,
        };
        match (quarter + north.degrees()) % 360 {
            0 => North::Up,
            90 => North::Right,
            180 => North::Down,
            _ => North::Left,
        }
    }

    /// Whether a hex lies on this side of another; with `or_at`, also level with it.
    pub fn includes(self, north: North, grid: &Grid, hex: Hex, of: Hex, or_at: bool) -> bool {
        let (hex, of) = (grid.axial(hex).centre(), grid.axial(of).centre());
        let beyond = match self.on_the_map(north) {
            North::Up => of.y - hex.y,
            North::Down => hex.y - of.y,
            North::Left => of.x - hex.x,
            North::Right => hex.x - of.x,
        };
        beyond > 0 || or_at && beyond == 0
    }

    /// Whether a hex is on this edge of the map.
    pub fn is_edge(self, north: North, grid: &Grid, hex: Hex) -> bool {
        let label = grid.label(hex);
        match self.on_the_map(north) {
            North::Up => label.row() == 1,
            North::Down => grid.last_row(label.column()) == Some(label.row()),
            North::Left => label.column() == 1,
            North::Right => label.column() == grid.columns(),
        }
    }
}
