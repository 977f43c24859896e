//! Platoon generation (OF-4) as a shelf with prices: what can be bought, what is left, why not.

use engine::{
    Cited, Deal, Family, Instead, Muster, MusterLine, MusterStep, Purse, ReadyMade, SheetTable, Stepper, TableRow, Ware,
};

use crate::{
    play::{
        offers,
        s04_generation::{self, Step, mustering, names, rounds},
        s09_fire::ammunition,
    },
    rule_ids::GENERATION,
    screen::displays::{fact, head, skill},
    state::{
        generation::{Generation, LETTERS, NewCrew, SHELLS, Stage},
        laid_out::{Ask, OpenFire},
        units::UnitId,
    },
};

/// Rounds by the handful.
const CASE: u8 = 5;

pub(crate) fn muster(ask: Ask<'_>, generation: &Generation) -> Muster {
    let stage = generation.stage;
    let (text, next) = match stage {
        Stage::Quality if !ask.rules.mission.muster.sample() => (
            "Throw two dice for the points to build your platoon. The briefing wants one that is generated for this \
             mission.",
            deal(ask, Step::ThrowQuality, "Throw the dice", None),
        ),
        Stage::Quality => (
            "Take the platoon that comes with the game, or throw two dice for the points to build your own.",
            deal(ask, Step::ThrowQuality, "Throw the dice", None),
        ),
        Stage::Crews => (
            "Choose your crews. Initiative decides how often a crew acts and how good the rest of it can be; a \
             commander (c) keeps those who see him in command. The best crew becomes A.",
            deal(ask, Step::ThrowRatings, "Throw for their ratings", None),
        ),
        Stage::Vehicles => (
            "Give each crew a vehicle and rounds for its gun. A crew without a vehicle stays behind.",
            deal(ask, Step::Ready, "The platoon is ready", None),
        ),
        Stage::Stores => (
            "The briefing gives points for ammunition. Five rounds cost one, and they are divided as you like.",
            deal(ask, Step::Ready, "The stores are loaded", None),
        ),
        Stage::Racks => (
            "Choose the shells each of them carries: armour-piercing (AP), general purpose (GP) or smoke.",
            deal(ask, Step::Ready, "The racks are full", None),
        ),
    };
    let mut stages =
        vec![(Stage::Quality, "Points"), (Stage::Crews, "Crews"), (Stage::Vehicles, "Vehicles and rounds")];
    if stage == Stage::Stores || ask.rules.mission.muster.ammunition > 0 {
        stages.push((Stage::Stores, "Stores"));
    }
    if ask.rules.options.ammunition_by_type {
        stages.push((Stage::Racks, "Shells"));
    }
    let place = stages.iter().position(|(known, _)| *known == stage).unwrap_or(0);
    let steps = stages.iter().enumerate().map(|(number, (_, title))| MusterStep {
        title: (*title).to_owned(),
        done: number < place,
        now: number == place,
    });
    Muster {
        id: "generation".to_owned(),
        tab: "Platoon".to_owned(),
        title: "Put your platoon together".to_owned(),
        text: text.to_owned(),
        rule: GENERATION,
        steps: steps.collect(),
        purses: purses(ask.rules, generation),
        shelf: shelf_of_crews(ask, generation),
        lines_title: "Your platoon".to_owned(),
        lines: muster_lines(ask, generation),
        no_lines: "Nobody yet.".to_owned(),
        ready_made: (stage == Stage::Quality && ask.rules.mission.muster.sample()).then(|| ready_made(ask)),
        next: Some(next),
        warnings: muster_warnings(ask.rules, generation),
    }
}

/// A step with its price; without an action, and with the reason, if it is not legal.
fn deal(ask: Ask<'_>, step: Step, label: &str, cost: Option<i32>) -> Deal {
    let checked = step.check(ask);
    Deal {
        label: label.to_owned(),
        action: checked.is_ok().then(|| step.write(ask)),
        cost,
        rule: checked.as_ref().err().map(Cited::rule),
        refused: checked.err().map(|refused| refused.to_string()).unwrap_or_default(),
    }
}

