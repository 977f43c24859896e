//! AA fire (AS-12.3.4) and what it does (AS-12.3.5).

use dice::{Dice, Odds, TooManyWays, Whose};
use engine::{Cited, RuleId};
use thiserror::Error;

use crate::{
    play::{
        s10_ranged_fire::{Attacker, Line},
        s10_results::{Cast, Clash},
    },
    rule_ids::{AA_FIRE, ABILITIES},
    tables::{
        Catalogue,
        support::{air::AaEffect, cards::Aircraft},
        units::UnitCard,
    },
};

/// A unit that could fire at an aircraft.
#[derive(Clone, Debug)]
pub struct AaUnit<'a> {
    /// Its card.
    pub card: &'a UnitCard,
    /// Its marks.
    pub marks: Attacker,
    /// It is suppressed.
    pub suppressed: bool,
    /// It is in a building.
    pub indoors: bool,
    /// Its distance from the target's hex.
    pub hexes: u8,
}

/// Why a unit does not fire at an aircraft.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAaFire {
    /// It is no AA unit.
    #[error("only an AA unit fires at aircraft")]
    NotAntiAircraft,
    /// It is suppressed.
    #[error("a suppressed unit does not fire at aircraft")]
    Suppressed,
    /// It does not see the sky.
    #[error("nobody fires at aircraft out of a building")]
    Indoors,
    /// The target's hex is out of its range.
    #[error("the target's hex is beyond its long range of {0}")]
    TooFar(u8),
}

impl Cited for NoAaFire {
    fn rule(&self) -> RuleId {
        match self {
            NoAaFire::NotAntiAircraft => ABILITIES,
            NoAaFire::Suppressed | NoAaFire::Indoors | NoAaFire::TooFar(_) => AA_FIRE,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            NoAaFire::NotAntiAircraft => "not-anti-aircraft",
            NoAaFire::Suppressed => "suppressed",
            NoAaFire::Indoors => "indoors",
            NoAaFire::TooFar(_) => "too-far",
        }
    }
}

/// The fire of one AA unit at an aircraft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AaFire {
    /// The dice of both.
    pub clash: Clash,
    /// Where they come from.
    pub lines: Vec<Line>,
}

/// Where the card of an aircraft goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CardGoes {
    /// Out of the game.
    OutOfTheGame,
    /// On the discard pile.
    DiscardPile,
    /// Back to its player, who can play it from the next turn on.
    Hand,
}

impl AaEffect {
    /// Where the card goes: at once if the aircraft is kept off, otherwise after its last run.
    pub fn card_goes(effect: Option<AaEffect>) -> CardGoes {
        match effect {
            Some(AaEffect::Crash) => CardGoes::OutOfTheGame,
            Some(AaEffect::TurnsAway) => CardGoes::Hand,
            Some(AaEffect::DrivenOff | AaEffect::Inaccurate) | None => CardGoes::DiscardPile,
        }
    }
}

impl AaFire {
    /// An AA unit against an aircraft: its blast value, and the defence of the aircraft's card.
    ///
    /// # Errors
    /// If the unit may not fire.
    pub fn at(catalogue: &Catalogue, unit: &AaUnit<'_>, aircraft: &Aircraft) -> Result<AaFire, NoAaFire> {
        let AaUnit { card, marks, suppressed, indoors, hexes } = unit;
        match () {
            () if !card.fires_at_aircraft() => return Err(NoAaFire::NotAntiAircraft),
            () if *suppressed => return Err(NoAaFire::Suppressed),
            () if *indoors => return Err(NoAaFire::Indoors),
            () if *hexes > card.range.long => return Err(NoAaFire::TooFar(card.range.long)),
            () => {}
        }
        let dice = card.attack.soft.blast;
        let attacker = Attacker { kind: card.kind, dice, experience: card.experience, ..*marks };
        let (clash, mut lines) = attacker.against(catalogue.ranged_fire(), aircraft.defence);
        let what = format!("{}, {}", aircraft.name, aircraft.defence);
        lines.push(Line::new(AA_FIRE, what, aircraft.defence.len().into()).leaving("defender", aircraft.defence));
        Ok(AaFire { clash, lines })
    }

    /// Throws it: the dice, and what it does, if anything.
    pub(crate) fn throw(&self, catalogue: &Catalogue, dice: &mut dyn Dice) -> (Cast, Option<AaEffect>) {
        let cast = self.clash.cast(catalogue.dice(), &mut Whose::new(dice, "AA fire"));
        let effect = catalogue.support().air.aa_results.of(cast.left);
        (cast, effect)
    }

    /// The odds of what it does.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn effects(&self, catalogue: &Catalogue) -> Result<Odds<Option<AaEffect>>, TooManyWays> {
        let results = &catalogue.support().air.aa_results;
        let left = self.clash.odds(catalogue.dice())?;
        Odds::counted(left.results().map(|(left, ways)| (results.of(*left), ways)))
    }
}
