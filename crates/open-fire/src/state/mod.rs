//! Everything that changes during a mission.

pub mod campaign;
pub mod faults;
pub mod generation;
pub mod laid_out;
pub mod names;
pub mod reading;
pub mod roster;
pub mod roster_text;
pub mod units;
pub mod way;

use std::{collections::BTreeMap, sync::Arc};

use engine::{Frames, Seat, UnitSet};
use hexmap::{Direction, Hex};
use serde::Serialize;

use crate::{
    booklet::paragraphs::{
        BlockId,
        words::{Ground, Light, Marker, Weather},
    },
    state::{
        campaign::Campaign,
        generation::Generation,
        names::Named,
        reading::{Cause, Reading, Spot},
        units::{Place, Side, Unit, UnitId},
        way::Way,
    },
};

/// A mission in progress.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The matters in progress: operations or rounds below, anything that interrupts them on top.
    pub frames: Frames<Frame>,
    /// The platoon while it is generated (OF-4).
    pub generation: Option<Generation>,
    /// All units that have appeared.
    pub units: Vec<Unit>,
    /// The condition in progress (OF-5.7).
    pub condition: u8,
    /// Sightings that have occurred, as bits (OF-5.6).
    pub sightings: u128,
    /// Event markers on the map.
    pub markers: Vec<EventMarker>,
    /// Event markers that Germans have turned over, with pages that wait for our men (OF-5.2).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_behind: Vec<LeftBehind>,
    /// Checks of event markers that are still to be made, the next one last (OF-5.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looking: Vec<Looking>,
    /// Standing orders have come due while another page was read; they go on when no more frames than these are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders_wait: Option<u8>,
    /// What the platoon sees after its set-up is still being looked at: rounds wait (Mission 4).
    #[serde(skip_serializing_if = "is_false")]
    pub rounds_wait: bool,
    /// Where the first unit came in, if all have to come in there (Missions 1 and 3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came_in_at: Option<Hex>,
    /// Standing orders of paragraphs, carried out as soon as their conditions hold (OF-5.7).
    pub standing: Vec<StandingOrder>,
    /// Smoke on the map (OF-9.10).
    pub smoke: Vec<Smoke>,
    /// Minefields found (OF-13.1).
    pub minefields: Vec<Hex>,
    /// Improved positions and bunkers (OF-13.2, OF-13.3).
    pub works: Vec<Work>,
    /// Prisoners of war who have been found, in the order of their counters (Mission 2).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<Freed>,
    /// Things that paragraphs put on the map and that only tell something.
    pub notes: Vec<(Hex, String)>,
    /// What paragraphs have put in the way of those who move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<(Hex, Marker)>,
    /// How light it is (mission 5).
    pub light: Light,
    /// How far one sees.
    #[serde(skip_serializing_if = "is_clear")]
    pub weather: Weather,
    /// The state of the ground, once it has changed from what the mission began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// What paragraphs have counted.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, i16>,
    /// The round, counted from 1 when rounds began; 0 in operations.
    pub round: u16,
    /// Rounds played since each condition ended (mission 5).
    pub clock: [u16; 6],
    /// Rounds begun in the whole mission.
    #[serde(skip_serializing_if = "is_nought")]
    pub elapsed: u16,
    /// The round for which the markers have been put on the track; behind `round` while a round begins.
    pub dealt: u16,
    /// Who has the advantage this round.
    pub advantage: Side,
    /// The advantage dice of this round: US and German.
    pub advantage_dice: [u8; 2],
    /// What the paragraph that began the rounds said about their first one.
    pub first_round: Option<FirstRound>,
    /// The German action number in force (OF-6.8).
    pub action_number: u8,
    /// The space for which it was thrown.
    pub rolled_for: Option<Acting>,
    /// Victory points gained and lost, kept apart (OF-15).
    pub gained: i16,
    /// Victory points lost (OF-15).
    pub lost: i16,
    /// Who is asked where the order is free (OF-1.1).
    pub lead: Seat,
    /// Victory points that each section has earned, in the order of the seats (OF-1.1).
    pub earned: Vec<i16>,
    /// Paragraphs read, in order: what the player may look up again.
    pub read: Vec<u16>,
    /// The parts of pages that were kept from the player and have come about since: answers given, standing orders
    /// carried out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disclosed: Vec<(u16, BlockId)>,
    /// Texts of paragraphs in which something had to be filled in: as they are printed, and as they were read out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<(u16, String, String)>,
    /// What paragraphs have offered the player to do at a moment of his own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The platoon's campaign, if this mission is part of one (OF-16).
    pub campaign: Option<Box<Campaign>>,
    /// Names that players have given to vehicles and men (OF-4), by letter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Named>,
}

