//! Conditions and descriptions of the paragraph language, asked of the state (OF-5.1).

use std::cmp::Reverse;

use crate::{
    booklet::paragraphs::{
        Quality, Test, Units,
        words::{self, Fortune, Ground, Measure, State as Is},
    },
    play::{
        missions::freed_men,
        s02_ratings,
        s07_movement::going,
        s08_sight,
        s09_fire::{ammunition, targets},
        s15_awards,
    },
    reading::whom,
    state::{
        Freed,
        laid_out::Ask,
        reading::Cause,
        units::{Ammunition, Motion, Place, Side, Space, UnitId},
    },
    tables::cards::Kind,
};

/// Whether a condition holds. If it finds a unit, that is whom `cause.it` means from now on.
pub(crate) fn holds(ask: Ask<'_>, test: &Test, cause: &mut Cause) -> bool {
    match test {
        Test::Any { units, at_least } => {
            let found = matching(ask, units, cause);
            let enough = found.len() >= usize::from(*at_least);
            if enough {
                cause.it = found.first().copied().or(cause.it);
            }
            enough
        }
        Test::Unit { who, is } => match whom::unit_meant(ask, *who, cause) {
            Some(unit) => is.iter().all(|quality| fits(ask, unit, quality, cause)),
            // A card that nobody has drawn is off the map, and nothing else.
            None => is.iter().all(|quality| *quality == Quality::Is(Is::OffMap)),
        },
        Test::Sighting(sighting) => ask.state.sighted(sighting.0),
        Test::Condition(conditions) => conditions.iter().any(|condition| condition.0 == ask.state.condition),
        Test::Operations => !ask.state.in_rounds(),
        Test::Rounds => ask.state.in_rounds(),
        Test::Round { at_least, since: None } => ask.state.round >= u16::from(*at_least),
        Test::Round { at_least, since: Some(condition) } => {
            let clock = usize::from(condition.0).checked_sub(1).and_then(|place| ask.state.clock.get(place));
            clock.is_some_and(|rounds| *rounds >= u16::from(*at_least))
        }
        Test::EventMarker(number) => ask.state.markers.iter().any(|marker| marker.number == *number),
        Test::AnyEvent => !ask.state.markers.is_empty(),
        Test::Prisoners { fortune, at_least } => {
            let so = |freed: &&Freed| match (freed, fortune) {
                (Freed::At(_), Fortune::Waiting)
                | (Freed::Aboard(_), Fortune::Aboard)
                | (Freed::Out(_), Fortune::Out)
                | (Freed::Lost, Fortune::Lost) => true,
                (Freed::At(_) | Freed::Aboard(_) | Freed::Out(_) | Freed::Lost, _) => false,
            };
            ask.state.freed.iter().filter(so).count() >= usize::from(*at_least)
        }
        Test::Points(points) => s15_awards::balance(ask) >= *points,
        Test::Reached => cause.reached,
        Test::Count { name, at_least } => ask.state.counts.get(name).copied().unwrap_or(0) >= *at_least,
        Test::Light(light) => ask.state.light == *light,
        Test::Weather(weather) => ask.state.weather == *weather,
        Test::Ground(ground) => {
            let now = ask.rules.weather(ask.state);
            match ground {
                Ground::Firm => !now.soft && !now.snow,
                Ground::Soft => now.soft,
                Ground::Snow => now.snow,
            }
        }
        Test::Mission(missions) => missions.contains(&ask.rules.mission.id),
        Test::Not(test) => !holds(ask, test, &mut cause.clone()),
        Test::All(tests) => tests.iter().all(|test| holds(ask, test, cause)),
        Test::AnyOf(tests) => tests.iter().any(|test| holds(ask, test, cause)),
    }
}

/// The units of a description, those nearest to this German first, of equally near ones the easiest to hit, otherwise
/// by letter.
pub(crate) fn matching(ask: Ask<'_>, units: &Units, cause: &Cause) -> Vec<UnitId> {
    let side = side_of(units.side);
    // An active unit may still be waiting to come in.
    let anywhere = !units.active_only() || units.are.contains(&Quality::Is(Is::Active));
    let all = ask.state.all_units().filter(|&(id, unit)| unit.side == side && (anywhere || ask.state.is_on_map(id)));
    let mut found: Vec<UnitId> = all
        .map(|(unit, _)| unit)
        .filter(|&unit| units.are.iter().all(|quality| fits(ask, unit, quality, cause)))
        .collect();
    let from = cause.german.and_then(|german| ask.state.hex_of(german));
    whom::sort_by_nearness(ask, from, &mut found);
    if let Some(german) = cause.german.filter(|_| side == Side::Us) {
        easiest_first(ask, german, &mut found);
    }
    found
}

