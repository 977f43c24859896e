use std::mem;

use super::{
    json,
    written::{Piece, Written},
};

impl Written {
    /// How this became `new`, as the JSON of an [`super::Edit`].
    pub fn difference(&self, new: &Written) -> String {
        let mut out = Vec::new();
        self.write_difference(new, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Writes the difference at the end of `out`.
    pub(crate) fn write_difference(&self, new: &Written, out: &mut Vec<u8>) {
        let (old, new) = (self.whole(), new.whole());
        if old.0 == new.0 {
            out.extend_from_slice(br#"{"set":{}}"#);
        } else {
            edit(old, new, out);
        }
    }
}

/// Writes how `old` became `new`: only the changes if that is shorter, otherwise the whole value.
fn edit(old: Piece<'_>, new: Piece<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    let inside = if old.is_list() && new.is_list() {
        list(old, new, out);
        true
    } else {
        out.extend_from_slice(br#"{"set":"#);
        let same_fields = set(old, new, out);
        out.push(b'}');
        same_fields
    };
    if !inside || is_long(out.len() - start, new) {
        out.truncate(start);
        literal(new, out);
    }
}

/// The bytes around a list or object that is given whole.
const LITERAL: usize = r#"{"is":}"#.len();
/// As JSON nothing is so much shorter than it is here.
const SHORTEST: usize = 4;

/// Whether a change of this many bytes is longer than the value itself.
fn is_long(change: usize, new: Piece<'_>) -> bool {
    change > new.0.len() / SHORTEST && change > json::length(new) + LITERAL
}

fn literal(new: Piece<'_>, out: &mut Vec<u8>) {
    if new.is_list() || new.is_object() {
        out.extend_from_slice(br#"{"is":"#);
        json::write(new, out);
        out.push(b'}');
    } else {
        json::write(new, out);
    }
}

/// Writes the fields that changed. Says whether it could: only where both have the same fields.
fn set(old: Piece<'_>, new: Piece<'_>, out: &mut Vec<u8>) -> bool {
    if !(old.is_object() && new.is_object()) {
        return false;
    }
    out.push(b'{');
    let mut more = false;
    let (mut before, mut after) = (old.members(), new.members());
    loop {
        match (before.next(), after.next()) {
            (None, None) => break,
            (Some((had, old)), Some((key, new))) if had == key => {
                if old.0 == new.0 {
                    continue;
                }
                if mem::replace(&mut more, true) {
                    out.push(b',');
                }
                json::name(key, out);
                edit(old, new, out);
            }
            _ => return false,
        }
    }
    out.push(b'}');
    true
}

/// Writes a list, part by part.
fn list(old: Piece<'_>, new: Piece<'_>, out: &mut Vec<u8>) {
    let (old, new): (Vec<_>, Vec<_>) = (old.elements().collect(), new.elements().collect());
    let same = |(old, new): &(&Piece<'_>, &Piece<'_>)| old.0 == new.0;
    let head = old.iter().zip(&new).take_while(same).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
    let named = Named::new(&old, head..old.len() - tail);
    let mut parts = Parts { out, kept: 0..0, more: false };
    parts.out.extend_from_slice(br#"{"list":["#);
    parts.keep(0..head);
    for place in head..new.len() - tail {
        let wanted = new[place];
        match named.find(wanted) {
            Some(found) if old[found].0 == wanted.0 => parts.keep(found..found + 1),
            found => {
                let before = place.checked_sub(1).map(|before| new[before]);
                parts.change(found.map(|found| (found, old[found])), before, wanted);
            }
        }
    }
    parts.keep(old.len() - tail..old.len());
    parts.flush();
    parts.out.extend_from_slice(b"]}");
}

/// Elements of the old list by what they are known by.
struct Named<'a> {
    sorted: Vec<(&'a [u8], usize)>,
    old: &'a [Piece<'a>],
}

impl<'a> Named<'a> {
    fn new(old: &'a [Piece<'a>], places: std::ops::Range<usize>) -> Named<'a> {
        let mut sorted: Vec<_> = places.map(|place| (old[place].name(), place)).collect();
        sorted.sort_unstable();
        Named { sorted, old }
    }

    /// The old place of the same element, or of one with the same name.
    fn find(&self, wanted: Piece<'_>) -> Option<usize> {
        let name = wanted.name();
        let first = self.sorted.partition_point(|(other, _)| *other < name);
        let called: &[_] = &self.sorted[first..];
        let mut called = called.iter().take_while(|(other, _)| *other == name).map(|(_, place)| *place);
        let same = called.clone().find(|place| self.old[*place].0 == wanted.0);
        same.or_else(|| called.next())
    }
}

/// A list that is being written.
struct Parts<'o> {
    out: &'o mut Vec<u8>,
    /// Elements of the old list that are kept and not written yet.
    kept: std::ops::Range<usize>,
    more: bool,
}

impl Parts<'_> {
    fn keep(&mut self, places: std::ops::Range<usize>) {
        if places.is_empty() {
            return;
        }
        if self.kept.end == places.start && !self.kept.is_empty() {
            self.kept.end = places.end;
        } else {
            self.flush();
            self.kept = places;
        }
    }

    fn flush(&mut self) {
        let kept = mem::replace(&mut self.kept, 0..0);
        if !kept.is_empty() {
            self.comma();
            self.out.push(b'[');
            json::digits(kept.start as u64, self.out);
            self.out.push(b',');
            json::digits(kept.len() as u64, self.out);
            self.out.push(b']');
        }
    }

    fn comma(&mut self) {
        if mem::replace(&mut self.more, true) {
            self.out.push(b',');
        }
    }

    /// An element as a change of the one at a place in the old list, or else of the one before it in the new.
    fn change(&mut self, was: Option<(usize, Piece<'_>)>, before: Option<Piece<'_>>, new: Piece<'_>) {
        self.flush();
        self.comma();
        let start = self.out.len();
        let like = match was {
            Some((place, old)) => {
                self.out.extend_from_slice(br#"{"at":"#);
                json::digits(place as u64, self.out);
                self.out.extend_from_slice(br#","set":"#);
                Some(old)
            }
            None => {
                self.out.extend_from_slice(br#"{"set":"#);
                before
            }
        };
        let written = like.is_some_and(|like| set(like, new, self.out));
        self.out.push(b'}');
        if !written || is_long(self.out.len() - start, new) {
            self.out.truncate(start);
            literal(new, self.out);
        }
    }
}
