use crate::{
    atlas::{Atlas, Key, step},
    curve::{Bezier, walk},
    point::Point,
    rivers::Rivers,
    roads,
    ways::Ways,
};

/// A point on a road or a bank, with the direction of travel and the room it needs.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stake {
    pub(crate) at: Point,
    pub(crate) heading: Point,
    pub(crate) room: f64,
    pub(crate) way: bool,
}

/// Where nothing may be planted or built: stakes along ways and waters, by hex.
#[derive(Debug)]
pub(crate) struct Clearance<'a> {
    atlas: &'a Atlas,
    stakes: Vec<Vec<Stake>>,
}

impl<'a> Clearance<'a> {
    pub(crate) fn new(atlas: &'a Atlas, ways: &Ways, rivers: &Rivers) -> Clearance<'a> {
        let mut clearance = Clearance { atlas, stakes: vec![Vec::new(); atlas.hexes.len()] };
        for (kind, curve) in &ways.curves {
            clearance.stake_out(&[*curve], roads::half_width(*kind) + 0.5, true);
        }
        rivers.rivers.iter().for_each(|r| clearance.stake_out(r, 6.0, false));
        rivers.streams.iter().for_each(|r| clearance.stake_out(r, 3.0, false));
        clearance
    }

    fn stake_out(&mut self, curves: &[Bezier], room: f64, way: bool) {
        for (at, heading) in walk(curves, 6.0) {
            let hex = self.atlas.under(at).and_then(|h| self.atlas.index(h.key));
            if let Some(i) = hex {
                self.stakes[i].push(Stake { at, heading, room, way });
            }
        }
    }

    /// The stakes in a hex.
    pub(crate) fn stakes(&self, hex: Key) -> &[Stake] {
        self.atlas.index(hex).map_or(&[], |i| &self.stakes[i])
    }

    /// Whether something of this radius may stand at a point in `hex`.
    pub(crate) fn free(&self, hex: Key, at: Point, radius: f64) -> bool {
        let near = (0..6).map(|d| step(hex, d)).chain([hex]);
        near.flat_map(|k| self.stakes(k)).all(|s| s.at.distance(at) > s.room + radius)
    }
}
