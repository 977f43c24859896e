//! The paragraph booklet (OF-2.7): German turns, events and story, one entry per number.
//!
//! Designers write it in KDL files under `content/open-fire/paragraphs/`; `docs/paragraphs.md` is their manual. It is
//! read into the closed enums of [`ast`], with every fault reported, checked as a whole together with the unit cards
//! and the missions, and can be told again in plain English by [`Paragraph::text`].

pub mod ast;
mod check;
mod compass;
mod conditions;
pub(crate) mod line;
mod orders;
mod print;
pub(crate) mod read;
pub mod texts;
pub mod words;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use content::{Files, Problems, Source};
use engine::{Problem, Provenance, did_you_mean};
use hexmap::Grid;

pub use ast::{
    Activation, Among, Answer, Area, BlockId, Branch, CardId, Checker, Condition, Destination, HexNumber, Hexes,
    Letter, Number, Order, Origin, Paragraph, Place, Quality, Row, Script, Sighting, Step, Target, Test, Toward,
    UnitRef, Units, Where,
};
use line::{Line, Page};
use read::{Reference, Referent};

use crate::{
    booklet::{
        cartridge::{self, Mission},
        proofs,
        unit_cards::{self, UnitCard},
    },
    rule_ids::COUNTERS,
    tables::display_sheet::DisplaySheet,
};

const FOLDER: &str = "open-fire/paragraphs/";

/// Everything that acts for the Germans and tells the story.
#[derive(Clone, Debug)]
pub struct Booklet {
    /// What the printed briefings say, for set-ups that take one over.
    pub(crate) printed_briefings: String,
    /// The paragraphs.
    pub paragraphs: BTreeMap<Number, Paragraph>,
    /// The unit cards.
    pub cards: BTreeMap<CardId, UnitCard>,
    /// The missions.
    pub missions: Vec<Mission>,
    /// The counts that the platoon of a campaign takes along to its next mission.
    pub kept: BTreeSet<String>,
    /// Things that are allowed but look like mistakes.
    pub warnings: Vec<Problem>,
}

impl Booklet {
    /// The paragraph with this number.
    pub fn paragraph(&self, number: Number) -> Option<&Paragraph> {
        self.paragraphs.get(&number)
    }

    /// The card with this number.
    pub fn card(&self, id: CardId) -> Option<&UnitCard> {
        self.cards.get(&id)
    }

    /// Whether every card is of a type that exists, with a letter that its counters carry (OF-2.4).
    ///
    /// # Errors
    /// The cards for which it is not so.
    pub fn check_counters(&self, sheet: &DisplaySheet) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::default();
        for card in self.cards.values() {
            let types = sheet.cards.iter().map(|card| card.id.as_str());
            let letters = sheet.counters.letters(&card.data_card);
            let (what, help) = if sheet.card(&card.data_card).is_none() {
                let help = did_you_mean(&card.data_card, types);
                (format!("there is no data card \"{}\"", card.data_card), help)
            } else if !letters.iter().any(|letter| *letter == card.letter.to_string()) {
                let what = format!("no counter {} carries the letter {}", card.data_card, card.letter);
                (what, format!("its letters are {} ({COUNTERS})", letters.join(", ")))
            } else {
                continue;
            };
            let Where { file, line, column } = card.at.clone();
            problems.add(Problem { file, line, column, what, help });
        }
        problems.finish(Some(()))
    }

    /// Whether every mission is played on the map there is.
    ///
    /// # Errors
    /// The missions for which it is not so.
    pub fn check_maps(&self, map: &str) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::default();
        for mission in self.missions.iter().filter(|mission| !mission.map.is_empty() && mission.map != map) {
            let what = format!("there is no map \"{}\" for the mission \"{}\"", mission.map, mission.id);
            let Where { file, line, column } = mission.at.clone();
            problems.add(Problem { file, line, column, what, help: format!("missions are played on \"{map}\"") });
        }
        problems.finish(Some(()))
    }

    /// The mission with this name.
    pub fn mission(&self, id: &str) -> Option<&Mission> {
        self.missions.iter().find(|mission| mission.id == id)
    }
}

