//! Missions (OF-2.2, OF-3): the briefing, the event markers, and the cartridge that says which paragraph they lead to.

use std::collections::BTreeSet;

use content::{Files, Problems, Source};
use engine::{Level, North, Provenance};
use hexmap::Grid;
use kdl::{KdlDocument, KdlNode};

use crate::booklet::lessons::Moment;
use crate::booklet::muster::Muster;
use crate::booklet::options::Switch;
use crate::booklet::paragraphs::{
    Condition, HexNumber, Number, Origin, Script, Sighting, Test, Units, Where,
    line::{Atom, Line, Page},
    read::{Known, Reader, Reference, Referent},
};
use crate::booklet::terms::{self, Terms};
use crate::tables::catalogue::{SetUp, SetUps};

const FOLDER: &str = "open-fire/missions/";
const SET_UPS: &str = "open-fire/set-ups.toml";
/// What the printed briefings say beyond their hexes.
pub(crate) const BRIEFINGS: &str = "open-fire/briefings.kdl";

/// Conditions of a mission, as the record sheet has boxes (OF-5.7).
pub const CONDITIONS: u8 = 6;
/// Event markers in the box (OF-2.4).
pub const EVENT_MARKERS: u8 = 26;
/// Sightings are numbered up to this (OF-5.6).
pub const SIGHTINGS: u8 = 99;
/// The least and the most that two dice add up to.
const SUMS: (u8, u8) = (2, 20);

/// A mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mission {
    /// Its name in commands: `training`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where and when, in words; may be empty.
    pub place: String,
    /// When, as `1945-02-27`, by which missions are put in order; may be empty.
    pub date: String,
    /// How long it takes, for people; may be empty.
    pub duration: String,
    /// How much it asks of its player.
    pub level: Level,
    /// The briefing.
    pub briefing: String,
    /// What the platoon is made of, for the player to read.
    pub platoon: String,
    /// What the briefing allows, limits and gives.
    pub muster: Muster,
    /// Vehicle quality points for ammunition that the platoon of a campaign gets (OF-16).
    pub campaign_points: u8,
    /// The map it is played on.
    pub map: String,
    /// Where north is.
    pub north: North,
    /// Where the event markers stand at the beginning, by number.
    pub markers: Vec<(u8, HexNumber)>,
    /// Where the platoon comes in.
    pub entry: Vec<HexNumber>,
    /// It comes in one vehicle to a hex.
    pub unstacked: bool,
    /// The hexes where it may leave.
    pub exit: Vec<HexNumber>,
    /// What else is said about coming, going and standing ready.
    pub terms: Terms,
    /// The retreat hex by the die.
    pub retreat: Vec<Retreat>,
    /// Activation Levels, from Condition 1.
    pub activation: Vec<u8>,
    /// Read when the mission begins.
    pub starts_with: Option<Number>,
    /// Read when it is over: the last page.
    pub ends_with: Option<Number>,
    /// What the event markers lead to: by number, a cell for each condition.
    pub cartridge: Vec<(u8, Vec<Cell>)>,
    /// What random events lead to: by the sum of two dice from 2 to 20, a cell for each condition.
    pub random_events: Vec<Vec<Cell>>,
    /// How event markers change when a condition begins.
    pub adjustments: Vec<(Condition, Vec<Adjustment>)>,
    /// Victory points needed to win.
    pub victory: i16,
    /// Victory points for each event marker that is activated by seeing it.
    pub event_points: i16,
    /// Victory points at the end for each unit of a description.
    pub awards: Vec<(i16, Units)>,
    /// The mission ends when one of these holds.
    pub ends: Vec<Test>,
    /// Optional rules that are always on or always off in it.
    pub forced: Vec<(Switch, bool)>,
    /// The ground is soft.
    pub soft_ground: bool,
    /// Snow lies.
    pub snow: bool,
    /// The lessons beside the question on the table, in a mission that teaches.
    pub lessons: Vec<(Moment, String)>,
    /// Where it comes from.
    pub origin: Origin,
    /// Where it stands.
    pub at: Where,
}

/// A row of the retreat table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// The lowest face.
    pub from: u8,
    /// The highest.
    pub to: u8,
    /// The hex.
    pub hex: HexNumber,
}

/// What a hole of the sleeve shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing happens.
    None,
    /// A random event, in Operations.
    Random,
    /// A paragraph.
    Paragraph {
        /// Not read once this sighting has occurred.
        unless: Option<Sighting>,
        /// Its number.
        number: Number,
    },
}

