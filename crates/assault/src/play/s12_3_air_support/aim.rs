//! Spotting from the air (AS-12.3.6.1) and accuracy (AS-12.3.6.2).

use dice::Dice;

use crate::{
    play::{
        d6::{SIDES, d6},
        s10_ranged_fire::{Circumstances, Defender, Line, RangedFire},
    },
    rule_ids::{ACCURACY, AIR_SPOTTING},
    tables::{
        Catalogue, Kind,
        ranged_fire::FireStatus,
        support::air::{AirColumn, AirSupport},
    },
};

/// How a pilot looks for his target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AirSpotting {
    /// The target is a vehicle where nothing hides it: no roll.
    pub automatic: bool,
    /// The target has dice of its terrain.
    pub terrain_bonus: bool,
    /// What the target's marks and abilities add to the die.
    pub modifier: i8,
}

impl AirSpotting {
    /// For the attack on a unit.
    pub fn of(catalogue: &Catalogue, attack: &RangedFire<'_>, said: &Circumstances<'_>) -> AirSpotting {
        let open = &catalogue.support().air.spotting.automatic;
        let ground = said.terrain.map(|terrain| terrain.id.as_str());
        let ways = said.features.iter().map(|feature| feature.id.as_str());
        let in_the_open = ground.into_iter().chain(ways).any(|id| open.iter().any(|known| known == id));
        let Defender { target, terrain, hidden, ambush, .. } = attack.defender;
        let unseen = if hidden || ambush { catalogue.ranged_fire().spotting_modifiers.hidden } else { 0 };
        AirSpotting {
            automatic: target.kind == Kind::Vehicle && in_the_open,
            terrain_bonus: !terrain.is_empty(),
            modifier: unseen + attack.hard_to_see(),
        }
    }

    /// What a face of the die adds to the accuracy roll.
    pub(super) fn accuracy(&self, tables: &AirSupport, face: i8) -> i8 {
        match self.automatic {
            true => 0,
            false => tables.spotting.accuracy(face + self.modifier, self.terrain_bonus),
        }
    }

    /// Throws the die, if one is needed: its face, and what is added to the accuracy roll.
    pub fn throw(&self, tables: &AirSupport, dice: &mut dyn Dice) -> (Option<u16>, i8) {
        if self.automatic {
            return (None, 0);
        }
        // Rows are numbers from 0 on.
        let (face, row) = d6("spotting from the air", dice, |face| (self.accuracy(tables, face) + ROWS) as u16);
        (Some(face), row as i8 - ROWS)
    }

    /// What there is to say before the die falls.
    pub fn line(&self) -> Line {
        let what = match (self.automatic, self.terrain_bonus) {
            (true, _) => "spotting: seen without a roll",
            (false, false) => "spotting: no terrain dice",
            (false, true) => "spotting: terrain dice",
        };
        Line::new(AIR_SPOTTING, what, self.modifier.into())
    }
}

/// More than any table adds.
const ROWS: i8 = 16;

/// The roll that follows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// The target's mark.
    pub column: AirColumn,
    /// What AA fire and spotting add.
    pub modifier: i8,
}

/// An accuracy roll that was thrown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aimed {
    /// The target gains the accuracy die.
    pub plus: bool,
    /// The roll is so low that friends are in danger.
    pub wide: bool,
}

impl AirColumn {
    /// The column of a unit by its marks.
    pub fn of(defender: &Defender) -> AirColumn {
        match (defender.fast, defender.fired) {
            (true, _) => AirColumn::FastAction,
            (false, Some(FireStatus::MoveAndFire)) => AirColumn::MoveAndFire,
            (false, Some(FireStatus::TurretFire)) => AirColumn::TurretFire,
            (false, Some(FireStatus::Firing)) => AirColumn::Firing,
            (false, Some(FireStatus::FireAndMove)) => AirColumn::FireAndMove,
            (false, None) => AirColumn::Other,
        }
    }
}

impl Accuracy {
    /// How a face is read.
    pub fn read(&self, tables: &AirSupport, face: i8) -> Aimed {
        let roll = face + self.modifier;
        Aimed { plus: tables.accuracy.plus(self.column, roll), wide: roll <= tables.friendly_fire }
    }

    /// How each face of the die is read.
    pub fn faces(&self, tables: &AirSupport) -> [Aimed; 6] {
        std::array::from_fn(|at| self.read(tables, at as i8 + 1))
    }

    /// Throws the die: its face, and how it is read.
    pub fn throw(&self, tables: &AirSupport, dice: &mut dyn Dice) -> (u16, Aimed) {
        let (face, row) = d6("accuracy", dice, |face| {
            let Aimed { plus, wide } = self.read(tables, face);
            u16::from(plus) * 2 + u16::from(wide)
        });
        (face, Aimed { plus: row / 2 == 1, wide: row % 2 == 1 })
    }

    /// What there is to say before the die falls.
    pub fn line(&self) -> Line {
        let what = format!("accuracy: target marked {}", self.column.word().replace('-', " "));
        Line::new(ACCURACY, what, self.modifier.into())
    }
}

const _: () = assert!(SIDES == 6, "the tables have a number for each face");
