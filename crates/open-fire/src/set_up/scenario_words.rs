//! What a set-up may bring along beside units: paragraphs of its own, what its markers and random events lead to, what
//! its Germans act by, and the whole map as open fields.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use content::{Map, Problems, Source, Spanned};
use engine::{Problem, Provenance};
use hexmap::{Grid, LowColumns};
use serde::Deserialize;

use crate::{
    booklet::{
        cartridge::{self, Adjustment, CONDITIONS, Cell, Mission, Printed, Retreat, SIGHTINGS},
        muster::Muster,
        paragraphs::{
            self, Booklet, CardId, Condition, HexNumber, Letter, Number, Origin, Script, Sighting, Where,
            read::Reference,
            words::{self, Word},
        },
        unit_cards::{self, ActionTable, Characteristics, Column, Fate, MOST_COLUMNS, Part, UnitCard},
    },
    map::country::Country,
    set_up::{scenario::SetUp, scenario_spec::MusterSpec},
    state::{laid_out::OpenFire, units::Crew},
    tables::catalogue::Catalogue,
};

/// The rows of the random event table: two dice added.
const THROWS: usize = 19;
/// Cards made for a set-up are numbered from here; those of the booklet end at 99.
const OWN_CARDS: u8 = 100;

/// How an event marker changes when a condition begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdjustmentSpec {
    pub(crate) condition: u8,
    pub(crate) marker: u8,
    /// The hex it is laid in; taken up if there is none.
    at: Option<Spanned<String>>,
}

/// What a German of a set-up does.
#[derive(Default)]
pub(crate) struct Acts<'a> {
    /// The paragraph under every condition.
    pub(crate) paragraph: Option<&'a Spanned<String>>,
    /// Paragraphs by the letter of a special reaction.
    pub(crate) reactions: Option<&'a BTreeMap<char, Spanned<String>>>,
    pub(crate) self_preservation: Option<u8>,
    pub(crate) points: Option<i16>,
}

impl Acts<'_> {
    fn says_nothing(&self) -> bool {
        self.paragraph.is_none() && self.reactions.is_none()
    }

    fn last_reaction(&self) -> Option<(&char, &Spanned<String>)> {
        self.reactions.and_then(BTreeMap::last_key_value)
    }
}

/// The whole map of the missions as level, open ground, with some hexes of other terrain.
pub(crate) fn flat(
    catalogue: &Arc<Catalogue>,
    other: &BTreeMap<String, Spanned<String>>,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<Country> {
    let palette = catalogue.palette();
    let ids = palette.terrain_ids();
    let place_of = |name: &str| ids.iter().position(|known| *known == name);
    let grid = Grid::new(45, 27, LowColumns::Even, true).ok()?;
    let mut terrain = vec![place_of("clear")?; grid.len()];
    let mut taken = BTreeSet::new();
    for (name, hexes) in other {
        let Some(place) = place_of(name) else {
            let what = format!("unknown terrain \"{name}\"");
            problems.add(source.problem(hexes.span(), what, format!("there are {}", ids.join(", "))));
            continue;
        };
        for label in hexes.get_ref().split_whitespace() {
            match grid.parse(label) {
                Ok(hex) if !taken.insert(hex) => {
                    let what = format!("{label} is there twice");
                    problems.add(source.problem(hexes.span(), what, "each hex has one terrain"));
                }
                Ok(hex) => terrain[hex.index()] = place,
                Err(error) => problems.add(source.problem(hexes.span(), error, "use hexes of the map, as in 0304")),
            }
        }
    }
    let map = Map {
        title: "Open fields".to_owned(),
        blurb: String::new(),
        elevation: vec![1; grid.len()],
        terrain,
        grid,
        tracks: Vec::new(),
        sides: Vec::new(),
        labels: Vec::new(),
        places: Vec::new(),
    };
    Some(Country::new(map, Arc::clone(catalogue)))
}

impl SetUp<'_> {
    /// What the set-up says about the platoon, as a mission would.
    pub(super) fn muster(&mut self, spec: &MusterSpec) -> Muster {
        let known: Vec<CardId> =
            self.rules.booklet.cards.keys().copied().filter(|card| card.side == words::Side::Us).collect();
        let names: Vec<String> = known.iter().map(CardId::to_string).collect();
        let mut card = |name: &Spanned<String>| {
            let place = self.problems.lookup(&self.source, "US card", name, names.iter().map(String::as_str))?;
            known.get(place).copied()
        };
        Muster {
            only_new: spec.only_new,
            no_sample: spec.no_sample,
            ammunition: spec.ammunition,
            joins: spec.joins.iter().filter_map(&mut card).collect(),
            limits: spec.limits.clone().into_iter().collect(),
        }
    }
}

