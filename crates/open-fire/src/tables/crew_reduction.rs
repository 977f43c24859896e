//! The Crew Reduction Effects Chart (OF-14.3): what crew hits take from a crew's characteristics (OF-2.11).

use engine::Provenance;
use serde::Deserialize;

/// The four characteristics of a crew.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Characteristics {
    /// IN.
    pub initiative: i32,
    /// PC.
    pub perception: i32,
    /// WS.
    pub weapon_skill: i32,
    /// DS.
    pub driving_skill: i32,
}

/// The chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrewReduction {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    least: Characteristics,
    lost: Vec<Characteristics>,
}

impl CrewReduction {
    /// A crew's characteristics after this many crew hits.
    pub fn reduced(&self, whole: Characteristics, hits: u8) -> Characteristics {
        let lost = self.lost.get(usize::from(hits)).or(self.lost.last()).copied().unwrap_or(self.least);
        let left = |whole: i32, lost: i32, least: i32| (whole - lost).max(least.min(whole));
        Characteristics {
            initiative: left(whole.initiative, lost.initiative, self.least.initiative),
            perception: left(whole.perception, lost.perception, self.least.perception),
            weapon_skill: left(whole.weapon_skill, lost.weapon_skill, self.least.weapon_skill),
            driving_skill: left(whole.driving_skill, lost.driving_skill, self.least.driving_skill),
        }
    }
}
