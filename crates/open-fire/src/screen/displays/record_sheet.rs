//! The Platoon Record Sheet (OF-2.5, OF-4): conditions and activation levels, sightings, victory points, a box for each
//! unit.

use engine::{
    CheckBox, CheckList, Fact, RecordSheet, Seat, SheetTable, Strip, StripBox, TableHead, TableRow, UnitSheet,
};

use crate::{
    play::{
        s01_sharing, s02_ratings,
        s04_generation::{names, rounds},
        s15_awards, s15_points,
    },
    rule_ids::GENERATION,
    screen::{
        coming_in, debriefing,
        displays::{self, fact, head, skill, strip_box},
        scene,
    },
    state::{
        laid_out::Ask,
        units::{Ammunition, Place, Ratings, Side, UnitId},
    },
    tables::{cards::Mpa, platoon::SampleUnit},
};

/// Sightings that every sheet has boxes for; a mission with more gets more.
const SIGHTINGS: u8 = 20;

pub(crate) fn record_sheet(ask: Ask<'_>) -> RecordSheet {
    let platoon = ask.state.all_units().filter(|(_, unit)| unit.side == Side::Us).map(|(unit, _)| unit);
    let unwritten = ask.state.generation.is_some();
    let mut facts: Vec<Fact> = victory_points(ask).into_iter().map(|(points, _)| points).collect();
    facts.push(fact("Needed", ask.rules.mission.victory.to_string(), "for the mission to be accomplished"));
    RecordSheet {
        id: "platoon".to_owned(),
        tab: "Platoon".to_owned(),
        title: "Platoon Record Sheet".to_owned(),
        about: ask.rules.mission.title.clone(),
        rule: GENERATION,
        facts,
        strips: vec![conditions(ask)],
        checks: vec![sightings(ask)],
        units: if unwritten { blank_boxes(ask) } else { platoon.map(|unit| unit_box(ask, unit)).collect() },
    }
}

/// Boxes to be filled in by hand, as many as the sample sheet has: the platoon has still to be put together.
fn blank_boxes(ask: Ask<'_>) -> Vec<UnitSheet> {
    let tables = &ask.rules.sheet.platoon;
    let line = |label: &str| TableRow { label: label.to_owned(), cells: vec![String::new(); 6], now: false };
    let check = |label: &str| CheckBox { label: label.to_owned(), checked: false };
    let blank = |unit: &SampleUnit| UnitSheet {
        unit: unit.letter.to_lowercase(),
        letter: unit.letter.clone(),
        title: String::new(),
        seat: Seat(0),
        number: String::new(),
        place: String::new(),
        damage: String::new(),
        out: false,
        now: false,
        boxes: vec![check("Commander"), check("Machinegun KO'd"), check("Main gun KO'd")],
        strips: vec![Strip {
            title: "Rounds".to_owned(),
            detail: "Circle what it carries, cross out what it fires.".to_owned(),
            boxes: (0..=tables.ammunition.most).map(strip_box).collect(),
            now: None,
        }],
        tables: vec![SheetTable {
            title: String::new(),
            columns: rating_heads(false, true),
            rows: vec![line("Initial"), line("Current")],
        }],
        facts: Vec::new(),
        notes: Vec::new(),
        names: Vec::new(),
    };
    tables.sample.units.iter().map(blank).collect()
}

/// The columns of ratings: a squad has no crew, and only a vehicle drives.
fn rating_heads(squad: bool, vehicle: bool) -> Vec<TableHead> {
    let mut columns = vec![head("", "")];
    if !squad {
        columns.push(head("CREW", "Crew rating: crew points a turn"));
    }
    columns.extend([head("IN", "Initiative"), head("PC", "Perception"), head("WS", "Weapon skill")]);
    if vehicle {
        columns.extend([head("DS", "Driving skill"), head("MPA", "Movement point allowance, slow/fast")]);
    }
    columns
}

/// The account of victory points (OF-15), each line with the seat it belongs to: one for all, or each section's own.
pub(crate) fn victory_points(ask: Ask<'_>) -> Vec<(Fact, Option<Seat>)> {
    let mut facts = vec![fact("Gained", ask.state.gained.to_string(), "")];
    if ask.state.lost > 0 {
        facts.push(fact("Lost", format!("-{}", ask.state.lost), ""));
    }
    let losses = s15_points::losses(ask);
    if losses > 0 {
        facts.push(fact("Own losses", format!("-{losses}"), "for units killed and disabled"));
    }
    let awards = s15_awards::awards(ask);
    if awards != 0 {
        facts.push(fact("Awards", awards.to_string(), "for the state of the mission"));
    }
    facts.push(fact("Balance", s15_awards::balance(ask).to_string(), "OF-15"));
    let shared = s01_sharing::is_shared(ask.rules);
    let of_all = facts.into_iter().map(|fact| (fact, (!shared).then_some(Seat(0))));
    let sections = ask.rules.seats.iter().filter(|_| shared).map(|info| {
        let points = s15_awards::section_points(ask, info.seat).to_string();
        let detail = "its own markers, kills, captures, awards and losses (OF-1.1)";
        (fact(&info.name, points, detail), Some(info.seat))
    });
    of_all.chain(sections).collect()
}

