//! The aid beside a real map: what a screen needs to ask about attacks, and dice that are thrown at the table, one throw after the other.

use dice::{Dice, Die, Faces, Fell, ScriptError, Scripted, Seeded, Throw};
use serde::Serialize;
use ts_rs::TS;

use crate::{AskError, Attacks, Form, Resolved, Words};

/// Everything a screen needs to ask about the attacks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Aid {
    /// The kinds of attack.
    pub forms: Vec<Form>,
    /// The dice with symbols, the weakest first.
    pub dice: Vec<FacedDie>,
}

/// A die with symbols.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct FacedDie {
    /// Its colour.
    pub colour: String,
    /// Its faces.
    pub faces: Vec<AidFace>,
}

/// A face with symbols.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct AidFace {
    /// The number by which it is typed.
    pub value: u16,
    /// What is on it, the strongest first.
    pub symbols: Vec<String>,
}

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct AidThrow {
    /// What the throw is for.
    pub what: String,
    /// The dice, in the order of their faces.
    pub dice: Vec<AidDie>,
    /// What fell.
    pub faces: Vec<u16>,
}

/// One of the dice of a throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct AidDie {
    /// Its colour, if it has symbols.
    pub colour: Option<String>,
    /// How many sides it has.
    pub sides: u16,
}

/// How far an attack has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum Throwing {
    /// Dice have to be thrown before it goes on.
    Needs(Needed),
    /// It is decided.
    Done {
        /// All dice, in the order in which they fell.
        throws: Vec<AidThrow>,
        /// How it came out.
        resolved: Box<Resolved>,
    },
}

/// Dice that have to be thrown next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Needed {
    /// What for, and which; its faces are those of them that are known already.
    pub next: AidThrow,
    /// The throws before it.
    pub throws: Vec<AidThrow>,
}

impl Aid {
    /// For the attacks of a game.
    pub fn of(attacks: &dyn Attacks) -> Aid {
        let forms = attacks.forms().iter().map(Form::asked).collect();
        let dice = attacks.dice().into_iter().map(|die| {
            let faces = die.values.into_iter().zip(die.faces);
            FacedDie { colour: die.colour, faces: faces.map(|(value, symbols)| AidFace { value, symbols }).collect() }
        });
        Aid { forms, dice: dice.collect() }
    }
}

/// Resolves an attack with the dice that have been thrown so far, and with those of a seed where they end; without a seed it says which dice
/// come next.
///
/// # Errors
/// If the attack makes no sense, the rules do not allow it, or the dice do not fit it.
pub fn throw(
    attacks: &dyn Attacks,
    form: &str,
    words: &Words,
    faces: &[u16],
    seed: Option<u64>,
) -> Result<Throwing, AskError> {
    let seeded = seed.map(Seeded::new);
    let mut table = TableDice { typed: faces, seeded, throws: Vec::new(), next: None, wrong: None };
    let resolved = attacks.resolve(form, words, &mut table);
    // Dice that do not fit, or that are still to be thrown, are the better reason why nothing came out.
    if let Some(wrong) = table.wrong {
        return Err(AskError::Words(wrong));
    }
    if let Some(next) = table.next {
        return Ok(Throwing::Needs(Needed { next, throws: table.throws }));
    }
    let resolved = Box::new(resolved?);
    match table.typed.len() {
        0 => Ok(Throwing::Done { throws: table.throws, resolved }),
        left => Err(AskError::Words(format!("{left} of the dice were never thrown"))),
    }
}

/// Dice at a real table. A rule cannot stop half-way: when the dice end, it goes on with the lowest faces and its result is not believed.
struct TableDice<'a> {
    typed: &'a [u16],
    seeded: Option<Seeded>,
    throws: Vec<AidThrow>,
    next: Option<AidThrow>,
    wrong: Option<String>,
}

impl TableDice<'_> {
    /// Whether everything that fell so far is believed.
    fn goes_on(&self) -> bool {
        self.next.is_none() && self.wrong.is_none()
    }

    /// Dice of a throw that fall together: as they were typed, or by the seed if nothing is typed any more.
    fn together(&mut self, throw: &Throw<'_>, what: String, places: &[usize]) -> Faces {
        let dice: Vec<&Die> = places.iter().map(|&place| &throw.dice[place]).collect();
        let lowest = dice.iter().map(|die| die.face(0));
        if !self.goes_on() || dice.is_empty() {
            return lowest.collect();
        }
        let mut shown = shown(throw, what, places);
        if self.typed.is_empty()
            && let Some(seeded) = &mut self.seeded
        {
            let dice = dice.into_iter().cloned().collect();
            shown.faces = seeded.throw(&Throw::new(throw.what, dice)).faces().to_vec();
            self.throws.push(shown.clone());
            return shown.faces;
        }
        let (mine, rest) = self.typed.split_at(dice.len().min(self.typed.len()));
        self.typed = rest;
        shown.faces = mine.iter().zip(&dice).map(|(face, die)| die.as_read(*face)).collect();
        if let Some((&face, die)) = shown.faces.iter().zip(&dice).find(|(face, die)| !die.shows(**face)) {
            let wrong = ScriptError::NoSuchFace { what: throw.what.to_owned(), face, sides: die.sides() };
            self.wrong = Some(wrong.to_string());
            return lowest.collect();
        }
        let faces = shown.faces.iter().copied().chain(lowest.skip(mine.len())).collect();
        match mine.len() < dice.len() {
            true => self.next = Some(shown),
            false => self.throws.push(shown),
        }
        faces
    }
}

/// Some dice of a throw, as they are shown.
fn shown(throw: &Throw<'_>, what: String, places: &[usize]) -> AidThrow {
    let colour = |place: usize| throw.colours.get(place).filter(|colour| !colour.is_empty()).map(|&one| one.to_owned());
    let dice = places.iter().map(|&place| AidDie { colour: colour(place), sides: throw.dice[place].sides() }).collect();
    AidThrow { what, dice, faces: Vec::new() }
}

impl Dice for TableDice<'_> {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let all: Vec<usize> = (0..throw.dice.len()).collect();
        let mut faces = self.together(throw, throw.what.to_owned(), &all);
        let blank = throw.places_again(&faces);
        faces.extend(self.together(throw, format!("{}, what shows nothing again", throw.what), &blank));
        Scripted::new(faces).throw(throw)
    }
}
