use std::path::Path;

use engine::Viewer;

use crate::{args::RenderArgs, fail::Failure, out, tables};

pub(crate) fn render(args: &RenderArgs, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let table = tables::open(shelf.ruleset(&args.game)?, &args.scenario)?;
    let board = table.board();
    let svg = if args.map_only {
        render::map_svg(&board)
    } else {
        render::scene_svg(&board, &table.view(Viewer::Referee, 0))
    };
    let bytes = match args.output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => render::png(&svg, args.scale).map_err(|error| Failure::Refused(error.to_string()))?,
        _ => return Err(Failure::Usage(format!("{}: the picture must end in .svg or .png", args.output.display()))),
    };
    std::fs::write(&args.output, bytes).map_err(|error| Failure::File {
        what: "write",
        path: args.output.clone(),
        error,
    })?;
    out::say(format!("{}", args.output.display()));
    Ok(())
}
