//! The boxes beside the board: the record sheet, the Action Round Track, German cards, what has been read.

use engine::{Panel, PanelRow, Seat};

use crate::{
    booklet::unit_cards::Allowance,
    play::{notation, s01_sharing, s02_ratings, s15_victory},
    reading::conditions,
    screen::{debriefing, displays::pages, scene},
    state::{
        Acting,
        generation::{Generation, LETTERS, Stage},
        laid_out::{Ask, OpenFire},
        reading::Cause,
        units::{Place, Side, Space, UnitId},
    },
};

pub(crate) fn panels(ask: Ask<'_>) -> Vec<Panel> {
    let mut panels = Vec::new();
    if let Some(generation) = &ask.state.generation {
        panels.push(generation_panel(ask, generation));
        panels.push(mission_panel(ask.rules));
        return panels;
    }
    panels.extend(debriefing::campaign_panels(ask));
    if ask.state.in_rounds() {
        panels.push(track_panel(ask));
    }
    let of = |side: Side| ask.state.all_units().filter(move |(_, unit)| unit.side == side).map(|(unit, _)| unit);
    panels.extend(of(Side::Us).map(|unit| unit_panel(ask, unit)));
    panels.extend(of(Side::German).filter(|&unit| ask.state.unit(unit).is_active()).map(|unit| card_panel(ask, unit)));
    panels.push(read_panel(ask));
    panels.push(victory_panel(ask));
    panels.push(mission_panel(ask.rules));
    panels
}

fn mission_panel(rules: &OpenFire) -> Panel {
    let mut rows = vec![row("Orders", "", &rules.mission.briefing), row("Platoon", "", &rules.mission.platoon)];
    let hexes = |hexes: &[crate::booklet::paragraphs::HexNumber]| {
        hexes.iter().map(|number| rules.label(number.hex)).collect::<Vec<_>>().join(" ")
    };
    rows.push(row("Comes in at", &hexes(&rules.mission.entry), ""));
    rows.push(row("Leaves at", &hexes(&rules.mission.exit), ""));
    rows.retain(|row| !(row.value.is_empty() && row.detail.is_empty()));
    Panel { id: "mission".to_owned(), title: rules.mission.title.clone(), rows }
}

fn generation_panel(ask: Ask<'_>, generation: &Generation) -> Panel {
    let tables = &ask.rules.sheet.platoon;
    let mut rows = Vec::new();
    if generation.stage == Stage::Racks {
        let racks = ask.state.units.iter().filter_map(|unit| Some((unit, unit.ammunition?)));
        rows.extend(racks.map(|(unit, racks)| row(&unit.name, &racks.to_string(), "rounds taken along")));
    } else if generation.stage != Stage::Quality {
        rows.push(row("Platoon quality points", &generation.platoon_points.to_string(), "for crews"));
        rows.push(row("Vehicle quality points", &generation.vehicle_points.to_string(), "for vehicles and rounds"));
    }
    let bought = generation.crews.iter().filter(|_| generation.stage != Stage::Racks);
    for (crew, letter) in bought.zip(LETTERS) {
        let mut value = format!("initiative {}, crew {}", notation::crew_kind(ask.rules, crew.kind), crew.crew.rating);
        if generation.stage == Stage::Vehicles {
            value += &format!(
                ", perception {}, weapon skill {:+}, driving skill {}",
                crew.crew.perception, crew.crew.weapon_skill, crew.crew.driving_skill
            );
        }
        let card = crew.vehicle.and_then(|vehicle| tables.vehicles.get(usize::from(vehicle)));
        let vehicle = card.and_then(|row| ask.rules.sheet.card(&row.card));
        let detail = vehicle.map_or(String::new(), |card| format!("{}, {} rounds", card.name, crew.rounds));
        rows.push(row(&format!("Crew {letter}"), &value, &detail));
    }
    Panel { id: "generation".to_owned(), title: "The platoon".to_owned(), rows }
}

/// A line of the Platoon Record Sheet.
fn unit_panel(ask: Ask<'_>, unit: UnitId) -> Panel {
    let piece = ask.state.unit(unit);
    let mut rows = rating_rows(ask, unit);
    let allowance = piece.condition.allowance();
    if ask.rules.card(ask.state.unit(unit)).kind.is_vehicle() {
        let mpa =
            allowance.map_or("none: immobilised".to_owned(), |mpa| format!("{} slow, {} fast", mpa.slow, mpa.fast));
        rows.push(row("Movement", &mpa, "movement points"));
    }
    if let Some(rounds) = piece.ammunition {
        rows.push(row("Rounds", &rounds.to_string(), ""));
    }
    if ask.rules.options.separate_machineguns && ask.rules.card(ask.state.unit(unit)).kind.is_tank() {
        rows.push(row("Machineguns", &piece.machineguns.to_string(), "those that work (OF-9.9)"));
    }
    rows.extend(debriefing::combat_point_row(ask, unit));
    rows.extend(damage_row(ask, unit));
    let mut place = row("Place", &place_text(ask, unit), "");
    place.spent = !piece.is_active();
    rows.push(place);
    panel_of(ask, unit, "unit", rows)
}

