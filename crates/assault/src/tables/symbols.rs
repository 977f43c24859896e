//! What stands on the combat dice, and how a defence cancels it (AS-10.7.2).

use std::{fmt, ops::Add};

use serde::{Deserialize, Serialize};

/// A symbol, the weakest first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// X.
    Suppression,
    /// A damage point.
    Damage,
    /// A critical hit.
    Critical,
}

impl Symbol {
    /// All of them, the strongest first.
    pub const ALL: [Symbol; 3] = [Symbol::Critical, Symbol::Damage, Symbol::Suppression];

    /// Its name in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Symbol::Critical => "critical",
            Symbol::Damage => "damage",
            Symbol::Suppression => "suppression",
        }
    }
}

/// How many of each symbol: on a face, on a throw, or what is left of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct Symbols {
    pub critical: u8,
    pub damage: u8,
    pub suppression: u8,
}

impl Symbols {
    /// Nothing.
    pub const NONE: Symbols = Symbols { critical: 0, damage: 0, suppression: 0 };
    /// More of one symbol than [`Symbols::packed`] can hold.
    const TOO_MANY: u16 = 32;

    /// One symbol.
    pub fn one(symbol: Symbol) -> Symbols {
        match symbol {
            Symbol::Critical => Symbols { critical: 1, ..Symbols::NONE },
            Symbol::Damage => Symbols { damage: 1, ..Symbols::NONE },
            Symbol::Suppression => Symbols { suppression: 1, ..Symbols::NONE },
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Symbols::NONE
    }

    /// The strongest there is.
    pub fn strongest(self) -> Option<Symbol> {
        Symbol::ALL.into_iter().find(|&symbol| self.of(symbol) > 0)
    }

    /// How many of a symbol.
    pub fn of(self, symbol: Symbol) -> u8 {
        match symbol {
            Symbol::Critical => self.critical,
            Symbol::Damage => self.damage,
            Symbol::Suppression => self.suppression,
        }
    }

    /// The same without its suppressions.
    #[must_use]
    pub(crate) fn but_suppression(self) -> Symbols {
        Symbols { suppression: 0, ..self }
    }

    /// A face that counts once: its strongest symbol (AS-10.8.1).
    #[must_use]
    pub fn counted_once(self) -> Symbols {
        self.strongest().map_or(Symbols::NONE, Symbols::one)
    }

    /// What a defence leaves of it. Defence symbols count strongest first, each against the strongest symbol left that
    /// is not stronger than itself; what finds none is lost (AS-10.7.2).
    #[must_use]
    pub fn less(self, defence: Symbols) -> Symbols {
        let mut left = self;
        let criticals = cancel(&mut left.critical, defence.critical);
        let criticals = cancel(&mut left.damage, criticals);
        cancel(&mut left.suppression, criticals);
        let damage = cancel(&mut left.damage, defence.damage);
        cancel(&mut left.suppression, damage);
        cancel(&mut left.suppression, defence.suppression);
        left
    }

    /// In one number, so that the numbers of several throws can be added up.
    pub(crate) fn packed(self) -> u16 {
        (u16::from(self.critical) * Self::TOO_MANY + u16::from(self.damage)) * Self::TOO_MANY
            + u16::from(self.suppression)
    }

    /// From [`Symbols::packed`].
    pub(crate) fn unpacked(packed: u16) -> Symbols {
        let (rest, suppression) = (packed / Self::TOO_MANY, packed % Self::TOO_MANY);
        let (critical, damage) = (rest / Self::TOO_MANY, rest % Self::TOO_MANY);
        Symbols { critical: critical as u8, damage: damage as u8, suppression: suppression as u8 }
    }
}

/// Takes up to `by` away; what is left of `by`.
fn cancel(count: &mut u8, by: u8) -> u8 {
    let gone = by.min(*count);
    *count -= gone;
    by - gone
}

impl Add for Symbols {
    type Output = Symbols;

    fn add(self, other: Symbols) -> Symbols {
        Symbols {
            critical: self.critical.saturating_add(other.critical),
            damage: self.damage.saturating_add(other.damage),
            suppression: self.suppression.saturating_add(other.suppression),
        }
    }
}

/// "critical:1,damage:0,suppression:2".
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "critical:{},damage:{},suppression:{}", self.critical, self.damage, self.suppression)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};

    use super::{Symbol, Symbols};

    fn symbols(critical: u8, damage: u8, suppression: u8) -> Symbols {
        Symbols { critical, damage, suppression }
    }

    #[test]
    fn each_defence_symbol_takes_the_strongest_it_can() {
        for (attack, defence, left) in [
            (symbols(1, 1, 1), symbols(1, 0, 0), symbols(0, 1, 1)),
            (symbols(1, 1, 1), symbols(0, 1, 0), symbols(1, 0, 1)),
            (symbols(1, 1, 1), symbols(0, 0, 1), symbols(1, 1, 0)),
            // What is stronger than all that is left is not lost.
            (symbols(0, 1, 1), symbols(2, 0, 0), symbols(0, 0, 0)),
            (symbols(0, 0, 2), symbols(1, 0, 0), symbols(0, 0, 1)),
            // The critical takes the damage, so the damage takes an X.
            (symbols(0, 1, 1), symbols(1, 1, 0), symbols(0, 0, 0)),
            // Nothing weaker touches a critical.
            (symbols(2, 0, 0), symbols(1, 5, 5), symbols(1, 0, 0)),
            (symbols(0, 2, 0), symbols(0, 0, 5), symbols(0, 2, 0)),
        ] {
            assert_eq!(attack.less(defence), left, "{attack} less {defence}");
        }
    }

    /// The same one symbol at a time, as a person at a table does it.
    fn by_hand(attack: Symbols, defence: Symbols) -> Symbols {
        let list = |all: Symbols| {
            Symbol::ALL.into_iter().flat_map(move |symbol| std::iter::repeat_n(symbol, usize::from(all.of(symbol))))
        };
        let mut left: Vec<Symbol> = list(attack).collect();
        for shield in list(defence) {
            if let Some(place) = left.iter().position(|&symbol| symbol <= shield) {
                left.remove(place);
            }
        }
        left.into_iter().fold(Symbols::NONE, |sum, symbol| sum + Symbols::one(symbol))
    }

    fn some() -> impl Strategy<Value = Symbols> {
        (0u8..6, 0u8..6, 0u8..6).prop_map(|(critical, damage, suppression)| symbols(critical, damage, suppression))
    }

    proptest! {
        #[test]
        fn cancelling_is_what_a_person_does(attack in some(), defence in some()) {
            prop_assert_eq!(attack.less(defence), by_hand(attack, defence));
        }

        #[test]
        fn packed_numbers_add_up(one in some(), other in some()) {
            prop_assert_eq!(Symbols::unpacked(one.packed() + other.packed()), one + other);
            prop_assert!(one.counted_once().packed() <= one.packed());
        }
    }
}
