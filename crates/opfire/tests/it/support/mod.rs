//! The real program as a process, what it speaks to, and players who note everything they were told.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used, reason = "each test file uses its part")]

pub mod authority;
#[path = "../../../../server/tests/it/support/client.rs"]
pub mod client;
#[cfg(target_os = "linux")]
pub mod club;
#[cfg(target_os = "linux")]
pub mod disk;
pub mod house;
pub mod office;
#[path = "../../../../server/tests/it/support/postgres.rs"]
pub mod postgres;
pub mod proxy;
#[path = "../../../../server/tests/it/support/secure.rs"]
pub mod secure;
#[cfg(target_os = "linux")]
pub mod watched_house;