/// A change of an event marker.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// It is laid there, or moved there.
    Place(u8, HexNumber),
    /// It is taken up.
    Lift(u8),
}

impl Mission {
    /// The cell of an event marker in a condition.
    pub fn event(&self, marker: u8, condition: Condition) -> Cell {
        let row = self.cartridge.iter().find(|(number, _)| *number == marker).map(|(_, cells)| cells);
        Self::cell(row, condition)
    }

    /// The cell of a random event in a condition, for the sum of two dice.
    pub fn random_event(&self, sum: u8, condition: Condition) -> Cell {
        Self::cell(self.random_events.get(usize::from(sum.saturating_sub(SUMS.0))), condition)
    }

    /// The retreat hex for a face of the die.
    pub fn retreat_hex(&self, face: u8) -> Option<HexNumber> {
        self.retreat.iter().find(|row| (row.from..=row.to).contains(&face)).map(|row| row.hex)
    }

    /// Every cell.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cartridge.iter().map(|(_, cells)| cells).chain(&self.random_events).flatten().copied()
    }

    fn cell(row: Option<&Vec<Cell>>, condition: Condition) -> Cell {
        row.and_then(|cells| cells.get(usize::from(condition.0).checked_sub(1)?)).copied().unwrap_or(Cell::None)
    }
}

/// Missions, and what they speak of.
#[derive(Default)]
pub(crate) struct Missions {
    pub(crate) missions: Vec<Mission>,
    pub(crate) references: Vec<Reference>,
}

/// The six missions of the box, as far as they are printed.
#[derive(Copy, Clone)]
pub(crate) struct Printed<'a> {
    /// How they lie on the map.
    pub(crate) set_ups: &'a [SetUp],
    /// What else their briefings say: the text of a file, read again for each mission that takes one over.
    pub(crate) briefings: &'a str,
}

/// Reads all missions.
pub(crate) fn read_all(files: &Files, grid: &Grid, problems: &mut Problems) -> Missions {
    let mut missions = Missions::default();
    // The faults of this file are reported where the tables are read.
    let set_ups = files.get(SET_UPS).and_then(|text| Source::new(SET_UPS, text).toml::<SetUps>().ok());
    let set_ups = set_ups.map(|set_ups| set_ups.missions).unwrap_or_default();
    let printed = Printed { set_ups: &set_ups, briefings: files.get(BRIEFINGS).unwrap_or_default() };
    for (path, text) in files.below(FOLDER).filter(|(path, _)| path.ends_with(".kdl")) {
        let mut page = Page { source: Source::new(path, text), grid, problems };
        let Some(document) = page.parse() else { continue };
        for node in document.nodes() {
            let mut line = Line::new(node);
            if line.name == "mission" {
                mission(&mut page, &mut line, &mut missions, printed);
            } else {
                page.unknown_line(&mut line, &["mission"]);
            }
            page.finish(line);
        }
    }
    missions
}

fn mission(page: &mut Page<'_>, line: &mut Line<'_>, missions: &mut Missions, printed: Printed<'_>) {
    let block = line.block();
    let at = page.at(line.span.clone());
    let (Some(id), Some(title)) = (line.next(), line.next()) else {
        return page.missing(line, "its name and title", "mission training \"First Steps\" { … }");
    };
    if missions.missions.iter().any(|mission| mission.id == id.text) {
        page.wrong(id.span, format!("there are two missions \"{}\"", id.text), "give one of them another name");
    }
    let mut mission = Mission {
        id: id.text,
        title: title.text,
        place: String::new(),
        date: String::new(),
        duration: String::new(),
        level: Level::default(),
        briefing: String::new(),
        platoon: String::new(),
        muster: Muster::default(),
        campaign_points: 0,
        map: String::new(),
        north: North::Up,
        markers: Vec::new(),
        entry: Vec::new(),
        unstacked: false,
        exit: Vec::new(),
        terms: Terms::default(),
        retreat: Vec::new(),
        activation: Vec::new(),
        starts_with: None,
        ends_with: None,
        cartridge: Vec::new(),
        random_events: vec![Vec::new(); usize::from(SUMS.1 - SUMS.0) + 1],
        adjustments: Vec::new(),
        victory: 0,
        event_points: 0,
        awards: Vec::new(),
        ends: Vec::new(),
        forced: Vec::new(),
        soft_ground: false,
        snow: false,
        lessons: Vec::new(),
        origin: Origin { provenance: Provenance::Ours, section: String::new() },
        at,
    };
    for node in block {
        read_line(page, node, (&mut mission, &mut missions.references), printed);
    }
    terms::lay_edges(&mut mission, page.grid);
    whole(page, line, &mission);
    missions.missions.push(mission);
}