/// A matter in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// The platoon is generated (OF-4).
    Generation,
    /// Its units are shared out among the players (OF-1.1).
    Division,
    /// No Germans on the map (OF-5).
    Operations,
    /// Rounds: units act in the order of the track (OF-6).
    Round {
        /// The space whose units act.
        space: Acting,
    },
    /// The platoon is set up on the map (Mission 4).
    Deployment {
        /// The unit in hand.
        unit: Option<UnitId>,
    },
    /// A German is about to act: the player turns his card (OF-6.8).
    German(UnitId),
    /// A US unit acts.
    Turn(Turn),
    /// A US unit in rounds sees a marker that takes a perception check: spend a crew point or leave it to chance
    /// (OF-6.7).
    Sighting {
        /// The unit that has the marker in sight.
        unit: UnitId,
        /// The number of the marker.
        marker: u8,
    },
    /// A paragraph is being read (OF-2.7); on top it waits for the answer to a question.
    Reading(Reading),
    /// A platoon that comes from an earlier mission is fitted out (OF-16.1).
    FitOut,
    /// The mission has ended, and the platoon of a campaign is debriefed (OF-16.1).
    Debriefing {
        /// Whether it was won.
        won: bool,
    },
    /// The mission has ended.
    Over {
        /// Whether it was won.
        won: bool,
    },
}

/// What an activation paragraph says about the first round (OF-6.1).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FirstRound {
    /// The side with the advantage, if the paragraph gives it.
    pub advantage: Option<Side>,
    /// Turns that the aware units of that side get.
    pub turns: Option<u8>,
    /// US units that are aware without a check.
    pub aware: UnitSet,
    /// Turns that these units get.
    pub aware_turns: Option<u8>,
}

/// The spaces of the track in the order in which units in them act (OF-6.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acting {
    /// Two turns left, the side with the advantage.
    TwoAdvantage,
    /// Two turns left, the other side.
    TwoDisadvantage,
    /// One turn left, the side with the advantage.
    OneAdvantage,
    /// One turn left, the other side.
    OneDisadvantage,
}

impl Acting {
    /// All, in order.
    pub const ALL: [Acting; 4] =
        [Acting::TwoAdvantage, Acting::TwoDisadvantage, Acting::OneAdvantage, Acting::OneDisadvantage];

    /// Turns left of the units in this space.
    pub fn turns(self) -> u8 {
        match self {
            Acting::TwoAdvantage | Acting::TwoDisadvantage => 2,
            Acting::OneAdvantage | Acting::OneDisadvantage => 1,
        }
    }

    /// Whose units act in it.
    pub fn side(self, advantage: Side) -> Side {
        match self {
            Acting::TwoAdvantage | Acting::OneAdvantage => advantage,
            Acting::TwoDisadvantage | Acting::OneDisadvantage => advantage.enemy(),
        }
    }
}

