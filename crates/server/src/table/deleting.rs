//! Throwing a game away that belongs to several people: all of them agree, or its host gives notice.

use std::time::Duration;

use crate::{
    RequestError, moment,
    people::places::{Credentials, Holder, Places},
    protocol::TableInfo,
    storage::{PlaceChange, SavedGame, Write},
    table::tables::Tables,
};

const NOT_YOURS: &str = "only a player of this game, with a key, can throw it away";
const ALL_HIS: &str = "on his own machine a player throws a game away at once: there is nothing to take back";

impl Tables {
    /// Throws a game away, if everybody who has to agree does. If not, the game is described with those who do.
    pub(crate) async fn delete(&self, id: &str, shown: &Credentials) -> Result<Option<TableInfo>, RequestError> {
        let saved = self.saved(id).await?;
        if self.is_local() {
            self.may_delete_here(&saved, shown)?;
            self.write(Write::Delete { game: id.to_owned() }).await?;
            self.forget(id);
            return Ok(None);
        }
        let (places, holder) = self.player(&saved, shown)?;
        let (agreed, now) = (places.ids(&holder.seats), moment::now());
        let notice = holder.host.then(|| now.saturating_add(seconds(self.warden().limits().delete_notice)));
        self.change(id, PlaceChange::Delete { agreed, notice, now }).await?;
        match self.saved(id).await {
            Err(RequestError::NoTable(_)) => {
                self.forget(id);
                Ok(None)
            }
            Ok(now) => {
                if holder.host && saved.doomed.is_none() && now.doomed.is_some() {
                    self.tell_all(id, "The host wants to throw this game away, and has given notice.".to_owned()).await;
                }
                Ok(Some(self.describe(&now, shown)))
            }
            Err(error) => Err(error),
        }
    }

    /// Takes one's agreement back, and the host his notice.
    pub(crate) async fn keep_it(&self, id: &str, shown: &Credentials) -> Result<TableInfo, RequestError> {
        let saved = self.saved(id).await?;
        if self.is_local() {
            return Err(RequestError::Unprocessable(ALL_HIS.to_owned()));
        }
        let (places, holder) = self.player(&saved, shown)?;
        let change = PlaceChange::Keep { places: places.ids(&holder.seats), host: holder.host, now: moment::now() };
        self.change(id, change).await?;
        let kept = self.saved(id).await?;
        if saved.doomed.is_some() && kept.doomed.is_none() {
            self.tell_all(id, "The host wants to keep this game after all.".to_owned()).await;
        }
        Ok(self.describe(&kept, shown))
    }

    /// Throws the games away whose time has come.
    pub(crate) async fn fulfil_notices(&self) -> Result<(), RequestError> {
        let now = moment::now();
        for id in self.storage().doomed_by(now).await? {
            self.change(&id, PlaceChange::Expire { now }).await?;
        }
        // Another process may have been quicker: those who sit here should hear of it all the same.
        for id in self.doomed_in_memory(now) {
            if let Err(RequestError::NoTable(_)) = self.saved(&id).await {
                self.forget(&id);
            }
        }
        Ok(())
    }

    /// Whether the owner of the machine may: he shows a key, or there is none.
    fn may_delete_here(&self, saved: &SavedGame, shown: &Credentials) -> Result<(), RequestError> {
        let Ok(places) = Places::of(saved) else { return Ok(()) };
        let allowed = places.is_without_people() || !places.holder_of_some(shown).is_nobody();
        if allowed { Ok(()) } else { Err(RequestError::Forbidden(NOT_YOURS)) }
    }

    /// Who sits there, and what a player or the host holds.
    fn player(&self, saved: &SavedGame, shown: &Credentials) -> Result<(Places, Holder), RequestError> {
        let places = Places::of(saved).map_err(RequestError::Broken)?;
        let holder = places.holder(shown)?;
        if holder.seats.is_empty() && !holder.host {
            return Err(RequestError::Forbidden(NOT_YOURS));
        }
        Ok((places, holder))
    }
}

fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}
