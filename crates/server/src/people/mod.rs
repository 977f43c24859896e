//! People: who they are, where they sit, what they say, how long they think, and how they hear of their turn.
//!
//! May not know rules, nor what is on a board: of a game it knows its seats and whose turn it is. Nor does it know how
//! a connection came about.

pub(crate) mod accounts;
pub(crate) mod chat;
pub(crate) mod claim;
pub(crate) mod clock;
pub(crate) mod hashing;
pub(crate) mod keys;
pub(crate) mod letters;
pub(crate) mod lobby;
pub(crate) mod notify;
pub(crate) mod places;
pub(crate) mod secrets;
