//! The sheets to print: a side's cards with the dice of attack and defence, a row of damage boxes for each of its
//! units, its formations, command points, the turns and the points. A player gets the sheet of his own side only: the
//! other one is secret.

use engine::{CheckBox, CheckList, Fact, RecordSheet, Seat, SeatInfo, Strip, StripBox, UnitSheet, Viewer};

use super::panels;
use crate::{
    play::s15_victory,
    rule_ids::RESULTS,
    state::{Ask, Card, Place, Support, Unit},
    tables::{formations::FormationCard, units::UnitCard},
};

/// Boxes for command and for victory points: more are seldom had.
const COMMAND_POINTS: u16 = 16;
const VICTORY_POINTS: u16 = 20;

pub(crate) fn record_sheets(ask: Ask<'_>, viewer: Viewer) -> Vec<RecordSheet> {
    ask.rules.seats.iter().filter(|side| viewer.knows(side.seat)).map(|side| record_sheet(ask, side)).collect()
}

fn record_sheet(ask: Ask<'_>, side: &SeatInfo) -> RecordSheet {
    let Ask { rules, state } = ask;
    let seat = side.seat;
    let mut checks = vec![
        CheckList::numbered("Command points", "", COMMAND_POINTS, state.points[seat.index()].into()),
        CheckList::numbered("Victory points", "", VICTORY_POINTS, s15_victory::points(ask, seat)),
    ];
    if !rules.objectives.is_empty() {
        checks.push(objectives(ask, seat));
    }
    checks.extend(draws(ask, seat).iter().map(|draw| formations_to_draw(ask, draw)));
    RecordSheet {
        id: side.id.clone(),
        tab: side.name.clone(),
        title: format!("{}: force sheet", side.name),
        about: String::new(),
        rule: RESULTS,
        facts: facts(ask, seat),
        strips: vec![Strip::turns(usize::from(rules.turns), state.turn, |turn| {
            rules.clock.get(turn - 1).cloned().unwrap_or_default()
        })],
        checks,
        units: units(ask, seat),
    }
}

fn objectives(ask: Ask<'_>, seat: Seat) -> CheckList {
    let boxes = ask.rules.objectives.iter().zip(&ask.state.holders).map(|(objective, holder)| CheckBox {
        label: format!("{} ({}), {} VP", objective.name, ask.rules.label(objective.hex), objective.points),
        checked: *holder == Some(seat),
    });
    CheckList { title: "Objectives held".to_owned(), detail: String::new(), boxes: boxes.collect() }
}

/// The formations of a pool, to be ticked when they are drawn.
fn formations_to_draw(ask: Ask<'_>, (pool, count): &ToDraw) -> CheckList {
    let boxes = pool.iter().map(|&card| {
        let card = ask.rules.formation(card);
        CheckBox { label: format!("{}: {}", card.name, told(ask, card)), checked: false }
    });
    CheckList {
        title: format!("Draw {count} of these {} formations", pool.len()),
        detail: String::new(),
        boxes: boxes.collect(),
    }
}

fn facts(ask: Ask<'_>, seat: Seat) -> Vec<Fact> {
    let Ask { rules, state } = ask;
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value, detail: String::new() };
    let mut facts = vec![fact("Lead to win", format!("{}, decisive {}", rules.victory.margin, rules.victory.decisive))];
    for fielded in state.formations.iter().filter(|fielded| fielded.seat == seat) {
        let formation = rules.formation(fielded.card);
        facts.push(fact(&formation.name, told(ask, formation)));
    }
    facts.extend(rules.side(seat).support.iter().zip(&state.support[seat.index()]).map(|(support, left)| {
        let name = match *support {
            Support::Aircraft(place) => &rules.aircraft(place).name,
            Support::Battery(place) => &rules.battery(place).name,
        };
        fact(name, format!("{} strikes", left.rounds))
    }));
    let cards: Vec<&str> = state.hands[seat.index()]
        .iter()
        .filter_map(|card| match card {
            Card::Kind(kind) => Some(rules.command_card(*kind).name.as_str()),
            Card::FaceDown => None,
        })
        .collect();
    if !cards.is_empty() {
        facts.push(fact("Command cards", cards.join(", ")));
    }
    facts
}

