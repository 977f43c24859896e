//! Scenarios of games for two sides, judged by plays of equal bots: who wins, by how much, what it costs and how long
//! it takes. It works for every ruleset that the shelf holds, and knows none of them.

use std::collections::BTreeMap;

use engine::{Ending, OpenError, Ruleset, ScenarioInfo, Settings, Simulated, nearest};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::{
    charts::{self, Bar},
    report::Spread,
    words,
};

/// What is asked.
#[derive(Clone, Debug)]
pub struct AskedDuels {
    /// The scenarios; all with two sides, if none is named.
    pub scenarios: Vec<String>,
    /// Games of each.
    pub games: u32,
    /// Decides all of them.
    pub seed: u64,
    /// Who plays both sides; the ruleset's best, if nobody is named.
    pub bot: Option<String>,
    /// What was chosen at the set-up.
    pub settings: Settings,
}

/// What came of it. The same question gives the same report, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duels {
    /// The ruleset.
    pub game: String,
    /// The seed.
    pub seed: String,
    /// What was chosen at the set-up.
    pub settings: Settings,
    /// Who played both sides.
    pub player: String,
    /// By scenario.
    pub judged: Vec<Duel>,
}

/// A scenario that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Its id.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Games played.
    pub games: u32,
    /// By seat.
    pub sides: Vec<DuelSide>,
    /// Games that ended in a draw.
    pub draws: u32,
    /// Games that were stopped because they did not end.
    pub endless: u32,
    /// Actions of a game.
    pub actions: Spread,
    /// Each number of the ruleset's tally: how much more the first side had, and how often.
    pub leads: BTreeMap<String, BTreeMap<i32, u32>>,
}

/// A side in a scenario that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelSide {
    /// Its name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Share of games won.
    pub win_share: f64,
    /// Half the width of the 95% interval around the share.
    pub win_margin: f64,
    /// Each number of the tally.
    pub tally: BTreeMap<String, Spread>,
    /// The same, counted.
    pub counted: BTreeMap<String, BTreeMap<i32, u32>>,
}

/// Plays what is asked on all cores. `tick` is called after each game.
///
/// # Errors
/// If there is no such scenario, player or setting.
pub fn judge(ruleset: &dyn Ruleset, asked: &AskedDuels, tick: impl Fn() + Sync) -> Result<Duels, OpenError> {
    let player =
        asked.bot.clone().or_else(|| ruleset.bots().first().map(|(id, _)| (*id).to_owned())).unwrap_or_default();
    let mut judged = Vec::new();
    for info in scenarios(ruleset, asked)? {
        let players = vec![player.clone(); info.seats_with(&asked.settings).len()];
        let play = |seed: u64| {
            let game = ruleset.simulate(&info.id, &asked.settings, &players, seed);
            tick();
            game
        };
        let seeds = lab::seeds(asked.seed, asked.games);
        let games: Vec<Simulated> = seeds.into_par_iter().map(play).collect::<Result<_, _>>()?;
        judged.push(Duel::of(info, &asked.settings, &games));
    }
    let (game, seed) = (ruleset.id().to_owned(), asked.seed.to_string());
    Ok(Duels { game, seed, settings: asked.settings.clone(), player, judged })
}

/// The scenarios that will be played.
///
/// # Errors
/// If one is named that does not exist.
pub fn scenarios<'a>(ruleset: &'a dyn Ruleset, asked: &AskedDuels) -> Result<Vec<&'a ScenarioInfo>, OpenError> {
    if asked.scenarios.is_empty() {
        let two = |info: &&ScenarioInfo| info.seats_with(&asked.settings).len() == 2;
        return Ok(ruleset.scenarios().into_iter().filter(two).collect());
    }
    let all = ruleset.scenarios();
    let find = |id: &String| {
        all.iter().copied().find(|info| info.id == *id).ok_or_else(|| OpenError::NoScenario {
            game: ruleset.id().to_owned(),
            name: id.clone(),
            nearest: nearest(id, all.iter().map(|info| info.id.as_str())),
        })
    };
    asked.scenarios.iter().map(find).collect()
}

impl Duel {
    fn of(info: &ScenarioInfo, settings: &Settings, games: &[Simulated]) -> Duel {
        let count = |so: fn(&Simulated) -> bool| games.iter().filter(|game| so(game)).count() as u32;
        let sides = info.seats_with(settings).iter().map(|seat| DuelSide::of(seat, games)).collect();
        Duel {
            scenario: info.id.clone(),
            title: info.title.clone(),
            games: games.len() as u32,
            sides,
            draws: count(|game| game.winner == Some(Ending::Draw)),
            endless: count(|game| game.winner.is_none()),
            actions: Spread::of(games.iter().map(|game| i32::try_from(game.actions).unwrap_or(i32::MAX))),
            leads: gather(games, |numbers| numbers.first().zip(numbers.get(1)).map_or(0, |(one, other)| one - other)),
        }
    }
}

