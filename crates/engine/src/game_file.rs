use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct};
use thiserror::Error;

use crate::{Branch, Fair, Line, Printing, PrintingName, Settings, StateHash, Unfair, branch};

/// What the `format` field of a game file says.
pub const FORMAT: &str = "opfire-game";
/// The version this program writes. It reads every version from 1 up to this one.
///
/// * 1: set-up, seed, actions, dice, fingerprints;
/// * 2: settings;
/// * 3: the revision of the rules, the content, and the log lines of every action;
/// * 4: branches. A game without one is written as version 3;
/// * 5: what a server promised about the dice. A game without that is written as before;
/// * 6: who ended it before its rules did. A game that nobody ended is written as before.
pub const VERSION: u32 = 6;
/// The version of a game with promised dice.
const WITH_PROMISE: u32 = 5;
/// The version of a game that was branched from another.
const WITH_BRANCHES: u32 = 4;
/// The version of a game that was not branched from another.
pub(crate) const WITHOUT_BRANCHES: u32 = 3;
/// The revision of games played before revisions were counted.
const FIRST_REVISION: u32 = 1;

/// A game as a file: set-up, seed, actions and dice. Everything else is computed again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// Always [`FORMAT`].
    pub format: String,
    /// See [`VERSION`].
    pub version: u32,
    /// The ruleset.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The settings chosen for it; absent when all have the scenario's defaults.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// The guide that its player follows; absent in games without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatSetup>,
    /// The seed of the dice, as a string because it has 64 bits; absent when people type the dice they threw.
    pub seed: Option<String>,
    /// Where other seeds take over, in the order of the actions; absent in games that were not branched from another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// What a server promised about the dice; absent in games that were not played on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
    /// Who ended it before its rules did, and how, as in `resigned:german`; absent in all other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The revision of the ruleset that the whole game was played under.
    #[serde(default = "first_revision")]
    pub revision: u32,
    /// The data files it was begun with; absent in files that are older than version 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The fingerprint of the state before the first action.
    pub start: StateHash,
    /// What was done.
    pub moves: Vec<Move>,
}

fn first_revision() -> u32 {
    FIRST_REVISION
}

/// The data files a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Only their name: the program that opens the game must have them.
    Named(PrintingName),
    /// The files themselves.
    Printed(Arc<Printing>),
}

impl Content {
    /// The name of the files.
    pub fn name(&self) -> PrintingName {
        match self {
            Content::Named(name) => *name,
            Content::Printed(printing) => printing.name(),
        }
    }

    /// The files, if they are at hand.
    pub fn printing(&self) -> Option<&Arc<Printing>> {
        match self {
            Content::Named(_) => None,
            Content::Printed(printing) => Some(printing),
        }
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut content = serializer.serialize_struct("Content", 2)?;
        content.serialize_field("name", &self.name())?;
        match self {
            Content::Named(_) => content.skip_field("files")?,
            Content::Printed(printing) => content.serialize_field("files", printing.files())?,
        }
        content.end()
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            name: PrintingName,
            files: Option<BTreeMap<String, String>>,
        }
        let Written { name, files } = Written::deserialize(deserializer)?;
        let Some(files) = files else { return Ok(Content::Named(name)) };
        let printing = Printing::new(files);
        if printing.name() == name {
            return Ok(Content::Printed(Arc::new(printing)));
        }
        let found = printing.name();
        Err(serde::de::Error::custom(format!("its content is {found}, not {name}: the files in it were changed")))
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    /// The seat's id: `german`.
    pub seat: String,
    /// `human`, or the name of a bot.
    pub player: String,
}

/// One action with the dice that fell and the fingerprint of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The seat's id.
    pub by: String,
    /// The action, in the ruleset's notation.
    #[serde(rename = "do")]
    pub action: String,
    /// The faces that fell, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u16>,
    /// The state afterwards.
    pub hash: StateHash,
    /// What the log said; empty in files older than version 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Line>,
}

