//! What a player points at, and whom he may mean.

use engine::{Pointed, Seat};
use hexmap::Hex;

use super::notation::read_unit;
use crate::state::{Ask, Unit};

/// A company of his own, and what it is to do something to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    pub(super) unit: Unit,
    pub(super) at: At,
}

/// What it is done to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    Unit(Unit),
    Hex(Hex),
    /// Nothing is pointed at: whatever is likeliest.
    Anything,
}

impl Meant {
    /// What `seat` points at, if a company of its own is to do something.
    pub(crate) fn by(ask: Ask<'_>, seat: Seat, pointed: &Pointed) -> Option<Meant> {
        let named = |id: &Option<String>| id.as_ref().and_then(|id| read_unit(ask.rules, id).ok());
        let unit = named(&pointed.unit).filter(|&unit| ask.rules.unit(unit).seat == seat)?;
        let hex = pointed.hex.as_ref().and_then(|hex| ask.rules.grid().parse(hex).ok());
        let at = match (named(&pointed.target), hex) {
            (Some(target), _) => At::Unit(target),
            (None, Some(hex)) => At::Hex(hex),
            (None, None) => At::Anything,
        };
        Some(Meant { unit, at })
    }

    /// The enemies that may be meant, the nearest first.
    pub(super) fn targets(self, ask: Ask<'_>) -> Vec<Unit> {
        match self.at {
            At::Unit(target) => vec![target],
            At::Hex(_) => Vec::new(),
            At::Anything => {
                let from = ask.state.hex(self.unit);
                let away = |enemy| Some((ask.rules.grid().distance(from?, ask.state.hex(enemy)?), enemy));
                let enemies = ask.rules.side(ask.rules.unit(self.unit).seat.other());
                let mut enemies: Vec<(u16, Unit)> = enemies.iter().filter_map(away).collect();
                enemies.sort_unstable();
                enemies.into_iter().map(|(_, enemy)| enemy).collect()
            }
        }
    }
}
