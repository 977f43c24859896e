//! What lies beside the board: victory, hands, support, reinforcements, and the cards of the units in play.

use engine::{
    Cards, Display, Fact, Panel, PanelRow, Seat, SeatInfo, SheetTable, TableHead, TableRow, UnitSheet, Viewer,
};

use crate::{
    play::{common_knowledge, s10_orders, s15_victory},
    rule_ids::ABILITIES,
    state::{Ask, Card, Module, Place, Unit},
    tables::{
        Kind,
        pool::Pool,
        units::{RangeFactor, UnitCard},
    },
};

pub(super) fn panels(ask: Ask<'_>, viewer: Viewer) -> Vec<Panel> {
    let mut panels = vec![victory_panel(ask), command_panel(ask, viewer)];
    if ask.rules.modules.has(Module::CommandCards) {
        panels.push(hands_panel(ask, viewer));
    }
    panels.extend(reserve_panel(ask, viewer));
    panels
}

fn victory_panel(ask: Ask<'_>) -> Panel {
    let Ask { rules, .. } = ask;
    let (place, side) = (|hex| rules.label(hex), |seat| rules.side_name(seat));
    s15_victory::contest(ask).panel(place, side, tally_rows(ask))
}

/// What each side has lost and won.
pub(super) fn tally_rows(ask: Ask<'_>) -> Vec<PanelRow> {
    let side = |SeatInfo { seat, name, .. }: &SeatInfo| {
        let lost = ask.state.lost[seat.index()].to_string();
        let points = s15_victory::points(ask, *seat).to_string();
        [
            PanelRow::new(format!("{name}: units lost"), lost, "", Some(*seat)),
            PanelRow::new(format!("{name}: victory points"), points, "", Some(*seat)),
        ]
    };
    ask.rules.seats.iter().flat_map(side).collect()
}

/// Command points: how many each side has, and the viewer's own units that have still to act.
fn command_panel(ask: Ask<'_>, viewer: Viewer) -> Panel {
    let mut rows = Vec::new();
    for SeatInfo { seat, name, .. } in &ask.rules.seats {
        let acted = ask.state.activated.iter().filter(|&unit| ask.state.unit(unit).seat == *seat).count();
        let points = ask.state.points[seat.index()];
        let on_the_map = common_knowledge::on_the_map(ask, *seat);
        let hidden = on_the_map - ask.state.side(*seat).filter(|&unit| ask.state.is_known(unit)).count();
        let detail = format!("{on_the_map} units on the map, {hidden} of them where the enemy does not see them");
        rows.push(PanelRow::new(name, format!("{points} points, {acted} acted"), detail, Some(*seat)));
        if viewer.knows(*seat) {
            let order = s10_orders::order_words(s10_orders::order(ask, *seat));
            let detail = "What the program does when one of your units may fire at a mover";
            rows.push(PanelRow { private: true, ..PanelRow::new("Reaction fire", order, detail, Some(*seat)) });
            let waiting = ask
                .state
                .planned
                .iter()
                .filter(|&unit| ask.state.unit(unit).seat == *seat && !ask.state.activated.has(unit));
            for unit in waiting {
                rows.push(PanelRow {
                    private: true,
                    ..PanelRow::new(ask.rules.unit_name(ask.state, unit), "waits", "", Some(*seat))
                });
            }
        }
    }
    Panel { id: "command".to_owned(), title: "Command points".to_owned(), rows }
}

fn hands_panel(ask: Ask<'_>, viewer: Viewer) -> Panel {
    let mut rows = Vec::new();
    for SeatInfo { seat, name, .. } in &ask.rules.seats {
        let hand = &ask.state.hands[seat.index()];
        if viewer.knows(*seat) {
            for card in hand {
                if let Card::Kind(kind) = card {
                    let card = ask.rules.command_card(*kind);
                    rows.push(PanelRow { private: true, ..PanelRow::new(&card.name, name, &card.text, Some(*seat)) });
                }
            }
        }
        rows.push(PanelRow {
            spent: hand.is_empty(),
            ..PanelRow::new(format!("{name}: cards in hand"), hand.len().to_string(), "", Some(*seat))
        });
    }
    Panel { id: "hands".to_owned(), title: "Command cards".to_owned(), rows }
}

