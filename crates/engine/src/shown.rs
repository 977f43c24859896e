//! What can be read beside the board, line by line: rule cases hold a game to it, and no line is there that no player
//! can see.

use crate::{
    Book, CheckBox, CheckList, Deal, Display, Fact, Muster, NameTag, Page, Panel, RecordSheet, Scene, Sheet,
    SheetTable, Strip, Track, TrackSpace, UnitSheet,
};

/// A line that a player can read beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The panel, sheet or card on which it stands: `track`, `unit-a`, `card-n`, `generation-b`.
    pub section: String,
    /// What it is about, in the words of the screen: "MPA".
    pub label: String,
    /// What it says: "2/4".
    pub value: String,
    /// What a tooltip or the small print adds.
    pub detail: String,
}

/// Stands for an empty space of a track, and for a strip on which nothing is circled.
const NOTHING: &str = "–";

impl Scene {
    /// Everything beside the board: panels, displays and the form to fill in.
    pub fn beside_the_board(&self) -> Vec<Shown> {
        let panels = self.panels.iter().flat_map(Panel::facts);
        let displays = self.displays.iter().flat_map(Display::facts);
        panels.chain(displays).chain(self.sheet.iter().flat_map(Sheet::facts)).collect()
    }
}

impl Panel {
    /// Its rows.
    pub fn facts(&self) -> Vec<Shown> {
        self.rows.iter().map(|row| line(&self.id, &row.label, &row.value, &row.detail)).collect()
    }
}

impl Display {
    /// Every fact it shows. What is printed on a track for good is none, and neither is a refusal: that is a rule's.
    pub fn facts(&self) -> Vec<Shown> {
        match self {
            Display::Track(track) => track_lines(track),
            Display::RecordSheet(sheet) => record_sheet_lines(sheet),
            Display::Cards(cards) => {
                let none = cards.cards.is_empty().then(|| line(&cards.id, "", &cards.none, ""));
                let units = cards.cards.iter().flat_map(|card| unit_lines(&format!("card-{}", card.unit), card));
                none.into_iter().chain(units).collect()
            }
            Display::Pages(pages) => {
                pages.pages.iter().map(|Page { number, text }| line(&pages.id, number, text, "")).collect()
            }
            Display::Muster(muster) => muster_lines(muster),
            Display::Book(book) => book_lines(book),
        }
    }
}

fn book_lines(book: &Book) -> Vec<Shown> {
    let mut lines = vec![line(&book.id, &book.title, &book.about, "")];
    for chapter in &book.chapters {
        let section = format!("{}-{}", book.id, chapter.id);
        lines.push(line(&section, &chapter.title, &chapter.about, ""));
        lines.extend(noted(&section, &chapter.lines));
    }
    lines
}

impl Sheet {
    /// Every fact on it: its own under its name, those of a card under `debriefing-a`.
    pub fn facts(&self) -> Vec<Shown> {
        let mut lines = vec![line(&self.id, &self.title, &self.text, "")];
        lines.extend(noted(&self.id, &self.totals));
        lines.extend(noted(&self.id, &self.history));
        for card in &self.cards {
            let section = format!("{}-{}", self.id, card.id);
            lines.push(line(&section, &card.title, &card.subtitle, ""));
            lines.extend(noted(&section, &card.facts));
            let boxes = card.boxes.iter();
            lines.extend(boxes.map(|boxes| line(&section, &boxes.label, &boxes.ticked.to_string(), &boxes.hint)));
            lines.extend(noted(&section, &card.notes));
        }
        lines
    }
}

fn line(section: &str, label: &str, value: &str, detail: &str) -> Shown {
    Shown { section: section.to_owned(), label: label.to_owned(), value: value.to_owned(), detail: detail.to_owned() }
}

fn noted(section: &str, facts: &[Fact]) -> impl Iterator<Item = Shown> {
    facts.iter().map(move |fact| line(section, &fact.label, &fact.value, &fact.detail))
}

/// Who lies in each space: "2 turns, Advantage", or the group's name alone where the space has none.
fn track_lines(track: &Track) -> Vec<Shown> {
    let mut lines = vec![line(&track.id, "", &track.title, "")];
    lines.extend(noted(&track.id, &track.facts));
    for group in &track.groups {
        for space in &group.spaces {
            let label = match space.title.as_str() {
                "" => group.title.clone(),
                title => format!("{}, {title}", group.title),
            };
            lines.push(line(&track.id, &label, &lying(space), &group.detail));
            lines.extend(space.pieces.iter().map(|piece| line(&track.id, &piece.label, &piece.detail, "")));
        }
    }
    lines
}

fn lying(space: &TrackSpace) -> String {
    let pieces: Vec<&str> = space.pieces.iter().map(|piece| piece.label.as_str()).collect();
    if pieces.is_empty() { NOTHING.to_owned() } else { pieces.join(" ") }
}

