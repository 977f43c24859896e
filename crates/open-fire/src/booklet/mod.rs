//! The booklet: paragraphs, unit cards and missions as they are written, before anybody plays them.

pub mod cartridge;
pub mod lessons;
pub mod muster;
pub mod options;
pub mod paragraphs;
pub(crate) mod proofs;
pub mod terms;
pub mod unit_cards;

/// Our content without the six missions: what tests of the language need, and read many times.
#[cfg(test)]
pub(crate) fn files_of_training() -> content::Files {
    let mut files = content::Files::embedded();
    let folders = ["missions", "paragraphs", "unit-cards"].map(|folder| format!("open-fire/{folder}/"));
    let kept = ["training.kdl", "examples.kdl", "german-turns.kdl", "germans.kdl", "us.kdl"];
    files.leave_out(|path| {
        folders.iter().any(|folder| path.strip_prefix(folder.as_str()).is_some_and(|name| !kept.contains(&name)))
    });
    files
}
