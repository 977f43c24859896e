//! What only the whole booklet can show: references that lead nowhere, circles, texts read at the wrong time.

use std::collections::{BTreeMap, BTreeSet};

use content::Problems;
use engine::{Problem, did_you_mean, nearest};

use crate::booklet::paragraphs::{
    CardId, Number, Paragraph, Read, Script, Sighting, Step, Where,
    read::{Reference, Referent},
};
use crate::{
    booklet::{
        cartridge::{Cell, Mission, Missions},
        proofs::walk::Walk,
        unit_cards::{ActionTable, Cards, UnitCard},
    },
    rule_ids::UNIT_CARDS,
};

type Paragraphs = BTreeMap<Number, Read>;

/// Adds what is wrong to `problems` and returns what only looks wrong.
pub(crate) fn check(
    paragraphs: &Paragraphs,
    cards: &Cards,
    missions: &Missions,
    walks: &[Walk],
    problems: &mut Problems,
) -> Vec<Problem> {
    let mut warnings = Vec::new();
    let everywhere = || {
        let texts = paragraphs.values().flat_map(|read| &read.references);
        texts.chain(&cards.references).chain(&missions.references)
    };
    exist(everywhere(), paragraphs, cards, problems);
    occur(everywhere(), paragraphs, problems);
    are_counted(everywhere(), paragraphs, problems);
    are_played(everywhere(), &missions.missions, problems);
    find_somebody(paragraphs, &missions.missions, problems);
    last_pages(paragraphs, &missions.missions, problems);
    circles(paragraphs, problems, &mut warnings);
    let reach = reachable(paragraphs, cards, &missions.missions);
    moments(paragraphs, &reach, problems, &mut warnings);
    for_whom(paragraphs, &missions.missions, &mut warnings);
    for (mission, walk) in missions.missions.iter().zip(walks) {
        one_letter_one_card(mission, cards, walk, problems);
        in_mission(mission, walk, paragraphs, problems, &mut warnings);
    }
    let reactions = reactions(cards);
    for read in paragraphs.values() {
        for step in read.paragraph.script.steps() {
            if let Step::Reaction { letter, .. } = step
                && !reactions.contains(letter)
            {
                let known: Vec<String> = reactions.iter().map(char::to_string).collect();
                let help = format!("columns there are: {}", known.join(", "));
                let what = format!("special reaction {letter} is in {} and on no card", read.paragraph.number);
                problems.add(problem(&read.paragraph.at, what, help));
            }
        }
    }
    warnings
}

fn problem(at: &Where, what: impl Into<String>, help: impl Into<String>) -> Problem {
    Problem { file: at.file.clone(), line: at.line, column: at.column, what: what.into(), help: help.into() }
}

/// Every paragraph and card that is spoken of is there.
fn exist<'a>(
    references: impl Iterator<Item = &'a Reference>,
    paragraphs: &Paragraphs,
    cards: &Cards,
    problems: &mut Problems,
) {
    for Reference { to, at, .. } in references {
        match to {
            Referent::Paragraph(number) if !paragraphs.contains_key(number) => {
                let near = paragraphs.keys().min_by_key(|known| known.0.abs_diff(number.0));
                let digits = if problems.is_full() { None } else { swapped(*number, paragraphs) };
                let help = match (digits, near) {
                    (Some(near), _) => format!("did you mean {near}?"),
                    (None, Some(near)) => format!("write it; the nearest there is is {near}"),
                    (None, None) => "write it".to_owned(),
                };
                problems.add(problem(at, format!("there is no paragraph {number}"), help));
            }
            Referent::Card(card) if !cards.cards.contains_key(card) => {
                if problems.is_full() {
                    problems.add(problem(at, format!("there is no card {card}"), ""));
                    continue;
                }
                let known: Vec<String> = cards.cards.keys().map(CardId::to_string).collect();
                let help = match nearest(&card.to_string(), known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean {near}? Known are {}", known.join(", ")),
                    None => format!("there are {}", known.join(", ")),
                };
                problems.add(problem(at, format!("there is no card {card}"), help));
            }
            Referent::Paragraph(_)
            | Referent::Card(_)
            | Referent::Sighting(_)
            | Referent::Count(_)
            | Referent::Mission(_)
            | Referent::GermanTurn
            | Referent::Event => {}
        }
    }
}