fn record_sheet_lines(sheet: &RecordSheet) -> Vec<Shown> {
    let mut lines = vec![line(&sheet.id, "", &sheet.title, "")];
    lines.extend(noted(&sheet.id, &sheet.facts));
    lines.extend(sheet.strips.iter().flat_map(|strip| strip_lines(&sheet.id, strip)));
    lines.extend(sheet.checks.iter().map(|list| line(&sheet.id, &list.title, &checked(list), &list.detail)));
    lines.extend(sheet.units.iter().flat_map(|unit| unit_lines(&format!("unit-{}", unit.unit), unit)));
    lines
}

fn checked(list: &CheckList) -> String {
    let checked = list.boxes.iter().filter(|check| check.checked).map(|check| check.label.as_str());
    let labels: Vec<&str> = checked.collect();
    if labels.is_empty() { NOTHING.to_owned() } else { labels.join(" ") }
}

fn unit_lines(section: &str, unit: &UnitSheet) -> Vec<Shown> {
    let mut lines =
        vec![line(section, &unit.letter, &unit.title, &unit.number), line(section, "Place", &unit.place, "")];
    if !unit.damage.is_empty() {
        lines.push(line(section, "Damage", &unit.damage, ""));
    }
    let yes = |check: &CheckBox| if check.checked { "yes" } else { "no" };
    lines.extend(unit.boxes.iter().map(|check| line(section, &check.label, yes(check), "")));
    lines.extend(unit.strips.iter().flat_map(|strip| strip_lines(section, strip)));
    lines.extend(unit.tables.iter().flat_map(|table| table_lines(section, table)));
    lines.extend(noted(section, &unit.facts));
    lines.extend(unit.notes.iter().map(|note| line(section, "Note", note, "")));
    lines.extend(unit.names.iter().map(|name| name_line(section, name)));
    lines
}

/// A name: the one that was given, else the one that is suggested.
fn name_line(section: &str, name: &NameTag) -> Shown {
    let shown = if name.value.is_empty() { &name.suggested } else { &name.value };
    let detail = if name.value.is_empty() { "suggested" } else { "" };
    line(section, &name.label, shown, if name.note.is_empty() { detail } else { &name.note })
}

/// The circled box under the strip's name; under "Crew 5" what stands below that box.
fn strip_lines(section: &str, strip: &Strip) -> Vec<Shown> {
    let circled = strip.now.and_then(|place| strip.boxes.get(usize::from(place)));
    let now = circled.map_or(NOTHING, |circled| circled.label.as_str());
    let below = strip.boxes.iter().filter(|under| !under.note.is_empty());
    let below = below.map(|under| line(section, &format!("{} {}", strip.title, under.label), &under.note, ""));
    std::iter::once(line(section, &strip.title, now, &strip.detail)).chain(below).collect()
}

/// A row in force under the columns' names alone; any other with its own name before them: "PC", "Initial PC".
fn table_lines(section: &str, table: &SheetTable) -> Vec<Shown> {
    let Some((corner, columns)) = table.columns.split_first() else { return Vec::new() };
    let mut lines = Vec::new();
    for row in &table.rows {
        let name = match (row.now, corner.label.as_str()) {
            (true, _) => String::new(),
            (false, "") => format!("{} ", row.label),
            (false, corner) => format!("{corner} {}, ", row.label),
        };
        if row.now && !corner.label.is_empty() {
            lines.push(line(section, &corner.label, &row.label, &corner.detail));
        }
        let cells = columns.iter().zip(&row.cells).filter(|(_, cell)| !cell.is_empty());
        lines.extend(cells.map(|(head, cell)| line(section, &format!("{name}{}", head.label), cell, &head.detail)));
    }
    lines
}

fn muster_lines(muster: &Muster) -> Vec<Shown> {
    let id = &muster.id;
    let mut lines = vec![line(id, &muster.title, &muster.text, "")];
    lines.extend(
        muster.purses.iter().map(|purse| {
            line(id, &purse.label, &purse.left.to_string(), &format!("of {}, {}", purse.of, purse.detail))
        }),
    );
    for ware in &muster.shelf {
        lines.push(line(id, &ware.title, &ware.count.to_string(), &price(&ware.take)));
        lines.extend(noted(id, &ware.facts));
    }
    for bought in &muster.lines {
        let section = format!("{id}-{}", bought.letter.to_lowercase());
        lines.push(line(&section, &bought.title, &bought.holds, ""));
        lines.extend(noted(&section, &bought.facts));
        lines.extend(bought.offers.iter().map(|deal| line(&section, &deal.label, &price(deal), "")));
        let stepper = bought.stepper.iter();
        lines.extend(stepper.map(|stepper| {
            line(&section, &stepper.label, &stepper.value.to_string(), &format!("{} at most", stepper.most))
        }));
        lines.extend(bought.names.iter().map(|name| name_line(&section, name)));
    }
    if let Some(ready) = &muster.ready_made {
        lines.push(line(id, &ready.title, &ready.text, ""));
        lines.extend(table_lines(id, &ready.table));
    }
    lines.extend(muster.warnings.iter().map(|warning| line(id, "Warning", warning, "")));
    lines
}

fn price(deal: &Deal) -> String {
    deal.cost.map(|cost| cost.to_string()).unwrap_or_default()
}
