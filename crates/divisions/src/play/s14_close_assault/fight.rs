//! The fight for a hex: two strengths, two dice each, and the margin read from the table.

use std::cmp::Ordering;

use dice::{Dice, Die, Throw, odds};
use engine::{Forecast, GoodFor, Modifier, Prospect, Resolution, Role, Seat, Severity, Thrown};

use crate::{
    play::{s01_companies::face, s11_terrain},
    rule_ids::{ASSAULT, EVENTS, TERRAIN},
    state::{Ask, Assault, AssaultOdds, Divisions, Unit, UnitSet},
    tables::{Arm, AssaultRow, AssaultTable},
};

/// The strengths of both sides in an assault, with everything that made them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// Added up for the attacker.
    pub attacker: i32,
    /// Added up for the defender.
    pub defender: i32,
    /// What made them: positive for the attacker, negative for the defender.
    pub modifiers: Vec<Modifier>,
}

impl Fight {
    /// A fight of two given strengths.
    pub fn plain(attacker: i32, defender: i32) -> Fight {
        let mut fight = Fight::default();
        fight.attack(Modifier::new(ASSAULT, "attackers' strength", attacker));
        fight.defend(Modifier::new(ASSAULT, "defenders' strength", defender));
        fight
    }

    pub(super) fn attack(&mut self, modifier: Modifier) {
        if modifier.value != 0 {
            self.attacker += modifier.value;
            self.modifiers.push(modifier);
        }
    }

    pub(super) fn defend(&mut self, mut modifier: Modifier) {
        if modifier.value != 0 {
            self.defender += modifier.value;
            modifier.value = -modifier.value;
            self.modifiers.push(modifier);
        }
    }

    /// The one place where an assault is resolved: the row of the table, and the dice of attacker and defender.
    pub fn resolve(&self, table: &AssaultTable, dice: &mut dyn Dice) -> (usize, Vec<u16>) {
        let read = |faces: &[u16]| table.row(self.margin(faces)) as u16;
        let fell = dice.throw(&Throw::d6("close assault: attacker, attacker, defender, defender", 4).read(&read));
        (usize::from(fell.row()), fell.faces().to_vec())
    }

    /// How much stronger the attacker is.
    fn lead(&self) -> i32 {
        self.attacker - self.defender
    }

    fn margin(&self, faces: &[u16]) -> i32 {
        let sum = |faces: &[u16]| faces.iter().map(|&face| i32::from(face)).sum::<i32>();
        self.lead() + sum(&faces[..2]) - sum(&faces[2..])
    }

    /// What made the strengths, and the lead they come to.
    fn told(&self) -> Vec<Modifier> {
        let lead = Modifier::new(ASSAULT, "the attackers' lead before the dice", self.lead()).being(Role::Sum);
        self.modifiers.iter().cloned().chain([lead]).collect()
    }

    /// The exact odds, from best for the defender to worst.
    pub fn forecast(&self, table: &AssaultTable) -> Forecast {
        let odds = odds(|dice| self.resolve(table, dice).0).unwrap_or_else(|_| unreachable!("four dice"));
        let named = table.rows.iter().enumerate().rev().map(|(row, entry)| (row, prospect(entry)));
        Forecast::new(self.told(), &odds.out_of(6u128.pow(4)), named)
    }

    /// How it came out, with every modifier and die.
    pub fn resolution(&self, table: &AssaultTable, row: usize, faces: &[u16]) -> Resolution {
        let thrown = |what: &str, faces: &[u16]| Thrown::new(&Die::D6, what, faces);
        let margin = self.margin(faces);
        Resolution {
            modifiers: self.told(),
            throws: vec![thrown("attacker", &faces[..2]), thrown("defender", &faces[2..])],
            reading: format!(
                "attacker {} + {} against defender {} + {}: margin {margin}",
                self.attacker,
                faces[..2].iter().sum::<u16>(),
                self.defender,
                faces[2..].iter().sum::<u16>(),
            ),
            result: table.rows[row].result.clone(),
        }
    }
}

/// What a row of the table means: the losses of either side, or who holds the hex.
fn prospect(row: &AssaultRow) -> Prospect {
    let severity = |steps: u8| match steps {
        0 => Severity::Effect,
        1 => Severity::Damage,
        _ => Severity::Disabled,
    };
    let new = |good_for, severity| Prospect::new(row.result.clone(), good_for, severity);
    match row.defender.cmp(&row.attacker) {
        Ordering::Greater => new(GoodFor::Doer, severity(row.defender)),
        Ordering::Less => new(GoodFor::Other, severity(row.attacker)),
        Ordering::Equal if row.retreat => new(GoodFor::Doer, severity(0)),
        Ordering::Equal if row.defender > 0 => new(GoodFor::Nobody, severity(row.defender)),
        Ordering::Equal => Prospect::nothing(row.result.clone()).in_group(row.result.replace('-', " ")),
    }
}

/// The widest that two dice against two can turn a lead.
const SWING: i32 = 10;

