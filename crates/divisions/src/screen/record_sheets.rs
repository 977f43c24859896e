//! The sheets to print: for each side its companies by formation with a box for each step, the turns, the chits and the
//! points. Everything on them but the event chits in hand is open to both sides.

use engine::{CheckBox, CheckList, Fact, RecordSheet, Seat, SeatInfo, Strip, StripBox, UnitSheet, Viewer};

use super::panels;
use crate::{
    play::s18_victory,
    rule_ids::TALLY,
    state::{Ask, EventChit, Formation, Place, Unit},
    tables::Face,
};

/// Boxes for victory points: more are seldom won.
const POINTS: u16 = 20;

pub(crate) fn record_sheets(ask: Ask<'_>, viewer: Viewer) -> Vec<RecordSheet> {
    ask.rules.seats.iter().map(|side| record_sheet(ask, viewer, side)).collect()
}

fn record_sheet(ask: Ask<'_>, viewer: Viewer, side: &SeatInfo) -> RecordSheet {
    let Ask { rules, state } = ask;
    let seat = side.seat;
    let formations = (0u8..).zip(&rules.formations).filter(|(_, formation)| formation.seat == seat);
    let steps = rules.units.iter().filter(|unit| unit.seat == seat).map(|unit| u16::from(unit.steps)).sum();
    let mut checks = vec![
        CheckList {
            title: "Headquarters chits drawn this turn".to_owned(),
            detail: String::new(),
            boxes: formations.clone().map(|(index, formation)| chit(ask, index, formation)).collect(),
        },
        CheckList::numbered("Steps lost", "", steps, state.steps_lost[seat.index()].into()),
        CheckList::numbered("Victory points", "", POINTS, s18_victory::points(ask, seat)),
    ];
    if !rules.objectives.is_empty() {
        checks.push(objectives(ask, seat));
    }
    RecordSheet {
        id: side.id.clone(),
        tab: side.name.clone(),
        title: format!("{}: order of battle", side.name),
        about: String::new(),
        rule: TALLY,
        facts: facts(ask, viewer, seat),
        strips: vec![Strip::turns(rules.turns.len(), state.turn, |turn| {
            rules.clock.get(turn - 1).cloned().unwrap_or_default()
        })],
        checks,
        units: formations.map(|(_, formation)| formation_box(ask, formation)).collect(),
    }
}

fn chit(ask: Ask<'_>, index: u8, formation: &Formation) -> CheckBox {
    CheckBox { label: formation.name.clone(), checked: panels::has_acted(ask, index, formation) }
}

fn objectives(ask: Ask<'_>, seat: Seat) -> CheckList {
    let boxes = ask.rules.objectives.iter().zip(&ask.state.holders).map(|(objective, holder)| CheckBox {
        label: format!("{} ({}), {} VP", objective.name, ask.rules.label(objective.hex), objective.points),
        checked: *holder == Some(seat),
    });
    CheckList { title: "Objectives held".to_owned(), detail: String::new(), boxes: boxes.collect() }
}

fn facts(ask: Ask<'_>, viewer: Viewer, seat: Seat) -> Vec<Fact> {
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value, detail: String::new() };
    let victory = &ask.rules.victory;
    let mut facts = vec![fact("Lead to win", format!("{}, decisive {}", victory.margin, victory.decisive))];
    let handicap = victory.handicap[seat.index()];
    if handicap != 0 {
        facts.push(fact("Points given", handicap.to_string()));
    }
    facts.extend(chits(ask, &ask.rules.pools[seat.index()].chits).map(|chits| fact("Event chits in the pool", chits)));
    if viewer.knows(seat) {
        let kind = |chit: &EventChit| match chit {
            EventChit::Kind(kind) => Some(*kind),
            EventChit::FaceDown => None,
        };
        let hand: Vec<u8> = ask.state.hands[seat.index()].iter().filter_map(kind).collect();
        facts.extend(chits(ask, &hand).map(|chits| fact("Event chits in hand", chits)));
    }
    facts
}

/// "2 air strike, 1 smoke"; nothing if there are none.
fn chits(ask: Ask<'_>, kinds: &[u8]) -> Option<String> {
    let count = |kind: u8| kinds.iter().filter(|&&one| one == kind).count();
    let words = (0u8..).zip(&ask.rules.catalogue.events).filter(|(kind, _)| count(*kind) > 0);
    let words: Vec<String> =
        words.map(|(kind, event)| format!("{} {}", count(kind), event.name.to_lowercase())).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn formation_box(ask: Ask<'_>, formation: &Formation) -> UnitSheet {
    UnitSheet {
        unit: formation.id.clone(),
        letter: formation.mark.clone(),
        title: formation.name.clone(),
        seat: formation.seat,
        number: String::new(),
        place: String::new(),
        damage: String::new(),
        out: false,
        now: false,
        boxes: Vec::new(),
        strips: formation.units.iter().map(|unit| company(ask, unit)).collect(),
        tables: Vec::new(),
        facts: Vec::new(),
        notes: vec![
            "Range, assault, defence and movement: full strength, then depleted. Cross a box out for each step lost."
                .to_owned(),
        ],
        names: Vec::new(),
    }
}

/// Both sides of a company's counter; a step that is lost is crossed out.
fn company(ask: Ask<'_>, unit: Unit) -> Strip {
    let (info, left) = (ask.rules.unit(unit), ask.state.steps(unit));
    let kind = &ask.rules.catalogue.kinds[info.kind].name;
    let place = match ask.state.units[unit.index()].place {
        Place::On(hex) => ask.rules.label(hex),
        Place::Reserve => {
            let entry = info.entry.iter().map(|&hex| ask.rules.label(hex)).collect::<Vec<_>>().join(" ");
            format!("turn {} at {entry}", info.arrives)
        }
        Place::Gone => "eliminated".to_owned(),
    };
    let side = |steps: u8| StripBox { label: numbers(info.face(steps)), note: String::new(), crossed: left < steps };
    Strip {
        title: info.name.clone(),
        detail: if *kind == info.name { place } else { format!("{kind}, {place}") },
        boxes: vec![side(2), side(1)],
        now: 2u8.checked_sub(left).filter(|_| left > 0),
    }
}

fn numbers(face: Face) -> String {
    format!("{}-{}-{}-{}", face.range, face.assault, face.defence, face.moves)
}
