//! Sets of hexes as one bit per hex.

use std::fmt;

use crate::Hex;
pub use crate::sight_table::SightTable;

/// A set of hexes of one map.
///
/// ```
/// use hexmap::{Hex, HexSet};
///
/// let mut woods = HexSet::new(1193);
/// woods.extend([Hex(3), Hex(700)]);
/// assert!(woods.contains(Hex(700)));
/// assert_eq!(woods.iter().collect::<Vec<_>>(), [Hex(3), Hex(700)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct HexSet {
    words: Box<[u64]>,
    capacity: usize,
}

/// A borrowed set of hexes: a [`HexSet`], or a [field of sight](SightTable::field).
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct HexBits<'a> {
    words: &'a [u64],
    capacity: usize,
}

/// How many words hold this many bits.
pub(crate) const fn words_for(bits: usize) -> usize {
    bits.div_ceil(64)
}

impl HexSet {
    /// The empty set on a map of `len` hexes ([`Grid::len`](crate::Grid::len)).
    pub fn new(len: usize) -> HexSet {
        HexSet { words: vec![0; words_for(len)].into_boxed_slice(), capacity: len }
    }

    /// Puts the hex in and says whether it is new to the set.
    ///
    /// # Panics
    /// If the map has no such hex.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let fresh = !self.contains(hex);
        self.words[hex.index() / 64] |= 1 << (hex.index() % 64);
        fresh
    }

    /// Takes the hex out and says whether it was in the set.
    ///
    /// # Panics
    /// If the map has no such hex.
    #[inline]
    pub fn remove(&mut self, hex: Hex) -> bool {
        let contained = self.contains(hex);
        self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
        contained
    }

    /// Whether the hex is in the set.
    ///
    /// # Panics
    /// If the map has no such hex.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.bits().contains(hex)
    }

    /// How many hexes are in the set.
    pub fn len(&self) -> usize {
        self.bits().len()
    }

    /// Whether no hex is in the set.
    pub fn is_empty(&self) -> bool {
        self.bits().is_empty()
    }

    /// How many hexes the map has.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Takes all hexes out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The hexes by ascending index.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        self.bits().iter()
    }

    /// The set, borrowed.
    #[inline]
    pub fn bits(&self) -> HexBits<'_> {
        HexBits::new(&self.words, self.capacity)
    }

    /// Puts in all hexes of the other set.
    ///
    /// # Panics
    /// If the sets belong to maps of different sizes.
    pub fn union_with<'a>(&mut self, other: impl Into<HexBits<'a>>) {
        self.combine(other.into(), |mine, theirs| mine | theirs);
    }

    /// Keeps only hexes that are also in the other set.
    ///
    /// # Panics
    /// If the sets belong to maps of different sizes.
    pub fn intersect_with<'a>(&mut self, other: impl Into<HexBits<'a>>) {
        self.combine(other.into(), |mine, theirs| mine & theirs);
    }

    /// Takes out all hexes of the other set.
    ///
    /// # Panics
    /// If the sets belong to maps of different sizes.
    pub fn difference_with<'a>(&mut self, other: impl Into<HexBits<'a>>) {
        self.combine(other.into(), |mine, theirs| mine & !theirs);
    }

    fn combine(&mut self, other: HexBits<'_>, by: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.capacity, other.capacity, "sets of hexes of two different maps");
        for (mine, &theirs) in self.words.iter_mut().zip(other.words) {
            *mine = by(*mine, theirs);
        }
    }
}

impl<'a> HexBits<'a> {
    #[inline]
    pub(crate) fn new(words: &'a [u64], capacity: usize) -> HexBits<'a> {
        HexBits { words, capacity }
    }

    /// Whether the hex is in the set.
    ///
    /// # Panics
    /// If the map has no such hex.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        assert!(hex.index() < self.capacity, "hex of another map");
        self.words[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// How many hexes are in the set.
    pub fn len(self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no hex is in the set.
    pub fn is_empty(self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many hexes the map has.
    pub fn capacity(self) -> usize {
        self.capacity
    }

    /// The hexes by ascending index.
    pub fn iter(self) -> impl Iterator<Item = Hex> + use<'a> {
        (0_u16..).zip(self.words).flat_map(|(place, &word)| ones(word).map(move |bit| Hex(place * 64 + bit)))
    }

    /// Whether the two sets share a hex.
    pub fn intersects<'b>(self, other: impl Into<HexBits<'b>>) -> bool {
        self.words.iter().zip(other.into().words).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// An owned set with the same hexes.
    pub fn to_set(self) -> HexSet {
        HexSet { words: self.words.into(), capacity: self.capacity }
    }
}

/// The places of the bits that are set, lowest first.
fn ones(word: u64) -> impl Iterator<Item = u16> {
    let some = |word: u64| (word != 0).then_some(word);
    std::iter::successors(some(word), move |&word| some(word & (word - 1))).map(|word| word.trailing_zeros() as u16)
}

impl<'a> From<&'a HexSet> for HexBits<'a> {
    fn from(set: &'a HexSet) -> HexBits<'a> {
        set.bits()
    }
}

impl Extend<Hex> for HexSet {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits().fmt(f)
    }
}

impl fmt::Debug for HexBits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.0)).finish()
    }
}

#[cfg(test)]
mod tests;
