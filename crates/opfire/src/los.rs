use std::path::Path;

use engine::OpenError;
use hexmap::{Crossing, Grid, Hex};
use serde::Serialize;

use crate::{args::LosArgs, fail::Failure, out, tables};

#[derive(Serialize)]
struct LosDocument {
    game: String,
    map: String,
    from: String,
    to: String,
    range: u16,
    clear: bool,
    rule: &'static str,
    crossed: Vec<Crossed>,
}

#[derive(Serialize)]
struct Crossed {
    /// One hex, or the two on either side of a hexside that the line runs along.
    hexes: Vec<String>,
    along_hexside: bool,
    blocks: bool,
    by: Vec<String>,
}

pub(crate) fn los(args: &LosArgs, content: Option<&Path>) -> Result<(), Failure> {
    let document = look(args, content)?;
    if args.json {
        out::json(&document);
        return Ok(());
    }
    let verdict = if document.clear { "clear" } else { "blocked" };
    out::say(format!("{} to {}: {verdict}, range {} ({})", document.from, document.to, document.range, document.rule));
    for crossed in &document.crossed {
        let way = if crossed.along_hexside { "along the side of" } else { "through" };
        let effect = match (crossed.blocks, crossed.by.is_empty()) {
            (true, _) => format!("blocked by {}", crossed.by.join(" and ")),
            (false, false) => format!("{} on one side only", crossed.by.join(" and ")),
            (false, true) => "open".to_owned(),
        };
        out::say(format!("  {way} {}: {effect}", crossed.hexes.join(" and ")));
    }
    Ok(())
}

fn look(args: &LosArgs, content: Option<&Path>) -> Result<LosDocument, Failure> {
    // Each ruleset has its own sight; this grows a branch with each of them.
    let shelf = tables::shelf(content)?;
    shelf.ruleset(&args.game)?;
    let files = tables::files(content)?;
    let path = format!("divisions/scenarios/{}.toml", args.map);
    let Some(text) = files.get(&path) else {
        tables::open(shelf.ruleset(&args.game)?, &args.map)?;
        return Err(Failure::Open(OpenError::NoScenario {
            game: args.game.clone(),
            name: args.map.clone(),
            nearest: None,
        }));
    };
    let broken = |problems| Failure::Content(problems, Box::new(files.clone()));
    let catalogue = std::sync::Arc::new(divisions::Catalogue::read(&files).map_err(broken)?);
    let (_, rules) = divisions::read_scenario(&catalogue, &files, &path, text).map_err(broken)?;
    let grid = rules.grid();
    let hex = |label: &str| grid.parse(label).map_err(|error| Failure::Usage(error.to_string()));
    let (from, to) = (hex(&args.from)?, hex(&args.to)?);
    if from == to {
        return Err(Failure::Usage(format!("{} is both ends of the line: name two hexes", args.from)));
    }
    let sight = rules.line_of_sight(from, to);
    let crossed = sight.steps.iter().map(|step| {
        let name = |hex: Hex| grid.label(hex).to_string();
        let crossing = step.step.crossing;
        Crossed {
            hexes: crossing.hexes().map(name).collect(),
            along_hexside: matches!(crossing, Crossing::Along { .. }),
            blocks: step.blocker().is_some(),
            by: obstacles(grid, step),
        }
    });
    Ok(LosDocument {
        game: args.game.clone(),
        map: args.map.clone(),
        from: args.from.clone(),
        to: args.to.clone(),
        range: grid.distance(from, to),
        clear: sight.is_clear(),
        rule: "FD-13",
        crossed: crossed.collect(),
    })
}

fn obstacles(grid: &Grid, step: &hexmap::SightStep<divisions::sight::Obstacle>) -> Vec<String> {
    let words = |obstacle: &divisions::sight::Obstacle, hex: Option<Hex>| {
        let place = hex.map(|hex| format!(" in {}", grid.label(hex))).unwrap_or_default();
        format!("{}{place}, height {} over {}", obstacle.what.to_lowercase(), obstacle.height, obstacle.eye)
    };
    match (&step.effect, step.step.crossing) {
        (hexmap::sight::Effect::Blocked(obstacle), crossing) => vec![words(obstacle, crossing.hexes().next())],
        (hexmap::sight::Effect::Along { left, right }, Crossing::Along { left: on_left, right: on_right }) => {
            let sides = [(left, on_left), (right, on_right)];
            sides.into_iter().filter_map(|(obstacle, hex)| Some(words(obstacle.as_ref()?, hex))).collect()
        }
        _ => Vec::new(),
    }
}
