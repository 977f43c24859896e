use std::fmt;

use engine::Problem;
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

/// A problem with the piece of the file it stands in, for a terminal.
#[derive(Debug)]
pub struct Report {
    problem: Problem,
    source: NamedSource<String>,
    offset: usize,
}

impl Report {
    /// Joins a problem with the text of its file.
    pub fn new(problem: Problem, text: &str) -> Self {
        let line_start = text.split_inclusive('\n').take(problem.line.saturating_sub(1)).map(str::len).sum::<usize>();
        let in_line = text[line_start.min(text.len())..].chars().take(problem.column.saturating_sub(1));
        let offset = line_start + in_line.map(char::len_utf8).sum::<usize>();
        let source = NamedSource::new(&problem.file, text.to_owned());
        Report { problem, source, offset }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without a place in the text there is no heading that names the file.
        if self.problem.line == 0 {
            write!(f, "{}: ", self.problem.file)?;
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
        (self.problem.line > 0).then_some(&self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::at_offset(self.offset, "here");
        (self.problem.line > 0).then(|| Box::new(std::iter::once(label)) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}
