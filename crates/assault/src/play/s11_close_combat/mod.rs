//! Close combat (AS-11): assaulter and defender attack each other at once, round after round, until one of them leaves
//! the hex or is gone.
//!
//! A round is resolved on its own, so that a game can stop between two of them:
//!
//! ```text
//! CloseCombat ── round(n) ──► Round: two clashes with every step ── cast(dice) ──► Blows ── settle ──► Settled: go on, or an Outcome
//! ```
//!
//! | what | file |
//! |---|---|
//! | the attack dice of a round (AS-11.1.2, AS-11.1.1.1) | `attack_dice` |
//! | the defence dice of a round (AS-11.1.3, AS-11.3) | `defence_dice` |
//! | what a round does to both, and whether it decides | `settled` |
//! | the odds of a round and of the whole | `chances` |

mod attack_dice;
mod chances;
mod defence_dice;
mod settled;

#[cfg(test)]
mod tests;

use dice::{Dice, Whose};
use engine::{Cited, RuleId};
use thiserror::Error;

pub use self::{
    chances::{Condition, Ending, KnownFates},
    settled::{Outcome, Settled, Side},
};
use crate::{
    play::{
        counting::{CardDice, Counting, Line, Words},
        s10_results::{Cast, Clash, Comparison, Endurance, Fate, Target},
    },
    rule_ids::{ABILITIES, ATTACK_IN_COMBAT, CLOSE_COMBAT},
    tables::{
        Catalogue, Kind,
        catalogue::Terrain,
        dice::CombatDice,
        fortification::{Area, Fortification},
        units::{Experience, UnitCard},
    },
};

/// One side of a close combat.
#[derive(Copy, Clone, Debug)]
pub struct Fighter<'a> {
    /// Its card.
    pub card: &'a UnitCard,
    /// How it stands before the round: its marks and damage points.
    pub state: Target,
    /// A unit beside it supports it (AS-11.1.1.1).
    pub supported: bool,
    /// It is marked with an action; asked of the defender.
    pub activated: bool,
    /// That mark is a hide action.
    pub hiding: bool,
    /// What command cards do to its attack.
    pub attack_cards: CardDice,
    /// What command cards do to its defence.
    pub defence_cards: CardDice,
}

impl<'a> Fighter<'a> {
    /// A unit with its marks and damage points; what it is and endures stands on its card.
    pub fn new(card: &'a UnitCard, marks: Target) -> Fighter<'a> {
        let endures = Endurance { half_strength_at: card.half_strength_at, eliminated_at: card.eliminated_at };
        Fighter {
            card,
            state: Target { kind: card.kind, endures: Some(endures), ..marks },
            supported: false,
            activated: false,
            hiding: false,
            attack_cards: CardDice::default(),
            defence_cards: CardDice::default(),
        }
    }
}

impl Fighter<'_> {
    /// Its mark costs a defender in the first round; a hide action does not (AS-9.12.1).
    fn busy(&self) -> bool {
        self.activated && !self.hiding
    }
}

/// Where and how the assault takes place.
#[derive(Copy, Clone, Debug, Default)]
pub struct Ground<'a> {
    /// The ground of the hex.
    pub terrain: Option<&'a Terrain>,
    /// The hex is on a hill.
    pub hill: bool,
    /// Smoke markers in the hex.
    pub smoke: u8,
    /// The work that the defender is in.
    pub work: Option<&'a Fortification>,
    /// The side of the defender, or of its work, from which the assault comes.
    pub area: Area,
    /// The assault crossed barbed wire or a stone wall.
    pub obstacle: bool,
    /// The assault came from outside the defender's arc of fire.
    pub outflanked: bool,
    /// The assaulter came by fast action.
    pub fast: bool,
}

/// Two units that fight for a hex.
#[derive(Copy, Clone, Debug)]
pub struct CloseCombat<'a> {
    /// Who comes in.
    pub assaulter: Fighter<'a>,
    /// Who is there.
    pub defender: Fighter<'a>,
    /// Where and how.
    pub ground: Ground<'a>,
}

/// Why there is no such assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAssault {
    /// By an ability of its card.
    #[error("the card does not assault")]
    Card,
    /// Artillery does not.
    #[error("artillery does not assault")]
    Artillery,
    /// It has no dice against such a unit inside a hex.
    #[error("the card has no close combat dice against such a unit")]
    NoDice,
    /// It is suppressed.
    #[error("a suppressed unit does not assault")]
    Suppressed,
    /// It cannot move.
    #[error("an immobilised vehicle does not assault")]
    Immobilised,
}

