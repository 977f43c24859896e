//! What can be said about a kind of attack, so that a command line can read it and a screen can ask it.

use serde::Serialize;
use ts_rs::TS;

use crate::{AskError, RuleId, Words};

/// A kind of attack that can be asked about: its steps, in the order of the player aid.
///
/// ```
/// use engine::{Pick, Flag, Form, RuleId};
///
/// let cards = [Pick::new("tiger", "Tiger").in_group("Germany").tagged(["vehicle"])];
/// let form = Form::new("fire", "One card fires at another")
///     .step(
///         "Attacker 1: range",
///         Some(RuleId("XX-1")),
///         [
///             Flag::one_of("target", "CARD", "The card that is fired at", cards).needed(),
///             Flag::one_of("range", "FACTOR", "How far it is", ["close", "long"]).usually("close"),
///         ],
///     )
///     .step("Defender 2: status", None, [Flag::yes("moving", "It moves fast").if_tagged("target", ["vehicle"])]);
/// assert_eq!(form.flags().count(), 3);
/// assert_eq!(form.title, "Fire");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Form {
    /// `ap`.
    pub name: &'static str,
    /// What people read on a button; its name, if nothing else is said.
    pub title: String,
    /// What it is, in one line.
    pub about: &'static str,
    /// What can be said about it, step by step.
    pub steps: Vec<Step>,
}

/// A step of an attack as the player aid prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Step {
    /// "Attacker 4: spotting". A modifier whose words begin like it, up to the colon, belongs to the step. Empty for a
    /// form without steps.
    pub heading: String,
    /// The rule that it follows.
    pub rule: Option<RuleId>,
    /// What is asked; nothing if everything follows from answers to other steps.
    pub flags: Vec<Flag>,
    /// Most attacks need none of it: a screen keeps it folded.
    pub rare: bool,
}

/// Something that can be said about an attack: `--range 6`, `--closed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Flag {
    /// `range`.
    pub name: &'static str,
    /// The placeholder for its value in the help; `None` for a flag without a value.
    #[serde(skip)]
    pub value: Option<&'static str>,
    /// What it means, on the command line.
    #[serde(skip)]
    pub about: &'static str,
    /// What a screen asks.
    pub question: String,
    /// What may be answered.
    pub answers: Answers,
    /// What holds if nothing is said.
    pub usual: Option<String>,
    /// What a screen answers for a player who has not answered yet; another answer can be given.
    pub at_first: Option<String>,
    /// There is no attack without it.
    pub needed: bool,
    /// Only asked if all of this holds.
    pub when: Vec<When>,
    /// A second name for another flag, for the command line: no screen asks it.
    #[serde(skip)]
    pub only_typed: bool,
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(export)]
pub enum Answers {
    /// Said or not said.
    Yes,
    /// One of a list.
    OneOf {
        /// The list.
        choices: Vec<Pick>,
    },
    /// Some of a list, as in `stone-wall,main-road`.
    Several {
        /// The list.
        choices: Vec<Pick>,
    },
    /// A whole number.
    Number {
        /// The lowest.
        least: i32,
        /// The highest.
        most: i32,
    },
    /// Dice with symbols by colour, as in `green:2,blue:1`.
    Dice {
        /// How many at most.
        most: u8,
    },
    /// Anything.
    Text,
}

/// One of the answers in a list: a terrain, a side, a unit card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Pick {
    /// What is said: `us-rifle-squad`.
    pub value: String,
    /// What people read.
    pub label: String,
    /// Choices of the same group stand together under its name.
    pub group: Option<String>,
    /// More about it, in a line.
    pub note: Option<String>,
    /// What it is, for [`When::Tagged`]; also found by a search.
    pub tags: Vec<String>,
    /// The dice that stand on it.
    pub piles: Vec<Pile>,
}

/// Dice with symbols, by colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Pile {
    /// Whose or what for: "attack".
    pub what: String,
    /// The colour of each die, the strongest first.
    pub dice: Vec<String>,
}