/// A paragraph that differs by two digits changed about, or by one digit.
fn swapped(number: Number, paragraphs: &Paragraphs) -> Option<Number> {
    let text = number.to_string();
    let known: Vec<String> = paragraphs.keys().map(Number::to_string).collect();
    let near = nearest(&text, known.iter().map(String::as_str))?;
    near.parse().ok().map(Number)
}

fn marked(paragraphs: &Paragraphs) -> BTreeSet<Sighting> {
    let mut marked = BTreeSet::new();
    for paragraph in paragraphs.values().map(|read| &read.paragraph) {
        marked.extend(paragraph.marks.iter().copied());
        marked.extend(paragraph.script.steps().filter_map(|step| match step {
            Step::Sighting(sighting) => Some(*sighting),
            _ => None,
        }));
    }
    marked
}

/// Every sighting that is asked for can occur.
fn occur<'a>(references: impl Iterator<Item = &'a Reference>, paragraphs: &Paragraphs, problems: &mut Problems) {
    let marked = marked(paragraphs);
    for Reference { to, at, .. } in references {
        if let Referent::Sighting(sighting) = to
            && !marked.contains(sighting)
        {
            let near = marked.iter().min_by_key(|known| known.0.abs_diff(sighting.0));
            let help = match near {
                Some(near) => format!("write marks={sighting} on a paragraph; the nearest that occurs is {near}"),
                None => format!("write marks={sighting} on a paragraph"),
            };
            problems.add(problem(at, format!("sighting {sighting} never occurs"), help));
        }
    }
}

/// Everything that some paragraph counts.
pub(crate) fn counted<'a>(paragraphs: impl Iterator<Item = &'a Paragraph>) -> BTreeSet<&'a str> {
    let steps = paragraphs.flat_map(|paragraph| paragraph.script.steps());
    let names = steps.filter_map(|step| match step {
        Step::Count { name, by: Some(_) } => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

/// Everything that is asked for is counted somewhere.
fn are_counted<'a>(references: impl Iterator<Item = &'a Reference>, paragraphs: &Paragraphs, problems: &mut Problems) {
    let counted = counted(paragraphs.values().map(|read| &read.paragraph));
    for Reference { to, at, .. } in references {
        if let Referent::Count(name) = to {
            must_be_counted(name, at, &counted, problems);
        }
    }
}

/// Everything that a campaign keeps is counted somewhere.
pub(crate) fn kept(kept: &[(String, Where)], paragraphs: &Paragraphs, problems: &mut Problems) {
    let counted = counted(paragraphs.values().map(|read| &read.paragraph));
    for (name, at) in kept {
        must_be_counted(name, at, &counted, problems);
    }
}

fn must_be_counted(name: &str, at: &Where, counted: &BTreeSet<&str>, problems: &mut Problems) {
    if counted.contains(name) {
        return;
    }
    let near = if problems.is_full() { None } else { nearest(name, counted.iter().copied()) };
    let help = match near {
        Some(near) => format!("did you mean {near}?"),
        None => format!("write \"count {name} +1\" in a paragraph"),
    };
    problems.add(problem(at, format!("nothing counts \"{name}\""), help));
}

/// Every mission that is asked for is there.
fn are_played<'a>(references: impl Iterator<Item = &'a Reference>, missions: &[Mission], problems: &mut Problems) {
    let known = || missions.iter().map(|mission| mission.id.as_str());
    for Reference { to, at, .. } in references {
        if let Referent::Mission(id) = to
            && !known().any(|mission| mission == id)
        {
            problems.add(problem(at, format!("there is no mission \"{id}\""), did_you_mean(id, known())));
        }
    }
}