fn purses(rules: &OpenFire, generation: &Generation) -> Vec<Purse> {
    if matches!(generation.stage, Stage::Quality | Stage::Racks) {
        return Vec::new();
    }
    let tables = &rules.sheet.platoon;
    let crews: i32 =
        generation.crews.iter().filter_map(|crew| tables.crews.get(usize::from(crew.kind))).map(|row| row.cost).sum();
    let vehicles = generation.crews.iter().filter_map(|crew| tables.vehicles.get(usize::from(crew.vehicle?)));
    let vehicles: i32 = vehicles.map(|row| row.cost).sum();
    let rounds = i32::from(rounds::loaded(generation).div_ceil(tables.ammunition.rounds.max(1).into()));
    if generation.stage == Stage::Stores {
        let left = generation.vehicle_points;
        let stocked = generation.all_stocked().saturating_sub(generation.loose_rounds.into());
        let spent = i32::from(stocked.div_ceil(tables.ammunition.rounds.max(1).into()));
        let detail = "for ammunition".to_owned();
        return vec![Purse { label: "Vehicle quality points".to_owned(), left, of: left + spent, detail, now: true }];
    }
    let purse = |label: &str, left: i32, spent: i32, detail: &str, now: bool| Purse {
        label: label.to_owned(),
        left,
        of: left + spent,
        detail: detail.to_owned(),
        now,
    };
    vec![
        purse(
            "Platoon quality points",
            generation.platoon_points,
            crews,
            "for crews",
            generation.stage == Stage::Crews,
        ),
        purse(
            "Vehicle quality points",
            generation.vehicle_points,
            vehicles + rounds,
            "for vehicles and their rounds",
            generation.stage == Stage::Vehicles,
        ),
    ]
}

fn shelf_of_crews(ask: Ask<'_>, generation: &Generation) -> Vec<Ware> {
    if generation.stage != Stage::Crews {
        return Vec::new();
    }
    let ware = |(kind, row): (u8, &crate::tables::platoon::CrewCost)| Ware {
        title: format!("Initiative {}{}", row.initiative, if row.commander { " with a commander" } else { "" }),
        facts: vec![fact("Crew", row.size.to_string(), "crew points a turn")],
        count: generation.crews.iter().filter(|crew| crew.kind == kind).count() as u8,
        take: deal(ask, Step::BuyCrew(kind), "Buy", Some(row.cost)),
        give_back: deal(ask, Step::ReturnCrew(kind), "Give back", Some(row.cost)),
    };
    (0..).zip(&ask.rules.sheet.platoon.crews).map(ware).collect()
}

fn muster_lines(ask: Ask<'_>, generation: &Generation) -> Vec<MusterLine> {
    if generation.stage == Stage::Stores {
        return ask.state.all_units().filter_map(|(unit, _)| stores_line(ask, generation, unit)).collect();
    }
    if generation.stage == Stage::Racks {
        return ask.state.all_units().filter_map(|(unit, _)| racks_line(ask, unit)).collect();
    }
    (0..).zip(&generation.crews).map(|(place, crew)| muster_line(ask, generation, place, crew)).collect()
}

fn muster_line(ask: Ask<'_>, generation: &Generation, place: u8, crew: &NewCrew) -> MusterLine {
    let rated = &crew.crew;
    let commander = if rated.commander { "c" } else { "" };
    let mut facts = vec![
        fact("IN", format!("{}{commander}", rated.initiative), "Initiative"),
        fact("Crew", rated.rating.to_string(), "Crew points a turn"),
    ];
    let buying = generation.stage == Stage::Vehicles;
    if buying {
        facts.extend([
            fact("PC", rated.perception.to_string(), "Perception"),
            fact("WS", skill(rated.weapon_skill), "Weapon skill"),
            fact("DS", rated.driving_skill.to_string(), "Driving skill"),
        ]);
    }
    let held = crew.vehicle.and_then(|vehicle| ask.rules.sheet.platoon.vehicles.get(usize::from(vehicle)));
    let letter = LETTERS.get(usize::from(place)).copied().unwrap_or_default();
    let return_vehicle = || deal(ask, Step::ReturnVehicle { crew: place }, "Give the vehicle back", None);
    MusterLine {
        letter: letter.to_owned(),
        title: format!("Crew {letter}"),
        facts,
        holds: held.and_then(|row| ask.rules.sheet.card(&row.card)).map(|card| card.name.clone()).unwrap_or_default(),
        offers: if buying && held.is_none() { vehicles_for(ask, place) } else { Vec::new() },
        give_back: held.map(|_| return_vehicle()),
        stepper: crew.vehicle.map(|vehicle| rounds_stepper(ask, place, crew, vehicle)),
        names: if buying { names::tags(ask, letter) } else { Vec::new() },
    }
}

