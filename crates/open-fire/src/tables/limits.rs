//! The numbers that stand in the text of the rulebook and in no table of it (`content/open-fire/limits.toml`).

use engine::Provenance;
use serde::Deserialize;

use crate::tables::forms::{Cost, Halves};

/// All of them, by section.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    pub crew_points: CrewPoints,
    pub markers: Markers,
    pub command: Command,
    pub germans: Germans,
    pub movement: Movement,
    pub light: Light,
    pub smoke: Smoke,
    pub fighters: Fighters,
    pub victory: Victory,
    pub long_fight: LongFight,
    pub routes: Routes,
    #[serde(default)]
    pub easiest: Easiest,
}

/// A section of the file: its numbers, and where they come from.
macro_rules! section {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            #[serde(rename = "provenance")]
            _provenance: Provenance,
            $($(#[$doc])* #[serde(deserialize_with = "engine::figure")] pub $field: $type,)+
        }
    };
}

section! {
    /// Crew points of the actions of a turn (OF-6.7).
    CrewPoints {
        /// A closer look at an event marker, or at a hidden target.
        sighting: u8,
        /// A shell of the main gun, or smoke.
        fire_main: u8,
        /// All machineguns.
        fire_machineguns: u8,
        /// The main gun and all machineguns.
        fire_all: u8,
        /// A slow movement action.
        drive_slow: u8,
        /// A fast movement action.
        drive_fast: u8,
        /// Opening up or buttoning up.
        hatch: u8,
        /// A close assault.
        assault: u8,
    }
}

section! {
    /// How near an event marker must be to be found (OF-5.1).
    Markers {
        /// Found at this range whether it is seen or not.
        stumbled_over: u16,
        /// Found at this range if it is seen in the open.
        in_plain_sight: u16,
        /// Added to the perception check of all others.
        making_out: i32,
    }
}

section! {
    /// Command (OF-6.3).
    Command {
        /// A unit whose friends' initiative adds up to more than this is in command.
        above: u8,
    }
}

section! {
    /// Germans (OF-6.8, OF-8.3).
    Germans {
        /// An active US unit this near brings the Close Assault column into play.
        close_assault: u16,
        /// A US unit this near and the German it stirs up see each other for a round.
        close_quarters: u16,
    }
}

section! {
    /// Movement (OF-7.1).
    Movement {
        /// Hexsides that a vehicle turns in a turn.
        rotation: u8,
        /// Vehicles that fit into a hex.
        vehicles_in_hex: u8,
        /// The movement points that leaving the map takes.
        leaving: Cost,
    }
}

impl Movement {
    /// The half movement points that leaving the map takes; more than anybody has, if nobody may.
    pub fn to_leave(&self) -> Halves {
        self.leaving.0.unwrap_or(Halves::MAX)
    }
}

section! {
    /// The most hexes over which a target that has not fired in this round can be fired at (mission 5).
    Light {
        /// At dusk.
        dusk: u16,
        /// At night.
        night: u16,
    }
}

section! {
    /// Smoke (OF-9.10).
    Smoke {
        /// Rounds that it stands after the one in which it is laid.
        rounds: u16,
    }
}

section! {
    /// Fighters (OF-17).
    Fighters {
        /// How near a unit must be to fire at one: 1 is a hex beside it.
        near: u16,
    }
}

section! {
    /// Victory points lost for a US unit (OF-15).
    Victory {
        /// Killed.
        killed: i16,
        /// Disabled.
        disabled: i16,
    }
}

section! {
    /// A fight in which nobody has a shell left, or nobody finds anybody (OF-15).
    LongFight {
        /// It may be broken off after this many rounds.
        rounds: u16,
    }
}

section! {
    /// What a German on his way gives to be out of sight (OF-6.8).
    Routes {
        /// For a hex in the open in which he is seen.
        in_the_open: Cost,
        /// For a hex with cover.
        in_cover: Cost,
        /// An enemy within this many hexes is near.
        near: u16,
        /// What is added then.
        nearer: Cost,
        /// How many times the best way counts it.
        best: u8,
        /// How many times the way with the best cover counts it.
        best_cover: u8,
    }
}

section! {
    /// How Germans compare targets by their chance to be hit (OF-9.6).
    Easiest {
        /// Shells of one fire action that they count at most.
        shells: Shells,
    }
}

/// By tables that do not say.
impl Default for Easiest {
    fn default() -> Easiest {
        Easiest { _provenance: Provenance::Ours, shells: Shells(3) }
    }
}

/// A number of shells whose chances can be multiplied.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub struct Shells(u8);

impl Shells {
    /// As many chances in a hundred have whole numbers together.
    const MOST: u8 = 9;

    /// How many.
    pub(crate) fn count(self) -> u32 {
        self.0.into()
    }
}

impl TryFrom<u8> for Shells {
    type Error = String;

    fn try_from(shells: u8) -> Result<Shells, String> {
        let fits = (1..=Shells::MOST).contains(&shells);
        fits.then_some(Shells(shells)).ok_or_else(|| format!("{shells} shells: write 1 to {}", Shells::MOST))
    }
}

impl Routes {
    /// What it is worth not to be seen in a hex, in half movement points.
    pub(crate) fn exposure(&self, cover: bool, away: u16) -> u32 {
        let hex = if cover { self.in_cover } else { self.in_the_open };
        let near = if away <= self.near { self.nearer } else { Cost(Some(0)) };
        hex.plus(near).0.unwrap_or(0).into()
    }
}