const PARTS: &[&str] = &[
    "set-up",
    "origin",
    "map",
    "north",
    "ground",
    "setting",
    "place",
    "date",
    "duration",
    "level",
    "briefing",
    "platoon",
    "campaign",
    "markers",
    "entry",
    "exit",
    "deploy",
    "light",
    "retreat",
    "activation",
    "starts-with",
    "ends-with",
    "cartridge",
    "random-events",
    "adjustments",
    "victory",
    "ends",
    "lessons",
];

/// Takes over everything that a printed mission says. What stood there before is gone; what is written after it is
/// added or takes its place.
fn set_up(
    page: &mut Page<'_>,
    line: &mut Line<'_>,
    (mission, references): (&mut Mission, &mut Vec<Reference>),
    Printed { set_ups, briefings }: Printed<'_>,
) {
    let Some(atom) = line.next() else { return page.missing(line, "the number of a mission", "set-up 1") };
    let Some(found) = set_ups.iter().find(|set_up| set_up.number.to_string() == atom.text) else {
        let known: Vec<String> = set_ups.iter().map(|set_up| set_up.number.to_string()).collect();
        return page.unknown("set-up", &atom, known.iter().map(String::as_str));
    };
    let mut hexes = |texts: &[String]| -> Vec<HexNumber> {
        let atoms = texts.iter().map(|text| Atom { text: text.clone(), span: atom.span.clone() });
        atoms.collect::<Vec<_>>().iter().filter_map(|atom| page.hex(atom)).collect()
    };
    mission.place = format!("Mission {}: {}", found.number, found.place);
    mission.date.clone_from(&found.date);
    mission.north = found.north;
    mission.muster.take(&found.platoon);
    mission.campaign_points = found.platoon.campaign;
    mission.markers = (1..=EVENT_MARKERS).zip(hexes(&found.markers)).collect();
    mission.entry = hexes(&found.entry);
    mission.exit = hexes(&found.exit);
    (mission.activation, mission.terms) = (Vec::new(), Terms::default());
    (mission.awards, mission.ends) = (Vec::new(), Vec::new());
    (mission.soft_ground, mission.snow) = (false, false);
    mission.adjustments.clear();
    for row in &found.adjustments {
        let laid = (1..=EVENT_MARKERS).zip(hexes(&row.markers)).map(|(marker, hex)| Adjustment::Place(marker, hex));
        mission.adjustments.push((Condition(row.condition), laid.collect()));
    }
    if found.markers.len() > EVENT_MARKERS.into() {
        let what = format!("set-up {} has {} event markers", atom.text, found.markers.len());
        page.wrong(atom.span.clone(), what, format!("there are {EVENT_MARKERS}"));
    }
    mission.retreat.clear();
    for row in &found.retreat {
        let faces = page.faces(&Atom { text: row.die.clone(), span: atom.span.clone() }, 1, 10);
        let hex = page.hex(&Atom { text: row.hex.clone(), span: atom.span.clone() });
        mission.retreat.extend(faces.zip(hex).map(|((from, to), hex)| Retreat { from, to, hex }));
    }
    let number = found.number;
    take_briefing(page, (number, briefings), mission, references);
}

/// Takes over what the briefing of a printed mission says.
fn take_briefing(
    page: &mut Page<'_>,
    (number, text): (u8, &str),
    mission: &mut Mission,
    references: &mut Vec<Reference>,
) {
    let mut briefings = Page { source: Source::new(BRIEFINGS, text), grid: page.grid, problems: page.problems };
    let document = briefings.parse();
    for node in document.iter().flat_map(KdlDocument::nodes) {
        let mut briefing = Line::new(node);
        let block = briefing.block();
        let its = briefing.next().and_then(|atom| briefings.count(&atom, "the number of a mission", 1, 6));
        for node in block.iter().filter(|_| its == Some(number)) {
            let mut part = Line::new(node);
            read_part(&mut briefings, &mut part, mission, references);
            briefings.finish(part);
        }
        briefings.finish(briefing);
    }
}

