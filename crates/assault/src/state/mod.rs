//! Everything that changes during a game.

pub mod faults;
mod frames;
mod laid_out;
mod marks;
#[cfg(test)]
mod tests;
mod units;
mod words;

use engine::{Frames, Seat, Viewer};
use hexmap::{Corner, Hex};
use serde::Serialize;

use crate::tables::pool::Pool;

pub(crate) use frames::March;
pub use frames::{Activation, AirRun, Charge, Frame, Mode, Reaction, Shot};
pub use laid_out::{Assault, Group, Mine, Module, Modules, Side, StartUnit, Support, Work};
pub(crate) use laid_out::{Draw, Layout, Standing, USUAL_VICTORY};
pub use marks::{Mark, Marks};
pub use units::{Place, Unit, UnitSet};

/// What rules of this game ask about.
pub type Ask<'a> = engine::Ask<'a, 'a, Assault>;
/// The same where what is found in the game as it is laid out outlives the look at its state.
pub type AskOf<'r, 's> = engine::Ask<'r, 's, Assault>;
/// What rules of this game work with.
pub type Act<'a> = engine::Act<'a, Assault>;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The turn, counted from 1.
    pub turn: u8,
    /// The units, those of the scenario first and then those of drawn formations.
    pub units: Vec<UnitState>,
    /// Formations in play, with whose they are.
    pub formations: Vec<Fielded>,
    /// Formation cards that can still be drawn, by draw of the scenario.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<bool>,
    /// The side with the initiative.
    pub initiative: Seat,
    /// Command points of this turn, by seat.
    pub points: [u8; 2],
    /// Units that have a command point. Each side knows only its own, until it is used.
    pub planned: UnitSet,
    /// The side that has planned although the other, which plans first, has not (AS-6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned_first: Option<Seat>,
    /// Whether the side that plans second acts while the first still plans: only while it does.
    #[serde(skip)]
    pub(crate) meanwhile: bool,
    /// Units whose activation is over or going on, lost ones too.
    pub activated: UnitSet,
    /// Sides that passed since somebody last acted.
    pub passed: [bool; 2],
    /// What each side does when it may fire at a mover, if it has said so. Each side knows only its own.
    #[serde(skip_serializing_if = "nobody_ordered")]
    pub orders: [Option<ReactionOrder>; 2],
    /// Whether each side keeps its cards, and is not asked for them when the enemy acts and when a turn ends. Each side
    /// knows only its own.
    #[serde(skip_serializing_if = "nobody_keeps")]
    pub keeps_cards: [bool; 2],
    /// Works, as the scenario lists them: what each is now.
    pub works: Vec<Option<u8>>,
    /// Whether only its owner knows of a work; empty if there is none of that kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen_works: Vec<bool>,
    /// Hexes whose ground has changed, in their order.
    pub changed: Vec<(Hex, u8)>,
    /// Smoke markers, in the order of their hexes.
    pub smoke: Vec<(Hex, u8)>,
    /// Minefields, as the scenario lists them.
    pub mines: Vec<MineState>,
    /// Command cards in hand, by seat.
    pub hands: [Vec<Card>; 2],
    /// Command cards still to be drawn, the top one last.
    pub deck: Vec<Card>,
    /// Command cards that were played.
    pub discard: Vec<u8>,
    /// What cards played earlier promise, by seat.
    pub promised: [Promised; 2],
    /// Support from outside the map, by seat.
    pub support: [Vec<SupportState>; 2],
    /// The side that holds each objective.
    pub holders: Vec<Option<Seat>>,
    /// Units lost, by seat.
    pub lost: [u16; 2],
    /// Victory points for enemy units, by seat.
    pub kill_points: [i32; 2],
    /// What is going on; the top frame decides who is asked.
    pub frames: Frames<Frame>,
    /// The part of a march that the log has still to tell.
    #[serde(skip)]
    pub(crate) untold: March,
    /// The units in each hex: follows from `units`.
    #[serde(skip)]
    pub(crate) occupants: Vec<UnitSet>,
}

/// What a side does when it may fire at a mover (AS-10.10).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReactionOrder {
    /// Nobody fires.
    Hold,
    /// Whoever has the best chance of an effect fires, if it is at least this.
    Fire {
        /// The chance in hundredths.
        percent: u8,
    },
    /// The player is asked.
    Ask,
}

/// Whether both sides leave it at the usual order.
fn nobody_ordered(orders: &[Option<ReactionOrder>; 2]) -> bool {
    *orders == [None, None]
}

/// Whether both sides want to be asked for their cards.
fn nobody_keeps(kept: &[bool; 2]) -> bool {
    *kept == [false, false]
}

/// A unit as it stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitState {
    /// Its card, by its place in the list.
    pub card: u8,
    /// Its number among the units of its card.
    pub number: u8,
    /// The side it belongs to.
    pub seat: Seat,
    /// The formation it came with.
    pub formation: Option<u8>,
    /// Its hex, or why it has none.
    pub place: Place,
    /// Where guns and vehicles face.
    pub facing: Corner,
    /// Damage points.
    pub damage: u8,
    /// Markers that lie on it.
    pub marks: Marks,
}

