//! The tests of this crate from outside, in one program.
#![allow(clippy::unwrap_used)]

mod difference;