/// What has to hold for a question to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(export)]
pub enum When {
    /// A flag is said.
    Said {
        /// The flag.
        flag: &'static str,
    },
    /// A flag is not said.
    Unsaid {
        /// The flag.
        flag: &'static str,
    },
    /// A flag has one of these values, said or usual.
    Is {
        /// The flag.
        flag: &'static str,
        /// The values.
        values: Vec<String>,
    },
    /// The choice made for a flag has one of these tags.
    Tagged {
        /// The flag.
        flag: &'static str,
        /// The tags.
        tags: Vec<String>,
    },
}

impl Form {
    /// A form that says nothing yet.
    pub fn new(name: &'static str, about: &'static str) -> Form {
        Form { name, title: as_read(name), about, steps: Vec::new() }
    }

    /// What people read instead of its name.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Form {
        title.clone_into(&mut self.title);
        self
    }

    /// The next step of the aid with what is asked in it: "Attacker 4: spotting".
    #[must_use]
    pub fn step(mut self, heading: &str, rule: Option<RuleId>, flags: impl IntoIterator<Item = Flag>) -> Form {
        self.steps.push(Step { heading: heading.to_owned(), rule, flags: flags.into_iter().collect(), rare: false });
        self
    }

    /// The same for questions that most attacks do not need.
    #[must_use]
    pub fn rare_step(self, heading: &str, rule: Option<RuleId>, flags: impl IntoIterator<Item = Flag>) -> Form {
        let mut form = self.step(heading, rule, flags);
        if let Some(step) = form.steps.last_mut() {
            step.rare = true;
        }
        form
    }

    /// Everything in one step without a heading.
    #[must_use]
    pub fn plain(self, flags: impl IntoIterator<Item = Flag>) -> Form {
        self.step("", None, flags)
    }

    /// Everything that can be said, in the order of the steps.
    pub fn flags(&self) -> impl Iterator<Item = &Flag> + Clone {
        self.steps.iter().flat_map(|step| &step.flags)
    }

    /// The form as a screen shows it: without second names.
    #[must_use]
    pub fn asked(&self) -> Form {
        let mut form = self.clone();
        for step in &mut form.steps {
            step.flags.retain(|flag| !flag.only_typed);
        }
        form
    }

    /// The form among `forms` with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named<'f>(forms: &'f [Form], name: &str) -> Result<&'f Form, AskError> {
        let names = || forms.iter().map(|form| form.name);
        forms.iter().find(|form| form.name == name).ok_or_else(|| AskError::unknown("attack", name, names()))
    }

    /// The form that is meant where none is named: the only one that knows everything that is said.
    ///
    /// # Errors
    /// If nothing is said, or no form or more than one knows all of it.
    pub fn meant<'f, 'a>(forms: &'f [Form], words: impl IntoIterator<Item = &'a str>) -> Result<&'f Form, AskError> {
        let names = words.into_iter().filter_map(|word| word.strip_prefix("--"));
        let names: Vec<&str> = names.map(|name| name.split('=').next().unwrap_or(name)).collect();
        let mut fitting = forms.iter().filter(|form| names.iter().all(|name| form.knows(name)));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => return Ok(only),
            (Some(_), Some(_)) => {
                let all: Vec<&str> = forms.iter().map(|form| form.name).collect();
                return Err(AskError::Words(format!("say which attack: {}", all.join(", "))));
            }
            (None, _) => {}
        }
        let known = forms.iter().flat_map(Form::flags).map(|flag| flag.name);
        if let Some(unknown) = names.iter().find(|name| !forms.iter().any(|form| form.knows(name))) {
            return Err(AskError::unknown("word", unknown, known).with_dashes());
        }
        let first = names.first().copied().unwrap_or_default();
        let apart = |name: &&&str| !forms.iter().any(|form| form.knows(first) && form.knows(name));
        let other = names.iter().find(apart).or(names.last()).copied().unwrap_or_default();
        Err(AskError::Words(format!("--{other} cannot be used with --{first}")))
    }

    /// Whether everything that is said goes together and lies within its bounds: what a screen would not ask, nobody
    /// says.
    ///
    /// # Errors
    /// The first thing that is out of bounds, or does not go with something else that is said or left unsaid.
    pub fn check(&self, words: &Words) -> Result<(), AskError> {
        for flag in self.flags().filter(|flag| words.has(flag.name)) {
            if let Answers::Number { least, most } = flag.answers {
                words.number(flag.name, least, most)?;
            }
            for when in &flag.when {
                self.check_when(flag, when, words)?;
            }
        }
        Ok(())
    }

    fn check_when(&self, flag: &Flag, when: &When, words: &Words) -> Result<(), AskError> {
        let name = flag.name;
        let wrong = |text: String| Err(AskError::Words(text));
        let usual = |of: &Flag| of.usual.clone().unwrap_or_default();
        match when {
            When::Said { flag: other } if !words.has(other) => wrong(format!("--{name} needs --{other}")),
            When::Unsaid { flag: other } if words.has(other) => {
                wrong(format!("--{name} cannot be used with --{other}"))
            }
            When::Is { flag: other, values } => {
                let said = words.get(other).map_or_else(|| self.flag(other).map(usual), |said| Ok(said.to_owned()))?;
                if values.contains(&said) {
                    return Ok(());
                }
                wrong(format!("--{name} needs --{other} {}", values.join(" or ")))
            }
            When::Tagged { flag: other, tags } => {
                let Some(said) = words.get(other) else { return wrong(format!("--{name} needs --{other}")) };
                let (Answers::OneOf { choices } | Answers::Several { choices }) = &self.flag(other)?.answers else {
                    return Ok(());
                };
                let fits = |pick: &Pick| pick.tags.iter().any(|tag| tags.contains(tag));
                if choices.iter().filter(|pick| pick.value == said).all(fits) {
                    return Ok(());
                }
                wrong(format!("--{name} does not go with --{other} {said}: it is for {}", tags.join(" or ")))
            }
            When::Said { .. } | When::Unsaid { .. } => Ok(()),
        }
    }

    /// The flag with this name.
    pub(crate) fn flag(&self, name: &str) -> Result<&Flag, AskError> {
        let known = self.flags().map(|flag| flag.name);
        self.flags().find(|flag| flag.name == name).ok_or_else(|| AskError::unknown("word", name, known).with_dashes())
    }

    fn knows(&self, name: &str) -> bool {
        self.flags().any(|flag| flag.name == name)
    }
}

