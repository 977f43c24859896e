//! Markdown to HTML, with anchors at the headings and links to the other pages.

use std::{collections::BTreeMap, ops::Range};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// Where a link leads.
pub(crate) enum Target {
    /// To this address.
    At(String),
    /// To a file of the project that the book does not have.
    NotHere(String),
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its line, from 1.
    pub line: usize,
    /// Its words.
    pub title: String,
    /// What stands after `#` in a link to it.
    pub anchor: String,
}

/// The headings of a page. Anchors are made as the usual viewers make them: small letters, dashes for spaces, a number
/// where there was such a heading before.
pub fn headings(text: &str) -> Vec<Heading> {
    let events: Vec<(Event<'_>, Range<usize>)> = parser(text).into_offset_iter().collect();
    let mut seen = BTreeMap::new();
    let mut found = Vec::new();
    for (index, (event, range)) in events.iter().enumerate() {
        if matches!(event, Event::Start(Tag::Heading { .. })) {
            let title = words(events[index..].iter().map(|(event, _)| event));
            let anchor = anchor(&title, &mut seen);
            found.push(Heading { line: text[..range.start].matches('\n').count() + 1, title, anchor });
        }
    }
    found
}

/// The first heading of a page.
pub(crate) fn title(text: &str) -> String {
    headings(text).into_iter().next().map(|heading| heading.title).unwrap_or_default()
}

/// Where the links and pictures of a page lead, as they are written.
pub(crate) fn links(text: &str) -> Vec<String> {
    let of = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parser(text).filter_map(of).collect()
}

/// A page as HTML; `target` says where a link leads.
pub(crate) fn html(text: &str, target: impl Fn(&str) -> Target) -> String {
    let mut anchors = headings(text).into_iter().map(|heading| heading.anchor);
    let mut in_link = true;
    let events = parser(text).flat_map(|event| match event {
        Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
            let id = anchors.next().map(CowStr::from);
            vec![Event::Start(Tag::Heading { level, id, classes, attrs })]
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => match target(&dest_url) {
            Target::At(to) => {
                in_link = true;
                vec![Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id })]
            }
            Target::NotHere(path) => {
                in_link = false;
                vec![Event::InlineHtml(format!("<span class=\"file\" title=\"{}\">", escaped(&path)).into())]
            }
        },
        Event::End(TagEnd::Link) if !in_link => vec![Event::InlineHtml("</span>".into())],
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let to = match target(&dest_url) {
                Target::At(to) | Target::NotHere(to) => to.into(),
            };
            vec![Event::Start(Tag::Image { link_type, dest_url: to, title, id })]
        }
        // A wide table is pushed to and fro by itself, not with its page.
        Event::Start(Tag::Table(columns)) => {
            vec![Event::Html("<div class=\"table\">".into()), Event::Start(Tag::Table(columns))]
        }
        Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), Event::Html("</div>".into())],
        event => vec![event],
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// Text for between tags and in attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// The words up to the end of the heading with which these events begin.
fn words<'a>(events: impl Iterator<Item = &'a Event<'a>>) -> String {
    let inside = events.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    text.collect()
}

fn anchor(title: &str, seen: &mut BTreeMap<String, usize>) -> String {
    let letters = title.to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    let plain: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
    let before = seen.entry(plain.clone()).or_default();
    *before += 1;
    if *before == 1 { plain } else { format!("{plain}-{}", *before - 1) }
}

#[cfg(test)]
mod tests {
    use super::{Target, headings, html};

    #[test]
    fn headings_have_anchors_of_their_own() {
        let found = headings("# Mail and `webhooks`\n\ntext\n\n## FD-1: A, b\n\n## FD-1: A, b\n");
        let found: Vec<(usize, &str)> = found.iter().map(|heading| (heading.line, heading.anchor.as_str())).collect();
        assert_eq!(found, [(1, "mail-and-webhooks"), (5, "fd-1-a-b"), (7, "fd-1-a-b-1")]);
    }

    #[test]
    fn links_lead_into_the_book_and_what_is_not_there_is_no_link() {
        let target = |to: &str| match to {
            "maps.md" => Target::At("maps.html".to_owned()),
            _ => Target::NotHere("crates/<x>".to_owned()),
        };
        let page = html("[a](maps.md) [b](../crates) ![c](maps.md)", target);
        assert!(page.contains("<a href=\"maps.html\">a</a>"), "{page}");
        assert!(page.contains("<span class=\"file\" title=\"crates/&lt;x&gt;\">b</span>"), "{page}");
        assert!(page.contains("<img src=\"maps.html\" alt=\"c\""), "{page}");
    }

    #[test]
    fn a_table_can_be_pushed_by_itself() {
        let page = html("| a |\n|---|\n| b |\n", |_| Target::NotHere(String::new()));
        assert!(page.starts_with("<div class=\"table\"><table>") && page.contains("</table>\n</div>"), "{page}");
    }
}