/// A paragraph with what it speaks of.
pub(crate) struct Read {
    pub(crate) paragraph: Paragraph,
    pub(crate) references: Vec<Reference>,
    /// Kept though nothing leads to it.
    pub(crate) spare: bool,
}

/// Reads the booklet, the cards and the missions, and checks them against one another and the map.
///
/// # Errors
/// Everything that is wrong with them.
pub fn read_all(files: &Files, grid: &Grid) -> Result<Booklet, Vec<Problem>> {
    let mut problems = Problems::default();
    let cards = unit_cards::read_all(files, grid, &mut problems);
    let missions = cartridge::read_all(files, grid, &mut problems);
    let Pages { paragraphs, kept } = read_paragraphs(files, grid, &mut problems);
    let draft = proofs::Draft {
        paragraphs: &paragraphs,
        cards: &cards.cards,
        missions: &missions.missions,
        kept: kept.iter().map(|(name, _)| name.clone()).collect(),
        lent: lent(files),
    };
    let walks = proofs::walks(&draft);
    let mut warnings = check::check(&paragraphs, &cards, &missions, &walks, &mut problems);
    check::kept(&kept, &paragraphs, &mut problems);
    warnings.extend(proofs::prove(&draft, &walks, grid));
    let booklet = Booklet {
        kept: kept.into_iter().map(|(name, _)| name).collect(),
        paragraphs: paragraphs.into_iter().map(|(number, read)| (number, read.paragraph)).collect(),
        cards: cards.cards,
        missions: missions.missions,
        printed_briefings: files.get(cartridge::BRIEFINGS).unwrap_or_default().to_owned(),
        warnings,
    };
    problems.finish(Some(booklet))
}

/// The cards that the printed briefings lend: a mission need not have taken them over yet.
fn lent(files: &Files) -> BTreeSet<CardId> {
    let lines = files.get(cartridge::BRIEFINGS).unwrap_or_default().lines();
    let joining = lines.filter_map(|line| line.trim().strip_prefix("joins "));
    joining.flat_map(str::split_whitespace).filter_map(CardId::read).collect()
}

/// Adds the paragraphs of a text to a booklet, in the place of those with the same numbers, and checks what they lead
/// to.
pub(crate) fn read_more(booklet: &mut Booklet, source: Source<'_>, grid: &Grid, problems: &mut Problems) {
    let mut more = Pages::default();
    read_page(source, grid, problems, &mut more);
    let references: Vec<Reference> = more.paragraphs.values().flat_map(|read| read.references.clone()).collect();
    booklet.paragraphs.extend(more.paragraphs.into_iter().map(|(number, read)| (number, read.paragraph)));
    booklet.kept.extend(more.kept.into_iter().map(|(name, _)| name));
    check_references(booklet, references, problems);
}

/// Whether the paragraphs, cards and counts that something speaks of are there.
pub(crate) fn check_references(booklet: &Booklet, references: Vec<Reference>, problems: &mut Problems) {
    let counted = check::counted(booklet.paragraphs.values());
    for Reference { to, at, .. } in references {
        let what = match to {
            Referent::Count(name) if !counted.contains(name.as_str()) => format!("nothing counts \"{name}\""),
            Referent::Paragraph(number) if booklet.paragraph(number).is_none() => {
                format!("there is no paragraph {number}")
            }
            Referent::Card(card) if booklet.card(card).is_none() => format!("there is no card {card}"),
            _ => continue,
        };
        let Where { file, line, column } = at;
        problems.add(Problem { file, line, column, what, help: "write it, or use one there is".to_owned() });
    }
}

/// What the files of paragraphs hold.
#[derive(Default)]
struct Pages {
    paragraphs: BTreeMap<Number, Read>,
    kept: Vec<(String, Where)>,
}

