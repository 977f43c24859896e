//! The aid beside a real map: what a screen needs to ask about attacks, and dice that are thrown at the table, one
//! throw after the other.

use dice::Seeded;
use serde::Serialize;
use ts_rs::TS;

use crate::{
    AskError, Attacks, Form, Resolved, SymbolDie, Words,
    table_dice::{Program, TableDice},
};

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
    /// What each face of its only die stands for, from 1 on, where that is more than a number: the chits in a cup.
    pub names: Vec<String>,
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
        Aid { forms, dice: attacks.dice().into_iter().map(FacedDie::from).collect() }
    }
}

impl From<SymbolDie> for FacedDie {
    fn from(die: SymbolDie) -> FacedDie {
        let faces = die.values.into_iter().zip(die.faces);
        FacedDie { colour: die.colour, faces: faces.map(|(value, symbols)| AidFace { value, symbols }).collect() }
    }
}

/// Resolves an attack with the dice that have been thrown so far, and with those of a seed where they end; without a
/// seed it says which dice come next.
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
    let mut table = TableDice::new(faces, seed.map_or(Program::Nothing, |seed| Program::Rest(Seeded::new(seed))));
    let resolved = attacks.resolve(form, words, &mut table);
    // Dice that do not fit, or that are still to be thrown, are the better reason why nothing came out.
    if let Some(wrong) = table.wrong {
        return Err(AskError::Words(wrong));
    }
    if let Some(next) = table.next {
        return Ok(Throwing::Needs(Needed { next, throws: table.throws }));
    }
    let resolved = Box::new(resolved?);
    match table.left() {
        0 => Ok(Throwing::Done { throws: table.throws, resolved }),
        left => Err(AskError::Words(format!("{left} of the dice were never thrown"))),
    }
}
