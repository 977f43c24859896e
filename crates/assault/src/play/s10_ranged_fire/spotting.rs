//! The spotting roll (AS-10.5, attacker's step 4).

use dice::{Dice, Throw};
use engine::RuleId;

use super::{Applied, Does, Line, RangedFire, SPOTTING_FACES};
use crate::{
    rule_ids::{ABILITIES, COMMAND_CARDS, HINDERED, SPOTTING},
    tables::{
        Kind,
        ranged_fire::{FireStatus, RangedFireTables},
    },
};

impl RangedFire<'_> {
    /// Who looks for the target.
    fn looker(&self) -> Kind {
        self.spotter.unwrap_or(self.attacker.kind)
    }

    /// Why the target is seen without a roll, if it is (AS-10.5.1). In the dark only neighbours and muzzle flashes are.
    pub fn seen_at_once(&self) -> Option<&'static str> {
        let defender = &self.defender;
        let fired = defender.fired.is_some_and(|status| status != FireStatus::FireAndMove);
        let day = !self.night;
        let reasons = [
            (fired, "it has fired"),
            (defender.adjacent, "it is adjacent"),
            (day && defender.fast, "fast action"),
            (day && defender.delayed, "delayed action"),
            (day && defender.clear, "in clear ground"),
            (day && defender.road, "on a road"),
            (defender.spotted, "spotted"),
        ];
        reasons.into_iter().find(|(so, _)| *so).map(|(_, why)| why)
    }

    /// The number of the table, if a roll is needed.
    fn in_the_table(&self, tables: &RangedFireTables) -> Option<u8> {
        if self.seen_at_once().is_some() {
            return None;
        }
        let in_arc = self.attacker.in_arc || self.spotter.is_some() || self.looker() == Kind::Infantry;
        let covered = self.night || !self.defender.terrain.is_empty();
        tables.spotting.needed(self.looker(), in_arc, covered)
    }

    /// What is added to the roll, and by which rule.
    fn added(&self, tables: &RangedFireTables) -> Vec<(RuleId, &str, i8)> {
        let (defender, modifiers) = (&self.defender, &tables.spotting_modifiers);
        let markers = [
            (defender.hindered, HINDERED, "hindered sight", modifiers.hindered_sight),
            (defender.hidden || defender.ambush, SPOTTING, "hidden", modifiers.hidden),
            (defender.trail, SPOTTING, "on a covered trail", modifiers.covered_trail),
            (self.night, SPOTTING, "night", modifiers.night),
        ];
        let markers = markers.into_iter().filter(|(so, ..)| *so).map(|(_, rule, what, value)| (rule, what, value));
        let of_ability = |applied: &Applied<'_>| if let Does::Spotting(value) = applied.does { value } else { 0 };
        let abilities = self.abilities.iter().map(|applied| (ABILITIES, applied.name, of_ability(applied)));
        let cards = [(COMMAND_CARDS, "command cards", self.attacker.spotting)];
        markers.chain(abilities).chain(cards).filter(|(.., value)| *value != 0).collect()
    }

    /// The number needed on the spotting die, modifiers taken into account: 1 or less always succeeds; `None` if no
    /// roll is needed.
    pub fn spotting(&self, tables: &RangedFireTables) -> Option<i8> {
        let needed = self.in_the_table(tables)?;
        let added: i16 = self.added(tables).iter().map(|(.., value)| i16::from(*value)).sum();
        Some((i16::from(needed) - added).clamp(i8::MIN.into(), i8::MAX.into()) as i8)
    }

    /// The faces of the die that spot the target, out of six.
    pub fn spotting_faces(&self, tables: &RangedFireTables) -> u8 {
        self.spotting(tables).map_or(SPOTTING_FACES, |needed| {
            (i16::from(SPOTTING_FACES) + 1 - i16::from(needed)).clamp(0, SPOTTING_FACES.into()) as u8
        })
    }

    /// Step 4 in lines: why there is no roll, or what it needs and what is added to it.
    pub(super) fn spotting_lines(&self, tables: &RangedFireTables) -> Vec<Line> {
        let line = |rule: RuleId, what: String, value: i8| Line::new(rule, format!("attacker 4: {what}"), value.into());
        if let Some(why) = self.seen_at_once() {
            return vec![line(SPOTTING, format!("seen at once, {why}"), 0)];
        }
        let Some(needed) = self.in_the_table(tables) else {
            return vec![line(SPOTTING, "seen at once, no terrain bonus".to_owned(), 0)];
        };
        let looker = match self.looker() {
            Kind::Infantry => "infantry",
            Kind::Gun => "artillery",
            Kind::Vehicle => "a vehicle",
        };
        let mut lines = vec![line(SPOTTING, format!("spotting, {looker} needs {needed}"), 0)];
        let added = self.added(tables).into_iter();
        lines.extend(added.map(|(rule, what, value)| line(rule, format!("spotting, {what}"), value)));
        lines
    }

    /// Throws the spotting roll, if one is needed: the face, and whether the target is spotted.
    pub(crate) fn spot(&self, tables: &RangedFireTables, dice: &mut dyn Dice) -> (Option<u16>, bool) {
        let Some(needed) = self.spotting(tables) else { return (None, true) };
        let read = |faces: &[u16]| u16::from(i32::from(faces[0]) >= i32::from(needed));
        let fell = dice.throw(&Throw::d6("spotting", 1).read(&read));
        (Some(fell.faces()[0]), fell.row() == 1)
    }
}
