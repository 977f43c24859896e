//! A report as a page in Markdown with charts beside it.

use crate::{
    charts,
    report::{Judged, Report},
    words,
};

/// The files of the page: names and texts. `command` makes it again.
pub fn files(report: &Report, command: &str) -> Vec<(String, String)> {
    let mut files = vec![("README.md".to_owned(), page(report, command))];
    for judged in judging(report) {
        files.push((chart_name(judged), charts::chart(judged)));
    }
    files
}

/// Those played by the one who judges: the first of each mission and platoon.
fn judging(report: &Report) -> impl Iterator<Item = &Judged> {
    let first = |judged: &Judged| {
        let same = |other: &&Judged| other.mission == judged.mission && other.platoon == judged.platoon;
        report.judged.iter().find(same).is_some_and(|found| found.player == judged.player)
    };
    report.judged.iter().filter(move |judged| first(judged))
}

fn chart_name(judged: &Judged) -> String {
    format!("{}-{}.svg", judged.mission, judged.platoon.word())
}

fn page(report: &Report, command: &str) -> String {
    let mut text = String::from("# The missions, judged by plays\n\n");
    text += &format!("Made by `{command}`; the same command makes the same page again.\n\n");
    text += EXPLAINED;
    text += "\n## In short\n\n";
    text += "| mission | platoon | player | plays | won | points (needed) | vehicles lost | decisions | rounds | \
        common |\n";
    text += "|---|---|---|---:|---:|---|---|---|---|---:|\n";
    for judged in &report.judged {
        text += &short(judged);
    }
    text += &format!("\n{}\n", words::unread(report));
    for judged in judging(report) {
        text += &section(judged);
    }
    text
}

const EXPLAINED: &str = "\
- *Decisions* are choices with more than one thing to choose from, once the platoon is complete. Spreads are medians \
with quartiles.
- *Common*: of two plays of a mission, the story paragraphs read in both, as a share of those that one of them read on \
average.
- *Idle*: a German has a US unit in sight as his turn begins, and does nothing that shows or is told.
- *To and fro*: a German vehicle ends its turn in a hex that it left within its last three turns.
- The *campaign* platoon is new in the first mission by date and goes through all of them; a campaign is over when \
nobody is left who could go on.
- `in-and-out` drives in and straight to the way out and fires at nobody; `random` plays by chance.
";

fn short(judged: &Judged) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {}; {} | {} | {} | {} | {} |\n",
        judged.title,
        judged.platoon.word(),
        judged.player,
        judged.games,
        words::share(judged.win_share),
        words::brief(&judged.points),
        judged.needed,
        words::brief(&judged.vehicles_lost),
        words::brief(&judged.decisions),
        words::brief(&judged.rounds),
        words::share(judged.common),
    )
}

fn section(judged: &Judged) -> String {
    let (title, platoon) = (&judged.title, judged.platoon.word());
    let mut text = format!("\n## {title}, {platoon} platoon\n\n![{title}, {platoon}]({})\n\n", chart_name(judged));
    let rows = [
        ("Plays by last condition", words::counts(judged.by_condition.iter())),
        ("Germans lost", words::spread(&judged.germans_lost)),
        ("Story paragraphs in a play", words::spread(&judged.stories)),
        ("Read in more than 1 of 200 plays", judged.stories_often.to_string()),
        ("Never read", words::numbers(&judged.never_read)),
        ("Common to two plays", words::share(judged.common)),
        ("German turns", format!("{}, {} with a US unit in sight", judged.german_turns, judged.german_turns_in_sight)),
        ("Idle turns", words::often(&judged.idle)),
        ("Idle for ten rounds", words::often(&judged.idle_for_long)),
        ("To and fro", words::often(&judged.to_and_fro)),
    ];
    for (name, value) in rows {
        text += &format!("- {name}: {value}\n");
    }
    text
}
