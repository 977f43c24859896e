//! Platoon generation (OF-4): points by the dice, crews, their ratings, vehicles within the counter mix and the
//! briefing, ammunition.

pub(crate) mod mustering;
pub mod names;
pub(crate) mod rounds;
pub(crate) mod words;

use dice::{Die, Throw};
use engine::{Entry, Thrown, Tone};

use crate::{
    booklet::paragraphs::CardId,
    play::{refusal::Refused, s01_sharing, s02_unit_cards, s09_fire::ammunition, s16_campaign::enlisting},
    rule_ids::{AMMUNITION, GENERATION, US_CARDS},
    state::{
        Frame, Shell,
        generation::{Generation, LETTERS, NewCrew, SHELLS, Stage},
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Ammunition, Crew, Unit, UnitId},
    },
    tables::platoon::CrewCost,
};

/// One step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take the platoon of the sample sheet.
    TakeSample,
    /// Throw for quality points.
    ThrowQuality,
    /// Buy a crew of this row.
    BuyCrew(u8),
    /// Give the last crew of this row back.
    ReturnCrew(u8),
    /// Throw for the ratings of all crews.
    ThrowRatings,
    /// Buy a vehicle for a crew.
    BuyVehicle {
        /// The crew's place: 0 for A.
        crew: u8,
        /// The vehicle's row.
        vehicle: u8,
    },
    /// Give a vehicle back, with its ammunition.
    ReturnVehicle {
        /// The crew's place.
        crew: u8,
    },
    /// Load rounds; a new point is spent when those that were paid for do not suffice.
    BuyRounds {
        /// The crew's place.
        crew: u8,
        /// How many, or as many of them as find room.
        rounds: u8,
    },
    /// Leave rounds of one type behind and take as many of another (OF-9.5, optional).
    Swap {
        /// Whose.
        unit: UnitId,
        /// What is left behind.
        from: Shell,
        /// What is taken instead.
        to: Shell,
        /// How many.
        rounds: u8,
    },
    /// Give rounds back, or keep them for another vehicle.
    ReturnRounds {
        /// The crew's place.
        crew: u8,
        /// How many, or as many of them as there are.
        rounds: u8,
    },
    /// Load rounds that the briefing gives points for, once the platoon and those who join it are there.
    Stock {
        /// Whose.
        unit: UnitId,
        /// How many, or as many of them as find room.
        rounds: u8,
    },
    /// Take such rounds out again.
    Unstock {
        /// Whose.
        unit: UnitId,
        /// How many, or as many of them as were loaded.
        rounds: u8,
    },
    /// The platoon is ready.
    Ready,
}

impl Step {
    /// The unit it names.
    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Step::Swap { unit, .. } | Step::Stock { unit, .. } | Step::Unstock { unit, .. } => Some(unit),
            Step::TakeSample
            | Step::ThrowQuality
            | Step::BuyCrew(_)
            | Step::ReturnCrew(_)
            | Step::ThrowRatings
            | Step::BuyVehicle { .. }
            | Step::ReturnVehicle { .. }
            | Step::BuyRounds { .. }
            | Step::ReturnRounds { .. }
            | Step::Ready => None,
        }
    }
}

