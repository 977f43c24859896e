//! Pools of combat dice: so many of each colour.

use std::{
    fmt,
    ops::{Add, AddAssign},
    str::FromStr,
};

use engine::nearest;
use serde::{Deserialize, Serialize};

/// The colour of a combat die, the weakest first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    Blue,
    Green,
    Red,
}

impl Colour {
    /// All of them, the strongest first: the order in which they are thrown and written.
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Green, Colour::Blue];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Red => "red",
        }
    }
}

/// Dice by colour.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Pool {
    #[serde(skip_serializing_if = "is_zero")]
    pub red: u8,
    #[serde(skip_serializing_if = "is_zero")]
    pub green: u8,
    #[serde(skip_serializing_if = "is_zero")]
    pub blue: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Pool {
    /// No dice.
    pub const NONE: Pool = Pool { red: 0, green: 0, blue: 0 };
    /// One blue die.
    pub const BLUE: Pool = Pool { blue: 1, ..Pool::NONE };
    /// One green die.
    pub const GREEN: Pool = Pool { green: 1, ..Pool::NONE };
    /// More dice than any attack or defence comes to.
    pub const MOST: u8 = 15;

    /// Dice of one colour.
    pub fn of(colour: Colour, count: u8) -> Pool {
        match colour {
            Colour::Blue => Pool { blue: count, ..Pool::NONE },
            Colour::Green => Pool { green: count, ..Pool::NONE },
            Colour::Red => Pool { red: count, ..Pool::NONE },
        }
    }

    /// How many of a colour.
    pub fn count(self, colour: Colour) -> u8 {
        match colour {
            Colour::Blue => self.blue,
            Colour::Green => self.green,
            Colour::Red => self.red,
        }
    }

    /// How many dice.
    pub fn len(self) -> u8 {
        self.red.saturating_add(self.green).saturating_add(self.blue)
    }

    /// No die at all.
    pub fn is_empty(self) -> bool {
        self == Pool::NONE
    }

    /// As many times these.
    #[must_use]
    pub fn times(self, times: u8) -> Pool {
        let many = |count: u8| count.saturating_mul(times);
        Pool { red: many(self.red), green: many(self.green), blue: many(self.blue) }
    }

    /// The colour of every die, in the order in which they are thrown: the strongest first.
    pub fn dice(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().flat_map(move |colour| std::iter::repeat_n(colour, usize::from(self.count(colour))))
    }

    /// The better of two for whoever throws it: green dice count half as much again as blue ones.
    #[must_use]
    pub fn better(self, other: Pool) -> Pool {
        if other.worth() > self.worth() { other } else { self }
    }

    /// To tell the better of two.
    pub(crate) fn worth(self) -> u16 {
        u16::from(self.red) * 4 + u16::from(self.green) * 3 + u16::from(self.blue) * 2
    }

    /// Its strongest die alone.
    #[must_use]
    pub fn strongest(self) -> Pool {
        self.dice().next().map_or(Pool::NONE, |colour| Pool::of(colour, 1))
    }

    /// Without its weakest die, but never with fewer than `least` dice.
    #[must_use]
    pub fn without_weakest(mut self, least: u8) -> Pool {
        if self.len() <= least {
            return self;
        }
        match self {
            Pool { blue: 1.., .. } => self.blue -= 1,
            Pool { green: 1.., .. } => self.green -= 1,
            Pool { red: 1.., .. } => self.red -= 1,
            Pool { red: 0, green: 0, blue: 0 } => {}
        }
        self
    }
}

impl Add for Pool {
    type Output = Pool;

    fn add(self, other: Pool) -> Pool {
        Pool {
            red: self.red.saturating_add(other.red),
            green: self.green.saturating_add(other.green),
            blue: self.blue.saturating_add(other.blue),
        }
    }
}

impl AddAssign for Pool {
    fn add_assign(&mut self, other: Pool) {
        *self = *self + other;
    }
}

/// "1 green die and 2 blue dice".
impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = Colour::ALL.into_iter().map(|colour| (self.count(colour), colour.word()));
        let words = some
            .filter(|(count, _)| *count > 0)
            .map(|(count, colour)| format!("{count} {colour} {}", if count == 1 { "die" } else { "dice" }));
        let words: Vec<String> = words.collect();
        if words.is_empty() { f.write_str("no dice") } else { f.write_str(&words.join(" and ")) }
    }
}

/// Why a text is no pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPool(pub String);

/// "green:2,blue:1"; "none" for no dice.
impl FromStr for Pool {
    type Err = NoPool;

    fn from_str(text: &str) -> Result<Pool, NoPool> {
        if text == "none" {
            return Ok(Pool::NONE);
        }
        let mut pool = Pool::NONE;
        for part in text.split(',') {
            let (word, count) = part.split_once(':').unwrap_or((part, "1"));
            let colour = Colour::ALL.into_iter().find(|colour| colour.word() == word.trim()).ok_or_else(|| {
                let near = nearest(word.trim(), Colour::ALL.map(Colour::word));
                let hint =
                    near.map_or("a die is red, green or blue".to_owned(), |near| format!("did you mean {near}?"));
                NoPool(format!("\"{}\" is no colour of dice: {hint}", word.trim()))
            })?;
            let count: u8 = count.trim().parse().map_err(|_| {
                NoPool(format!("\"{part}\" does not say how many dice: write it as {}:2", colour.word()))
            })?;
            if u16::from(pool.len()) + u16::from(count) > u16::from(Pool::MOST) {
                return Err(NoPool(format!("\"{text}\" are more than {} dice", Pool::MOST)));
            }
            pool += Pool::of(colour, count);
        }
        Ok(pool)
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn the_weakest_goes_first() {
        let mut pool = Pool { red: 1, green: 1, blue: 1 };
        let mut went = Vec::new();
        while !pool.is_empty() {
            pool = pool.without_weakest(0);
            went.push(pool.to_string());
        }
        assert_eq!(went, ["1 red die and 1 green die", "1 red die", "no dice"]);
        assert_eq!(Pool::BLUE.without_weakest(1), Pool::BLUE);
        assert_eq!(Pool { green: 2, blue: 3, ..Pool::NONE }.strongest(), Pool::GREEN);
    }

    #[test]
    fn only_colours_that_are_there_are_written_down() {
        for (pool, text) in [
            (Pool::NONE, ""),
            (Pool { red: 1, ..Pool::NONE }, "red = 1\n"),
            (Pool { green: 2, blue: 1, ..Pool::NONE }, "green = 2\nblue = 1\n"),
        ] {
            assert_eq!(toml::to_string(&pool).unwrap(), text);
            assert_eq!(toml::from_str::<Pool>(text).unwrap(), pool);
        }
    }

    #[test]
    fn pools_are_read_and_refused() {
        assert_eq!("green:2,blue:1".parse(), Ok(Pool { green: 2, blue: 1, ..Pool::NONE }));
        assert_eq!("blue".parse(), Ok(Pool::BLUE));
        assert_eq!("none".parse(), Ok(Pool::NONE));
        for (text, said) in [
            ("gren:1", "\"gren\" is no colour of dice: did you mean green?"),
            ("blue:x", "\"blue:x\" does not say how many dice: write it as blue:2"),
            ("blue:-1", "\"blue:-1\" does not say how many dice: write it as blue:2"),
            ("blue:9,green:7", "\"blue:9,green:7\" are more than 15 dice"),
        ] {
            assert_eq!(text.parse::<Pool>().unwrap_err().0, said);
        }
    }
}
