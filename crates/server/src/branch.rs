//! "What if": a new game from a moment of another one.

use engine::{Seat, SeatSetup, Table};

use crate::{
    RequestError,
    failure::apart,
    live::LiveTable,
    making::Making,
    protocol::{NewBranch, TableInfo},
    tables::Tables,
    visitors::Household,
};

const SEVERAL: &str = "this game is not over, and more than one person sits at it: to play on from a moment of it would show \
                       what one of them may not know. When it is over you can";
const NOT_YOURS: &str = "this game is not over, so only its player, with his key, can play on from a moment of it";
const OTHER_SEATS: &str = "this game is not over: until it is, you can play on only in the seat that you have, and not see \
                           what the other side hides";

/// What is to be known of a game before a moment of it is looked for.
struct Standing {
    seats: Vec<SeatSetup>,
    over: bool,
    seq: u32,
}

impl Standing {
    fn of(table: &dyn Table) -> Standing {
        Standing { seats: table.file().seats.clone(), over: table.to_act().is_none(), seq: table.seq() }
    }

    /// Who plays on: those who were named, or those who sat there.
    fn players(&self, wish: &NewBranch) -> Vec<String> {
        let as_before = || self.seats.iter().map(|setup| setup.player.clone()).collect();
        wish.players.clone().unwrap_or_else(as_before)
    }

    /// Whether whoever holds these seats may play on from the moment. A finished game has no secrets; another one has none from the
    /// only person at it but those of the bots' seats, so these stay theirs.
    fn check(&self, held: &[Seat], wish: &NewBranch) -> Result<(), RequestError> {
        if wish.seq > self.seq {
            let why = format!("this game has {} actions, and you ask for the moment after {}", self.seq, wish.seq);
            return Err(RequestError::Unprocessable(why));
        }
        if self.over {
            return Ok(());
        }
        let persons = persons(self.seats.iter().map(|setup| setup.player.as_str()));
        if persons.len() > 1 {
            return Err(RequestError::Forbidden(SEVERAL));
        }
        if persons.is_empty() || persons != held {
            return Err(RequestError::Forbidden(NOT_YOURS));
        }
        if persons != self::persons(self.players(wish).iter().map(String::as_str)) {
            return Err(RequestError::Forbidden(OTHER_SEATS));
        }
        Ok(())
    }
}

/// The seats that people sit in.
fn persons<'a>(players: impl Iterator<Item = &'a str>) -> Vec<Seat> {
    (0..).map(Seat).zip(players).filter(|(_, player)| *player == "human").map(|(seat, _)| seat).collect()
}

impl Tables {
    /// Opens a new game from a moment of the game `id`, for somebody who holds these seats of it.
    pub(crate) async fn branch(
        &self,
        id: &str,
        table: &LiveTable,
        held: &[Seat],
        wish: &NewBranch,
        by: Household,
    ) -> Result<TableInfo, RequestError> {
        let seq = wish.seq;
        let pass = self.warden().looking_back.enter().await?;
        let (standing, rewinding) = table.study(move |table| (Standing::of(table), table.rewinding(seq))).await?;
        standing.check(held, wish)?;
        let most = self.warden().limits().game_length;
        if u64::from(seq) >= most {
            return Err(RequestError::TooLong(most));
        }
        self.check_quotas(by).await?;
        let (players, seed) = (standing.players(wish), getrandom::u64()?);
        let branched = apart(move || {
            let mut table = rewinding();
            table.branch(&players, seed).map(|()| (table.record(), table))
        });
        let (record, branched) = branched.await??;
        drop(pass);
        if branched.to_act().is_none() {
            return Err(RequestError::Unprocessable(
                "the game is over at this moment: go back to an earlier one".into(),
            ));
        }
        self.keep(&record, branched.as_ref(), Some(id), Some(by), Making { drawn: true, ..Making::default() }).await
    }
}
