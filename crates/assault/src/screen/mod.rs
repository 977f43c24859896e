//! What players see. Only `rules.rs` imports it, and nothing below knows that there are screens.

mod counters;
mod handy;
mod losses;
mod overlays;
mod panels;
mod plan;
mod prompt;
mod record_sheets;
mod scene;
mod threats;
mod wishes;

pub(crate) use counters::all_markers;
pub(crate) use handy::{fighters, handy, lets_pass, offered};
pub(crate) use losses::losses;
pub(crate) use overlays::overlays;
pub(crate) use plan::plan;
pub(crate) use record_sheets::record_sheets;
pub(crate) use scene::{scene, standing};
pub(crate) use threats::threats;
pub(crate) use wishes::wishes;
