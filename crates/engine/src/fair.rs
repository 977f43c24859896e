//! Dice that nobody could choose: a server publishes the hash of a seed before the first throw and the seed when the
//! game is over.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{GameFile, GameFileError};

/// What a server promised about the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The game's name on the server that threw the dice.
    pub table: String,
    /// What was published when the game began.
    pub hash: String,
    /// What nobody knew before the game was over, so that nobody could try seeds.
    pub salt: String,
}

/// A promise about dice that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the dice are not those that were promised: the hash published for table {table} was {promised}, and that of the \
     seed in this file is {found}"
)]
pub struct Unfair {
    table: String,
    promised: String,
    found: String,
}

impl Fair {
    /// The promise for a seed.
    pub fn promise(table: &str, seed: u64, salt: &str) -> Fair {
        Fair { table: table.to_owned(), hash: hash(table, seed, salt), salt: salt.to_owned() }
    }

    /// Whether the dice of this seed were promised.
    ///
    /// # Errors
    /// If they were not.
    pub fn check(&self, seed: u64) -> Result<(), Unfair> {
        let found = hash(&self.table, seed, &self.salt);
        if found == self.hash {
            return Ok(());
        }
        Err(Unfair { table: self.table.clone(), promised: self.hash.clone(), found })
    }
}

/// SHA-256 of four lines, in hexadecimal digits.
fn hash(table: &str, seed: u64, salt: &str) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(format!("opfire dice\n{table}\n{seed}\n{salt}")) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl GameFile {
    /// The seed of the last dice: that of the game, or of its last branch. What came before a branch was known when it
    /// was made.
    ///
    /// # Errors
    /// If it is there and no number.
    pub fn last_seed(&self) -> Result<Option<u64>, GameFileError> {
        self.seed_at(u32::MAX)
    }

    /// Whether the dice are those that were promised; says whether any were.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_fair(&self) -> Result<bool, GameFileError> {
        let Some(fair) = &self.fair else { return Ok(false) };
        let seed = self.last_seed()?.ok_or(GameFileError::NoSeed)?;
        fair.check(seed)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::Fair;

    /// The hash is that of `printf 'opfire dice\nq2w3e4r5t6\n18446744073709551615\nsalt' | sha256sum`.
    #[test]
    fn a_promise_holds_for_its_seed_table_and_salt_alone() {
        let fair = Fair::promise("q2w3e4r5t6", u64::MAX, "salt");
        assert_eq!(fair.hash, "a75e9a362beb7bdad9e845a9fb3041854b9f3c4f25d4240bd72ef739fb9d4351");
        assert_eq!(fair.check(u64::MAX), Ok(()));
        assert!(fair.check(u64::MAX - 1).is_err());
        assert!(Fair { table: "other".into(), ..fair.clone() }.check(u64::MAX).is_err());
        assert!(Fair { salt: "Salt".into(), ..fair }.check(u64::MAX).is_err());
    }
}
