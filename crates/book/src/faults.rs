use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Book,
    markdown::{headings, links},
    paths::resolved,
};

/// Pages that are reached from a page of the summary and are too many to be listed in it.
const UNLISTED: &str = "docs/rulebook/cases/";

impl Book {
    /// What is wrong with the book: pages that are not listed, links and anchors that lead nowhere. `exists` says
    /// whether the project has a file or folder at a path.
    pub fn faults(&self, exists: impl Fn(&str) -> bool) -> Vec<String> {
        let mut faults = self.faults_of_summary();
        let anchors: BTreeMap<&str, BTreeSet<String>> = self
            .pages()
            .map(|(path, text)| (path, headings(text).into_iter().map(|heading| heading.anchor).collect()))
            .collect();
        for (page, text) in self.pages() {
            let inside = links(text).into_iter().filter(|to| !to.contains("://") && !to.starts_with("mailto:"));
            for to in inside {
                let (file, anchor) = to.split_once('#').map_or((to.as_str(), None), |(file, id)| (file, Some(id)));
                let path = resolved(page, file);
                let leads_somewhere = match anchors.get(path.as_str()) {
                    Some(known) => anchor.is_none_or(|anchor| known.contains(anchor)),
                    None => anchor.is_none() && exists(&path),
                };
                if !leads_somewhere {
                    faults.push(format!("{page}: {to} leads nowhere"));
                }
            }
        }
        faults
    }

    fn faults_of_summary(&self) -> Vec<String> {
        let listed: BTreeSet<&str> = self.summary.entries().map(|entry| entry.path.as_str()).collect();
        let known: BTreeSet<&str> = self.pages().map(|(path, _)| path).collect();
        let gone = listed.difference(&known).map(|path| format!("docs/SUMMARY.md lists {path}, which is not there"));
        let lost = known.difference(&listed).filter(|path| !path.starts_with(UNLISTED));
        gone.chain(lost.map(|path| format!("docs/SUMMARY.md does not list {path}"))).collect()
    }
}