/// Reads lines of a mission that stand by themselves into one that is there, and what they speak of.
pub(crate) fn read_more(
    mission: &mut Mission,
    source: Source<'_>,
    grid: &Grid,
    printed: Printed<'_>,
    problems: &mut Problems,
) -> Vec<Reference> {
    let mut page = Page { source, grid, problems };
    let mut references = Vec::new();
    let Some(document) = page.parse() else { return references };
    for node in document.nodes() {
        read_line(&mut page, node, (mission, &mut references), printed);
    }
    terms::lay_edges(mission, grid);
    references
}

fn read_line(
    page: &mut Page<'_>,
    node: &KdlNode,
    (mission, references): (&mut Mission, &mut Vec<Reference>),
    printed: Printed<'_>,
) {
    let mut part = Line::new(node);
    if part.name == "set-up" {
        set_up(page, &mut part, (mission, references), printed);
    } else {
        read_part(page, &mut part, mission, references);
    }
    page.finish(part);
}

fn read_part(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission, references: &mut Vec<Reference>) {
    match line.name {
        "origin" => mission.origin = page.origin(line).unwrap_or_else(|| mission.origin.clone()),
        "map" => mission.map = page.plain(line).unwrap_or_default(),
        "place" => mission.place = page.plain(line).unwrap_or_default(),
        "date" => mission.date = page.plain(line).unwrap_or_default(),
        "duration" => mission.duration = page.plain(line).unwrap_or_default(),
        "level" => level(page, line, mission),
        "briefing" => mission.briefing = page.plain(line).unwrap_or_default(),
        "platoon" => {
            mission.platoon = page.plain(line).unwrap_or_default();
            mission.muster.read(page, line, references);
        }
        "campaign" => campaign(page, line, mission),
        "north" => north(page, line, mission),
        "ground" => {
            mission.soft_ground = line.flag("soft");
            mission.snow = line.flag("snow");
        }
        "setting" => forced(page, line, mission),
        "markers" => markers(page, line, mission),
        "entry" => terms::entry(page, line, mission),
        "exit" => terms::exit(page, line, mission),
        "light" => terms::light(page, line, mission),
        "deploy" => terms::deploy(page, line, mission),
        "retreat" => retreat(page, line, mission),
        "activation" => {
            mission.activation.clear();
            while let Some(atom) = line.next() {
                mission.activation.extend(page.count(&atom, "an activation level", 0, 10));
            }
        }
        "starts-with" => match line.next() {
            Some(atom) => mission.starts_with = paragraph(page, &atom, references),
            None => page.missing(line, "a paragraph", "001"),
        },
        "ends-with" => match line.next() {
            Some(atom) => mission.ends_with = paragraph(page, &atom, references),
            None => page.missing(line, "a paragraph", "099"),
        },
        "cartridge" => cartridge(page, line, mission, references),
        "random-events" => random_events(page, line, mission, references),
        "adjustments" => adjustments(page, line, mission),
        "victory" => victory(page, line, mission, references),
        "ends" => ends(page, line, mission, references),
        "lessons" => each(page, line, &Moment::NAMES, |page, row| {
            let moment = Moment::read(row.name);
            mission.lessons.extend(moment.zip(page.plain(row)));
        }),
        _ => page.unknown_line(line, PARTS),
    }
}

fn campaign(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    match line.next() {
        Some(atom) => {
            let points = page.count(&atom, "a number of vehicle quality points", 0, 50);
            mission.campaign_points = points.unwrap_or(mission.campaign_points);
        }
        None => page.missing(line, "vehicle quality points for ammunition", "campaign 10"),
    }
}

fn north(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    const NORTHS: [(&str, North); 4] =
        [("up", North::Up), ("down", North::Down), ("left", North::Left), ("right", North::Right)];
    let Some(atom) = line.next() else { return page.missing(line, "a direction", "up, down, left or right") };
    match NORTHS.iter().find(|(word, _)| *word == atom.text) {
        Some((_, north)) => mission.north = *north,
        None => page.unknown("direction of north", &atom, NORTHS.map(|(word, _)| word)),
    }
}

fn level(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    let Some(atom) = line.next() else { return page.missing(line, "a level", "first, easy, medium or hard") };
    match Level::ALL.iter().find(|(word, _)| *word == atom.text) {
        Some((_, level)) => mission.level = *level,
        None => page.unknown("level", &atom, Level::ALL.map(|(word, _)| word)),
    }
}

fn markers(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    each(page, line, &["event"], |page, row| {
        let Some((marker, hex)) = marker_and_hex(page, row) else { return };
        if mission.markers.iter().any(|(known, _)| *known == marker) {
            page.wrong(row.span.clone(), format!("event marker {marker} is there twice"), "number each once");
        }
        mission.markers.push((marker, hex));
    });
}