/// A unit's turn in a round (OF-6.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The unit whose turn it is.
    pub unit: UnitId,
    /// Crew points left; squads have none and do one thing.
    pub points: u8,
    /// Whether anything has been done, so that the turn cannot be given away any more.
    pub begun: bool,
    /// A movement action in progress.
    pub moving: Option<Moving>,
    /// Hexsides the turret has turned.
    pub traversed: u8,
    /// Hexsides the hull has turned in this turn.
    pub rotated: u8,
    /// Shells fired with the fire action in progress, and how many the rate of fire still allows.
    pub volley: Option<Volley>,
    /// The kind of shell used this turn: a gun does not change it (OF-9.1, OF-9.2).
    pub shell: Option<Shell>,
    /// A squad has used its action; what it may still do with it.
    pub squad: SquadTurn,
    /// Half movement points spent in this turn over all movement actions: they decide between slow and fast (OF-7.5).
    pub spent: u16,
    /// Hexes entered in this turn.
    pub entered: u8,
    /// Whether an accident check for going fast was made in this turn (OF-7.8).
    pub accident_checked: bool,
    /// It backed up: no other hex this turn (OF-7.5).
    pub backed: bool,
    /// It has made the one hex that its points do not suffice for: no other hex this turn (OF-7.1).
    pub forced: bool,
    /// It has come upon an enemy: it moves no more this turn (OF-7.5).
    pub held: bool,
    /// A German was told to fire his gun and saw nobody (OF-18).
    #[serde(skip_serializing_if = "is_false")]
    pub found_no_target: bool,
    /// What a German still has to read of his card in this turn (OF-6.8).
    pub reads: Reads,
    /// Columns of his card he has consulted in this turn.
    pub consulted: u8,
    /// The way a German is on, as long as nothing changes that matters to it (OF-6.8).
    pub way: Option<Arc<Way>>,
}

/// What a German reads next of his card (OF-6.8).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reads {
    /// Nothing more.
    #[default]
    Nothing,
    /// Its notes, then the action table.
    Notes,
    /// The action table.
    Table,
}

/// A movement action in progress.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moving {
    /// Slow or fast.
    pub fast: bool,
    /// Half movement points left.
    pub left: u16,
    /// Half movement points spent with this action.
    pub spent: u16,
}

/// Shells of one fire action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Volley {
    /// The target.
    pub target: UnitId,
    /// Shells left to fire at it.
    pub left: u8,
}

/// What a main gun fires.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shell {
    /// Armour piercing.
    Ap,
    /// General purpose.
    Gp,
    /// Smoke.
    Smoke,
}

/// What a squad has done with its turn (OF-6.7).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SquadTurn {
    /// Nothing yet.
    #[default]
    Fresh,
    /// It has moved no more than half and may still fire or charge.
    MovedHalf,
    /// It has moved more than half and may only go on.
    MovedFar,
    /// It has fired and may still move half.
    Fired,
    /// It is done.
    Done,
}

/// An event marker (OF-2.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventMarker {
    /// Its number.
    pub number: u8,
    /// The hex it is in.
    pub hex: Hex,
    /// The US units that have tried to make it out in this condition (OF-5.1).
    pub tried: UnitSet,
}

/// A page that a German has turned up, and that waits for the first of our men who would have found its marker without
/// a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftBehind {
    /// The number of the marker.
    pub marker: u8,
    /// Where it stood.
    pub hex: Hex,
    /// The paragraph.
    pub page: u16,
}

/// A unit that looks for event markers, or markers that are stirred up; a question may hold it up.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Looking {
    /// The unit; of markers that are stirred up the one that has caused it, if one has.
    pub unit: Option<UnitId>,
    /// The markers that are still to come, a bit for each number.
    pub markers: u32,
    /// It began in operations.
    pub operations: bool,
    /// How many frames there were: what lies on top comes first.
    pub depth: u8,
    /// Nobody has to see them: Germans are in their hex (OF-5.2).
    #[serde(skip_serializing_if = "is_false")]
    pub stirred: bool,
}

/// A standing order from a paragraph: done once, the moment its condition comes to hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingOrder {
    /// Its place in the booklet.
    pub at: Spot,
    /// What led to the paragraph.
    pub cause: Cause,
    /// The number of Rounds begun at which it is carried out, if it waits for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<u16>,
    /// The condition of one that repeats holds, and it has been carried out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// Something the player may have done, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// What stands on the button.
    pub label: String,
    /// Its place in the booklet.
    pub at: Spot,
    /// What led to the paragraph.
    pub cause: Cause,
}

fn is_clear(weather: &Weather) -> bool {
    *weather == Weather::Clear
}