/// A file that is not a game file.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// Not JSON, cut off, or with fields missing.
    #[error("not a readable game file: {0}")]
    Broken(#[from] serde_json::Error),
    /// JSON of something else.
    #[error("not an opfire game file: its format field says \"{0}\", not \"{FORMAT}\"")]
    Foreign(String),
    /// Made by a newer program.
    #[error("this game file has version {0}, but this program reads only up to version {VERSION}: use a newer opfire")]
    TooNew(u32),
    /// Without a version, or with one that there never was.
    #[error("this game file has no version, or version 0: there never was such a game file")]
    NoVersion,
    /// The seed is not a number.
    #[error("the seed \"{0}\" is not a 64-bit number")]
    Seed(String),
    /// Branches that cannot have come about.
    #[error("the branches of this game are wrong: {0}")]
    Branches(&'static str),
    /// Dice were promised, and there is no seed.
    #[error("dice were promised for this game, but it has no seed")]
    NoSeed,
    /// Other dice were promised.
    #[error("{0}")]
    Unfair(#[from] Unfair),
}

impl GameFile {
    /// Reads a file's text.
    ///
    /// # Errors
    /// If it is not a game file of a version we know.
    pub fn parse(text: &str) -> Result<GameFile, GameFileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u32,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.format != FORMAT {
            return Err(GameFileError::Foreign(head.format));
        }
        if head.version == 0 {
            return Err(GameFileError::NoVersion);
        }
        if head.version > VERSION {
            return Err(GameFileError::TooNew(head.version));
        }
        let file: GameFile = serde_json::from_str(text)?;
        file.seed()?;
        file.check_branches()?;
        Ok(file)
    }

    /// The seed as a number.
    ///
    /// # Errors
    /// If it is there and no number.
    pub fn seed(&self) -> Result<Option<u64>, GameFileError> {
        branch::number(self.seed.as_ref())
    }

    /// The first version that can say what this game says: programs of that version can read it.
    pub(crate) fn least_version(&self) -> u32 {
        match (&self.ended, &self.fair, self.branches.as_slice()) {
            (Some(_), ..) => VERSION,
            (None, Some(_), _) => WITH_PROMISE,
            (None, None, []) => WITHOUT_BRANCHES,
            (None, None, _) => WITH_BRANCHES,
        }
    }

    /// The file's text: JSON with one action a line, for people and for diffs.
    ///
    /// # Panics
    /// Never: it is all plain data.
    pub fn to_text(&self) -> String {
        let line = |value: &dyn erased::Json| value.json();
        let mut text = String::from("{\n");
        let _ = writeln!(text, "  \"format\": {},", line(&self.format));
        let _ = writeln!(text, "  \"version\": {},", self.least_version());
        let _ = writeln!(text, "  \"game\": {},", line(&self.game));
        let _ = writeln!(text, "  \"scenario\": {},", line(&self.scenario));
        if !self.settings.is_empty() {
            let _ = writeln!(text, "  \"settings\": {},", line(&self.settings));
        }
        if let Some(guide) = &self.guide {
            let _ = writeln!(text, "  \"guide\": {},", line(guide));
        }
        let _ = writeln!(text, "  \"seats\": {},", line(&self.seats));
        let _ = writeln!(text, "  \"seed\": {},", line(&self.seed));
        if !self.branches.is_empty() {
            let _ = writeln!(text, "  \"branches\": {},", line(&self.branches));
        }
        if let Some(fair) = &self.fair {
            let _ = writeln!(text, "  \"fair\": {},", line(fair));
        }
        if let Some(ended) = &self.ended {
            let _ = writeln!(text, "  \"ended\": {},", line(ended));
        }
        let _ = writeln!(text, "  \"revision\": {},", self.revision);
        if let Some(content) = &self.content {
            let _ = writeln!(text, "  \"content\": {},", line(content));
        }
        let _ = writeln!(text, "  \"start\": {},", line(&self.start));
        let moves: Vec<String> = self.moves.iter().map(|a_move| format!("    {}", line(a_move))).collect();
        let _ = writeln!(text, "  \"moves\": [\n{}\n  ]\n}}", moves.join(",\n"));
        text
    }
}

mod erased {
    pub(super) trait Json {
        fn json(&self) -> String;
    }
    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("plain data")
        }
    }
}
