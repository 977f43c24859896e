//! What a player points at, and whom he may mean.

use engine::{Pointed, Seat};
use hexmap::Hex;

use crate::state::{Ask, Frame, Unit};

/// A unit of his own, and what it is to do something to.
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
    /// Until it is activated, a unit does nothing else: that is what has to be asked first.
    Activation,
}

impl Meant {
    /// What `seat` points at, if a unit of its own is to do something.
    pub(crate) fn by(ask: Ask<'_>, seat: Seat, pointed: &Pointed) -> Option<Meant> {
        let named = |id: &Option<String>| id.as_ref().and_then(|id| ask.rules.named(ask.state, id).ok());
        let unit = named(&pointed.unit).filter(|&unit| ask.state.unit(unit).seat == seat)?;
        let hex = pointed.hex.as_ref().and_then(|hex| ask.rules.grid().parse(hex).ok());
        let at = match (ask.state.frames.top(), named(&pointed.target), hex) {
            (Frame::Action { .. }, _, _) => At::Activation,
            (_, Some(target), _) => At::Unit(target),
            (_, None, Some(hex)) => At::Hex(hex),
            (_, None, None) => At::Anything,
        };
        Some(Meant { unit, at })
    }

    /// The enemies that may be meant, the nearest first.
    pub(super) fn enemies(self, ask: Ask<'_>) -> Vec<Unit> {
        let seat = ask.state.unit(self.unit).seat.other();
        match self.at {
            At::Unit(target) => [target].into_iter().filter(|&target| ask.state.unit(target).seat == seat).collect(),
            At::Hex(_) | At::Activation => Vec::new(),
            At::Anything => {
                let from = ask.state.hex(self.unit);
                let away = |enemy| Some((ask.rules.grid().distance(from?, ask.state.hex(enemy)?), enemy));
                let mut enemies: Vec<(u16, Unit)> = ask.state.side(seat).filter_map(away).collect();
                enemies.sort_unstable();
                enemies.into_iter().map(|(_, enemy)| enemy).collect()
            }
        }
    }

    /// Whether nothing is pointed at but the unit itself.
    pub(super) fn is_anything(self) -> bool {
        self.at == At::Anything
    }
}
