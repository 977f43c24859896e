use std::fmt;

use engine::Problem;
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

/// A problem with the piece of the file it is in, for a terminal.
#[derive(Debug)]
pub struct Report {
    problem: Problem,
    /// None if there is no place to show.
    source: Option<NamedSource<String>>,
    offset: usize,
}

/// Longer lines are not shown, in bytes: a terminal would show nothing else.
const LONGEST_LINE: usize = 1000;

impl Report {
    /// Joins a problem with the text of its file.
    pub fn new(problem: Problem, text: &str) -> Self {
        let line_start = text.split_inclusive('\n').take(problem.line.saturating_sub(1)).map(str::len).sum::<usize>();
        let after = &text[line_start.min(text.len())..];
        let in_line = after.chars().take(problem.column.saturating_sub(1));
        let offset = line_start + in_line.map(char::len_utf8).sum::<usize>();
        // The lines before and after are shown with it.
        let around = text[..line_start.min(text.len())].rsplit('\n').take(3).chain(after.split('\n').take(3));
        let shown = problem.line > 0 && around.map(str::len).all(|length| length <= LONGEST_LINE);
        let source = shown.then(|| NamedSource::new(&problem.file, text.to_owned()));
        Report { problem, source, offset }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without a piece of the text there is no heading that names the file.
        match (&self.source, self.problem.line) {
            (Some(_), _) => {}
            (None, 0) => write!(f, "{}: ", self.problem.file)?,
            (None, line) => write!(f, "{}:{line}:{}: ", self.problem.file, self.problem.column)?,
        }
        f.write_str(&self.problem.what)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.problem.help.is_empty()).then(|| Box::new(&self.problem.help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::at_offset(self.offset, "here");
        self.source.is_some().then(|| Box::new(std::iter::once(label)) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}
