//! `docs/SUMMARY.md`, written as mdBook reads it: parts are headings, pages are links in lists.

use crate::paths::resolved;

/// The order of the book.
pub(crate) struct Summary {
    pub(crate) parts: Vec<Part>,
}

/// Pages for one kind of reader.
pub(crate) struct Part {
    /// Empty before the first heading.
    pub(crate) title: String,
    pub(crate) entries: Vec<Entry>,
}

/// A page in its place.
pub(crate) struct Entry {
    pub(crate) title: String,
    /// Its path in the project.
    pub(crate) path: String,
    /// Whether it belongs to the page above it.
    pub(crate) below: bool,
}

impl Summary {
    pub(crate) fn read(text: &str) -> Summary {
        let mut parts = vec![Part { title: String::new(), entries: Vec::new() }];
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("# ").filter(|title| *title != "Summary") {
                parts.push(Part { title: title.to_owned(), entries: Vec::new() });
            } else if let Some((title, file)) = listed(line)
                && let Some(part) = parts.last_mut()
            {
                let path = resolved(super::SUMMARY, file);
                part.entries.push(Entry { title: title.to_owned(), path, below: line.starts_with("  ") });
            }
        }
        Summary { parts }
    }

    /// Puts pages at the end of the last part.
    pub(crate) fn add<'a>(&mut self, pages: impl Iterator<Item = (&'a str, String)>) {
        if let Some(part) = self.parts.last_mut() {
            part.entries.extend(pages.map(|(path, title)| Entry { title, path: path.to_owned(), below: false }));
        }
    }

    /// All pages in the order in which they are read.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.parts.iter().flat_map(|part| &part.entries)
    }
}

/// The title and the file of `- [Title](file.md)`, and of the same without a dash.
fn listed(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    line.strip_prefix("- ").unwrap_or(line).strip_prefix('[')?.strip_suffix(')')?.split_once("](")
}
