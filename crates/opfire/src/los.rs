use std::{path::Path, sync::Arc};

use engine::{
    Circumstances, Ground, Look, LookEffect, LookEnd, LookNote, LookStep, LookWay, OpenError, RuleId, Ruleset, Verdict,
    Viewer, look_between, map_of,
};
use serde::Serialize;

use crate::{args::LosArgs, fail::Failure, out, tables};

#[derive(Serialize)]
struct LosDocument<'a> {
    game: &'a str,
    map: &'a str,
    from: &'a str,
    to: &'a str,
    range: u16,
    verdict: Verdict,
    clear: bool,
    hindrances: u8,
    cost: &'a Option<String>,
    hex_seen: bool,
    summary: &'a str,
    rule: RuleId,
    ends: [&'a LookEnd; 2],
    steps: &'a [LookStep],
    notes: &'a [LookNote],
}

pub(crate) fn los(args: &LosArgs, content: Option<&Path>) -> Result<(), Failure> {
    let look = look(args, content)?;
    if args.json {
        out::json(&LosDocument {
            game: &args.game,
            map: &args.map,
            from: &look.from.hex,
            to: &look.to.hex,
            range: look.range,
            verdict: look.verdict,
            clear: look.verdict == Verdict::Clear,
            hindrances: look.hindrances,
            cost: &look.cost,
            hex_seen: look.hex_seen,
            summary: &look.summary,
            rule: look.rule,
            ends: [&look.from, &look.to],
            steps: &look.steps,
            notes: &look.notes,
        });
        return Ok(());
    }
    out::say(format!(
        "{} to {}: {}, range {} ({})",
        look.from.hex,
        look.to.hex,
        look.verdict.word(),
        look.range,
        look.rule
    ));
    out::say(format!("  {}", look.summary));
    for end in [&look.from, &look.to] {
        let eye = if end.eye == end.ground { String::new() } else { format!(", eye at {}", end.eye) };
        out::say(format!("  {}: {}, level {}{eye}", end.hex, end.what.to_lowercase(), end.ground));
    }
    for step in look.steps.iter().filter(|step| !(step.side && step.what.is_empty())) {
        out::say(format!("  {}", line(step)));
    }
    if let Some(cost) = &look.cost {
        out::say(format!("  the target gets {cost}"));
    }
    for note in &look.notes {
        out::say(format!("  note: {} ({})", note.text, note.rule));
    }
    Ok(())
}

fn line(step: &LookStep) -> String {
    let way = match step.way {
        LookWay::Through if step.side => "across",
        LookWay::Through => "through",
        LookWay::Left => "along the hexside, on the left",
        LookWay::Right => "along the hexside, on the right",
        LookWay::Corner => "exactly through a corner, at",
    };
    let effect = match step.effect {
        LookEffect::Open => "open".to_owned(),
        LookEffect::Hinders => format!("hinders ({})", step.hindrances),
        LookEffect::Blocks => "blocks".to_owned(),
        LookEffect::Spared => "does not count: the line passes on the other hand".to_owned(),
    };
    let why = if step.why.is_empty() { String::new() } else { format!("; {}", step.why) };
    let rule = step.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{way} {}, {}, level {}: {effect}{why}{rule}", step.place(), step.what.to_lowercase(), step.ground)
}

fn look(args: &LosArgs, content: Option<&Path>) -> Result<Look, Failure> {
    let shelf = tables::shelf_of(&args.game, content)?;
    let ruleset = shelf.ruleset(&args.game)?;
    let given = circumstances(args)?;
    match ground(ruleset, &args.map, content) {
        Ok(ground) => Ok(look_between(ground.as_ref(), &args.from, &args.to, &given)?),
        // A scenario's name stands for its map as the game begins.
        Err(Failure::Open(OpenError::NoMap { .. })) if is_scenario(ruleset, &args.map) => {
            if given != Circumstances::default() {
                let what = "a scenario brings its own weather and smoke";
                return Err(Failure::Usage(format!("{what}: name a map to try others")));
            }
            Ok(tables::open(ruleset, &args.map)?.look(Viewer::Referee, &args.from, &args.to)?)
        }
        Err(failure) => Err(failure),
    }
}

fn is_scenario(ruleset: &dyn Ruleset, name: &str) -> bool {
    ruleset.scenarios().iter().any(|info| info.id == name)
}

/// A map by its name, or from a file.
pub(crate) fn ground(ruleset: &dyn Ruleset, name: &str, content: Option<&Path>) -> Result<Arc<dyn Ground>, Failure> {
    let path = Path::new(name);
    if !path.extension().is_some_and(|ending| ending == "tmx" || ending == "toml") {
        return Ok(map_of(ruleset, name)?);
    }
    let text = tables::read(path)?;
    ruleset.read_map(name, &text).map_err(|problems| {
        let mut files = tables::files(content).unwrap_or_default();
        files.insert(name, text.clone());
        Failure::Content(problems, Box::new(files))
    })
}

fn circumstances(args: &LosArgs) -> Result<Circumstances, Failure> {
    let smoke = |text: &String| {
        let (hex, markers) = text.split_once('=').unwrap_or((text, "1"));
        let markers = markers.parse().map_err(|_| {
            Failure::Usage(format!("--smoke {text}: write a hex and the number of markers, as in 1010=2"))
        })?;
        Ok((hex.to_owned(), markers))
    };
    Ok(Circumstances {
        smoke: args.smoke.iter().map(smoke).collect::<Result<_, Failure>>()?,
        facing: args.facing.clone(),
        looker: args.looker.clone(),
        target: args.target.clone(),
        weather: args.weather.clone(),
        activated: args.activated,
    })
}
