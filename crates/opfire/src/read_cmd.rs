//! `opfire read`: one play of a mission as a story.

use std::path::Path;

use engine::{OpenError, Outcome, Ruleset, Shelf};
use lab::story::{self, Story, Told};

use crate::{args::ReadArgs, fail::Failure, out, tables};

/// The longest line on a terminal.
const WIDTH: usize = 88;

pub(crate) fn read(args: &ReadArgs, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let ruleset = ruleset_with(&shelf, &args.mission)?;
    let settings = tables::settings(&args.settings)?;
    let best = ruleset.bots().first().map_or("random", |(id, _)| id);
    let bot = args.bot.as_deref().unwrap_or(best);
    let players = vec![bot.to_owned(); tables::seats(ruleset, &args.mission, &settings)];
    let story = story::play(ruleset, &args.mission, &settings, &players, args.seed)?;
    let play = format!("seed {}, {bot}, {} actions", args.seed, story.actions);
    let print = if args.markdown { markdown } else { plain };
    out::say(print(&story, &play).trim_end());
    Ok(())
}

/// The game that has this scenario: nobody need say which.
pub(crate) fn ruleset_with<'a>(shelf: &'a Shelf, scenario: &str) -> Result<&'a dyn Ruleset, Failure> {
    let ids = |ruleset: &'a dyn Ruleset| ruleset.scenarios().into_iter().map(|info| info.id.as_str());
    if let Some(found) = shelf.rulesets().find(|ruleset| ids(*ruleset).any(|id| id == scenario)) {
        return Ok(found);
    }
    let nearest = engine::nearest(scenario, shelf.rulesets().flat_map(ids));
    let game = shelf.rulesets().map(Ruleset::id).collect::<Vec<_>>().join(", ");
    Err(OpenError::NoScenario { game, name: scenario.to_owned(), nearest }.into())
}

/// For a terminal.
fn plain(story: &Story, play: &str) -> String {
    let mut page = String::new();
    let mut add = |text: &str, indent: &str, first: &str| {
        page.push_str(&wrapped(text, first, indent));
        page.push('\n');
    };
    add(&story.title.to_uppercase(), "", "");
    add(&format!("({play})"), "", "");
    add("", "", "");
    story.briefing.split("\n\n").for_each(|part| add(part, "", ""));
    let mut events = false;
    for told in &story.told {
        // Events stand together in a list; everything else has air around it.
        let event = matches!(told, Told::Event(_) | Told::Answer(_));
        if !(event && events) {
            add("", "", "");
        }
        events = event;
        match told {
            Told::Time(time) => add(&format!("{time}:"), "", ""),
            Told::Page { number, opens: true } => add(&rule(number), "", ""),
            Told::Page { number, opens: false } => add(&rule(&format!("{number}, again")), "", ""),
            Told::Text(text) => text.split("\n\n").for_each(|part| add(part, "", "")),
            Told::Answer(text) => add(text, "    ", "  > "),
            Told::Lesson(text) => add(&format!("({text})"), "    ", "    "),
            Told::Event(text) => add(text, "    ", "  - "),
        }
    }
    if let Some(outcome) = &story.outcome {
        add("", "", "");
        ending(outcome).iter().for_each(|line| add(line, "", ""));
    }
    page
}

fn rule(words: &str) -> String {
    format!("--- {words} {}", "-".repeat(WIDTH.saturating_sub(words.len() + 5)))
}

/// A text in lines that fit, the first behind `first` and the others behind `indent`.
fn wrapped(text: &str, first: &str, indent: &str) -> String {
    let mut lines = vec![first.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or("", String::as_str);
        let begun = !line.trim_end().is_empty() && line.trim_end() != first.trim_end();
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            let space = if line.is_empty() || line.ends_with(' ') { "" } else { " " };
            *line = format!("{line}{space}{word}");
        }
    }
    lines.join("\n")
}

/// For a page that others may read.
fn markdown(story: &Story, play: &str) -> String {
    let mut page = format!("# {}\n\n{play}\n\n{}\n", story.title, story.briefing);
    let mut listed = false;
    for told in &story.told {
        let event = matches!(told, Told::Event(_));
        let line = match told {
            Told::Time(time) => format!("*{time}*"),
            Told::Page { number, opens: true } => format!("## {number}"),
            Told::Page { number, opens: false } => format!("## {number}, again"),
            Told::Text(text) => text.clone(),
            Told::Answer(text) => format!("> {text}"),
            Told::Lesson(text) => format!("*{text}*"),
            Told::Event(text) => format!("- {text}"),
        };
        page.push_str(if event && listed { "" } else { "\n" });
        page.push_str(&line);
        page.push('\n');
        listed = event;
    }
    if let Some(outcome) = &story.outcome {
        let mut lines = ending(outcome);
        lines[0] = format!("\n## {}\n", lines[0]);
        page.push_str(&lines.join("\n"));
    }
    page
}

/// How it came out, and the points.
fn ending(outcome: &Outcome) -> Vec<String> {
    let mut lines = vec![outcome.title.clone(), outcome.text.clone()];
    lines.extend(outcome.tally.iter().map(|row| format!("{}: {}", row.label, row.value)));
    lines.retain(|line| !line.is_empty());
    lines
}
