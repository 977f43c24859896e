use std::mem;

use super::written::{Member, Piece, Written};

impl Written {
    /// How this became `new`, as the JSON of an [`super::Edit`].
    pub fn difference(&self, new: &Written) -> String {
        let mut out = Vec::new();
        if self.text() == new.text() {
            return r#"{"set":{}}"#.to_owned();
        }
        edit(self.whole(), new.whole(), &mut out);
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Writes how `old` became `new`: only the changes if that is shorter, otherwise the whole value.
fn edit(old: Piece<'_>, new: Piece<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    let inside = if old.is_list() && new.is_list() {
        list(&old.members(), &new.members(), out);
        true
    } else {
        out.extend_from_slice(br#"{"set":"#);
        let same_fields = set(old, new, out);
        out.push(b'}');
        same_fields
    };
    if !inside || out.len() - start > new.text().len() + LITERAL {
        out.truncate(start);
        literal(new, out);
    }
}

/// The bytes around a list or object that is given whole.
const LITERAL: usize = r#"{"is":}"#.len();

fn literal(new: Piece<'_>, out: &mut Vec<u8>) {
    if new.is_list() || new.is_object() {
        out.extend_from_slice(br#"{"is":"#);
        out.extend_from_slice(new.text());
        out.push(b'}');
    } else {
        out.extend_from_slice(new.text());
    }
}

/// Writes the fields that changed. Says whether it could: only where both have the same fields.
fn set(old: Piece<'_>, new: Piece<'_>, out: &mut Vec<u8>) -> bool {
    if !(old.is_object() && new.is_object()) {
        return false;
    }
    let (before, after) = (old.members(), new.members());
    if before.len() != after.len() || before.iter().zip(&after).any(|(old, new)| old.key != new.key) {
        return false;
    }
    out.push(b'{');
    let mut more = false;
    for (old, new) in before.iter().zip(&after).filter(|(old, new)| old.value.text() != new.value.text()) {
        if mem::replace(&mut more, true) {
            out.push(b',');
        }
        out.extend_from_slice(new.key);
        out.push(b':');
        edit(old.value, new.value, out);
    }
    out.push(b'}');
    true
}

/// Writes a list, part by part.
fn list(old: &[Member<'_>], new: &[Member<'_>], out: &mut Vec<u8>) {
    let same = |(old, new): &(&Member<'_>, &Member<'_>)| old.value.text() == new.value.text();
    let head = old.iter().zip(new).take_while(same).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
    let named = Named::new(old, head..old.len() - tail);
    let mut parts = Parts { out, kept: 0..0, more: false };
    parts.out.extend_from_slice(br#"{"list":["#);
    parts.keep(0..head);
    for place in head..new.len() - tail {
        let wanted = new[place].value;
        match named.find(wanted) {
            Some(found) if old[found].value.text() == wanted.text() => parts.keep(found..found + 1),
            found => {
                let before = place.checked_sub(1).map(|before| new[before].value);
                parts.change(found.map(|found| (found, old[found].value)), before, wanted);
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
    old: &'a [Member<'a>],
}

impl<'a> Named<'a> {
    fn new(old: &'a [Member<'a>], places: std::ops::Range<usize>) -> Named<'a> {
        let mut sorted: Vec<_> = places.map(|place| (old[place].value.name(), place)).collect();
        sorted.sort_unstable();
        Named { sorted, old }
    }

    /// The old place of the same element, or of one with the same name.
    fn find(&self, wanted: Piece<'_>) -> Option<usize> {
        let name = wanted.name();
        let first = self.sorted.partition_point(|(other, _)| *other < name);
        let called: &[_] = &self.sorted[first..];
        let mut called = called.iter().take_while(|(other, _)| *other == name).map(|(_, place)| *place);
        let same = called.clone().find(|place| self.old[*place].value.text() == wanted.text());
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
            self.out.extend_from_slice(format!("[{},{}]", kept.start, kept.len()).as_bytes());
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
                self.out.extend_from_slice(format!(r#"{{"at":{place},"set":"#).as_bytes());
                Some(old)
            }
            None => {
                self.out.extend_from_slice(br#"{"set":"#);
                before
            }
        };
        let written = like.is_some_and(|like| set(like, new, self.out));
        self.out.push(b'}');
        if !written || self.out.len() - start > new.text().len() + LITERAL {
            self.out.truncate(start);
            literal(new, self.out);
        }
    }
}
