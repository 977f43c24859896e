//! German unit characteristics cards (OF-2.1) as they lie on the table: only those of Germans who have appeared, and of
//! their action tables only the cells that have been used.

use engine::{Cards, CheckBox, Fact, SheetTable, Strip, StripBox, TableHead, TableRow, UnitSheet};

use crate::{
    booklet::{
        paragraphs::Script,
        unit_cards::{ACTION_DICE, ActionTable, Allowance, Column, UnitCard},
    },
    play::s06_rounds::german_turns::{self, cell_bit},
    rule_ids::ACTION_NUMBER,
    screen::{
        displays::{self, fact, head, record_sheet, skill, strip_box},
        scene,
    },
    state::{
        laid_out::{Ask, OpenFire},
        units::{Place, Side, Unit, UnitId},
    },
};

pub(crate) fn german_cards(ask: Ask<'_>) -> Cards {
    let on_table = |unit: &Unit| unit.side == Side::German && !matches!(unit.place, Place::Exited | Place::Removed);
    let mut cards: Vec<UnitSheet> = ask
        .state
        .all_units()
        .filter(|(_, unit)| on_table(unit))
        .filter_map(|(unit, _)| Some(german_card(ask, unit, ask.rules.unit_card(ask.state.unit(unit))?)))
        .collect();
    cards.sort_by_key(|card| card.out);
    Cards {
        id: "cards".to_owned(),
        tab: "Germans".to_owned(),
        title: "German cards".to_owned(),
        none: "No German has been activated yet. When one is, his card will be here.".to_owned(),
        rule: ACTION_NUMBER,
        cards,
    }
}

fn german_card(ask: Ask<'_>, unit: UnitId, card: &UnitCard) -> UnitSheet {
    let piece = ask.state.unit(unit);
    let data = ask.rules.card(ask.state.unit(unit));
    let condition = &piece.condition;
    let check = |holds: bool, label: &str| CheckBox { label: label.to_owned(), checked: holds };
    let mut boxes = Vec::new();
    if data.main_gun {
        boxes.push(check(!condition.main_gun, "Main gun KO'd"));
    }
    if data.machinegun {
        boxes.push(check(!condition.machinegun, "Machinegun KO'd"));
    }
    let mut tables = vec![characteristics(card, piece)];
    tables.extend(movement(card, piece));
    tables.extend(card.actions.as_ref().map(|actions| action_table(ask, unit, actions)));
    let mut notes = card.remarks.clone();
    notes.extend(piece.remembers.iter().map(|what| format!("Noted: {}.", what.replace('-', " "))));
    if card.notes != Script::default() {
        notes.push(card.notes.text());
    }
    UnitSheet {
        names: Vec::new(),
        unit: ask.state.id_of(unit),
        letter: piece.letter.clone(),
        title: card.name.clone(),
        seat: scene::seat_of(ask.rules, piece),
        number: card.id.to_string(),
        place: record_sheet::place(ask, unit),
        damage: record_sheet::damage(ask, unit),
        out: !piece.is_active(),
        now: displays::acting_unit(ask) == Some(unit),
        boxes,
        strips: crew_strip(card, piece).into_iter().collect(),
        tables,
        facts: card_facts(ask.rules, piece, card),
        notes,
    }
}

fn card_facts(rules: &OpenFire, piece: &Unit, card: &UnitCard) -> Vec<Fact> {
    let fates: Vec<&str> = card.fates.iter().map(|fate| fate.word()).collect();
    let label = format!("If {}", fates.join(", "));
    let mut facts = vec![fact(&label, format!("{} VP", card.points), "victory points for the platoon, once")];
    if let Some(letter) = piece.reaction {
        facts.push(fact("Special reaction", letter.to_string(), "he acts by this column until it is over (OF-6.8)"));
    }
    if let Some(hex) = piece.retreat {
        facts.push(fact("Retreats to", rules.label(hex), "thrown for when it was first needed"));
    }
    facts
}

