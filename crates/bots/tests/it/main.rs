//! The tests of this crate from outside, in one program: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod company_leader;
mod golden;
mod open_fire;
mod soak;
mod staff_officer;
mod typed;