/// Everything that could be a step now; what is legal says its check.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Step> {
    let Some(generation) = &ask.state.generation else { return Vec::new() };
    let tables = mustering::platoon(ask.rules);
    let (rows, vehicles) = (tables.crews.len() as u8, tables.vehicles.len() as u8);
    match generation.stage {
        Stage::Quality => vec![Step::TakeSample, Step::ThrowQuality],
        Stage::Crews => {
            let buys = (0..rows).map(Step::BuyCrew);
            buys.chain((0..rows).map(Step::ReturnCrew)).chain([Step::ThrowRatings]).collect()
        }
        Stage::Vehicles => {
            let crews = 0..generation.crews.len() as u8;
            let buys =
                crews.clone().flat_map(|crew| (0..vehicles).map(move |vehicle| Step::BuyVehicle { crew, vehicle }));
            let more = |crew| rounds::HANDFULS.map(|rounds| Step::BuyRounds { crew, rounds });
            let fewer = |crew| rounds::HANDFULS.map(|rounds| Step::ReturnRounds { crew, rounds });
            let (rounds, rounds_back) = (crews.clone().flat_map(more), crews.clone().flat_map(fewer));
            let returns = crews.map(|crew| Step::ReturnVehicle { crew });
            buys.chain(rounds).chain(rounds_back).chain(returns).chain([Step::Ready]).collect()
        }
        Stage::Stores => {
            let more = |unit| rounds::HANDFULS.map(|rounds| Step::Stock { unit, rounds });
            let fewer = |unit| rounds::HANDFULS.map(|rounds| Step::Unstock { unit, rounds });
            let units = || ask.state.all_units().map(|(unit, _)| unit);
            units().flat_map(more).chain(units().flat_map(fewer)).chain([Step::Ready]).collect()
        }
        Stage::Racks => {
            let swaps = |unit: UnitId| {
                let pairs = SHELLS.into_iter().flat_map(|from| SHELLS.map(|to| (from, to)));
                let by = move |(from, to)| rounds::HANDFULS.map(|rounds| Step::Swap { unit, from, to, rounds });
                pairs.filter(|(from, to)| from != to).flat_map(by)
            };
            ask.state.all_units().flat_map(|(unit, _)| swaps(unit)).chain([Step::Ready]).collect()
        }
    }
}

/// A step that may be taken, with what was found: the crew by its place, what it costs, what is loaded afterwards.
#[derive(Copy, Clone, Debug)]
enum Found<'r> {
    TakeSample,
    ThrowQuality,
    BuyCrew { kind: u8, row: &'r CrewCost },
    ReturnCrew { place: usize, cost: i32 },
    ThrowRatings,
    BuyVehicle { place: usize, vehicle: u8, cost: i32 },
    ReturnVehicle { place: usize, cost: i32, rounds: rounds::Loading },
    Rounds { place: usize, rounds: rounds::Loading },
    Swap { unit: UnitId, from: Shell, to: Shell, rounds: u8 },
    Stores { unit: UnitId, rounds: rounds::Loading },
    FallIn,
    ToRacks,
    Begin,
}