/// The chances of every assault there can be, for bots.
pub(crate) fn count_odds(table: &AssaultTable) -> AssaultOdds {
    // Every margin falls into some row: the last one needs no lead.
    let thresholds = table.rows.iter().rev().skip(1).map(|row| row.from.abs());
    AssaultOdds::fill(thresholds.max().unwrap_or(0) + SWING, |lead| {
        let fight = Fight { attacker: lead, ..Fight::default() };
        let odds = odds(|dice| fight.resolve(table, dice).0).unwrap_or_else(|_| unreachable!("four dice"));
        (0..table.rows.len()).map(|row| odds.chance(|&found| found == row) as f32).collect()
    })
}

/// The chance of each row of the table.
pub fn chances<'a>(rules: &'a Divisions, fight: &Fight) -> &'a [f32] {
    rules.assault_odds.of(fight.lead())
}

/// The side that is attacked.
pub(in crate::play) fn defender(rules: &Divisions, attackers: UnitSet) -> Seat {
    attackers.first().map_or(Seat(0), |unit| rules.unit(unit).seat.other())
}

/// The fight for a hex as it would be resolved; `reply` is the defender's event chit.
pub fn fight(ask: Ask<'_>, assault: &Assault, reply: Option<u8>) -> Fight {
    let ground = ask.rules.ground(assault.hex);
    let mut fight = Fight::default();
    for modifier in strength(ask, assault.attackers, ground.armour, "attackers") {
        fight.attack(modifier);
    }
    for modifier in strength(ask, ask.state.units_in(assault.hex), 0, "defenders") {
        fight.defend(modifier);
    }
    fight.defend(Modifier::new(TERRAIN, format!("defenders in {}", ground.name.to_lowercase()), ground.assault));
    let hexsides = s11_terrain::help_of_hexsides(ask, assault);
    fight.defend(Modifier::new(TERRAIN, "attack across water or hedge", hexsides));
    let played = |chit: u8| Modifier::new(EVENTS, ask.rules.event(chit).name.clone(), ask.rules.event(chit).value);
    if let Some(chit) = assault.chit {
        fight.attack(played(chit));
    }
    if let Some(chit) = reply {
        fight.defend(played(chit));
    }
    fight
}

/// Strength of the strongest, plus support of the rest, plus combined arms.
fn strength(ask: Ask<'_>, units: UnitSet, armour: i32, whose: &str) -> Vec<Modifier> {
    let table = ask.rules.assault_table();
    let arm = |unit: Unit| ask.rules.unit(unit).arm;
    let of = |unit: Unit| {
        let penalty = if arm(unit) == Arm::Armour { armour } else { 0 };
        ((face(ask, unit).assault + penalty).max(0), unit)
    };
    let strongest = units.iter().map(of).max_by_key(|&(value, unit)| (value, std::cmp::Reverse(unit)));
    let Some((best, lead)) = strongest else { return Vec::new() };
    let support = (table.support * (units.len() as i32 - 1)).min(table.support_limit);
    let has = |wanted: Arm| units.iter().any(|unit| arm(unit) == wanted);
    let combined = if has(Arm::Armour) && has(Arm::Infantry) { table.combined_arms } else { 0 };
    vec![
        Modifier::new(ASSAULT, format!("{whose}: {}", ask.rules.unit(lead).name), best),
        Modifier::new(ASSAULT, format!("{whose}: support of {} more", units.len() - 1), support),
        Modifier::new(ASSAULT, format!("{whose}: tanks and infantry together"), combined),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> AssaultTable {
        let catalogue = crate::Catalogue::read(&content::Files::embedded());
        catalogue.unwrap_or_else(|problems| panic!("{problems:?}")).assault().clone()
    }

    #[test]
    fn what_each_row_means() {
        // As they are shown: the worst first.
        let expected = [
            ("shattered", GoodFor::Other, Severity::Damage),
            ("repulsed", GoodFor::Nobody, Severity::Nothing),
            ("exchange", GoodFor::Nobody, Severity::Damage),
            ("retreat", GoodFor::Doer, Severity::Effect),
            ("rout", GoodFor::Doer, Severity::Damage),
            ("overrun", GoodFor::Doer, Severity::Disabled),
        ];
        let shown = Fight::plain(1, 1).forecast(&table()).outcomes;
        let found: Vec<_> = shown.into_iter().map(|chance| (chance.result, chance.good_for, chance.severity)).collect();
        assert_eq!(found, expected.map(|(result, good_for, severity)| (result.to_owned(), good_for, severity)));
    }

    /// What bots are told is what the player is shown.
    #[test]
    fn the_chances_of_bots_are_those_of_the_dice() {
        let table = table();
        let counted = count_odds(&table);
        for (attacker, defender) in [(0, 0), (3, 1), (1, 3), (7, 2), (2, 9), (40, 1), (1, 40)] {
            let fight = Fight::plain(attacker, defender);
            let shown = fight.forecast(&table).outcomes;
            let told = counted.of(fight.lead());
            for (row, chance) in table.rows.iter().zip(told) {
                let share = shown.iter().find(|shown| shown.result == row.result);
                let share = share.map_or(0.0, |shown| shown.ways.0 as f32 / shown.of.0 as f32);
                assert!((chance - share).abs() < 1e-6, "{attacker} against {defender}: {}", row.result);
            }
        }
    }
}
