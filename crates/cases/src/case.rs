use std::fmt;

use engine::{Circumstances, Refusal};

/// One case of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The heading.
    pub title: String,
    /// The rules it is about, from the heading.
    pub rules: Vec<String>,
    /// The line of its heading.
    pub line: usize,
    /// The statements of the rules that it holds: it fails as soon as the code breaks one of them.
    pub holds: Vec<Hold>,
    /// The set-up, in the ruleset's scenario format.
    pub scenario: String,
    /// The map of a case that only looks, in the form of map files.
    pub map: String,
    /// What is done and what is expected, in the order of the file.
    pub steps: Vec<Step>,
    /// What is wrong with the set-up, if the case is about that: all of it, and nothing is played.
    pub problems: Vec<Fault>,
}

/// A statement of the rules that a case holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The line of the case file that names it.
    pub line: usize,
    /// Its id: `FD-3-2`.
    pub statement: String,
}

/// A problem that must be reported with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line in the case file.
    pub line: usize,
    /// The line of the set-up it must name, counted from the top of the block.
    pub at: Option<usize>,
    /// What it must say.
    pub text: String,
}

/// Something to do or to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An action.
    Act {
        /// Its line in the file.
        line: usize,
        /// The seat's id.
        seat: String,
        /// In notation.
        action: String,
        /// Dice that fall.
        dice: Vec<u16>,
        /// What must come out.
        outcome: Outcome,
    },
    /// A look.
    Look {
        /// Its line in the file.
        line: usize,
        /// As it was written.
        text: String,
        /// The look.
        glance: Glance,
    },
    /// An attack asked about in words.
    Ask {
        /// Its line in the file.
        line: usize,
        /// As it was written.
        text: String,
        /// The question and its answer.
        question: Question,
    },
    /// An expectation.
    Expect {
        /// Its line in the file.
        line: usize,
        /// As it was written.
        text: String,
        /// What must hold.
        expectation: Expectation,
    },
}

/// A look from hex to hex and what must come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// From: a hex, or a name on the map.
    pub from: String,
    /// To.
    pub to: String,
    /// Whether the same must come of the look back.
    pub both_ways: bool,
    /// What the look depends on.
    pub given: Circumstances,
    /// `clear`, `hindered`, `blocked` or `refused`.
    pub verdict: String,
    /// How many hindrances, where it says.
    pub hindrances: Option<u8>,
    /// Hexes, terrain and rules that the first obstacle or the verdict must name.
    pub by: Vec<String>,
}

/// An attack asked about in words, as on the command line, and what must come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// `ap`.
    pub attack: String,
    /// `--firer m26 --target jagdtiger …`.
    pub words: Vec<String>,
    /// Dice that fall; `None` to ask for the odds.
    pub dice: Option<Vec<u16>>,
    /// What must come out.
    pub answer: Answer,
    /// Modifiers that must be among those that decide it: what, or part of it, and value.
    pub modifiers: Vec<(String, i32)>,
}

/// Why something must be refused: `OF-9.2`, or more exactly `OF-9.2 no-gp-weapon`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The rule that forbids it.
    pub rule: String,
    /// The name of this very refusal, if it matters.
    pub code: Option<String>,
}

impl Barred {
    pub(crate) fn read(text: &str) -> Option<Barred> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            [rule] => Some(Barred { rule: rule.to_owned(), code: None }),
            [rule, code] if code.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
                Some(Barred { rule: rule.to_owned(), code: Some(code.to_owned()) })
            }
            _ => None,
        }
    }

    pub(crate) fn fits(&self, refusal: &Refusal) -> bool {
        refusal.rule.0 == self.rule && self.code.as_ref().is_none_or(|code| refusal.code == code)
    }
}

impl fmt::Display for Barred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Barred { rule, code } = self;
        write!(f, "{rule}{}", code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default())
    }
}

/// What must come of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The result: `hit hull light-penetration`.
    Result(String),
    /// It is refused.
    Refused(Barred),
    /// The odds: results with their ways, and out of how many; those that are not named have no way.
    Odds(Vec<(String, u128)>, u128),
}

/// What must come of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// It is done, and a result in the log has this name.
    Result(String),
    /// It is refused.
    Refused(Barred),
    /// It is in the list of legal actions (and not done).
    Offered,
    /// It is not in that list.
    NotOffered,
}

/// Something that must hold, read off the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `tiger in 0305`.
    In(String, String),
    /// `tiger has pinned`.
    Has(String, String),
    /// `tiger has no pinned`.
    HasNot(String, String),
    /// `tiger is gone`.
    Gone(String),
    /// `tiger shows defence 6`: a number on the side of the counter that is up.
    Shows(String, String, String),
    /// `Turn is 1 of 3`: a fact at the top of the screen.
    Fact(String, String),
    /// `panel Germany: steps lost is 1`: a line beside the board, see [`engine::Shown`].
    Panel(String, String),
    /// `log says …`: a line of the log holds this text.
    Log(String),
    /// `panel unit-a > Damage is main gun out`: a line of one panel, sheet or card, by its name.
    PanelOf(String, String, String),
    /// `log cites FD-5`: a line of the log has this rule.
    Cites(String),
    /// `log FD-5: pinned`: a line of the log with this rule holds this text.
    LogBy(String, String),
    /// `tiger faces ne`: the hull.
    Faces(String, String),
    /// `tiger aims ne`: the turret.
    Aims(String, String),
    /// `mark smoke 0303`: something other than a counter lies in the hex.
    Mark(String, String),
    /// `no mark smoke 0303`.
    NoMark(String, String),
    /// `shown to german: Smoke shells`: that side's own view holds this text, in its log, beside the board or in its
    /// choices.
    Shown(String, String),
    /// `hidden from soviet: Smoke shells`: that side's view does not.
    Hidden(String, String),
    /// `asked german`: whose decision it is.
    Asked(String),
    /// `threat at-gun 0405 by tiger`: the plan of a unit names who could fire at that hex.
    Threat(String, String, String),
    /// `cost t-34 0305 is 2½`: what the plan says it costs.
    Cost(String, String, String),
    /// `winner german`, `winner nobody`.
    Winner(String),
    /// `odds fire a at b: miss 27 pinned 1 step-loss 8 of 36`.
    Odds(String, Vec<(String, u128)>, u128),
}