/// The viewer's own units that have still to come.
fn reserve_panel(ask: Ask<'_>, viewer: Viewer) -> Option<Panel> {
    let waiting = ask.state.all_units().filter_map(|unit| match ask.state.unit(unit).place {
        Place::Reserve { turn, .. } if viewer.knows(ask.state.unit(unit).seat) => Some((unit, turn)),
        _ => None,
    });
    let rows: Vec<PanelRow> = waiting
        .map(|(unit, turn)| {
            let seat = ask.state.unit(unit).seat;
            PanelRow {
                private: true,
                ..PanelRow::new(ask.rules.unit_name(ask.state, unit), format!("turn {turn}"), "", Some(seat))
            }
        })
        .collect();
    (!rows.is_empty()).then(|| Panel { id: "reserve".to_owned(), title: "Still to come".to_owned(), rows })
}

/// The cards of the units that the viewer sees, each kind once.
pub(super) fn displays(ask: Ask<'_>) -> Vec<Display> {
    let mut seen: Vec<(u8, Seat)> = Vec::new();
    let mut cards = Vec::new();
    for unit in ask.state.all_units().filter(|&unit| ask.state.hex(unit).is_some()) {
        let state = ask.state.unit(unit);
        if !seen.contains(&(state.card, state.seat)) {
            seen.push((state.card, state.seat));
            cards.push(sheet(ask, unit));
        }
    }
    vec![Display::Cards(Cards {
        id: "unit-cards".to_owned(),
        tab: "Cards".to_owned(),
        title: "Unit cards".to_owned(),
        none: "No unit is on the map yet.".to_owned(),
        rule: ABILITIES,
        cards,
    })]
}

fn sheet(ask: Ask<'_>, unit: Unit) -> UnitSheet {
    let (id, seat) = (ask.rules.unit_id(ask.state, unit), ask.state.unit(unit).seat);
    UnitSheet { unit: id, seat, ..card_sheet(ask.rules.card(ask.state, unit)) }
}

/// A card as it is printed.
pub(super) fn card_sheet(card: &UnitCard) -> UnitSheet {
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value, detail: String::new() };
    UnitSheet {
        unit: card.id.clone(),
        letter: String::new(),
        title: card.name.clone(),
        seat: Seat(0),
        number: String::new(),
        place: String::new(),
        damage: String::new(),
        out: false,
        now: false,
        boxes: Vec::new(),
        strips: Vec::new(),
        tables: vec![attack_table(card), defence_table(card)],
        facts: vec![
            fact("Movement", format!("{} points", card.allowance)),
            fact("Half strength", format!("at {} damage", card.half_strength_at)),
            fact("Eliminated", format!("at {} damage", card.eliminated_at)),
        ],
        notes: card
            .abilities
            .iter()
            .map(|ability| format!("{}: {}", ability.name, ability.text))
            .chain((!card.note.is_empty()).then(|| card.note.clone()))
            .collect(),
        names: Vec::new(),
    }
}

/// "G2 B1".
fn short(pool: Pool) -> String {
    let some = [(pool.red, "R"), (pool.green, "G"), (pool.blue, "B")];
    let words: Vec<String> =
        some.into_iter().filter(|(count, _)| *count > 0).map(|(count, colour)| format!("{colour}{count}")).collect();
    if words.is_empty() { "–".to_owned() } else { words.join(" ") }
}

fn head(label: &str, detail: &str) -> TableHead {
    TableHead { label: label.to_owned(), detail: detail.to_owned(), now: false }
}

fn attack_table(card: &UnitCard) -> SheetTable {
    let reach = |factor: RangeFactor| match factor {
        RangeFactor::Close => card.range.close,
        RangeFactor::Medium => card.range.medium,
        RangeFactor::Long => card.range.long,
    };
    let mut rows: Vec<TableRow> = RangeFactor::ALL
        .into_iter()
        .map(|factor| TableRow {
            label: format!("{} (to {})", factor.word(), reach(factor)),
            cells: [Kind::Infantry, Kind::Vehicle].map(|kind| short(card.attack.against(kind).at(factor))).to_vec(),
            now: false,
        })
        .collect();
    rows.push(TableRow {
        label: "close combat".to_owned(),
        cells: vec![short(card.close_combat.soft), short(card.close_combat.hard)],
        now: false,
    });
    SheetTable {
        title: "Attack".to_owned(),
        columns: vec![
            head("Range", "Hexes"),
            head("Men", "Dice against infantry and guns"),
            head("Vehicles", "Dice against vehicles"),
        ],
        rows,
    }
}

fn defence_table(card: &UnitCard) -> SheetTable {
    let sides = [card.defence.front, card.defence.flank, card.defence.rear, card.defence.above];
    SheetTable {
        title: "Defence".to_owned(),
        columns: vec![
            head("", ""),
            head("Front", ""),
            head("Flank", ""),
            head("Rear", ""),
            head("Above", "Indirect fire and aircraft"),
        ],
        rows: vec![TableRow { label: "dice".to_owned(), cells: sides.map(short).to_vec(), now: false }],
    }
}
