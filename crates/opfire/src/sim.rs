use std::{path::Path, time::Instant};

use engine::Ruleset;
use lab::{Batch, Summary};

use crate::{args::SimArgs, fail::Failure, out, tables};

pub(crate) fn sim(args: &SimArgs, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf_of(&args.game, content)?;
    let ruleset = shelf.ruleset(&args.game)?;
    let settings = tables::settings(&args.settings)?;
    let players = players(ruleset, args, tables::seats(ruleset, &args.scenario, &settings));
    let batch = Batch { scenario: args.scenario.clone(), settings, players, games: args.games, seed: args.seed };
    let bar = out::progress(u64::from(args.games));
    let start = Instant::now();
    let summary = lab::run(ruleset, &batch, || bar.inc(1))?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    if args.json {
        out::json(&summary);
    } else {
        say(&summary);
    }
    // Beside the answer, so that the answer is the same on every run.
    out::remark(format!(
        "{:.0} games a second, {:.0} actions a second",
        f64::from(args.games) / seconds,
        summary.actions as f64 / seconds
    ));
    Ok(())
}

/// Who sits where: a game of one side has one player; from the third on they are the game's best.
fn players(ruleset: &dyn Ruleset, args: &SimArgs, seats: usize) -> Vec<String> {
    let best = ruleset.bots().first().map_or("random", |(id, _)| id);
    let asked = [&args.red, &args.blue].into_iter().chain(std::iter::repeat(&None)).enumerate();
    let seated = asked.take(seats.max(2)).filter(|(seat, name)| *seat < seats || name.is_some());
    seated.map(|(_, name)| name.clone().unwrap_or_else(|| best.to_owned())).collect()
}

fn say(summary: &Summary) {
    let settings: Vec<String> = summary.settings.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    let (scenario, settings) = (&summary.scenario, settings.concat());
    out::say(format!("{} {scenario}{settings}: {} games, seed {}", summary.game, summary.games, summary.seed));
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    let mut header = vec!["side".to_owned(), "player".to_owned(), "wins".to_owned(), "share".to_owned()];
    if let Some(side) = summary.sides.first() {
        header.extend(side.mean.keys().map(|name| name.replace('_', " ")));
    }
    table.set_header(header);
    for side in &summary.sides {
        let share = format!("{:.1}% ±{:.1}", side.win_rate * 100.0, side.win_rate_margin * 100.0);
        let mut row = vec![side.side.clone(), side.player.clone(), side.wins.to_string(), share];
        row.extend(side.mean.values().map(|mean| format!("{mean:.2}")));
        table.add_row(row);
    }
    out::say(table.to_string());
    let endless = if summary.endless > 0 { format!(", {} without end", summary.endless) } else { String::new() };
    let lost = if summary.lost > 0 { format!("lost {}, ", summary.lost) } else { String::new() };
    out::say(format!("{lost}draws {}{endless}, {:.0} actions a game", summary.draws, summary.actions_per_game));
}