/// A random event in Rounds, and what is read as a mission begins, has no unit and no marker that led to it: whoever
/// speaks of them there speaks of nobody, and a check would be made by nobody.
fn find_somebody(paragraphs: &Paragraphs, missions: &[Mission], problems: &mut Problems) {
    let throws = missions.iter().flat_map(|mission| mission.random_events.iter().flatten());
    let thrown = throws.filter_map(|cell| match cell {
        Cell::Paragraph { number, .. } => Some(*number),
        Cell::None | Cell::Random => None,
    });
    let mut found = BTreeSet::new();
    let ends = missions.iter().flat_map(|mission| mission.starts_with.into_iter().chain(mission.ends_with));
    let mut next: Vec<Number> = thrown.chain(ends).collect();
    while let Some(number) = next.pop() {
        let Some(read) = paragraphs.get(&number).filter(|_| found.insert(number)) else { continue };
        for Reference { to, at, .. } in read.references.iter().filter(|reference| !reference.found) {
            match to {
                Referent::Paragraph(further) => next.push(*further),
                Referent::Event => problems.add(problem(
                    at,
                    format!("{number} speaks of a unit or a marker that led to it, and may be read when none did"),
                    "say who, as in \"best us vehicle\", \"by=us-commander\" or at=2314; or put it into \"if \
                     operations\"",
                )),
                Referent::Card(_)
                | Referent::Sighting(_)
                | Referent::Count(_)
                | Referent::Mission(_)
                | Referent::GermanTurn => {}
            }
        }
    }
}

/// When a mission is over nobody is asked any more, and nothing begins.
fn last_pages(paragraphs: &Paragraphs, missions: &[Mission], problems: &mut Problems) {
    let pages = follow(missions.iter().filter_map(|mission| mission.ends_with), paragraphs);
    for number in pages {
        let Some(read) = paragraphs.get(&number) else { continue };
        let late = |step: &Step| {
            matches!(step, Step::Ask { .. } | Step::Pick { .. } | Step::EndMission | Step::Activate(_) | Step::Order(_))
        };
        if read.paragraph.script.steps().any(late) {
            let what = format!("{number} is read when the mission is over: nobody is asked and nobody acts any more");
            problems.add(problem(&read.paragraph.at, what, "tell it with story and if, or read it before the end"));
        }
    }
}

/// The paragraphs a text always leads to, with nothing that could end it first, and those it leads to only if
/// conditions hold.
fn ways(script: &Script, steps: &[Step], sure: bool, free: &mut BTreeSet<Number>, held: &mut BTreeSet<Number>) {
    let mut changed = false;
    for step in steps {
        match step {
            Step::See(number) => {
                if sure {
                    free.insert(*number);
                }
                if !changed {
                    held.insert(*number);
                }
            }
            Step::Stop | Step::EndMission | Step::Check { .. } | Step::Roll { .. } | Step::Ask { .. } => return,
            Step::Order(_) | Step::Random { .. } | Step::Pick { .. } => return,
            Step::If { .. } | Step::Choose { .. } | Step::First { .. } if !changed => {
                for block in step.blocks() {
                    ways(script, script.block(block), false, free, held);
                }
            }
            Step::Story(_) | Step::Lesson(_) => {}
            _ => changed = true,
        }
    }
}

/// Circles of `see`: endless if nothing could end them.
fn circles(paragraphs: &Paragraphs, problems: &mut Problems, warnings: &mut Vec<Problem>) {
    let mut free = BTreeMap::new();
    let mut held = BTreeMap::new();
    for (number, read) in paragraphs {
        let (mut sure, mut maybe) = (BTreeSet::new(), BTreeSet::new());
        let script = &read.paragraph.script;
        ways(script, script.main(), true, &mut sure, &mut maybe);
        free.insert(*number, sure);
        held.insert(*number, maybe);
    }
    let endless: BTreeSet<Number> = free.keys().filter_map(|number| circle(*number, &free)).flatten().collect();
    for number in free.keys() {
        let in_words = |path: &[Number]| path.iter().map(Number::to_string).collect::<Vec<_>>().join(" → ");
        let at = &paragraphs[number].paragraph.at;
        if let Some(path) = circle(*number, &free).filter(|path| path.iter().min() == Some(number)) {
            let help = "let a check, a choice, a condition or an order stand between, or end it with stop";
            problems.add(problem(at, format!("{} leads back to itself: {} → {number}", number, in_words(&path)), help));
        } else if let Some(path) = circle(*number, &held).filter(|path| path.iter().min() == Some(number))
            && !path.iter().any(|number| endless.contains(number))
        {
            let help = "as long as the conditions hold nothing changes: put an order, a check or a change between";
            warnings.push(problem(
                at,
                format!("{} may lead back to itself: {} → {number}", number, in_words(&path)),
                help,
            ));
        }
    }
}

