use std::sync::Arc;

use engine::{Guide, GuideStep, Pattern, Problem, ScenarioInfo, Settings, Task, did_you_mean};
use serde::Deserialize;
use serde_spanned::Spanned;

use crate::{Files, Problems, Source};

/// A guide as it is written: `content/GAME/guides/NAME.toml`. See `docs/guides.md`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    scenario: Spanned<String>,
    #[serde(default)]
    settings: Option<Spanned<Settings>>,
    players: Spanned<Vec<Spanned<String>>>,
    seed: u64,
    minutes: u32,
    opening: String,
    closing: String,
    #[serde(default)]
    passing: Vec<String>,
    beaten: Vec<String>,
    step: Vec<Spanned<WrittenStep>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    name: Spanned<String>,
    say: String,
    #[serde(default)]
    after: String,
    #[serde(default, rename = "do")]
    deeds: Vec<String>,
    look: Option<Spanned<String>>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    hexes: Vec<String>,
}

/// What a step can ask to look at.
const LOOKS: [&str; 3] = ["unit ID", "sight", "log"];

/// Reads the guided games of a game whose scenarios and bots are known.
///
/// Whether their steps can be played is found out by `engine::rehearse`.
///
/// # Errors
/// Everything that is wrong with them.
pub fn read_guides<'s>(
    files: &Files,
    game: &str,
    scenarios: impl Iterator<Item = &'s ScenarioInfo>,
    bots: &[&str],
) -> Result<Vec<Arc<Guide>>, Vec<Problem>> {
    let scenarios: Vec<&ScenarioInfo> = scenarios.collect();
    let mut problems = Problems::default();
    let mut guides = Vec::new();
    for (path, text) in files.below(&format!("{game}/guides/")) {
        let source = Source::new(path, text);
        let Some(written) = problems.keep(source.toml::<Written>()) else { continue };
        check(&source, &written, &scenarios, bots, &mut problems);
        guides.push(Arc::new(guide(&source, written, &mut problems)));
    }
    problems.finish(Some(guides))
}

fn check(source: &Source<'_>, written: &Written, scenarios: &[&ScenarioInfo], bots: &[&str], problems: &mut Problems) {
    problems.lookup(source, "scenario", &written.scenario, scenarios.iter().map(|info| info.id.as_str()));
    let Some(info) = scenarios.iter().find(|info| info.id == *written.scenario.get_ref()) else { return };
    let none = Settings::default();
    let settings = written.settings.as_ref().map_or(&none, Spanned::get_ref);
    if let Err(error) = settings.checked(&info.settings) {
        let span = written.settings.as_ref().map_or(0..0, Spanned::span);
        problems.add(source.problem(span, error, "`opfire games` lists the settings of a scenario"));
    }
    let players = written.players.get_ref();
    // A box can be opened without any bots: then nobody knows their names.
    for player in players.iter().filter(|player| !bots.is_empty() && player.get_ref() != "human") {
        problems.lookup(source, "player", player, bots.iter().copied().chain(["human"]));
    }
    let seats = info.seats_with(settings).len();
    let people = players.iter().filter(|player| player.get_ref() == "human").count();
    if players.len() != seats || people != 1 {
        let what = format!("{} seats {seats}, and one of them is for the person who learns", info.title);
        problems.add(source.problem(written.players.span(), what, "name one human, and a bot for each other seat"));
    }
    if written.step.is_empty() {
        problems.add(source.whole("a guide without steps", "write a [[step]]"));
    }
}

fn guide(source: &Source<'_>, written: Written, problems: &mut Problems) -> Guide {
    let name = source.file.rsplit('/').next().unwrap_or(source.file);
    Guide {
        id: name.strip_suffix(".toml").unwrap_or(name).to_owned(),
        title: written.title,
        scenario: written.scenario.into_inner(),
        minutes: written.minutes,
        opening: written.opening,
        closing: written.closing,
        steps: written.step.into_iter().map(|step| read_step(source, step, problems)).collect(),
        settings: written.settings.map(Spanned::into_inner).unwrap_or_default(),
        players: written.players.into_inner().into_iter().map(Spanned::into_inner).collect(),
        seed: written.seed,
        passing: written.passing.into_iter().map(Pattern::new).collect(),
        beaten: written.beaten,
        file: source.file.to_owned(),
    }
}

fn read_step(source: &Source<'_>, step: Spanned<WrittenStep>, problems: &mut Problems) -> GuideStep {
    let step = step.into_inner();
    let line = source.place(step.name.span().start).0;
    let task = match &step.look {
        Some(look) => read_look(source, look, problems),
        None if step.deeds.is_empty() => Task::Read,
        None => Task::Act,
    };
    if step.look.is_some() && !step.deeds.is_empty() {
        let what = format!("step \"{}\" asks for an action and for a look", step.name.get_ref());
        problems.add(source.problem(step.name.span(), what, "one thing at a time: make two steps of it"));
    }
    GuideStep {
        name: step.name.into_inner(),
        say: step.say,
        after: step.after,
        task,
        units: step.units,
        hexes: step.hexes,
        deeds: step.deeds.into_iter().map(Pattern::new).collect(),
        line,
    }
}

fn read_look(source: &Source<'_>, look: &Spanned<String>, problems: &mut Problems) -> Task {
    let words: Vec<&str> = look.get_ref().split_whitespace().collect();
    match words.as_slice() {
        ["unit", unit] => Task::Unit { unit: (*unit).to_owned() },
        ["sight"] => Task::Sight,
        ["log"] => Task::Log,
        _ => {
            let what = format!("nobody can look at \"{}\"", look.get_ref());
            problems.add(source.problem(look.span(), what, did_you_mean(look.get_ref(), LOOKS)));
            Task::Read
        }
    }
}
