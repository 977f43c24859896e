//! Units as small numbers, and sets of them.

use serde::Serialize;

/// A unit's place in the scenario's list: always below [`UnitSet::MOST`], so that a set can hold it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Unit(u8);

impl Unit {
    /// The unit at this place of the list, if a set can hold it.
    pub fn new(index: usize) -> Option<Unit> {
        (index < UnitSet::MOST).then_some(Unit(index as u8))
    }

    /// The first `count` units of the list.
    pub fn all(count: usize) -> impl Iterator<Item = Unit> + Clone {
        (0..count).map_while(Unit::new)
    }

    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of this unit alone.
    pub fn alone(self) -> UnitSet {
        UnitSet(1 << self.0)
    }
}

/// A set of units. A scenario has at most [`UnitSet::MOST`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct UnitSet(u64);

impl UnitSet {
    /// No units.
    pub const NONE: UnitSet = UnitSet(0);
    /// How many units a scenario may have.
    pub const MOST: usize = 64;

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `unit` is one of them.
    pub fn has(self, unit: Unit) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// Adds a unit.
    pub fn add(&mut self, unit: Unit) {
        self.0 |= unit.alone().0;
    }

    /// Takes a unit out.
    pub fn take(&mut self, unit: Unit) {
        self.0 &= !unit.alone().0;
    }

    /// Those in both.
    #[must_use]
    pub fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    /// Those in either.
    #[must_use]
    pub fn or(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }

    /// Those that are not in `other`.
    #[must_use]
    pub fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }

    /// Whether all are in `other`.
    pub fn within(self, other: UnitSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The units, in order.
    pub fn iter(self) -> impl Iterator<Item = Unit> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let unit = Unit(left.trailing_zeros() as u8);
                left &= left - 1;
                unit
            })
        })
    }

    /// The first unit.
    pub fn first(self) -> Option<Unit> {
        self.iter().next()
    }

    /// Every set of one or more of these units, in a fixed order.
    pub fn subsets(self) -> impl Iterator<Item = UnitSet> {
        let all = self.0;
        let mut next = all & all.wrapping_neg();
        std::iter::from_fn(move || {
            (next != 0).then(|| {
                let subset = UnitSet(next);
                next = next.wrapping_sub(all) & all;
                subset
            })
        })
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut set = UnitSet::NONE;
        units.into_iter().for_each(|unit| set.add(unit));
        set
    }
}