/// The shortest way from a paragraph back to itself.
fn circle(start: Number, ways: &BTreeMap<Number, BTreeSet<Number>>) -> Option<Vec<Number>> {
    let mut came_from: BTreeMap<Number, Number> = BTreeMap::new();
    let mut next = vec![start];
    while !next.is_empty() {
        let mut further = Vec::new();
        for from in next {
            for to in ways.get(&from).into_iter().flatten() {
                if *to == start {
                    let mut path = vec![from];
                    while let Some(before) = path.last().and_then(|last| came_from.get(last)) {
                        path.push(*before);
                    }
                    path.reverse();
                    return Some(path);
                }
                if *to != start && !came_from.contains_key(to) {
                    came_from.insert(*to, from);
                    further.push(*to);
                }
            }
        }
        next = further;
    }
    None
}

/// What is read when.
struct Reach {
    /// For an event marker, a random event, the beginning of a mission.
    events: BTreeSet<Number>,
    /// In a German's turn.
    turns: BTreeSet<Number>,
}

fn reachable(paragraphs: &Paragraphs, cards: &Cards, missions: &[Mission]) -> Reach {
    let events = missions.iter().flat_map(roots);
    let turns = cards.cards.values().flat_map(card_roots);
    Reach { events: follow(events, paragraphs), turns: follow(turns, paragraphs) }
}

fn roots(mission: &Mission) -> impl Iterator<Item = Number> {
    let cells = mission.cells().filter_map(|cell| match cell {
        Cell::Paragraph { number, .. } => Some(number),
        Cell::None | Cell::Random => None,
    });
    cells.chain(mission.starts_with).chain(mission.ends_with)
}

fn card_roots(card: &UnitCard) -> impl Iterator<Item = Number> {
    card.actions.iter().flat_map(ActionTable::paragraphs).chain(seen(&card.notes))
}

fn seen(script: &Script) -> impl Iterator<Item = Number> {
    script.steps().filter_map(|step| match step {
        Step::See(number) => Some(*number),
        _ => None,
    })
}

fn follow(roots: impl Iterator<Item = Number>, paragraphs: &Paragraphs) -> BTreeSet<Number> {
    let mut found = BTreeSet::new();
    let mut next: Vec<Number> = roots.collect();
    while let Some(number) = next.pop() {
        if let Some(read) = paragraphs.get(&number).filter(|_| found.insert(number)) {
            next.extend(seen(&read.paragraph.script));
        }
    }
    found
}

/// Orders are read in turns; markers and their finders belong to events.
fn moments(paragraphs: &Paragraphs, reach: &Reach, problems: &mut Problems, warnings: &mut Vec<Problem>) {
    for (number, read) in paragraphs {
        let (event, turn) = (reach.events.contains(number), reach.turns.contains(number));
        let first = |wanted: Referent| read.references.iter().find(|reference| reference.to == wanted);
        let (order, found) = (first(Referent::GermanTurn), first(Referent::Event));
        if let Some(Reference { at, .. }) = order.filter(|_| event && !turn) {
            problems.add(problem(
                at,
                format!("{number} gives orders to a German, and is only read when no German has a turn"),
                "name the unit, as in \"of=2314\" or \"GE44\", or let a card lead here",
            ));
        }
        if let Some(Reference { at, .. }) = order.filter(|_| event && turn) {
            warnings.push(problem(
                at,
                format!("{number} gives orders to a German, and an event leads to it too"),
                "the orders are passed over when no German has a turn",
            ));
        }
        if let (Some(Reference { at, .. }), false, true) = (found, event, turn) {
            problems.add(problem(
                at,
                format!("{number} speaks of a marker or its finder, and is only read in a German's turn"),
                "name a hex, or a unit as a German sees it: closest, nearest-us",
            ));
        }
    }
}