fn read_paragraphs(files: &Files, grid: &Grid, problems: &mut Problems) -> Pages {
    let mut pages = Pages::default();
    for (path, text) in files.below(FOLDER).filter(|(path, _)| path.ends_with(".kdl")) {
        read_page(Source::new(path, text), grid, problems, &mut pages);
    }
    pages
}

fn read_page(source: Source<'_>, grid: &Grid, problems: &mut Problems, pages: &mut Pages) {
    let mut page = Page { source, grid, problems };
    let Some(document) = page.parse() else { return };
    for node in document.nodes() {
        let mut line = Line::new(node);
        match line.name {
            "paragraph" => read_paragraph(&mut page, &mut line, &mut pages.paragraphs),
            "keep" => read_kept(&mut page, &mut line, &mut pages.kept),
            _ => page.unknown_line(&mut line, &["paragraph", "keep"]),
        }
        page.finish(line);
    }
}

/// The counts that a campaign remembers.
fn read_kept(page: &mut Page<'_>, line: &mut Line<'_>, kept: &mut Vec<(String, Where)>) {
    if line.peek().is_none() {
        page.missing(line, "what is kept", "keep rehm-spared anton-home");
    }
    while let Some(atom) = line.next() {
        let at = page.at(atom.span);
        kept.push((atom.text, at));
    }
}

fn read_paragraph(page: &mut Page<'_>, line: &mut Line<'_>, paragraphs: &mut BTreeMap<Number, Read>) {
    let block = line.block();
    let Some(atom) = line.next() else { return page.missing(line, "its number", "paragraph 084 { … }") };
    let (spare, for_us) = (line.flag("spare"), line.flag("for-us"));
    let mut references = Vec::new();
    let marks = sightings(page, line, "marks").into_iter().map(|(sighting, _)| sighting).collect();
    let requires = sightings(page, line, "requires");
    let required = |(sighting, at): &(Sighting, Where)| Reference {
        to: Referent::Sighting(*sighting),
        at: at.clone(),
        found: false,
    };
    references.extend(requires.iter().map(required));
    let ours = Origin { provenance: Provenance::Ours, section: String::new() };
    let origin = page.part_origin(line).unwrap_or(ours);
    let script = read::script(page, block, &mut references);
    if script.main().is_empty() && script.meanwhile.is_empty() && block.is_empty() {
        page.missing(line, "its text", "a block in braces with a story, a see, an order");
    }
    let Some(number) = page.paragraph(&atom) else { return };
    let at = page.at(atom.span.clone());
    let requires = requires.into_iter().map(|(sighting, _)| sighting).collect();
    let paragraph = Paragraph { number, marks, requires, for_us, script, origin, at };
    match paragraphs.entry(number) {
        Entry::Vacant(entry) => drop(entry.insert(Read { paragraph, references, spare })),
        Entry::Occupied(entry) => {
            let Where { file, line, .. } = &entry.get().paragraph.at;
            let what = format!("{number} is there twice: first in {file}, line {line}");
            let mut all = (number.0..1000).chain(1..number.0).map(Number);
            let full = page.problems.is_full();
            let free = if full { None } else { all.find(|free| !paragraphs.contains_key(free)) };
            let help = free.map_or_else(String::new, |free| format!("{free} is free"));
            page.wrong(atom.span, what, help);
        }
    }
}

fn sightings(page: &mut Page<'_>, line: &mut Line<'_>, name: &'static str) -> Vec<(Sighting, Where)> {
    let Some(atom) = line.setting(name) else { return Vec::new() };
    let at = page.at(atom.span.clone());
    let words = atom.text.split_whitespace().map(|text| line::Atom { text: text.to_owned(), span: atom.span.clone() });
    let words = words.collect::<Vec<_>>();
    words.iter().filter_map(|word| page.sighting(word)).map(|sighting| (sighting, at.clone())).collect()
}
