//! One line of a KDL file, taken word by word: what is left over or missing becomes a problem with a remedy.

use std::{collections::VecDeque, ops::Range};

use content::{Problems, Source};
use engine::{Problem, nearest};
use hexmap::Grid;
use kdl::{KdlDocument, KdlNode};

use crate::booklet::paragraphs::{
    ast::{CardId, Condition, HexNumber, Number, Sighting, Where},
    words::Word,
};

/// Braces deeper than any designer needs: a guard for the reader's own recursion.
const DEEPEST: usize = 24;

/// A file while it is read.
pub(crate) struct Page<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) grid: &'a Grid,
    pub(crate) problems: &'a mut Problems,
}

/// A word or value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// As it was written; without quotes.
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
}

/// A line: its name, what follows it, and the block in its braces.
pub(crate) struct Line<'k> {
    pub(crate) name: &'k str,
    /// Of the name.
    pub(crate) span: Range<usize>,
    words: VecDeque<Atom>,
    settings: Vec<(String, Atom)>,
    node: &'k KdlNode,
    /// Words that could have stood where one was left over.
    could_be: Vec<&'static str>,
    /// Settings that were asked for.
    known: Vec<&'static str>,
    block_read: bool,
}

impl<'k> Line<'k> {
    pub(crate) fn new(node: &'k KdlNode) -> Line<'k> {
        let mut words = VecDeque::new();
        let mut settings = Vec::new();
        for entry in node.entries() {
            let written = entry.format().map(|format| format.value_repr.trim().to_owned());
            let text = match (entry.value().as_string(), written) {
                (Some(text), _) => text.to_owned(),
                (None, Some(written)) if !written.is_empty() => written,
                (None, _) => entry.value().to_string(),
            };
            let span = entry.span();
            let atom = Atom { text, span: span.offset()..span.offset() + span.len() };
            match entry.name() {
                Some(name) => settings.push((name.value().to_owned(), atom)),
                None => words.push_back(atom),
            }
        }
        let span = node.name().span();
        Line {
            name: node.name().value(),
            span: span.offset()..span.offset() + span.len(),
            words,
            settings,
            node,
            could_be: Vec::new(),
            known: Vec::new(),
            block_read: false,
        }
    }

    /// The lines in its braces.
    pub(crate) fn block(&mut self) -> &'k [KdlNode] {
        self.block_read = true;
        self.node.children().map_or(&[], KdlDocument::nodes)
    }

    /// The next word, without taking it.
    pub(crate) fn peek(&self) -> Option<&Atom> {
        self.words.front()
    }

    pub(crate) fn next(&mut self) -> Option<Atom> {
        self.words.pop_front()
    }

    /// Takes the next word if it is this one.
    pub(crate) fn flag(&mut self, word: &'static str) -> bool {
        self.could_be.push(word);
        match self.words.iter().position(|atom| atom.text == word) {
            Some(index) => self.words.remove(index).is_some(),
            None => false,
        }
    }

    /// Takes the next word if it is one of a set.
    pub(crate) fn word<T: Word>(&mut self) -> Option<T> {
        self.could_be.extend(T::words());
        let value = T::read(&self.words.front()?.text)?;
        self.words.pop_front();
        Some(value)
    }

    /// Whether a setting is there, without taking it.
    pub(crate) fn has_setting(&self, name: &str) -> bool {
        self.settings.iter().any(|(key, _)| key == name)
    }

    /// Takes a setting: `at=2314`.
    pub(crate) fn setting(&mut self, name: &'static str) -> Option<Atom> {
        self.known.push(name);
        let index = self.settings.iter().position(|(key, _)| key == name)?;
        Some(self.settings.remove(index).1)
    }
}

/// How deep braces or comments lie within one another, wherever they stand, and how many `/-` follow one another: the
/// library that reads KDL calls itself for each.
fn deepest(text: &str) -> usize {
    let (mut depth, mut dashes, mut deepest) = (0usize, 0usize, 0);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        let pair = [byte, bytes.peek().copied().unwrap_or_default()];
        if [*b"/*", *b"*/", *b"/-"].contains(&pair) {
            bytes.next();
        }
        match pair {
            [b'/', b'-'] => dashes += 1,
            [b'/', b'*'] | [b'{', _] => depth += 1,
            [b'*', b'/'] | [b'}', _] => depth = depth.saturating_sub(1),
            [space, _] if space.is_ascii_whitespace() => {}
            _ => dashes = 0,
        }
        deepest = deepest.max(depth).max(dashes);
    }
    deepest
}

