//! Dice, pools, tables, exact distributions, and the sources of rolls.
//!
//! Rules never roll: they hand a [`Throw`] to whatever [`Dice`] they were given. A throw says which dice fall
//! *and how the rule will read them*, so that a source which visits every outcome needs one branch per reading
//! instead of one per face:
//!
//! ```
//! use dice::{Dice, Seeded, Throw, odds};
//!
//! // A rule: two dice, both above three.
//! fn hit(dice: &mut dyn Dice) -> bool {
//!     let fell = dice.throw(&Throw::d6("to hit", 2).read(&|faces| u16::from(faces.iter().all(|&f| f > 3))));
//!     fell.row() == 1
//! }
//!
//! let one_game = hit(&mut Seeded::new(7));          // play
//! let all_games = odds(hit).unwrap();               // the same code, every outcome
//! assert_eq!(all_games.ways(&true), 1);
//! assert_eq!(all_games.of(), 4);
//! # let _ = one_game;
//! ```
//!
//! | source | gives | used by |
//! |---|---|---|
//! | [`Seeded`] | a stream that never changes for a seed | play, simulation |
//! | [`Scripted`] | the faces a person typed or a test wrote | the companion, `opfire resolve`, rule cases |
//! | [`Recorded`] | the faces another source gave, kept | saving a game |
//! | [`odds`] | every outcome with its exact weight | odds, bots |

mod blind;
mod die;
mod enumerate;
mod odds;
mod recorded;
mod scripted;
mod seeded;
mod throw;
mod whose;

pub use blind::Blind;
pub use die::{Die, Faces};
pub use enumerate::{Branch, branches};
pub use odds::{Odds, TooManyWays, odds};
pub use recorded::Recorded;
pub use scripted::{ScriptError, Scripted};
pub use seeded::Seeded;
pub use throw::{Fell, Reading, Throw};
pub use whose::Whose;

/// Where rolls come from. The only door through which chance enters a rule.
pub trait Dice {
    /// Lets the dice of `throw` fall and reads them.
    fn throw(&mut self, throw: &Throw<'_>) -> Fell;
}

#[cfg(test)]
mod tests;
