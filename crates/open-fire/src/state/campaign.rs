//! What a game of a campaign keeps besides the mission (OF-16): the roster, deeds, and how far the debriefing has come.

use serde::Serialize;

use crate::{
    state::{
        generation::{LETTERS, is_zero},
        roster::{Roster, RosterCrew, Vehicle},
        units::UnitId,
    },
    tables::platoon::DeedPoints,
};

/// What a game of a campaign keeps besides the mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Campaign {
    /// The platoon as it came into the mission; from the debriefing on, as it will go into the next.
    pub roster: Roster,
    /// The crews and vehicles of the campaign, while a mission that wants a new platoon is fought without them (OF-16).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// What the crews have done in this mission (OF-16.1).
    pub deeds: Vec<Deed>,
    /// Turns that commanders have given in this round: from whom, to whom.
    pub given: Vec<(UnitId, UnitId)>,
    /// How far the platoon has been fitted out, before the mission or after it.
    pub debriefing: Debriefing,
}

/// A platoon that sits a mission out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Its crews.
    pub crews: Vec<RosterCrew>,
    /// Its vehicles without a crew.
    pub park: Vec<Vehicle>,
}

/// How far the platoon has been fitted out: before a mission, or after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Debriefing {
    /// What is being done.
    pub stage: Stage,
    /// Combat points still to be dealt.
    pub pool: u8,
    /// Combat points dealt to each crew after this mission, by letter.
    pub awarded: [u8; LETTERS.len()],
    /// Platoon quality points of lost crews, to be spent again.
    pub platoon_points: i32,
    /// Vehicle quality points, of lost vehicles or given by the briefing.
    pub vehicle_points: i32,
    /// Crews were lost, so that crews may be bought.
    pub recruits: bool,
    /// Rows of the costs chart that were bought, in its order.
    pub new_crews: Vec<u8>,
    /// Rounds paid for that did not fit into the vehicle they were bought for.
    pub loose_rounds: u8,
    /// Crews that were killed: at least as many must be bought (OF-16.1).
    #[serde(skip_serializing_if = "is_zero")]
    pub crews_due: u8,
    /// Vehicles that were destroyed and have yet to be replaced (OF-16.1).
    #[serde(skip_serializing_if = "is_zero")]
    pub vehicles_due: u8,
}

/// The steps of OF-16.1, and what comes before the next mission.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Rounds are bought before a mission.
    #[default]
    FitOut,
    /// Combat points are dealt.
    Award,
    /// Combat points are spent.
    Spend,
    /// Crews are bought in place of those lost.
    Crews,
    /// Vehicles and rounds are bought, and crews change vehicles.
    Vehicles,
}

impl Debriefing {
    /// Before a mission whose briefing gives this many vehicle quality points for ammunition.
    pub fn fitting_out(points: u8) -> Debriefing {
        Debriefing { vehicle_points: points.into(), ..Debriefing::default() }
    }
}

impl Campaign {
    /// A campaign before the next mission of its platoon.
    pub(crate) fn of(roster: Roster, debriefing: Debriefing) -> Campaign {
        Campaign { roster, waiting: None, deeds: Vec::new(), given: Vec::new(), debriefing }
    }

    /// The crew with the letter at this place of the record sheet.
    pub(crate) fn crew(&self, place: u8) -> Option<&RosterCrew> {
        let letter = LETTERS.get(usize::from(place))?;
        self.roster.crews.iter().find(|crew| crew.letter == *letter)
    }

    pub(crate) fn crew_mut(&mut self, place: u8) -> Option<&mut RosterCrew> {
        let letter = LETTERS.get(usize::from(place))?;
        self.roster.crews.iter_mut().find(|crew| crew.letter == *letter)
    }

    /// Letters that no crew has.
    pub(crate) fn free_letters(&self) -> Vec<&'static str> {
        LETTERS.into_iter().filter(|letter| self.roster.place_of(letter).is_none()).collect()
    }
}

/// Something a crew did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// The letter of the crew.
    pub crew: String,
    /// What.
    pub kind: DeedKind,
    /// To whom, by name.
    pub target: String,
    /// By what means.
    pub how: String,
    /// The man whose deed it was, by the name he had then.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub man: String,
}

/// Kinds of deeds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeedKind {
    /// A German who had not been damaged was knocked out.
    Killed,
    /// A German who had been damaged before was knocked out.
    Finished,
    /// A German was captured.
    Captured,
    /// A German was damaged.
    Damaged,
    /// A turn was given to a crew that knocked out or captured somebody with it.
    GaveTurn,
    /// The crew panicked.
    Panicked,
}

impl Deed {
    /// In words.
    pub fn text(&self) -> String {
        let (target, how) = (&self.target, &self.how);
        match self.kind {
            DeedKind::Killed => format!("knocked out {target} ({how})"),
            DeedKind::Finished => format!("finished off {target}, damaged before ({how})"),
            DeedKind::Captured => format!("captured {target} ({how})"),
            DeedKind::Damaged => format!("damaged {target} ({how})"),
            DeedKind::GaveTurn => format!("gave {how} the turn that did for {target}"),
            DeedKind::Panicked => "panicked".to_owned(),
        }
    }

    /// The same with the man who did it: "Cpl. Kowalski knocked out L PzIV (AP fire)".
    pub fn told(&self) -> String {
        if self.man.is_empty() { self.text() } else { format!("{} {}", self.man, self.text()) }
    }

    /// What it suggests, in combat points.
    pub fn worth(&self, points: &DeedPoints) -> i32 {
        match self.kind {
            DeedKind::Killed => points.killed,
            DeedKind::Finished => points.finished,
            DeedKind::Captured => points.captured,
            DeedKind::Damaged => points.damaged,
            DeedKind::GaveTurn => points.gave_turn,
            DeedKind::Panicked => points.panicked,
        }
    }
}

impl Campaign {
    /// The deeds of a crew.
    pub fn deeds_of<'a>(&'a self, letter: &'a str) -> impl Iterator<Item = &'a Deed> {
        self.deeds.iter().filter(move |deed| deed.crew == letter)
    }

    /// What the deeds of a crew suggest, in combat points.
    pub fn suggested(&self, letter: &str, points: &DeedPoints) -> i32 {
        1 + self.deeds_of(letter).map(|deed| deed.worth(points)).sum::<i32>()
    }
}