impl Page<'_> {
    /// The lines of the file, or what keeps it from being read at all.
    pub(crate) fn parse(&mut self) -> Option<KdlDocument> {
        if deepest(self.source.text) > DEEPEST {
            self.problems.add(self.source.whole(
                format!("braces or comments are nested more than {DEEPEST} deep"),
                "move the inner part into a paragraph of its own, and see it",
            ));
            return None;
        }
        match KdlDocument::parse_v2(self.source.text) {
            Ok(document) => Some(document),
            Err(error) => {
                let before = self.problems.count();
                for fault in error.diagnostics {
                    let what = fault.message.or(fault.label).unwrap_or_else(|| "this is not KDL".to_owned());
                    let help = fault.help.unwrap_or_else(|| {
                        "a line is a word, what follows it, and a block in braces; texts stand in quotes".to_owned()
                    });
                    self.wrong(fault.span.offset()..fault.span.offset() + fault.span.len(), what, help);
                }
                if self.problems.count() == before {
                    self.problems.add(self.source.whole("this is not KDL", "see docs/paragraphs.md"));
                }
                None
            }
        }
    }

    /// Keeps a problem.
    pub(crate) fn wrong(&mut self, span: Range<usize>, what: impl std::fmt::Display, help: impl std::fmt::Display) {
        let problem = self.problem(span, what, help);
        self.problems.add(problem);
    }

    fn problem(&self, span: Range<usize>, what: impl std::fmt::Display, help: impl std::fmt::Display) -> Problem {
        self.source.problem(span, what, help)
    }

    pub(crate) fn at(&self, span: Range<usize>) -> Where {
        let (line, column) = self.source.place(span.start);
        Where { file: self.source.file.to_owned(), line, column }
    }

    /// A problem with a word that should be one of a set.
    pub(crate) fn unknown<'n>(&mut self, what: &str, atom: &Atom, known: impl IntoIterator<Item = &'n str> + Clone) {
        let near = if self.problems.is_full() { None } else { nearest(&atom.text, known.clone()) };
        let help = match near {
            Some(near) => format!("did you mean {near}?"),
            None => {
                let known: Vec<&str> = known.into_iter().collect();
                if known.is_empty() { "leave it out".to_owned() } else { format!("there are {}", known.join(", ")) }
            }
        };
        self.wrong(atom.span.clone(), format!("unknown {what} \"{}\"", atom.text), help);
    }

    /// A word of a set that must be there.
    pub(crate) fn need<T: Word>(&mut self, line: &mut Line<'_>) -> Option<T> {
        if let Some(value) = line.word() {
            return Some(value);
        }
        let known = T::words().collect::<Vec<_>>();
        match line.next() {
            Some(atom) => self.unknown(T::KIND.trim_start_matches("a "), &atom, known),
            None => self.missing(line, T::KIND, known.join(", ")),
        }
        None
    }

    /// A problem with a line that lacks something.
    pub(crate) fn missing(&mut self, line: &Line<'_>, what: &str, examples: impl std::fmt::Display) {
        self.wrong(line.span.clone(), format!("\"{}\" lacks {what}", line.name), format!("write {what}: {examples}"));
    }

    /// A whole number in a range.
    pub(crate) fn number(&mut self, atom: &Atom, what: &str, from: i16, to: i16) -> Option<i16> {
        let value = atom.text.parse().ok().filter(|value| (from..=to).contains(value));
        if value.is_none() {
            let help = format!("write a number from {from} to {to}");
            self.wrong(atom.span.clone(), format!("{what} cannot be \"{}\"", atom.text), help);
        }
        value
    }

    /// A small count in a range.
    pub(crate) fn count(&mut self, atom: &Atom, what: &str, from: u8, to: u8) -> Option<u8> {
        self.number(atom, what, i16::from(from), i16::from(to)).and_then(|value| u8::try_from(value).ok())
    }

    /// The value of a setting that is a small count.
    pub(crate) fn count_setting(&mut self, line: &mut Line<'_>, name: &'static str, from: u8, to: u8) -> Option<u8> {
        let atom = line.setting(name)?;
        self.count(&atom, name, from, to)
    }

    /// Faces of a die: `"1-3"` or `8`; 0 is read as 10.
    pub(crate) fn faces(&mut self, atom: &Atom, lowest: u8, highest: u8) -> Option<(u8, u8)> {
        let face = |text: &str| match text.trim().parse() {
            Ok(0) if highest == 10 => Some(10),
            Ok(face) => (lowest..=highest).contains(&face).then_some(face),
            Err(_) => None,
        };
        let (from, to) = atom.text.split_once('-').unwrap_or((&atom.text, &atom.text));
        let faces = face(from).zip(face(to)).filter(|(from, to)| from <= to);
        if faces.is_none() {
            let help = format!("write one number, or \"{lowest}-{highest}\" in quotes for several");
            self.wrong(atom.span.clone(), format!("\"{}\" are no faces of this throw", atom.text), help);
        }
        faces
    }

    /// The number of a paragraph.
    pub(crate) fn paragraph(&mut self, atom: &Atom) -> Option<Number> {
        let digits = atom.text.len() == 3 && atom.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = atom.text.parse().ok().filter(|number| digits && *number > 0).map(Number);
        if number.is_none() {
            let help = match atom.text.parse() {
                Ok(number @ 1..=999) => format!("write {}", Number(number)),
                _ => "paragraphs are numbered 001 to 999".to_owned(),
            };
            self.wrong(atom.span.clone(), format!("\"{}\" is no paragraph number", atom.text), help);
        }
        number
    }

    /// A hex of the map.
    pub(crate) fn hex(&mut self, atom: &Atom) -> Option<HexNumber> {
        match self.grid.parse(&atom.text) {
            Ok(hex) => Some(HexNumber { hex, label: self.grid.label(hex) }),
            Err(error) => {
                let help = match atom.text.as_bytes() {
                    [_, _, _] if self.grid.parse(&format!("0{}", atom.text)).is_ok() => format!("write 0{}", atom.text),
                    _ => self.near_hex(&atom.text),
                };
                self.wrong(atom.span.clone(), error, help);
                None
            }
        }
    }

    /// A hex that exists: two digits swapped, or the last of its row or column.
    fn near_hex(&self, text: &str) -> String {
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        let [a, b, c, d] = digits[..] else { return "write four digits, column then row".to_owned() };
        let hex = |[a, b, c, d]: [u8; 4]| self.grid.hex(10 * a + b, 10 * c + d);
        let swapped = [[b, a, c, d], [a, c, b, d], [a, b, d, c]].into_iter().find_map(hex);
        let column = (10 * a + b).clamp(1, self.grid.columns());
        let row = self.grid.last_row(column).map_or(1, |last| (10 * c + d).clamp(1, last));
        match swapped.or(self.grid.hex(column, row)) {
            Some(near) => format!("did you mean {}?", self.grid.label(near)),
            None => "look at the map for its number".to_owned(),
        }
    }

    /// A sighting: `s9`.
    pub(crate) fn sighting(&mut self, atom: &Atom) -> Option<Sighting> {
        let digits = atom.text.strip_prefix('s').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let sighting = digits.and_then(|digits| digits.parse().ok()).filter(|number| (1..=99).contains(number));
        if sighting.is_none() {
            let help = "sightings are written s1 to s99";
            self.wrong(atom.span.clone(), format!("\"{}\" is no sighting", atom.text), help);
        }
        sighting.map(Sighting)
    }

    /// A condition.
    pub(crate) fn condition(&mut self, atom: &Atom) -> Option<Condition> {
        self.count(atom, "a condition", 1, 6).map(Condition)
    }

    /// A card.
    pub(crate) fn card(&mut self, atom: &Atom) -> Option<CardId> {
        let card = CardId::read(&atom.text);
        if card.is_none() {
            let help = "cards are written GE44 or US11";
            self.wrong(atom.span.clone(), format!("\"{}\" is no unit card", atom.text), help);
        }
        card
    }

    /// Everything that was not understood on a line.
    pub(crate) fn finish(&mut self, line: Line<'_>) {
        let Line { name, words, settings, could_be, known, .. } = line;
        let what = format!("word after \"{name}\"");
        for atom in words {
            self.unknown(&what, &atom, could_be.iter().copied());
        }
        let what = format!("setting of \"{name}\"");
        for (setting, atom) in settings {
            let atom = Atom { text: setting, span: atom.span };
            self.unknown(&what, &atom, known.iter().copied());
        }
        if let (false, Some(block)) = (line.block_read, line.node.children()) {
            let span = block.span();
            self.wrong(
                span.offset()..span.offset() + span.len(),
                format!("\"{name}\" has no block"),
                "write what follows on lines of its own, without braces",
            );
        }
    }
}

impl Line<'_> {
    /// Nothing more of this line is looked at.
    pub(crate) fn forget(&mut self) {
        self.settings.clear();
        self.block_read = true;
    }

    /// No setting of this line is looked at.
    pub(crate) fn forget_settings(&mut self) {
        self.settings.clear();
    }
}
