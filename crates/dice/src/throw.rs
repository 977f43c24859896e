use crate::{Die, Faces, odds::lcm};

/// A question put to the dice: which dice fall, what for, and how they will be read.
#[derive(Clone)]
pub struct Throw<'a> {
    /// What the throw is for, in the words of the rulebook. Shown to the person who types dice.
    pub what: &'a str,
    /// The dice, in the order in which their faces are reported.
    pub dice: Vec<Die>,
    /// How the faces become a row.
    pub reading: Reading<'a>,
    /// The colour of each die, where dice have colours: for the person who throws them. Empty otherwise.
    pub colours: Vec<&'a str>,
    /// What a face stands for, where it is more than a number: the chits in a cup. For the person who draws it.
    pub names: Option<&'a dyn Fn(u16) -> String>,
    /// Whether somebody at the table would learn a secret by seeing this throw: a card that goes into a hand, a unit
    /// that nobody has found. A referee makes it out of sight, and so does the program, even where people throw all
    /// other dice.
    pub blind: bool,
}

/// How faces become a row. Faces with the same row are the same outcome: only one of them is visited when
/// all outcomes are enumerated, so a rule may decide by the row and must not decide by anything finer.
#[derive(Copy, Clone)]
pub enum Reading<'a> {
    /// Every combination of faces is an outcome of its own, in order. The row is always 0.
    Each,
    /// The order of the dice does not matter; faces come sorted. The row is always 0.
    Pool,
    /// The rule reads a row from the faces.
    Rows(&'a dyn Fn(&[u16]) -> u16),
    /// The row is what the faces are worth together: symbols counted, points added up. Many dice stay cheap.
    Added(&'a dyn Fn(u16) -> u16),
    /// The same, but up to so many dice that are worth nothing are thrown again, the first of the throw first.
    AddedAgain(&'a dyn Fn(u16) -> u16, u8),
}

/// What fell: the faces, and the row the rule reads from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fell {
    faces: Faces,
    row: u16,
}

impl<'a> Throw<'a> {
    /// A throw in which every combination of faces counts.
    pub fn new(what: &'a str, dice: Vec<Die>) -> Self {
        Throw { what, dice, reading: Reading::Each, colours: Vec::new(), names: None, blind: false }
    }

    /// `count` six-sided dice.
    pub fn d6(what: &'a str, count: usize) -> Self {
        Throw::new(what, vec![Die::D6; count])
    }

    /// One ten-sided die, 1 to 10 (1D10).
    pub fn d10(what: &'a str) -> Self {
        Throw::new(what, vec![Die::D10])
    }

    /// Two ten-sided dice, to be added up (2D10).
    pub fn two_d10(what: &'a str) -> Self {
        Throw::new(what, vec![Die::D10; 2])
    }

    /// Percentile dice, one face from 1 to 100 (D100).
    pub fn d100(what: &'a str) -> Self {
        Throw::new(what, vec![Die::D100])
    }

    /// One of `count` equally likely things: a chit from a cup, a card from a deck. Faces are `1..=count`.
    ///
    /// # Panics
    /// If there is nothing to pick from.
    pub fn pick(what: &'a str, count: usize) -> Self {
        let sides = u16::try_from(count).unwrap_or(u16::MAX);
        assert!(sides > 0, "{what}: nothing to pick from");
        Throw::new(what, vec![Die::Numbered(sides)])
    }

    /// Says the colour of each die.
    #[must_use]
    pub fn coloured<'c: 'a>(mut self, colours: impl IntoIterator<Item = &'c str>) -> Self {
        self.colours.extend(colours.into_iter().map(|colour| -> &'a str { colour }));
        self
    }

    /// Says what each face stands for.
    #[must_use]
    pub fn named(mut self, names: &'a dyn Fn(u16) -> String) -> Self {
        self.names = Some(names);
        self
    }

    /// Makes it out of sight of all players. See [`Throw::blind`].
    #[must_use]
    pub fn blind(mut self) -> Self {
        self.blind = true;
        self
    }

    /// Reads the faces as a row of a table.
    #[must_use]
    pub fn read(mut self, row: &'a dyn Fn(&[u16]) -> u16) -> Self {
        self.reading = Reading::Rows(row);
        self
    }

    /// Adds up what each face is worth.
    #[must_use]
    pub fn added(mut self, worth: &'a dyn Fn(u16) -> u16) -> Self {
        self.reading = Reading::Added(worth);
        self
    }

    /// Adds up what each face is worth after up to `again` dice that were worth nothing have been thrown once more, the
    /// first of the throw first.
    #[must_use]
    pub fn added_again(mut self, worth: &'a dyn Fn(u16) -> u16, again: u8) -> Self {
        self.reading = Reading::AddedAgain(worth, again);
        self
    }

    /// Reads the dice as a pool: which faces, not on which die.
    #[must_use]
    pub fn pool(mut self) -> Self {
        self.reading = Reading::Pool;
        self
    }

    /// Lets the dice fall one by one: first all of them, then those that are thrown again.
    pub(crate) fn fall(&self, mut face: impl FnMut(&Die) -> u16) -> Fell {
        let mut faces: Faces = self.dice.iter().map(&mut face).collect();
        let again = self.again(&faces);
        faces.extend(again.into_iter().map(face));
        self.fell(faces)
    }

    /// The dice that are thrown again when they fell so.
    pub(crate) fn again(&self, faces: &[u16]) -> Vec<&Die> {
        self.places_again(faces).into_iter().map(|place| &self.dice[place]).collect()
    }

    /// The places of the dice that are thrown again when the first throw fell so.
    pub fn places_again(&self, faces: &[u16]) -> Vec<usize> {
        match self.reading {
            Reading::AddedAgain(worth, most) => {
                let blank = self.dice.iter().zip(faces).enumerate().filter(|(_, (_, face))| worth(**face) == 0);
                blank.map(|(place, _)| place).take(usize::from(most)).collect()
            }
            Reading::Each | Reading::Pool | Reading::Rows(_) | Reading::Added(_) => Vec::new(),
        }
    }

    /// How many dice may be thrown again: no more than there are.
    pub(crate) fn most_again(&self) -> u8 {
        match self.reading {
            Reading::AddedAgain(_, again) => again.min(u8::try_from(self.dice.len()).unwrap_or(u8::MAX)),
            Reading::Each | Reading::Pool | Reading::Rows(_) | Reading::Added(_) => 0,
        }
    }

    /// The number of ways out of which a die that is thrown again is counted, whichever of the dice it is.
    pub(crate) fn ways_again(&self) -> Option<u128> {
        self.dice.iter().try_fold(1, |ways, die| lcm(ways, u128::from(die.sides())))
    }

    /// In how many ways the dice can fall, those thrown again included.
    pub(crate) fn combinations(&self) -> Option<u128> {
        let ways = self.dice.iter().try_fold(1u128, |ways, die| ways.checked_mul(u128::from(die.sides())))?;
        match self.most_again() {
            0 => Some(ways),
            again => ways.checked_mul(self.ways_again()?.checked_pow(u32::from(again))?),
        }
    }

    /// Turns faces into what the rule sees.
    pub(crate) fn fell(&self, mut faces: Faces) -> Fell {
        let row = match &self.reading {
            Reading::Each => 0,
            Reading::Pool => {
                faces.sort_unstable();
                0
            }
            Reading::Rows(read) => read(&faces),
            // What is thrown again was worth nothing before.
            Reading::Added(worth) | Reading::AddedAgain(worth, _) => faces.iter().map(|&face| worth(face)).sum(),
        };
        Fell { faces, row }
    }
}

impl Fell {
    /// The faces, in the order in which they fell: those of dice that were thrown again come last. When outcomes are
    /// enumerated this is one example of those with the same row.
    pub fn faces(&self) -> &[u16] {
        &self.faces
    }

    /// The row read.
    pub fn row(&self) -> u16 {
        self.row
    }

    /// Which thing was picked by a [`Throw::pick`], counted from zero.
    pub fn picked(&self) -> usize {
        usize::from(self.faces[0]) - 1
    }
}
