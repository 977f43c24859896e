use lz4_flex::block::{DecompressError, compress_prepend_size, decompress_size_prepended};
use serde::Serialize;

use super::{scribe, words};

/// Something as it is kept to be compared: as JSON is, but in a form that is shorter and quicker to write and to
/// compare.
///
/// ```text
/// value   a tag, and what belongs to it
/// text    its length, and its bytes
/// word    the number of a name that the program itself knows: a variant
/// list    the length of all its elements in bytes, and the elements
/// object  the length of all its members in bytes, and the members:
///         the number of the field's name (or 0 and a text), and the value
/// ```
///
/// Equal values have equal bytes. The lengths say at once where a value ends, so what has not changed is passed over in
/// one step.
#[derive(Clone, Debug)]
pub struct Written {
    bytes: Box<[u8]>,
}

/// Something written that waits, in less room.
#[derive(Clone, Debug)]
pub struct Packed {
    bytes: Box<[u8]>,
}

impl Packed {
    /// As it was before it was packed.
    ///
    /// # Errors
    /// If these are not the bytes of something packed.
    pub fn open(&self) -> Result<Written, DecompressError> {
        Ok(Written { bytes: decompress_size_prepended(&self.bytes)?.into() })
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

pub(super) const NULL: u8 = 0;
pub(super) const FALSE: u8 = 1;
pub(super) const TRUE: u8 = 2;
/// A number that is not negative.
pub(super) const COUNT: u8 = 3;
/// A negative number, by its distance from -1.
pub(super) const BELOW: u8 = 4;
pub(super) const FLOAT: u8 = 5;
pub(super) const TEXT: u8 = 6;
pub(super) const WORD: u8 = 7;
pub(super) const LIST: u8 = 8;
pub(super) const OBJECT: u8 = 9;
/// Numbers up to this one less are their own tag.
pub(super) const SMALL: u8 = 16;
pub(super) const SMALL_NUMBERS: u8 = u8::MAX - SMALL;

/// The tag of a list or an object, and its length.
pub(super) const HEAD: usize = 1 + size_of::<u32>();

/// A value in something written.
#[derive(Copy, Clone, Debug)]
pub(super) struct Piece<'a>(pub(super) &'a [u8]);

/// The name of a field.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Key<'a> {
    Word(u16),
    Text(&'a [u8]),
}

impl Written {
    /// Writes `value`.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn new(value: &impl Serialize) -> Result<Written, serde_json::Error> {
        Ok(Written { bytes: scribe::write(value)? })
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The same in less room.
    pub fn pack(&self) -> Packed {
        Packed { bytes: compress_prepend_size(&self.bytes).into() }
    }

    pub(super) fn whole(&self) -> Piece<'_> {
        Piece(&self.bytes)
    }
}

impl<'a> Piece<'a> {
    pub(super) fn tag(self) -> u8 {
        self.0[0]
    }

    pub(super) fn is_object(self) -> bool {
        self.tag() == OBJECT
    }

    pub(super) fn is_list(self) -> bool {
        self.tag() == LIST
    }

    /// The name of an element of a list: the value of its first field, or the whole element.
    pub(super) fn name(self) -> &'a [u8] {
        let first = if self.is_object() { self.members().next() } else { None };
        first.map_or(self.0, |(_, value)| value.0)
    }

    /// The elements of a list.
    pub(super) fn elements(self) -> impl Iterator<Item = Piece<'a>> {
        let mut rest = &self.0[HEAD..];
        std::iter::from_fn(move || (!rest.is_empty()).then(|| value(&mut rest)))
    }

    /// The fields of an object.
    pub(super) fn members(self) -> impl Iterator<Item = (Key<'a>, Piece<'a>)> {
        let mut rest = &self.0[HEAD..];
        std::iter::from_fn(move || (!rest.is_empty()).then(|| (key(&mut rest), value(&mut rest))))
    }
}

fn key<'a>(rest: &mut &'a [u8]) -> Key<'a> {
    let (number, after) = rest.split_at(2);
    *rest = after;
    match u16::from_le_bytes([number[0], number[1]]) {
        words::NONE => Key::Text(text(rest)),
        word => Key::Word(word),
    }
}

fn value<'a>(rest: &mut &'a [u8]) -> Piece<'a> {
    let (value, after) = rest.split_at(length(rest));
    *rest = after;
    Piece(value)
}

/// How many bytes the value at the start takes.
#[inline]
fn length(bytes: &[u8]) -> usize {
    match bytes[0] {
        NULL | FALSE | TRUE | SMALL.. => 1,
        WORD => 3,
        FLOAT => 1 + size_of::<f64>(),
        LIST | OBJECT => HEAD + u32::from_le_bytes([bytes[1], bytes[2], bytes[3], bytes[4]]) as usize,
        tag => {
            let mut rest = &bytes[1..];
            let number = number(&mut rest);
            let text = if tag == TEXT { usize::try_from(number).unwrap_or(usize::MAX) } else { 0 };
            bytes.len() - rest.len() + text
        }
    }
}

/// Takes a text off the start.
pub(super) fn text<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let length = usize::try_from(number(rest)).unwrap_or(usize::MAX);
    let (text, after) = rest.split_at(length);
    *rest = after;
    text
}

/// Takes a number off the start: seven bits a byte, the lowest first, and one that says whether there are more.
#[inline]
pub(super) fn number(rest: &mut &[u8]) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((&byte, after)) = rest.split_first() {
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}
