//! `cases`: runs rule cases, those of the project or anybody's own.

use std::path::{Path, PathBuf};

use cases::{Case, Failure as CaseFailure, statements::Statements};
use engine::{OpenError, Ruleset, Shelf, nearest};
use serde::Serialize;

use crate::{args::CasesArgs, fail::Failure, out, tables};

/// How deep folders of cases may lie in one another.
const DEEPEST_FOLDER: usize = 16;

/// A case file before it is read.
struct Source {
    /// Its name as people see it.
    shown: String,
    /// Where it is, so that the folders above it can be asked for the game.
    path: PathBuf,
    text: String,
    /// It was named on the command line itself, so it must hold a case.
    is_named: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Document {
    cases: Vec<Ran>,
    passed: usize,
    failed: usize,
}

/// How one case came out, or why a file could not be read.
#[derive(Serialize)]
struct Ran {
    file: String,
    /// The line of the heading, or of what cannot be read.
    line: usize,
    #[serde(flatten)]
    case: Option<Told>,
    #[serde(flatten)]
    result: Outcome,
}

/// What a case says about itself.
#[derive(Serialize)]
struct Told {
    game: String,
    title: String,
    rules: Vec<String>,
    holds: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
enum Outcome {
    Pass,
    Fail {
        /// The line that did not come out.
        at: usize,
        expected: String,
        found: String,
    },
    Unreadable {
        found: String,
    },
}

pub(crate) fn cases(args: &CasesArgs, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    let game = args.game.as_deref().map(|game| shelf.ruleset(game)).transpose()?;
    let statements = Statements::of_project().map_err(|error| Failure::Refused(error.to_string()))?;
    let sources = sources(&args.paths, game)?;
    let mut ran = Vec::new();
    let progress = out::progress(sources.len() as u64);
    for source in &sources {
        ran.extend(run_file(source, game, &shelf, &statements)?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if ran.is_empty() {
        return Err(Failure::Usage("there are no cases in these folders: docs/cases.md shows how to write one".into()));
    }
    let passed = ran.iter().filter(|case| matches!(case.result, Outcome::Pass)).count();
    let document = Document { passed, failed: ran.len() - passed, cases: ran };
    if args.json {
        out::json(&document);
    } else {
        say(&document, args.quiet);
    }
    if document.failed == 0 { Ok(()) } else { Err(Failure::Told) }
}

/// The files that were asked for; without a path those of the project, all or one game's.
fn sources(paths: &[PathBuf], game: Option<&dyn Ruleset>) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    if paths.is_empty() {
        let of_game = |path: &Path| game.is_none_or(|game| names_game(path, game.id()));
        for (shown, text) in cases::case_files() {
            let path = PathBuf::from(&shown);
            if of_game(&path) {
                sources.push(Source { shown, path, text, is_named: true });
            }
        }
    }
    for path in paths {
        if path.is_dir() {
            add_folder(path, 0, &mut sources)?;
        } else if path.exists() {
            sources.push(read(path, true)?);
        } else {
            return Err(missing(path));
        }
    }
    Ok(sources)
}

fn missing(path: &Path) -> Failure {
    let siblings = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let siblings: Vec<String> = siblings
        .and_then(|folder| folder.read_dir().ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let near = nearest(&name, siblings.iter().map(String::as_str));
    let hint = near.map(|near| format!("; did you mean \"{}\"?", path.with_file_name(near).display()));
    Failure::Usage(format!("there is no file or folder {}{}", path.display(), hint.unwrap_or_default()))
}

fn read(path: &Path, is_named: bool) -> Result<Source, Failure> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    Ok(Source { shown: path.display().to_string(), path: whole, text: tables::read(path)?, is_named })
}

fn add_folder(folder: &Path, depth: usize, sources: &mut Vec<Source>) -> Result<(), Failure> {
    if depth > DEEPEST_FOLDER {
        return Err(Failure::Refused(format!("{}: folders lie too deep in one another", folder.display())));
    }
    let failure = |error| Failure::File { what: "read", path: folder.to_owned(), error };
    let entries = folder.read_dir().map_err(failure)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failure)?;
    paths.sort();
    for path in paths {
        let is_case = path.extension().is_some_and(|ending| ending == "md")
            && path.file_name().is_some_and(|name| name != "README.md");
        if path.is_dir() {
            add_folder(&path, depth + 1, sources)?;
        } else if is_case {
            sources.push(read(&path, false)?);
        }
    }
    Ok(())
}

fn names_game(path: &Path, game: &str) -> bool {
    path.parent().is_some_and(|folder| folder.components().any(|part| part.as_os_str() == game))
}

/// The game of `--game`, or the one that the nearest folder above the file is named after.
fn ruleset<'a>(source: &Source, game: Option<&'a dyn Ruleset>, shelf: &'a Shelf) -> Result<&'a dyn Ruleset, Failure> {
    if let Some(game) = game {
        return Ok(game);
    }
    let folders = source.path.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    folders.into_iter().find_map(|folder| shelf.ruleset(folder).ok()).ok_or_else(|| {
        let games: Vec<&str> = shelf.rulesets().map(Ruleset::id).collect();
        let folder = source.path.parent().and_then(|folder| folder.file_name()?.to_str());
        let near = match folder.map(|folder| shelf.ruleset(folder)) {
            Some(Err(OpenError::NoGame { nearest: Some(near), .. })) => {
                format!("; did you mean the folder \"{near}\"?")
            }
            _ => String::new(),
        };
        let wanted = format!("no folder above it is named after a game: say --game {}{near}", games.join(" or "));
        Failure::Usage(format!("{}: {wanted}", source.shown))
    })
}

fn run_file(
    source: &Source,
    game: Option<&dyn Ruleset>,
    shelf: &Shelf,
    statements: &Statements,
) -> Result<Vec<Ran>, Failure> {
    let unreadable = |line: usize, found: String| Ran {
        file: source.shown.clone(),
        line,
        case: None,
        result: Outcome::Unreadable { found },
    };
    let found = match cases::parse(&source.text) {
        Ok(found) if found.is_empty() && !source.is_named => return Ok(Vec::new()),
        Ok(found) if found.is_empty() => return Ok(vec![unreadable(1, "the file holds no case".to_owned())]),
        Ok(found) => found,
        Err(error) => return Ok(vec![unreadable(error.line, error.what)]),
    };
    let ruleset = ruleset(source, game, shelf)?;
    let ran = |case: &Case| Ran {
        file: source.shown.clone(),
        line: case.line,
        case: Some(Told {
            game: ruleset.id().to_owned(),
            title: case.title.clone(),
            rules: case.rules.clone(),
            holds: case.holds.iter().map(|hold| hold.statement.clone()).collect(),
        }),
        result: match run(ruleset, case, statements) {
            Ok(()) => Outcome::Pass,
            Err(CaseFailure { line, expected, found, .. }) => Outcome::Fail { at: line, expected, found },
        },
    };
    Ok(found.iter().map(ran).collect())
}

/// Runs a case; the statements it says it holds must exist.
fn run(ruleset: &dyn Ruleset, case: &Case, statements: &Statements) -> Result<(), CaseFailure> {
    for hold in &case.holds {
        statements.find(&hold.statement).map_err(|error| CaseFailure {
            title: case.title.clone(),
            line: hold.line,
            expected: "a statement of the rules".to_owned(),
            found: error.to_string(),
        })?;
    }
    cases::run(ruleset, case)
}

fn say(document: &Document, quiet: bool) {
    for case in &document.cases {
        let title = case.case.as_ref().map_or("", |case| case.title.as_str());
        match &case.result {
            Outcome::Pass if quiet => {}
            Outcome::Pass => out::say(format!("pass  {}:{}: {title}", case.file, case.line)),
            Outcome::Fail { at, expected, found } => {
                out::say(format!("FAIL  {}:{at}: {title}", case.file));
                out::say(format!("      expected  {}", indented(expected)));
                out::say(format!("      found     {}", indented(found)));
            }
            Outcome::Unreadable { found } => {
                out::say(format!("FAIL  {}:{}: cannot be read", case.file, case.line));
                out::say(format!("      {}", indented(found)));
            }
        }
    }
    let (number, passed, failed) = (document.cases.len(), document.passed, document.failed);
    out::say(format!("{number} case{}: {passed} passed, {failed} failed", if number == 1 { "" } else { "s" }));
}

/// Further lines stand below the first.
fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n            ")
}
