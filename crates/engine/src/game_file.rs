use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{ActError, Settings, StateHash};

/// What the `format` field of a game file says.
pub const FORMAT: &str = "opfire-game";
/// The version this program writes. It reads every version up to this one.
pub const VERSION: u32 = 2;
/// Games without settings are written as they were before there were any.
const WITHOUT_SETTINGS: u32 = 1;

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
    /// What was chosen at the set-up; absent when everything is as the scenario has it.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Who sits where.
    pub seats: Vec<SeatSetup>,
    /// The seed of the dice, as a string because it has 64 bits; absent when people type the dice they threw.
    pub seed: Option<String>,
    /// The fingerprint of the state before the first action.
    pub start: StateHash,
    /// What was done.
    pub moves: Vec<Move>,
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
    #[error("this game file has version {0} and this program reads up to version {VERSION}: use a newer opfire")]
    TooNew(u32),
    /// Without a version, or with one that there never was.
    #[error("this game file does not say its version, or says 0: there never was such a game file")]
    NoVersion,
    /// The seed is not a number.
    #[error("the seed \"{0}\" is not a number of 64 bits")]
    Seed(String),
}

/// Why a game file does not hold what the rules say must come out.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The scenario is not the one that was played.
    #[error(
        "the set-up of {game} {scenario} is not the one this game was played with (fingerprint {found}, the file says {expected}): the scenario or the rules have changed since"
    )]
    Start {
        /// The ruleset.
        game: String,
        /// The scenario.
        scenario: String,
        /// What the file says.
        expected: StateHash,
        /// What the set-up gives.
        found: StateHash,
    },
    /// The seed gives other dice.
    #[error("action {number}, \"{action}\": the file says the dice fell {found:?}, the seed gives {expected:?}")]
    Dice {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// What the seed gives.
        expected: Vec<u16>,
        /// What the file says.
        found: Vec<u16>,
    },
    /// The action leads elsewhere.
    #[error("action {number}, \"{action}\": the state afterwards is {found}, the file says {expected}")]
    Hash {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// What the file says.
        expected: StateHash,
        /// What the rules give.
        found: StateHash,
    },
    /// Somebody acts who does not sit at this table.
    #[error("action {number}, \"{action}\": there is no side \"{by}\" in this scenario")]
    NoSeat {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// Who is said to have done it.
        by: String,
    },
    /// The action cannot be done.
    #[error("action {number}, \"{action}\": {error}")]
    Action {
        /// Counted from 1.
        number: usize,
        /// The action.
        action: String,
        /// Why.
        error: ActError,
    },
}

impl GameFile {
    /// The version of a file with these settings.
    pub fn version_with(settings: &Settings) -> u32 {
        if settings.is_empty() { WITHOUT_SETTINGS } else { VERSION }
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// If it is not a game file of a version we know.
    pub fn parse(text: &str) -> Result<GameFile, GameFileError> {
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
        Ok(file)
    }

    /// The seed as a number.
    ///
    /// # Errors
    /// If it is there and no number.
    pub fn seed(&self) -> Result<Option<u64>, GameFileError> {
        let parse = |seed: &String| seed.parse().map_err(|_| GameFileError::Seed(seed.clone()));
        self.seed.as_ref().map(parse).transpose()
    }

    /// The file's text: JSON with one action a line, for people and for diffs.
    ///
    /// # Panics
    /// Never: all of it is plain data.
    pub fn to_text(&self) -> String {
        let line = |value: &dyn erased::Json| value.json();
        let mut text = String::from("{\n");
        let _ = writeln!(text, "  \"format\": {},", line(&self.format));
        let _ = writeln!(text, "  \"version\": {},", self.version);
        let _ = writeln!(text, "  \"game\": {},", line(&self.game));
        let _ = writeln!(text, "  \"scenario\": {},", line(&self.scenario));
        if !self.settings.is_empty() {
            let _ = writeln!(text, "  \"settings\": {},", line(&self.settings));
        }
        let _ = writeln!(text, "  \"seats\": {},", line(&self.seats));
        let _ = writeln!(text, "  \"seed\": {},", line(&self.seed));
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
