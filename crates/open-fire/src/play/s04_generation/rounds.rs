//! Rounds (OF-4): a point buys five, for any gun, and they are divided among the platoon in any way.
//!
//! Nobody keeps a purse of loose rounds: the platoon has paid for as many points as all its rounds together need, so a
//! rack takes what is left of the last point before another is spent.

use crate::{
    booklet::muster::ROUNDS,
    play::{
        refusal::Refused,
        s04_generation::mustering,
        s09_fire::ammunition::{self, rounds_for, rounds_of},
    },
    state::{
        generation::{Generation, NewCrew},
        laid_out::{Act, Ask, OpenFire},
        units::{Side, UnitId},
    },
    tables::{cards::Nation, platoon::PlatoonTables},
};

/// Points that so many rounds cost.
fn price(tables: &PlatoonTables, rounds: u16) -> i32 {
    rounds.div_ceil(tables.ammunition.rounds.into()).into()
}

/// Rounds loaded so far.
pub(crate) fn loaded(generation: &Generation) -> u16 {
    generation.crews.iter().map(|crew| u16::from(crew.rounds)).sum()
}

/// Rounds that are paid for and in no rack.
pub(crate) fn loose(tables: &PlatoonTables, generation: &Generation) -> u8 {
    let each = u16::from(tables.ammunition.rounds);
    (loaded(generation).next_multiple_of(each) - loaded(generation)) as u8
}

/// How many of the rounds that are asked for a crew can take.
fn wanted(rules: &OpenFire, generation: &Generation, crew: &NewCrew, rounds: u8) -> Result<u8, Refused> {
    let most = most_rounds(rules, crew.vehicle.ok_or(Refused::NoVehicle)?);
    if !HANDFULS.contains(&rounds) {
        return Err(Refused::NotNow);
    }
    if crew.rounds >= most {
        return Err(Refused::TooManyRounds { most });
    }
    let allowed = match rules.mission.muster.most_of(ROUNDS) {
        Some(most) if loaded(generation) >= most.into() => {
            return Err(Refused::Limited { what: ROUNDS.to_owned(), most });
        }
        Some(most) => (u16::from(most) - loaded(generation)).min(rounds.into()) as u8,
        None => rounds,
    };
    Ok(allowed.min(most - crew.rounds))
}

/// What rounds for a crew cost now.
pub(crate) fn cost(rules: &OpenFire, generation: &Generation, crew: &NewCrew, rounds: u8) -> i32 {
    let tables = &rules.sheet.platoon;
    let more = wanted(rules, generation, crew, rounds).unwrap_or(rounds);
    price(tables, loaded(generation) + u16::from(more)) - price(tables, loaded(generation))
}

/// What is in a rack, or has come out of the stores for a unit, after rounds were loaded or handed back, and the points
/// that this takes: less than none, if points come back.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Loading {
    rounds: u8,
    cost: i32,
}

pub(super) fn check_buy(
    rules: &OpenFire,
    generation: &Generation,
    crew: &NewCrew,
    rounds: u8,
) -> Result<Loading, Refused> {
    let more = wanted(rules, generation, crew, rounds)?;
    let cost = cost(rules, generation, crew, rounds);
    enough(cost, generation.vehicle_points)?;
    Ok(Loading { rounds: crew.rounds + more, cost })
}

pub(super) fn check_return(
    tables: &PlatoonTables,
    generation: &Generation,
    crew: &NewCrew,
    rounds: u8,
) -> Result<Loading, Refused> {
    check_handful(crew.rounds, rounds)?;
    Ok(fewer(tables, generation, crew, rounds))
}

fn check_handful(held: u8, rounds: u8) -> Result<(), Refused> {
    if held == 0 {
        return Err(Refused::NoRounds);
    }
    if HANDFULS.contains(&rounds) { Ok(()) } else { Err(Refused::NotNow) }
}

/// Rounds go back; every point that is no longer needed is paid back.
pub(super) fn fewer(tables: &PlatoonTables, generation: &Generation, crew: &NewCrew, rounds: u8) -> Loading {
    let back = rounds.min(crew.rounds);
    let cost = price(tables, loaded(generation) - u16::from(back)) - price(tables, loaded(generation));
    Loading { rounds: crew.rounds - back, cost }
}

