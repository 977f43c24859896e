//! A mission as a picture for its designer: the conditions with the paragraphs that are read in them, and what leads to
//! what.

use std::collections::{BTreeMap, BTreeSet};

use engine::{ArrowKind, BoxKind, Graph, GraphArrow, GraphBox};

use crate::booklet::{
    cartridge::{Cell, Mission},
    paragraphs::{Booklet, Number, Paragraph, Step, Test, ast::Condition, texts::Part},
    proofs::walk::{Book, Goal, Link, Source, Walk},
};

/// The words of a paragraph that its box shows.
const FIRST_WORDS: usize = 9;

/// What can happen in a mission. German turns are left out: they are read in every condition, and lead nowhere else.
pub(crate) fn graph(booklet: &Booklet, mission: &Mission) -> Graph {
    let paragraphs = booklet.paragraphs.iter().map(|(number, paragraph)| (*number, paragraph)).collect();
    let book = Book { paragraphs: &paragraphs, cards: &booklet.cards, kept: &booklet.kept };
    let walk = Walk::through(mission, book);
    let mut drawing = Drawing { booklet, mission, walk: &walk, graph: Graph::default(), pages: BTreeMap::new() };
    drawing.lanes();
    drawing.pages();
    drawing.sources();
    drawing.links();
    drawing.sightings();
    drawing.graph
}

struct Drawing<'a> {
    booklet: &'a Booklet,
    mission: &'a Mission,
    walk: &'a Walk,
    graph: Graph,
    /// The box of each paragraph.
    pages: BTreeMap<Number, usize>,
}

