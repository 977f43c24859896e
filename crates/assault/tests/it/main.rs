//! The tests of this crate from outside, in one program: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod after;
mod contract;
mod duels;
mod oracle;
mod ours;
mod out_of_sight;
mod passing;
mod support;
mod threats;
