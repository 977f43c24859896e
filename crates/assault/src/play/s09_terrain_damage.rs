//! Damage to vehicles from terrain (AS-9.6): the damage columns of the charts. A die on entering, and at a low number
//! the vehicle is immobilised.

use dice::Dice;

use super::d6::{SIDES, d6};
use crate::{
    play::s10_ranged_fire::Line,
    rule_ids::{ABILITIES, TERRAIN},
    tables::{
        abilities::Effect,
        catalogue::{Cost, Damage, Feature, Terrain},
        fortification::Fortification,
        terrain_damage::TerrainDamage,
        units::{Movement, UnitCard},
    },
};

/// A move of a vehicle into a hex.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The vehicle.
    pub card: &'a UnitCard,
    /// The ground of the hex.
    pub ground: &'a Terrain,
    /// The road it follows, if it does.
    pub along: Option<&'a Feature>,
    /// What lies on the hexside that it crosses.
    pub crossed: Vec<&'a Feature>,
    /// The work in the hex.
    pub work: Option<&'a Fortification>,
    /// It moves with a fast action.
    pub fast: bool,
}

/// What a move risks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risk {
    /// At this number or less the vehicle is immobilised; nobody rolls for 0.
    pub at_most: u8,
    /// What the number is made of.
    pub lines: Vec<Line>,
}

impl Entry<'_> {
    /// What the move risks. Only vehicles risk anything.
    pub fn risk(&self, tables: &TerrainDamage) -> Risk {
        let mut lines = Vec::new();
        let marked = |damage: Damage| match self.card.movement {
            Movement::Infantry | Movement::Artillery => false,
            Movement::Wheeled => damage.wheeled,
            Movement::Tracked => damage.tracked,
        };
        // Who follows a road is on the road's row of the chart, not on the ground's.
        let row = match self.along {
            Some(way) if self.costs_its_own(way) => (&way.name, way.damage),
            Some(_) | None => (&self.ground.name, self.ground.damage),
        };
        let mut add = |so: bool, rule, what: String, number: u8| {
            if so {
                lines.push(Line::new(rule, what, number.into()));
            }
        };
        add(marked(row.1), TERRAIN, row.0.clone(), tables.marked);
        for side in &self.crossed {
            add(marked(side.damage), TERRAIN, format!("across {}", side.name), tables.plus);
        }
        if let Some(work) = self.work {
            add(marked(work.damage), TERRAIN, work.name.clone(), tables.plus);
        }
        if !lines.is_empty() {
            lines.extend(self.fast.then(|| Line::new(TERRAIN, "fast action", tables.fast_action.into())));
            let heavy = self.card.effects().filter_map(|(ability, effect)| {
                let Effect::TerrainDamageModifier { value } = *effect else { return None };
                Some(Line::new(ABILITIES, &*ability.name, value.into()))
            });
            lines.extend(heavy);
        }
        let number: i32 = lines.iter().map(|line| line.dice).sum();
        Risk { at_most: number.clamp(0, i32::from(SIDES)) as u8, lines }
    }

    fn costs_its_own(&self, way: &Feature) -> bool {
        let cost = way.cost.map(|cost| match self.card.movement {
            Movement::Infantry => cost.infantry,
            Movement::Artillery => cost.artillery,
            Movement::Wheeled => cost.wheeled,
            Movement::Tracked => cost.tracked,
        });
        !matches!(cost, None | Some(Cost::Hex))
    }
}

impl Risk {
    /// Throws the die, if there is a risk: its face, and whether the vehicle is immobilised.
    pub fn throw(&self, dice: &mut dyn Dice) -> (Option<u16>, bool) {
        if self.at_most == 0 {
            return (None, false);
        }
        let (face, row) = d6("damage from terrain", dice, |face| u16::from(face.unsigned_abs() <= self.at_most));
        (Some(face), row == 1)
    }
}
