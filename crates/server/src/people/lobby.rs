//! The tables that anybody may see, and those that are one's own.

use std::collections::BTreeMap;

use crate::{
    RequestError,
    people::places::{Credentials, Places},
    protocol::{KeyRing, Lobby, Mine, TableInfo},
    table::tables::Tables,
};

/// How many games of each kind are listed.
const LISTED: i64 = 50;
/// How many games of an account are listed.
const LISTED_OF_ACCOUNT: i64 = 200;
/// How many of one's own games can be asked for at once.
const MOST: usize = 200;

impl Tables {
    /// Open tables with a free seat, and finished games that are public.
    pub(crate) async fn lobby(&self) -> Result<Lobby, RequestError> {
        let nobody = Credentials::default();
        let describe = |games: Vec<_>| games.iter().map(|saved| self.describe(saved, &nobody)).collect();
        let storage = self.storage();
        Ok(Lobby {
            open: describe(storage.open_tables(LISTED).await?),
            finished: describe(storage.public_games(LISTED).await?),
        })
    }

    /// The games that these keys, or this account, belong to; the last played first. Games that are gone are left out.
    pub(crate) async fn mine(&self, mine: Mine, account: Option<String>) -> Result<Vec<TableInfo>, RequestError> {
        if mine.keys.len() > MOST {
            return Err(RequestError::Unprocessable(format!("{MOST} games can be asked for at once")));
        }
        let mut rings: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for KeyRing { id, keys } in mine.keys {
            rings.entry(id).or_default().extend(keys);
        }
        if let Some(account) = &account {
            for id in self.storage().games_of(account, LISTED_OF_ACCOUNT).await? {
                rings.entry(id).or_default();
            }
        }
        let ids: Vec<&str> = rings.keys().map(String::as_str).collect();
        let mut games = self.storage().games_named(&ids).await?;
        games.sort_by_key(|saved| std::cmp::Reverse(saved.summary.touched));
        let mut found = Vec::new();
        for saved in games {
            let keys = rings.remove(&saved.id).unwrap_or_default();
            let shown = Credentials { keys, account: account.clone() };
            let holds = Places::of(&saved).is_ok_and(|places| !places.holder_of_some(&shown).is_nobody());
            if holds {
                found.push(self.describe(&saved, &shown));
            }
        }
        Ok(found)
    }
}
