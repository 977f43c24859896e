//! Special rules of single missions' briefings.

pub mod deployment;
pub mod freed_men;
