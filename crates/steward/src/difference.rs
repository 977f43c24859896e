//! What changed from one view to the next, in one form for all games.
//!
//! Whoever shows a game keeps the view a client has ([`Written`]) and compares it with the new one part by part; the
//! client makes the [`Edit`] on the view it has. Both know nothing about what a view holds: a field that is added to it
//! needs nothing here. Only what has changed is written as JSON.
//!
//! In a list an element is known by its first field (a counter's id, a choice's action), so that one which moved or
//! changed is found again. A new element is described by how it differs from the one before it: choices are much alike.
//!
//! ```
//! use serde_json::{Value, json};
//! use steward::difference::{Edit, Written};
//!
//! let old = json!({ "seq": 1, "counters": [{ "id": "a", "hex": "0101" }, { "id": "b", "hex": "0102" }] });
//! let new = json!({ "seq": 2, "counters": [{ "id": "a", "hex": "0101" }, { "id": "b", "hex": "0103" }] });
//! let text = Written::new(&old)?.difference(&Written::new(&new)?);
//! let edit: Edit = serde_json::from_str(&text)?;
//! let mut value = old;
//! edit.apply(&mut value).unwrap();
//! assert_eq!(value, new);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod apply;
mod json;
mod make;
mod scribe;
#[cfg(test)]
mod tests;
mod words;
mod written;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

pub use self::{
    apply::Misfit,
    written::{Packed, Written},
};

/// How a value became another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
#[ts(export)]
pub enum Edit {
    /// Fields of an object changed; the others are as they were.
    Set {
        /// The changed fields.
        set: BTreeMap<String, Edit>,
    },
    /// A list is put together from old and new elements.
    List {
        /// Its parts, in order.
        list: Vec<ListPart>,
    },
    /// A list or an object replaces the old value.
    Is {
        /// The new value.
        #[ts(type = "unknown")]
        is: Value,
    },
    /// A plain value replaces the old one.
    Plain(#[ts(type = "string | number | boolean | null")] Scalar),
}

/// A part of a new list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
#[ts(export)]
pub enum ListPart {
    /// Elements of the old list as they were: where they begin, and how many.
    Keep(usize, usize),
    /// An element of the old list with fields changed.
    Change {
        /// Its place in the old list.
        at: usize,
        /// The changed fields.
        set: BTreeMap<String, Edit>,
    },
    /// As the element before it in the new list, with fields changed.
    Like {
        /// The changed fields.
        set: BTreeMap<String, Edit>,
    },
    /// A new list or object.
    Is {
        /// The whole element.
        #[ts(type = "unknown")]
        is: Value,
    },
    /// Something new and plain.
    Plain(#[ts(type = "string | number | boolean | null")] Scalar),
}

/// A value that is neither a list nor an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// `null`.
    Nothing(()),
    /// `true` or `false`.
    Truth(bool),
    /// A number.
    Number(serde_json::Number),
    /// A text.
    Text(String),
}