fn check_in_stage<'r>(ask: AskOf<'r, '_>, generation: &Generation, step: Step) -> Result<Found<'r>, Refused> {
    let tables = mustering::platoon(ask.rules);
    let crew_at = |crew: u8| generation.crews.get(usize::from(crew)).ok_or(Refused::NoSuchCrew);
    Ok(match step {
        Step::TakeSample if !ask.rules.mission.muster.sample() => return Err(Refused::NoSample),
        Step::TakeSample => Found::TakeSample,
        Step::ThrowQuality => Found::ThrowQuality,
        Step::BuyCrew(kind) => {
            let row = tables.crews.get(usize::from(kind)).ok_or(Refused::NoSuchCrew)?;
            if generation.crews.len() >= LETTERS.len() {
                return Err(Refused::PlatoonFull);
            }
            rounds::enough(row.cost, generation.platoon_points)?;
            Found::BuyCrew { kind, row }
        }
        Step::ReturnCrew(kind) => {
            let row = tables.crews.get(usize::from(kind)).ok_or(Refused::NoSuchCrew)?;
            let place = generation.crews.iter().rposition(|crew| crew.kind == kind).ok_or(Refused::NoSuchCrew)?;
            Found::ReturnCrew { place, cost: row.cost }
        }
        Step::ThrowRatings if generation.crews.is_empty() => return Err(Refused::NoCrews),
        Step::ThrowRatings => Found::ThrowRatings,
        Step::BuyVehicle { crew, vehicle } => {
            let row = tables.vehicles.get(usize::from(vehicle)).ok_or(Refused::NoSuchVehicle)?;
            if crew_at(crew)?.vehicle.is_some() {
                return Err(Refused::HasVehicle);
            }
            mustering::check_counter(ask.rules, &row.card, LETTERS[usize::from(crew)])?;
            check_limit(ask.rules, generation, &row.card)?;
            rounds::enough(row.cost, generation.vehicle_points)?;
            Found::BuyVehicle { place: crew.into(), vehicle, cost: row.cost }
        }
        Step::ReturnVehicle { crew } => {
            let owner = crew_at(crew)?;
            let vehicle = owner.vehicle.ok_or(Refused::NoVehicle)?;
            let rounds = rounds::fewer(tables, generation, owner, owner.rounds);
            Found::ReturnVehicle { place: crew.into(), cost: tables.vehicles[usize::from(vehicle)].cost, rounds }
        }
        Step::BuyRounds { crew, rounds } => {
            let rounds = rounds::check_buy(ask.rules, generation, crew_at(crew)?, rounds)?;
            Found::Rounds { place: crew.into(), rounds }
        }
        Step::ReturnRounds { crew, rounds } => {
            let rounds = rounds::check_return(tables, generation, crew_at(crew)?, rounds)?;
            Found::Rounds { place: crew.into(), rounds }
        }
        Step::Swap { unit, from, to, rounds } => {
            check_swap(ask.state.unit(unit), (from, to), rounds)?;
            Found::Swap { unit, from, to, rounds }
        }
        Step::Stock { unit, rounds } => {
            Found::Stores { unit, rounds: rounds::check_stock(ask, generation, unit, rounds)? }
        }
        Step::Unstock { unit, rounds } => {
            Found::Stores { unit, rounds: rounds::check_unstock(tables, generation, unit, rounds)? }
        }
        Step::Ready if generation.crews.iter().all(|crew| crew.vehicle.is_none()) => return Err(Refused::NoVehicle),
        Step::Ready => Found::FallIn,
    })
}

fn check_swap(unit: &Unit, (from, to): (Shell, Shell), rounds: u8) -> Result<(), Refused> {
    let Some(racks) = unit.ammunition else { return Err(Refused::NoAmmunition) };
    if from == to || !rounds::HANDFULS.contains(&rounds) {
        return Err(Refused::NotNow);
    }
    if racks.left(from) < rounds || racks == Ammunition::Any(racks.left(from)) {
        return Err(Refused::NoAmmunition);
    }
    Ok(())
}

/// Whether the briefing lets the platoon have another vehicle of this type.
fn check_limit(rules: &OpenFire, generation: &Generation, card: &str) -> Result<(), Refused> {
    let Some(most) = rules.mission.muster.most_of(card) else { return Ok(()) };
    let rows = &mustering::platoon(rules).vehicles;
    let bought = generation.crews.iter().filter_map(|crew| rows.get(usize::from(crew.vehicle?)));
    if bought.filter(|row| row.card == card).count() < usize::from(most) {
        return Ok(());
    }
    let what = rules.sheet.card(card).map_or(card, |card| &card.name).to_owned();
    Err(Refused::Limited { what, most })
}

/// Whether a step may be taken (OF-4).
fn check<'r>(ask: AskOf<'r, '_>, step: Step) -> Result<Found<'r>, Refused> {
    let Some(generation) = ask.state.generation.as_ref().filter(|_| *ask.state.frames.top() == Frame::Generation)
    else {
        return Err(Refused::NotNow);
    };
    let stage = match step {
        Step::TakeSample | Step::ThrowQuality => Stage::Quality,
        Step::BuyCrew(_) | Step::ReturnCrew(_) | Step::ThrowRatings => Stage::Crews,
        Step::Swap { .. } => Stage::Racks,
        Step::Stock { .. } | Step::Unstock { .. } => Stage::Stores,
        Step::Ready if generation.stage == Stage::Stores => return Ok(Found::ToRacks),
        Step::Ready if generation.stage == Stage::Racks => return Ok(Found::Begin),
        Step::BuyVehicle { .. }
        | Step::ReturnVehicle { .. }
        | Step::BuyRounds { .. }
        | Step::ReturnRounds { .. }
        | Step::Ready => Stage::Vehicles,
    };
    if stage == generation.stage { check_in_stage(ask, generation, step) } else { Err(Refused::NotNow) }
}

