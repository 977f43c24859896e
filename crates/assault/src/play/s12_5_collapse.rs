//! Blast against buildings and works (AS-12.5): the blast value against their resistance, what becomes of the structure
//! and of everybody in the hex.

use dice::{Dice, Odds, TooManyWays};
use engine::{Cited, RuleId};
use thiserror::Error;

use crate::{
    play::{
        s10_ranged_fire::{Attacker, Line},
        s10_results::{Cast, Clash, Fate, Target},
    },
    rule_ids::COLLAPSE,
    tables::{
        Catalogue, Kind,
        catalogue::Terrain,
        fortification::Fortification,
        pool::Pool,
        ranged_fire::FireStatus,
        support::collapse::{BlastEffect, OnUnits},
        symbols::{Symbol, Symbols},
        units::{RangeFactor, UnitCard},
    },
};

/// What can collapse.
#[derive(Copy, Clone, Debug)]
pub enum Structure<'a> {
    /// A hex of houses.
    Building(&'a Terrain),
    /// A work.
    Work(&'a Fortification),
}

/// What a collapse leaves.
#[derive(Copy, Clone, Debug)]
pub enum Remains<'a> {
    /// The hex is this ground from now on: the ruin marker.
    Ground(&'a Terrain),
    /// The marker is flipped to this work: the trench side.
    Work(&'a Fortification),
    /// The marker is removed.
    Nothing,
}

impl<'a> Remains<'a> {
    /// In one word: the id of what is there, or that nothing is.
    pub fn word(self) -> &'a str {
        match self {
            Remains::Ground(ground) => &ground.id,
            Remains::Work(work) => &work.id,
            Remains::Nothing => "removed",
        }
    }
}

impl<'a> Structure<'a> {
    /// The building or work of that id.
    pub fn named(catalogue: &'a Catalogue, id: &str) -> Option<Structure<'a>> {
        let work = catalogue.fortifications().iter().find(|work| work.id == id);
        work.map(Structure::Work).or_else(|| catalogue.ground(id).map(Structure::Building))
    }

    /// Its id.
    pub fn id(&self) -> &'a str {
        match self {
            Structure::Building(ground) => &ground.id,
            Structure::Work(work) => &work.id,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'a str {
        match self {
            Structure::Building(ground) => &ground.name,
            Structure::Work(work) => &work.name,
        }
    }

    /// What is left of it; `None` if it cannot collapse.
    pub fn remains(&self, catalogue: &'a Catalogue) -> Option<Remains<'a>> {
        let tables = &catalogue.support().collapse;
        tables.resistance(self.id())?;
        match self {
            Structure::Building(ground) => {
                tables.ruins(&ground.id).and_then(|ruins| catalogue.ground(ruins)).map(Remains::Ground)
            }
            Structure::Work(work) => {
                let left = catalogue.fortifications().iter().find(|left| Some(&left.id) == work.collapses.as_ref());
                Some(left.map_or(Remains::Nothing, Remains::Work))
            }
        }
    }
}

/// A blast value and what it is thrown at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blast {
    /// The dice of both.
    pub clash: Clash,
    /// Where they come from.
    pub lines: Vec<Line>,
}

/// A blast that was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blasted {
    pub(crate) cast: Cast,
    pub(crate) effect: Option<BlastEffect>,
}

/// Why there is no such blast.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoBlast {
    /// It has no blast value.
    #[error("the card has no blast value")]
    NoDice,
    /// Nothing there can collapse.
    #[error("{0} cannot collapse")]
    Solid(String),
    /// The target is too far.
    #[error("a blast value is used up to {} range", .0.word())]
    TooFar(RangeFactor),
    /// The target is nearer than the minimum range.
    #[error("the card does not fire nearer than {0} hexes")]
    TooNear(u8),
    /// Infantry without charges, or not beside the target.
    #[error("infantry needs demolition charges and an adjacent hex")]
    NoCharges,
    /// The unit moves and fires.
    #[error("a unit that moves and fires does not use its blast value")]
    Moving,
}

impl Cited for NoBlast {
    fn rule(&self) -> RuleId {
        COLLAPSE
    }

    fn code(&self) -> &'static str {
        match self {
            NoBlast::NoDice => "no-dice",
            NoBlast::Solid(_) => "cannot-collapse",
            NoBlast::TooFar(_) => "too-far",
            NoBlast::TooNear(_) => "too-near",
            NoBlast::NoCharges => "no-charges",
            NoBlast::Moving => "moving",
        }
    }
}