impl Drawing<'_> {
    fn add(&mut self, lane: usize, kind: BoxKind, title: String, lines: Vec<String>) -> usize {
        self.graph.boxes.push(GraphBox { lane, kind, title, lines });
        self.graph.boxes.len() - 1
    }

    fn draw(&mut self, from: usize, to: usize, kind: ArrowKind) {
        let arrow = GraphArrow { from, to, kind };
        if !self.graph.arrows.contains(&arrow) {
            self.graph.arrows.push(arrow);
        }
    }

    /// A lane for each condition; its head is the box with the same place.
    fn lanes(&mut self) {
        self.graph.title = format!("{} ({})", self.mission.title, self.mission.id);
        for (place, level) in self.mission.activation.iter().enumerate() {
            let name = format!("Condition {}", place + 1);
            self.graph.lanes.push(name.clone());
            let mut lines = vec![format!("activation level {level}")];
            if !self.walk.conditions.contains(&(place as u8 + 1)) {
                lines.push("never comes".to_owned());
            }
            self.add(place, BoxKind::Lane, name, lines);
        }
    }

    /// The paragraphs of the story, each in the lane of the first condition in which it can be read.
    fn pages(&mut self) {
        let told = told(self.walk);
        for (number, conditions) in self.walk.read.iter().filter(|(number, _)| told.contains(number)) {
            let Some(paragraph) = self.booklet.paragraph(*number) else { continue };
            let marks: Vec<String> = paragraph.marks.iter().map(ToString::to_string).collect();
            let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(" ")) };
            // The last page stands at the end, though it may be read in any condition.
            let last = self.mission.ends_with == Some(*number);
            let first = if last { conditions.last() } else { conditions.first() };
            let lane = first.map_or(0, |condition| usize::from(condition - 1));
            let when = listed(conditions.iter().copied());
            let title = format!("{number}{marks}  in {when}");
            let mut lines = vec![first_words(paragraph)];
            lines.extend(germans(paragraph));
            let place = self.add(lane, BoxKind::Page, title, lines);
            self.pages.insert(*number, place);
        }
    }

    /// One small box beside each paragraph that the cartridge leads to.
    fn sources(&mut self) {
        let mut markers: BTreeMap<Number, BTreeMap<u8, BTreeSet<u8>>> = BTreeMap::new();
        let mut throws: BTreeMap<Number, BTreeMap<u8, BTreeSet<u8>>> = BTreeMap::new();
        for Link { from, to, condition } in &self.walk.links {
            let Goal::Paragraph(number) = to else { continue };
            match from {
                Source::Start => self.source(*number, "start".to_owned(), Vec::new()),
                Source::Last if *condition == 1 => self.source(*number, "last page".to_owned(), Vec::new()),
                Source::Last => {}
                Source::Event(marker) => {
                    markers.entry(*number).or_default().entry(*condition).or_default().insert(*marker);
                }
                Source::Throw(sum) => {
                    throws.entry(*number).or_default().entry(*condition).or_default().insert(*sum);
                }
                Source::Paragraph(_) | Source::Card(_) => {}
            }
        }
        for (title, by_number) in [("marker", markers), ("throw", throws)] {
            for (number, by_condition) in by_number {
                let line = |(condition, all): (u8, BTreeSet<u8>)| format!("{condition}: {}", listed(all));
                self.source(number, title.to_owned(), by_condition.into_iter().map(line).collect());
            }
        }
    }

    fn source(&mut self, number: Number, title: String, lines: Vec<String>) {
        let Some(&page) = self.pages.get(&number) else { return };
        let lane = self.graph.boxes[page].lane;
        let source = self.add(lane, BoxKind::Source, title, lines);
        self.draw(source, page, ArrowKind::Leads);
    }

    fn links(&mut self) {
        let mut effects: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for Link { from, to, .. } in &self.walk.links {
            let Source::Paragraph(from) = from else { continue };
            let Some(&from) = self.pages.get(from) else { continue };
            let lane = self.graph.boxes[from].lane;
            match to {
                Goal::Paragraph(number) => {
                    if let Some(&to) = self.pages.get(number) {
                        self.draw(from, to, ArrowKind::Leads);
                    }
                }
                Goal::Condition(condition) => self.draw(from, usize::from(condition - 1), ArrowKind::Begins),
                Goal::Marker(marker) => {
                    let title = format!("lays marker {marker}");
                    if !effects.contains_key(&(from, title.clone())) {
                        let to = self.add(lane, BoxKind::Effect, title.clone(), Vec::new());
                        effects.insert((from, title), to);
                        self.draw(from, to, ArrowKind::Leads);
                    }
                }
                Goal::End => {
                    let to = self.add(lane, BoxKind::End, "the mission ends".to_owned(), Vec::new());
                    self.draw(from, to, ArrowKind::Leads);
                }
                Goal::Card(_) => {}
            }
        }
    }

    /// From the paragraph that marks a sighting to those that ask for it.
    fn sightings(&mut self) {
        let pages = self.pages.clone();
        let marks = |number: &Number| self.booklet.paragraph(*number).map(marked).unwrap_or_default();
        let mut arrows = BTreeSet::new();
        for (asker, &to) in &pages {
            let Some(paragraph) = self.booklet.paragraph(*asker) else { continue };
            let mut asked = asked(paragraph);
            asked.extend(self.unless(*asker));
            for (marker, &from) in &pages {
                if from != to && marks(marker).iter().any(|sighting| asked.contains(sighting)) {
                    arrows.insert((from, to));
                }
            }
        }
        arrows.into_iter().for_each(|(from, to)| self.draw(from, to, ArrowKind::Asks));
    }

    /// The sightings that close the cells of a paragraph.
    fn unless(&self, asker: Number) -> BTreeSet<u8> {
        let conditions = 1..=self.mission.activation.len() as u8;
        let cells = conditions.flat_map(|condition| {
            let markers =
                self.mission.cartridge.iter().map(move |(marker, _)| self.mission.event(*marker, Condition(condition)));
            markers.chain((2..=20).map(move |sum| self.mission.random_event(sum, Condition(condition))))
        });
        let unless = cells.filter_map(|cell| match cell {
            Cell::Paragraph { unless, number } if number == asker => unless,
            Cell::Paragraph { .. } | Cell::None | Cell::Random => None,
        });
        unless.map(|sighting| sighting.0).collect()
    }
}

