//! The only place that prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::{IsTerminal, Write};

use serde::Serialize;

use crate::fail::Failure;

/// A line for the person who asked.
pub(crate) fn say(text: impl AsRef<str>) {
    // A reader who has seen enough (`| head`) is not an error.
    let _ = writeln!(std::io::stdout(), "{}", text.as_ref());
}

/// A line beside the answer: progress, speed, warnings.
pub(crate) fn remark(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr(), "{}", text.as_ref());
}

/// Something that is allowed and looks like a mistake.
pub(crate) fn warn(problem: &engine::Problem) {
    remark(format!("warning: {problem}"));
}

/// One JSON document.
pub(crate) fn json(value: &impl Serialize) {
    if let Ok(text) = serde_json::to_string_pretty(value) {
        say(text);
    }
}

/// Says what went wrong.
pub(crate) fn complain(failure: &Failure) {
    match failure {
        Failure::Content(problems, files) => {
            for problem in problems {
                let text = files.get(&problem.file).unwrap_or_default();
                remark(format!("{:?}", miette::Report::new(content::Report::new(problem.clone(), text))));
            }
            remark(format!("opfire: {failure}"));
        }
        _ => remark(format!("opfire: {failure}")),
    }
}

/// A progress bar on a terminal, none in a pipe.
pub(crate) fn progress(length: u64) -> indicatif::ProgressBar {
    if std::io::stderr().is_terminal() { indicatif::ProgressBar::new(length) } else { indicatif::ProgressBar::hidden() }
}
