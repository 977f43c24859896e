//! Special rules of single missions' briefings.

pub mod deployment;
