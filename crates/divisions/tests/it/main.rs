//! The tests of this crate from outside, in one program: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod after;
mod choices;
mod contract;
mod fuzz;
mod games;
mod set_up;
mod shading;
mod support;
mod threats;
mod told;
