//! What a round does to both sides, and whether it decides the combat (AS-11).

use super::{Blows, CloseCombat, Fighter};
use crate::{
    play::s10_results::{Fate, Target},
    tables::Kind,
};

/// A side of a close combat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Assaulter,
    Defender,
}

impl Side {
    /// The enemy.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Assaulter => Side::Defender,
            Side::Defender => Side::Assaulter,
        }
    }
}

/// How a close combat ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The defender is gone, and the assaulter has the hex.
    DefenderDestroyed,
    /// The defender falls back, and the assaulter has the hex.
    DefenderDrivenOut,
    /// The assaulter goes back to where he came from.
    Repulsed,
    /// The assaulter is gone.
    AssaulterDestroyed,
    /// Both are gone.
    BothDestroyed,
}

impl Outcome {
    /// All of them, the best for the assaulter first.
    pub const ALL: [Outcome; 5] = [
        Outcome::DefenderDestroyed,
        Outcome::DefenderDrivenOut,
        Outcome::Repulsed,
        Outcome::AssaulterDestroyed,
        Outcome::BothDestroyed,
    ];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::DefenderDestroyed => "defender-destroyed",
            Outcome::DefenderDrivenOut => "defender-driven-out",
            Outcome::Repulsed => "repulsed",
            Outcome::AssaulterDestroyed => "assaulter-destroyed",
            Outcome::BothDestroyed => "both-destroyed",
        }
    }

    /// The defender no longer has the hex.
    pub fn takes_the_hex(self) -> bool {
        match self {
            Outcome::DefenderDestroyed | Outcome::DefenderDrivenOut | Outcome::BothDestroyed => true,
            Outcome::Repulsed | Outcome::AssaulterDestroyed => false,
        }
    }
}

/// What is true after a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// How the assaulter stands: damage points, half strength and marks. What becomes of him besides is in the outcome.
    pub assaulter: Target,
    /// How the defender stands.
    pub defender: Target,
    /// How it ended; `None` if another round follows.
    pub outcome: Option<Outcome>,
}

impl CloseCombat<'_> {
    /// What a round that was thrown comes to. `most` is the number of rounds after which an assaulter goes back.
    pub fn settle(&self, blows: &Blows, number: u8, most: u8) -> Settled {
        self.after(blows.on_assaulter, blows.on_defender, number, most)
    }

    /// The same combat with what both sides have become: for the next round.
    #[must_use]
    pub fn then(mut self, settled: &Settled) -> Self {
        self.assaulter.state = settled.assaulter;
        self.defender.state = settled.defender;
        self
    }

    /// The order in which a round is judged: the defender gone, the assaulter gone, the assaulter driven out, the
    /// defender driven out, the assaulter suppressed, too many rounds. Only who has to leave, and cannot, is lost for
    /// it: a defender stays when the assaulter goes back.
    pub(super) fn after(&self, on_assaulter: Fate, on_defender: Fate, number: u8, most: u8) -> Settled {
        let (assaulter, defender) = (&self.assaulter, &self.defender);
        let goes_back = match cornered(assaulter, on_assaulter) {
            true => Outcome::AssaulterDestroyed,
            false => Outcome::Repulsed,
        };
        let leaves = match cornered(defender, on_defender) {
            true => Outcome::DefenderDestroyed,
            false => Outcome::DefenderDrivenOut,
        };
        let outcome = match () {
            () if on_defender.eliminated && on_assaulter.eliminated => Some(Outcome::BothDestroyed),
            () if on_defender.eliminated => Some(Outcome::DefenderDestroyed),
            () if on_assaulter.eliminated => Some(Outcome::AssaulterDestroyed),
            () if driven_out(on_assaulter, on_defender) => Some(goes_back),
            () if driven_out(on_defender, on_assaulter) => Some(leaves),
            () if on_assaulter.suppressed || number >= most => Some(goes_back),
            () => None,
        };
        Settled {
            assaulter: assaulter.state.struck(on_assaulter),
            defender: defender.state.struck(on_defender),
            outcome,
        }
    }
}

/// A critical throws it out, or damage that it does not pay back.
fn driven_out(own: Fate, other: Fate) -> bool {
    own.fallback || own.damage > 0 && other.damage == 0
}

/// It cannot leave the hex: guns stay behind, tracks are broken, and who falls back already has nowhere to go.
fn cornered(fighter: &Fighter<'_>, now: Fate) -> bool {
    let Target { kind, immobilised, fallback, .. } = fighter.state;
    kind == Kind::Gun || immobilised || now.immobilised || fallback
}
