use std::{fs, path::Path, time::Instant};

use balance::{
    Asked,
    duels::{self, AskedDuels},
    page, words,
};

use crate::{args::BalanceArgs, fail::Failure, out, tables};

pub(crate) fn balance(args: &BalanceArgs, content: Option<&Path>) -> Result<(), Failure> {
    if args.game == balance::OF_MISSIONS { missions(args, content) } else { scenarios(args, content) }
}

/// Scenarios for two sides.
fn scenarios(args: &BalanceArgs, content: Option<&Path>) -> Result<(), Failure> {
    if args.campaigns > 0 || args.baselines.is_some() {
        return Err(Failure::Usage(format!(
            "--campaigns and --baselines are for the missions of {}",
            balance::OF_MISSIONS
        )));
    }
    let shelf = tables::shelf_of(&args.game, content)?;
    let ruleset = shelf.ruleset(&args.game)?;
    let asked = AskedDuels {
        scenarios: args.missions.clone(),
        games: args.games,
        seed: args.seed,
        bot: args.bot.clone(),
        settings: tables::settings(&args.settings)?,
    };
    let plays = duels::scenarios(ruleset, &asked)?.len() as u64 * u64::from(args.games);
    let bar = out::progress(plays);
    let start = Instant::now();
    let report = duels::judge(ruleset, &asked, || bar.inc(1))?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if args.json {
        out::json(&report);
    } else {
        duels::tell(&report).iter().for_each(out::say);
    }
    if let Some(folder) = &args.output {
        write(folder, &duels::files(&report, &command(args)))?;
    }
    out::remark(format!("{plays} games, {:.1} a second", plays as f64 / seconds));
    Ok(())
}

/// Missions of the game that has them.
fn missions(args: &BalanceArgs, content: Option<&Path>) -> Result<(), Failure> {
    let files = tables::files(content)?;
    let game = balance::open(&files).map_err(|problems| Failure::Content(problems, Box::new(files)))?;
    let asked = Asked {
        missions: args.missions.clone(),
        games: args.games,
        seed: args.seed,
        bot: args.bot.clone(),
        settings: tables::settings(&args.settings)?,
        campaigns: args.campaigns,
        baselines: args.baselines.unwrap_or(args.games.min(200)),
    };
    let plays = balance::plays(&game, &asked)?;
    let bar = out::progress(plays);
    let start = Instant::now();
    let report = balance::judge(&game, &asked, || bar.inc(1))?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if args.json {
        out::json(&report);
    } else {
        words::tell(&report).iter().for_each(out::say);
    }
    if let Some(folder) = &args.output {
        write(folder, &page::files(&report, &command(args)))?;
    }
    out::remark(format!("{plays} plays, {:.1} a second", plays as f64 / seconds));
    Ok(())
}

/// What makes the page again.
fn command(args: &BalanceArgs) -> String {
    let game = if args.game == balance::OF_MISSIONS { String::new() } else { format!(" --game {}", args.game) };
    let missions: String = args.missions.iter().map(|mission| format!(" {mission}")).collect();
    let bot = args.bot.as_ref().map_or_else(String::new, |bot| format!(" --bot {bot}"));
    let settings: String = args.settings.iter().map(|setting| format!(" --set {setting}")).collect();
    let baselines = args.baselines.map_or_else(String::new, |games| format!(" --baselines {games}"));
    let campaigns = match args.campaigns {
        0 => String::new(),
        campaigns => format!(" --campaigns {campaigns}"),
    };
    let (games, seed) = (args.games, args.seed);
    format!("opfire balance{game}{missions} --games {games} --seed {seed}{bot}{settings}{baselines}{campaigns} -o DIR")
}

fn write(folder: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let failed = |path: &Path, error| Failure::File { what: "write", path: path.to_owned(), error };
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