/// Adds the paragraphs of a set-up to the booklet, in the place of those with the same numbers.
pub(crate) fn own_paragraphs(
    rules: &mut OpenFire,
    text: &Spanned<String>,
    source: &Source<'_>,
    problems: &mut Problems,
) {
    let placed = in_its_place(text, source);
    let mut booklet = Booklet::clone(&rules.booklet);
    paragraphs::read_more(&mut booklet, Source::new(source.file, &placed), rules.grid(), problems);
    rules.booklet = Arc::new(booklet);
}

/// Lines of a mission that the set-up writes itself; what they speak of.
pub(crate) fn own_briefing(
    mission: &mut Mission,
    text: &Spanned<String>,
    (grid, printed): (&Grid, Printed<'_>),
    source: &Source<'_>,
    problems: &mut Problems,
) -> Vec<Reference> {
    cartridge::read_more(mission, Source::new(source.file, &in_its_place(text, source)), grid, printed, problems)
}

/// A text within the set-up after as many empty lines as there are before it, so that faults are reported with the
/// right line.
fn in_its_place(text: &Spanned<String>, source: &Source<'_>) -> String {
    let before = source.text[..text.span().start].matches('\n').count() + 1;
    "\n".repeat(before) + text.get_ref()
}

/// Adds the unit cards of a set-up to the booklet, in the place of those with the same numbers.
pub(crate) fn own_cards(rules: &mut OpenFire, text: &Spanned<String>, source: &Source<'_>, problems: &mut Problems) {
    let placed = in_its_place(text, source);
    let mut booklet = Booklet::clone(&rules.booklet);
    unit_cards::read_more(&mut booklet.cards, Source::new(source.file, &placed), rules.grid(), problems);
    if let Err(found) = booklet.check_counters(&rules.sheet) {
        problems.extend(found);
    }
    rules.booklet = Arc::new(booklet);
}

/// `882`, `s1 882`, `random` or `none`.
pub(crate) fn cell(
    text: &Spanned<String>,
    booklet: &Booklet,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<Cell> {
    let (unless, number) = match text.get_ref().split_once(' ') {
        Some((sighting, number)) => (Some(sighting), number),
        None => (None, text.get_ref().as_str()),
    };
    let sighting = unless.map(sighting);
    match (number, sighting) {
        ("random", None) => Some(Cell::Random),
        ("none", None) => Some(Cell::None),
        (_, Some(None)) => {
            let what = format!("\"{}\" names no sighting", text.get_ref());
            problems.add(source.problem(text.span(), what, "write s1 882, 882, random or none"));
            None
        }
        (number, sighting) => {
            let number = paragraph(number, text, booklet, source, problems)?;
            Some(Cell::Paragraph { unless: sighting.flatten(), number })
        }
    }
}

/// `s1` to `s99`.
pub(crate) fn sighting(name: &str) -> Option<Sighting> {
    let number = name.strip_prefix('s').and_then(|digits| digits.parse().ok());
    number.filter(|number| (1..=SIGHTINGS).contains(number)).map(Sighting)
}

fn paragraph(
    number: &str,
    text: &Spanned<String>,
    booklet: &Booklet,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<Number> {
    let found = number.parse().ok().map(Number).filter(|number| booklet.paragraph(*number).is_some());
    if found.is_none() {
        let what = format!("there is no paragraph {number}");
        problems.add(source.problem(text.span(), what, "use three digits, as in 084, or write it under paragraphs"));
    }
    found
}

/// A marker leads there in every condition.
pub(crate) fn marker_leads_to(mission: &mut Mission, marker: u8, cell: Cell) {
    mission.cartridge.retain(|(known, _)| *known != marker);
    mission.cartridge.push((marker, vec![cell; usize::from(CONDITIONS)]));
}

/// Every random event leads there.
pub(crate) fn random_events_lead_to(mission: &mut Mission, cell: Cell) {
    mission.random_events = vec![vec![cell; usize::from(CONDITIONS)]; THROWS];
}

/// Every German retreats there.
pub(crate) fn retreat_to(mission: &mut Mission, hex: HexNumber) {
    mission.retreat = vec![Retreat { from: 1, to: 10, hex }];
}

/// The back of the cartridge.
pub(crate) fn adjustments(
    specs: &[AdjustmentSpec],
    mut hex: impl FnMut(&Spanned<String>) -> Option<HexNumber>,
) -> Vec<(Condition, Vec<Adjustment>)> {
    let adjustment = |spec: &AdjustmentSpec| {
        let change = match &spec.at {
            Some(label) => Adjustment::Place(spec.marker, hex(label)?),
            None => Adjustment::Lift(spec.marker),
        };
        Some((Condition(spec.condition), vec![change]))
    };
    specs.iter().filter_map(adjustment).collect()
}

/// Has a German with a card of the booklet act by other paragraphs.
pub(crate) fn change_card(
    rules: &mut OpenFire,
    id: CardId,
    acts: &Acts<'_>,
    source: &Source<'_>,
    problems: &mut Problems,
) {
    if acts.says_nothing() {
        return;
    }
    let mut booklet = Booklet::clone(&rules.booklet);
    let table = table_of(acts, &booklet, source, problems);
    if let Some(card) = booklet.cards.get_mut(&id) {
        card.notes = Script::default();
        card.actions = Some(merged(card.actions.take(), table));
    }
    let wide = booklet.cards.get(&id).and_then(|card| card.actions.as_ref()).map(|actions| actions.columns.len());
    if let (Some(wide), Some((_, text))) = (wide.filter(|wide| *wide > MOST_COLUMNS), acts.last_reaction()) {
        problems.add(too_wide(wide, text, source));
    }
    rules.booklet = Arc::new(booklet);
}

fn too_wide(columns: usize, text: &Spanned<String>, source: &Source<'_>) -> Problem {
    let what = format!("an action table with {columns} columns");
    source.problem(text.span(), what, format!("it has room for {MOST_COLUMNS}"))
}

/// Makes a card for a German who has only a data card.
pub(crate) fn new_card(
    rules: &mut OpenFire,
    (letter, name, data_card): (&str, &str, &str),
    crew: Crew,
    acts: &Acts<'_>,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<CardId> {
    let mut booklet = Booklet::clone(&rules.booklet);
    let taken = booklet.cards.keys().filter(|id| id.side == words::Side::German && id.number >= OWN_CARDS).count();
    let number = u8::try_from(taken).ok().and_then(|taken| OWN_CARDS.checked_add(taken))?;
    let id = CardId { side: words::Side::German, number };
    let ours = || Origin { provenance: Provenance::Ours, section: String::new() };
    let row = Characteristics {
        initiative: crew.initiative,
        commander: crew.commander,
        perception: crew.perception,
        weapon_skill: crew.weapon_skill,
        driving_skill: Some(crew.driving_skill),
    };
    let table = table_of(acts, &booklet, source, problems);
    if let (true, Some((_, text))) = (table.columns.len() > MOST_COLUMNS, acts.last_reaction()) {
        problems.add(too_wide(table.columns.len(), text, source));
    }
    let card = UnitCard {
        rounds: None,
        unarmed: false,
        id,
        letter: Letter::read(letter)?,
        name: name.to_owned(),
        data_card: data_card.to_owned(),
        crew: Some(crew.rating),
        self_preservation: acts.self_preservation,
        points: acts.points.unwrap_or(0),
        fates: Fate::ALL.iter().map(|(_, fate)| *fate).collect(),
        characteristics: Part { rows: vec![row], origin: ours(), apart: Vec::new() },
        movement: Part { rows: Vec::new(), origin: ours(), apart: Vec::new() },
        actions: Some(table),
        notes: Script::default(),
        remarks: Vec::new(),
        spare: true,
        origin: ours(),
        at: Where { file: source.file.to_owned(), line: 0, column: 0 },
    };
    booklet.cards.insert(id, card);
    rules.booklet = Arc::new(booklet);
    Some(id)
}

fn table_of(acts: &Acts<'_>, booklet: &Booklet, source: &Source<'_>, problems: &mut Problems) -> ActionTable {
    let mut lead = |text: &Spanned<String>| paragraph(text.get_ref(), text, booklet, source, problems);
    let mut cells: Vec<(Column, Option<Number>)> = Vec::new();
    if let Some(text) = acts.paragraph {
        let number = lead(text);
        cells.extend((1..=CONDITIONS).map(|condition| (Column::Condition(Condition(condition)), number)));
    }
    for (letter, text) in acts.reactions.into_iter().flatten() {
        cells.push((Column::Special(*letter), lead(text)));
    }
    for (letter, text) in acts.reactions.into_iter().flatten().filter(|(letter, _)| !letter.is_ascii_uppercase()) {
        let what = format!("\"{letter}\" is no special reaction");
        problems.add(source.problem(text.span(), what, "they have capital letters: C, S, B"));
    }
    let (columns, row): (Vec<Column>, Vec<Option<Number>>) = cells.into_iter().unzip();
    let origin = Origin { provenance: Provenance::Ours, section: String::new() };
    ActionTable { columns, rows: std::array::from_fn(|_| row.clone()), origin }
}

/// The columns of the new table in place of the old ones; the other columns stay. A new condition column replaces them
/// all.
fn merged(old: Option<ActionTable>, new: ActionTable) -> ActionTable {
    let Some(old) = old else { return new };
    let mut table = new;
    let conditions = table.columns.iter().any(|column| matches!(column, Column::Condition(_)));
    for (place, column) in old.columns.iter().enumerate() {
        let replaced = conditions && matches!(column, Column::Condition(_));
        if !replaced && !table.columns.contains(column) {
            table.columns.push(*column);
            for (row, before) in table.rows.iter_mut().zip(&old.rows) {
                row.push(before.get(place).copied().flatten());
            }
        }
    }
    table
}
