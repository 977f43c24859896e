//! The attack of an aircraft (AS-12.3.6.3), and friendly fire: attack dice that showed nothing are thrown once more, at
//! a friend beside the target.

use std::collections::BTreeMap;

use dice::{Branch, Dice, Odds, Throw, TooManyWays, branches};

use crate::{
    play::{
        s10_ranged_fire::{Circumstances, Line, RangedFire},
        s10_results::{Cast, Clash, Comparison, Fate},
    },
    rule_ids::ACCURACY,
    tables::{
        Catalogue, Kind,
        abilities::By,
        dice::{CombatDice, Count, Thrown},
        pool::{Colour, Pool},
        support::cards::Aircraft,
        symbols::Symbols,
        units::UnitCard,
    },
};

/// An aircraft's attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirAttack<'a> {
    /// The attack, without the accuracy die.
    pub fire: RangedFire<'a>,
}

/// Dice that fell, and what became of the unit they were thrown at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Struck {
    pub(crate) clash: Clash,
    pub(crate) cast: Cast,
    pub(crate) critical: Option<Comparison>,
    pub(crate) fate: Fate,
    /// Attack dice that showed nothing, where that was asked.
    pub(crate) wide: Pool,
}

impl<'a> AirAttack<'a> {
    /// The attack on a unit. The accuracy table takes the place of the modification table, so a fast vehicle has
    /// nothing from that.
    pub fn on(
        catalogue: &Catalogue,
        aircraft: &Aircraft,
        card: &'a UnitCard,
        said: &Circumstances<'a>,
    ) -> AirAttack<'a> {
        let mut fire = from_the_air(catalogue, aircraft, card, said);
        fire.defender.fast &= card.kind != Kind::Vehicle;
        AirAttack { fire }
    }

    /// The dice of both sides; `plus`: the target has the accuracy die.
    pub fn clash(&self, catalogue: &Catalogue, plus: bool) -> (Clash, Vec<Line>) {
        let (mut clash, mut lines) = self.fire.clash(catalogue.ranged_fire(), true);
        let die = catalogue.support().air.accuracy_die;
        if plus {
            clash.defence += die;
            let line = Line::new(ACCURACY, format!("accuracy, {die}"), die.len().into());
            lines.push(line.leaving("defender", clash.defence));
        }
        (clash, lines)
    }

    /// Throws it. `apart`: the dice that show nothing are set aside, for friendly fire.
    pub(crate) fn throw(&self, catalogue: &Catalogue, plus: bool, apart: bool, dice: &mut dyn Dice) -> Struck {
        let (clash, _) = self.clash(catalogue, plus);
        let combat = catalogue.dice();
        let (cast, wide) = match apart {
            true => cast_apart(&clash, combat, dice),
            false => (clash.cast(combat, dice), Pool::NONE),
        };
        let critical = clash.compare(combat, cast.left, dice);
        let strongest = critical.as_ref().and_then(|critical| critical.strongest);
        let fate = self.fire.defender.target.fate(cast.left, strongest);
        Struck { clash, cast, critical, fate, wide }
    }

    /// The odds of what becomes of the target.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, catalogue: &Catalogue, plus: bool) -> Result<Odds<Fate>, TooManyWays> {
        self.clash(catalogue, plus).0.fates(catalogue.dice(), &self.fire.defender.target)
    }

    /// The odds of what becomes of the target and of a friend beside it.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates_with_friend(
        &self,
        catalogue: &Catalogue,
        plus: bool,
        friend: &FriendlyFire<'_>,
    ) -> Result<Odds<(Fate, Fate)>, TooManyWays> {
        let (clash, _) = self.clash(catalogue, plus);
        let target = self.fire.defender.target;
        let left = clash.left_of(catalogue.dice(), apart(&clash, catalogue.dice()))?;
        let struck =
            clash.compared_odds(catalogue.dice(), left, |left, wide, critical| (wide, target.fate(left, critical)))?;
        let mut friends: BTreeMap<Pool, Odds<Fate>> = BTreeMap::new();
        let mut parts = Vec::new();
        for ((wide, fate), ways) in struck.results() {
            let friend = match friends.get(wide) {
                Some(known) => known.clone(),
                None => friends.entry(*wide).or_insert(friend.fates(catalogue, *wide)?).clone(),
            };
            parts.push((Odds::counted(friend.results().map(|(friend, ways)| ((*fate, *friend), ways)))?, ways));
        }
        Odds::mixed(parts)
    }
}