pub(super) fn load_rack(generation: &mut Generation, place: usize, Loading { rounds, cost }: Loading) {
    generation.vehicle_points -= cost;
    generation.crews[place].rounds = rounds;
}

/// Rounds that a unit of the platoon still has room for. Rounds for captured vehicles are another matter (OF-16.5).
pub(crate) fn room(ask: Ask<'_>, unit: UnitId) -> u8 {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    if piece.side != Side::Us || piece.ammunition.is_none() || card.nation == Some(Nation::German) {
        return 0;
    }
    most(ask, unit).saturating_sub(rounds_of(piece))
}

/// The most rounds that a unit carries.
pub(crate) fn most(ask: Ask<'_>, unit: UnitId) -> u8 {
    let card = ask.rules.card(ask.state.unit(unit));
    let squad = ammunition::anti_tank_of(ask, unit).map_or(0, |_| ask.rules.sheet.platoon.ammunition.squad);
    if card.main_gun { ask.rules.sheet.most_rounds(card) } else { squad }
}

/// Points that so many rounds out of the briefing's stores cost: those left loose by generation come first.
fn stores_price(tables: &PlatoonTables, generation: &Generation, rounds: u16) -> i32 {
    price(tables, rounds.saturating_sub(generation.loose_rounds.into()))
}

/// What rounds for a unit cost out of the stores.
pub(crate) fn stock_cost(ask: Ask<'_>, generation: &Generation, unit: UnitId, rounds: u8) -> i32 {
    let (tables, all) = (&ask.rules.sheet.platoon, generation.all_stocked());
    let more = u16::from(rounds.min(room(ask, unit)));
    stores_price(tables, generation, all + more) - stores_price(tables, generation, all)
}

pub(super) fn check_stock(ask: Ask<'_>, generation: &Generation, unit: UnitId, rounds: u8) -> Result<Loading, Refused> {
    if !HANDFULS.contains(&rounds) {
        return Err(Refused::NotNow);
    }
    let room = room(ask, unit);
    if room == 0 {
        return Err(Refused::TooManyRounds { most: most(ask, unit) });
    }
    let cost = stock_cost(ask, generation, unit, rounds);
    enough(cost, generation.vehicle_points)?;
    Ok(Loading { rounds: generation.stocked(unit) + rounds.min(room), cost })
}

pub(super) fn check_unstock(
    tables: &PlatoonTables,
    generation: &Generation,
    unit: UnitId,
    rounds: u8,
) -> Result<Loading, Refused> {
    let (stocked, all) = (generation.stocked(unit), generation.all_stocked());
    check_handful(stocked, rounds)?;
    let back = rounds.min(stocked);
    let cost = stores_price(tables, generation, all - u16::from(back)) - stores_price(tables, generation, all);
    Ok(Loading { rounds: stocked - back, cost })
}

pub(super) fn load_from_stores(
    act: &mut Act<'_>,
    generation: &mut Generation,
    unit: UnitId,
    Loading { rounds, cost }: Loading,
) {
    generation.vehicle_points -= cost;
    load(act, unit, i16::from(rounds) - i16::from(generation.stocked(unit)));
    generation.set_stocked(unit, rounds);
}

fn load(act: &mut Act<'_>, unit: UnitId, change: i16) {
    let rules = act.rules;
    let piece = act.state.unit_mut(unit);
    let rounds = i16::from(rounds_of(piece)) + change;
    piece.ammunition = Some(rounds_for(rules, &rules.sheet.cards[usize::from(piece.card)].id, rounds.max(0) as u8));
}

/// How many rounds are bought, handed back or swapped at a time.
pub(crate) const HANDFULS: [u8; 2] = [1, 5];

pub(crate) fn most_rounds(rules: &OpenFire, vehicle: u8) -> u8 {
    let card = &mustering::platoon(rules).vehicles[usize::from(vehicle)].card;
    rules.sheet.card(card).map_or(0, |card| rules.sheet.most_rounds(card))
}

/// Whether points suffice.
pub(crate) fn enough(cost: i32, points: i32) -> Result<(), Refused> {
    if cost <= points { Ok(()) } else { Err(Refused::NotEnoughPoints { cost, points }) }
}
