//! What the officer sees and what it is worth to him. Worths are in victory points.

use assault::{
    Assault, Kind, State,
    play::{estimates, s15_victory},
    state::{Ask, Mark, MineState, Unit},
    tables::{pool::Pool, units::UnitCard},
};
use engine::Seat;
use hexmap::{Hex, Weight};

/// Worth of a die of a unit's best attack, beyond the victory points for the unit.
const DIE: f32 = 0.06;
/// Worth of somebody who can call for fire.
const OBSERVER: f32 = 0.4;

/// An enemy that he knows of, with what he asks about it again and again.
pub(super) struct Enemy {
    pub(super) unit: Unit,
    pub(super) hex: Hex,
    /// The dice of its hex.
    pub(super) cover: Pool,
    /// See [`Outlook::value`].
    pub(super) value: f32,
}

/// The game from one seat.
pub(super) struct Outlook<'a> {
    pub(super) ask: Ask<'a>,
    pub(super) rules: &'a Assault,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    pub(super) known: Vec<Enemy>,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(rules: &'a Assault, state: &'a State, seat: Seat) -> Outlook<'a> {
        let mut look = Outlook { ask: Ask::new(rules, state), rules, state, seat, known: Vec::new() };
        let enemies = on_map(state, seat.other());
        look.known = enemies
            .map(|(unit, hex)| Enemy {
                unit,
                hex,
                cover: estimates::cover(look.ask, look.card(unit).kind, hex),
                value: look.value(unit),
            })
            .collect();
        look
    }

    pub(super) fn card(&self, unit: Unit) -> &'a UnitCard {
        self.rules.card(self.state, unit)
    }

    /// His own units on the map.
    pub(super) fn ours(&self) -> impl Iterator<Item = (Unit, Hex)> + use<'a> {
        on_map(self.state, self.seat)
    }

    /// The enemies that he knows of.
    pub(super) fn enemies(&self) -> impl Iterator<Item = (Unit, Hex)> + '_ {
        self.known.iter().map(|enemy| (enemy.unit, enemy.hex))
    }

    pub(super) fn distance(&self, from: Hex, to: Hex) -> u16 {
        self.rules.grid().distance(from, to)
    }

    /// What a unit is worth to both sides: its victory points and what it can still do.
    pub(super) fn value(&self, unit: Unit) -> f32 {
        let card = self.card(unit);
        let points = self.rules.catalogue().turn().victory.of(card.kind) as f32;
        let dice = |pool: Pool| f32::from(pool.green) * 1.5 + f32::from(pool.blue);
        let best = dice(card.attack.soft.close).max(dice(card.attack.hard.close));
        let calls = if card.can_spot_indirect() { OBSERVER } else { 0.0 };
        points + best * DIE + calls
    }

    /// Whether a unit can neither fire nor move now.
    pub(super) fn is_shaken(&self, unit: Unit) -> bool {
        let shaken = self.state.has(unit, Mark::Suppressed) && self.card(unit).kind != Kind::Vehicle;
        shaken || self.state.has(unit, Mark::Fallback)
    }

    /// Whether an enemy may still act or react this turn, as far as anybody can tell.
    pub(super) fn may_still_fire(&self, enemy: Unit) -> bool {
        !self.is_shaken(enemy) && !self.state.activated.has(enemy)
    }

    /// Hindrances between two hexes.
    pub(super) fn line(&self, from: (Hex, Kind), to: (Hex, Kind)) -> Weight {
        estimates::line(self.ask, from, to)
    }

    /// Turns left, this one included.
    pub(super) fn turns_left(&self) -> u8 {
        self.rules.turns().saturating_sub(self.state.turn) + 1
    }

    /// His lead in victory points as things stand.
    pub(super) fn lead(&self) -> i32 {
        s15_victory::points(self.ask, self.seat) - s15_victory::points(self.ask, self.seat.other())
    }

    /// Whether he knows of mines in a hex.
    pub(super) fn is_mined(&self, hex: Hex) -> bool {
        let mines = self.rules.mines().iter().zip(&self.state.mines);
        mines.into_iter().any(|(mine, state)| mine.hex == hex && *state != MineState::Gone)
    }

    /// Whether an own unit other than this one stands in a hex.
    pub(super) fn is_held_by_another(&self, unit: Unit, hex: Hex) -> bool {
        self.state.of_side_in(self.seat, hex).any(|other| other != unit)
    }
}

fn on_map(state: &State, seat: Seat) -> impl Iterator<Item = (Unit, Hex)> + use<'_> {
    state.side(seat).filter_map(|unit| Some((unit, state.hex(unit)?)))
}