/// Takes a step with what was found.
fn perform(act: &mut Act<'_>, found: Found<'_>) {
    let mut generation = act.state.generation.take().unwrap_or_default();
    match found {
        Found::TakeSample => {
            let units = mustering::sample_platoon(act.rules);
            return fall_in(act, generation, units);
        }
        Found::ThrowQuality => throw_quality(act, &mut generation),
        Found::BuyCrew { kind, row } => {
            generation.platoon_points -= row.cost;
            generation.crews.push(NewCrew { kind, crew: Crew::untried(row), vehicle: None, rounds: 0 });
            // The costs chart falls with initiative, a commander before his equal: rows in order are letters in order.
            generation.crews.sort_by_key(|crew| crew.kind);
        }
        Found::ReturnCrew { place, cost } => {
            generation.crews.remove(place);
            generation.platoon_points += cost;
        }
        Found::ThrowRatings => {
            for (crew, letter) in generation.crews.iter_mut().zip(LETTERS) {
                mustering::throw_ratings(act.rules, &mut crew.crew, letter, act.dice, act.journal);
            }
            generation.stage = Stage::Vehicles;
        }
        Found::BuyVehicle { place, vehicle, cost } => {
            generation.vehicle_points -= cost;
            generation.crews[place].vehicle = Some(vehicle);
        }
        // A vehicle goes back, and with it the rounds that were bought for it.
        Found::ReturnVehicle { place, cost, rounds } => {
            generation.vehicle_points += cost;
            generation.crews[place].vehicle = None;
            rounds::load_rack(&mut generation, place, rounds);
        }
        Found::Rounds { place, rounds } => rounds::load_rack(&mut generation, place, rounds),
        Found::Stores { unit, rounds } => rounds::load_from_stores(act, &mut generation, unit, rounds),
        Found::Swap { unit, from, to, rounds } => swap(act.state.unit_mut(unit), (from, to), rounds),
        Found::Begin => {
            act.note(|ask| Entry::new(AMMUNITION, racks_text(ask)));
            return begin(act);
        }
        Found::ToRacks => return to_racks(act, generation),
        Found::FallIn => {
            let units = bought_platoon(act.rules, &generation);
            return fall_in(act, generation, units);
        }
    }
    act.state.generation = Some(generation);
}

fn throw_quality(act: &mut Act<'_>, generation: &mut Generation) {
    let fell = act.dice.throw(&Throw::new("platoon and vehicle quality", vec![Die::D10; 2]));
    let (quality, vehicle) = (fell.faces()[0], fell.faces()[1]);
    (generation.platoon_points, generation.vehicle_points) = mustering::platoon(act.rules).quality(quality, vehicle);
    generation.stage = Stage::Crews;
    act.note(|_| {
        let text = format!(
            "{quality} and {vehicle}: {} platoon and {} vehicle quality points.",
            generation.platoon_points, generation.vehicle_points
        );
        let thrown = |what: &str, face: u16| Thrown::new(&Die::D10, what, [face]);
        Entry::new(GENERATION, text).because(engine::Resolution {
            modifiers: Vec::new(),
            throws: vec![thrown("platoon quality", quality), thrown("vehicle quality", vehicle)],
            reading: format!("row {quality}, column {vehicle}"),
            result: "points".to_owned(),
        })
    });
}

/// Some rounds of one type stay behind, and as many of another come along (OF-9.5).
fn swap(unit: &mut Unit, (from, to): (Shell, Shell), rounds: u8) {
    if let Some(Ammunition::ByType { ap, gp, smoke }) = &mut unit.ammunition {
        for (rack, shell) in [ap, gp, smoke].into_iter().zip(SHELLS) {
            *rack = if shell == from { *rack - rounds } else { *rack + if shell == to { rounds } else { 0 } };
        }
    }
}