impl Flag {
    /// As on the command line; a screen asks for it as a text, or as yes or no if it has no value.
    pub fn new(name: &'static str, value: Option<&'static str>, about: &'static str) -> Flag {
        let answers = if value.is_some() { Answers::Text } else { Answers::Yes };
        Flag {
            name,
            value,
            about,
            question: about.to_owned(),
            answers,
            usual: None,
            at_first: None,
            needed: false,
            when: Vec::new(),
            only_typed: false,
        }
    }

    /// Said or not said.
    pub fn yes(name: &'static str, about: &'static str) -> Flag {
        Flag::new(name, None, about)
    }

    /// One of a list: words, or choices with all that a screen shows of them.
    pub fn one_of<C: Into<Pick>>(
        name: &'static str,
        value: &'static str,
        about: &'static str,
        choices: impl IntoIterator<Item = C>,
    ) -> Flag {
        let choices = choices.into_iter().map(Into::into).collect();
        Flag { answers: Answers::OneOf { choices }, ..Flag::new(name, Some(value), about) }
    }

    /// Some of a list.
    pub fn several<C: Into<Pick>>(
        name: &'static str,
        about: &'static str,
        choices: impl IntoIterator<Item = C>,
    ) -> Flag {
        let choices = choices.into_iter().map(Into::into).collect();
        Flag { answers: Answers::Several { choices }, ..Flag::new(name, Some("LIST"), about) }
    }

    /// A whole number within bounds.
    pub fn number(name: &'static str, about: &'static str, least: i32, most: i32) -> Flag {
        Flag { answers: Answers::Number { least, most }, ..Flag::new(name, Some("N"), about) }
    }

