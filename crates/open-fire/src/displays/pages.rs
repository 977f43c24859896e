//! Paragraphs that have been read (OF-2.7). None that has not.

use engine::{Page, Pages};

use crate::{
    mission::OpenFire,
    paragraphs::{Number, Paragraph},
    rule_ids::PARAGRAPHS,
    state::State,
};

impl OpenFire {
    pub(super) fn pages(&self, state: &State) -> Pages {
        let mut pages: Vec<Page> = Vec::new();
        for &read in &state.read {
            let number = Number(read).to_string();
            if pages.iter().any(|page| page.number == number) {
                continue;
            }
            let text = self.booklet.paragraph(Number(read)).map(Paragraph::text).unwrap_or_default();
            pages.push(Page { number, text });
        }
        Pages {
            id: "paragraphs".to_owned(),
            tab: "Pages".to_owned(),
            title: "Paragraphs read".to_owned(),
            rule: PARAGRAPHS,
            pages,
        }
    }
}
