//! Dice counted up step by step: every step that changes something is a line with its rule.

use std::fmt::Display;

use engine::{Modifier, Pile, RuleId};

use crate::tables::{
    pool::{Colour, Pool},
    symbols::{Symbol, Symbols},
};

/// A step that changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rule behind it.
    pub rule: RuleId,
    /// What it is: "attacker 6: veteran, 1 blue die".
    pub what: String,
    /// Dice more or fewer.
    pub dice: i32,
    /// The dice of a side after it, with the side's name.
    pub leaves: Option<(&'static str, Pool)>,
}

impl Line {
    /// A line.
    pub(crate) fn new(rule: RuleId, what: impl Into<String>, dice: i32) -> Line {
        Line { rule, what: what.into(), dice, leaves: None }
    }

    /// The same with the dice of a side after it.
    pub(crate) fn leaving(self, side: &'static str, pool: Pool) -> Line {
        Line { leaves: Some((side, pool)), ..self }
    }
}

impl From<Line> for Modifier {
    fn from(line: Line) -> Modifier {
        let modifier = Modifier::new(line.rule, line.what, line.dice);
        match line.leaves {
            Some((side, pool)) if !pool.is_empty() => modifier.leaving(Pile::new(side, pool.dice().map(Colour::word))),
            Some(_) | None => modifier,
        }
    }
}

/// What command cards do to the dice of one side (AS-8.3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CardDice {
    /// Dice more.
    pub dice: Pool,
    /// So many of the weakest fewer; a defence keeps its last.
    pub fewer: u8,
    /// So many dice that show nothing are thrown again.
    pub again: u8,
    /// Suppressions without a die, for an attack.
    pub automatic: u8,
}

/// Whether anybody reads how dice are counted up. Most dice are counted for odds, lists and bots, and words take longer
/// than counting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// Every step is a line.
    Told,
    /// Only the dice count.
    Silent,
}

impl Words {
    /// Told if somebody reads them.
    pub(crate) fn wanted(so: bool) -> Words {
        if so { Words::Told } else { Words::Silent }
    }
}

/// One side's dice as they are counted up, and what else it will throw with.
pub(crate) struct Counting {
    words: Words,
    side: &'static str,
    pub(crate) pool: Pool,
    /// Dice that are thrown again if they show nothing.
    pub(crate) again: u8,
    /// Symbols without a die.
    pub(crate) automatic: Symbols,
    pub(crate) lines: Vec<Line>,
}

impl Counting {
    /// Starts with nothing. The side is "attacker" or "assaulter's attack".
    pub(crate) fn new(side: &'static str, words: Words) -> Counting {
        Counting { words, side, pool: Pool::NONE, again: 0, automatic: Symbols::NONE, lines: Vec::new() }
    }

    /// Something that changes no dice, or does so elsewhere. `step` is the number of the aid; 0 where it has none.
    pub(crate) fn note(&mut self, step: u8, rule: RuleId, what: impl Display, dice: i32) {
        if self.words == Words::Silent {
            return;
        }
        let what = match step {
            0 => format!("{}: {what}", self.side),
            _ => format!("{} {step}: {what}", self.side),
        };
        self.lines.push(Line::new(rule, what, dice).leaving(self.side, self.pool));
    }

    /// Dice come in.
    pub(crate) fn gain(&mut self, step: u8, rule: RuleId, what: impl Display, dice: Pool) {
        if !dice.is_empty() {
            self.pool += dice;
            self.note(step, rule, format_args!("{what}, {dice}"), dice.len().into());
        }
    }

    /// The weakest die goes, if more than `least` are there.
    pub(crate) fn lose(&mut self, step: u8, rule: RuleId, what: &str, least: u8) {
        let left = self.pool.without_weakest(least);
        let gone = Colour::ALL.into_iter().find(|&colour| left.count(colour) < self.pool.count(colour));
        if let Some(colour) = gone {
            self.pool = left;
            self.note(step, rule, format_args!("{what}, without a {} die", colour.word()), -1);
        }
    }

    /// So many dice that show nothing are thrown again.
    pub(crate) fn again(&mut self, step: u8, rule: RuleId, what: &str, count: u8) {
        if count > 0 {
            self.again = self.again.saturating_add(count);
            match count {
                1 => self.note(step, rule, format_args!("{what}, a die that shows nothing again"), 0),
                _ => self.note(step, rule, format_args!("{what}, {count} dice that show nothing again"), 0),
            }
        }
    }

    /// So many suppressions without a die.
    pub(crate) fn suppress(&mut self, step: u8, rule: RuleId, what: &str, count: u8) {
        if count > 0 {
            self.automatic = (0..count).fold(self.automatic, |sum, _| sum + Symbols::one(Symbol::Suppression));
            match count {
                1 => self.note(step, rule, format_args!("{what}, a suppression"), 0),
                _ => self.note(step, rule, format_args!("{what}, {count} suppressions"), 0),
            }
        }
    }

    /// What command cards do; so many dice always stay.
    pub(crate) fn cards(&mut self, step: u8, cards: CardDice, least: u8) {
        use crate::rule_ids::COMMAND_CARDS as RULE;
        let what = "command cards";
        self.gain(step, RULE, what, cards.dice);
        for _ in 0..cards.fewer {
            self.lose(step, RULE, what, least);
        }
        self.again(step, RULE, what, cards.again);
        self.suppress(step, RULE, what, cards.automatic);
    }
}