/// A formation in play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fielded {
    /// Its card.
    pub card: u8,
    /// The side it belongs to.
    pub seat: Seat,
    /// The zone in which its player sets it up.
    pub zone: Option<u8>,
}

/// A command card: its kind, or face down.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Card {
    /// The place of its kind in the table.
    Kind(u8),
    /// A card that the viewer may not see.
    FaceDown,
}

/// What cards that were played promise for later in the turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Promised {
    /// Added to the next initiative roll.
    pub initiative: u8,
    /// Command points more or fewer when they are counted.
    pub points: i8,
    /// Added to the accuracy roll of the next air attack.
    pub accuracy: i8,
}

/// What is known of a minefield.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MineState {
    /// Only its owner knows of it.
    Hidden,
    /// Everybody does.
    Known,
    /// It has been cleared, or the viewer does not know of it.
    Gone,
}

/// Support from outside the map: what is left of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupportState {
    /// Strikes left.
    pub rounds: u8,
    /// A strike that was asked for.
    pub called: Option<Called>,
    /// The first turn on which it may be asked for again.
    pub back: u8,
}

/// A strike that was asked for and has not come yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Called {
    /// Where the waypoint marker lies; nowhere for aircraft.
    pub hex: Option<Hex>,
    /// The turn on which it comes.
    pub turn: u8,
    /// Attack dice more: the shells fell well.
    pub confirmed: Pool,
}

impl UnitState {
    /// A unit of which a viewer knows no more than whose it is, and whether it is on the map.
    fn unseen(seat: Seat, on_the_map: bool) -> UnitState {
        let (place, facing) = (Place::Unseen, Corner::NE);
        let mut marks = Marks::NONE;
        if on_the_map {
            marks.add(Mark::Concealed);
        }
        UnitState { card: 0, number: 0, seat, formation: None, place, facing, damage: 0, marks }
    }
}

impl State {
    /// A unit as it stands.
    pub fn unit(&self, unit: Unit) -> &UnitState {
        &self.units[unit.index()]
    }