/// "3 Rifle Squad, 1 Machine Gun; 4 command points".
fn told(ask: Ask<'_>, formation: &FormationCard) -> String {
    let units =
        formation.units.iter().map(|&(card, count)| format!("{count} {}", ask.rules.catalogue.units[card].name));
    format!("{}; {} command points", units.collect::<Vec<_>>().join(", "), formation.command_points)
}

/// A pool of formations, and how many a side has still to draw from it.
type ToDraw = (Vec<u8>, u8);

/// What a side has still to draw, each pool once.
fn draws(ask: Ask<'_>, seat: Seat) -> Vec<ToDraw> {
    let mut draws: Vec<ToDraw> = Vec::new();
    for (draw, drawn) in ask.rules.draws.iter().zip(&ask.state.drawn) {
        if *drawn || draw.seat != seat {
            continue;
        }
        match draws.iter_mut().find(|(pool, _)| *pool == draw.pool) {
            Some((_, count)) => *count += draw.count,
            None => draws.push((draw.pool.clone(), draw.count)),
        }
    }
    draws
}

/// A card for each kind of unit, with a row for each unit of it; for what is still to be drawn as many rows as it can
/// bring.
fn units(ask: Ask<'_>, seat: Seat) -> Vec<UnitSheet> {
    let own = |unit: &Unit| ask.state.unit(*unit).seat == seat;
    let draws = draws(ask, seat);
    let cards = ask.rules.catalogue.units.iter().enumerate();
    let cards = cards.filter_map(|(place, card)| {
        let mut rows: Vec<Strip> = ask
            .state
            .all_units()
            .filter(|unit| own(unit) && usize::from(ask.state.unit(*unit).card) == place)
            .map(|unit| row(ask, unit))
            .collect();
        let more: usize = draws.iter().map(|draw| most(ask, draw, place)).sum();
        rows.extend((0..more).map(|_| damage_row(card, "", "if drawn".to_owned(), 0)));
        (!rows.is_empty()).then(|| UnitSheet { strips: rows, seat, ..panels::card_sheet(card) })
    });
    cards.collect()
}

/// How many units of a card a draw can bring at most.
fn most(ask: Ask<'_>, (pool, count): &ToDraw, card: usize) -> usize {
    let of = |formation: u8| {
        let units = &ask.rules.formation(formation).units;
        units.iter().filter(|(known, _)| *known == card).map(|(_, count)| usize::from(*count)).sum::<usize>()
    };
    let mut counts: Vec<usize> = pool.iter().map(|&formation| of(formation)).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.iter().take(usize::from(*count)).sum()
}

fn row(ask: Ask<'_>, unit: Unit) -> Strip {
    let state = ask.state.unit(unit);
    let card = ask.rules.card(ask.state, unit);
    let place = match state.place {
        Place::On(hex) => ask.rules.label(hex),
        Place::Box(_) => "to be set up".to_owned(),
        Place::Reserve { turn, .. } => format!("turn {turn}"),
        Place::Aboard(vehicle) => format!("in {}", ask.rules.unit_name(ask.state, vehicle)),
        Place::Unseen => String::new(),
        Place::Gone => "eliminated".to_owned(),
    };
    let marks = state.marks.iter().map(|mark| mark.told().1.to_lowercase());
    let words: Vec<String> = std::iter::once(place).chain(marks).filter(|word| !word.is_empty()).collect();
    let damage = if state.place == Place::Gone { card.eliminated_at } else { state.damage };
    damage_row(card, &ask.rules.unit_name(ask.state, unit), words.join(", "), damage)
}

/// A box for every point of damage a unit can take.
fn damage_row(card: &UnitCard, name: &str, detail: String, damage: u8) -> Strip {
    let note = |point: u8| match point {
        point if point == card.eliminated_at => "out",
        point if point == card.half_strength_at => "half",
        _ => "",
    };
    let boxes = (1..=card.eliminated_at).map(|point| StripBox {
        label: point.to_string(),
        note: note(point).to_owned(),
        crossed: point <= damage,
    });
    Strip { title: name.to_owned(), detail, boxes: boxes.collect(), now: None }
}
