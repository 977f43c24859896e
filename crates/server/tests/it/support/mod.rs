//! A small game, a real server for it, and clients that keep every byte they get.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used, reason = "each test file uses its part")]

pub mod client;
pub mod game;
pub mod host;
pub mod postgres;
pub mod secure;
