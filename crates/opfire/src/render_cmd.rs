use std::path::Path;

use engine::{OpenError, Viewer};

use crate::{args::RenderArgs, fail::Failure, los, out, tables};

pub(crate) fn render(args: &RenderArgs, content: Option<&Path>) -> Result<(), Failure> {
    write(&draw(args, content)?, &args.output, args.scale)
}

/// Writes a drawing as the ending of the file says.
pub(crate) fn write(svg: &str, output: &Path, scale: f32) -> Result<(), Failure> {
    let bytes = match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => render::png(svg, scale).map_err(|error| Failure::Refused(error.to_string()))?,
        _ => return Err(Failure::Usage(format!("{}: the picture must end in .svg or .png", output.display()))),
    };
    std::fs::write(output, bytes).map_err(|error| Failure::File { what: "write", path: output.to_owned(), error })?;
    out::say(format!("{}", output.display()));
    Ok(())
}

/// A scenario as it begins, or a map on its sheet with key and compass.
fn draw(args: &RenderArgs, content: Option<&Path>) -> Result<String, Failure> {
    let shelf = tables::shelf_of(&args.game, content)?;
    let ruleset = shelf.ruleset(&args.game)?;
    match tables::open(ruleset, &args.scenario) {
        Ok(table) if args.map_only => Ok(render::map_svg(&table.board())),
        Ok(table) => Ok(render::scene_svg(&table.board(), &table.view(Viewer::Referee, 0))),
        Err(no_scenario @ Failure::Open(OpenError::NoScenario { .. })) => {
            match los::ground(ruleset, &args.scenario, content) {
                Ok(ground) if args.map_only => Ok(render::map_svg(&ground.board())),
                Ok(ground) => Ok(render::sheet_svg(&ground.board())),
                // Somebody who mistypes means a scenario, unless the game has only maps.
                Err(Failure::Open(_)) if !ruleset.scenarios().is_empty() => Err(no_scenario),
                Err(failure) => Err(failure),
            }
        }
        Err(failure) => Err(failure),
    }
}
