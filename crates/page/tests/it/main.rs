#![allow(clippy::unwrap_used)]
mod answers;
mod browser;
mod games;
