use std::{collections::BTreeMap, mem};

use serde_json::Value;
use thiserror::Error;

use super::{Edit, ListPart, Scalar};

/// Why an edit cannot be made: it was meant for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// There is no such element.
    #[error("the list has no element {0}")]
    NoElement(usize),
    /// There is no such field.
    #[error("there is no such field")]
    NoField,
    /// A list was expected.
    #[error("a list was expected")]
    NoList,
}

impl Edit {
    /// Makes the edit.
    ///
    /// # Errors
    /// If it was not meant for this value, which may then be changed in part.
    pub fn apply(self, value: &mut Value) -> Result<(), Misfit> {
        match self {
            Edit::Plain(scalar) => *value = scalar.into(),
            Edit::Is { is } => *value = is,
            Edit::Set { set } => assign(value, set)?,
            Edit::List { list } => {
                let Value::Array(old) = value else { return Err(Misfit::NoList) };
                *old = lay_out(mem::take(old), list)?;
            }
        }
        Ok(())
    }
}

fn assign(value: &mut Value, set: BTreeMap<String, Edit>) -> Result<(), Misfit> {
    for (field, edit) in set {
        edit.apply(value.get_mut(field).ok_or(Misfit::NoField)?)?;
    }
    Ok(())
}

fn lay_out(old: Vec<Value>, parts: Vec<ListPart>) -> Result<Vec<Value>, Misfit> {
    let mut old = Old::new(old, &parts)?;
    let mut new: Vec<Value> = Vec::with_capacity(old.elements.len());
    for part in parts {
        match part {
            ListPart::Keep(from, count) => new.extend((from..from + count).map(|place| old.take(place))),
            ListPart::Change { at, set } => {
                let mut changed = old.take(at);
                assign(&mut changed, set)?;
                new.push(changed);
            }
            ListPart::Like { set } => {
                let mut like = new.last().ok_or(Misfit::NoElement(0))?.clone();
                assign(&mut like, set)?;
                new.push(like);
            }
            ListPart::Is { is } => new.push(is),
            ListPart::Plain(scalar) => new.push(scalar.into()),
        }
    }
    Ok(new)
}

/// The elements of an old list, with how often each is still needed: the last time it is moved, not copied.
struct Old {
    elements: Vec<(Value, u32)>,
}

impl Old {
    fn new(elements: Vec<Value>, parts: &[ListPart]) -> Result<Old, Misfit> {
        let mut old = Old { elements: elements.into_iter().map(|element| (element, 0)).collect() };
        for part in parts {
            let (from, count) = match part {
                ListPart::Keep(from, count) => (*from, *count),
                ListPart::Change { at, .. } => (*at, 1),
                ListPart::Like { .. } | ListPart::Is { .. } | ListPart::Plain(_) => continue,
            };
            let end = from.checked_add(count).ok_or(Misfit::NoElement(from))?;
            let needed = old.elements.get_mut(from..end).ok_or(Misfit::NoElement(from))?;
            needed.iter_mut().for_each(|(_, times)| *times += 1);
        }
        Ok(old)
    }

    fn take(&mut self, place: usize) -> Value {
        let (element, times) = &mut self.elements[place];
        *times -= 1;
        if *times == 0 { element.take() } else { element.clone() }
    }
}

impl From<Scalar> for Value {
    fn from(scalar: Scalar) -> Value {
        match scalar {
            Scalar::Nothing(()) => Value::Null,
            Scalar::Truth(truth) => Value::Bool(truth),
            Scalar::Number(number) => Value::Number(number),
            Scalar::Text(text) => Value::String(text),
        }
    }
}
