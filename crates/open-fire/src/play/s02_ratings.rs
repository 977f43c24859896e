//! A unit's ratings as its losses leave them (OF-2.11, OF-14.3).

use crate::{
    play::s09_fire::ammunition,
    state::{
        laid_out::Ask,
        units::{Ratings, UnitId},
    },
    tables::crew_reduction::Characteristics,
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

/// The ratings of a unit.
pub fn ratings(ask: Ask<'_>, unit: UnitId) -> Rated {
    let lost = ask.state.unit(unit).condition.crew_lost;
    match ask.state.unit(unit).ratings {
        Ratings::Crew(crew) => {
            let whole = Characteristics {
                initiative: crew.initiative.into(),
                perception: crew.perception.into(),
                weapon_skill: crew.weapon_skill.into(),
                driving_skill: crew.driving_skill.into(),
            };
            let left = ask.rules.sheet.crew_reduction.reduced(whole, lost);
            Rated {
                initiative: left.initiative.max(0) as u8,
                commander: crew.commander,
                perception: left.perception.max(0) as u8,
                weapon_skill: left.weapon_skill as i8,
                driving_skill: left.driving_skill.max(0) as u8,
            }
        }
        Ratings::Card(card) => {
            let rows = &ask.rules.booklet.cards[&card].characteristics.rows;
            let step = if ask.state.unit(unit).halved { 1 } else { usize::from(lost) };
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

/// Whether a unit can neither move nor fire (OF-14.3).
pub fn is_disabled(ask: Ask<'_>, unit: UnitId) -> bool {
    let piece = ask.state.unit(unit);
    !ask.rules.card(piece).kind.is_squad() && piece.condition.is_disabled(ammunition::has_any(ask, unit))
}
