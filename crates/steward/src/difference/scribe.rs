//! Writes anything that can be written as JSON in the form of [`super::Written`].

use std::cell::Cell;

use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::{
    words,
    written::{BELOW, COUNT, FALSE, FLOAT, HEAD, LIST, NULL, OBJECT, SMALL, SMALL_NUMBERS, TEXT, TRUE, WORD, number},
};

type Error = serde_json::Error;
type Done = Result<(), Error>;

thread_local! {
    /// The paper that was last written on: it has grown to the size of a view.
    static PAPER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A paper larger than this is not kept.
const LARGE: usize = 256 * 1024;

pub(super) fn write(value: &impl Serialize) -> Result<Box<[u8]>, Error> {
    let mut scribe = Scribe { paper: PAPER.take() };
    scribe.paper.clear();
    value.serialize(&mut scribe)?;
    let written = Box::from(scribe.paper.as_slice());
    if scribe.paper.capacity() <= LARGE {
        PAPER.set(scribe.paper);
    }
    Ok(written)
}

struct Scribe {
    paper: Vec<u8>,
}

impl Scribe {
    #[inline]
    fn tag(&mut self, tag: u8) -> Done {
        self.paper.push(tag);
        Ok(())
    }

    #[inline]
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.paper.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.paper.push(number as u8);
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.paper.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn key(&mut self, key: &'static str) {
        let word = words::number(key);
        self.paper.extend_from_slice(&word.to_le_bytes());
        if word == words::NONE {
            self.text(key);
        }
    }

    #[inline]
    fn word(&mut self, word: &'static str) -> Done {
        match words::number(word) {
            words::NONE => self.serialize_str(word),
            number => {
                self.paper.push(WORD);
                self.paper.extend_from_slice(&number.to_le_bytes());
                Ok(())
            }
        }
    }

    /// Begins a list or an object; what is written until [`Open::close`] is inside.
    #[inline]
    fn open(&mut self, tag: u8) -> Open<'_> {
        let start = self.paper.len();
        self.paper.extend_from_slice(&[tag, 0, 0, 0, 0]);
        Open { scribe: self, start, outer: None }
    }

    /// A list or an object that is the value of a variant.
    fn open_variant(&mut self, variant: &'static str, tag: u8) -> Open<'_> {
        let outer = self.open(OBJECT).start;
        self.key(variant);
        Open { outer: Some(outer), ..self.open(tag) }
    }

    fn close(&mut self, start: usize) -> Done {
        let length = self.paper.len() - start - HEAD;
        let length = u32::try_from(length).map_err(|_| Error::custom("this is too large"))?;
        self.paper[start + 1..start + HEAD].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }
}

/// A list or an object that is being written.
struct Open<'a> {
    scribe: &'a mut Scribe,
    start: usize,
    /// Where the object begins that holds it, if it is the value of a variant.
    outer: Option<usize>,
}

impl Open<'_> {
    #[inline]
    fn close(self) -> Done {
        self.scribe.close(self.start)?;
        self.outer.map_or(Ok(()), |outer| self.scribe.close(outer))
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
        self.scribe.key(key);
        value.serialize(&mut *self.scribe)
    }
}

impl<'a> Serializer for &'a mut Scribe {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    fn serialize_bool(self, value: bool) -> Done {
        self.tag(if value { TRUE } else { FALSE })
    }

    fn serialize_i8(self, value: i8) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Done {
        if let Ok(count) = u64::try_from(value) {
            return self.serialize_u64(count);
        }
        self.paper.push(BELOW);
        self.number(!value as u64);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Done {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Done {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Done {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Done {
        match u8::try_from(value) {
            Ok(small) if small < SMALL_NUMBERS => self.tag(SMALL + small),
            _ => {
                self.paper.push(COUNT);
                self.number(value);
                Ok(())
            }
        }
    }

    fn serialize_f32(self, value: f32) -> Done {
        // As JSON it has fewer digits than the same number with more bits.
        self.serialize_f64(value.to_string().parse().map_err(Error::custom)?)
    }

    fn serialize_f64(self, value: f64) -> Done {
        if !value.is_finite() {
            return self.tag(NULL);
        }
        self.paper.push(FLOAT);
        self.paper.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Done {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Done {
        self.paper.push(TEXT);
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Done {
        self.tag(NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.tag(NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.tag(NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.word(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let mut open = self.open(OBJECT);
        open.field(variant, value)?;
        open.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant, LIST))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open(OBJECT))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(OBJECT))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant, OBJECT))
    }
}

impl SerializeSeq for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.scribe)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeTuple for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.scribe)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeTupleStruct for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.scribe)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeTupleVariant for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.scribe)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Error;

    /// The names of a map's entries are not known to the program: each is written out, a number as its digits.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        let mut name = Scribe { paper: Vec::new() };
        key.serialize(&mut name)?;
        self.scribe.paper.extend_from_slice(&words::NONE.to_le_bytes());
        let mut rest = name.paper.get(1..).unwrap_or_default();
        match name.paper.first().copied().unwrap_or(NULL) {
            TEXT => self.scribe.paper.extend_from_slice(rest),
            WORD => self.scribe.text(words::word(u16::from_le_bytes([rest[0], rest[1]]))),
            FALSE => self.scribe.text("false"),
            TRUE => self.scribe.text("true"),
            COUNT => self.scribe.text(&number(&mut rest).to_string()),
            BELOW => self.scribe.text(&(!number(&mut rest) as i64).to_string()),
            small @ SMALL.. => self.scribe.text(&(small - SMALL).to_string()),
            _ => return Err(Error::custom("the name of an entry must be a text or a number")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.scribe)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
        self.field(key, value)
    }

    fn end(self) -> Done {
        self.close()
    }
}

impl SerializeStructVariant for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
        self.field(key, value)
    }

    fn end(self) -> Done {
        self.close()
    }
}
