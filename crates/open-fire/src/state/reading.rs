//! Texts that are being read: what led to them and how far they have come (OF-5.1).

use hexmap::Hex;
use serde::Serialize;

use crate::{
    booklet::paragraphs::{BlockId, CardId, Number},
    state::units::UnitId,
};

/// What led to a paragraph, and whom it speaks of.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The US unit that set it off.
    pub unit: Option<UnitId>,
    /// The German whose turn it is.
    pub german: Option<UnitId>,
    /// Where the event marker stood.
    pub hex: Option<Hex>,
    /// The unit just spoken of.
    pub it: Option<UnitId>,
    /// A drive has reached where it goes.
    pub reached: bool,
    /// The hex that the player has picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Hex>,
}

/// What is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Text {
    /// A paragraph of the booklet.
    Paragraph(Number),
    /// The notes of a unit card.
    Notes(CardId),
}

/// A step in a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The text.
    pub text: Text,
    /// The block.
    pub block: BlockId,
    /// The step in it.
    pub step: u16,
}

/// How far a block has been read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cursor {
    /// The next step.
    pub at: Spot,
    /// A text begins here, and is left here by `stop`.
    pub whole: bool,
    /// Whom the block speaks of.
    pub it: Option<UnitId>,
    /// For whom the block is read after that.
    pub rest: Vec<UnitId>,
    /// The drive it stands at has been begun.
    pub begun: bool,
}

/// A text being read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// What led to it.
    pub cause: Cause,
    /// The blocks within blocks, and texts within texts: the last one is read.
    pub cursors: Vec<Cursor>,
    /// The conditions to watch for in the meantime: texts, and the number of the condition in each.
    pub watched: Vec<(Text, u8)>,
    /// What the player is asked at the last cursor.
    pub question: Option<Box<Question>>,
    /// Paragraphs read so far.
    pub paragraphs: u8,
    /// Steps taken so far.
    pub steps: u16,
}

/// A question to the player, as it was put to him: what he may answer does not change while he thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Question {
    /// In words.
    pub text: String,
    /// Answers in words, each with its place in the list of the paragraph.
    pub answers: Vec<(u8, String)>,
    /// Units to pick from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// Hexes to pick from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<Hex>,
}

impl Spot {
    /// The beginning of a block.
    pub(crate) fn of(text: Text, block: BlockId) -> Spot {
        Spot { text, block, step: 0 }
    }
}

impl Cursor {
    pub(crate) fn new(at: Spot, whole: bool, it: Option<UnitId>) -> Cursor {
        Cursor { at, whole, it, rest: Vec::new(), begun: false }
    }
}

impl Reading {
    pub(crate) fn new(cause: Cause) -> Reading {
        Reading { cause, cursors: Vec::new(), watched: Vec::new(), question: None, paragraphs: 0, steps: 0 }
    }
}
