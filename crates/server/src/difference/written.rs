use std::{
    cell::Cell,
    io::{self, Write},
};

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};

/// How deep the places of values are noted: the fields of a view, the fields of its scene, the elements of the scene's
/// lists. What lies deeper is looked for only where something has changed.
const NOTED: usize = 3;

/// Most views are shorter, so the text need not move while it grows.
const ROOM: usize = 32 * 1024;

/// Something as JSON text, and where in the text its parts are.
#[derive(Clone, Debug)]
pub struct Written {
    text: Box<[u8]>,
    marks: Box<[Mark]>,
}

/// The place of a value in the text.
#[derive(Copy, Clone, Debug)]
struct Mark {
    start: u32,
    end: u32,
    /// How many lists and objects it is in.
    level: u8,
}

/// A value in a written text.
#[derive(Copy, Clone, Debug)]
pub(super) struct Piece<'a> {
    written: &'a Written,
    start: usize,
    end: usize,
    /// Its place among the marks, if it has one.
    mark: Option<usize>,
}

/// A value in a list or an object.
#[derive(Copy, Clone, Debug)]
pub(super) struct Member<'a> {
    /// The field's name, in quotes; empty in a list.
    pub(super) key: &'a [u8],
    pub(super) value: Piece<'a>,
}

impl Written {
    /// Writes `value`.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn new(value: &impl Serialize) -> Result<Written, serde_json::Error> {
        let at = Cell::new(0);
        let mut notes = Notes { at: &at, level: 0, open: [0; NOTED + 1], marks: Vec::with_capacity(256) };
        let mut serializer =
            Serializer::with_formatter(Counted { text: Vec::with_capacity(ROOM), at: &at }, &mut notes);
        value.serialize(&mut serializer)?;
        let text = serializer.into_inner().text;
        Ok(Written { text: text.into_boxed_slice(), marks: notes.marks.into_boxed_slice() })
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn whole(&self) -> Piece<'_> {
        Piece { written: self, start: 0, end: self.text.len(), mark: None }
    }

    /// The level of a mark; of no mark, that of the whole.
    fn level(&self, mark: Option<usize>) -> usize {
        mark.map_or(0, |mark| self.marks[mark].level.into())
    }
}

impl<'a> Piece<'a> {
    pub(super) fn text(self) -> &'a [u8] {
        &self.written.text[self.start..self.end]
    }

    pub(super) fn is_object(self) -> bool {
        self.text().starts_with(b"{")
    }

    pub(super) fn is_list(self) -> bool {
        self.text().starts_with(b"[")
    }

    /// The name of an element of a list: the value of its first field, or the whole element.
    pub(super) fn name(self) -> &'a [u8] {
        let text = self.text();
        if !self.is_object() || text == b"{}" {
            return text;
        }
        let colon = end_of_value(text, 1);
        &text[colon + 1..end_of_value(text, colon + 1)]
    }

    /// The values in a list or an object, in order.
    pub(super) fn members(self) -> Vec<Member<'a>> {
        let whole = self.start == 0 && self.end == self.written.text.len();
        if whole || self.mark.is_some_and(|mark| self.written.level(Some(mark)) < NOTED) {
            self.noted_members()
        } else {
            self.sought_members()
        }
    }

    fn noted_members(self) -> Vec<Member<'a>> {
        let (marks, level) = (&self.written.marks, self.written.level(self.mark));
        let first = self.mark.map_or(0, |mark| mark + 1);
        let inside = marks[first..].iter().take_while(|mark| usize::from(mark.level) > level);
        let mut before = self.start + 1;
        let mut members = Vec::new();
        for (place, mark) in (first..).zip(inside).filter(|(_, mark)| usize::from(mark.level) == level + 1) {
            let (start, end) = (mark.start as usize, mark.end as usize);
            let key = if self.is_object() { &self.written.text[before..start - 1] } else { &[][..] };
            members.push(Member { key, value: Piece { written: self.written, start, end, mark: Some(place) } });
            before = end + 1;
        }
        members
    }

    fn sought_members(self) -> Vec<Member<'a>> {
        let text = &self.written.text;
        let mut members = Vec::new();
        let mut at = self.start + 1;
        while at < self.end - 1 {
            let key_end = if self.is_object() { end_of_value(text, at) } else { at };
            let key = &text[at..key_end];
            let start = if self.is_object() { key_end + 1 } else { at };
            let end = end_of_value(text, start);
            members.push(Member { key, value: Piece { written: self.written, start, end, mark: None } });
            at = end + 1;
        }
        members
    }
}

/// Where the value that begins at `start` ends.
fn end_of_value(text: &[u8], start: usize) -> usize {
    let mut depth = 0_u32;
    let mut at = start;
    while at < text.len() {
        match text[at] {
            b'"' => at = end_of_string(text, at) - 1,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return at + usize::from(depth == 1),
            b'}' | b']' => depth -= 1,
            b',' | b':' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// A text that reports its length to the holder of the cell.
struct Counted<'a> {
    text: Vec<u8>,
    at: &'a Cell<usize>,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(bytes);
        self.at.set(self.text.len());
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Compact JSON that notes where values begin and end.
struct Notes<'a> {
    at: &'a Cell<usize>,
    level: usize,
    /// The mark that is open at each level.
    open: [usize; NOTED + 1],
    marks: Vec<Mark>,
}

impl Notes<'_> {
    fn place(&self) -> u32 {
        u32::try_from(self.at.get()).unwrap_or(u32::MAX)
    }

    #[inline]
    fn begin(&mut self) {
        if self.level <= NOTED {
            self.open[self.level] = self.marks.len();
            self.marks.push(Mark { start: self.place(), end: 0, level: self.level as u8 });
        }
    }

    #[inline]
    fn end(&mut self) {
        if self.level <= NOTED {
            self.marks[self.open[self.level]].end = self.place();
        }
    }
}

impl Formatter for &mut Notes<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        CompactFormatter.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level -= 1;
        CompactFormatter.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        CompactFormatter.begin_array_value(writer, first)?;
        self.begin();
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.end();
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        CompactFormatter.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level -= 1;
        CompactFormatter.end_object(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        CompactFormatter.begin_object_value(writer)?;
        self.begin();
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.end();
        Ok(())
    }
}