fn is_nought(number: &u16) -> bool {
    *number == 0
}

/// A counter of prisoners of war who have been found (Mission 2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Freed {
    /// They wait in a hex.
    At(Hex),
    /// They ride on a vehicle.
    Aboard(UnitId),
    /// They have left the map from this hex.
    Out(Hex),
    /// They are dead.
    Lost,
}

/// A smoke marker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Smoke {
    /// The hex it fills.
    pub hex: Hex,
    /// The last round in which it blocks sight.
    pub until: u16,
}

/// An improved position or a bunker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Work {
    /// The hex it is in.
    pub hex: Hex,
    /// An improved position or a bunker.
    pub kind: WorkKind,
    /// The unit inside, if there is one.
    pub occupant: Option<UnitId>,
}

/// A kind of work.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// An improved position.
    ImprovedPosition,
    /// A bunker, facing this way.
    Bunker(Direction),
}

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A unit, to change it.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// All units with their ids.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        (0..=u8::MAX).map(UnitId).zip(&self.units)
    }

    /// Active units of a side.
    pub fn active(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        self.all_units().filter(move |(_, unit)| unit.side == side && unit.is_active())
    }

    /// Whether rounds are in progress (OF-3).
    pub fn in_rounds(&self) -> bool {
        self.round > 0
    }

    /// Whether Germans who appear belong to what was read in operations: the first round has yet to begin (OF-5.2,
    /// OF-6.2).
    pub(crate) fn before_rounds(&self) -> bool {
        !self.in_rounds() || self.frames.iter().last() == Some(&Frame::Operations)
    }

    /// Whether the mission has ended.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.frames.iter().last(), Some(Frame::Over { .. } | Frame::Debriefing { .. }))
    }

    /// The hex a unit is in, also one that is carried or towed. A carrier is never carried itself (OF-7.6).
    pub fn hex_of(&self, unit: UnitId) -> Option<Hex> {
        match self.unit(unit).place {
            Place::At(hex) => Some(hex),
            Place::Aboard(carrier) | Place::Towed(carrier) => self.unit(carrier).hex(),
            Place::OffMap | Place::Exited | Place::Removed => None,
        }
    }

    /// Active and on the map, by itself or carried.
    pub fn is_on_map(&self, unit: UnitId) -> bool {
        self.unit(unit).is_active() && self.hex_of(unit).is_some()
    }

    /// Whether one more unit has a number left.
    pub(crate) fn has_room(&self) -> bool {
        UnitId::at(self.units.len()).is_some()
    }

    /// Puts a unit at the end of the list. `None`, and nothing is done, if all numbers are given out.
    pub(crate) fn add_unit(&mut self, unit: Unit) -> Option<UnitId> {
        let id = UnitId::at(self.units.len())?;
        self.units.push(unit);
        Some(id)
    }

    /// Whether a sighting has occurred.
    pub fn sighted(&self, number: u8) -> bool {
        self.sightings.checked_shr(number.into()).is_some_and(|bits| bits & 1 == 1)
    }
}

impl State {
    /// The turn in progress, if one is.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// Changes the turn in progress.
    pub(crate) fn turn_mut(&mut self) -> Option<&mut Turn> {
        self.frames.iter_mut().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// The crew points a unit has at the start of a turn.
    pub(crate) fn whole_crew(&self, unit: UnitId) -> u8 {
        self.unit(unit).condition.crew
    }

    /// The names that have been given to a unit and its men.
    pub(crate) fn names_of(&self, letter: &str) -> Option<&Named> {
        self.names.iter().find(|named| named.letter == letter)
    }

    /// A unit's id on the screen and in notation: its letter. A second unit with the letter of another is `n-2`.
    pub fn id_of(&self, unit: UnitId) -> String {
        let letter = &self.unit(unit).letter;
        let earlier = self.units[..unit.index()].iter().filter(|other| other.letter == *letter).count();
        if earlier == 0 { letter.to_lowercase() } else { format!("{}-{}", letter.to_lowercase(), earlier + 1) }
    }
}
