//! A unit's ratings as its losses leave them (OF-2.11, OF-14.3).

use crate::{
    booklet::unit_cards::UnitCard,
    state::{
        State,
        laid_out::OpenFire,
        units::{Ratings, UnitId},
    },
    tables::{cards::Card, crew_reduction::Characteristics},
};

/// What a unit can do now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Initiative.
    pub initiative: u8,
    /// A commander is with it.
    pub commander: bool,
    /// Perception.
    pub perception: u8,
    /// Weapon skill.
    pub weapon_skill: i8,
    /// Driving skill; 0 for guns and squads.
    pub driving_skill: u8,
}

impl OpenFire {
    /// The ratings of a unit.
    pub fn ratings(&self, state: &State, unit: UnitId) -> Rated {
        let lost = state.unit(unit).condition.crew_lost;
        match state.unit(unit).ratings {
            Ratings::Crew(crew) => {
                let whole = Characteristics {
                    initiative: crew.initiative.into(),
                    perception: crew.perception.into(),
                    weapon_skill: crew.weapon_skill.into(),
                    driving_skill: crew.driving_skill.into(),
                };
                let left = self.sheet.crew_reduction.reduced(whole, lost);
                Rated {
                    initiative: left.initiative.max(0) as u8,
                    commander: crew.commander,
                    perception: left.perception.max(0) as u8,
                    weapon_skill: left.weapon_skill as i8,
                    driving_skill: left.driving_skill.max(0) as u8,
                }
            }
            Ratings::Card(card) => {
                let rows = &self.booklet.cards[&card].characteristics.rows;
                let step = if state.unit(unit).halved { 1 } else { usize::from(lost) };
                let row = rows[step.min(rows.len() - 1)];
                Rated {
                    initiative: row.initiative,
                    commander: row.commander,
                    perception: row.perception,
                    weapon_skill: row.weapon_skill,
                    driving_skill: row.driving_skill.unwrap_or(0),
                }
            }
        }
    }

    /// The data card of a unit; a halved squad has that of a half squad.
    pub fn card(&self, state: &State, unit: UnitId) -> &Card {
        &self.sheet.cards[usize::from(state.unit(unit).card)]
    }

    /// The characteristics card of a unit that has one.
    pub fn unit_card(&self, state: &State, unit: UnitId) -> Option<&UnitCard> {
        match state.unit(unit).ratings {
            Ratings::Card(card) => self.booklet.cards.get(&card),
            Ratings::Crew(_) => None,
        }
    }

    /// Whether a unit can neither move nor fire (OF-14.3).
    pub fn is_disabled(&self, state: &State, unit: UnitId) -> bool {
        !self.card(state, unit).kind.is_squad() && state.unit(unit).condition.is_disabled()
    }
}
