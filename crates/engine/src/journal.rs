use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PageMark, Resolution, RuleId, Seat, Viewer};

/// One line of the log. Most of them have no dice, no page and no secret, and a game keeps hundreds: these are kept
/// apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Entry {
    /// The number of the action that caused it, counted from 1.
    pub seq: u32,
    /// The rule behind it.
    pub rule: RuleId,
    /// What happened, in words.
    pub text: String,
    /// The side that did it, if one did.
    pub seat: Option<Seat>,
    /// How it should look.
    pub tone: Tone,
    /// Hexes to light up when the line is pointed at.
    pub hexes: Vec<String>,
    /// Units it is about.
    pub units: Vec<String>,
    /// Modifiers, dice and reading, where there are any.
    pub resolution: Option<Box<Resolution>>,
    /// The page of a booklet it happened on, in games that are read.
    pub page: Option<Box<PageMark>>,
    /// What onlookers see of it, where the text is in the words of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seen: Option<Box<Seen>>,
    /// A text that only one seat may read.
    #[serde(skip)]
    pub secret: Option<Box<Secret>>,
}

/// A deed as onlookers see it. Several of one unit are told in one sentence: "The half-track turns and runs for the
/// trees."
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Seen {
    /// "the half-track".
    pub who: String,
    /// "runs for the trees".
    pub does: String,
}

/// A part of an entry that only one seat may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The seat that may read it.
    pub seat: Seat,
    /// What that seat reads instead of the text.
    pub text: String,
}

/// How a log line should look.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Tone {
    /// An ordinary line.
    #[default]
    Plain,
    /// A heading: a turn, an activation.
    Heading,
    /// Somebody shot, assaulted, was hit.
    Combat,
    /// A step or a unit was lost.
    Loss,
    /// It had no effect.
    Quiet,
    /// A teacher's remark.
    Lesson,
}

impl Entry {
    /// A plain line.
    pub fn new(rule: RuleId, text: impl Into<String>) -> Self {
        Entry {
            seq: 0,
            rule,
            text: text.into(),
            seat: None,
            tone: Tone::Plain,
            hexes: Vec::new(),
            units: Vec::new(),
            resolution: None,
            page: None,
            seen: None,
            secret: None,
        }
    }

    /// Says whose doing it was.
    #[must_use]
    pub fn by(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// Sets the look.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// Adds hexes to light up.
    #[must_use]
    pub fn at(mut self, hexes: impl IntoIterator<Item = String>) -> Self {
        self.hexes.extend(hexes);
        self
    }

    /// Adds units it is about.
    #[must_use]
    pub fn about(mut self, units: impl IntoIterator<Item = String>) -> Self {
        self.units.extend(units);
        self
    }

    /// Adds how it came about.
    #[must_use]
    pub fn because(mut self, resolution: Resolution) -> Self {
        self.resolution = Some(Box::new(resolution));
        self
    }

    /// Says that it happened on a page of a booklet.
    #[must_use]
    pub fn on_page(mut self, number: impl Into<String>, opens: bool) -> Self {
        self.page = Some(Box::new(PageMark { number: number.into(), opens }));
        self
    }

    /// Adds what onlookers see of it.
    #[must_use]
    pub fn as_seen(mut self, who: impl Into<String>, does: impl Into<String>) -> Self {
        self.seen = Some(Box::new(Seen { who: who.into(), does: does.into() }));
        self
    }

    /// Lets `seat` read `text` where the others read the plain text.
    #[must_use]
    pub fn only_for(mut self, seat: Seat, text: impl Into<String>) -> Self {
        self.secret = Some(Box::new(Secret { seat, text: text.into() }));
        self
    }

    /// Gives back the room that it was made with and does not need: it is kept as long as the game.
    fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.hexes.shrink_to_fit();
        self.units.shrink_to_fit();
        self.hexes.iter_mut().chain(&mut self.units).for_each(String::shrink_to_fit);
    }

    /// The entry as `viewer` may read it.
    pub fn seen_by(&self, viewer: Viewer) -> Entry {
        let mut seen = self.clone();
        if let Some(secret) = seen.secret.take()
            && viewer.knows(secret.seat)
        {
            seen.text = secret.text;
        }
        seen
    }
}

/// The place where rules write down what they do.
pub trait Journal {
    /// Whether anybody reads it: rules may skip the words when nobody does.
    fn wanted(&self) -> bool;
    /// Writes a line.
    fn write(&mut self, entry: Entry);
    /// Says that something hidden has been seen: undo ends here.
    fn revealed(&mut self);
    /// Says that undo ends here though nothing was seen: it might have been, and whoever could take back what met
    /// nothing would try everything.
    fn stands(&mut self) {}
}

impl dyn Journal + '_ {
    /// Writes the line that `entry` makes, if anybody reads it.
    pub fn note(&mut self, entry: impl FnOnce() -> Entry) {
        if self.wanted() {
            self.write(entry());
        }
    }
}

/// A journal that nobody reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Journal for Silent {
    fn wanted(&self) -> bool {
        false
    }
    fn write(&mut self, _: Entry) {}
    fn revealed(&mut self) {}
}

/// Adds to a list that only grows, and is kept as long as the game: with room for an eighth more at most, where `push`
/// would double it.
pub(crate) fn push_tight<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 4);
    }
    list.push(item);
}

/// A journal that keeps everything.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines so far.
    pub entries: Vec<Entry>,
    /// Whether something hidden was seen since this was last cleared.
    pub reveals: bool,
    /// Whether undo has ended without that since this was last cleared.
    pub stands: bool,
    /// The number given to entries.
    pub seq: u32,
}

impl Log {
    /// The entries of action `seq`.
    pub fn of(&self, seq: u32) -> &[Entry] {
        let from = self.entries.partition_point(|entry| entry.seq < seq);
        let to = self.entries.partition_point(|entry| entry.seq <= seq);
        &self.entries[from..to]
    }
}

impl Journal for Log {
    fn wanted(&self) -> bool {
        true
    }

    fn write(&mut self, mut entry: Entry) {
        entry.seq = self.seq;
        entry.shrink();
        push_tight(&mut self.entries, entry);
    }

    fn revealed(&mut self) {
        self.reveals = true;
    }

    fn stands(&mut self) {
        self.stands = true;
    }
}
