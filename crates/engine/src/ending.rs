use serde::Serialize;
use ts_rs::TS;

use crate::Seat;

/// How a finished game came out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum Ending {
    /// One side beat the other.
    Won {
        /// The winning seat.
        seat: Seat,
    },
    /// Nobody did.
    Draw,
    /// All seats were on the same side, against the game itself.
    Together {
        /// Whether they have won.
        won: bool,
    },
}

impl Ending {
    /// The winner of a game of side against side; a draw without one.
    pub fn between(winner: Option<Seat>) -> Ending {
        winner.map_or(Ending::Draw, |seat| Ending::Won { seat })
    }

    /// Whether this seat has won.
    pub fn is_won_by(self, seat: Seat) -> bool {
        match self {
            Ending::Won { seat: winner } => winner == seat,
            Ending::Draw => false,
            Ending::Together { won } => won,
        }
    }
}
