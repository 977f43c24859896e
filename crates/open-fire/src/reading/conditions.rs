//! Conditions and descriptions of the paragraph language, asked of the state (OF-5.1).

use std::cmp::Reverse;

use crate::state::reading::Cause;
use crate::{
    booklet::paragraphs::{
        Quality, Test, Units,
        words::{self, State as Is},
    },
    state::{
        Shell, State,
        laid_out::OpenFire,
        units::{Motion, Place, Side, Space, UnitId},
    },
};

impl OpenFire {
    /// Whether a condition holds. If it finds a unit, that is whom `cause.it` means from now on.
    pub(crate) fn holds(&self, state: &State, test: &Test, cause: &mut Cause) -> bool {
        match test {
            Test::Any { units, at_least } => {
                let found = self.matching(state, units, cause);
                let enough = found.len() >= usize::from(*at_least);
                if enough {
                    cause.it = found.first().copied().or(cause.it);
                }
                enough
            }
            Test::Unit { who, is } => match self.unit_meant(state, *who, cause) {
                Some(unit) => is.iter().all(|quality| self.fits(state, unit, quality, cause)),
                // A card that nobody has drawn is off the map, and nothing else.
                None => is.iter().all(|quality| *quality == Quality::Is(Is::OffMap)),
            },
            Test::Sighting(sighting) => state.sighted(sighting.0),
            Test::Condition(conditions) => conditions.iter().any(|condition| condition.0 == state.condition),
            Test::Operations => !state.in_rounds(),
            Test::Rounds => state.in_rounds(),
            Test::Round { at_least, since: None } => state.round >= u16::from(*at_least),
            Test::Round { at_least, since: Some(condition) } => {
                let clock = usize::from(condition.0).checked_sub(1).and_then(|place| state.clock.get(place));
                clock.is_some_and(|rounds| *rounds >= u16::from(*at_least))
            }
            Test::EventMarker(number) => state.markers.iter().any(|marker| marker.number == *number),
            Test::Points(points) => self.balance(state) >= *points,
            Test::Reached => cause.reached,
            Test::Not(test) => !self.holds(state, test, &mut cause.clone()),
            Test::All(tests) => tests.iter().all(|test| self.holds(state, test, cause)),
            Test::AnyOf(tests) => tests.iter().any(|test| self.holds(state, test, cause)),
        }
    }

    /// The units of a description, the nearest to this German first, else by letter.
    pub(crate) fn matching(&self, state: &State, units: &Units, cause: &Cause) -> Vec<UnitId> {
        let side = side_of(units.side);
        // Who is called active may yet be waiting to come in.
        let anywhere = !units.active_only() || units.are.contains(&Quality::Is(Is::Active));
        let all = state.all_units().filter(|(_, unit)| unit.side == side && (anywhere || unit.is_on_map()));
        let mut found: Vec<UnitId> = all
            .map(|(unit, _)| unit)
            .filter(|&unit| units.are.iter().all(|quality| self.fits(state, unit, quality, cause)))
            .collect();
        self.sort_by_nearness(state, cause.german.and_then(|german| state.hex_of(german)), &mut found);
        found
    }

    /// The nearest to a hex first; who is equally near, or without a hex, by letter.
    pub(crate) fn sort_by_nearness(&self, state: &State, from: Option<hexmap::Hex>, units: &mut [UnitId]) {
        units.sort_by_key(|&unit| {
            let away = from.zip(state.hex_of(unit)).map(|(from, to)| self.grid().distance(from, to));
            let letter = &state.unit(unit).letter;
            (away.is_none(), away, letter.len(), letter.clone())
        });
    }

    /// Whether a unit has a trait.
    fn fits(&self, state: &State, unit: UnitId, quality: &Quality, cause: &Cause) -> bool {
        let here = state.hex_of(unit);
        match quality {
            Quality::Is(is) => self.is(state, unit, *is, cause),
            Quality::In(places) => {
                here.is_some() && places.iter().any(|place| self.hex_meant(state, *place, cause) == here)
            }
            Quality::Within { hexes, of } => {
                self.away(state, unit, *of, cause).is_some_and(|away| away <= u16::from(*hexes))
            }
            Quality::Beyond { hexes, of } => {
                self.away(state, unit, *of, cause).is_some_and(|away| away > u16::from(*hexes))
            }
            Quality::Sees(place) => self.sees_place(state, unit, *place, cause),
            Quality::SideOf { quarter, or_at, hex } => {
                here.is_some_and(|here| quarter.includes(self.mission.north, self.grid(), here, hex.hex, *or_at))
            }
            Quality::ExitedEdge(quarter) => {
                let at = state.unit(unit).exited_at.filter(|_| state.unit(unit).place == Place::Exited);
                at.is_some_and(|hex| quarter.is_edge(self.mission.north, self.grid(), hex))
            }
            Quality::ExitedAt(hex) => {
                state.unit(unit).place == Place::Exited && state.unit(unit).exited_at == Some(hex.hex)
            }
        }
    }

    fn away(&self, state: &State, unit: UnitId, of: crate::booklet::paragraphs::Place, cause: &Cause) -> Option<u16> {
        let (here, there) = (state.hex_of(unit)?, self.hex_meant(state, of, cause)?);
        Some(self.grid().distance(here, there))
    }

