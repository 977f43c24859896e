//! Whoever owns an e-mail address is asked before anything else is sent to it: anybody can write anybody's address into
//! a form.
//!
//! ```text
//! an address is given ──► a mail with a link ──► its owner answers on the page ──► yes: news of turns
//!                                                                              └─► no: never anything again
//! ```
//!
//! The link stays good, so that he can change his mind. Opening it answers nothing: programs that look through mail
//! open links, too.

use std::{sync::Arc, time::Instant};

use axum::{Json, extract::State};

use super::{HOUR, Herald, Mail, write};
use crate::{
    RequestError,
    door::{
        extract::Whole,
        routes::{Answer, App, LARGEST_REQUEST},
    },
    moment::now,
    operator::meters::meters,
    people::keys,
    protocol::{AddressAnswer, AddressInfo},
    storage::PeopleWrite,
};

/// Somebody who has not answered is asked again after so many seconds, and only if his address is given once more or
/// would be used.
const ASK_AGAIN: i64 = 3 * 86_400;
const NO_SUCH: &str = "this link is not, or no longer, one that was sent: the newest mail has one that is";

/// What the owner of an address has said.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Nobody has asked him, or he has not answered.
    Unknown,
    Given,
    Refused,
}

impl Consent {
    /// Yes, no, or nothing yet.
    pub(crate) fn answer(self) -> Option<bool> {
        match self {
            Consent::Unknown => None,
            Consent::Given => Some(true),
            Consent::Refused => Some(false),
        }
    }
}

/// What the owner of this address has said.
pub(crate) async fn of(app: &App, email: &str) -> Answer<Consent> {
    let wanted = app.tables.storage().wants_mail(&email.to_lowercase()).await?;
    Ok(match wanted {
        None => Consent::Unknown,
        Some(true) => Consent::Given,
        Some(false) => Consent::Refused,
    })
}

/// Asks the owner of an address that was given, unless he has answered or was asked a short time ago.
pub(crate) async fn ask(app: &Arc<App>, email: &str) -> Answer<()> {
    if !app.herald.sends_mail() {
        return Ok(());
    }
    let (storage, secret, now) = (app.tables.storage(), keys::word(26)?, now());
    let address = email.to_lowercase();
    let token = keys::hash(&secret);
    let asked = PeopleWrite::Ask { email: address.clone(), token: token.clone(), now, before: now - ASK_AGAIN };
    write(storage, asked).await?;
    // Of several who gave the same address only one finds its own word.
    if storage.address_token(&address).await?.as_deref() != Some(&token) {
        return Ok(());
    }
    let mail = app.herald.question(email, &secret);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let Ok(_pass) = app.herald.at_once.acquire().await else { return };
        if let Err(why) = app.herald.send(&mail, app.warden.limits().mails_per_hour).await {
            tracing::warn!("the owner of an address could not be asked: {why}");
        }
    });
    Ok(())
}

/// `POST /api/address`.
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<AddressInfo>> {
    let AddressAnswer { token, wanted } = serde_json::from_slice(&body)
        .map_err(|_| RequestError::Malformed("this does not say whether mail is wanted".to_owned()))?;
    let (storage, token) = (app.tables.storage(), keys::hash(&token));
    let email = storage.address_of(&token).await?.ok_or(RequestError::Forbidden(NO_SUCH))?;
    write(storage, PeopleWrite::Answer { token, wanted }).await?;
    Ok(Json(AddressInfo { email, wanted }))
}

impl Herald {
    /// The mail that asks the owner of an address.
    fn question(&self, to: &str, secret: &str) -> Mail {
        let text = format!(
            "Somebody, you or a friend, gave this address at {0} to be told when it is their turn in a game.\n\n\
             Do you want such mail? Say yes or no \
             here:\n{0}/#/address/{secret}\n\nAs long as you do not answer, nothing is sent to you but this question. \
             With the same link you can change your mind later.\n",
            self.public_url
        );
        Mail { to: to.to_owned(), subject: "News of your games from opfire?".to_owned(), text }
    }

    /// Sends a mail, unless its mailbox has had enough for an hour.
    pub(super) async fn send(&self, mail: &Mail, mails_per_hour: u64) -> Result<(), String> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        if self.mails.pay(&mail.to.to_lowercase(), mails_per_hour, HOUR, Instant::now()).is_err() {
            // He has enough mail to know that there is something to do.
            return Ok(());
        }
        meters().notice("mail");
        mailer.send(mail).await.map_err(|why| format!("the mail was not taken: {why}"))
    }
}
