//! Units as small numbers, and sets of them: part of the kit that all rulesets share.
//!
//! A [`UnitId`] is a byte, so a game has at most [`UnitId::MOST`] units, and a [`UnitSet`] has room for every one of
//! them. A ruleset with fewer units has smaller sets: [`Units<1>`](Units) is one number of 64 bits.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};

/// A unit of a game, by its place in the game's list of units. Units are never taken out of that list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

impl UnitId {
    /// How many units a game can have.
    pub const MOST: usize = 256;

    /// The unit at a place of the list; `None` where no list reaches.
    pub fn at(place: usize) -> Option<UnitId> {
        u8::try_from(place).ok().map(UnitId)
    }

    /// The first `count` units of the list.
    pub fn all(count: usize) -> impl Iterator<Item = UnitId> + Clone {
        (0..count).map_while(UnitId::at)
    }

    /// Its place in lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of this unit alone.
    pub fn alone<const WORDS: usize>(self) -> Units<WORDS> {
        let mut set = Units::NONE;
        set.add(self);
        set
    }
}

const WORD: usize = u64::BITS as usize;

/// A set of any units of a game.
pub type UnitSet = Units<{ UnitId::MOST / WORD }>;

/// A set of units, in the order of their numbers, with room for 64 in each word.
///
/// A set whose units all have numbers below 64 is written as one number, with a bit for each unit; any other as all its
/// words, the lowest first.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Units<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Units<WORDS> {
    fn default() -> Self {
        Units::NONE
    }
}

impl<const WORDS: usize> Units<WORDS> {
    /// No units.
    pub const NONE: Self = Units([0; WORDS]);
    /// How many units it has room for: those with lower numbers.
    pub const ROOM: usize = WORDS * WORD;

    /// The unit at a place of the game's list, if a set has room for it.
    pub fn unit_at(place: usize) -> Option<UnitId> {
        UnitId::at(place).filter(|_| place < Self::ROOM)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether `unit` is one of them.
    pub fn has(self, unit: UnitId) -> bool {
        let (word, bit) = place(unit);
        self.0[word] & bit != 0
    }

    /// Adds a unit.
    pub fn add(&mut self, unit: UnitId) {
        let (word, bit) = place(unit);
        self.0[word] |= bit;
    }

    /// Takes a unit out.
    pub fn take(&mut self, unit: UnitId) {
        let (word, bit) = place(unit);
        self.0[word] &= !bit;
    }

    /// Those in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// Those in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// Those that are not in `other`.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Whether all are in `other`.
    pub fn within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// The units, in order.
    pub fn iter(self) -> Iter<WORDS> {
        Iter { left: self.0, word: 0 }
    }

    /// The first unit.
    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }

    /// Every set of one or more of these units: those of the first unit alone, of the second, of both, of the third,
    /// and so on.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut last = Self::NONE;
        std::iter::from_fn(move || {
            // Counting in the bits of this set: all of them after the last one are borrowed from, and so become one
            // more.
            last = last.minus(self).and(self);
            (!last.is_empty()).then_some(last)
        })
    }

    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Units(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }

    /// The difference of the two as long numbers.
    fn minus(self, other: Self) -> Self {
        let mut borrow = false;
        Units(std::array::from_fn(|word| {
            let (once, first) = self.0[word].overflowing_sub(other.0[word]);
            let (twice, second) = once.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            twice
        }))
    }
}

/// The word of a unit and its bit there.
fn place(unit: UnitId) -> (usize, u64) {
    (unit.index() / WORD, 1 << (unit.index() % WORD))
}

/// The units of a set, in order.
#[derive(Clone, Debug)]
pub struct Iter<const WORDS: usize> {
    left: [u64; WORDS],
    word: usize,
}

impl<const WORDS: usize> Iterator for Iter<WORDS> {
    type Item = UnitId;

    fn next(&mut self) -> Option<UnitId> {
        while self.word < WORDS {
            let left = &mut self.left[self.word];
            if *left != 0 {
                let bit = left.trailing_zeros() as usize;
                *left &= *left - 1;
                return UnitId::at(self.word * WORD + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const WORDS: usize> IntoIterator for Units<WORDS> {
    type Item = UnitId;
    type IntoIter = Iter<WORDS>;

    fn into_iter(self) -> Iter<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> FromIterator<UnitId> for Units<WORDS> {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = Units::NONE;
        set.extend(units);
        set
    }
}

impl<const WORDS: usize> Extend<UnitId> for Units<WORDS> {
    fn extend<I: IntoIterator<Item = UnitId>>(&mut self, units: I) {
        units.into_iter().for_each(|unit| self.add(unit));
    }
}

impl<const WORDS: usize> fmt::Debug for Units<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|unit| unit.0)).finish()
    }
}

impl<const WORDS: usize> Serialize for Units<WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.split_first() {
            Some((low, rest)) if rest.iter().all(|word| *word == 0) => low.serialize(serializer),
            _ => serializer.collect_seq(self.0),
        }
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for Units<WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Bits)
    }
}