/// The paragraphs that something else than a German's turn leads to.
fn told(walk: &Walk) -> BTreeSet<Number> {
    let mut told = BTreeSet::new();
    loop {
        let before = told.len();
        for Link { from, to, .. } in &walk.links {
            let known = match from {
                Source::Start | Source::Last | Source::Event(_) | Source::Throw(_) => true,
                Source::Paragraph(from) => told.contains(from),
                Source::Card(_) => false,
            };
            if let (Goal::Paragraph(number), true) = (to, known) {
                told.insert(*number);
            }
        }
        if told.len() == before {
            return told;
        }
    }
}

/// How a paragraph begins, as its designer remembers it.
fn first_words(paragraph: &Paragraph) -> String {
    let story = paragraph.script.steps().find_map(|step| match step {
        Step::Story(text) | Step::Ask { question: text, .. } => Some(text),
        _ => None,
    });
    let Some(text) = story else { return "(no story)".to_owned() };
    let text = text.filled(|part| if let Part::Plain(plain) = part { plain.clone() } else { "…".to_owned() });
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let more = words.len() > FIRST_WORDS;
    words.truncate(FIRST_WORDS);
    format!("{}{}", words.join(" "), if more { " …" } else { "" })
}

/// Who appears, and what else a box should say.
fn germans(paragraph: &Paragraph) -> Option<String> {
    let mut said = Vec::new();
    for step in paragraph.script.steps() {
        match step {
            Step::Activate(activation) | Step::Join(activation) => {
                said.extend(activation.cards.iter().map(ToString::to_string));
            }
            Step::Points(points) => said.push(format!("{points:+} points")),
            Step::Ask { .. } => said.push("asks".to_owned()),
            Step::Offer { .. } => said.push("offers".to_owned()),
            _ => continue,
        }
    }
    said.dedup();
    (!said.is_empty()).then(|| said.join(", "))
}

fn marked(paragraph: &Paragraph) -> BTreeSet<u8> {
    let inside = paragraph.script.steps().filter_map(|step| match step {
        Step::Sighting(sighting) => Some(sighting.0),
        _ => None,
    });
    paragraph.marks.iter().map(|sighting| sighting.0).chain(inside).collect()
}

/// The sightings that a paragraph asks for.
fn asked(paragraph: &Paragraph) -> BTreeSet<u8> {
    let mut asked: BTreeSet<u8> = paragraph.requires.iter().map(|sighting| sighting.0).collect();
    for step in paragraph.script.steps() {
        let tests: Vec<&Test> = match step {
            Step::If { test, .. } => vec![test],
            Step::Choose { options, .. } | Step::First { options, .. } => {
                options.iter().map(|option| &option.when).collect()
            }
            Step::Ask { answers, .. } => answers.iter().filter_map(|answer| answer.only_if.as_ref()).collect(),
            Step::TheMoment(branch) | Step::Whenever(branch) => vec![&branch.when],
            _ => continue,
        };
        tests.into_iter().for_each(|test| sightings_of(test, &mut asked));
    }
    asked
}

fn sightings_of(test: &Test, found: &mut BTreeSet<u8>) {
    match test {
        Test::Sighting(sighting) => drop(found.insert(sighting.0)),
        Test::Not(test) => sightings_of(test, found),
        Test::All(tests) | Test::AnyOf(tests) => tests.iter().for_each(|test| sightings_of(test, found)),
        Test::Any { .. }
        | Test::Unit { .. }
        | Test::Condition(_)
        | Test::Operations
        | Test::Rounds
        | Test::Round { .. }
        | Test::EventMarker(_)
        | Test::AnyEvent
        | Test::Prisoners { .. }
        | Test::Points(_)
        | Test::Reached
        | Test::Count { .. }
        | Test::Light(_)
        | Test::Weather(_)
        | Test::Ground(_)
        | Test::Mission(_) => {}
    }
}

/// Numbers with a dash where they follow each other: "1-3, 7".
fn listed(numbers: impl IntoIterator<Item = u8>) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(from, to): &(u8, u8)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}
