//! The tests of this crate from outside, in one program: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod both_plan;
mod undo;
