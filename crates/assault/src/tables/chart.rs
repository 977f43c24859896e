//! A chart that is read entry by entry, so that everything that is wrong with it is told at once, each fault with its
//! line.

use std::{
    fmt,
    ops::{Range, RangeInclusive},
};

use content::{Files, Problems, Source, Spanned, read_table};
use engine::did_you_mean;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use super::{
    dice::CombatDice,
    pool::{Colour, Pool},
};

/// What stands in a file, with nothing decided about it yet.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Table(Vec<(Spanned<String>, Spanned<Value>)>),
    List(Vec<Spanned<Value>>),
    Number(i64),
    Word(String),
    Flag(bool),
    Other,
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Value::Table(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, word: &str) -> Result<Value, E> {
        Ok(Value::Word(word.to_owned()))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Other)
    }
}

/// One table of a file, `[spotting]` or `{ green = 1 }`.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'v> {
    /// What it is called in a complaint.
    name: String,
    at: Range<usize>,
    fields: &'v [(Spanned<String>, Spanned<Value>)],
    /// It is not there, which was told already: nothing more is asked of it.
    told: bool,
}

/// A file that is being read, and what is wrong with it so far. A value that is wrong is replaced by nothing, and the
/// file is refused at the end.
pub(crate) struct Chart<'a> {
    source: Source<'a>,
    dice: &'a CombatDice,
    problems: &'a mut Problems,
}

/// Where the numbers of a table come from.
const PROVENANCES: [&str; 3] = ["printed", "derived", "ours"];

impl<'a> Chart<'a> {
    /// Reads `content/assault/NAME.toml` with `read`.
    pub(crate) fn read<T>(
        files: &Files,
        name: &str,
        dice: &CombatDice,
        problems: &mut Problems,
        read: impl FnOnce(&mut Chart<'_>, &Entry<'_>) -> T,
    ) -> Option<T> {
        let value: Value = read_table(files, "assault", name, problems)?;
        let path = format!("assault/{name}.toml");
        let source = Source::new(&path, files.get(&path).unwrap_or_default());
        let fields: &[_] = if let Value::Table(fields) = &value { fields } else { &[] };
        let root = Entry { name: name.to_owned(), at: 0..0, fields, told: false };
        Some(read(&mut Chart { source, dice, problems }, &root))
    }

    /// Refuses dice of colours that are not in the box, wherever they stand in a file that was read otherwise.
    pub(crate) fn check_colours(files: &Files, name: &str, dice: &CombatDice, problems: &mut Problems) {
        let path = format!("assault/{name}.toml");
        let source = Source::new(&path, files.get(&path).unwrap_or_default());
        if let Ok(value) = source.toml::<Value>() {
            Chart { source, dice, problems }.colours_in(&value);
        }
    }

    fn colours_in(&mut self, value: &Value) {
        match value {
            Value::Table(fields) => {
                for (key, value) in fields {
                    let colour = Colour::ALL.into_iter().find(|colour| colour.word() == key.get_ref());
                    if let (Some(colour), Value::Number(1..)) = (colour, value.get_ref()) {
                        self.need_die(colour, key.span());
                    }
                    self.colours_in(value.get_ref());
                }
            }
            Value::List(values) => values.iter().for_each(|value| self.colours_in(value.get_ref())),
            Value::Number(_) | Value::Word(_) | Value::Flag(_) | Value::Other => {}
        }
    }

    fn need_die(&mut self, colour: Colour, at: Range<usize>) {
        if !self.dice.has(Pool::of(colour, 1)) {
            self.wrong(
                at,
                format!("there is no {} die in the box", colour.word()),
                "dice.toml lists the dice there are",
            );
        }
    }

    /// A fault at a place of the file.
    pub(crate) fn wrong(&mut self, at: Range<usize>, what: impl fmt::Display, help: impl fmt::Display) {
        self.problems.add(self.source.problem(at, what, help));
    }

    /// Refuses entries that nobody reads.
    pub(crate) fn only(&mut self, entry: &Entry<'_>, known: &[&str]) {
        for (key, _) in entry.fields.iter().filter(|(key, _)| !known.contains(&key.get_ref().as_str())) {
            let help = did_you_mean(key.get_ref(), known.iter().copied());
            self.wrong(key.span(), format!("unknown entry \"{}\" in {}", key.get_ref(), entry.name), help);
        }
    }