/// Reads both ways in which a set is written.
struct Bits<const WORDS: usize>;

impl<'de, const WORDS: usize> Visitor<'de> for Bits<WORDS> {
    type Value = Units<WORDS>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bits of a set of units: one number, or {WORDS} of them")
    }

    fn visit_u64<E: Error>(self, low: u64) -> Result<Units<WORDS>, E> {
        let mut set = Units::NONE;
        set.0[0] = low;
        Ok(set)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Units<WORDS>, A::Error> {
        let mut set = Units::NONE;
        for (read, word) in set.0.iter_mut().enumerate() {
            *word = words.next_element()?.ok_or_else(|| A::Error::invalid_length(read, &self))?;
        }
        match words.next_element::<u64>()? {
            None => Ok(set),
            Some(_) => Err(A::Error::invalid_length(WORDS + 1, &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn of(units: &BTreeSet<u8>) -> UnitSet {
        units.iter().map(|&unit| UnitId(unit)).collect()
    }

    fn units() -> impl Strategy<Value = BTreeSet<u8>> {
        prop::collection::btree_set(any::<u8>(), 0..40)
    }

    proptest! {
        /// What a set of the standard library does, with every number a unit can have.
        #[test]
        fn does_as_any_set(a in units(), b in units(), unit in any::<u8>()) {
            let (one, other) = (of(&a), of(&b));
            prop_assert_eq!(one.iter().map(|unit| unit.0).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(one.len(), a.len());
            prop_assert_eq!(one.is_empty(), a.is_empty());
            prop_assert_eq!(one.first().map(|unit| unit.0), a.first().copied());
            prop_assert_eq!(one.has(UnitId(unit)), a.contains(&unit));
            prop_assert_eq!(one.and(other), of(&(&a & &b)));
            prop_assert_eq!(one.or(other), of(&(&a | &b)));
            prop_assert_eq!(one.without(other), of(&(&a - &b)));
            prop_assert_eq!(one.within(other), a.is_subset(&b));
            let (mut more, mut fewer) = (one, one);
            more.add(UnitId(unit));
            fewer.take(UnitId(unit));
            prop_assert_eq!(more, one.or(UnitId(unit).alone()));
            prop_assert_eq!(fewer, one.without(UnitId(unit).alone()));
        }

        #[test]
        fn is_read_as_it_is_written(a in units()) {
            let json = serde_json::to_string(&of(&a)).unwrap();
            prop_assert_eq!(serde_json::from_str::<UnitSet>(&json).unwrap(), of(&a));
        }

        /// Fingerprints of recorded games hang on this form.
        #[test]
        fn low_numbers_are_one_number(bits in any::<u64>()) {
            let set: UnitSet = (0..64).filter(|unit| bits >> unit & 1 == 1).map(UnitId).collect();
            prop_assert_eq!(serde_json::to_string(&set).unwrap(), bits.to_string());
        }

        #[test]
        fn subsets_are_all_and_each_once(a in prop::collection::btree_set(any::<u8>(), 0..7)) {
            let set = of(&a);
            let subsets: Vec<UnitSet> = set.subsets().collect();
            prop_assert_eq!(subsets.len(), (1 << a.len()) - 1);
            for (place, subset) in subsets.iter().enumerate() {
                prop_assert!(subset.within(set) && !subsets[..place].contains(subset));
            }
        }
    }

    #[test]
    fn subsets_count_upward() {
        let set: UnitSet = [UnitId(3), UnitId(70), UnitId(255)].into_iter().collect();
        let subsets: Vec<Vec<u8>> = set.subsets().map(|subset| subset.iter().map(|unit| unit.0).collect()).collect();
        let expected: [&[u8]; 7] = [&[3], &[70], &[3, 70], &[255], &[3, 255], &[70, 255], &[3, 70, 255]];
        assert_eq!(subsets, expected);
    }

    #[test]
    fn other_lengths_are_refused() {
        for text in ["[]", "[1,2,3]", "[1,2,3,4,5]", "-1", "\"1\""] {
            assert!(serde_json::from_str::<UnitSet>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_small_set_has_room_for_64() {
        let set: Units<1> = [UnitId(63), UnitId(0), UnitId(7)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [UnitId(0), UnitId(7), UnitId(63)]);
        assert_eq!([63, 64, 256].map(Units::<1>::unit_at), [Some(UnitId(63)), None, None]);
        assert_eq!((Units::<1>::ROOM, UnitSet::ROOM, size_of::<Units<1>>()), (64, 256, 8));
        assert_eq!(serde_json::from_str::<Units<1>>(&serde_json::to_string(&set).unwrap()).unwrap(), set);
    }

    #[test]
    fn no_unit_beyond_a_byte() {
        assert_eq!(UnitId::at(255), Some(UnitId(255)));
        assert_eq!(UnitId::at(256), None);
    }
}