/// Of the units nearest to a German those he has the best chance to hit come first (OF-9.6).
fn easiest_first(ask: Ask<'_>, german: UnitId, sorted: &mut [UnitId]) {
    let here = ask.state.hex_of(german);
    let away = |unit: UnitId| here.zip(ask.state.hex_of(unit)).map(|(from, to)| ask.rules.grid().distance(from, to));
    let Some(least) = sorted.first().map(|&unit| away(unit)) else { return };
    let near = sorted.iter().take_while(|&&unit| away(unit) == least).count();
    let easiest = targets::easiest_of(ask, german, &sorted[..near]);
    sorted[..near].sort_by_key(|unit| !easiest.contains(unit));
}

/// Whether a unit has a trait.
fn fits(ask: Ask<'_>, unit: UnitId, quality: &Quality, cause: &Cause) -> bool {
    let here = ask.state.hex_of(unit);
    match quality {
        Quality::Is(is) => is_in(ask, unit, *is, cause),
        Quality::In(places) => here.is_some() && places.iter().any(|place| whom::hex_meant(ask, *place, cause) == here),
        Quality::Within { hexes, of } => away(ask, unit, *of, cause).is_some_and(|away| away <= u16::from(*hexes)),
        Quality::Beyond { hexes, of } => away(ask, unit, *of, cause).is_some_and(|away| away > u16::from(*hexes)),
        Quality::Sees(place) => sees_place(ask, unit, *place, cause),
        Quality::SideOf { quarter, or_at, hex } => {
            here.is_some_and(|here| quarter.includes(ask.rules.mission.north, ask.rules.grid(), here, hex.hex, *or_at))
        }
        Quality::ExitedEdge(quarter) => {
            let at = ask.state.unit(unit).exited_at.filter(|_| ask.state.unit(unit).place == Place::Exited);
            at.is_some_and(|hex| quarter.is_edge(ask.rules.mission.north, ask.rules.grid(), hex))
        }
        Quality::ExitedAt(hex) => {
            ask.state.unit(unit).place == Place::Exited && ask.state.unit(unit).exited_at == Some(hex.hex)
        }
        Quality::Remembers(what) => ask.state.unit(unit).remembers.contains(what),
        Quality::AtLeast { what, number } => measured(ask, unit, *what) >= u16::from(*number),
        Quality::Not(quality) => !fits(ask, unit, quality, cause),
        Quality::AnyOf(any) => any.iter().any(|quality| fits(ask, unit, quality, cause)),
    }
}

/// How many of something a unit has. Germans do not count their rounds: they have enough, or none (OF-9.5).
fn measured(ask: Ask<'_>, unit: UnitId, what: Measure) -> u16 {
    let piece = ask.state.unit(unit);
    match what {
        Measure::Crew => piece.condition.crew.into(),
        Measure::Level => ask.state.hex_of(unit).map_or(0, |hex| ask.rules.country.level(hex)).into(),
        Measure::Rounds if !has_rounds(ask, unit) => 0,
        Measure::Rounds => piece.ammunition.map_or(u16::MAX, Ammunition::all),
    }
}

pub(crate) fn away(ask: Ask<'_>, unit: UnitId, of: crate::booklet::paragraphs::Place, cause: &Cause) -> Option<u16> {
    let (here, place) = (ask.state.hex_of(unit)?, whom::hex_meant(ask, of, cause)?);
    Some(ask.rules.grid().distance(here, place))
}

fn sees_place(ask: Ask<'_>, unit: UnitId, place: crate::booklet::paragraphs::Place, cause: &Cause) -> bool {
    match place {
        crate::booklet::paragraphs::Place::Unit(who) => {
            whom::unit_meant(ask, who, cause).is_some_and(|other| s08_sight::sees_unit(ask, unit, other))
        }
        place => whom::hex_meant(ask, place, cause).is_some_and(|hex| s08_sight::sees_hex(ask, unit, hex)),
    }
}

