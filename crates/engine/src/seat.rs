use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Livery;

/// A side of the game, counted from zero in the order of the scenario.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opponent in a game of two.
    #[must_use]
    pub fn other(self) -> Seat {
        Seat(u8::from(self.0 == 0))
    }
}

/// What a screen says about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SeatInfo {
    /// The seat's number.
    pub seat: Seat,
    /// Short name used in files and notation: `german`.
    pub id: String,
    /// What players read: "Germany".
    pub name: String,
    /// The name of its livery in `content/liveries.toml`: sides of one name look alike.
    pub colours: String,
    /// How it looks; absent for a name that is not there, which gets a plain look of its seat.
    pub livery: Option<Livery>,
}

/// For whom a view is made.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Somebody who looks on: sees what both sides see.
    Spectator,
    /// The whole truth: only for finished games, tests and the owner of the machine's files.
    Referee,
}

impl Viewer {
    /// Whether this viewer sits in `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }

    /// Whether this viewer may know what only `seat` knows.
    pub fn knows(self, seat: Seat) -> bool {
        self == Viewer::Referee || self.is(seat)
    }
}
