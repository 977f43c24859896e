//! Unit characteristics cards (OF-2.1, OF-2.6): who the Germans are, and what they do when their turn comes.

use std::collections::{BTreeMap, btree_map::Entry};

use content::{Files, Problems, Source};
use engine::Provenance;
use hexmap::Grid;

pub use crate::booklet::paragraphs::words::Fate;
use crate::booklet::paragraphs::{
    CardId, Condition, Letter, Number, Origin, Script, Where,
    line::{Atom, Line, Page},
    read::{self, Reference, Referent},
    words::{Side, Word},
};

const FOLDER: &str = "open-fire/unit-cards/";

/// One card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCard {
    /// Its identity number: GE44.
    pub id: CardId,
    /// The letter of its counter.
    pub letter: Letter,
    /// What it is called.
    pub name: String,
    /// The data card of its type.
    pub data_card: String,
    /// Its Crew Rating; squads have none.
    pub crew: Option<u8>,
    /// Shells, or rounds for its bazooka, with which it joins, if the card says so (OF-9.8, OF-10).
    pub rounds: Option<u8>,
    /// A squad without bazooka or Panzerfaust (OF-10).
    pub unarmed: bool,
    /// The Crew Rating at which it looks after itself.
    pub self_preservation: Option<u8>,
    /// Victory points for it, once.
    pub points: i16,
    /// For what they are awarded (OF-2.1).
    pub fates: Vec<Fate>,
    /// Characteristics by crew lost; for a squad, whole and half.
    pub characteristics: Part<Characteristics>,
    /// Movement allowances by reductions.
    pub movement: Part<Allowance>,
    /// What it does, if it is German.
    pub actions: Option<ActionTable>,
    /// Read before the action table, if not empty: a turn it decides is over.
    pub notes: Script,
    /// Remarks for the player.
    pub remarks: Vec<String>,
    /// Kept though no mission uses it.
    pub spare: bool,
    /// Where the card comes from.
    pub origin: Origin,
    /// Where it stands.
    pub at: Where,
}

/// Rows with their own source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<T> {
    /// The rows, from no loss down.
    pub rows: Vec<T>,
    /// Where they come from.
    pub origin: Origin,
    /// Rows that come from somewhere else.
    pub apart: Vec<(usize, Origin)>,
}

impl<T> Part<T> {
    /// Where a row comes from.
    pub fn origin_of(&self, row: usize) -> &Origin {
        self.apart.iter().find(|(place, _)| *place == row).map_or(&self.origin, |(_, origin)| origin)
    }
}

/// Ratings of a crew (OF-2.11).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Characteristics {
    /// IN.
    pub initiative: u8,
    /// The `c` behind it.
    pub commander: bool,
    /// PC.
    pub perception: u8,
    /// WS.
    pub weapon_skill: i8,
    /// DS; guns and squads have none.
    pub driving_skill: Option<u8>,
}

/// Movement Points of a turn (OF-7.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Lowest and highest that count as fast.
    pub fast: Option<(u8, u8)>,
    /// Lowest and highest that count as slow.
    pub slow: Option<(u8, u8)>,
}

/// A column of an action table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// Used in a condition of the mission.
    Condition(Condition),
    /// Used while a special reaction is in effect (OF-6.8): C close assault, S self-preservation, B broken, or others.
    Special(char),
}

/// The rows of an action table, by the die.
pub const ACTION_DICE: [&str; 5] = ["1-2", "3-4", "5-6", "7-8", "9-0"];

/// The widest action table: the player's sheet remembers which cells of it were used as bits of a number.
pub(crate) const MOST_COLUMNS: usize = u64::BITS as usize / ACTION_DICE.len();

/// A row for 1-2, 3-4, 5-6, 7-8 and 9-0; an entry for each column.
pub type ActionRows = [Vec<Option<Number>>; 5];

/// Paragraphs by action number and column (OF-6.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionTable {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: ActionRows,
    /// Where the table comes from.
    pub origin: Origin,
}

