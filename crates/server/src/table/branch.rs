//! "What if": a new game from a moment of another one.

use engine::Seat;
use steward::{NoBranch, Parting};

use crate::{
    RequestError,
    door::limits::visitors::Household,
    failure::apart,
    protocol::{NewBranch, TableInfo},
    table::{live::LiveTable, making::Making, tables::Tables},
};

impl From<NoBranch> for RequestError {
    fn from(no: NoBranch) -> Self {
        match no {
            NoBranch::Secret(why) => RequestError::Forbidden(why),
            NoBranch::TooLate(..) | NoBranch::Over => RequestError::Unprocessable(no.to_string()),
        }
    }
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
        let (parting, rewinding) = table.study(move |table| (Parting::of(table), table.rewinding(seq))).await?;
        let wished = wish.players.as_deref();
        parting.check(held, seq, wished)?;
        let most = self.warden().limits().game_length;
        if u64::from(seq) >= most {
            return Err(RequestError::TooLong(most));
        }
        self.check_quotas(by).await?;
        let (players, seed) = (parting.players(wished), getrandom::u64()?);
        let branched = apart(move || {
            let mut table = rewinding();
            table.branch(&players, seed).map(|()| (table.record(), table))
        });
        let (record, branched) = branched.await??;
        drop(pass);
        if branched.to_act().is_none() {
            return Err(NoBranch::Over.into());
        }
        self.keep(&record, branched.as_ref(), Some(id), Some(by), Making { drawn: true, ..Making::default() }).await
    }
}
