use hexmap::{Axial, Grid, Hex, LowColumns, Point};

use super::{TILE_HEIGHT, TILE_WIDTH};

/// Pixels for a unit of [`Point`]: a quarter of a tile's width, half of its height.
const SCALE: (f32, f32) = (TILE_WIDTH as f32 / 4.0, TILE_HEIGHT as f32 / 2.0);

/// Where hexes are on the screen of the editor.
///
/// Centres and corners are the points whose coordinates add up to an even number; of these, every third column holds
/// centres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pixels {
    /// Where the centre of 0101 is.
    origin: (f32, f32),
}

/// What a point was moved to, and from how far away, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapped {
    pub(super) point: Point,
    pub(super) off: f32,
}

impl Pixels {
    pub(super) fn new(low: LowColumns) -> Pixels {
        let down = if low == LowColumns::Odd { TILE_HEIGHT } else { TILE_HEIGHT / 2 };
        Pixels { origin: (TILE_WIDTH as f32 / 2.0, down as f32) }
    }

    /// Where a point is on the screen.
    pub(super) fn of(self, point: Point) -> (f32, f32) {
        (self.origin.0 + SCALE.0 * point.x as f32, self.origin.1 + SCALE.1 * point.y as f32)
    }

    /// The nearest centre of a hex, on the map or beside it.
    pub(super) fn centre(self, at: (f32, f32)) -> Snapped {
        self.nearest(at, is_centre)
    }

    /// The nearest corner of a hex.
    pub(super) fn corner(self, at: (f32, f32)) -> Snapped {
        self.nearest(at, |point| !is_centre(point))
    }

    fn nearest(self, at: (f32, f32), wanted: impl Fn(Point) -> bool) -> Snapped {
        let (x, y) = ((at.0 - self.origin.0) / SCALE.0, (at.1 - self.origin.1) / SCALE.1);
        // Far outside any map; keeps the integers small.
        let (x, y) = (x.clamp(-1000.0, 1000.0).round() as i32, y.clamp(-1000.0, 1000.0).round() as i32);
        let around = (-2..=2).flat_map(|down| (-3..=3).map(move |right| Point::new(x + right, y + down)));
        let snapped = around.filter(|&point| (point.x + point.y) % 2 == 0 && wanted(point)).map(|point| {
            let (x, y) = self.of(point);
            Snapped { point, off: (x - at.0).hypot(y - at.1) }
        });
        snapped.min_by(|a, b| a.off.total_cmp(&b.off)).expect("every stretch of the plane has centres and corners")
    }
}

fn is_centre(point: Point) -> bool {
    point.x % 3 == 0
}

/// The hex with this centre, if it is on the map.
pub(super) fn hex_at(grid: &Grid, centre: Point) -> Option<Hex> {
    let q = centre.x / 3;
    grid.at(Axial::new(q, (centre.y - q) / 2))
}

/// The hexes of the map that meet at a corner.
pub(super) fn hexes_at(grid: &Grid, corner: Point) -> Vec<Hex> {
    let offsets = [Point::new(2, 0), Point::new(1, 1), Point::new(1, -1)];
    let around = offsets.into_iter().flat_map(|offset| [corner + offset, corner - offset]);
    around.filter(|&point| is_centre(point)).filter_map(|centre| hex_at(grid, centre)).collect()
}

/// Whether two corners are the ends of one hexside.
pub(super) fn is_hexside(a: Point, b: Point) -> bool {
    let apart = b - a;
    matches!((apart.x.abs(), apart.y.abs()), (2, 0) | (1, 1))
}
