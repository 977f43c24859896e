//! The project's documents as a book: the pages of `docs/` in the order of `docs/SUMMARY.md`, turned into HTML when
//! they are asked for, without a script and without anything from the internet.
//!
//! A page is named by its path in the project (`docs/maps.md`), and so is whatever it links to. [`Book::file`] answers
//! addresses below `/book/` (`maps.html`), [`Book::faults`] says which links lead nowhere.

mod faults;
mod frame;
mod markdown;
mod paths;
mod summary;

use std::{borrow::Cow, collections::BTreeMap};

use rust_embed::RustEmbed;

pub use crate::markdown::{Heading, headings};
use crate::{
    markdown::Target,
    paths::{address, link, resolved},
    summary::Summary,
};

/// What lies in `docs/`, as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs"]
#[include = "*.md"]
#[include = "*.png"]
#[include = "*.jpg"]
#[include = "*.svg"]
#[include = "*.py"]
#[include = "*.kdl"]
struct Docs;

/// Pages that stand at the root of the project, because everybody who changes something begins there.
const AT_ROOT: [(&str, &str); 3] = [
    ("ARCHITECTURE.md", include_str!("../../../ARCHITECTURE.md")),
    ("CONTRIBUTING.md", include_str!("../../../CONTRIBUTING.md")),
    ("CHANGELOG.md", include_str!("../../../CHANGELOG.md")),
];

const SUMMARY: &str = "docs/SUMMARY.md";
const STYLE: &str = include_str!("book.css");

/// All pages with their order.
pub struct Book {
    /// Path in the project to Markdown.
    pages: BTreeMap<String, Cow<'static, str>>,
    /// Address below `/book/` to path in the project, of pages and of everything else that can be asked for.
    addresses: BTreeMap<String, String>,
    summary: Summary,
}

/// Something that was asked for.
pub struct File {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type: `text/html; charset=utf-8`.
    pub mime: &'static str,
}

/// A page of `docs/` as it is written, by its path below it: `rulings.md`.
pub fn source(path: &str) -> Option<String> {
    Docs::get(path).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

impl Book {
    /// The pages that come with the program, and those that were generated: path in the project and Markdown of each.
    pub fn new(generated: impl IntoIterator<Item = (String, String)>) -> Book {
        let mut pages: BTreeMap<String, Cow<'static, str>> = BTreeMap::new();
        let mut addresses = BTreeMap::new();
        for name in Docs::iter() {
            let path = format!("docs/{name}");
            addresses.insert(address(&path), path.clone());
            if let Some(text) = source(&name).filter(|_| name.ends_with(".md")) {
                pages.insert(path, text.into());
            }
        }
        pages.extend(AT_ROOT.map(|(path, text)| (path.to_owned(), text.into())));
        pages.extend(generated.into_iter().map(|(path, text)| (path, text.into())));
        addresses.extend(pages.keys().map(|path| (address(path), path.clone())));
        let mut summary = Summary::read(pages.get(SUMMARY).map_or("", |text| text));
        summary.add(AT_ROOT.iter().map(|(path, text)| (*path, markdown::title(text))));
        pages.remove(SUMMARY);
        addresses.retain(|_, path| path != SUMMARY);
        Book { pages, addresses, summary }
    }

    /// What is at an address below `/book/`: `maps.html`, `pictures/board.png`; nothing is the first page.
    pub fn file(&self, address: &str) -> Option<File> {
        if address == "book.css" {
            return Some(File { bytes: STYLE.as_bytes().into(), mime: "text/css; charset=utf-8" });
        }
        let path = self.addresses.get(if address.is_empty() { "index.html" } else { address })?;
        match self.pages.get(path) {
            Some(text) => {
                let html = self.page(path, text);
                Some(File { bytes: html.into_bytes().into(), mime: "text/html; charset=utf-8" })
            }
            None => {
                let file = Docs::get(path.strip_prefix("docs/")?)?;
                Some(File { bytes: file.data, mime: mime(path) })
            }
        }
    }

    /// The paths of all pages with their Markdown.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pages.iter().map(|(path, text)| (path.as_str(), text.as_ref()))
    }

    fn page(&self, path: &str, text: &str) -> String {
        let body = markdown::html(text, |destination| self.target(path, destination));
        frame::page(&self.summary, path, &markdown::title(text), &body)
    }

    /// Where a link of a page leads: into the book, out into the world, or to a file of the project that is not here.
    fn target(&self, page: &str, destination: &str) -> Target {
        if destination.contains("://") || destination.starts_with("mailto:") {
            return Target::At(destination.to_owned());
        }
        let (file, anchor) = destination.split_once('#').map_or((destination, None), |(file, id)| (file, Some(id)));
        let path = resolved(page, file);
        if !self.addresses.contains_key(&address(&path)) {
            return Target::NotHere(path);
        }
        let to = if file.is_empty() { String::new() } else { link(page, &path) };
        Target::At(anchor.map_or_else(|| to.clone(), |anchor| format!("{to}#{anchor}")))
    }
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}
