//! Rule cases: Markdown files that a player can read and this crate executes, for every ruleset.
//!
//! A case is prose with fenced blocks:
//!
//! ````markdown
//! # FD-3: Both dice must beat the range
//!
//! Why this is so, in a player's words.
//!
//! ```scenario
//! turns = ["clear"]
//! …the set-up, as in a scenario file…
//! ```
//!
//! ```play
//! german: draw [2]
//! soviet: move at-gun 0405
//! german: fire tiger at at-gun [5 3] -> miss
//! soviet: move at-gun 0301 -> refused FD-10
//! ```
//!
//! ```expect
//! at-gun in 0405
//! at-gun has pinned
//! Turn is 1 of 3
//! ```
//! ````
//!
//! A line of `play` names who acts, the action in the ruleset's notation, in brackets the dice that fall, and after the arrow the
//! result (as in the log), `refused` with the rule, or `offered` / `not offered`, which only looks at the list of legal actions.
//! A file may hold several cases: each heading starts a new one; rule ids in a heading say which rules it is about.

mod case;
mod parse;
mod run;

pub use case::{Case, Expectation, Outcome, Step};
pub use parse::{ParseError, parse};
pub use run::{Failure, run};
