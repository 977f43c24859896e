//! What lies on the table, as the company leader sees it: who is there, what each is worth, where home is, how much is
//! still needed.

use hexmap::{Direction, Hex};
use open_fire::{
    OpenFire,
    map::sight::in_front,
    play::{s02_ratings, s15_awards},
    state::{
        Freed, State,
        laid_out::Ask,
        units::{Place, Side, Unit, UnitId},
    },
    tables::cards::Carries,
};

use crate::company_leader::gunnery;

/// Victory points for a vehicle of ours in the fight still to come, beyond what its loss costs.
const STILL_NEEDED: f64 = 2.0;
/// What a German who can hurt a tank is worth beyond his points, because he no longer shoots.
const DANGEROUS: f64 = 2.5;
/// The same for one who cannot.
const HARMLESS: f64 = 0.4;

/// The table.
#[derive(Copy, Clone)]
pub(crate) struct Outlook<'a> {
    pub(crate) rules: &'a OpenFire,
    pub(crate) state: &'a State,
}

impl<'a> Outlook<'a> {
    pub(crate) fn ask(self) -> Ask<'a> {
        Ask::new(self.rules, self.state)
    }

    /// Germans on the map who can still do something.
    pub(crate) fn germans(self) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        let able = move |unit: UnitId| !s02_ratings::is_disabled(self.ask(), unit);
        let on_map =
            self.state.active(Side::German).filter_map(move |(unit, _)| Some((unit, self.state.hex_of(unit)?)));
        on_map.filter(move |&(unit, _)| able(unit))
    }

    /// Every German on the map who has not given up.
    pub(crate) fn all_germans(self) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.state.active(Side::German).filter_map(move |(unit, _)| Some((unit, self.state.hex_of(unit)?)))
    }

    /// Our units in a hex of their own.
    pub(crate) fn ours(self) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.state.active(Side::Us).filter_map(|(unit, stands)| Some((unit, stands.hex()?)))
    }

    /// Whether a unit of ours can still move.
    pub(crate) fn is_mobile(self, unit: UnitId) -> bool {
        let (piece, card) = (self.state.unit(unit), self.rules.card(self.state.unit(unit)));
        piece.condition.crew > 0 && (card.kind.is_squad() || piece.condition.allowance().is_some())
            || card.kind.is_squad()
    }

    /// Whether a unit has a gun and something to fire from it, or is on foot with arms.
    pub(crate) fn can_fight(self, unit: UnitId) -> bool {
        let card = self.rules.card(self.state.unit(unit));
        gunnery::has_ap(self.rules, self.state, unit) || card.kind.is_squad() && card.gp.all > 1
    }

    /// A vehicle with a main gun that works and shells for it: those who lead the way.
    pub(crate) fn leads(self, unit: UnitId) -> bool {
        let card = self.rules.card(self.state.unit(unit));
        card.kind.is_vehicle() && card.main_gun && gunnery::has_ap(self.rules, self.state, unit)
    }

    /// Vehicles that could take freed men aboard, if need be once their own men have got off.
    pub(crate) fn carriers(self) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        let room = move |unit: UnitId| self.rules.card(self.state.unit(unit)).carries == Some(Carries::Squad);
        let free = move |unit: UnitId| !self.state.freed.contains(&Freed::Aboard(unit));
        self.ours().filter(move |&(unit, _)| room(unit) && free(unit) && self.is_mobile(unit))
    }

    /// Victory points for a German, and for being rid of him.
    pub(crate) fn worth_of_german(self, unit: UnitId) -> f64 {
        let piece = self.state.unit(unit);
        let card = self.rules.unit_card(piece);
        let points = card.filter(|_| !piece.awarded).map_or(0.0, |card| f64::from(card.points.max(0)));
        let danger = if gunnery::has_ap(self.rules, self.state, unit) { DANGEROUS } else { HARMLESS };
        points + danger
    }

    /// Victory points that are lost with a unit of ours: its own, what its coming home is worth, and what it could
    /// still do.
    pub(crate) fn worth_of_ours(self, unit: UnitId) -> f64 {
        let piece = self.state.unit(unit);
        if self.rules.card(piece).kind.is_squad() && piece.crew_from.is_some() {
            return 0.3;
        }
        let loss = f64::from(self.rules.sheet.limits.victory.killed);
        loss + STILL_NEEDED + f64::from(self.award_for(unit).max(0))
    }

    /// Victory points for a unit that leaves the map where it should, with everything it carries.
    pub(crate) fn award_for(self, unit: UnitId) -> i16 {
        let Some(exit) = self.rules.mission.exit.first() else { return 0 };
        if self.rules.mission.awards.is_empty() && self.rules.mission.terms.freed.is_empty() {
            return 0;
        }
        let now = s15_awards::balance(self.ask());
        let mut out = self.state.clone();
        leave(&mut out, unit, exit.hex);
        s15_awards::balance(Ask::new(self.rules, &out)) - now
    }

    /// The balance if everybody who can move left the map where he should.
    pub(crate) fn balance_at_home(self) -> i16 {
        let Some(exit) = self.rules.mission.exit.first() else { return s15_awards::balance(self.ask()) };
        let mut out = self.state.clone();
        for (unit, piece) in self.state.active(Side::Us) {
            if piece.hex().is_some() && self.is_mobile(unit) {
                leave(&mut out, unit, exit.hex);
            }
        }
        s15_awards::balance(Ask::new(self.rules, &out))
    }

    /// Where the platoon may leave the map.
    pub(crate) fn exits(self) -> Vec<Hex> {
        let named: Vec<Hex> = self.rules.mission.exit.iter().map(|exit| exit.hex).collect();
        if !named.is_empty() || self.rules.mission.terms.no_exit {
            return named;
        }
        let grid = self.rules.grid();
        grid.hexes().filter(|&hex| Direction::ALL.into_iter().any(|way| grid.neighbour(hex, way).is_none())).collect()
    }

    /// Time to go: enough points if everybody gets home, nothing left to find, or nobody left to find it.
    pub(crate) fn wants_home(self) -> bool {
        if self.rules.mission.terms.no_exit {
            return false;
        }
        let able = self.ours().filter(|&(unit, _)| self.is_mobile(unit) && self.can_fight(unit)).count();
        let waiting =
            self.carriers().next().is_some() && self.state.freed.iter().any(|freed| matches!(freed, Freed::At(_)));
        let enough = self.balance_at_home() >= self.rules.mission.victory;
        enough || able == 0 || self.state.markers.is_empty() && !waiting
    }

    /// Vehicles in a hex.
    pub(crate) fn vehicles_in(self, hex: Hex) -> usize {
        let here =
            |unit: &&Unit| unit.is_active() && unit.hex() == Some(hex) && self.rules.card(unit).kind.is_vehicle();
        self.state.units.iter().filter(here).count()
    }

    /// Whether a gun could be laid on a hex within a turn.
    pub(crate) fn bears_soon(self, unit: UnitId, from: Hex, at: Hex) -> bool {
        let (piece, card) = (self.state.unit(unit), self.rules.card(self.state.unit(unit)));
        if card.kind.is_squad() || from == at {
            return true;
        }
        let points = if card.traverse.is_some() { piece.turret } else { piece.facing };
        let turns = |way: Direction| points.turns_to(way) <= card.traverse.unwrap_or(0);
        Direction::ALL.into_iter().any(|way| turns(way) && in_front(self.rules.grid(), from, way, at))
    }
}

/// Takes a unit off the map as if it had left it from a hex, with those it carries.
fn leave(state: &mut State, unit: UnitId, hex: Hex) {
    let rides = |place: Place| place == Place::Aboard(unit) || place == Place::Towed(unit);
    let gone: Vec<UnitId> = state
        .all_units()
        .filter(|&(other, piece)| other == unit || rides(piece.place))
        .map(|(other, _)| other)
        .collect();
    for other in gone {
        let piece = state.unit_mut(other);
        (piece.place, piece.exited_at) = (Place::Exited, Some(hex));
    }
    for freed in state.freed.iter_mut().filter(|freed| **freed == Freed::Aboard(unit)) {
        *freed = Freed::Out(hex);
    }
}
