use crate::{Die, Faces};

/// A question put to the dice: which dice fall, what for, and how they will be read.
pub struct Throw<'a> {
    /// What the throw is for, in the words of the rulebook. Shown to the person who types dice.
    pub what: &'a str,
    /// The dice, in the order in which their faces are reported.
    pub dice: Vec<Die>,
    /// How the faces become a row.
    pub reading: Reading<'a>,
    /// The colour of each die, where dice have colours: for the person who throws them. Empty otherwise.
    pub colours: Vec<&'a str>,
}

/// How faces become a row. Faces with the same row are the same outcome: only one of them is visited when
/// all outcomes are enumerated, so a rule may decide by the row and must not decide by anything finer.
pub enum Reading<'a> {
    /// Every combination of faces is an outcome of its own, in order. The row is always 0.
    Each,
    /// The order of the dice does not matter; faces come sorted. The row is always 0.
    Pool,
    /// The rule reads a row from the faces.
    Rows(&'a dyn Fn(&[u16]) -> u16),
    /// The row is what the faces are worth together: symbols counted, points added up. Many dice stay cheap.
    Added(&'a dyn Fn(u16) -> u16),
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
        Throw { what, dice, reading: Reading::Each, colours: Vec::new() }
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

    /// Reads the dice as a pool: which faces, not on which die.
    #[must_use]
    pub fn pool(mut self) -> Self {
        self.reading = Reading::Pool;
        self
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
            Reading::Added(worth) => faces.iter().map(|&face| worth(face)).sum(),
        };
        Fell { faces, row }
    }
}

impl Fell {
    /// The faces. When outcomes are enumerated this is one example of those with the same row.
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