/// A German may turn any marker over. A page that puts a question to the player and brings nobody onto the map says
/// whom it is for.
fn for_whom(paragraphs: &Paragraphs, missions: &[Mission], warnings: &mut Vec<Problem>) {
    let cells = missions.iter().flat_map(|mission| &mission.cartridge).flat_map(|(_, cells)| cells);
    let pages: BTreeSet<Number> = cells
        .filter_map(|cell| match cell {
            Cell::Paragraph { number, .. } => Some(*number),
            Cell::None | Cell::Random => None,
        })
        .collect();
    for number in pages {
        let Some(read) = paragraphs.get(&number).filter(|read| !read.paragraph.for_us) else { continue };
        let all = follow([number].into_iter(), paragraphs);
        let scripts = || all.iter().filter_map(|page| paragraphs.get(page)).map(|read| &read.paragraph.script);
        let has = |wanted: fn(&Step) -> bool| scripts().any(|script| script.steps().any(wanted));
        let asks = has(|step| matches!(step, Step::Ask { .. } | Step::Pick { .. }));
        if asks && !has(|step| matches!(step, Step::Activate(_))) {
            let what =
                format!("{number} asks the player, and a German may turn its marker over where nobody is to be asked");
            warnings.push(problem(
                &read.paragraph.at,
                what,
                "write for-us behind its number, and it waits for the platoon",
            ));
        }
    }
}

/// Sightings that this mission asks for and cannot have; conditions it lacks.
fn in_mission(
    mission: &Mission,
    walk: &Walk,
    paragraphs: &Paragraphs,
    problems: &mut Problems,
    warnings: &mut Vec<Problem>,
) {
    for number in walk.read.keys() {
        for Reference { to, at, .. } in &paragraphs[number].references {
            if let Referent::Sighting(sighting) = to
                && !walk.sightings.contains(&sighting.0)
            {
                let what = format!("{number} asks for {sighting}, which cannot occur in \"{}\"", mission.id);
                warnings.push(problem(at, what, "mark it in a paragraph of this mission"));
            }
        }
        lacking(mission, &paragraphs[number].paragraph, problems);
    }
}

/// A letter stands for one unit among all that can be laid in a mission (OF-2.1).
fn one_letter_one_card(mission: &Mission, cards: &Cards, walk: &Walk, problems: &mut Problems) {
    let mut letters = BTreeMap::new();
    for card in walk.cards.keys().filter_map(|card| cards.cards.get(card)) {
        if let Some(other) = letters.insert(card.letter, card.id) {
            let what = format!("{other} and {} both carry the letter {} in \"{}\"", card.id, card.letter, mission.id);
            problems.add(problem(
                &card.at,
                what,
                format!("a letter stands for one unit in a mission ({UNIT_CARDS}): use another card"),
            ));
        }
    }
}

/// What a paragraph asks of a mission that the mission does not have.
fn lacking(mission: &Mission, paragraph: &Paragraph, problems: &mut Problems) {
    let (number, conditions) = (paragraph.number, mission.activation.len());
    for step in paragraph.script.steps() {
        if let Step::PlaceEvent { marker, .. } = step
            && !mission.cartridge.iter().any(|(known, _)| known == marker)
        {
            let what = format!("{number} lays event marker {marker}, which leads nowhere in \"{}\"", mission.id);
            let help = format!("write \"event {marker} …\" in the mission's cartridge");
            problems.add(problem(&paragraph.at, what, help));
        }
    }
    let beyond = paragraph.script.steps().find_map(|step| match step {
        Step::Condition(condition) if usize::from(condition.0) > conditions => Some(*condition),
        _ => None,
    });
    if let Some(condition) = beyond {
        let what = format!("{number} goes to {condition}; \"{}\" has {conditions}", mission.id);
        problems.add(problem(&paragraph.at, what, "give the mission one more activation level"));
    }
}

fn reactions(cards: &Cards) -> BTreeSet<char> {
    let letters = |card: &UnitCard| ('A'..='Z').filter(|letter| card.has_reaction(*letter)).collect::<Vec<_>>();
    cards.cards.values().flat_map(letters).collect()
}
