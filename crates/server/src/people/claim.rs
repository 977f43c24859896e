//! Sitting down with a link, and the host who gives links out.

use crate::{
    RequestError,
    door::limits::visitors::Household,
    moment,
    people::{
        keys,
        places::{Credentials, Place, Places, WATCH},
    },
    protocol::{Claim, Claimed, Invitation, NewInvitation},
    storage::{PlaceChange, PlaceWrite, SavedGame, Write},
    table::{
        making::{name, no_seat},
        tables::Tables,
    },
};

const TAKEN: &str = "somebody sits there already";
const VOID: &str = "this invitation does not hold any more: ask the host of the game for a new one";
const NOT_OPEN: &str = "a seat at this table is taken with the link that its host gives you";
const NOT_HOST: &str = "only the host of this game, with his key, can give seats";

impl Tables {
    /// Sits somebody down. Of two who claim a seat at the same time one gets it.
    pub(crate) async fn claim(
        &self,
        id: &str,
        claim: &Claim,
        account: Option<String>,
        by: Household,
    ) -> Result<Claimed, RequestError> {
        let name = name(claim.name.as_deref())?;
        let saved = self.saved(id).await?;
        let invite = claim.invite.as_deref().map(keys::hash);
        may_claim(&saved, &claim.seat, invite.as_deref())?;
        if invite.is_none() {
            // Or one visitor could sit down at all open tables.
            self.warden().pay_for_game(by)?;
        }
        let key = keys::secret()?;
        let (hash, place, at) = (keys::hash(&key), claim.seat.clone(), moment::now());
        let change = PlaceChange::Claim { place, invite: invite.clone(), key: hash.clone(), name, account, at };
        self.change(id, change).await?;
        // The row says who was quicker: nobody else knows this key.
        let saved = self.saved(id).await?;
        if row(&saved, &claim.seat)?.key != Some(hash) {
            may_claim(&saved, &claim.seat, invite.as_deref())?;
            return Err(RequestError::Conflict(TAKEN));
        }
        let shown = Credentials { keys: vec![key.clone()], account: None };
        Ok(Claimed { info: self.describe(&saved, &shown), key })
    }

    /// Makes a new link for a seat, or for spectators. The old one is void, and so is the key of whoever sat there.
    pub(crate) async fn invite(
        &self,
        id: &str,
        shown: &Credentials,
        wish: &NewInvitation,
    ) -> Result<Invitation, RequestError> {
        let secret = keys::secret()?;
        self.reissue(id, shown, &wish.place, Some(keys::hash(&secret))).await?;
        Ok(Invitation { invite: secret })
    }

    /// Makes a link void, and the key of whoever sits there.
    pub(crate) async fn revoke(&self, id: &str, shown: &Credentials, place: &str) -> Result<(), RequestError> {
        self.reissue(id, shown, place, None).await
    }

    async fn reissue(
        &self,
        id: &str,
        shown: &Credentials,
        place: &str,
        secret: Option<String>,
    ) -> Result<(), RequestError> {
        let saved = self.saved(id).await?;
        if !Places::of(&saved).map_err(RequestError::Broken)?.holder(shown)?.host {
            return Err(RequestError::Forbidden(NOT_HOST));
        }
        if place == WATCH {
            return self.change(id, PlaceChange::Watch { key: secret }).await;
        }
        let was_claimed = row(&saved, place)?.is_claimed();
        let given = secret.is_some();
        self.change(id, PlaceChange::Reissue { place: place.to_owned(), invite: secret }).await?;
        if was_claimed {
            // He could sit down there himself and look: the others should know.
            let name = self.name_of_place(&saved, place);
            self.tell_all(id, if given { given_away(&name) } else { taken_back(&name) }).await;
        }
        Ok(())
    }

    /// Writes a change of who sits where, and lets all connections know.
    pub(crate) async fn change(&self, id: &str, change: PlaceChange) -> Result<(), RequestError> {
        self.write(Write::Places(Box::new(PlaceWrite { game: id.to_owned(), change }))).await?;
        self.seats_changed(id).await
    }
}

fn given_away(seat: &str) -> String {
    format!("The host has given the seat of {seat} away.")
}

fn taken_back(seat: &str) -> String {
    format!("The host has taken the seat of {seat} back.")
}

/// The row of a seat that is given with links. A bot's has none, and on his own machine all others are the owner's.
fn row<'a>(saved: &'a SavedGame, seat: &str) -> Result<&'a Place, RequestError> {
    let seats = saved.seats().map_err(RequestError::Broken)?;
    if !seats.iter().any(|setup| setup.seat == seat) {
        return Err(no_seat(seat, seats.iter().map(|setup| setup.seat.as_str())));
    }
    saved.places.iter().find(|row| row.place == seat).ok_or(RequestError::Conflict(TAKEN))
}

/// Whether the invitation, or none at an open table, lets somebody sit down.
fn may_claim(saved: &SavedGame, seat: &str, invite: Option<&str>) -> Result<(), RequestError> {
    let row = row(saved, seat)?;
    let fits = |known: &str| invite.is_some_and(|invite| keys::same(known, invite));
    match &row.invite {
        _ if row.is_claimed() => Err(RequestError::Conflict(TAKEN)),
        Some(known) if fits(known) => Ok(()),
        Some(_) if invite.is_none() && saved.open => Ok(()),
        _ if invite.is_none() => Err(RequestError::Forbidden(NOT_OPEN)),
        _ => Err(RequestError::Forbidden(VOID)),
    }
}
