//! A whole page: the side bar, what stands before and after.

use crate::{
    markdown::escaped,
    paths::{link, up},
    summary::{Entry, Summary},
};

/// The page at `path` around its text.
pub(crate) fn page(summary: &Summary, path: &str, title: &str, body: &str) -> String {
    let (up, title) = (up(path), escaped(title));
    let (bar, turn) = (side_bar(summary, path), turn(summary, path));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · opfire</title>\n\
         <link rel=\"icon\" href=\"{up}../icon.svg\">\n<link rel=\"stylesheet\" href=\"{up}book.css\">\n</head>\n\
         <body>\n\
         <header><a href=\"{up}../\">opfire</a> <a href=\"{up}index.html\">The book</a> \
         <a class=\"to-contents\" href=\"#contents\">Contents</a></header>\n\
         <div class=\"spread\">\n<main>\n{body}{turn}</main>\n{bar}</div>\n</body>\n</html>\n"
    )
}

/// All parts with their pages. It comes after the text: on a phone it stands below it, and wide screens put it beside.
fn side_bar(summary: &Summary, path: &str) -> String {
    let mut bar = "<nav id=\"contents\" aria-label=\"Contents\">\n".to_owned();
    for part in &summary.parts {
        if !part.title.is_empty() {
            bar.push_str(&format!("<h2>{}</h2>\n", escaped(&part.title)));
        }
        bar.push_str("<ul>\n");
        for Entry { title, path: to, below } in &part.entries {
            let class = if *below { " class=\"below\"" } else { "" };
            let here = if to == path { " aria-current=\"page\"" } else { "" };
            bar.push_str(&format!("<li{class}><a href=\"{}\"{here}>{}</a></li>\n", link(path, to), escaped(title)));
        }
        bar.push_str("</ul>\n");
    }
    bar + "</nav>\n"
}

/// The pages before and after this one.
fn turn(summary: &Summary, path: &str) -> String {
    let entries: Vec<&Entry> = summary.entries().collect();
    let Some(index) = entries.iter().position(|entry| entry.path == path) else { return String::new() };
    let to = |entry: &Entry, rel: &str| {
        format!("<a rel=\"{rel}\" href=\"{}\">{}</a>", link(path, &entry.path), escaped(&entry.title))
    };
    let before = index.checked_sub(1).map(|before| to(entries[before], "prev"));
    let after = entries.get(index + 1).map(|after| to(after, "next"));
    format!("<footer>{}{}</footer>\n", before.unwrap_or_default(), after.unwrap_or_default())
}