/// A unit that can be given rounds out of the briefing's stores.
fn stores_line(ask: Ask<'_>, generation: &Generation, unit: UnitId) -> Option<MusterLine> {
    let piece = ask.state.unit(unit);
    if rounds::room(ask, unit) == 0 && generation.stocked(unit) == 0 {
        return None;
    }
    let cost = |rounds| Some(rounds::stock_cost(ask, generation, unit, rounds));
    let stock = |rounds| deal(ask, Step::Stock { unit, rounds }, &format!("{rounds} more"), cost(rounds));
    let unstock = |rounds| deal(ask, Step::Unstock { unit, rounds }, &format!("{rounds} fewer"), None);
    Some(MusterLine {
        letter: piece.letter.clone(),
        title: piece.name.clone(),
        facts: Vec::new(),
        holds: String::new(),
        offers: Vec::new(),
        give_back: None,
        stepper: Some(Stepper {
            label: "Rounds".to_owned(),
            value: ammunition::rounds_of(piece),
            most: rounds::most(ask, unit),
            more: stock(CASE),
            less: unstock(CASE),
            one_more: Some(stock(1)),
            one_less: Some(unstock(1)),
        }),
        names: Vec::new(),
    })
}

/// The shells of a unit, and what could be taken along instead (OF-9.5, optional).
fn racks_line(ask: Ask<'_>, unit: UnitId) -> Option<MusterLine> {
    let piece = ask.state.unit(unit);
    let racks = piece.ammunition?;
    let named = SHELLS.into_iter().zip(["AP", "GP", "Smoke"]);
    let pairs = named.clone().flat_map(|from| named.clone().map(move |to| (from, to)));
    let offers = pairs.filter(|(from, to)| from.0 != to.0).flat_map(|((from, left), (to, taken))| {
        [5, 1].map(|rounds| {
            let label = format!("{rounds} {taken} for {left}");
            deal(ask, Step::Swap { unit, from, to, rounds }, &label, None)
        })
    });
    Some(MusterLine {
        letter: piece.letter.clone(),
        title: piece.name.clone(),
        facts: named.clone().map(|(shell, name)| fact(name, racks.left(shell).to_string(), "rounds")).collect(),
        holds: String::new(),
        offers: offers.filter(|deal| deal.action.is_some()).collect(),
        give_back: None,
        stepper: None,
        names: Vec::new(),
    })
}

/// The vehicles a crew could get; those without a counter of its letter say so.
fn vehicles_for(ask: Ask<'_>, crew: u8) -> Vec<Deal> {
    let offer = |(vehicle, row): (u8, &crate::tables::platoon::VehicleCost)| {
        let name = ask.rules.sheet.card(&row.card).map_or(row.card.as_str(), |card| card.name.as_str());
        deal(ask, Step::BuyVehicle { crew, vehicle }, name, Some(row.cost))
    };
    (0..).zip(&ask.rules.sheet.platoon.vehicles).map(offer).collect()
}

/// Whether anything that can be bought exists with this letter.
fn has_vehicle_for(rules: &OpenFire, letter: &str) -> bool {
    rules.sheet.platoon.vehicles.iter().any(|row| rules.sheet.counters.has(&row.card, letter))
}

fn rounds_stepper(ask: Ask<'_>, place: u8, crew: &NewCrew, vehicle: u8) -> Stepper {
    let cost = |rounds| {
        let generation = ask.state.generation.as_ref()?;
        Some(rounds::cost(ask.rules, generation, crew, rounds))
    };
    let more = |rounds| deal(ask, Step::BuyRounds { crew: place, rounds }, &format!("{rounds} more"), cost(rounds));
    let less = |rounds| deal(ask, Step::ReturnRounds { crew: place, rounds }, &format!("{rounds} fewer"), None);
    Stepper {
        label: "Rounds".to_owned(),
        value: crew.rounds,
        most: rounds::most_rounds(ask.rules, vehicle),
        more: more(CASE),
        less: less(CASE),
        one_more: Some(more(1)),
        one_less: Some(less(1)),
    }
}