impl Cited for NoAssault {
    fn rule(&self) -> RuleId {
        match self {
            NoAssault::Card => ABILITIES,
            NoAssault::NoDice => ATTACK_IN_COMBAT,
            NoAssault::Artillery | NoAssault::Suppressed | NoAssault::Immobilised => CLOSE_COMBAT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            NoAssault::Card => "no-assault",
            NoAssault::Artillery => "artillery",
            NoAssault::NoDice => "no-dice",
            NoAssault::Suppressed => "suppressed",
            NoAssault::Immobilised => "immobilised",
        }
    }
}

/// A round, counted up and not yet thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The assaulter's attack on the defender; `None` if he has no dice left.
    pub attack: Option<Clash>,
    /// The defender's attack on the assaulter; `None` if he cannot attack.
    pub reply: Option<Clash>,
    /// Every step that changed something.
    pub lines: Vec<Line>,
}

/// An attack of a round, thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blow {
    pub(crate) cast: Cast,
    pub(crate) critical: Option<Comparison>,
}

/// Both attacks of a round, thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blows {
    pub(crate) attack: Option<Blow>,
    pub(crate) reply: Option<Blow>,
    /// What the assaulter's attack does to the defender.
    pub on_defender: Fate,
    /// What the defender's attack does to the assaulter.
    pub on_assaulter: Fate,
}

impl CloseCombat<'_> {
    /// Whether there can be such an assault.
    ///
    /// # Errors
    /// Why not.
    pub fn allowed(&self) -> Result<(), NoAssault> {
        let Fighter { card, state, .. } = self.assaulter;
        match () {
            () if card.kind == Kind::Gun => Err(NoAssault::Artillery),
            () if !card.may_assault() => Err(NoAssault::Card),
            () if card.close_combat.against(self.defender.card.kind).is_empty() => Err(NoAssault::NoDice),
            () if state.suppressed => Err(NoAssault::Suppressed),
            () if state.immobilised => Err(NoAssault::Immobilised),
            () => Ok(()),
        }
    }

    /// The dice of a round, the first of which is number 1, with the state that both sides have before it.
    pub fn round(&self, catalogue: &Catalogue, number: u8) -> Round {
        self.counted(catalogue, number, Words::Told)
    }

    /// The same, with or without the steps that led to it.
    pub(crate) fn counted(&self, catalogue: &Catalogue, number: u8, words: Words) -> Round {
        let (attack, mut lines) = self.clash(catalogue, Side::Assaulter, number, words);
        let (reply, more) = self.clash(catalogue, Side::Defender, number, words);
        lines.extend(more);
        Round { attack, reply, lines }
    }

    /// The attack of one side on the other.
    fn clash(&self, catalogue: &Catalogue, side: Side, number: u8, words: Words) -> (Option<Clash>, Vec<Line>) {
        let attack = self.attack_dice(catalogue.close_combat(), side, number, words);
        let mut lines = attack.lines;
        if attack.pool.is_empty() {
            return (None, lines);
        }
        let Counting { pool, again, lines: more, .. } = self.defence_dice(catalogue, side.other(), number, words);
        lines.extend(more);
        let clash = Clash {
            attack: attack.pool,
            attack_again: attack.again,
            count: self.count(side, number),
            automatic: attack.automatic,
            defence: pool,
            defence_again: again,
            unshaken: self.fighter(side.other()).card.experience == Experience::Elite,
        };
        (Some(clash), lines)
    }

    fn fighter(&self, side: Side) -> &Fighter<'_> {
        match side {
            Side::Assaulter => &self.assaulter,
            Side::Defender => &self.defender,
        }
    }
}

impl Round {
    /// Throws it: the assaulter's attack, the defence against it and its criticals, then the same for the defender's.
    pub fn cast(&self, combat: &CombatDice, of: &CloseCombat<'_>, dice: &mut dyn Dice) -> Blows {
        let mut assaulter = Whose::new(dice, "the assaulter attacks");
        let (attack, on_defender) = blow(self.attack, combat, &of.defender.state, &mut assaulter);
        let mut defender = Whose::new(dice, "the defender attacks");
        let (reply, on_assaulter) = blow(self.reply, combat, &of.assaulter.state, &mut defender);
        Blows { attack, reply, on_defender, on_assaulter }
    }
}

fn blow(clash: Option<Clash>, combat: &CombatDice, target: &Target, dice: &mut dyn Dice) -> (Option<Blow>, Fate) {
    let Some(clash) = clash else { return (None, Fate::default()) };
    let cast = clash.cast(combat, dice);
    let critical = clash.compare(combat, cast.left, dice);
    let fate = target.fate(cast.left, critical.as_ref().and_then(|critical| critical.strongest));
    (Some(Blow { cast, critical }), fate)
}
