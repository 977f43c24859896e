//! Every condition of a mission can come, and it can end: in victory, and in defeat.

use engine::Problem;

use crate::booklet::{
    cartridge::Mission,
    proofs::{
        chances::Chance,
        points,
        walk::{Book, Goal, Walk},
        warning,
    },
};

/// Conditions that nothing leads to.
pub(crate) fn conditions(mission: &Mission, walk: &Walk) -> Vec<Problem> {
    let all = 1..=mission.activation.len() as u8;
    let missing = all.filter(|condition| !walk.conditions.contains(condition));
    let warned = missing.map(|condition| {
        let what = format!("nothing in \"{}\" leads to condition {condition}", mission.id);
        let help = format!(
            "write \"condition {condition}\" in a paragraph that can be read before, or drop an activation level"
        );
        warning(&mission.at, what, help)
    });
    warned.collect()
}

/// Whether it can be won, and lost, and ends at all.
pub(crate) fn ends(mission: &Mission, walk: &Walk, book: Book<'_>) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let can_come = |test| {
        let chance = |condition: &u8| walk.known(mission, book.kept, *condition).chance(test);
        walk.conditions.iter().any(|condition| chance(condition) != Chance::Never)
    };
    let told = walk.links.iter().any(|link| link.to == Goal::End);
    if !told && !mission.ends.iter().any(can_come) {
        let help = "no condition, sighting or marker that it asks for can come: see \"ends\"";
        warnings.push(warning(&mission.at, format!("\"{}\" never comes to its end", mission.id), help));
    }
    let needed = mission.victory;
    if let Some(most) = points::most(mission, walk, book).filter(|most| *most < i32::from(needed)) {
        let what = format!("\"{}\" cannot be won: {needed} points are needed, and {most} are all there is", mission.id);
        warnings.push(warning(&mission.at, what, "give more points in paragraphs and on cards, or ask for fewer"));
    }
    let given = points::given(mission, book);
    if given >= i32::from(needed) {
        let what = format!("\"{}\" cannot be lost: {needed} points are needed, and it begins with {given}", mission.id);
        warnings.push(warning(&mission.at, what, "ask for more points: victory 10 { … }"));
    }
    warnings
}