fn from_the_air<'a>(
    catalogue: &Catalogue,
    aircraft: &Aircraft,
    card: &'a UnitCard,
    said: &Circumstances<'a>,
) -> RangedFire<'a> {
    RangedFire::from_above(catalogue, (aircraft.attack, By::Air), card, said)
}

/// A friend beside the target, under the dice that went wide. He has his normal defence: no accuracy die, nothing for
/// spotting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FriendlyFire<'a> {
    fire: RangedFire<'a>,
}

impl<'a> FriendlyFire<'a> {
    /// A friend, picked by the other player among those beside the target's hex. `None` if what goes wide of this
    /// aircraft hits nobody.
    pub fn on(
        catalogue: &Catalogue,
        aircraft: &Aircraft,
        card: &'a UnitCard,
        said: &Circumstances<'a>,
    ) -> Option<FriendlyFire<'a>> {
        aircraft.friendly_fire.then(|| FriendlyFire { fire: from_the_air(catalogue, aircraft, card, said) })
    }

    /// The dice of both sides.
    pub fn clash(&self, catalogue: &Catalogue, wide: Pool) -> (Clash, Vec<Line>) {
        let mut fire = self.fire.clone();
        fire.attacker.dice = wide;
        fire.clash(catalogue.ranged_fire(), true)
    }

    /// Throws the dice that went wide; nothing if there are none.
    pub(crate) fn throw(&self, catalogue: &Catalogue, wide: Pool, dice: &mut dyn Dice) -> Option<Struck> {
        if wide.is_empty() {
            return None;
        }
        let (clash, _) = self.clash(catalogue, wide);
        let cast = clash.cast(catalogue.dice(), dice);
        let critical = clash.compare(catalogue.dice(), cast.left, dice);
        let strongest = critical.as_ref().and_then(|critical| critical.strongest);
        let fate = self.fire.defender.target.fate(cast.left, strongest);
        Some(Struck { clash, cast, critical, fate, wide: Pool::NONE })
    }

    /// The odds of what becomes of him.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, catalogue: &Catalogue, wide: Pool) -> Result<Odds<Fate>, TooManyWays> {
        match wide.is_empty() {
            true => Odds::counted([(Fate::default(), 1)]),
            false => self.clash(catalogue, wide).0.fates(catalogue.dice(), &self.fire.defender.target),
        }
    }
}

/// The attack dice of one colour, to be read face by face.
fn colour_throw<'t>(combat: &CombatDice, colour: Colour, count: u8) -> Throw<'t> {
    let pool = Pool::of(colour, count);
    Throw::new("the attack", combat.of(pool)).coloured(pool.dice().map(Colour::word)).pool()
}

/// Symbols on faces, and how many faces have none.
fn faces_read(faces: &[u16], count: Count, colour: Colour) -> (Symbols, Pool) {
    let symbols = faces.iter().fold(Symbols::NONE, |sum, face| sum + count.of(*face));
    let blank = faces.iter().filter(|face| count.of(**face).is_empty()).count();
    (symbols, Pool::of(colour, blank as u8))
}

/// Attack and defence, with the attack dice that showed nothing.
fn cast_apart(clash: &Clash, combat: &CombatDice, dice: &mut dyn Dice) -> (Cast, Pool) {
    let mut attack = Thrown::default();
    let mut wide = Pool::NONE;
    for colour in Colour::ALL {
        let thrown = clash.attack.count(colour);
        if thrown > 0 {
            let fell = dice.throw(&colour_throw(combat, colour, thrown));
            let (symbols, blank) = faces_read(fell.faces(), clash.count, colour);
            attack.symbols = attack.symbols + symbols;
            attack.faces.extend(fell.faces());
            wide += blank;
        }
    }
    let defence = combat.throw("the defence", (clash.defence, clash.defence_again), Count::Every, dice);
    let left = clash.left(attack.symbols, defence.symbols);
    (Cast { attack, defence, left }, wide)
}

/// The same in all ways.
fn apart(clash: &Clash, combat: &CombatDice) -> BTreeMap<(Symbols, Pool), u128> {
    let mut all = BTreeMap::from([((Symbols::NONE, Pool::NONE), 1)]);
    for colour in Colour::ALL {
        let thrown = clash.attack.count(colour);
        if thrown == 0 {
            continue;
        }
        let mut more: BTreeMap<(Symbols, Pool), u128> = BTreeMap::new();
        for Branch { fell, ways } in branches(&colour_throw(combat, colour, thrown)) {
            let (symbols, blank) = faces_read(fell.faces(), clash.count, colour);
            for ((sum, wide), of) in &all {
                *more.entry((*sum + symbols, *wide + blank)).or_default() += ways * of;
            }
        }
        all = more;
    }
    all
}