    /// A field that must be there.
    fn need<'v>(&mut self, entry: &Entry<'v>, key: &str, form: &str) -> Option<&'v Spanned<Value>> {
        let found = entry.get(key);
        if found.is_none() && !entry.told {
            self.wrong(entry.at.clone(), format!("{} has no \"{key}\"", entry.name), format!("write {key} = {form}"));
        }
        found
    }

    /// What a field is not.
    fn unfit(&mut self, entry: &Entry<'_>, key: &str, at: Range<usize>, form: &str) {
        self.wrong(at, format!("\"{key}\" of {} cannot be read", entry.name), format!("write {key} = {form}"));
    }

    /// A table inside another one.
    pub(crate) fn entry<'v>(&mut self, entry: &Entry<'v>, key: &str) -> Entry<'v> {
        let form = "{ … }, or a table of its own";
        let none = Entry { name: key.to_owned(), at: entry.at.clone(), fields: &[], told: true };
        let Some(value) = self.need(entry, key, form) else { return none };
        match value.get_ref() {
            Value::Table(fields) => Entry { name: key.to_owned(), at: value.span(), fields, told: false },
            Value::List(_) | Value::Number(_) | Value::Word(_) | Value::Flag(_) | Value::Other => {
                self.unfit(entry, key, value.span(), form);
                none
            }
        }
    }

    /// The tables of a list, each called by its id.
    pub(crate) fn entries<'v>(&mut self, entry: &Entry<'v>, key: &str) -> Vec<Entry<'v>> {
        let form = "[…], or tables of their own";
        let Some(value) = self.need(entry, key, form) else { return Vec::new() };
        let Value::List(values) = value.get_ref() else {
            self.unfit(entry, key, value.span(), form);
            return Vec::new();
        };
        let mut found = Vec::new();
        for value in values {
            match value.get_ref() {
                Value::Table(fields) => {
                    let id = fields.iter().find(|(key, _)| key.get_ref() == "id").map(|(_, id)| id.get_ref());
                    let name = if let Some(Value::Word(id)) = id { format!("\"{id}\"") } else { format!("a {key}") };
                    found.push(Entry { name, at: value.span(), fields, told: false });
                }
                Value::List(_) | Value::Number(_) | Value::Word(_) | Value::Flag(_) | Value::Other => {
                    self.unfit(entry, key, value.span(), form);
                }
            }
        }
        found
    }

    /// A whole number within bounds.
    pub(crate) fn number(&mut self, entry: &Entry<'_>, key: &str, bounds: RangeInclusive<i8>) -> i8 {
        let form = format!("a whole number from {} to {}", bounds.start(), bounds.end());
        let Some(value) = self.need(entry, key, &form) else { return 0 };
        self.number_in(entry, key, value, &bounds).unwrap_or(0)
    }

    fn number_in(
        &mut self,
        entry: &Entry<'_>,
        key: &str,
        value: &Spanned<Value>,
        bounds: &RangeInclusive<i8>,
    ) -> Option<i8> {
        let number = if let Value::Number(number) = value.get_ref() { i8::try_from(*number).ok() } else { None };
        let number = number.filter(|number| bounds.contains(number));
        if number.is_none() {
            let help = format!("write a whole number from {} to {}", bounds.start(), bounds.end());
            self.wrong(value.span(), format!("\"{key}\" of {} is out of bounds", entry.name), help);
        }
        number
    }

    /// Six numbers, one for each face of a die.
    pub(crate) fn six(&mut self, entry: &Entry<'_>, key: &str, bounds: RangeInclusive<i8>) -> [i8; 6] {
        let form = "[…], one number for each face of the die";
        let mut six = [0; 6];
        let Some(value) = self.need(entry, key, form) else { return six };
        match value.get_ref() {
            Value::List(values) if values.len() == six.len() => {
                for (place, value) in six.iter_mut().zip(values) {
                    *place = self.number_in(entry, key, value, &bounds).unwrap_or(0);
                }
            }
            Value::List(_) | Value::Table(_) | Value::Number(_) | Value::Word(_) | Value::Flag(_) | Value::Other => {
                self.unfit(entry, key, value.span(), form);
            }
        }
        six
    }

    /// Dice: `{ green = 1, blue = 2 }`.
    pub(crate) fn pool(&mut self, entry: &Entry<'_>, key: &str) -> Pool {
        let form = "{ green = 1, blue = 2 }, or {} for none";
        let Some(value) = self.need(entry, key, form) else { return Pool::NONE };
        let Value::Table(fields) = value.get_ref() else {
            self.unfit(entry, key, value.span(), form);
            return Pool::NONE;
        };
        let dice = Entry { name: format!("\"{key}\" of {}", entry.name), at: value.span(), fields, told: false };
        self.only(&dice, &Colour::ALL.map(Colour::word));
        let mut pool = Pool::NONE;
        for colour in Colour::ALL {
            let Some(count) = dice.get(colour.word()) else { continue };
            self.need_die(colour, count.span());
            let count = self.number_in(&dice, colour.word(), count, &(0..=MOST_OF_A_COLOUR)).unwrap_or(0);
            pool += Pool::of(colour, count.unsigned_abs());
        }
        pool
    }

    /// A text.
    pub(crate) fn text(&mut self, entry: &Entry<'_>, key: &str) -> Spanned<String> {
        let value = self.need(entry, key, "\"…\"");
        match value.map(|value| (value.span(), value.get_ref())) {
            Some((at, Value::Word(word))) => Spanned::new(at, word.clone()),
            Some((at, _)) => {
                self.unfit(entry, key, at.clone(), "\"…\"");
                Spanned::new(at, String::new())
            }
            None => Spanned::new(entry.at.clone(), String::new()),
        }
    }

    /// Which of `known` a word is.
    pub(crate) fn one_of<T: Copy>(&mut self, entry: &Entry<'_>, key: &str, known: &[(&str, T)]) -> Option<T> {
        let word = self.text(entry, key);
        if word.get_ref().is_empty() {
            return None;
        }
        let names = known.iter().map(|(name, _)| *name);
        self.problems.lookup(&self.source, key, &word, names).map(|at| known[at].1)
    }

    /// A list of words, each one of `known`.
    pub(crate) fn words(&mut self, entry: &Entry<'_>, key: &str, known: &[&str]) -> Vec<String> {
        let form = "[\"…\"]";
        let Some(value) = self.need(entry, key, form) else { return Vec::new() };
        let Value::List(values) = value.get_ref() else {
            self.unfit(entry, key, value.span(), form);
            return Vec::new();
        };
        let mut words = Vec::new();
        for value in values {
            match value.get_ref() {
                Value::Word(word) => {
                    self.known(&Spanned::new(value.span(), word.clone()), key, known);
                    words.push(word.clone());
                }
                Value::List(_) | Value::Table(_) | Value::Number(_) | Value::Flag(_) | Value::Other => {
                    self.unfit(entry, key, value.span(), form);
                }
            }
        }
        words
    }

    /// Refuses a name that is none of `known`.
    pub(crate) fn known(&mut self, name: &Spanned<String>, what: &str, known: &[&str]) {
        self.problems.lookup(&self.source, what, name, known.iter().copied());
    }

    /// Names that stand for names: `brush = "brush-craters"`. Each side is something known.
    pub(crate) fn pairs(
        &mut self,
        entry: &Entry<'_>,
        (what, keys): (&str, &[&str]),
        (which, values): (&str, &[&str]),
    ) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for name in entry.names() {
            self.known(name, what, keys);
            let value = self.text(entry, name.get_ref());
            if !value.get_ref().is_empty() {
                self.known(&value, which, values);
            }
            pairs.push((name.get_ref().clone(), value.into_inner()));
        }
        pairs
    }

    /// A fault of a whole table, if nothing was said about it yet.
    pub(crate) fn unless_told(&mut self, entry: &Entry<'_>, what: &str, help: &str) {
        if !entry.told {
            self.wrong(entry.at.clone(), what, help);
        }
    }

    /// Every table says where its numbers come from.
    pub(crate) fn provenance(&mut self, entry: &Entry<'_>) {
        self.one_of(entry, "provenance", &PROVENANCES.map(|word| (word, ())));
    }

    /// True or false; false where it is not said.
    pub(crate) fn flag(&mut self, entry: &Entry<'_>, key: &str) -> bool {
        match entry.get(key).map(|value| (value.span(), value.get_ref())) {
            None => false,
            Some((_, Value::Flag(flag))) => *flag,
            Some((at, _)) => {
                self.unfit(entry, key, at, "true or false");
                false
            }
        }
    }
}

/// No table gives more dice of one colour at once.
const MOST_OF_A_COLOUR: i8 = 9;

impl<'v> Entry<'v> {
    /// A field, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<&'v Spanned<Value>> {
        self.fields.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value)
    }

    /// The names of all its fields but the provenance.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'v Spanned<String>> + use<'v> {
        self.fields.iter().map(|(key, _)| key).filter(|key| key.get_ref() != "provenance")
    }
}
