use thiserror::Error;

use crate::{Branch, Dice, Fell, Throw, branches};

/// An exact distribution: results in order, each with an integer number of ways out of a common total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    results: Vec<(T, u128)>,
    of: u128,
}

/// The number of ways does not fit 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this attack can go in more ways than 128 bits can count")]
pub struct TooManyWays;

/// Runs `rule` once for every outcome of every throw it makes and adds up the exact weights.
///
/// The rule must be a function of its throws alone. It is run again from the start for each path through its throws,
/// so that plain code, loops and early returns included, gives its own odds.
///
/// # Errors
/// If the ways cannot be counted in 128 bits.
pub fn odds<T: Ord>(mut rule: impl FnMut(&mut dyn Dice) -> T) -> Result<Odds<T>, TooManyWays> {
    let mut walk = Walk::default();
    let mut weighed: Vec<(T, Fraction)> = Vec::new();
    loop {
        let result = rule(&mut walk);
        if walk.too_many {
            return Err(TooManyWays);
        }
        let weight = walk.weight().ok_or(TooManyWays)?;
        match weighed.binary_search_by(|(known, _)| known.cmp(&result)) {
            Ok(known) => weighed[known].1 = weighed[known].1.plus(weight).ok_or(TooManyWays)?,
            Err(place) => weighed.insert(place, (result, weight)),
        }
        if !walk.next_path() {
            return Odds::from_fractions(weighed).ok_or(TooManyWays);
        }
    }
}

/// Depth-first walk through the tree of throws: the branch taken at each throw so far.
#[derive(Default)]
struct Walk {
    choices: Vec<Choice>,
    depth: usize,
    /// A single throw had more combinations than can be counted: whatever the rule made of it is worthless.
    too_many: bool,
}

struct Choice {
    branches: Vec<Branch>,
    taken: usize,
    of: u128,
}

impl Dice for Walk {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        if self.depth == self.choices.len() {
            if throw.combinations().is_none() {
                self.too_many = true;
                return throw.fell(throw.dice.iter().map(|die| die.face(0)).collect());
            }
            let branches = branches(throw);
            let of = branches.iter().map(|branch| branch.ways).sum();
            self.choices.push(Choice { branches, taken: 0, of });
        }
        let choice = &self.choices[self.depth];
        self.depth += 1;
        choice.branches[choice.taken].fell.clone()
    }
}

impl Walk {
    fn weight(&self) -> Option<Fraction> {
        self.choices.iter().try_fold(Fraction { ways: 1, of: 1 }, |weight, choice| {
            weight.times(Fraction { ways: choice.branches[choice.taken].ways, of: choice.of })
        })
    }

    /// Moves to the next path; false when all have been walked.
    fn next_path(&mut self) -> bool {
        self.depth = 0;
        while let Some(choice) = self.choices.last_mut() {
            choice.taken += 1;
            if choice.taken < choice.branches.len() {
                return true;
            }
            self.choices.pop();
        }
        false
    }
}

#[derive(Clone, Copy, Debug)]
struct Fraction {
    ways: u128,
    of: u128,
}

impl Fraction {
    fn times(self, other: Fraction) -> Option<Fraction> {
        Fraction { ways: self.ways.checked_mul(other.ways)?, of: self.of.checked_mul(other.of)? }.lowest()
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        let of = lcm(self.of, other.of)?;
        let mine = self.ways.checked_mul(of / self.of)?;
        let theirs = other.ways.checked_mul(of / other.of)?;
        Fraction { ways: mine.checked_add(theirs)?, of }.lowest()
    }

    fn lowest(self) -> Option<Fraction> {
        let divisor = gcd(self.ways, self.of).max(1);
        Some(Fraction { ways: self.ways / divisor, of: self.of / divisor })
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub(crate) fn lcm(a: u128, b: u128) -> Option<u128> {
    (a / gcd(a, b)).checked_mul(b)
}

impl<T: Ord> Odds<T> {
    /// A distribution that was counted otherwise: results in any order, with their ways; the same result may come more
    /// than once.
    ///
    /// # Errors
    /// If the ways cannot be counted in 128 bits.
    pub fn counted(ways: impl IntoIterator<Item = (T, u128)>) -> Result<Odds<T>, TooManyWays> {
        let mut results: Vec<(T, u128)> = Vec::new();
        let mut of: u128 = 0;
        for (result, ways) in ways {
            of = of.checked_add(ways).ok_or(TooManyWays)?;
            match results.binary_search_by(|(known, _)| known.cmp(&result)) {
                Ok(known) => results[known].1 += ways,
                Err(place) => results.insert(place, (result, ways)),
            }
        }
        Ok(Odds { results, of })
    }

    /// One of several distributions, each with its weight: what follows a throw that was read first.
    ///
    /// # Errors
    /// If the ways cannot be counted in 128 bits.
    pub fn mixed(parts: impl IntoIterator<Item = (Odds<T>, u128)>) -> Result<Odds<T>, TooManyWays> {
        let parts: Vec<(Odds<T>, u128)> = parts.into_iter().filter(|(_, weight)| *weight > 0).collect();
        let of = parts.iter().try_fold(1, |of, (part, _)| lcm(of, part.of)).ok_or(TooManyWays)?;
        let mut ways = Vec::new();
        for (part, weight) in parts {
            let each = weight.checked_mul(of / part.of).ok_or(TooManyWays)?;
            for (result, count) in part.results {
                ways.push((result, count.checked_mul(each).ok_or(TooManyWays)?));
            }
        }
        Odds::counted(ways)
    }

    fn from_fractions(weighed: Vec<(T, Fraction)>) -> Option<Odds<T>> {
        let of = weighed.iter().try_fold(1, |of, (_, weight)| lcm(of, weight.of))?;
        let results = weighed.into_iter().map(|(result, weight)| (result, weight.ways * (of / weight.of))).collect();
        Some(Odds { results, of })
    }

    /// In how many of the [`of`](Odds::of) ways `result` happens. Zero if it cannot.
    pub fn ways(&self, result: &T) -> u128 {
        self.results.binary_search_by(|(known, _)| known.cmp(result)).map_or(0, |at| self.results[at].1)
    }

    /// The chance of all results that fulfil `wanted`, for showing and for bots. Exact play uses [`Odds::ways`].
    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> f64 {
        let ways: u128 = self.results.iter().filter(|(result, _)| wanted(result)).map(|(_, ways)| ways).sum();
        ways as f64 / self.of as f64
    }

    /// The same distribution counted out of `of` ways, if that is a multiple of what it is counted in now.
    #[must_use]
    pub fn out_of(mut self, of: u128) -> Self {
        if of.is_multiple_of(self.of) {
            let factor = of / self.of;
            self.results.iter_mut().for_each(|(_, ways)| *ways *= factor);
            self.of = of;
        }
        self
    }
}

impl<T> Odds<T> {
    /// All results that can come about, in order, with their ways.
    pub fn results(&self) -> impl Iterator<Item = (&T, u128)> {
        self.results.iter().map(|(result, ways)| (result, *ways))
    }

    /// What the ways add up to.
    pub fn of(&self) -> u128 {
        self.of
    }
}
