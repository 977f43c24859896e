//! `opfire check --graph`: a mission as a picture for its designer.

use std::path::{Path, PathBuf};

use crate::{fail::Failure, out, read_cmd, render_cmd, tables};

pub(crate) fn graph(
    mission: &str,
    folders: &[PathBuf],
    output: Option<&Path>,
    content: Option<&Path>,
) -> Result<(), Failure> {
    let content = match folders {
        [] => content,
        [folder] if folder.is_dir() => Some(folder.as_path()),
        _ => return Err(Failure::Usage("--graph takes one folder of content, or none".to_owned())),
    };
    let shelf = tables::shelf(content)?;
    let ruleset = read_cmd::ruleset_with(&shelf, mission)?;
    let Some(graph) = ruleset.graph(mission) else {
        return Err(Failure::Refused(format!("\"{mission}\" has no paragraphs to draw")));
    };
    let svg = render::graph_svg(&graph);
    match output {
        Some(output) => render_cmd::write(&svg, output, 1.0),
        None => {
            out::say(svg.trim_end());
            Ok(())
        }
    }
}
