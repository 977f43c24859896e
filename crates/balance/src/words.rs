//! A report in a terminal.

use std::{collections::BTreeSet, fmt::Display};

use crate::report::{Judged, Often, Report, Spread};

/// Cards and pages that are named.
const NAMED: usize = 8;

/// The report as lines of text.
pub fn tell(report: &Report) -> Vec<String> {
    report.judged.iter().flat_map(told).chain([unread(report)]).collect()
}

/// The story paragraphs that nobody read in any play of any kind.
pub(crate) fn unread(report: &Report) -> String {
    let read: BTreeSet<u16> = report.judged.iter().flat_map(|judged| judged.read.keys().copied()).collect();
    let never: BTreeSet<u16> = report.judged.iter().flat_map(|judged| judged.never_read.iter().copied()).collect();
    let never: Vec<u16> = never.difference(&read).copied().collect();
    let plays: u32 = report.judged.iter().map(|judged| judged.games).sum();
    format!("{} story paragraphs were read in these {plays} plays. Read in none: {}.", read.len(), numbers(&never))
}

fn told(judged: &Judged) -> Vec<String> {
    let Judged { mission, player, games, needed, .. } = judged;
    let mut lines = vec![
        format!("{mission}, {} platoon, {player}: {games} plays", judged.platoon.word()),
        row("won", format!("{} ±{}", share(judged.win_share), share(judged.win_margin))),
        row("victory points", format!("{}; {needed} win", spread(&judged.points))),
        row("US vehicles lost", spread(&judged.vehicles_lost)),
        row("Germans lost", spread(&judged.germans_lost)),
        row("last condition", counts(judged.by_condition.iter())),
        row("decisions", spread(&judged.decisions)),
        row("rounds", spread(&judged.rounds)),
        row("story paragraphs", format!("{} in a play", spread(&judged.stories))),
        row("read in more than 1 of 200", judged.stories_often.to_string()),
        row("never read", numbers(&judged.never_read)),
        row("common to two plays", share(judged.common)),
        row(
            "German turns",
            format!("{}, {} with a target in sight", judged.german_turns, judged.german_turns_in_sight),
        ),
        row("of these idle", often(&judged.idle)),
        row("idle for ten rounds", often(&judged.idle_for_long)),
        row("to and fro", often(&judged.to_and_fro)),
    ];
    if judged.endless > 0 {
        lines.push(row("WITHOUT END", judged.endless.to_string()));
    }
    lines.push(String::new());
    lines
}

/// A line with its name.
pub(crate) fn row(name: &str, text: impl Display) -> String {
    format!("  {name:26} {text}")
}

/// A share in percent.
pub(crate) fn share(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// Median, quartiles and extremes.
pub(crate) fn spread(spread: &Spread) -> String {
    let Spread { least, lower, median, upper, most, mean } = spread;
    format!("median {median} ({lower} to {upper}; {least} to {most}), mean {mean:.1}")
}

/// Median and quartiles.
pub(crate) fn brief(spread: &Spread) -> String {
    format!("{} ({} to {})", spread.median, spread.lower, spread.upper)
}

/// `1: 20, 2: 45`.
pub(crate) fn counts<'a, N: Display + 'a>(counts: impl Iterator<Item = (&'a N, &'a u32)>) -> String {
    counts.map(|(number, plays)| format!("{number}: {plays}")).collect::<Vec<_>>().join(", ")
}

/// Paragraphs by their three digits.
pub(crate) fn numbers(numbers: &[u16]) -> String {
    match numbers {
        [] => "none".to_owned(),
        _ => {
            let list: Vec<String> = numbers.iter().map(|number| format!("{number:03}")).collect();
            format!("{}: {}", numbers.len(), list.join(" "))
        }
    }
}

/// How often, and where from.
pub(crate) fn often(often: &Often) -> String {
    let named: Vec<String> = often.mostly.iter().take(NAMED).map(|(name, times)| format!("{name} {times}")).collect();
    match often.times {
        0 => "0".to_owned(),
        times => format!("{times} ({})", named.join(", ")),
    }
}
