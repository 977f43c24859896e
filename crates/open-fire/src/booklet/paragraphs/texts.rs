//! Texts with places left open in them: `{it}`, `{near marker}`, `{count spared}`.

use serde::Serialize;

use crate::booklet::paragraphs::{
    ast::{Place, UnitRef},
    line::{Atom, Line},
    print,
    read::{Reader, Referent},
    words::{Pointer, Word},
};

/// A text, in the order in which it is read out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Words(pub Vec<Part>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Part {
    /// As it is written.
    Plain(String),
    /// The name of a unit.
    Name(UnitRef),
    /// What kind of thing it is: "Panzer IV".
    Type(UnitRef),
    /// Where that is: "near Ilsburg".
    Near(Place),
    /// How often something has been counted, as a word.
    Count(String),
}

/// What may stand first in braces, besides a unit.
const OPENINGS: [&str; 3] = ["type", "near", "count"];

impl Words {
    /// The parts put together, each open one by what `fill` says; a name that begins a sentence with a capital.
    pub fn filled(&self, fill: impl Fn(&Part) -> String) -> String {
        let mut text = String::new();
        for part in &self.0 {
            let begins = text.trim_end().is_empty() || text.trim_end().ends_with(['.', '!', '?', ':', '"', '“', '…']);
            match part {
                Part::Plain(plain) => text += plain,
                open if begins => text += &print::capital(&fill(open)),
                open => text += &fill(open),
            }
        }
        text
    }

    /// Whether anything in it has to be filled in.
    pub fn is_open(&self) -> bool {
        self.0.iter().any(|part| !matches!(part, Part::Plain(_)))
    }
}

impl From<&str> for Words {
    fn from(text: &str) -> Words {
        Words(vec![Part::Plain(text.to_owned())])
    }
}

impl Reader<'_, '_> {
    /// The text on a line.
    pub(crate) fn text(&mut self, line: &mut Line<'_>) -> Option<Words> {
        let atom = self.value(line, "its text", "in quotes")?;
        // A text over several lines keeps its paragraphs and loses its line breaks.
        let paragraphs = atom.text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        let text = paragraphs.collect::<Vec<_>>().join("\n\n");
        if text.is_empty() {
            self.page.wrong(atom.span.clone(), "an empty text", "write something, or leave the line out");
        }
        let mut parts = Vec::new();
        let mut rest = text.as_str();
        while let Some((plain, open)) = rest.split_once('{') {
            let Some((inside, after)) = open.split_once('}') else {
                let help = "close it, as in {it}; a text has no other braces";
                self.page.wrong(atom.span.clone(), "a brace that is not closed", help);
                return None;
            };
            if !plain.is_empty() {
                parts.push(Part::Plain(plain.to_owned()));
            }
            parts.push(self.open_part(inside, &atom)?);
            rest = after;
        }
        if !rest.is_empty() || parts.is_empty() {
            parts.push(Part::Plain(rest.to_owned()));
        }
        Some(Words(parts))
    }

    fn open_part(&mut self, inside: &str, text: &Atom) -> Option<Part> {
        let word = |word: &str| Atom { text: word.to_owned(), span: text.span.clone() };
        match *inside.split_whitespace().collect::<Vec<_>>() {
            ["count", name] => {
                self.refer(Referent::Count(name.to_owned()), text);
                Some(Part::Count(name.to_owned()))
            }
            ["near", place] => self.place(&word(place)).map(Part::Near),
            ["type", unit] => self.named(&word(unit)).map(Part::Type),
            [unit] if !OPENINGS.contains(&unit) => self.named(&word(unit)).map(Part::Name),
            ["count" | "near" | "type"] | [] => {
                let help = "write {it}, {type it}, {near marker} or {count spared}";
                self.page.wrong(text.span.clone(), format!("{{{inside}}} lacks what it is about"), help);
                None
            }
            [first, ..] => {
                self.page.unknown("placeholder", &word(first), OPENINGS);
                None
            }
        }
    }

    /// A unit that a text can name because it is there whenever the text is read.
    fn named(&mut self, atom: &Atom) -> Option<UnitRef> {
        let Some(unit) = self.read_unit(atom) else {
            let sure = ["it", "this-us", "this-german"];
            self.page.unknown("placeholder", atom, sure.into_iter().chain(OPENINGS).collect::<Vec<_>>());
            return None;
        };
        let sure = match unit {
            UnitRef::Pointer(pointer) => match pointer {
                Pointer::It | Pointer::ThisUs | Pointer::ThisGerman => true,
                Pointer::NearestUs
                | Pointer::Closest
                | Pointer::Easiest
                | Pointer::Weakest
                | Pointer::UsCommander
                | Pointer::GermanCommander
                | Pointer::NearestGerman => false,
            },
            // The card has a name, whether it has been drawn or not.
            UnitRef::Card(_) => true,
            UnitRef::Letter(_) => false,
        };
        if !sure {
            let help = "find it first, as in: if us commander { story \"… {it} …\" }";
            self.page.wrong(atom.span.clone(), format!("there may be no \"{}\" to name here", atom.text), help);
        }
        Some(unit)
    }

    /// The name of something that is counted.
    pub(crate) fn count_name(&mut self, line: &mut Line<'_>) -> Option<Atom> {
        let atom = self.value(line, "what is counted", "spared")?;
        let plain = atom.text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !plain || !atom.text.starts_with(|c: char| c.is_ascii_lowercase()) || Pointer::read(&atom.text).is_some() {
            let help = "write a word of small letters, with hyphens between, as in rehm-spared";
            self.page.wrong(atom.span.clone(), format!("\"{}\" is no name for a count", atom.text), help);
            return None;
        }
        Some(atom)
    }
}