    fn sees_place(&self, state: &State, unit: UnitId, place: crate::booklet::paragraphs::Place, cause: &Cause) -> bool {
        match place {
            crate::booklet::paragraphs::Place::Unit(who) => {
                self.unit_meant(state, who, cause).is_some_and(|other| self.sees_unit(state, unit, other))
            }
            place => self.hex_meant(state, place, cause).is_some_and(|hex| self.sees_hex(state, unit, hex)),
        }
    }

    fn is(&self, state: &State, unit: UnitId, is: Is, cause: &Cause) -> bool {
        let stands = state.unit(unit);
        let condition = &stands.condition;
        let kind = self.card(state, unit).kind;
        let ground = |id: &str| state.hex_of(unit).is_some_and(|hex| self.country.terrain_id(hex) == id);
        match is {
            Is::Active => stands.is_active(),
            Is::Visible => self.is_visible(state, unit, cause),
            Is::Aware => stands.side == Side::German || stands.space != Space::Unaware,
            Is::Vehicle => kind.is_vehicle(),
            Is::Tank => kind.is_tank(),
            Is::Gun => kind == crate::tables::cards::Kind::Gun,
            Is::Squad => kind.is_squad(),
            Is::Commander => self.ratings(state, unit).commander,
            Is::Suppressed => condition.suppressed,
            Is::Panicked => condition.panicked || stands.space == Space::Panic,
            Is::Open => !stands.closed,
            Is::Closed => stands.closed,
            Is::InDefilade => stands.defilade,
            Is::Moving => stands.motion != Motion::Still,
            Is::Hit => self.was_hit(state, unit),
            Is::Immobilised => !kind.is_squad() && condition.allowance().is_none(),
            Is::Disabled => self.is_disabled(state, unit),
            Is::Killed => condition.killed,
            Is::Captured => stands.captured,
            Is::HasAmmunition => self.has_rounds(state, unit),
            Is::OutOfAmmunition => !self.has_rounds(state, unit),
            Is::Fired => stands.fired.now,
            Is::FiredLastRound => stands.fired.before,
            Is::AtSelfPreservation => self.at_self_preservation(state, unit),
            Is::Carried => matches!(stands.place, Place::Aboard(_) | Place::Towed(_)),
            Is::Carrying => !self.loads(state, unit).is_empty(),
            Is::Prepared => stands.prepared,
            Is::OnMap => state.hex_of(unit).is_some(),
            Is::OffMap => state.hex_of(unit).is_none(),
            Is::Exited => stands.place == Place::Exited,
            Is::InWoods => ground("woods"),
            Is::InTown => ground("town"),
            Is::InRough => ground("rough"),
            Is::InBuilding => ground("building"),
            Is::InClear => ground("clear"),
            Is::OnRoad => self.is_on_road(state, unit),
        }
    }

    /// A US unit to this German (to any, if none has a turn); a German to any US unit.
    fn is_visible(&self, state: &State, unit: UnitId, cause: &Cause) -> bool {
        match (state.unit(unit).side, cause.german) {
            (Side::Us, Some(german)) => self.sees_unit(state, german, unit),
            (side, _) => state.active(side.enemy()).any(|(other, _)| self.sees_unit(state, other, unit)),
        }
    }

    fn was_hit(&self, state: &State, unit: UnitId) -> bool {
        let (stands, card) = (state.unit(unit), self.card(state, unit));
        let condition = &stands.condition;
        let knocked_out = card.main_gun && !condition.main_gun || card.machinegun && !condition.machinegun;
        let hurt = condition.crew_lost > 0 || condition.mpa_lost > 0 || condition.immobilised || knocked_out;
        hurt || stands.halved || !stands.hit_by.is_empty()
    }

    fn has_rounds(&self, state: &State, unit: UnitId) -> bool {
        [Shell::Ap, Shell::Gp, Shell::Smoke].into_iter().any(|shell| self.has_ammunition(state, unit, shell))
    }

    /// Whether a German's losses make him look after himself (OF-2.1).
    pub(crate) fn at_self_preservation(&self, state: &State, unit: UnitId) -> bool {
        let condition = &state.unit(unit).condition;
        condition.self_preservation.is_some_and(|level| condition.crew <= level)
    }

    fn is_on_road(&self, state: &State, unit: UnitId) -> bool {
        let Some(hex) = state.hex_of(unit) else { return false };
        let movement = &self.sheet.movement;
        self.grid().neighbours(hex).any(|(_, next)| movement.is_road(&self.country.hexside_features(hex, next)))
    }

    /// The US unit with the best rating in a hex (OF-5.1).
    pub(crate) fn best_in(&self, state: &State, hex: hexmap::Hex, rating: impl Fn(UnitId) -> u8) -> Option<UnitId> {
        let here = state.active(Side::Us).filter(|&(unit, _)| state.hex_of(unit) == Some(hex)).map(|(unit, _)| unit);
        here.max_by_key(|&unit| (rating(unit), Reverse(unit)))
    }
}

/// The side of the game that a word means.
pub(crate) fn side_of(side: words::Side) -> Side {
    match side {
        words::Side::Us => Side::Us,
        words::Side::German => Side::German,
    }
}
