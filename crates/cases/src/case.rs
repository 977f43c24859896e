/// One case of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The heading.
    pub title: String,
    /// The rules it is about, from the heading.
    pub rules: Vec<String>,
    /// The line of its heading.
    pub line: usize,
    /// The set-up, in the ruleset's scenario format.
    pub scenario: String,
    /// What is done and what is expected, in the order of the file.
    pub steps: Vec<Step>,
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
    /// An expectation.
    Expect {
        /// Its line in the file.
        line: usize,
        /// What must hold.
        expectation: Expectation,
    },
}

/// What must come of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// It is done, and a result in the log has this name.
    Result(String),
    /// It is refused by this rule.
    Refused(String),
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
    /// `Turn is 1 of 3`: a fact at the top of the screen.
    Fact(String, String),
    /// `panel Germany: steps lost is 1`: a line of a panel.
    Panel(String, String),
    /// `log says …`: a line of the log holds this text.
    Log(String),
    /// `log cites FD-5`: a line of the log has this rule.
    Cites(String),
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