    /// Where a unit stands, if it is on the map and the viewer knows where.
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        match self.unit(unit).place {
            Place::On(hex) => Some(hex),
            Place::Aboard(_) | Place::Box(_) | Place::Reserve { .. } | Place::Unseen | Place::Gone => None,
        }
    }

    /// Every unit.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + Clone + use<> {
        Unit::all(self.units.len())
    }

    /// The units of a side that are on the map.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = Unit> + '_ {
        self.all_units().filter(move |&unit| self.unit(unit).seat == seat && self.hex(unit).is_some())
    }

    /// The units in a hex.
    pub fn units_in(&self, hex: Hex) -> UnitSet {
        self.occupants[hex.index()]
    }

    /// The units of a side in a hex.
    pub fn of_side_in(&self, seat: Seat, hex: Hex) -> impl Iterator<Item = Unit> + '_ {
        self.units_in(hex).iter().filter(move |&unit| self.unit(unit).seat == seat)
    }

    /// Whether a marker lies on a unit.
    pub fn has(&self, unit: Unit, mark: Mark) -> bool {
        self.unit(unit).marks.has(mark)
    }

    /// Lays a marker on a unit.
    pub(crate) fn mark(&mut self, unit: Unit, mark: Mark) {
        self.units[unit.index()].marks.add(mark);
    }

    /// Takes a marker off a unit.
    pub(crate) fn unmark(&mut self, unit: Unit, mark: Mark) {
        self.units[unit.index()].marks.take(mark);
    }

    /// Whether the enemy of a unit knows that it is there.
    pub fn is_known(&self, unit: Unit) -> bool {
        !self.has(unit, Mark::Concealed)
    }

    /// Whether only its owner knows of a work, by its place in the scenario's list.
    pub(crate) fn is_unseen(&self, work: usize) -> bool {
        self.unseen_works.get(work).is_some_and(|unseen| *unseen)
    }

    /// Puts a unit into a hex.
    pub(crate) fn put(&mut self, unit: Unit, hex: Hex) {
        self.lift(unit);
        self.units[unit.index()].place = Place::On(hex);
        self.occupants[hex.index()].add(unit);
    }

    /// Takes a unit off the map for good. A command point that it has used stays used; nobody learns of one that it has
    /// not.
    pub(crate) fn remove(&mut self, unit: Unit) {
        self.lift(unit);
        self.units[unit.index()].place = Place::Gone;
        if !self.activated.has(unit) {
            self.planned.take(unit);
        }
    }

    /// Puts a unit into a vehicle.
    pub(crate) fn board(&mut self, unit: Unit, vehicle: Unit) {
        self.lift(unit);
        self.units[unit.index()].place = Place::Aboard(vehicle);
    }

    /// Whom a vehicle carries.
    pub fn passengers(&self, vehicle: Unit) -> impl Iterator<Item = Unit> + '_ {
        self.all_units().filter(move |&unit| self.unit(unit).place == Place::Aboard(vehicle))
    }

    fn lift(&mut self, unit: Unit) {
        if let Some(hex) = self.hex(unit) {
            self.occupants[hex.index()].take(unit);
        }
    }

    /// Smoke markers in a hex.
    pub fn smoke_in(&self, hex: Hex) -> u8 {
        self.smoke.iter().find(|(at, _)| *at == hex).map_or(0, |(_, markers)| *markers)
    }

    /// Lays a smoke marker in a hex.
    pub(crate) fn add_smoke(&mut self, hex: Hex) {
        match self.smoke.binary_search_by_key(&hex, |(at, _)| *at) {
            Ok(place) => self.smoke[place].1 = self.smoke[place].1.saturating_add(1),
            Err(place) => self.smoke.insert(place, (hex, 1)),
        }
    }

    /// The activation that is going on, perhaps under an interrupt.
    pub fn activation(&self) -> Option<&Activation> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Support { .. }
            | Frame::Action { .. }
            | Frame::Reaction(_)
            | Frame::Shot(_)
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Organization { .. }
            | Frame::Over { .. } => None,
        })
    }

    /// The activation that is going on, to change it.
    pub(crate) fn activation_mut(&mut self) -> Option<&mut Activation> {
        self.frames.iter_mut().find_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Support { .. }
            | Frame::Action { .. }
            | Frame::Reaction(_)
            | Frame::Shot(_)
            | Frame::Answer(_)
            | Frame::Charge(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Organization { .. }
            | Frame::Over { .. } => None,
        })
    }

    /// The state as a viewer may know it. Plans, hands, the deck, hidden units, works and mines of the other side are
    /// taken out.
    pub(crate) fn seen_by(&self, rules: &Assault, viewer: Viewer) -> State {
        let mut seen = self.clone();
        if viewer == Viewer::Referee {
            return seen;
        }
        seen.deck.iter_mut().for_each(|card| *card = Card::FaceDown);
        for seat in [Seat(0), Seat(1)].into_iter().filter(|&seat| !viewer.knows(seat)) {
            seen.hands[seat.index()].iter_mut().for_each(|card| *card = Card::FaceDown);
            seen.promised[seat.index()] = Promised::default();
            (seen.orders[seat.index()], seen.keeps_cards[seat.index()]) = (None, false);
            seen.put_aside_what_is_prepared(seat);
            seen.conceal(rules, seat);
        }
        seen
    }

    /// A shot or an assault that a side still prepares is nobody else's business until it is declared.
    fn put_aside_what_is_prepared(&mut self, seat: Seat) {
        let by = match self.frames.top() {
            Frame::Shot(shot) => Some(shot.attacker),
            Frame::Charge(charge) => Some(charge.unit),
            Frame::Muster { .. }
            | Frame::Deploy { .. }
            | Frame::Planning { .. }
            | Frame::Support { .. }
            | Frame::Action { .. }
            | Frame::Activation(_)
            | Frame::Reaction(_)
            | Frame::Answer(_)
            | Frame::Stand(_)
            | Frame::Wide(_)
            | Frame::Again(_)
            | Frame::Organization { .. }
            | Frame::Over { .. } => None,
        };
        if by.is_some_and(|unit| self.unit(unit).seat == seat) {
            self.frames.pop();
        }
    }

    /// Takes out what only `seat` knows.
    fn conceal(&mut self, rules: &Assault, seat: Seat) {
        let setting_up = self.frames.iter().any(|frame| matches!(frame, Frame::Deploy { .. }));
        for unit in self.all_units() {
            if self.unit(unit).seat != seat {
                continue;
            }
            if !self.activated.has(unit) {
                self.planned.take(unit);
            }
            let chosen = setting_up && rules.is_set_up(self, unit);
            let hidden = !chosen && matches!(self.unit(unit).place, Place::On(_)) && self.has(unit, Mark::Concealed);
            // Passengers are as secret as their vehicle, which may have been taken out before them.
            if let Place::Aboard(vehicle) = self.unit(unit).place
                && (self.has(vehicle, Mark::Concealed) || self.hex(vehicle).is_none())
            {
                self.units[unit.index()].place = Place::Unseen;
            }
            if matches!(self.unit(unit).place, Place::On(_)) && (chosen || self.has(unit, Mark::Concealed)) {
                self.lift(unit);
                self.units[unit.index()].place = Place::Unseen;
            }
            if matches!(self.unit(unit).place, Place::Unseen | Place::Box(_) | Place::Reserve { .. }) {
                self.units[unit.index()] = UnitState::unseen(seat, hidden);
            }
        }
        for fielded in self.formations.iter_mut().filter(|fielded| fielded.seat == seat) {
            (fielded.card, fielded.zone) = (0, None);
        }
        for (place, work) in rules.works.iter().enumerate() {
            if self.is_unseen(place) && work.hidden_by == Some(seat) {
                (self.works[place], self.unseen_works[place]) = (None, false);
            }
        }
        for (mine, state) in rules.mines.iter().zip(&mut self.mines) {
            if mine.owner == Some(seat) && *state == MineState::Hidden {
                *state = MineState::Gone;
            }
        }
    }
}