    /// Dice with symbols.
    pub fn dice(name: &'static str, about: &'static str, most: u8) -> Flag {
        Flag { answers: Answers::Dice { most }, ..Flag::new(name, Some("DICE"), about) }
    }

    /// What a screen asks, where the words of the command line do not fit.
    #[must_use]
    pub fn asking(mut self, question: &str) -> Flag {
        question.clone_into(&mut self.question);
        self
    }

    /// What holds if nothing is said.
    #[must_use]
    pub fn usually(mut self, usual: impl Into<String>) -> Flag {
        self.usual = Some(usual.into());
        self
    }

    /// What a screen answers until the player does; `""` for a flag without a value.
    #[must_use]
    pub fn at_first(mut self, answer: impl Into<String>) -> Flag {
        self.at_first = Some(answer.into());
        self
    }

    /// There is no attack without it.
    #[must_use]
    pub fn needed(mut self) -> Flag {
        self.needed = true;
        self
    }

    /// A second name for another flag.
    #[must_use]
    pub fn only_typed(mut self) -> Flag {
        self.only_typed = true;
        self
    }

    /// Asked only if another flag is said.
    #[must_use]
    pub fn if_said(self, flag: &'static str) -> Flag {
        self.only(When::Said { flag })
    }

    /// Asked only if another flag is not said.
    #[must_use]
    pub fn unless(self, flag: &'static str) -> Flag {
        self.only(When::Unsaid { flag })
    }

    /// Asked only if another flag has one of these values.
    #[must_use]
    pub fn if_is<const N: usize>(self, flag: &'static str, values: [&str; N]) -> Flag {
        self.only(When::Is { flag, values: values.map(str::to_owned).into() })
    }

    /// Asked only if the choice made for another flag has one of these tags: a vehicle, an indirect weapon.
    #[must_use]
    pub fn if_tagged<const N: usize>(self, flag: &'static str, tags: [&str; N]) -> Flag {
        self.only(When::Tagged { flag, tags: tags.map(str::to_owned).into() })
    }

    fn only(mut self, when: When) -> Flag {
        self.when.push(when);
        self
    }
}

impl Pick {
    /// What is said, and what people read.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Pick {
        let (value, label) = (value.into(), label.into());
        Pick { value, label, group: None, note: None, tags: Vec::new(), piles: Vec::new() }
    }

    /// The group it stands in.
    #[must_use]
    pub fn in_group(mut self, group: impl Into<String>) -> Pick {
        self.group = Some(group.into());
        self
    }

    /// A line about it.
    #[must_use]
    pub fn noted(mut self, note: impl Into<String>) -> Pick {
        self.note = Some(note.into()).filter(|note| !note.is_empty());
        self
    }

    /// What it is.
    #[must_use]
    pub fn tagged<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> Pick {
        self.tags.extend(tags.into_iter().map(Into::into));
        self
    }

    /// Dice that stand on it; nothing if there are none.
    #[must_use]
    pub fn with_dice(mut self, pile: Pile) -> Pick {
        self.piles.extend(Some(pile).filter(|pile| !pile.dice.is_empty()));
        self
    }
}

impl From<&str> for Pick {
    fn from(word: &str) -> Pick {
        Pick::new(word, as_read(word))
    }
}

impl Pile {
    /// Dice of these colours.
    pub fn new<D: Into<String>>(what: impl Into<String>, dice: impl IntoIterator<Item = D>) -> Pile {
        Pile { what: what.into(), dice: dice.into_iter().map(Into::into).collect() }
    }
}

impl When {
    /// The flag that it asks about.
    pub fn flag(&self) -> &'static str {
        match self {
            When::Said { flag } | When::Unsaid { flag } | When::Is { flag, .. } | When::Tagged { flag, .. } => flag,
        }
    }
}

/// "move-and-fire" as "Move and fire".
fn as_read(word: &str) -> String {
    let words = word.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