impl ActionTable {
    /// The paragraph for an action number (1 to 10) in a column.
    pub fn paragraph(&self, action_number: u8, column: Column) -> Option<Number> {
        let (row, column) = self.cell(action_number, column)?;
        self.rows.get(row)?.get(column).copied().flatten()
    }

    /// The row and the column of a cell, as places in the table.
    pub fn cell(&self, action_number: u8, column: Column) -> Option<(usize, usize)> {
        let column = self.columns.iter().position(|known| *known == column)?;
        let row = usize::from(action_number.checked_sub(1)? / 2);
        (row < self.rows.len()).then_some((row, column))
    }

    /// Every paragraph in it.
    pub fn paragraphs(&self) -> impl Iterator<Item = Number> {
        self.rows.iter().flatten().flatten().copied()
    }
}

impl UnitCard {
    /// Whether its points are awarded for this.
    pub fn counts(&self, fate: Fate) -> bool {
        self.fates.contains(&fate)
    }

    /// Whether it lists this special reaction.
    pub fn has_reaction(&self, letter: char) -> bool {
        self.actions.as_ref().is_some_and(|actions| actions.columns.contains(&Column::Special(letter)))
    }
}

/// Cards, and what they speak of.
#[derive(Default)]
pub(crate) struct Cards {
    pub(crate) cards: BTreeMap<CardId, UnitCard>,
    pub(crate) references: Vec<Reference>,
}

/// Reads all cards.
pub(crate) fn read_all(files: &Files, grid: &Grid, problems: &mut Problems) -> Cards {
    let mut cards = Cards::default();
    for (path, text) in files.below(FOLDER).filter(|(path, _)| path.ends_with(".kdl")) {
        read(Source::new(path, text), grid, problems, &mut cards);
    }
    cards
}

/// Reads the cards of a set-up, which take the place of those with the same numbers.
pub(crate) fn read_more(
    known: &mut BTreeMap<CardId, UnitCard>,
    source: Source<'_>,
    grid: &Grid,
    problems: &mut Problems,
) {
    let mut cards = Cards::default();
    read(source, grid, problems, &mut cards);
    known.extend(cards.cards);
}

fn read(source: Source<'_>, grid: &Grid, problems: &mut Problems, cards: &mut Cards) {
    let mut page = Page { source, grid, problems };
    let Some(document) = page.parse() else { return };
    for node in document.nodes() {
        let mut line = Line::new(node);
        if line.name == "card" {
            card(&mut page, &mut line, cards);
        } else {
            page.unknown_line(&mut line, &["card"]);
        }
        page.finish(line);
    }
}

fn card(page: &mut Page<'_>, line: &mut Line<'_>, cards: &mut Cards) {
    let block = line.block();
    let (Some(id), Some(letter)) = (line.next(), line.next()) else {
        return page.missing(line, "its number and letter", "card GE44 V { … }");
    };
    let spare = line.flag("spare");
    let number = page.card(&id);
    let letter = letter_of(page, &letter, number);
    let at = page.at(id.span.clone());
    let (Some(number), Some(letter)) = (number, letter) else { return };
    let mut reading = Reading { spare, ..Reading::default() };
    for node in block {
        let mut part = Line::new(node);
        reading.part(page, &mut part, &mut cards.references);
        page.finish(part);
    }
    let Some(card) = reading.card(page, line, number, letter, at) else { return };
    match cards.cards.entry(number) {
        Entry::Vacant(entry) => drop(entry.insert(card)),
        Entry::Occupied(entry) => {
            let Where { file, line, .. } = &entry.get().at;
            let what = format!("{number} is there twice: first in {file}, line {line}");
            page.wrong(id.span, what, "give one of the two another number");
        }
    }
}