/// The conditions, each with its activation level: the briefing tells them all, and they are written down before play
/// (OF-3).
fn conditions(ask: Ask<'_>) -> Strip {
    let level = |condition: u8| ask.rules.mission.activation.get(usize::from(condition) - 1);
    let condition = |condition: u8| StripBox {
        label: condition.to_string(),
        note: level(condition).map_or_else(|| "–".to_owned(), u8::to_string),
        crossed: condition < ask.state.condition,
    };
    Strip {
        title: "Condition".to_owned(),
        detail: "Below each condition is its activation level: a die at or under it brings an event marker to life \
             (OF-5.2)."
            .to_owned(),
        boxes: (1..=6).map(condition).collect(),
        now: Some(ask.state.condition.saturating_sub(1)),
    }
}

fn sightings(ask: Ask<'_>) -> CheckList {
    let highest = (0..128).rev().find(|&number| ask.state.sighted(number)).unwrap_or(0);
    CheckList {
        title: "Sightings".to_owned(),
        detail: "What the platoon knows: checked off when it is read (OF-5.6).".to_owned(),
        boxes: (1..=highest.max(SIGHTINGS))
            .map(|number| CheckBox { label: number.to_string(), checked: ask.state.sighted(number) })
            .collect(),
    }
}

fn unit_box(ask: Ask<'_>, unit: UnitId) -> UnitSheet {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let rated = s02_ratings::ratings(ask, unit);
    let condition = &piece.condition;
    let check = |holds: bool, label: &str| CheckBox { label: label.to_owned(), checked: holds };
    let mut boxes = vec![check(rated.commander, "Commander")];
    if card.machinegun {
        boxes.push(check(!condition.machinegun, "Machinegun KO'd"));
    }
    if card.main_gun {
        boxes.push(check(!condition.main_gun, "Main gun KO'd"));
    }
    UnitSheet {
        unit: ask.state.id_of(unit),
        letter: piece.letter.clone(),
        title: card.name.clone(),
        seat: scene::seat_of(ask.rules, piece),
        number: ask.rules.unit_card(ask.state.unit(unit)).map(|card| card.id.to_string()).unwrap_or_default(),
        place: place(ask, unit),
        damage: damage(ask, unit),
        out: !piece.is_active(),
        now: displays::acting_unit(ask) == Some(unit),
        boxes,
        strips: ammunition_strip(ask, unit).into_iter().collect(),
        tables: vec![initial_and_current(ask, unit)],
        facts: unit_facts(ask, unit),
        notes: ask.rules.unit_card(ask.state.unit(unit)).map(|card| card.remarks.clone()).unwrap_or_default(),
        names: if piece.crew_from.is_some() || card.kind.is_squad() {
            Vec::new()
        } else {
            names::tags(ask, &piece.letter)
        },
    }
}

