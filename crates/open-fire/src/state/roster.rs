//! The platoon as it goes from mission to mission (OF-16.1): its crews, their vehicles, and what they have been
//! through.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{state::units::Crew, tables::platoon::Characteristic};

/// The platoon between two missions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Roster {
    /// The missions it has fought, in order.
    pub missions: Vec<MissionRecord>,
    /// Its crews, by letter.
    pub crews: Vec<RosterCrew>,
    /// Vehicles without a crew: captured ones, and those whose crew was lost.
    pub park: Vec<Vehicle>,
    /// What the paragraphs have counted and the campaign keeps.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub remembered: BTreeMap<String, i16>,
}

/// A mission as the platoon remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissionRecord {
    /// Its name in commands.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it was won.
    pub won: bool,
    /// Victory points.
    pub points: i16,
    /// Victory points needed.
    pub needed: i16,
    /// The crews that did not come back.
    pub fallen: Vec<String>,
    /// What is told of it on the platoon's page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
}

/// A line of the platoon's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What it is about.
    pub topic: Topic,
    /// The crew, by the name that it had then.
    pub crew: String,
    /// What is told of it.
    pub text: String,
}

/// What a line of the platoon's history is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A German knocked out or captured.
    Deed,
    /// A turn that a commander gave, and what came of it.
    Command,
    /// Men who were hit.
    Wounds,
    /// A vehicle or a crew that was lost.
    Loss,
    /// A decoration.
    Decoration,
    /// A crew that joined.
    Joined,
    /// A man who came for one who was killed.
    Replaced,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 7] =
        [Topic::Deed, Topic::Command, Topic::Wounds, Topic::Loss, Topic::Decoration, Topic::Joined, Topic::Replaced];

    /// Its word in files.
    pub fn word(self) -> &'static str {
        match self {
            Topic::Deed => "deed",
            Topic::Command => "command",
            Topic::Wounds => "wounds",
            Topic::Loss => "loss",
            Topic::Decoration => "decoration",
            Topic::Joined => "joined",
            Topic::Replaced => "replaced",
        }
    }
}

/// A crew of the platoon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RosterCrew {
    /// `A` to `H`.
    pub letter: String,
    /// The name the player has given it; empty if none.
    pub name: String,
    /// The names of its men, by seat; empty where none has been given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<String>,
    /// What it cost, in platoon quality points.
    pub points: i32,
    /// Its ratings when it joined.
    pub initial: Crew,
    /// Its ratings now.
    pub now: Crew,
    /// Which of them have been raised by combat points.
    pub raised: Raised,
    /// Combat points not spent yet.
    pub combat_points: u8,
    /// What it has done, mission by mission.
    pub deeds: Vec<String>,
    /// Its vehicle.
    pub vehicle: Option<Vehicle>,
}

/// Which ratings of a crew have been raised (OF-16.3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Raised {
    /// Initiative.
    pub initiative: bool,
    /// Perception.
    pub perception: bool,
    /// Weapon skill.
    pub weapon_skill: bool,
    /// Driving skill.
    pub driving_skill: bool,
    /// The crew rating itself.
    pub crew: bool,
}

/// A vehicle of the platoon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vehicle {
    /// Its data card.
    pub card: String,
    /// What it cost, in vehicle quality points; nothing for a captured one.
    pub points: i32,
    /// Rounds for the main gun.
    pub rounds: u8,
    /// Missions served since it was captured; `None` if it was built for us (OF-16.5).
    pub captured: Option<u8>,
    /// Bought a moment ago, so that it can be handed back.
    pub fresh: bool,
}

impl Raised {
    /// Whether a characteristic has been raised.
    pub fn has(&self, what: Characteristic) -> bool {
        match what {
            Characteristic::Initiative => self.initiative,
            Characteristic::Perception => self.perception,
            Characteristic::WeaponSkill => self.weapon_skill,
            Characteristic::DrivingSkill => self.driving_skill,
        }
    }

    /// Notes that a characteristic has been raised.
    pub fn note(&mut self, what: Characteristic) {
        match what {
            Characteristic::Initiative => self.initiative = true,
            Characteristic::Perception => self.perception = true,
            Characteristic::WeaponSkill => self.weapon_skill = true,
            Characteristic::DrivingSkill => self.driving_skill = true,
        }
    }
}

impl Roster {
    /// The place of the crew with this letter.
    pub fn place_of(&self, letter: &str) -> Option<usize> {
        self.crews.iter().position(|crew| crew.letter == letter)
    }

    /// How many crews with this letter did not come back from earlier missions.
    pub(crate) fn fallen_as(&self, letter: &str) -> usize {
        let (unnamed, named) = (format!("Crew {letter}"), format!("{letter} "));
        let fallen = self.missions.iter().flat_map(|mission| &mission.fallen);
        fallen.filter(|crew| **crew == unnamed || crew.starts_with(&named)).count()
    }

    /// Whether anybody could go on a mission.
    pub fn can_fight(&self) -> bool {
        self.crews.iter().any(|crew| crew.vehicle.is_some())
    }
}

impl RosterCrew {
    /// A crew that has just joined.
    pub fn new(letter: &str, points: i32, crew: Crew, vehicle: Option<Vehicle>) -> RosterCrew {
        RosterCrew {
            letter: letter.to_owned(),
            name: String::new(),
            men: Vec::new(),
            points,
            initial: crew,
            now: crew,
            raised: Raised::default(),
            combat_points: 0,
            deeds: Vec::new(),
            vehicle,
        }
    }
}
