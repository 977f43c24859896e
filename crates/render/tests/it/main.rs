//! The tests of this crate from outside, in one program: each file is about one thing.

mod boards;
mod looks;
mod map;
mod png;
mod sheet;
mod symbols;
