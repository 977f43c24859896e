use std::ops::Range;

/// Where the parts of a map stand in its file, and which of them could be read.
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