/// A German card as it lies on the table.
fn card_panel(ask: Ask<'_>, unit: UnitId) -> Panel {
    let mut rows = rating_rows(ask, unit);
    let lost = usize::from(ask.state.unit(unit).condition.mpa_lost);
    if let Some(card) = ask.rules.unit_card(ask.state.unit(unit)) {
        if let Some(level) = card.self_preservation {
            rows.push(row("Self-preservation", &level.to_string(), "the crew points at which it looks after itself"));
        }
        if let Some(allowance) = card.movement.rows.get(lost) {
            rows.push(row("Movement", &allowance_text(allowance), "movement points"));
        }
        rows.push(row("Worth", &card.points.to_string(), "victory points for knocking it out"));
        let letters = ask.state.unit(unit).reaction.map(|letter| letter.to_string());
        if let Some(letter) = letters {
            rows.push(row("Special reaction", &letter, "he acts by this column of his card"));
        }
        for remark in &card.remarks {
            rows.push(row("Remark", "", remark));
        }
    }
    if let Some(hex) = ask.state.unit(unit).retreat {
        rows.push(row("Retreats to", &ask.rules.label(hex), ""));
    }
    rows.extend(damage_row(ask, unit));
    rows.push(row("Place", &place_text(ask, unit), ""));
    panel_of(ask, unit, "card", rows)
}

fn panel_of(ask: Ask<'_>, unit: UnitId, kind: &str, mut rows: Vec<PanelRow>) -> Panel {
    let piece = ask.state.unit(unit);
    for row in &mut rows {
        row.seat = Some(scene::seat_of(ask.rules, piece));
    }
    let card = match ask.rules.unit_card(ask.state.unit(unit)) {
        Some(card) if piece.side == Side::German => format!("{} ({})", piece.name, card.id),
        _ => piece.name.clone(),
    };
    Panel { id: format!("{kind}-{}", ask.state.id_of(unit)), title: card, rows }
}

fn rating_rows(ask: Ask<'_>, unit: UnitId) -> Vec<PanelRow> {
    let rated = s02_ratings::ratings(ask, unit);
    let kind = ask.rules.card(ask.state.unit(unit)).kind;
    let condition = &ask.state.unit(unit).condition;
    let mut rows = Vec::new();
    if !kind.is_squad() {
        let whole = condition.crew + condition.crew_lost;
        rows.push(row("Crew", &format!("{} of {whole}", condition.crew), "crew points a turn"));
    }
    let commander = if rated.commander { " with a commander" } else { "" };
    rows.push(row("Initiative", &format!("{}{commander}", rated.initiative), ""));
    rows.push(row("Perception", &rated.perception.to_string(), ""));
    rows.push(row("Weapon skill", &format!("{:+}", rated.weapon_skill), ""));
    if kind.is_vehicle() {
        rows.push(row("Driving skill", &rated.driving_skill.to_string(), ""));
    }
    rows
}

pub(crate) fn damage_row(ask: Ask<'_>, unit: UnitId) -> Option<PanelRow> {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let condition = &piece.condition;
    let lost = condition.crew_lost;
    let found = [
        (condition.killed, "killed".to_owned()),
        (piece.captured, "captured".to_owned()),
        (lost > 0, format!("{lost} of the crew lost")),
        (condition.immobilised, "immobilised".to_owned()),
        (condition.mpa_lost > 0 && !condition.immobilised, format!("movement reduced by {}", condition.mpa_lost)),
        (card.main_gun && !condition.main_gun, "main gun out".to_owned()),
        (card.machinegun && !condition.machinegun, "machinegun out".to_owned()),
        (condition.suppressed, "suppressed".to_owned()),
    ];
    let damage: Vec<String> = found.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text).collect();
    (!damage.is_empty()).then(|| row("Damage", &damage.join(", "), ""))
}

pub(crate) fn place_text(ask: Ask<'_>, unit: UnitId) -> String {
    let at = |place: Option<hexmap::Hex>| place.map(|hex| ask.rules.label(hex)).unwrap_or_default();
    match ask.state.unit(unit).place {
        Place::OffMap => "waiting to come in".to_owned(),
        Place::At(hex) => ask.rules.label(hex),
        Place::Aboard(carrier) => format!("aboard {}", ask.state.unit(carrier).name),
        Place::Towed(carrier) => format!("towed by {}", ask.state.unit(carrier).name),
        Place::Exited => format!("left the map at {}", at(ask.state.unit(unit).exited_at)),
        Place::Removed => "off the map".to_owned(),
    }
}

