//! Units on the table: the platoon, the cards that join it, and the Germans (OF-2.1, OF-2.4, OF-2.11, OF-2.12).

use std::fmt;

use engine::{Seat, UnitSet};
use hexmap::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::{
    booklet::paragraphs::{CardId, words},
    state::Shell,
    tables::{damage::Condition, platoon::Characteristic},
};

/// A unit, by its place in [`State::units`](crate::state::State::units).
pub use engine::UnitId;

/// The two sides. Only one of them is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The platoon.
    Us,
    /// The enemy, run by paragraphs.
    German,
}

impl Side {
    /// The enemy of this side.
    pub fn enemy(self) -> Side {
        match self {
            Side::Us => Side::German,
            Side::German => Side::Us,
        }
    }
}

impl From<words::Side> for Side {
    fn from(side: words::Side) -> Side {
        match side {
            words::Side::Us => Side::Us,
            words::Side::German => Side::German,
        }
    }
}

/// Turns that a unit gets in a round (OF-6.1).
pub(crate) const MOST_TURNS: u8 = 2;

/// A unit and its present state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unit {
    /// `A`, `V`, `LL`: unique in a mission.
    pub letter: String,
    /// Whose it is.
    pub side: Side,
    /// The player who leads it, if it is one of ours (OF-1.1).
    pub owner: Seat,
    /// Which data card: an index into the catalogue.
    pub card: u16,
    /// Where its ratings come from.
    pub ratings: Ratings,
    /// The name its crew gave it.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// Where the hull, gun or bunker points.
    pub facing: Direction,
    /// Where the turret points; follows the hull on vehicles without one.
    pub turret: Direction,
    /// Buttoned up (OF-5.4).
    pub closed: bool,
    /// Hull down (OF-7.3).
    pub defilade: bool,
    /// A gun ready to fire (OF-9.7).
    pub prepared: bool,
    /// What it has suffered (OF-14).
    pub condition: Condition,
    /// A squad at half strength (OF-10).
    pub halved: bool,
    /// Captured (OF-11.2).
    pub captured: bool,
    /// The US unit that takes a prisoner along (OF-11.2).
    pub guard: Option<UnitId>,
    /// Its victory points have been awarded (OF-2.1).
    pub awarded: bool,
    /// Main gun rounds left; `None` for Germans, who do not count them (OF-9.5).
    pub ammunition: Option<Ammunition>,
    /// A German whose paragraph says so has none left.
    pub out_of_ammunition: bool,
    /// The space of its marker on the Action Round Track.
    pub space: Space,
    /// How it moved in its last turn, for fire at it and by it.
    pub motion: Motion,
    /// The units that have hit it with AP fire in this round: for the last section of AP modifications.
    pub hit_by: Vec<UnitId>,
    /// Men of its crew who were hit, in that order (OF-2.5).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hurt: Vec<Hurt>,
    /// A shell has gone through its armour (OF-2.4).
    #[serde(skip_serializing_if = "crate::state::is_false")]
    pub penetrated: bool,
    /// Which machineguns of a tank still work, with the option of OF-9.9.
    pub machineguns: Machineguns,
    /// It fired in this round; the round before.
    pub fired: Fired,
    /// Cells of a German's action table that have led to a paragraph, as bits: what the player has seen of it.
    pub cells_used: u64,
    /// The special reaction in effect (OF-6.8).
    pub reaction: Option<char>,
    /// What texts have noted on its card (OF-2.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remembers: Vec<String>,
    /// The retreat hex thrown for it, once it is known.
    pub retreat: Option<Hex>,
    /// Where it left the map.
    pub exited_at: Option<Hex>,
    /// In an improved position (OF-13.2).
    pub dug_in: bool,
    /// It leaves the map if nobody sees it at the end of a round, at least this many hexes from the nearest US unit
    /// (OF-7.7).
    pub evading: Option<u8>,
    /// The hexes it was told to go through, and how many of them it has reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<(Vec<Hex>, u8)>,
    /// It has surrendered and waits to be taken (OF-6.8).
    pub surrendered: bool,
    /// US units that see it this round by the activation rule (OF-8.3).
    pub glimpsed_by: UnitSet,
    /// The vehicle its men came from: a crew on foot (OF-12), or half a crew in a captured vehicle (OF-11.2).
    pub crew_from: Option<UnitId>,
}

/// A man who was hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hurt {
    /// His seat.
    pub seat: u8,
    /// He is dead.
    pub dead: bool,
}

impl Hurt {
    /// "wounded".
    pub fn word(self) -> &'static str {
        if self.dead { "killed" } else { "wounded" }
    }
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Waiting to come in.
    OffMap,
    /// In a hex.
    At(Hex),
    /// Riding on or in a vehicle.
    Aboard(UnitId),
    /// Hitched to a vehicle.
    Towed(UnitId),
    /// Left the map.
    Exited,
    /// Taken off the map: evaded, or dead and cleared away.
    Removed,
}

