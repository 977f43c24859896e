//! What an attack does to its target (AS-10.7): symbols cancelled, criticals compared, damage counted.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use dice::{Branch, Dice, Odds, Throw, TooManyWays, branches};

use crate::tables::{
    Kind,
    dice::{CombatDice, Count, Thrown},
    pool::Pool,
    symbols::{Symbol, Symbols},
    units::UnitCard,
};

/// Dice against dice.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clash {
    /// What the attacker throws.
    pub attack: Pool,
    /// So many of these dice that show nothing he throws again.
    pub attack_again: u8,
    /// How his faces count.
    pub count: Count,
    /// Symbols that he has without throwing: for a recruit as target, for an ambush.
    pub automatic: Symbols,
    /// What the defender throws.
    pub defence: Pool,
    /// So many of these dice that show nothing he throws again.
    pub defence_again: u8,
    /// Suppressions do nothing to the target (AS-4.2.3: elite).
    pub unshaken: bool,
}

/// A target, as far as results depend on it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// What it is.
    pub kind: Kind,
    /// It was suppressed before.
    pub suppressed: bool,
    /// It was marked fallback before.
    pub fallback: bool,
    /// It was immobilised before.
    pub immobilised: bool,
    /// It was at half strength before.
    pub half_strength: bool,
    /// Damage points it had before.
    pub damage: u8,
    /// What it endures; damage points change nothing else if that is not known.
    pub endures: Option<Endurance>,
}

/// Damage points, all together, that bring a unit to half strength and that eliminate it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Endurance {
    pub half_strength_at: u8,
    pub eliminated_at: u8,
}

/// What becomes of a target: only what it was not before.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Fate {
    pub damage: u8,
    pub suppressed: bool,
    pub fallback: bool,
    pub immobilised: bool,
    pub half_strength: bool,
    pub eliminated: bool,
}

/// So many dice of both sides are counted up without a look at how many ways there are.
const FEW_DICE: u8 = 8;

/// In how many ways symbols are left, each with something that is kept in mind about them.
pub(super) type Ways<K> = Vec<((Symbols, K), u128)>;

/// An attack and its defence, thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cast {
    pub(crate) attack: Thrown,
    pub(crate) defence: Thrown,
    /// What is left of the attack.
    pub(crate) left: Symbols,
}

/// The comparison roll for criticals (AS-10.7.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) attack: Thrown,
    pub(crate) defence: Thrown,
    /// The strongest symbol that is left to the attacker.
    pub(crate) strongest: Option<Symbol>,
}

impl Clash {
    /// What is left of a thrown attack.
    pub(super) fn left(&self, attack: Symbols, defence: Symbols) -> Symbols {
        let left = (attack + self.automatic).less(defence);
        if self.unshaken { Symbols { suppression: 0, ..left } } else { left }
    }

    /// Throws attack and defence.
    pub(crate) fn cast(&self, combat: &CombatDice, dice: &mut dyn Dice) -> Cast {
        let attack = combat.throw("the attack", (self.attack, self.attack_again), self.count, dice);
        let defence = combat.throw("the defence", (self.defence, self.defence_again), Count::Every, dice);
        let left = self.left(attack.symbols, defence.symbols);
        Cast { attack, defence, left }
    }

    /// Throws for the criticals that are left, if any are: green dice against blue ones, all at once.
    pub(crate) fn compare(&self, combat: &CombatDice, left: Symbols, dice: &mut dyn Dice) -> Option<Comparison> {
        let criticals = left.critical;
        (criticals > 0).then(|| {
            let attack = combat.throw("the critical hit", (Pool::GREEN.times(criticals), 0), Count::Every, dice);
            let defence =
                combat.throw("against the critical hit", (Pool::BLUE.times(criticals), 0), Count::Every, dice);
            let strongest = self.compared(attack.symbols, defence.symbols);
            Comparison { attack, defence, strongest }
        })
    }

    /// The strongest symbol that a comparison roll leaves to the attacker (AS-10.7.2).
    fn compared(&self, attack: Symbols, defence: Symbols) -> Option<Symbol> {
        let strongest = attack.less(defence).strongest();
        strongest.filter(|symbol| !(self.unshaken && *symbol == Symbol::Suppression))
    }