impl DuelSide {
    fn of(seat: &engine::SeatInfo, games: &[Simulated]) -> DuelSide {
        let wins = games.iter().filter(|game| game.winner.is_some_and(|ending| ending.is_won_by(seat.seat))).count();
        let count = games.len().max(1) as f64;
        let share = wins as f64 / count;
        let counted = gather(games, |numbers| numbers.get(seat.seat.index()).copied().unwrap_or(0));
        let spread = |counts: &BTreeMap<i32, u32>| {
            Spread::of(counts.iter().flat_map(|(&number, &times)| std::iter::repeat_n(number, times as usize)))
        };
        DuelSide {
            name: seat.name.clone(),
            wins: wins as u32,
            win_share: share,
            win_margin: 1.96 * (share * (1.0 - share) / count).sqrt(),
            tally: counted.iter().map(|(name, counts)| (name.clone(), spread(counts))).collect(),
            counted,
        }
    }
}

/// How often each number came up, by the name it has in the tally.
fn gather(games: &[Simulated], number: impl Fn(&[i32]) -> i32) -> BTreeMap<String, BTreeMap<i32, u32>> {
    let mut counts: BTreeMap<String, BTreeMap<i32, u32>> = BTreeMap::new();
    for (name, numbers) in games.iter().flat_map(|game| &game.tally) {
        *counts.entry(name.clone()).or_default().entry(number(numbers)).or_default() += 1;
    }
    counts
}

/// The report as lines of text.
pub fn tell(duels: &Duels) -> Vec<String> {
    let mut lines = Vec::new();
    for duel in &duels.judged {
        lines.push(format!("{}: {} games of {} against himself", duel.scenario, duel.games, duels.player));
        for side in &duel.sides {
            let won = format!("{} ±{}", words::share(side.win_share), words::share(side.win_margin));
            lines.push(words::row(&format!("{} wins", side.name), won));
            let tally = side.tally.iter().map(|(name, spread)| words::row(&format!("  {name}"), words::spread(spread)));
            lines.extend(tally);
        }
        lines.push(words::row("draws", duel.draws));
        lines.push(words::row("actions", words::spread(&duel.actions)));
        if duel.endless > 0 {
            lines.push(words::row("WITHOUT END", duel.endless));
        }
        lines.push(String::new());
    }
    lines
}

/// The files of a page with charts: names and texts. `command` makes it again.
pub fn files(duels: &Duels, command: &str) -> Vec<(String, String)> {
    let mut files = vec![("README.md".to_owned(), page(duels, command))];
    files.extend(duels.judged.iter().map(|duel| (format!("{}.svg", duel.scenario), chart(duel))));
    files
}

fn page(duels: &Duels, command: &str) -> String {
    let mut text = format!("# Scenarios of `{}`, judged by plays\n\n", duels.game);
    text += &format!("Made by `{command}`; the same command makes the same page again.\n\n");
    text +=
        &format!("Both sides are led by `{}`. Shares of games won have their 95% interval beside them; ", duels.player);
    text += "the numbers of a side are medians with quartiles. Bars to the right of zero in a chart of leads are games \
        in which the first side had more.\n\n";
    text += "| scenario | games | first side | wins | second side | wins | draws | actions |\n\
        |---|---:|---|---:|---|---:|---:|---|\n";
    for duel in &duels.judged {
        let sides: String = duel
            .sides
            .iter()
            .map(|side| {
                format!(" {} | {} ±{} |", side.name, words::share(side.win_share), words::share(side.win_margin))
            })
            .collect();
        let draws = words::share(f64::from(duel.draws) / f64::from(duel.games.max(1)));
        text += &format!("| {} | {} |{sides} {draws} | {} |\n", duel.title, duel.games, words::brief(&duel.actions));
    }
    for duel in &duels.judged {
        text += &format!("\n## {}\n\n![{}]({}.svg)\n\n", duel.title, duel.title, duel.scenario);
        for side in &duel.sides {
            let numbers = side.tally.iter().map(|(name, spread)| format!("{name} {}", words::brief(spread)));
            text += &format!("- {}: {}\n", side.name, numbers.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

/// Leads on the left, the two sides beside each other on the right, a row for each number of the tally.
fn chart(duel: &Duel) -> String {
    let mut panels = Vec::new();
    for (name, leads) in &duel.leads {
        panels.push((format!("Lead in {name}"), bars(leads, |lead| lead > 0)));
        let counts: Vec<&BTreeMap<i32, u32>> = duel.sides.iter().filter_map(|side| side.counted.get(name)).collect();
        let names: Vec<&str> = duel.sides.iter().map(|side| side.name.as_str()).collect();
        let mut together: Vec<Bar> = Vec::new();
        for (place, counts) in counts.into_iter().enumerate() {
            together.extend(bars(counts, |_| place == 0));
        }
        panels.push((format!("{name}: {}", names.join(", then ")), together));
    }
    charts::sheet(&panels)
}

fn bars(counts: &BTreeMap<i32, u32>, good: impl Fn(i32) -> bool) -> Vec<Bar> {
    // Numbers that never came up are told as well, so that a bar stands where its number is.
    let ends = counts.keys().next().copied().zip(counts.keys().next_back().copied());
    let (least, most) = ends.unwrap_or((0, 0));
    (least..=most).map(|number| (number.to_string(), counts.get(&number).copied().unwrap_or(0), good(number))).collect()
}