impl Blast {
    /// Blast dice of an aircraft, a battery or a unit against a structure. `attacker` has them as his dice.
    ///
    /// # Errors
    /// If there are none, or the structure cannot collapse.
    pub fn at(catalogue: &Catalogue, attacker: Attacker, structure: Structure<'_>) -> Result<Blast, NoBlast> {
        if attacker.dice.is_empty() {
            return Err(NoBlast::NoDice);
        }
        let resistance = catalogue.support().collapse.resistance(structure.id());
        let resistance = resistance.ok_or_else(|| NoBlast::Solid(structure.name().to_owned()))?;
        let (clash, mut lines) = attacker.against(catalogue.ranged_fire(), resistance);
        let what = format!("{}, {resistance}", structure.name());
        lines.push(Line::new(COLLAPSE, what, resistance.len().into()).leaving("defender", resistance));
        Ok(Blast { clash, lines })
    }

    /// A blast value that is not a unit's.
    ///
    /// # Errors
    /// As [`Blast::at`].
    pub fn of(catalogue: &Catalogue, dice: Pool, structure: Structure<'_>) -> Result<Blast, NoBlast> {
        Blast::at(catalogue, Attacker { dice, ..Attacker::default() }, structure)
    }

    /// The blast value of a unit, in place of an attack, at a structure so many hexes away. `marks` has what does not
    /// stand on its card.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn by_unit(
        catalogue: &Catalogue,
        (card, marks): (&UnitCard, Attacker),
        structure: Structure<'_>,
        hexes: u8,
    ) -> Result<Blast, NoBlast> {
        Blast::at(catalogue, Blast::attacker(catalogue, (card, marks), hexes)?, structure)
    }

    /// A unit with its blast value as its dice, if it may use it so many hexes away.
    pub(crate) fn attacker(
        catalogue: &Catalogue,
        (card, marks): (&UnitCard, Attacker),
        hexes: u8,
    ) -> Result<Attacker, NoBlast> {
        let tables = &catalogue.support().collapse;
        let dice = card.attack.soft.blast;
        if dice.is_empty() {
            return Err(NoBlast::NoDice);
        }
        match marks.status {
            FireStatus::MoveAndFire | FireStatus::FireAndMove => return Err(NoBlast::Moving),
            FireStatus::Firing | FireStatus::TurretFire => {}
        }
        let by_hand = card.kind == Kind::Infantry && !card.indirect;
        if by_hand && !(hexes == 1 && card.blasts_adjacent()) {
            return Err(NoBlast::NoCharges);
        }
        if !by_hand && card.range.factor(hexes).is_none_or(|factor| factor > tables.range) {
            return Err(NoBlast::TooFar(tables.range));
        }
        if hexes < card.minimum {
            return Err(NoBlast::TooNear(card.minimum));
        }
        Ok(Attacker { kind: card.kind, dice, experience: card.experience, ..marks })
    }

    /// Throws it.
    pub(crate) fn throw(&self, catalogue: &Catalogue, dice: &mut dyn Dice) -> Blasted {
        let cast = self.clash.cast(catalogue.dice(), dice);
        let effect = catalogue.support().collapse.results.of(cast.left);
        Blasted { cast, effect }
    }

    /// The odds of what it does; nothing if no symbol is left.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn effects(&self, catalogue: &Catalogue) -> Result<Odds<Option<BlastEffect>>, TooManyWays> {
        let results = &catalogue.support().collapse.results;
        let left = self.clash.odds(catalogue.dice())?;
        Odds::counted(left.results().map(|(left, ways)| (results.of(*left), ways)))
    }
}

impl BlastEffect {
    /// What becomes of a unit in the hex; suppressions do nothing to an `unshaken` one.
    pub fn on(self, target: &Target, unshaken: bool) -> Fate {
        match self.units {
            OnUnits::HalfStrength if target.half_strength => Fate { eliminated: true, ..Fate::default() },
            OnUnits::HalfStrength => target.flips(),
            OnUnits::Damage => target.fate(Symbols::one(Symbol::Damage), None),
            OnUnits::FallBack => target.falls_back(),
            OnUnits::Suppressed if unshaken => Fate::default(),
            OnUnits::Suppressed => target.fate(Symbols::one(Symbol::Suppression), None),
        }
    }
}