    /// The odds of what is left after the defence, before criticals are resolved.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn odds(&self, combat: &CombatDice) -> Result<Odds<Symbols>, TooManyWays> {
        Odds::counted(self.ways(combat)?.into_iter().map(|((left, ()), ways)| (left, ways)))
    }

    fn ways(&self, combat: &CombatDice) -> Result<Ways<()>, TooManyWays> {
        let attack = tallies(combat, (self.attack, self.attack_again), self.count);
        self.left_of(combat, attack.iter().map(|(symbols, ways)| ((*symbols, ()), *ways)))
    }

    /// What the defence leaves of attacks that fell so, each with something that is kept in mind about it.
    pub(super) fn left_of<K: Ord + Copy>(
        &self,
        combat: &CombatDice,
        attack: impl IntoIterator<Item = ((Symbols, K), u128)>,
    ) -> Result<Ways<K>, TooManyWays> {
        let defence = tallies(combat, (self.defence, self.defence_again), Count::Every);
        let all_defence: u128 = defence.iter().map(|(_, ways)| ways).sum();
        let mut left: BTreeMap<K, Tally> = BTreeMap::new();
        for ((symbols, kept), ways) in attack {
            // No product below is larger.
            times(ways, all_defence)?;
            let tally = left.entry(kept).or_default();
            tally.reach(symbols + self.automatic);
            for alike in defence.chunk_by(|(one, _), (next, _)| one.but_suppression() == next.but_suppression()) {
                // Suppressions are the last to cancel, and only suppressions: the rest of the work is done once for all
                // of them.
                tally.add_all(self.left(symbols, alike[0].0.but_suppression()), alike, ways);
            }
        }
        let told = left.into_iter().flat_map(|(kept, tally)| {
            let told = tally.told();
            told.into_iter().map(move |(symbols, ways)| ((symbols, kept), ways))
        });
        Ok(told.collect())
    }

    /// The odds of what becomes of the target.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, combat: &CombatDice, target: &Target) -> Result<Odds<Fate>, TooManyWays> {
        self.outcomes(combat, |left, critical| target.fate(left, critical))
    }

    /// The odds of whatever `read` makes of the symbols left and of the strongest symbol of their comparison roll.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn outcomes<T: Ord>(
        &self,
        combat: &CombatDice,
        read: impl Fn(Symbols, Option<Symbol>) -> T,
    ) -> Result<Odds<T>, TooManyWays> {
        self.check_countable(combat)?;
        self.compared_odds(combat, self.ways(combat)?, |left, (), critical| read(left, critical))
    }

    /// Whether the ways of the dice and of the comparison rolls after them can be counted: many dice are refused before
    /// they are counted up.
    fn check_countable(&self, combat: &CombatDice) -> Result<(), TooManyWays> {
        // Few dice are counted up as quickly as they are looked at.
        if self.attack.len().saturating_add(self.defence.len()) <= FEW_DICE {
            return Ok(());
        }
        let attack = tallies(combat, (self.attack, self.attack_again), self.count);
        let defence = tallies(combat, (self.defence, self.defence_again), Count::Every);
        let all = |tallies: &[(Symbols, u128)]| tallies.iter().map(|(_, ways)| ways).sum::<u128>();
        let most = attack.iter().max_by_key(|(symbols, _)| symbols.critical).map_or(Symbols::NONE, |(most, _)| *most);
        let left = defence.iter().map(|(against, _)| self.left(most, *against).critical).max().unwrap_or(0);
        let compared = 36u128.checked_pow(u32::from(left));
        let ways = all(&attack).checked_mul(all(&defence)).zip(compared).and_then(|(ways, of)| ways.checked_mul(of));
        ways.map(|_| ()).ok_or(TooManyWays)
    }

    /// The same for symbols left that were counted before.
    pub(super) fn compared_odds<K: Ord + Copy, T: Ord>(
        &self,
        combat: &CombatDice,
        left: Ways<K>,
        read: impl Fn(Symbols, K, Option<Symbol>) -> T,
    ) -> Result<Odds<T>, TooManyWays> {
        let most = left.iter().map(|((symbols, _), _)| symbols.critical).max().unwrap_or(0);
        // A comparison roll of n criticals falls in 36 to the n ways: all are counted out of the same number.
        let comparisons: Vec<[(Option<Symbol>, u128); 4]> =
            (0..=most).map(|criticals| self.comparison(combat, criticals)).collect();
        let ways_of = |criticals: u8| 36u128.checked_pow(u32::from(criticals)).ok_or(TooManyWays);
        let mut read_as = Vec::with_capacity(left.len());
        for ((symbols, kept), ways) in left {
            let more = ways_of(most - symbols.critical)?;
            let compared = comparisons[usize::from(symbols.critical)].iter().filter(|(_, of)| *of > 0);
            for (strongest, of) in compared {
                let ways = times(times(ways, *of)?, more)?;
                read_as.push((read(symbols, kept, *strongest), ways));
            }
        }
        Odds::counted(read_as)
    }

    /// What the comparison roll of so many criticals leaves, with its ways.
    fn comparison(&self, combat: &CombatDice, criticals: u8) -> [(Option<Symbol>, u128); 4] {
        let [nothing, suppression, damage, critical] = combat.compared(criticals);
        let (nothing, suppression) = if self.unshaken { (nothing + suppression, 0) } else { (nothing, suppression) };
        [
            (None, nothing),
            (Some(Symbol::Suppression), suppression),
            (Some(Symbol::Damage), damage),
            (Some(Symbol::Critical), critical),
        ]
    }
}

