//! The booklet: paragraphs, unit cards and missions as they are written, before anybody plays them.

pub mod cartridge;
pub mod lessons;
pub mod muster;
pub mod options;
pub mod paragraphs;
pub(crate) mod proofs;
pub mod terms;
pub mod unit_cards;