/// The crews that got a vehicle; the others stay behind.
fn bought_platoon(rules: &OpenFire, generation: &Generation) -> Vec<Unit> {
    let bought = generation.crews.iter().zip(LETTERS);
    let units = bought.filter_map(|(crew, letter)| {
        let card = &mustering::platoon(rules).vehicles[usize::from(crew.vehicle?)].card;
        Some(mustering::platoon_unit(rules, letter, card, crew.crew, crew.rounds))
    });
    units.collect()
}

/// The platoon has its vehicles. Whoever the briefing lends it joins, and the briefing's points for ammunition are
/// spent.
pub(crate) fn fall_in(act: &mut Act<'_>, mut generation: Generation, units: Vec<Unit>) {
    let given = if act.state.campaign.is_some() { 0 } else { act.rules.mission.muster.ammunition.into() };
    if act.state.campaign.is_none() {
        enlisting::enlist(act, &units, &generation);
    }
    act.state.units = units;
    for place in 0..act.state.units.len() {
        let mut unit = act.state.units[place].clone();
        names::christen(act.state, &mut unit);
        act.state.units[place] = unit;
    }
    for &card in &act.rules.mission.muster.joins {
        join(act, card);
    }
    generation.loose_rounds = rounds::loose(mustering::platoon(act.rules), &generation);
    generation.vehicle_points = given + if keeps_points(act.rules) { generation.vehicle_points } else { 0 };
    let room = act.state.all_units().any(|(unit, _)| rounds::room(act.ask(), unit) > 0);
    if generation.vehicle_points == 0 || !room {
        return to_racks(act, generation);
    }
    generation.stage = Stage::Stores;
    act.state.generation = Some(generation);
}

/// A unit that the briefing gives joins the platoon off the map (OF-2.6).
fn join(act: &mut Act<'_>, card: CardId) {
    let Some(unit) = s02_unit_cards::new_from_card(act, card) else { return };
    // Nobody raises another platoon once he has seen the card (Mission 2).
    act.journal.revealed();
    act.note(|ask| {
        let text = format!("{} joins the platoon.", ask.state.unit(unit).name);
        Entry::new(US_CARDS, text).about([ask.state.id_of(unit)])
    });
}

/// Points left over are lost, unless somebody joins for whom rounds can be bought.
pub(crate) fn keeps_points(rules: &OpenFire) -> bool {
    let joins = rules.mission.muster.joins.iter().filter_map(|&card| rules.booklet.card(card));
    joins.into_iter().any(|card| ammunition::card_rounds(rules, card).is_some())
}

/// With ammunition by type the platoon says next what it takes along.
fn to_racks(act: &mut Act<'_>, mut generation: Generation) {
    if !act.rules.options.ammunition_by_type {
        return begin(act);
    }
    generation.stage = Stage::Racks;
    act.state.generation = Some(generation);
}

/// What each gun takes along.
fn racks_text(ask: Ask<'_>) -> String {
    let racks = ask.state.units.iter().filter_map(|unit| {
        let Ammunition::ByType { .. } = unit.ammunition? else { return None };
        Some(format!("{}: {}", unit.name, unit.ammunition?))
    });
    format!("Taken along. {}.", racks.collect::<Vec<_>>().join("; "))
}

/// The platoon stands ready: the mission begins.
fn begin(act: &mut Act<'_>) {
    act.state.generation = None;
    act.note(|_| Entry::new(GENERATION, "The platoon is ready.").tone(Tone::Heading));
    if s01_sharing::is_shared(act.rules) {
        s01_sharing::divide(act);
        act.state.frames.replace(Frame::Division);
        return;
    }
    set_out(act);
}

/// The mission begins, or the platoon is set up on the map first: then nobody has seen where the event markers lie
/// (Mission 4).
pub(crate) fn set_out(act: &mut Act<'_>) {
    if act.rules.mission.terms.deployment.is_some() {
        return act.state.frames.replace(Frame::Deployment { unit: None });
    }
    act.state.frames.replace(Frame::Operations);
}
