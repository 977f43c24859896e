//! Tactical air support (AS-12.3), stage by stage: AA fire, spotting, accuracy, the attack from above, friendly fire.
//! Each stage can be thrown by itself, for players decide things in between; [`Run`] is all of them, for odds and for
//! those who throw in one go.
//!
//! | stage | file |
//! |---|---|
//! | AS-12.3.4, AS-12.3.5: AA units fire, the aircraft defends itself | [`aa_fire`] |
//! | AS-12.3.6.1 spotting, AS-12.3.6.2 accuracy | [`aim`] |
//! | AS-12.3.6.3 the attack, and the dice that go wide | [`attack`] |
//! | a whole run, and the second one (AS-12.3.6.5) | [`run`] |

pub mod aa_fire;
pub mod aim;
pub mod attack;
pub mod run;

#[cfg(test)]
mod tests;

pub use run::Run;