/// Ways by symbols, in a box with a place for each number of each symbol: quicker than a tree where there are thousands
/// to add up.
#[derive(Default)]
struct Tally {
    /// As many of each symbol as have a place.
    most: Symbols,
    ways: Vec<u128>,
}

impl Tally {
    /// Makes places for up to so many symbols of each kind.
    fn reach(&mut self, symbols: Symbols) {
        let most = Symbols {
            critical: self.most.critical.max(symbols.critical),
            damage: self.most.damage.max(symbols.damage),
            suppression: self.most.suppression.max(symbols.suppression),
        };
        if most == self.most && !self.ways.is_empty() {
            return;
        }
        let larger = |count: u8| usize::from(count) + 1;
        let places = larger(most.critical) * larger(most.damage) * larger(most.suppression);
        let before = std::mem::replace(self, Tally { most, ways: vec![0; places] });
        before.told().into_iter().for_each(|(symbols, ways)| self.add(symbols, ways));
    }

    fn add(&mut self, symbols: Symbols, ways: u128) {
        let place = self.place(symbols);
        self.ways[place] += ways;
    }

    /// Adds what is `left` after each of the defences `alike`, which differ in their suppressions only; these have
    /// still to be cancelled.
    fn add_all(&mut self, left: Symbols, alike: &[(Symbols, u128)], ways: u128) {
        let row = self.place(left.but_suppression());
        let row = &mut self.ways[row..=row + usize::from(left.suppression)];
        for (against, of) in alike {
            row[usize::from(left.suppression.saturating_sub(against.suppression))] += ways * of;
        }
    }

    fn place(&self, symbols: Symbols) -> usize {
        let Symbols { critical, damage, suppression } = symbols;
        let wide = |count: u8| usize::from(count) + 1;
        (usize::from(critical) * wide(self.most.damage) + usize::from(damage)) * wide(self.most.suppression)
            + usize::from(suppression)
    }

    /// Everything that has ways.
    fn told(self) -> Vec<(Symbols, u128)> {
        let Symbols { critical, damage, suppression } = self.most;
        let all = (0..=critical).flat_map(|critical| {
            let damages = (0..=damage).flat_map(move |damage| (0..=suppression).map(move |x| (damage, x)));
            damages.map(move |(damage, suppression)| Symbols { critical, damage, suppression })
        });
        all.zip(self.ways).filter(|(_, ways)| *ways > 0).collect()
    }
}

/// How a pool can fall, by its symbols together, with the ways.
fn tallies(combat: &CombatDice, (pool, again): (Pool, u8), count: Count) -> Cow<'_, [(Symbols, u128)]> {
    if again == 0 {
        return combat.added_up(pool, count);
    }
    let worth = |face: u16| count.of(face).packed();
    let tally = |Branch { fell, ways }: Branch| (Symbols::unpacked(fell.row()), ways);
    branches(&Throw::new("a pool", combat.of(pool)).added_again(&worth, again)).into_iter().map(tally).collect()
}

/// The product, quickly where it is small.
fn times(ways: u128, of: u128) -> Result<u128, TooManyWays> {
    match (u64::try_from(ways), u64::try_from(of)) {
        (Ok(ways), Ok(of)) => Ok(u128::from(ways) * u128::from(of)),
        (Err(_), _) | (_, Err(_)) => ways.checked_mul(of).ok_or(TooManyWays),
    }
}