fn retreat(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    mission.retreat.clear();
    each(page, line, &["die"], |page, row| {
        let faces = row.next().and_then(|atom| page.faces(&atom, 1, 10));
        let hex = row.next().and_then(|atom| page.hex(&atom));
        match faces.zip(hex) {
            Some(((from, to), hex)) => mission.retreat.push(Retreat { from, to, hex }),
            None => page.missing(row, "faces and a hex", "die \"1-3\" 1201"),
        }
    });
}

fn cartridge(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission, references: &mut Vec<Reference>) {
    each(page, line, &["event"], |page, row| {
        let marker = row.next().and_then(|atom| page.count(&atom, "an event marker", 1, EVENT_MARKERS));
        let cells = cells(page, row, references, true);
        match marker {
            Some(marker) => mission.cartridge.push((marker, cells)),
            None => page.missing(row, "an event marker", "event 1 \"s1 101\" none random"),
        }
    });
}

fn random_events(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission, references: &mut Vec<Reference>) {
    each(page, line, &["throw"], |page, row| {
        let faces = row.next().and_then(|atom| page.faces(&atom, SUMS.0, SUMS.1));
        let cells = cells(page, row, references, false);
        let Some((from, to)) = faces else {
            return page.missing(row, "the sum of two dice", "throw \"2-5\" none 301");
        };
        for sum in from..=to {
            let old = std::mem::replace(&mut mission.random_events[usize::from(sum - SUMS.0)], cells.clone());
            if !old.is_empty() {
                page.wrong(row.span.clone(), format!("the sum {sum} is there twice"), "each from 2 to 20 once");
            }
        }
    });
}

fn adjustments(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    each(page, line, &["condition"], |page, row| {
        let condition = row.next().and_then(|atom| page.condition(&atom));
        let mut changes = Vec::new();
        each(page, row, &["place", "lift"], |page, change| {
            if change.name == "lift" {
                let marker = change.next().and_then(|atom| page.count(&atom, "an event marker", 1, EVENT_MARKERS));
                changes.extend(marker.map(Adjustment::Lift));
            } else if let Some((marker, hex)) = marker_and_hex(page, change) {
                changes.push(Adjustment::Place(marker, hex));
            }
        });
        mission.adjustments.extend(condition.map(|condition| (condition, changes)));
    });
}

fn ends(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission, references: &mut Vec<Reference>) {
    each(page, line, &["when"], |page, row| {
        let mut reader = Reader { page, script: Script::default(), references, known: Known::default() };
        let (test, rest) = reader.whole_test(row);
        if let [node, ..] = rest {
            let stray = Line::new(node);
            page.wrong(stray.span, "only conditions here", "more conditions begin with and, or");
        }
        mission.ends.extend(test);
    });
}

/// An optional rule that the mission itself switches on or off.
fn forced(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    let (Some(name), Some(value)) = (line.next(), line.next()) else {
        return page.missing(line, "an optional rule and on or off", "setting closed-sight on");
    };
    let names = Switch::ALL.map(Switch::id);
    let Some(switch) = Switch::ALL.into_iter().find(|switch| switch.id() == name.text) else {
        return page.unknown("setting", &name, names);
    };
    if mission.forced.iter().any(|(known, _)| *known == switch) {
        page.wrong(name.span, format!("{} is there twice", name.text), "say it once");
    }
    match [engine::OFF, engine::ON].iter().position(|known| *known == value.text) {
        Some(place) => mission.forced.push((switch, place == 1)),
        None => page.unknown("value", &value, [engine::OFF, engine::ON]),
    }
}

fn victory(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission, references: &mut Vec<Reference>) {
    match line.next() {
        Some(atom) => {
            let points = page.number(&atom, "a number of points", 0, 200);
            mission.victory = points.unwrap_or(mission.victory);
        }
        None => page.missing(line, "the points needed", "victory 21 { … }"),
    }
    each(page, line, &["each-event", "award"], |page, row| {
        let Some(atom) = row.next() else { return page.missing(row, "points", "1") };
        let Some(points) = page.number(&atom, "a number of points", -20, 20) else { return row.forget() };
        if row.name == "each-event" {
            mission.event_points = points;
        } else if row.flag("prisoners") {
            terms::freed_men(page, row, points, mission);
        } else {
            let mut reader = Reader { page, script: Script::default(), references, known: Known::default() };
            mission.awards.extend(reader.units(row).map(|units| (points, units)));
        }
    });
}

