//! The program from outside, in one program of tests: each file is about one thing.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

mod book;
mod cases;
mod command_line;
mod designing;
mod documents;
#[cfg(target_os = "linux")]
mod faults;
mod hostile_files;
mod layers;
mod ledger;
mod maps;
mod negatives;
mod open_fire_odds;
#[cfg(unix)]
mod operator;
mod paragraph_files;
#[cfg(unix)]
mod post;
#[cfg(target_os = "linux")]
mod postgres;
#[cfg(unix)]
mod proxies;
mod serve;
mod support;
mod tiers;