/// What a careful platoon leader would think of before going on.
fn muster_warnings(rules: &OpenFire, generation: &Generation) -> Vec<String> {
    let mut warnings = Vec::new();
    let left = |points: i32, what: &str| {
        let word = if points == 1 { "point is" } else { "points are" };
        format!("{points} {what} quality {word} left and will be lost.")
    };
    match generation.stage {
        Stage::Quality | Stage::Racks => {}
        Stage::Stores => {
            if generation.vehicle_points > 0 {
                warnings.push(left(generation.vehicle_points, "vehicle"));
            }
        }
        Stage::Crews => {
            if generation.platoon_points > 0 && !generation.crews.is_empty() {
                warnings.push(left(generation.platoon_points, "platoon"));
            }
            let letters = LETTERS.into_iter().take(generation.crews.len());
            warnings.extend(letters.filter(|letter| !has_vehicle_for(rules, letter)).map(|letter| {
                format!("Crew {letter} would stay behind: no vehicle for sale has a counter with the letter {letter}.")
            }));
        }
        Stage::Vehicles => {
            if generation.vehicle_points > 0 && s04_generation::keeps_points(rules) {
                let points = generation.vehicle_points;
                warnings.push(format!("From now on the {points} points that are left buy nothing but ammunition."));
            } else if generation.vehicle_points > 0 {
                warnings.push(left(generation.vehicle_points, "vehicle"));
            }
            let loose = rounds::loose(&rules.sheet.platoon, generation);
            if loose > 0 {
                let rounds = offers::counted(loose, "round");
                warnings.push(format!("{rounds} paid for and not loaded: give them to a vehicle that has room."));
            }
            for (crew, letter) in generation.crews.iter().zip(LETTERS) {
                match crew.vehicle {
                    None => warnings.push(format!("Crew {letter} has no vehicle and stays behind.")),
                    Some(_) if crew.rounds == 0 => {
                        warnings.push(format!("Crew {letter} has no rounds for its gun."));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    warnings
}

/// The parts of the sample sheet that could not be bought: it is taken as printed (docs/rulings.md).
fn beyond_the_mix(rules: &OpenFire) -> String {
    let units = &rules.sheet.platoon.sample.units;
    let refused = units.iter().filter_map(|unit| mustering::check_counter(rules, &unit.card, &unit.letter).err());
    refused.map(|refused| format!(" As printed, although {refused}.")).collect()
}

fn ready_made(ask: Ask<'_>) -> ReadyMade {
    let sample = &ask.rules.sheet.platoon.sample;
    let row = |unit: &crate::tables::platoon::SampleUnit| {
        let commander = if unit.commander { "c" } else { "" };
        let name = ask.rules.sheet.card(&unit.card).map_or(unit.card.clone(), |card| card.name.clone());
        TableRow {
            label: unit.letter.clone(),
            cells: vec![
                name,
                unit.crew.to_string(),
                format!("{}{commander}", unit.initiative),
                unit.perception.to_string(),
                skill(unit.weapon_skill),
                unit.driving_skill.to_string(),
            ],
            now: false,
        }
    };
    ReadyMade {
        title: "The platoon from the sample sheet".to_owned(),
        text: format!(
            "Four vehicles with full racks and two commanders: the best way to learn the game.{}",
            beyond_the_mix(ask.rules)
        ),
        table: SheetTable {
            title: String::new(),
            columns: vec![
                head("", ""),
                head("Vehicle", ""),
                head("CREW", "Crew rating: crew points a turn"),
                head("IN", "Initiative; c: with a commander"),
                head("PC", "Perception"),
                head("WS", "Weapon skill"),
                head("DS", "Driving skill"),
            ],
            rows: sample.units.iter().map(row).collect(),
        },
        take: deal(ask, Step::TakeSample, "Take this platoon", None),
        instead: Instead {
            title: "A platoon of your own".to_owned(),
            text: "Throw for points, choose crews, throw for what they can do, then give them vehicles and rounds."
                .to_owned(),
        },
    }
}