/// Reads each line of a block that has one of these names.
fn each<'k>(
    page: &mut Page<'_>,
    line: &mut Line<'k>,
    names: &[&'static str],
    mut read: impl FnMut(&mut Page<'_>, &mut Line<'k>),
) {
    for node in line.block() {
        let node: &'k KdlNode = node;
        let mut row = Line::new(node);
        if names.contains(&row.name) {
            read(page, &mut row);
        } else {
            page.unknown_line(&mut row, names);
        }
        page.finish(row);
    }
}

fn marker_and_hex(page: &mut Page<'_>, row: &mut Line<'_>) -> Option<(u8, HexNumber)> {
    let (Some(marker), Some(hex)) = (row.next(), row.next()) else {
        page.missing(row, "a number and a hex", format_args!("{} 1 4003", row.name));
        return None;
    };
    page.count(&marker, "an event marker", 1, EVENT_MARKERS).zip(page.hex(&hex))
}

fn paragraph(page: &mut Page<'_>, atom: &Atom, references: &mut Vec<Reference>) -> Option<Number> {
    let number = page.paragraph(atom)?;
    references.push(Reference { to: Referent::Paragraph(number), at: page.at(atom.span.clone()), found: false });
    Some(number)
}

fn cells(page: &mut Page<'_>, row: &mut Line<'_>, references: &mut Vec<Reference>, random: bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    while let Some(atom) = row.next() {
        cells.push(match atom.text.as_str() {
            "none" => Cell::None,
            "random" if random => Cell::Random,
            text => {
                let (unless, number) = match text.split_once(' ') {
                    Some((sighting, number)) => (Some(sighting.to_owned()), number.trim().to_owned()),
                    None => (None, text.to_owned()),
                };
                let unless = unless.and_then(|text| {
                    let sighting = page.sighting(&Atom { text, span: atom.span.clone() })?;
                    let at = page.at(atom.span.clone());
                    references.push(Reference { to: Referent::Sighting(sighting), at, found: false });
                    Some(sighting)
                });
                match paragraph(page, &Atom { text: number, span: atom.span.clone() }, references) {
                    Some(number) => Cell::Paragraph { unless, number },
                    None => Cell::None,
                }
            }
        });
    }
    cells
}

/// Faults that only the whole mission can show.
fn whole(page: &mut Page<'_>, line: &Line<'_>, mission: &Mission) {
    let conditions = mission.activation.len();
    if !(1..=usize::from(CONDITIONS)).contains(&conditions) {
        page.missing(line, "activation levels", "activation 3 5 8: one for each condition, at most six");
    }
    let short = mission.cartridge.iter().map(|(marker, cells)| (format!("event {marker}"), cells));
    let sums = (2u8..).zip(&mission.random_events).map(|(sum, cells)| (format!("random event {sum}"), cells));
    for (what, cells) in short.chain(sums) {
        if cells.len() != conditions {
            let what = format!("{what} has {} entries for {conditions} conditions", cells.len());
            page.wrong(
                line.span.clone(),
                what,
                "write one for each condition: a paragraph, \"s1 101\", none or random",
            );
        }
    }
    let adjusted = mission.adjustments.iter().flat_map(|(_, changes)| changes).filter_map(|change| match change {
        Adjustment::Place(marker, _) => Some(*marker),
        Adjustment::Lift(_) => None,
    });
    let laid: BTreeSet<u8> = mission.markers.iter().map(|(marker, _)| *marker).chain(adjusted).collect();
    for marker in laid {
        if !mission.cartridge.iter().any(|(known, _)| *known == marker) {
            let what = format!("event marker {marker} is on the map and leads nowhere");
            page.wrong(line.span.clone(), what, format!("write \"event {marker} …\" in the cartridge"));
        }
    }
    for face in 1..=10 {
        let rows = mission.retreat.iter().filter(|row| (row.from..=row.to).contains(&face)).count();
        if rows != 1 {
            let what = format!("the retreat table has {rows} rows for a {face}");
            page.wrong(line.span.clone(), what, "each face of the die from 1 to 10 has one");
        }
    }
    if mission.ends.is_empty() {
        page.missing(line, "an end", "ends { when condition 3 { and no german } }");
    }
    for (condition, _) in &mission.adjustments {
        if usize::from(condition.0) > conditions {
            let help = "conditions are as many as activation levels";
            page.wrong(line.span.clone(), format!("there is no {condition} in this mission"), help);
        }
    }
}
