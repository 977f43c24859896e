//! What stands behind every rule and every statement of the rules: code, cases, tests, rulings.

use std::collections::BTreeMap;

use cases::statements::{Standing, Statement, StatementError, Statements};
use engine::{RuleEntry, Ruleset};
use serde::{Deserialize, Serialize};

use crate::fail::Failure;

/// Where rules and statements stand in code and tests: gathered when the program is built.
const GATHERED: &str = include_str!(concat!(env!("OUT_DIR"), "/ledger.json"));

#[derive(Deserialize)]
struct Gathered {
    rules: BTreeMap<String, Mentions>,
    named: Vec<Named>,
}

/// The files behind a rule.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(crate) struct Mentions {
    pub(crate) code: Vec<String>,
    pub(crate) cases: Vec<String>,
}

#[derive(Deserialize)]
struct Named {
    statement: String,
    file: String,
    line: usize,
    test: String,
}

/// A line of the project that names a statement.
#[derive(Clone, Serialize)]
pub(crate) struct Mention {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The heading of the case or the name of the test.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
}

/// Everything that names one statement.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Behind {
    pub(crate) cases: Vec<Mention>,
    pub(crate) tests: Vec<Mention>,
    /// Lines of code whose comment names the statement.
    pub(crate) code: Vec<Mention>,
}

impl Behind {
    fn cases(&mut self) -> &mut Vec<Mention> {
        &mut self.cases
    }

    fn tests(&mut self) -> &mut Vec<Mention> {
        &mut self.tests
    }

    fn code(&mut self) -> &mut Vec<Mention> {
        &mut self.code
    }
}

/// An id that is named and that no list of statements has.
#[derive(Clone, Serialize)]
pub(crate) struct Unknown {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) what: String,
}

/// How many statements of a section, or of a game, stand how.
#[derive(Copy, Clone, Default, Serialize)]
pub(crate) struct Count {
    /// All but those with nothing to test.
    pub(crate) statements: usize,
    pub(crate) held: usize,
    pub(crate) ruled: usize,
    pub(crate) not_held: usize,
    pub(crate) narrative: usize,
}

/// A section of the rules and how its statements stand.
#[derive(Serialize)]
pub(crate) struct Section {
    pub(crate) game: String,
    pub(crate) section: String,
    pub(crate) title: String,
    #[serde(flatten)]
    pub(crate) count: Count,
    /// The statements that nothing holds but a ruling.
    pub(crate) settled: Vec<String>,
    /// The statements that are not held.
    pub(crate) open: Vec<String>,
}

/// What stands behind a rule of the list.
#[derive(Copy, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// Code and a case.
    Enforced,
    /// The rules it names hold all of it.
    CoveredBy,
    /// It tells or recommends; there is nothing to enforce.
    Narrative,
    /// Code, a case or both are missing.
    Missing,
}

impl Status {
    pub(crate) fn of(rule: &RuleEntry, mentions: &Mentions) -> Status {
        match () {
            () if !mentions.code.is_empty() && !mentions.cases.is_empty() => Status::Enforced,
            () if rule.narrative.is_some() => Status::Narrative,
            () if !rule.covered_by.is_empty() => Status::CoveredBy,
            () => Status::Missing,
        }
    }
}

impl Count {
    fn add(&mut self, standing: Standing) {
        let place = match standing {
            Standing::Held => &mut self.held,
            Standing::Ruled => &mut self.ruled,
            Standing::NotHeld => &mut self.not_held,
            Standing::Narrative => &mut self.narrative,
        };
        *place += 1;
        self.statements += usize::from(standing != Standing::Narrative);
    }
}

/// The whole ledger.
pub(crate) struct Ledger {
    rules: BTreeMap<String, Mentions>,
    pub(crate) statements: Statements,
    behind: BTreeMap<String, Behind>,
    pub(crate) unknown: Vec<Unknown>,
}

impl Ledger {
    pub(crate) fn read() -> Result<Ledger, Failure> {
        let refused = |error: String| Failure::Refused(error);
        let gathered: Gathered = serde_json::from_str(GATHERED).map_err(|error| refused(error.to_string()))?;
        let statements = Statements::of_project().map_err(|error| refused(error.to_string()))?;
        let mut ledger = Ledger { rules: gathered.rules, statements, behind: BTreeMap::new(), unknown: Vec::new() };
        for Named { statement, file, line, test } in gathered.named {
            let list = if test.is_empty() { Behind::code } else { Behind::tests };
            ledger.enter(&statement, Mention { file, line, name: test }, list);
        }
        for (file, text) in cases::case_files() {
            let found = cases::parse(&text).map_err(|error| refused(format!("{file}: {error}")))?;
            for case in found {
                for hold in case.holds {
                    let mention = Mention { file: file.clone(), line: case.line, name: case.title.clone() };
                    ledger.enter(&hold.statement, mention, Behind::cases);
                }
            }
        }
        Ok(ledger)
    }

    fn enter(&mut self, id: &str, mention: Mention, list: fn(&mut Behind) -> &mut Vec<Mention>) {
        match self.statements.find(id) {
            Ok(_) => list(self.behind.entry(id.to_owned()).or_default()).push(mention),
            Err(error) => {
                self.unknown.push(Unknown { file: mention.file, line: mention.line, what: error.to_string() });
            }
        }
    }

    /// The files behind a rule.
    pub(crate) fn mentions(&self, rule: &str) -> Mentions {
        self.rules.get(rule).cloned().unwrap_or_default()
    }

    /// Everything that names a statement.
    pub(crate) fn behind(&self, statement: &str) -> Behind {
        self.behind.get(statement).cloned().unwrap_or_default()
    }

    pub(crate) fn standing(&self, statement: &Statement) -> Standing {
        let is_held = self.behind.get(&statement.id).is_some_and(|behind| {
            let Behind { cases, tests, code: _ } = behind;
            !cases.is_empty() || !tests.is_empty()
        });
        statement.standing(is_held)
    }

    /// The statement with this id and its game.
    pub(crate) fn find(&self, id: &str) -> Result<(&str, &Statement), StatementError> {
        self.statements.find(id)
    }

    /// The sections of a game in the order of its statements.
    pub(crate) fn sections(&self, ruleset: &dyn Ruleset) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for statement in self.statements.of_game(ruleset.id()) {
            let id = statement.section();
            let known = sections.iter().position(|section| section.section == id);
            let place = known.unwrap_or_else(|| {
                let title = ruleset.rules().iter().find(|rule| rule.id == id).map(|rule| rule.title.clone());
                sections.push(Section {
                    game: ruleset.id().to_owned(),
                    section: id.to_owned(),
                    title: title.unwrap_or_default(),
                    count: Count::default(),
                    settled: Vec::new(),
                    open: Vec::new(),
                });
                sections.len() - 1
            });
            let standing = self.standing(statement);
            sections[place].count.add(standing);
            match standing {
                Standing::Ruled => sections[place].settled.push(statement.id.clone()),
                Standing::NotHeld => sections[place].open.push(statement.id.clone()),
                Standing::Held | Standing::Narrative => {}
            }
        }
        sections
    }

    /// How the statements of a game stand in all.
    pub(crate) fn total(&self, game: &str) -> Count {
        let mut total = Count::default();
        self.statements.of_game(game).iter().for_each(|statement| total.add(self.standing(statement)));
        total
    }
}
