use std::path::Path;

use engine::{GameFile, Viewer};

use crate::{fail::Failure, out, tables};

pub(crate) fn replay(path: &Path, verify: bool, content: Option<&Path>) -> Result<(), Failure> {
    let refused = |error: String| Failure::Refused(format!("{}: {error}", path.display()));
    let file = GameFile::parse(&tables::read(path)?).map_err(|error| refused(error.to_string()))?;
    let shelf = tables::shelf(content)?;
    let table = shelf.open_file(&file).map_err(|error| refused(error.to_string()))?;
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