/// Where a marker lies on the Action Round Track (OF-6.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// Has not noticed that rounds began.
    Unaware,
    /// Aware, and not placed yet.
    Aware,
    /// Turns left in this round.
    Turns(u8),
    /// Done for this round.
    Complete,
    /// Panicked for this round.
    Panic,
    /// Killed or captured.
    Inactive,
}

/// How a unit moved in its turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// It is not moving.
    #[default]
    Still,
    /// It drove slow.
    Slow,
    /// It drove fast.
    Fast,
}

/// The machineguns of a tank, one by one (OF-9.9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machineguns {
    /// In the bow: it fires into the arc of the hull.
    pub bow: bool,
    /// In the hull: it fires straight ahead.
    pub hull: bool,
    /// On the turret: it fires all round.
    pub turret: bool,
}

impl Default for Machineguns {
    fn default() -> Self {
        Machineguns { bow: true, hull: true, turret: true }
    }
}

impl fmt::Display for Machineguns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guns = [(self.bow, "bow"), (self.hull, "hull"), (self.turret, "turret")];
        let left: Vec<&str> = guns.into_iter().filter(|(works, _)| *works).map(|(_, name)| name).collect();
        f.write_str(if left.is_empty() { "none" } else { "" })?;
        f.write_str(&left.join(", "))
    }
}

/// When a unit fired.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fired {
    /// In this round.
    pub now: bool,
    /// In the round before.
    pub before: bool,
}

/// Rounds left.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ammunition {
    /// For any use.
    Any(u8),
    /// By type, with the option of OF-9.5.
    ByType {
        /// Armour piercing.
        ap: u8,
        /// General purpose.
        gp: u8,
        /// Smoke.
        smoke: u8,
    },
}

impl Ammunition {
    /// Rounds left for this use.
    pub fn left(self, shell: Shell) -> u8 {
        match (self, shell) {
            (Ammunition::Any(left), _) => left,
            (Ammunition::ByType { ap, .. }, Shell::Ap) => ap,
            (Ammunition::ByType { gp, .. }, Shell::Gp) => gp,
            (Ammunition::ByType { smoke, .. }, Shell::Smoke) => smoke,
        }
    }
}

impl Ammunition {
    /// Rounds left for all uses together.
    pub fn all(self) -> u16 {
        match self {
            Ammunition::Any(rounds) => rounds.into(),
            Ammunition::ByType { ap, gp, smoke } => [ap, gp, smoke].map(u16::from).iter().sum(),
        }
    }
}

impl fmt::Display for Ammunition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ammunition::Any(rounds) => write!(f, "{rounds}"),
            Ammunition::ByType { ap, gp, smoke } => write!(f, "{ap} AP, {gp} GP, {smoke} smoke"),
        }
    }
}

/// Where a unit's ratings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ratings {
    /// A crew of the platoon (OF-4).
    Crew(Crew),
    /// A unit characteristics card.
    Card(CardId),
}

/// A crew of the platoon as it was generated; what losses do to it is worked out when asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crew {
    /// Initiative.
    pub initiative: u8,
    /// Whether a commander is with it.
    pub commander: bool,
    /// Crew rating.
    pub rating: u8,
    /// Perception.
    pub perception: u8,
    /// Weapon skill.
    pub weapon_skill: i8,
    /// Driving skill.
    pub driving_skill: u8,
}

impl Crew {
    /// One of its four characteristics.
    pub fn characteristic(&self, what: Characteristic) -> i32 {
        match what {
            Characteristic::Initiative => self.initiative.into(),
            Characteristic::Perception => self.perception.into(),
            Characteristic::WeaponSkill => self.weapon_skill.into(),
            Characteristic::DrivingSkill => self.driving_skill.into(),
        }
    }

    /// Changes one of its four characteristics.
    pub fn set_characteristic(&mut self, what: Characteristic, rating: i32) {
        match what {
            Characteristic::Initiative => self.initiative = rating as u8,
            Characteristic::Perception => self.perception = rating as u8,
            Characteristic::WeaponSkill => self.weapon_skill = rating as i8,
            Characteristic::DrivingSkill => self.driving_skill = rating as u8,
        }
    }

    /// A crew as it is bought, before its ratings are thrown for (OF-4).
    pub(crate) fn untried(row: &crate::tables::platoon::CrewCost) -> Crew {
        Crew {
            initiative: row.initiative,
            commander: row.commander,
            rating: row.size,
            perception: 0,
            weapon_skill: 0,
            driving_skill: 0,
        }
    }
}

impl Unit {
    /// The hex it is in by itself, not that of a unit that carries it.
    pub fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::At(hex) => Some(hex),
            _ => None,
        }
    }

    /// Neither killed nor captured (OF-2.12).
    pub fn is_active(&self) -> bool {
        !self.condition.killed
            && !self.captured
            && !self.surrendered
            && !matches!(self.place, Place::Exited | Place::Removed)
    }
}