/// The action table: its columns, the row and the column in force, and the paragraphs of cells that have been used.
fn action_table(ask: Ask<'_>, unit: UnitId, actions: &ActionTable) -> SheetTable {
    let active = ask.state.unit(unit).is_active();
    let in_force = german_turns::column(ask, unit).filter(|_| active);
    let column_head = |column: &Column| {
        let (label, detail) = match column {
            Column::Condition(condition) => (condition.0.to_string(), format!("in condition {}", condition.0)),
            Column::Special('C') => ("C".to_owned(), "close assault: an enemy is within two hexes".to_owned()),
            Column::Special('S') => ("S".to_owned(), "self-preservation".to_owned()),
            Column::Special('B') => ("B".to_owned(), "broken".to_owned()),
            Column::Special(letter) => (letter.to_string(), format!("special reaction {letter}")),
        };
        TableHead { label, detail, now: in_force == Some(*column) }
    };
    let rolled = ask.state.action_number.checked_sub(1).map(|number| usize::from(number / 2));
    let used = ask.state.unit(unit).cells_used;
    let row = |(number, label): (usize, &&str)| {
        let cells = actions.rows[number].iter().enumerate().map(|(column, cell)| {
            let shown = used & cell_bit(number, column) != 0;
            cell.filter(|_| shown).map(|number| number.to_string()).unwrap_or_default()
        });
        TableRow { label: (*label).to_owned(), cells: cells.collect(), now: active && rolled == Some(number) }
    };
    SheetTable {
        title: "Actions".to_owned(),
        columns: std::iter::once(head("DIE", "the German action number"))
            .chain(actions.columns.iter().map(column_head))
            .collect(),
        rows: ACTION_DICE.iter().enumerate().map(row).collect(),
    }
}

/// "CREW 6 5 4 3 2 1" with the present rating circled and an S where he begins to look after himself.
fn crew_strip(card: &UnitCard, piece: &Unit) -> Option<Strip> {
    let crew = card.crew?;
    let rating = |rating: u8| StripBox {
        note: if card.self_preservation == Some(rating) { "S" } else { "" }.to_owned(),
        crossed: rating > piece.condition.crew,
        ..strip_box(rating)
    };
    let left = piece.condition.crew;
    Some(Strip {
        title: "Crew".to_owned(),
        detail: format!("{left} crew points a turn; at S and below he looks after himself."),
        boxes: (1..=crew).rev().map(rating).collect(),
        now: (left > 0).then(|| crew.saturating_sub(left)),
    })
}

fn characteristics(card: &UnitCard, piece: &Unit) -> SheetTable {
    let squad = card.crew.is_none();
    let lost = if piece.halved { 1 } else { usize::from(piece.condition.crew_lost) };
    let drives = card.characteristics.rows.iter().any(|row| row.driving_skill.is_some());
    let last = card.characteristics.rows.len() - 1;
    let row = |(number, row): (usize, &crate::booklet::unit_cards::Characteristics)| {
        let commander = if row.commander { "c" } else { "" };
        let mut cells =
            vec![format!("{}{commander}", row.initiative), row.perception.to_string(), skill(row.weapon_skill)];
        if drives {
            cells.push(row.driving_skill.map_or_else(|| "–".to_owned(), |driving| driving.to_string()));
        }
        let label = match (squad, number) {
            (true, 0) => "whole".to_owned(),
            (true, _) => "half".to_owned(),
            (false, number) => number.to_string(),
        };
        TableRow { label, cells, now: number == lost.min(last) }
    };
    let first = if squad { head("SQUAD", "whole or half") } else { head("CREW RED", "crew reductions") };
    let mut columns = vec![first, head("IN", "Initiative"), head("PC", "Perception"), head("WS", "Weapon skill")];
    if drives {
        columns.push(head("DS", "Driving skill"));
    }
    SheetTable { title: String::new(), columns, rows: card.characteristics.rows.iter().enumerate().map(row).collect() }
}

fn movement(card: &UnitCard, piece: &Unit) -> Option<SheetTable> {
    if card.movement.rows.is_empty() {
        return None;
    }
    let span = |span: Option<(u8, u8)>| match span {
        None => "–".to_owned(),
        Some((from, to)) if from == to => from.to_string(),
        Some((from, to)) => format!("{from}–{to}"),
    };
    let lost = usize::from(piece.condition.mpa_lost);
    let row = |(number, allowance): (usize, &Allowance)| TableRow {
        label: number.to_string(),
        cells: vec![span(allowance.fast), span(allowance.slow)],
        now: number == lost && !piece.condition.immobilised,
    };
    Some(SheetTable {
        title: String::new(),
        columns: vec![
            head("MPA RED", "movement point reductions"),
            head("FMPA", "movement points of a fast move"),
            head("SMPA", "movement points of a slow move"),
        ],
        rows: card.movement.rows.iter().enumerate().map(row).collect(),
    })
}
