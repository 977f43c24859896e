//! The combat dice, from `content/assault/dice.toml`: six faces for each colour, with none, one or two symbols.
//!
//! A face has a number whose digits are its symbols, the stronger first: 3 is a critical, 2 damage, 1 an X, 0 nothing;
//! 21 is damage with an X. That is how dice stand in saved games and rule cases, and how they are typed.

use std::{borrow::Cow, cmp::Reverse, sync::OnceLock};

use content::{Problems, Source, Spanned};
use dice::{Dice, Die, Throw};
use engine::{Provenance, SymbolDie};
use serde::Deserialize;

use super::{
    pool::{Colour, Pool},
    symbols::{Symbol, Symbols},
};

const SIDES: usize = 6;
/// The colours that the rules name; a red die is for those whose box has one.
const NEEDED: [Colour; 2] = [Colour::Green, Colour::Blue];
/// Symbols on a face at most.
const ON_A_FACE: usize = 2;

/// Pools with fewer dice of a colour are added up once.
const OFTEN: usize = 8;
/// So are comparison rolls for fewer criticals.
const CRITICALS: usize = 16;

/// The dice of all colours.
#[derive(Clone, Debug)]
pub struct CombatDice {
    dice: Vec<(Colour, Die)>,
    /// How pools of green and blue dice fall, as far as somebody has asked: by [`Count`], green dice and blue dice.
    added_up: Vec<OnceLock<Vec<(Symbols, u128)>>>,
    /// How comparison rolls fall, likewise.
    compared: [OnceLock<Compared>; CRITICALS],
}

/// In how many ways a comparison roll leaves nothing, a suppression, damage or a critical as the strongest symbol.
pub(crate) type Compared = [u128; 4];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiceFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    die: Vec<DieSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DieSpec {
    colour: Spanned<Colour>,
    faces: Spanned<Vec<Vec<Symbol>>>,
}

/// The number of a face.
fn number(face: &[Symbol]) -> u16 {
    let mut face = face.to_vec();
    face.sort_unstable_by(|a, b| b.cmp(a));
    face.into_iter().fold(0, |number, symbol| number * 10 + digit(symbol))
}

fn digit(symbol: Symbol) -> u16 {
    match symbol {
        Symbol::Critical => 3,
        Symbol::Damage => 2,
        Symbol::Suppression => 1,
    }
}

/// The symbols of a face by its number, the stronger first.
pub fn on_face(number: u16) -> impl Iterator<Item = Symbol> {
    let on = |wanted: u16| Symbol::ALL.into_iter().find(move |&symbol| digit(symbol) == wanted);
    [number / 10, number % 10].into_iter().filter_map(on)
}

/// What a face counts.
pub fn counted(number: u16) -> Symbols {
    on_face(number).fold(Symbols::NONE, |sum, symbol| sum + Symbols::one(symbol))
}

impl CombatDice {
    pub(crate) fn read(file: &DiceFile, source: &Source<'_>, problems: &mut Problems) -> CombatDice {
        let mut dice: Vec<(Colour, Die)> = Vec::new();
        for spec in &file.die {
            let (colour, faces) = (*spec.colour.get_ref(), spec.faces.get_ref());
            if dice.iter().any(|(known, _)| *known == colour) {
                let what = format!("there are two {} dice", colour.word());
                problems.add(source.problem(spec.colour.span(), what, "give each colour its faces once"));
            }
            if faces.len() != SIDES {
                let what = format!("the {} die has {} faces", colour.word(), faces.len());
                problems.add(source.problem(spec.faces.span(), what, "write six, [] for one that shows nothing"));
            }
            if faces.iter().any(|face| face.len() > ON_A_FACE) {
                let what = format!("a face of the {} die has more than two symbols", colour.word());
                problems.add(source.problem(spec.faces.span(), what, "none, one or two"));
            }
            dice.push((colour, Die::Custom(faces.iter().map(|face| number(face)).collect())));
        }
        for colour in NEEDED.into_iter().filter(|colour| !dice.iter().any(|(known, _)| known == colour)) {
            problems.add(source.whole(format!("there is no {} die", colour.word()), "write a [[die]] for it"));
        }
        dice.sort_by_key(|(colour, _)| Reverse(*colour));
        let added_up = vec![OnceLock::new(); Count::ALL * OFTEN * OFTEN];
        CombatDice { dice, added_up, compared: Default::default() }
    }

    /// All dice, the weakest first.
    pub fn shown(&self) -> Vec<SymbolDie> {
        let face = |number: u16| on_face(number).map(|symbol| symbol.word().to_owned()).collect();
        let faces = |die: &Die| (0..die.sides()).map(|at| face(die.face(at))).collect();
        let values = |die: &Die| (0..die.sides()).map(|at| die.face(at)).collect();
        let shown = |(colour, die): &(Colour, Die)| SymbolDie {
            colour: colour.word().to_owned(),
            faces: faces(die),
            values: values(die),
        };
        self.dice.iter().rev().map(shown).collect()
    }

    /// Whether there is a die of each colour in a pool.
    pub fn has(&self, pool: Pool) -> bool {
        pool.dice().all(|colour| self.dice.iter().any(|(known, _)| *known == colour))
    }