fn letter_of(page: &mut Page<'_>, atom: &Atom, card: Option<CardId>) -> Option<Letter> {
    let letter = Letter::read(&atom.text).filter(|letter| match card.map(|card| card.side) {
        Some(Side::Us) => ('A'..='K').contains(&letter.letter) && (!letter.double || letter.letter == 'A'),
        _ => ('L'..='Z').contains(&letter.letter),
    });
    if letter.is_none() {
        let help = "US units have A to K or AA, Germans L to Z, LL or MM (OF-2.4)";
        page.wrong(atom.span.clone(), format!("\"{}\" is not a letter for this card", atom.text), help);
    }
    letter
}

/// A card while its lines are read.
#[derive(Default)]
struct Reading {
    spare: bool,
    name: Option<String>,
    data: Option<String>,
    crew: Option<u8>,
    rounds: Option<u8>,
    unarmed: bool,
    self_preservation: Option<u8>,
    points: i16,
    fates: Vec<Fate>,
    origin: Option<Origin>,
    characteristics: Vec<Characteristics>,
    characteristics_origin: Option<Origin>,
    movement: Vec<Allowance>,
    movement_origin: Option<Origin>,
    movement_apart: Vec<(usize, Origin)>,
    actions: Option<(Vec<Column>, ActionRows, Option<Origin>)>,
    notes: Script,
    remarks: Vec<String>,
}

const PARTS: &[&str] = &[
    "name",
    "data",
    "crew",
    "rounds",
    "unarmed",
    "points",
    "origin",
    "characteristics",
    "movement",
    "actions",
    "notes",
    "remark",
];

/// More rounds than anybody carries: the record sheet has boxes for 48.
const MOST_ROUNDS: u8 = 48;

impl Reading {
    fn part(&mut self, page: &mut Page<'_>, line: &mut Line<'_>, references: &mut Vec<Reference>) {
        match line.name {
            "name" => self.name = page.plain(line),
            "data" => self.data = page.plain(line),
            "remark" => self.remarks.extend(page.plain(line)),
            "crew" => {
                self.crew = line.next().and_then(|atom| page.count(&atom, "a crew rating", 1, 6));
                self.self_preservation = page.count_setting(line, "self-preservation", 1, 6);
            }
            "rounds" => self.rounds = line.next().and_then(|atom| page.count(&atom, "rounds", 0, MOST_ROUNDS)),
            "unarmed" => self.unarmed = true,
            "points" => {
                let points = line.next().and_then(|atom| page.number(&atom, "a number of points", 0, 20));
                self.points = points.unwrap_or(0);
                while line.peek().is_some() {
                    match page.need::<Fate>(line) {
                        Some(fate) => self.fates.push(fate),
                        None => break,
                    }
                }
            }
            "origin" => self.origin = page.origin(line),
            "characteristics" => {
                self.characteristics_origin = page.part_origin(line);
                for node in line.block() {
                    let mut row = Line::new(node);
                    if lost(page, &mut row, self.characteristics.len()) {
                        self.characteristics.extend(characteristics(page, &mut row));
                    }
                    page.finish(row);
                }
            }
            "movement" => {
                self.movement_origin = page.part_origin(line);
                for node in line.block() {
                    let mut row = Line::new(node);
                    if lost(page, &mut row, self.movement.len()) {
                        let place = self.movement.len();
                        self.movement_apart.extend(page.part_origin(&mut row).map(|origin| (place, origin)));
                        let fast = row.setting("fast").and_then(|atom| page.faces(&atom, 1, 8));
                        let slow = row.setting("slow").and_then(|atom| page.faces(&atom, 1, 8));
                        self.movement.push(Allowance { fast, slow });
                    }
                    page.finish(row);
                }
            }
            "actions" => {
                let origin = page.part_origin(line);
                let (columns, rows) = actions(page, line, references);
                self.actions = Some((columns, rows, origin));
            }
            "notes" => self.notes = read::script(page, line.block(), references),
            _ => page.unknown_line(line, PARTS),
        }
    }