impl Target {
    /// A unit of a card with these marks.
    pub fn of(card: &UnitCard, marks: Target) -> Target {
        let endures = Endurance { half_strength_at: card.half_strength_at, eliminated_at: card.eliminated_at };
        Target { kind: card.kind, endures: Some(endures), ..marks }
    }

    /// What becomes of it: criticals first, by the strongest symbol of their comparison roll, then damage points, then
    /// suppression.
    pub(crate) fn fate(&self, left: Symbols, critical: Option<Symbol>) -> Fate {
        let mut fate = critical.map_or_else(Fate::default, |symbol| match self.kind {
            Kind::Infantry | Kind::Gun => self.critical_on_men(symbol),
            Kind::Vehicle => self.critical_on_vehicle(symbol),
        });
        fate.damage = left.damage;
        fate.suppressed |= left.suppression > 0;
        fate.suppressed &= !self.suppressed;
        if let Some(Endurance { half_strength_at, eliminated_at }) = self.endures {
            let points = self.damage.saturating_add(left.damage);
            fate.half_strength |= left.damage > 0 && points >= half_strength_at && !self.half_strength;
            fate.eliminated |= left.damage > 0 && points >= eliminated_at;
        }
        match fate.eliminated {
            // Nobody marks what is gone.
            true => Fate { damage: fate.damage, eliminated: true, ..Fate::default() },
            false => fate,
        }
    }

    /// It is flipped to half strength, with the damage points that its card needs for that.
    pub(crate) fn flips(&self) -> Fate {
        let at = self.endures.map_or(0, |endures| endures.half_strength_at);
        let damage = at.saturating_sub(self.damage);
        match self.endures.is_some_and(|endures| self.damage.saturating_add(damage) >= endures.eliminated_at) {
            true => Fate { damage, eliminated: true, ..Fate::default() },
            false => Fate { damage, half_strength: true, ..Fate::default() },
        }
    }

    /// What a fallback makes of it.
    pub(crate) fn falls_back(&self) -> Fate {
        match self.kind {
            Kind::Infantry | Kind::Gun => self.men_fall_back(),
            Kind::Vehicle => self.vehicle_falls_back(),
        }
    }

    /// How it stands after an attack that it lives through.
    #[must_use]
    pub fn struck(mut self, fate: Fate) -> Target {
        self.damage = self.damage.saturating_add(fate.damage);
        self.suppressed |= fate.suppressed;
        self.immobilised |= fate.immobilised;
        self.half_strength |= fate.half_strength;
        self
    }

    /// AS-10.7.5.
    fn critical_on_men(&self, symbol: Symbol) -> Fate {
        match symbol {
            Symbol::Critical => self.men_fall_back(),
            Symbol::Damage | Symbol::Suppression if self.suppressed => self.men_fall_back(),
            Symbol::Damage | Symbol::Suppression => Fate { suppressed: true, ..Fate::default() },
        }
    }

    /// Guns are left behind, and who runs already is gone.
    fn men_fall_back(&self) -> Fate {
        match self.kind == Kind::Gun || self.fallback {
            true => Fate { eliminated: true, ..Fate::default() },
            false => Fate { fallback: true, ..Fate::default() },
        }
    }

    /// AS-10.7.6.
    fn critical_on_vehicle(&self, symbol: Symbol) -> Fate {
        match symbol {
            Symbol::Critical if self.immobilised => Fate { eliminated: true, ..Fate::default() },
            Symbol::Critical => Fate { immobilised: true, ..Fate::default() },
            Symbol::Damage => self.vehicle_falls_back(),
            Symbol::Suppression if self.suppressed => self.vehicle_falls_back(),
            Symbol::Suppression => Fate { suppressed: true, ..Fate::default() },
        }
    }

    fn vehicle_falls_back(&self) -> Fate {
        match self.immobilised || self.fallback {
            true => Fate { eliminated: true, ..Fate::default() },
            false => Fate { fallback: true, ..Fate::default() },
        }
    }
}

/// "damage:1,suppressed,fallback"; "no-effect".
impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        words.extend((self.damage > 0).then(|| format!("damage:{}", self.damage)));
        let marks = [
            (self.suppressed, "suppressed"),
            (self.fallback, "fallback"),
            (self.immobilised, "immobilised"),
            (self.half_strength, "half-strength"),
            (self.eliminated, "eliminated"),
        ];
        words.extend(marks.into_iter().filter(|(so, _)| *so).map(|(_, word)| word.to_owned()));
        if words.is_empty() { f.write_str("no-effect") } else { f.write_str(&words.join(",")) }
    }
}
