use std::ops::Range;

use crate::MapSide;

/// The places of the parts of a map in its file, and which of them could be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// One for each track.
    pub(crate) tracks: Vec<Range<usize>>,
    /// One for each side.
    pub(crate) sides: Vec<Range<usize>>,
    /// One for each place.
    pub(crate) places: Vec<Range<usize>>,
    /// The terrain of all hexes was read.
    pub(crate) terrain_read: bool,
    /// The levels of all hexes were read.
    pub(crate) levels_read: bool,
    /// All features were read.
    pub(crate) features_read: bool,
}

impl Marks {
    /// Puts the sides of a map in order, each once, and the marks with them: two maps are the same if they look the
    /// same.
    pub(crate) fn tidy_sides(&mut self, sides: &mut Vec<MapSide>) {
        let key = |side: &MapSide| (side.feature, side.a.min(side.b), side.a.max(side.b));
        let mut marked: Vec<(MapSide, Range<usize>)> = sides.drain(..).zip(self.sides.drain(..)).collect();
        marked.sort_by_key(|(side, _)| key(side));
        marked.dedup_by_key(|(side, _)| key(side));
        for (side, mark) in marked {
            let (feature, a, b) = key(&side);
            sides.push(MapSide { feature, a, b });
            self.sides.push(mark);
        }
    }
}