/// Where a unit is.
pub(crate) fn place(ask: Ask<'_>, unit: UnitId) -> String {
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

/// What has befallen a unit: "1 of the crew lost, main gun out".
pub(crate) fn damage(ask: Ask<'_>, unit: UnitId) -> String {
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
    damage.join(", ")
}

fn unit_facts(ask: Ask<'_>, unit: UnitId) -> Vec<Fact> {
    let piece = ask.state.unit(unit);
    let mut facts: Vec<Fact> =
        coming_in::coming_in(ask, unit).map(|how| fact("Comes in", how, "OF-6.10")).into_iter().collect();
    facts.extend(rounds_by_type(ask, unit));
    if ask.rules.options.separate_machineguns && ask.rules.card(piece).kind.is_tank() {
        facts.push(fact("Machineguns", piece.machineguns.to_string(), "those that work (OF-9.9)"));
    }
    facts.extend(prices(ask, unit));
    facts.extend(debriefing::combat_points(ask, unit));
    facts
}

/// What the crew and its vehicle were bought for (OF-2.5).
fn prices(ask: Ask<'_>, unit: UnitId) -> Option<Fact> {
    let piece = ask.state.unit(unit);
    let Ratings::Crew(crew) = piece.ratings else { return None };
    if piece.crew_from.is_some() {
        return None;
    }
    let tables = &ask.rules.sheet.platoon;
    let roster = ask.state.campaign.as_ref().map(|campaign| &campaign.roster);
    let enlisted = roster.and_then(|roster| roster.crews.iter().find(|known| known.letter == piece.letter));
    let paid = enlisted.map(|known| known.points).or_else(|| tables.crew_cost(crew.initiative, crew.commander))?;
    let text = match tables.vehicle_cost(&ask.rules.card(piece).id) {
        Some(vehicle) => format!("{paid} and {vehicle}"),
        None => paid.to_string(),
    };
    Some(fact("Points paid", text, "platoon points for the crew, vehicle points for the vehicle (OF-4)"))
}

/// The two lines of the sheet. What has not changed is written in the second line too, so that it can be read across.
fn initial_and_current(ask: Ask<'_>, unit: UnitId) -> SheetTable {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let (vehicle, squad) = (card.kind.is_vehicle(), card.kind.is_squad());
    let now = s02_ratings::ratings(ask, unit);
    let at_first = match piece.ratings {
        Ratings::Crew(crew) => {
            (crew.rating, crew.initiative, crew.perception, crew.weapon_skill, Some(crew.driving_skill))
        }
        Ratings::Card(id) => {
            let row = ask.rules.booklet.card(id).and_then(|card| card.characteristics.rows.first().copied());
            let crew = piece.condition.crew + piece.condition.crew_lost;
            row.map_or((crew, 0, 0, 0, None), |row| {
                (crew, row.initiative, row.perception, row.weapon_skill, row.driving_skill)
            })
        }
    };
    let line = |label: &str, now: bool, (crew, initiative, perception, weapon, driving): Ratings5, mpa: String| {
        let mut cells = Vec::new();
        if !squad {
            cells.push(crew.to_string());
        }
        cells.extend([initiative.to_string(), perception.to_string(), skill(weapon)]);
        if vehicle {
            cells.extend([driving.map_or_else(|| "–".to_owned(), |driving| driving.to_string()), mpa]);
        }
        TableRow { label: label.to_owned(), cells, now }
    };
    let current = (piece.condition.crew, now.initiative, now.perception, now.weapon_skill, Some(now.driving_skill));
    SheetTable {
        title: String::new(),
        columns: rating_heads(squad, vehicle),
        rows: vec![
            line("Initial", false, at_first, mpa_text(piece.condition.mpa)),
            line("Current", true, current, mpa_text(piece.condition.allowance())),
        ],
    }
}

/// The boxes of the sheet's edge, spent rounds crossed out.
fn ammunition_strip(ask: Ask<'_>, unit: UnitId) -> Option<Strip> {
    let left = match ask.state.unit(unit).ammunition? {
        Ammunition::Any(rounds) => rounds,
        Ammunition::ByType { ap, gp, smoke } => ap + gp + smoke,
    };
    let most = rounds::most(ask, unit);
    if most == 0 {
        return None;
    }
    let gun = ask.rules.card(ask.state.unit(unit)).main_gun;
    // The edge of the sheet for a gun; a squad's rounds stand on its card (OF-10).
    let (weapon, last) =
        if gun { ("main gun", ask.rules.sheet.platoon.ammunition.most) } else { ("bazooka", most.max(left)) };
    let boxes = (0..=last).map(|rounds| StripBox { crossed: rounds > left && rounds <= most, ..strip_box(rounds) });
    Some(Strip {
        title: "Rounds".to_owned(),
        detail: format!("{left} rounds left for the {weapon}; it carries {most} at most."),
        boxes: boxes.collect(),
        now: Some(left),
    })
}

fn rounds_by_type(ask: Ask<'_>, unit: UnitId) -> Vec<Fact> {
    match ask.state.unit(unit).ammunition {
        Some(Ammunition::ByType { ap, gp, smoke }) => vec![
            fact("AP", ap.to_string(), "armour-piercing rounds"),
            fact("GP", gp.to_string(), "general purpose rounds"),
            fact("Smoke", smoke.to_string(), "smoke rounds"),
        ],
        _ => Vec::new(),
    }
}

/// Crew, initiative, perception, weapon skill, driving skill.
type Ratings5 = (u8, u8, u8, i8, Option<u8>);

/// "2/4", as on the sheet.
fn mpa_text(mpa: Option<Mpa>) -> String {
    mpa.map_or_else(|| "0".to_owned(), |mpa| format!("{}/{}", mpa.slow, mpa.fast))
}
