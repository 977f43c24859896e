//! The tests of this crate from outside, in one program: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod after;
mod agree;
mod border;
mod choices;
mod constraints;
mod contract;
mod faults;
mod losses;
mod oracle;
mod perft;
mod printed;
mod set_up;
mod tables;
mod threats;
