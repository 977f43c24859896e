//! "What if": who may play on from a moment of a game in another one.

use engine::{Seat, SeatSetup, Table};
use thiserror::Error;

const SEVERAL: &str = "this game is not over, and more than one person sits at it: to play on from a moment of it \
    would show what one of them may not know. When it is over you can";
const NOT_YOURS: &str = "this game is not over, so only its player, with his key, can play on from a moment of it";
const OTHER_SEATS: &str = "this game is not over: until it is, you can play on only in the seat that you have, and not \
                           see what the other side hides";

/// What is to be known of a game before a moment of it is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    seats: Vec<SeatSetup>,
    over: bool,
    seq: u32,
}

/// Why nobody plays on from there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoBranch {
    /// The game has not come so far.
    #[error("this game has {0} actions, and you ask for the moment after {1}")]
    TooLate(u32, u32),
    /// He would see what he may not.
    #[error("{0}")]
    Secret(&'static str),
    /// Nothing is left to be done there.
    #[error("the game is over at this moment: go back to an earlier one")]
    Over,
}

impl Parting {
    /// Of a game as it stands.
    pub fn of(table: &dyn Table) -> Parting {
        Parting { seats: table.file().seats.clone(), over: table.to_act().is_none(), seq: table.seq() }
    }

    /// Who plays on: those who were wished for, or those who sat there.
    pub fn players(&self, wished: Option<&[String]>) -> Vec<String> {
        let as_before = || self.seats.iter().map(|setup| setup.player.clone()).collect();
        wished.map_or_else(as_before, <[String]>::to_vec)
    }

    /// Whether whoever holds these seats may play on after `seq` actions, with these players. A finished game has no
    /// secrets; another one has none from the only person at it but those of the bots' seats, so these stay theirs.
    ///
    /// # Errors
    /// If he may not, or there is no such moment.
    pub fn check(&self, held: &[Seat], seq: u32, wished: Option<&[String]>) -> Result<(), NoBranch> {
        if seq > self.seq {
            return Err(NoBranch::TooLate(self.seq, seq));
        }
        if self.over {
            return Ok(());
        }
        let persons = persons(self.seats.iter().map(|setup| setup.player.as_str()));
        if persons.len() > 1 {
            return Err(NoBranch::Secret(SEVERAL));
        }
        if persons.is_empty() || persons != held {
            return Err(NoBranch::Secret(NOT_YOURS));
        }
        if persons != self::persons(self.players(wished).iter().map(String::as_str)) {
            return Err(NoBranch::Secret(OTHER_SEATS));
        }
        Ok(())
    }
}

/// The seats that people sit in.
fn persons<'a>(players: impl Iterator<Item = &'a str>) -> Vec<Seat> {
    (0..).map(Seat).zip(players).filter(|(_, player)| *player == "human").map(|(seat, _)| seat).collect()
}