fn track_panel(ask: Ask<'_>) -> Panel {
    let space = |label: &str, value: Vec<String>, detail: &str, side: Option<Side>| PanelRow {
        seat: side.map(|side| scene::colours_of(ask.rules, side)),
        spent: value.is_empty(),
        ..row(label, &if value.is_empty() { "–".to_owned() } else { value.join(" ") }, detail)
    };
    let lying = |wanted: Space| {
        let in_space = ask.state.all_units().filter(|(_, unit)| unit.space == wanted && unit.is_active());
        in_space.map(|(_, unit)| unit.letter.clone()).collect::<Vec<_>>()
    };
    let mut rows: Vec<PanelRow> = Acting::ALL
        .into_iter()
        .map(|acting| {
            let side = acting.side(ask.state.advantage);
            let whose = if side == Side::Us { "US" } else { "German" };
            let turns = if acting.turns() == 2 { "2 turns" } else { "1 turn" };
            space(&format!("{turns}, {whose}"), scene::letters_in(ask, acting), "", Some(side))
        })
        .collect();
    rows.push(space("Complete", lying(Space::Complete), "done for this round", None));
    rows.push(space("Panic", lying(Space::Panic), "do nothing this round", None));
    rows.push(space("Unaware", lying(Space::Unaware), "have not noticed the fight", None));
    Panel { id: "track".to_owned(), title: "Action Round Track".to_owned(), rows }
}

/// The paragraphs that have been read, the last one first; sightings.
fn read_panel(ask: Ask<'_>) -> Panel {
    let mut rows = Vec::new();
    let sightings: Vec<String> =
        (0..128).filter(|&number| ask.state.sighted(number)).map(|number| format!("s{number}")).collect();
    if !sightings.is_empty() {
        rows.push(row("Sightings", &sightings.join(" "), "what the platoon knows (OF-5.6)"));
    }
    let mut shown: Vec<u16> = Vec::new();
    for &number in ask.state.read.iter().rev() {
        if shown.contains(&number) {
            continue;
        }
        shown.push(number);
        let text = pages::page_text(ask, number);
        rows.push(row(&format!("{number:03}"), "", &text));
    }
    Panel { id: "paragraphs".to_owned(), title: "Paragraphs read".to_owned(), rows }
}

fn victory_panel(ask: Ask<'_>) -> Panel {
    let mut rows = victory_rows(ask);
    rows.push(row("Needed", &ask.rules.mission.victory.to_string(), ""));
    Panel { id: "victory".to_owned(), title: "Victory points".to_owned(), rows }
}

pub(crate) fn victory_rows(ask: Ask<'_>) -> Vec<PanelRow> {
    let mut rows = vec![row("Gained", &ask.state.gained.to_string(), "")];
    if ask.state.lost > 0 {
        rows.push(row("Lost", &format!("-{}", ask.state.lost), ""));
    }
    let losses = s15_victory::losses(ask);
    if losses > 0 {
        rows.push(row("Own losses", &format!("-{losses}"), "for units killed and disabled"));
    }
    let awarded = |(points, units): &(i16, crate::booklet::paragraphs::Units)| {
        points * conditions::matching(ask, units, &Cause::default()).len() as i16
    };
    let awards: i16 = ask.rules.mission.awards.iter().map(awarded).sum();
    if awards != 0 {
        rows.push(row("Awards", &awards.to_string(), "for the state of the mission"));
    }
    rows.push(row("Balance", &s15_victory::balance(ask).to_string(), "OF-15"));
    if !s01_sharing::is_shared(ask.rules) {
        for row in &mut rows {
            row.seat = Some(Seat(0));
        }
    }
    for info in ask.rules.seats.iter().filter(|_| s01_sharing::is_shared(ask.rules)) {
        let points = s01_sharing::section_points(ask, info.seat).to_string();
        let detail = "its own markers, kills, captures, awards and losses (OF-1.1)";
        rows.push(PanelRow { seat: Some(info.seat), ..row(&info.name, &points, detail) });
    }
    rows
}

/// "1-2 slow, 3 fast", as on the card.
fn allowance_text(allowance: &Allowance) -> String {
    let span = |(from, to): (u8, u8)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let slow = allowance.slow.map(|slow| format!("{} slow", span(slow)));
    let fast = allowance.fast.map(|fast| format!("{} fast", span(fast)));
    let parts: Vec<String> = slow.into_iter().chain(fast).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn row(label: &str, value: &str, detail: &str) -> PanelRow {
    PanelRow {
        label: label.to_owned(),
        value: value.to_owned(),
        detail: detail.to_owned(),
        seat: None,
        spent: false,
        private: false,
    }
}
