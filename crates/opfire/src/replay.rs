use std::path::Path;

use engine::{Closed, ClosedLine, Compare, GameFile, Opened, Replayed, View, Viewer};

use crate::{fail::Failure, out, tables};

/// A recorded game, played to its end or to the last action that agrees with the rules of today.
fn played(path: &Path, content: Option<&Path>) -> Result<(GameFile, Opened), Failure> {
    let file = GameFile::parse(&tables::read(path)?).map_err(|error| refused(path, &error))?;
    let opened = tables::shelf_of(&file.game, content)?.open_file(&file).map_err(|error| refused(path, &error))?;
    Ok((file, opened))
}

fn refused(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Refused(format!("{}: {error}", path.display()))
}

/// Prints what a finished game hands on.
pub(crate) fn legacy(path: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let (_, opened) = played(path, content)?;
    let table = opened.whole().map_err(|error| refused(path, &error))?;
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
    let (file, opened) = played(path, content)?;
    let view = opened.table.view(Viewer::Referee, 0);
    if !verify {
        tell(&file, &view);
    }
    if let Some(closed) = &view.closed {
        return Err(refused(path, &differs(closed, &opened.replayed)));
    }
    if verify {
        let promised = file.check_fair().map_err(|error| refused(path, &error))?;
        let outcome = view.scene.outcome.as_ref();
        let standing = outcome.map_or_else(|| "not finished".to_owned(), |outcome| outcome.title.clone());
        let how = match opened.replayed {
            Replayed::Renewed { from } if from < opened.table.file().revision => {
                let now = opened.table.file().revision;
                format!(
                    "played under revision {from} of the rules; under revision {now} all dice and actions are as \
                     recorded"
                )
            }
            Replayed::Renewed { .. } => "all dice and actions are as recorded under the content of today".to_owned(),
            Replayed::Same | Replayed::Differs(..) => "all as recorded".to_owned(),
        };
        let fair = if promised { "; the dice are those that the server promised" } else { "" };
        out::say(format!("{}: {} actions, {how}{fair}; {standing}", path.display(), file.moves.len()));
    }
    Ok(())
}

/// The log, and after an action that differs what was written down at the time.
fn tell(file: &GameFile, view: &View) {
    out::say(format!("{} ({} {})", view.title, file.game, file.scenario));
    for entry in &view.log {
        let reading =
            entry.resolution.as_ref().map(|resolution| format!(" [{}]", resolution.reading)).unwrap_or_default();
        out::say(format!("{:>4}  {}{reading} ({})", entry.seq, entry.text, entry.rule));
    }
    let Some(closed) = &view.closed else { return };
    out::say(format!("-- from action {} on, as it was recorded under revision {} --", closed.number, closed.revision));
    for ClosedLine { seq, line } in &closed.lines {
        let reading = if line.reading.is_empty() { String::new() } else { format!(" [{}]", line.reading) };
        out::say(format!("{seq:>4}  {}{reading} ({})", line.text, line.rule));
    }
}

fn differs(closed: &Closed, replayed: &Replayed) -> String {
    let rule = closed.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    match replayed {
        Replayed::Differs(_, Compare::DiceAndLegality) => {
            let revision = closed.revision;
            format!(
                "it was played under revision {revision} of the rules or with other content, and differs today{rule}: \
                 {}",
                closed.why
            )
        }
        _ => format!("{}{rule}", closed.why),
    }
}
