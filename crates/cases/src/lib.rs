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
//! A line of `play` names who acts, the action in the ruleset's notation, in brackets the dice that fall, and after the
//! arrow the result (as in the log), `refused` with the rule (and the name of that very refusal, if it matters:
//! `refused OF-9.2 no-gp-weapon`), or `offered` / `not offered`, which only looks at the list of legal actions. A line
//! of `expect` is one of
//!
//! ```text
//! tiger in 0305                         tiger is gone
//! tiger has pinned                      tiger has no pinned
//! tiger shows defence 6                 a number on the counter as it lies
//! Turn is 1 of 3                        a fact at the top of the screen
//! panel Germany: steps lost is 1        a line beside the board: of a panel, a track, a sheet, a card
//! panel unit-a > Damage is killed       the same on one of them, by its name
//! log says …                            log cites FD-5
//! log FD-5: pinned                      a line by that rule which says so
//! tiger faces ne                        tiger aims ne (its turret)
//! mark smoke 0303                       no mark smoke 0303
//! asked german                          winner german, winner nobody
//! cost t-34 0305 is 2½                  what the plan says (`no`: out of reach)
//! threat t-34 0305 by tiger             who could fire there (`a+b`, `nobody`)
//! odds fire a at b: miss 27 pinned 1 step-loss 8 of 36
//! shown to german: Smoke shells         in that side's log, beside the board, in its choices or question
//! hidden from soviet: Smoke shells      and not in that side's
//! ```
//!
//! A case about a faulty set-up has, instead of `play` and `expect`, a block `problems` with everything that must be
//! reported, one a line, with the line of the set-up block it must name: `line 4: unknown side "france"`. A problem
//! that nobody expects fails the case.
//!
//! A case about sight may have, instead of a set-up, a bare `map` (in the form of map files) and a block `look`, one
//! look a line:
//!
//! ```text
//! 0101 -> 0105: clear
//! 0101 <-> 0105: blocked by 0103 woods OF-8.2        both ways; place, terrain and rule of the first obstacle
//! A -> B [smoke 0103=2, looker infantry]: hindered 2  A and B are names written on the map
//! 0101 -> 0105 [weather snow]: refused                a circumstance the game does not know
//! ```
//!
//! A case about attacks needs no set-up at all: a block `resolve` asks in the words of `opfire resolve` and `opfire
//! odds`, one attack a line:
//!
//! ```text
//! ap --firer m26 --target tiger --range 6 [23 43 6] -> hit hull light-penetration
//! ap --firer m26 --target tiger --range 6 [96] -> miss with final hit chance 70, penetration 14     modifiers that must be listed
//! ap --firer bazooka --target tiger --range 9 -> refused OF-9.8
//! odds gp --firer panther --target us-truck --range 8 -> killed 1, suppressed 4, panic 3, no-effect 2 of 10
//! ```
//!
//! A file may hold several cases: each heading starts a new one; rule ids in a heading say which rules it is about. A
//! case without a set-up of its own uses the one before it.
//!
//! A paragraph of its own names the statements of the rules that a case holds ([`statements`]):
//!
//! ```text
//! Holds: FD-3-2, FD-3-4
//! ```

mod ask;
mod case;
mod parse;
mod project;
mod run;
pub mod statements;

pub use case::{Answer, Barred, Case, Expectation, Fault, Glance, Hold, Outcome, Question, Step};
pub use parse::{ParseError, parse};
pub use project::{case_files, statement_files};
pub use run::{Failure, run};

#[cfg(test)]
mod tests;
