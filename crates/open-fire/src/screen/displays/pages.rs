//! Paragraphs that have been read (OF-2.7). None that has not.

use engine::{Page, Pages};

use crate::{
    booklet::paragraphs::{BlockId, Number},
    rule_ids::PARAGRAPHS,
    state::laid_out::Ask,
};

pub(crate) fn pages(ask: Ask<'_>) -> Pages {
    let mut pages: Vec<Page> = Vec::new();
    for &read in &ask.state.read {
        let number = Number(read).to_string();
        if pages.iter().any(|page| page.number == number) {
            continue;
        }
        let text = page_text(ask, read);
        pages.push(Page { number, text });
    }
    Pages {
        id: "paragraphs".to_owned(),
        tab: "Pages".to_owned(),
        title: "Paragraphs read".to_owned(),
        rule: PARAGRAPHS,
        word: "Paragraph".to_owned(),
        pages,
    }
}

/// A page as the player may know it: the results of answers and the orders for later are left out until they come
/// about.
pub(crate) fn page_text(ask: Ask<'_>, number: u16) -> String {
    let disclosed = |block: BlockId| ask.state.disclosed.contains(&(number, block));
    let page = ask.rules.booklet.paragraph(Number(number)).map(|paragraph| paragraph.told(&disclosed));
    let filled = ask.state.filled.iter().filter(|(page, ..)| *page == number);
    // A text of several paragraphs is printed one after the other.
    let parts = filled.flat_map(|(_, printed, told)| printed.split("\n\n").zip(told.split("\n\n")));
    parts.fold(page.unwrap_or_default(), |page, (printed, told)| page.replace(printed, told))
}
