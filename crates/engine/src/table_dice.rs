use std::cell::Cell;

use dice::{Dice, Die, Faces, Fell, ScriptError, Scripted, Seeded, Throw};

use crate::{AidDie, AidThrow};

/// Dice at a real table, as far as people have typed what fell.
///
/// A rule cannot stop half-way: when the dice end, it goes on with others, and nothing that follows is believed. Those
/// are fair dice, so that a rule which throws until something happens comes to its end.
pub(crate) struct TableDice<'a> {
    typed: &'a [u16],
    program: Program,
    /// Throws what nobody at the table may see; without it everything is typed.
    blind: Option<Seeded>,
    onward: Seeded,
    /// What fell in sight of the players, in order.
    pub(crate) throws: Vec<AidThrow>,
    /// The throw for which dice are missing.
    pub(crate) next: Option<AidThrow>,
    /// The first thing that does not fit.
    pub(crate) wrong: Option<String>,
    /// Everything that fell, out of sight too: what a record needs.
    pub(crate) all: Faces,
    ended: Option<&'a Cell<bool>>,
}

/// What the program throws when nothing is typed any more.
pub(crate) enum Program {
    /// Nothing: it says which dice come next.
    Nothing,
    /// The next throw.
    Once(Seeded),
    /// All the rest.
    Rest(Seeded),
}

impl<'a> TableDice<'a> {
    pub(crate) fn new(typed: &'a [u16], program: Program) -> TableDice<'a> {
        TableDice {
            typed,
            program,
            blind: None,
            onward: Seeded::new(0),
            throws: Vec::new(),
            next: None,
            wrong: None,
            all: Faces::new(),
            ended: None,
        }
    }

    /// Throws by itself what nobody at the table may see.
    pub(crate) fn with_blind(mut self, seed: u64) -> TableDice<'a> {
        self.blind = Some(Seeded::new(seed));
        self
    }

    /// Says there when nothing is to be believed any more.
    pub(crate) fn telling(mut self, ended: &'a Cell<bool>) -> TableDice<'a> {
        self.ended = Some(ended);
        self
    }

    /// How many typed dice were never thrown.
    pub(crate) fn left(&self) -> usize {
        self.typed.len()
    }

    /// Whether everything that fell so far is believed.
    fn goes_on(&self) -> bool {
        self.next.is_none() && self.wrong.is_none()
    }

    /// The faces that the program throws now, if it is its turn.
    fn by_program(&mut self, dice: &[&Die]) -> Option<Faces> {
        let (Program::Once(seeded) | Program::Rest(seeded)) = &mut self.program else { return None };
        let faces = cast(seeded, dice);
        if matches!(self.program, Program::Once(_)) {
            self.program = Program::Nothing;
        }
        Some(faces)
    }

    /// Dice of a throw that fall together: as they were typed, or by the program if nothing is typed any more.
    fn together(&mut self, throw: &Throw<'_>, what: String, places: &[usize]) -> Faces {
        let dice: Vec<&Die> = places.iter().map(|&place| &throw.dice[place]).collect();
        if dice.is_empty() {
            return Faces::new();
        }
        if !self.goes_on() {
            return cast(&mut self.onward, &dice);
        }
        if let Some(blind) = self.blind.as_mut().filter(|_| throw.blind) {
            return cast(blind, &dice);
        }
        let mut shown = shown(throw, what, places);
        if self.typed.is_empty()
            && let Some(faces) = self.by_program(&dice)
        {
            shown.faces = faces;
            self.throws.push(shown.clone());
            return shown.faces;
        }
        let (mine, rest) = self.typed.split_at(dice.len().min(self.typed.len()));
        self.typed = rest;
        shown.faces = mine.iter().zip(&dice).map(|(face, die)| die.as_read(*face)).collect();
        if let Some((&face, die)) = shown.faces.iter().zip(&dice).find(|(face, die)| !die.shows(**face)) {
            let wrong = ScriptError::NoSuchFace { what: throw.what.to_owned(), face, sides: die.sides() };
            self.wrong = Some(wrong.to_string());
            return self.give_up(&dice);
        }
        if mine.len() < dice.len() {
            self.next = Some(shown);
            return self.give_up(&dice);
        }
        self.throws.push(shown.clone());
        shown.faces
    }

    /// From here on nothing is believed.
    fn give_up(&mut self, dice: &[&Die]) -> Faces {
        if let Some(ended) = self.ended {
            ended.set(true);
        }
        cast(&mut self.onward, dice)
    }
}

/// Lets some dice fall.
fn cast(seeded: &mut Seeded, dice: &[&Die]) -> Faces {
    seeded.throw(&Throw::new("", dice.iter().map(|&die| die.clone()).collect())).faces().to_vec()
}

/// Some dice of a throw, as they are shown.
fn shown(throw: &Throw<'_>, what: String, places: &[usize]) -> AidThrow {
    let colour = |place: usize| throw.colours.get(place).filter(|colour| !colour.is_empty()).map(|&one| one.to_owned());
    let dice = places.iter().map(|&place| AidDie { colour: colour(place), sides: throw.dice[place].sides() }).collect();
    let names = throw.names.map(|name| (1..=throw.dice[places[0]].sides()).map(name).collect());
    AidThrow { what, dice, faces: Vec::new(), names: names.unwrap_or_default() }
}

impl Dice for TableDice<'_> {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let places: Vec<usize> = (0..throw.dice.len()).collect();
        let mut faces = self.together(throw, throw.what.to_owned(), &places);
        let blank = throw.places_again(&faces);
        faces.extend(self.together(throw, format!("{}, what shows nothing again", throw.what), &blank));
        self.all.extend_from_slice(&faces);
        Scripted::new(faces).throw(throw)
    }
}