    /// The dice of a pool, in the order in which they are thrown: the strongest [`Pool::MOST`], whatever an edited
    /// chart adds up to.
    pub fn of(&self, pool: Pool) -> Vec<Die> {
        self.in_pool(pool).cloned().collect()
    }

    /// The same one by one.
    pub(crate) fn in_pool(&self, pool: Pool) -> impl Iterator<Item = &Die> {
        let die = |colour: Colour| self.dice.iter().find(|(known, _)| *known == colour).map(|(_, die)| die);
        pool.dice().take(usize::from(Pool::MOST)).filter_map(die)
    }

    /// How a pool can fall, by its symbols together, with the ways.
    pub(crate) fn added_up(&self, pool: Pool, count: Count) -> Cow<'_, [(Symbols, u128)]> {
        let (green, blue) = (usize::from(pool.green), usize::from(pool.blue));
        if pool.red > 0 || green >= OFTEN || blue >= OFTEN {
            return Cow::Owned(self.add_up(pool, count));
        }
        let place = (count as usize * OFTEN + green) * OFTEN + blue;
        Cow::Borrowed(self.added_up[place].get_or_init(|| self.add_up(pool, count)))
    }

    /// Each die adds what it shows to what lay there before.
    fn add_up(&self, pool: Pool, count: Count) -> Vec<(Symbols, u128)> {
        let mut sums: Vec<(u16, u128)> = vec![(0, 1)];
        for die in self.in_pool(pool) {
            let shown = (0..die.sides()).map(|face| count.of(die.face(face)).packed());
            let mut next: Vec<(u16, u128)> = Vec::with_capacity(sums.len() * usize::from(die.sides()));
            for worth in shown {
                next.extend(sums.iter().map(|(sum, ways)| (sum + worth, *ways)));
            }
            next.sort_unstable_by_key(|(sum, _)| *sum);
            next.dedup_by(|(sum, ways), (kept, all)| {
                let same = sum == kept;
                *all += if same { *ways } else { 0 };
                same
            });
            sums = next;
        }
        sums.into_iter().map(|(sum, ways)| (Symbols::unpacked(sum), ways)).collect()
    }

    /// How the comparison roll of so many criticals falls (AS-10.7.2).
    pub(crate) fn compared(&self, criticals: u8) -> Compared {
        let roll = || {
            let attack = self.added_up(Pool::GREEN.times(criticals), Count::Every);
            let defence = self.added_up(Pool::BLUE.times(criticals), Count::Every);
            let mut strongest = Compared::default();
            for (symbols, ways) in attack.iter() {
                for (against, of) in defence.iter() {
                    let left = symbols.less(*against).strongest();
                    strongest[left.map_or(0, |symbol| symbol as usize + 1)] += ways * of;
                }
            }
            strongest
        };
        self.compared.get(usize::from(criticals)).map_or_else(roll, |known| *known.get_or_init(roll))
    }

    /// Throws a pool, and up to `again` of its dice that show nothing once more: the symbols together, and the faces.
    pub(crate) fn throw(&self, what: &str, (pool, again): (Pool, u8), count: Count, dice: &mut dyn Dice) -> Thrown {
        if pool.is_empty() {
            return Thrown::default();
        }
        let worth = |face: u16| count.of(face).packed();
        let thrown = self.of(pool);
        let first = thrown.len();
        let fell =
            dice.throw(&Throw::new(what, thrown).coloured(pool.dice().map(Colour::word)).added_again(&worth, again));
        let faces = fell.faces().to_vec();
        Thrown { symbols: Symbols::unpacked(fell.row()), again: faces.len() - first, faces, pool }
    }
}

/// What fell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Thrown {
    pub(crate) symbols: Symbols,
    /// One example, when all outcomes are counted; dice that were thrown again come last.
    pub(crate) faces: Vec<u16>,
    /// How many were.
    pub(crate) again: usize,
    /// The dice.
    pub(crate) pool: Pool,
}

impl Thrown {
    /// The faces of the first throw with the colour of each die.
    pub(crate) fn first(&self) -> (&[u16], Vec<&'static str>) {
        let first = self.faces.len() - self.again;
        (&self.faces[..first], self.pool.dice().take(first).map(Colour::word).collect())
    }

    /// The same for the dice that were thrown again: the first of those that showed nothing.
    pub(crate) fn second(&self) -> (&[u16], Vec<&'static str>) {
        let (first, colours) = self.first();
        let blank = first.iter().zip(colours).filter(|(face, _)| **face == 0).map(|(_, colour)| colour);
        (&self.faces[first.len()..], blank.take(self.again).collect())
    }
}

/// How the faces of a throw are counted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// Every symbol.
    #[default]
    Every,
    /// Only the strongest of each face (AS-10.8.1).
    Strongest,
    /// Every symbol, as a suppression (AS-12.4.3.1).
    Suppressing,
}

impl Count {
    /// How many there are.
    const ALL: usize = 3;

    /// What a face counts.
    pub fn of(self, face: u16) -> Symbols {
        match self {
            Count::Every => counted(face),
            Count::Strongest => counted(face).counted_once(),
            Count::Suppressing => Symbols { suppression: on_face(face).count() as u8, ..Symbols::NONE },
        }
    }
}