    fn card(self, page: &mut Page<'_>, line: &Line<'_>, id: CardId, letter: Letter, at: Where) -> Option<UnitCard> {
        let ours = || Origin { provenance: Provenance::Ours, section: String::new() };
        let origin = self.origin.unwrap_or_else(ours);
        if self.characteristics.is_empty() {
            page.missing(line, "characteristics", "characteristics { lost 0 \"5c\" 7 +3 8 }");
        }
        if let (Some(level), Some(crew)) = (self.self_preservation, self.crew)
            && level > crew
        {
            let what = format!("self-preservation {level} is above the crew rating {crew}");
            page.wrong(
                line.span.clone(),
                what,
                "it is the rating at which the crew looks after itself: at most the crew",
            );
        }
        if self.rounds.is_some() && (self.unarmed || id.side == Side::German) {
            let help = "Germans count no rounds, and the unarmed have nothing to fire them with: leave it out";
            page.wrong(line.span.clone(), "rounds that nobody counts", help);
        }
        let actions = self.actions.map(|(columns, rows, part)| ActionTable {
            columns,
            rows,
            origin: part.unwrap_or_else(|| origin.clone()),
        });
        if id.side == Side::German {
            let has = |letter| actions.as_ref().is_some_and(|table| table.columns.contains(&Column::Special(letter)));
            if !has('C') {
                page.missing(line, "a column C", "every German card has one (OF-6.8)");
            }
            if self.self_preservation.is_some() && !has('S') {
                page.missing(line, "a column S", "it is used from the self-preservation level on (OF-2.1)");
            }
        }
        let (Some(name), Some(data_card)) = (self.name, self.data) else {
            page.missing(line, "a name or a data card", "name \"Tiger\" and data tiger");
            return None;
        };
        Some(UnitCard {
            id,
            letter,
            name,
            data_card,
            crew: self.crew,
            rounds: self.rounds,
            unarmed: self.unarmed,
            self_preservation: self.self_preservation,
            points: self.points,
            fates: if self.fates.is_empty() { Fate::ALL.iter().map(|(_, fate)| *fate).collect() } else { self.fates },
            characteristics: Part {
                rows: self.characteristics,
                origin: self.characteristics_origin.unwrap_or_else(|| origin.clone()),
                apart: Vec::new(),
            },
            movement: Part {
                rows: self.movement,
                origin: self.movement_origin.unwrap_or_else(|| origin.clone()),
                apart: self.movement_apart,
            },
            actions,
            notes: self.notes,
            remarks: self.remarks,
            spare: self.spare,
            origin,
            at,
        })
    }
}

/// Whether a row is the next one: `lost 0`, `lost 1` …
fn lost(page: &mut Page<'_>, row: &mut Line<'_>, next: usize) -> bool {
    if row.name != "lost" {
        page.unknown_line(row, &["lost"]);
        return false;
    }
    match row.next() {
        Some(atom) if atom.text == next.to_string() => true,
        Some(atom) => {
            page.wrong(
                atom.span,
                format!("row {} where {next} is due", atom.text),
                "rows go down from 0, one loss each",
            );
            false
        }
        None => {
            page.missing(row, "the losses", next);
            false
        }
    }
}

fn characteristics(page: &mut Page<'_>, row: &mut Line<'_>) -> Option<Characteristics> {
    let (Some(mut initiative), Some(perception), Some(weapon_skill)) = (row.next(), row.next(), row.next()) else {
        page.missing(row, "initiative, perception and weapon skill", "lost 0 \"5c\" 7 +3 8");
        return None;
    };
    let commander = initiative.text.ends_with('c');
    initiative.text = initiative.text.trim_end_matches('c').to_owned();
    let driving_skill = row.next().and_then(|atom| page.count(&atom, "a driving skill", 0, 9));
    let initiative = page.count(&initiative, "an initiative", 0, 5);
    let perception = page.count(&perception, "a perception", 0, 10);
    let weapon_skill = page.number(&weapon_skill, "a weapon skill", -3, 3);
    Some(Characteristics {
        initiative: initiative?,
        commander,
        perception: perception?,
        weapon_skill: i8::try_from(weapon_skill?).ok()?,
        driving_skill,
    })
}

