//! Minefields (AS-9.6.6): a unit that comes into one scouts it; if that fails, the field attacks.

use dice::{Dice, Odds, TooManyWays};

use super::d6::{SIDES, d6, faces_from};
use crate::{
    play::{
        s10_ranged_fire::Line,
        s10_results::{Cast, Clash, Comparison, Fate, Target},
    },
    rule_ids::MINEFIELDS,
    tables::{
        Catalogue, Kind,
        abilities::Effect,
        dice::CombatDice,
        minefields::Minefields,
        symbols::{Symbol, Symbols},
        units::{Experience, UnitCard},
    },
};

/// A unit that looks for a way through.
#[derive(Copy, Clone, Debug)]
pub struct ScoutingRoll<'a> {
    /// Its card.
    pub card: &'a UnitCard,
    /// The field is not hidden.
    pub unhidden: bool,
    /// It comes into the field on a fallback.
    pub fallback: bool,
    /// What command cards add.
    pub cards: i8,
}

/// A scouting roll that was thrown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scouted {
    /// The die.
    pub face: u16,
    /// The field is found and does nothing to the unit.
    pub found: bool,
}

impl<'a> ScoutingRoll<'a> {
    /// The roll of a card, in a field that is hidden.
    pub fn by(card: &'a UnitCard) -> ScoutingRoll<'a> {
        ScoutingRoll { card, unhidden: false, fallback: false, cards: 0 }
    }

    /// What is added to the die.
    pub fn lines(&self, tables: &Minefields) -> Vec<Line> {
        let added = &tables.scouting;
        let all = [
            (self.unhidden, "the field is known", added.unhidden),
            (self.cards != 0, "command card", self.cards),
            (self.fallback, "fallback", added.fallback),
        ];
        let some = all.into_iter().filter(|(so, _, _)| *so).map(|(_, what, value)| (what, value));
        let abilities = self.card.effects().filter_map(|(ability, effect)| {
            let Effect::ScoutingModifier { value } = *effect else { return None };
            Some((ability.name.as_str(), value))
        });
        let line = |(what, value): (&str, i8)| Line::new(MINEFIELDS, format!("scouting: {what}"), value.into());
        abilities.chain(some).map(line).collect()
    }

    /// The number needed on the die itself.
    pub fn needed(&self, tables: &Minefields) -> i8 {
        let added: i32 = self.lines(tables).iter().map(|line| line.dice).sum();
        let needed = i32::from(tables.scouting.needed(self.card.kind)) - added;
        needed.clamp(1, i32::from(SIDES) + 1) as i8
    }

    /// Throws the die.
    pub fn throw(&self, tables: &Minefields, dice: &mut dyn Dice) -> Scouted {
        let needed = self.needed(tables);
        let (face, row) = d6("scouting", dice, |face| u16::from(face >= needed));
        Scouted { face, found: row == 1 }
    }
}

/// The attack of a field on a unit inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineAttack {
    /// The dice of both.
    pub clash: Clash,
    /// The unit, as it was before.
    pub target: Target,
    /// Where the dice come from.
    pub lines: Vec<Line>,
    points: Points,
}

/// Damage points for each symbol that is left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Points {
    critical: u8,
    damage: u8,
}

/// An attack of a field that was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mined {
    pub(crate) cast: Cast,
    pub(crate) critical: Option<Comparison>,
    pub(crate) fate: Fate,
}

impl MineAttack {
    /// A field against a unit with these marks. Mines know neither terrain nor experience, except that suppressions do
    /// nothing to an elite unit.
    pub fn on(tables: &Minefields, card: &UnitCard, marks: Target) -> MineAttack {
        let (attack, defence) = (tables.attack.against(card.kind), card.defence.weakest());
        let lines = vec![
            Line::new(MINEFIELDS, format!("the field's dice, {attack}"), attack.len().into())
                .leaving("attacker", attack),
            Line::new(MINEFIELDS, format!("the unit's weakest side, {defence}"), defence.len().into())
                .leaving("defender", defence),
        ];
        let unshaken = card.experience == Experience::Elite;
        MineAttack {
            clash: Clash { attack, defence, unshaken, ..Clash::default() },
            target: Target::of(card, marks),
            lines,
            points: Points { critical: tables.critical, damage: tables.damage },
        }
    }

    /// Throws it.
    pub(crate) fn throw(&self, combat: &CombatDice, dice: &mut dyn Dice) -> Mined {
        let cast = self.clash.cast(combat, dice);
        let critical = self.clash.compare(combat, cast.left, dice);
        let fate = self.fate(cast.left, critical.as_ref().and_then(|critical| critical.strongest));
        Mined { cast, critical, fate }
    }

    /// The odds of what becomes of the unit.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, combat: &CombatDice) -> Result<Odds<Fate>, TooManyWays> {
        self.clash.outcomes(combat, |left, critical| self.fate(left, critical))
    }

    /// Criticals and damage are points, and immobilise a vehicle. The comparison roll looks at the unit as it was
    /// before, so a vehicle that it drives back is stuck where it ends.
    fn fate(&self, left: Symbols, critical: Option<Symbol>) -> Fate {
        let points = |count: u8, each: u8| count.saturating_mul(each);
        let damage =
            points(left.critical, self.points.critical).saturating_add(points(left.damage, self.points.damage));
        let mut fate = self.target.fate(Symbols { critical: 0, damage, ..left }, critical);
        let hit = left.critical > 0 || left.damage > 0;
        if hit && self.target.kind == Kind::Vehicle && !fate.eliminated {
            fate.immobilised = !self.target.immobilised;
        }
        fate
    }
}

/// A unit that comes into a field: the roll first, if it may scout, then the attack.
#[derive(Clone, Debug)]
pub struct Entering<'a> {
    /// Its roll; none if the unit may not scout, or has failed already.
    pub scouting: Option<ScoutingRoll<'a>>,
    /// The attack if that fails.
    pub attack: MineAttack,
}

impl Entering<'_> {
    /// The odds of what becomes of the unit; nothing if the field is found.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, catalogue: &Catalogue) -> Result<Odds<Option<Fate>>, TooManyWays> {
        let attacked = self.attack.clash.outcomes(catalogue.dice(), |left, critical| {
            let fate = self.attack.fate(left, critical);
            Some(fate)
        })?;
        let found = Odds::counted([(None, 1)])?;
        let faces = self.scouting.map_or(0, |roll| faces_from(roll.needed(catalogue.minefields())));
        Odds::mixed([(found, faces.into()), (attacked, u128::from(SIDES.unsigned_abs() - faces))])
    }
}
