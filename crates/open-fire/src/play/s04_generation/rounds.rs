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

pub(super) fn check_buy(rules: &OpenFire, generation: &Generation, crew: &NewCrew, rounds: u8) -> Result<(), Refused> {
    wanted(rules, generation, crew, rounds)?;
    enough(cost(rules, generation, crew, rounds), generation.vehicle_points)
}

pub(super) fn check_return(held: u8, rounds: u8) -> Result<(), Refused> {
    if held == 0 {
        return Err(Refused::NoRounds);
    }
    if HANDFULS.contains(&rounds) { Ok(()) } else { Err(Refused::NotNow) }
}

pub(super) fn buy(rules: &OpenFire, generation: &mut Generation, crew: u8, rounds: u8) {
    let place = usize::from(crew);
    let buyer = generation.crews[place];
    let Ok(more) = wanted(rules, generation, &buyer, rounds) else { return };
    generation.vehicle_points -= cost(rules, generation, &buyer, rounds);
    generation.crews[place].rounds += more;
}

/// Rounds go back; every point that is no longer needed is paid back.
pub(super) fn give_back(tables: &PlatoonTables, generation: &mut Generation, crew: u8, rounds: u8) {
    let before = price(tables, loaded(generation));
    let held = &mut generation.crews[usize::from(crew)].rounds;
    *held -= rounds.min(*held);
    generation.vehicle_points += before - price(tables, loaded(generation));
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

/// Points that the rounds loaded out of the briefing's stores cost: those left loose by generation come first.
fn stores_price(tables: &PlatoonTables, generation: &Generation, more: u8) -> i32 {
    let all = generation.all_stocked() + u16::from(more);
    price(tables, all.saturating_sub(generation.loose_rounds.into()))
}

/// What rounds for a unit cost out of the stores.
pub(crate) fn stock_cost(ask: Ask<'_>, generation: &Generation, unit: UnitId, rounds: u8) -> i32 {
    let tables = &ask.rules.sheet.platoon;
    stores_price(tables, generation, rounds.min(room(ask, unit))) - stores_price(tables, generation, 0)
}

pub(super) fn check_stock(ask: Ask<'_>, generation: &Generation, unit: UnitId, rounds: u8) -> Result<(), Refused> {
    if !HANDFULS.contains(&rounds) {
        return Err(Refused::NotNow);
    }
    if room(ask, unit) == 0 {
        return Err(Refused::TooManyRounds { most: most(ask, unit) });
    }
    enough(stock_cost(ask, generation, unit, rounds), generation.vehicle_points)
}

pub(super) fn stock(act: &mut Act<'_>, generation: &mut Generation, unit: UnitId, rounds: u8) {
    let more = rounds.min(room(act.ask(), unit));
    generation.vehicle_points -= stock_cost(act.ask(), generation, unit, rounds);
    generation.set_stocked(unit, generation.stocked(unit) + more);
    load(act, unit, i16::from(more));
}

pub(super) fn unstock(act: &mut Act<'_>, generation: &mut Generation, unit: UnitId, rounds: u8) {
    let tables = &act.rules.sheet.platoon;
    let fewer = rounds.min(generation.stocked(unit));
    let before = stores_price(tables, generation, 0);
    generation.set_stocked(unit, generation.stocked(unit) - fewer);
    generation.vehicle_points += before - stores_price(tables, generation, 0);
    load(act, unit, -i16::from(fewer));
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