fn actions(page: &mut Page<'_>, line: &mut Line<'_>, references: &mut Vec<Reference>) -> (Vec<Column>, ActionRows) {
    let mut columns = Vec::new();
    let mut rows: ActionRows = Default::default();
    for node in line.block() {
        let mut row = Line::new(node);
        match row.name {
            "columns" => {
                while let Some(atom) = row.next() {
                    columns.extend(column(page, &atom));
                }
            }
            "die" => {
                let faces = row.next().and_then(|atom| page.faces(&atom, 1, 10));
                let mut entries = Vec::new();
                while let Some(atom) = row.next() {
                    entries.push(entry(page, &atom, references));
                }
                if entries.len() != columns.len() {
                    let what = format!("{} entries under {} columns", entries.len(), columns.len());
                    page.wrong(row.span.clone(), what, "write - where there is none");
                }
                match faces {
                    Some((from, to)) if to == from + 1 && to % 2 == 0 => rows[usize::from(from / 2)] = entries,
                    _ => page.wrong(
                        row.span.clone(),
                        "no such row",
                        "rows are \"1-2\", \"3-4\", \"5-6\", \"7-8\" and \"9-0\"",
                    ),
                }
            }
            _ => page.unknown_line(&mut row, &["columns", "die"]),
        }
        page.finish(row);
    }
    if columns.len() > MOST_COLUMNS {
        let what = format!("an action table with {} columns", columns.len());
        page.wrong(line.span.clone(), what, format!("it has room for {MOST_COLUMNS}"));
    }
    if rows.iter().any(Vec::is_empty) {
        page.missing(line, "a row", "die \"1-2\" … to die \"9-0\" …, after the columns");
    }
    (columns, rows)
}

fn column(page: &mut Page<'_>, atom: &Atom) -> Option<Column> {
    let mut letters = atom.text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Some(Column::Special(letter)),
        _ => page.condition(atom).map(Column::Condition),
    }
}

fn entry(page: &mut Page<'_>, atom: &Atom, references: &mut Vec<Reference>) -> Option<Number> {
    if atom.text == "-" {
        return None;
    }
    let number = page.paragraph(atom)?;
    references.push(Reference { to: Referent::Paragraph(number), at: page.at(atom.span.clone()), found: false });
    Some(number)
}

impl Page<'_> {
    /// A line in the wrong place.
    pub(crate) fn unknown_line(&mut self, line: &mut Line<'_>, known: &[&'static str]) {
        let atom = Atom { text: line.name.to_owned(), span: line.span.clone() };
        self.unknown("line", &atom, known.iter().copied());
        while line.next().is_some() {}
        line.forget();
    }

    /// A text or a name.
    pub(crate) fn plain(&mut self, line: &mut Line<'_>) -> Option<String> {
        let atom = line.next();
        if atom.is_none() {
            self.missing(line, "its text", "in quotes");
        }
        atom.map(|atom| atom.text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// `origin printed section="2.1"`.
    pub(crate) fn origin(&mut self, line: &mut Line<'_>) -> Option<Origin> {
        let atom = line.next()?;
        let section = line.setting("section").map(|atom| atom.text).unwrap_or_default();
        let provenance = match atom.text.as_str() {
            "printed" => Provenance::Printed,
            "derived" => Provenance::Derived,
            "ours" => Provenance::Ours,
            _ => {
                self.unknown("origin", &atom, ["printed", "derived", "ours"]);
                return None;
            }
        };
        Some(Origin { provenance, section })
    }

    /// `printed="2.1"` on a part.
    pub(crate) fn part_origin(&mut self, line: &mut Line<'_>) -> Option<Origin> {
        let of = |provenance| move |atom: Atom| Origin { provenance, section: atom.text };
        let printed = line.setting("printed").map(of(Provenance::Printed));
        let derived = line.setting("derived").map(of(Provenance::Derived));
        let ours = line.flag("ours").then(|| Origin { provenance: Provenance::Ours, section: String::new() });
        printed.or(derived).or(ours)
    }
}