fn is_in(ask: Ask<'_>, unit: UnitId, is: Is, cause: &Cause) -> bool {
    let piece = ask.state.unit(unit);
    let condition = &piece.condition;
    let kind = ask.rules.card(ask.state.unit(unit)).kind;
    let ground = |id: &str| ask.state.hex_of(unit).is_some_and(|hex| ask.rules.country.terrain_id(hex) == id);
    match is {
        Is::Active => piece.is_active(),
        Is::Visible => is_visible(ask, unit, cause),
        Is::Aware => piece.side == Side::German || piece.space != Space::Unaware,
        Is::Vehicle => kind.is_vehicle(),
        Is::Tank => kind.is_tank(),
        Is::TankDestroyer => kind == Kind::TankDestroyer,
        Is::ArmouredCar => kind == Kind::ArmouredCar,
        Is::HalfTrack => kind == Kind::HalfTrack,
        Is::Truck => kind == Kind::Truck,
        Is::Jeep => kind == Kind::Jeep,
        Is::Gun => kind == Kind::Gun,
        Is::Squad => kind.is_squad(),
        Is::Commander => s02_ratings::ratings(ask, unit).commander,
        Is::Suppressed => condition.suppressed,
        Is::Panicked => condition.panicked || piece.space == Space::Panic,
        Is::Open => !piece.closed,
        Is::Closed => piece.closed,
        Is::InDefilade => piece.defilade,
        Is::Moving => piece.motion != Motion::Still,
        Is::Hit => was_hit(ask, unit),
        Is::Immobilised => !kind.is_squad() && condition.allowance().is_none(),
        Is::BrokenDown => condition.broken_down,
        Is::OutOfFuel => condition.out_of_fuel,
        Is::Disabled => s02_ratings::is_disabled(ask, unit),
        Is::Killed => condition.killed,
        Is::Captured => piece.captured,
        Is::HasAmmunition => has_rounds(ask, unit),
        Is::OutOfAmmunition => !has_rounds(ask, unit),
        Is::Fired => piece.fired.now,
        Is::FiredLastRound => piece.fired.before,
        Is::AtSelfPreservation => at_self_preservation(ask, unit),
        Is::Carried => matches!(piece.place, Place::Aboard(_) | Place::Towed(_)),
        Is::Carrying => !going::loads(ask, unit).is_empty() || freed_men::has_aboard(ask, unit),
        Is::Prepared => piece.prepared,
        Is::OnMap => ask.state.hex_of(unit).is_some(),
        Is::OffMap => ask.state.hex_of(unit).is_none(),
        Is::Exited => piece.place == Place::Exited,
        Is::InWoods => ground("woods"),
        Is::InTown => ground("town"),
        Is::InRough => ground("rough"),
        Is::InBuilding => ground("building"),
        Is::InClear => ground("clear"),
        Is::OnRoad => is_on_road(ask, unit),
    }
}

/// A US unit to this German (to any, if none has a turn); a German to any US unit.
fn is_visible(ask: Ask<'_>, unit: UnitId, cause: &Cause) -> bool {
    match (ask.state.unit(unit).side, cause.german) {
        (Side::Us, Some(german)) => s08_sight::sees_unit(ask, german, unit),
        (side, _) => ask.state.active(side.enemy()).any(|(other, _)| s08_sight::sees_unit(ask, other, unit)),
    }
}

fn was_hit(ask: Ask<'_>, unit: UnitId) -> bool {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let condition = &piece.condition;
    let knocked_out = card.main_gun && !condition.main_gun || card.machinegun && !condition.machinegun;
    let hurt = condition.crew_lost > 0 || condition.mpa_lost > 0 || condition.immobilised || knocked_out;
    hurt || piece.halved || !piece.hit_by.is_empty()
}

/// Whether something is left for its main weapon, if it has one.
fn has_rounds(ask: Ask<'_>, unit: UnitId) -> bool {
    let card = ask.rules.card(ask.state.unit(unit));
    (card.main_gun || card.kind.is_squad()) && ammunition::has_any(ask, unit)
}

/// Whether a German's losses make him look after himself (OF-2.1).
pub(crate) fn at_self_preservation(ask: Ask<'_>, unit: UnitId) -> bool {
    let condition = &ask.state.unit(unit).condition;
    condition.self_preservation.is_some_and(|level| condition.crew <= level)
}

fn is_on_road(ask: Ask<'_>, unit: UnitId) -> bool {
    let Some(hex) = ask.state.hex_of(unit) else { return false };
    let movement = &ask.rules.sheet.movement;
    ask.rules.grid().neighbours(hex).any(|(_, next)| movement.is_road(&ask.rules.country.hexside_features(hex, next)))
}

/// The US unit with the best rating in a hex (OF-5.1).
pub(crate) fn best_in(ask: Ask<'_>, hex: hexmap::Hex, rating: impl Fn(UnitId) -> u8) -> Option<UnitId> {
    let here =
        ask.state.active(Side::Us).filter(|&(unit, _)| ask.state.hex_of(unit) == Some(hex)).map(|(unit, _)| unit);
    here.max_by_key(|&unit| (rating(unit), Reverse(unit)))
}

/// The side of the game that a word means.
pub(crate) fn side_of(side: words::Side) -> Side {
    match side {
        words::Side::Us => Side::Us,
        words::Side::German => Side::German,
    }
}
