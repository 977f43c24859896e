use std::path::Path;

use engine::{GameFile, Table, Viewer};

use crate::{fail::Failure, out, tables};

/// A recorded game, played to its end.
fn played(path: &Path, content: Option<&Path>) -> Result<(GameFile, Box<dyn Table>), Failure> {
    let refused = |error: String| Failure::Refused(format!("{}: {error}", path.display()));
    let file = GameFile::parse(&tables::read(path)?).map_err(|error| refused(error.to_string()))?;
    let table = tables::shelf(content)?.open_file(&file).map_err(|error| refused(error.to_string()))?;
    Ok((file, table))
}

/// Prints what a finished game hands on.
pub(crate) fn legacy(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let (_, table) = played(path, content)?;
    let nothing = || {
        let why =
            if table.to_act().is_some() { "it is not over yet" } else { "only a campaign has something to hand on" };
        Failure::Refused(format!("{}: this game hands nothing on: {why}", path.display()))
    };
    let legacy = table.legacy().ok_or_else(nothing)?;
    out::say(legacy.document().trim_end());
    Ok(())
}

pub(crate) fn replay(path: &Path, verify: bool, content: Option<&Path>) -> Result<(), Failure> {
    let (file, table) = played(path, content)?;
    let view = table.view(Viewer::Referee, 0);
    if verify {
        let standing =
            view.scene.outcome.as_ref().map_or_else(|| "not finished".to_owned(), |outcome| outcome.title.clone());
        out::say(format!("{}: {} actions, all as recorded; {standing}", path.display(), file.moves.len()));
        return Ok(());
    }
    out::say(format!("{} ({} {})", view.title, file.game, file.scenario));
    for entry in &view.log {
        let reading =
            entry.resolution.as_ref().map(|resolution| format!(" [{}]", resolution.reading)).unwrap_or_default();
        out::say(format!("{:>4}  {}{reading} ({})", entry.seq, entry.text, entry.rule));
    }
    Ok(())
}
