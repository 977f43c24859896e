//! Telling players who are not there that it is their turn.
//!
//! ```text
//! the turn comes: calls.due = in a minute
//!    └── the player is connected: his process puts it off ──► … ──► he acts: calls.due = null
//!    └── nobody puts it off: the process whose UPDATE finds the old moment tells him ──► calls.due = null
//! ```

pub(crate) mod consent;
mod mail;
#[cfg(not(feature = "club"))]
mod mute;
#[cfg(feature = "club")]
mod trust;
mod webhook;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Extension, Json, extract::State};
use engine::Seat;
use serde_json::json;
use tokio::{sync::Semaphore, time::interval};

#[cfg(not(feature = "club"))]
use self::mute::{Mailer, Poster};
use self::{consent::Consent, mail::Mail, webhook::webhook_address};
#[cfg(feature = "club")]
use self::{mail::Mailer, webhook::Poster};
use crate::{
    Post, RequestError,
    door::{
        asked::Asked,
        extract::{At, Whole},
        limits::{
            ledger::{Ledger, Toll},
            warden::Caller,
        },
        routes::{self, Answer, App, LARGEST_REQUEST},
    },
    moment::milliseconds,
    operator::meters::meters,
    people::{accounts::Visitor, keys},
    protocol::{CallInfo, CallWish, TableInfo},
    storage::{Call, PeopleWrite, Storage, Write},
};

pub(crate) use self::mail::email_address;

/// How often somebody who cannot be reached is called, and how much longer to wait each time.
const TRIES: i64 = 4;
const AGAIN: i64 = 300_000;
/// How many are called at the same time.
const AT_ONCE: usize = 8;
const HOUR: Duration = Duration::from_secs(3600);

const NO_MAIL: &str = "this server sends no mail";
const NO_WEBHOOKS: &str = "this server calls no webhooks";
const NO_SEAT: &str = "only a player of this game, with the key of a seat, can be told of his turn";

/// Sends news to players.
pub(crate) struct Herald {
    mailer: Option<Mailer>,
    poster: Option<Poster>,
    /// The address of this server, without a slash at its end.
    public_url: String,
    /// Mails by address: nobody's mailbox is flooded, whoever gave its address.
    mails: Ledger<String>,
    at_once: Arc<Semaphore>,
}

/// Where and how a player is told.
struct Letter {
    email: Option<String>,
    webhook: Option<String>,
    title: String,
    seat: String,
    name: String,
    link: String,
    standing: String,
}

impl Herald {
    /// Sends by the ways that the operator has set up.
    ///
    /// # Errors
    /// If one of them cannot be used: a sentence for the operator, without passwords.
    pub(crate) fn new(post: &Post) -> Result<Herald, String> {
        let public_url = post.public_url.clone().unwrap_or_default().trim_end_matches('/').to_owned();
        // News without a link to the game is of little use.
        let linked = !public_url.is_empty();
        let mailer = match (&post.smtp, &post.mail_from) {
            (Some(url), Some(from)) if linked => Some(Mailer::new(url, from)?),
            (None, None) => None,
            _ => return Err("to send mail, a server needs --smtp, --mail-from and --public-url".to_owned()),
        };
        let poster = linked.then(|| Poster::new(post.webhooks_inside)).transpose()?;
        let at_once = Arc::new(Semaphore::new(AT_ONCE));
        Ok(Herald { mailer, poster, public_url, mails: Ledger::default(), at_once })
    }

    /// Whether it can tell anybody anything.
    fn is_dumb(&self) -> bool {
        self.mailer.is_none() && self.poster.is_none()
    }

    fn sends_mail(&self) -> bool {
        self.mailer.is_some()
    }

    pub(crate) fn info(&self, call: Option<&Call>, account: Option<String>) -> CallInfo {
        let of_account = call.is_none_or(|call| call.account.is_some());
        CallInfo {
            email: call.and_then(|call| call.email.clone()).or(account.filter(|_| of_account)),
            webhook: call.and_then(|call| call.webhook.clone()),
            offers_email: self.mailer.is_some(),
            offers_webhook: self.poster.is_some(),
            wanted: None,
        }
    }

    /// What a player wishes, if it can be done.
    fn check(&self, wish: &CallWish) -> Answer<(Option<String>, Option<String>)> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let unoffered = |why: &str| RequestError::Unprocessable(why.to_owned());
        let (email, webhook) = (given(&wish.email), given(&wish.webhook));
        if email.is_some() && self.mailer.is_none() {
            return Err(unoffered(NO_MAIL));
        }
        let webhook = match (webhook, &self.poster) {
            (Some(_), None) => return Err(unoffered(NO_WEBHOOKS)),
            (Some(url), Some(poster)) => Some(webhook_address(&url, poster.calls_inside())?),
            (None, _) => None,
        };
        Ok((email.as_deref().map(email_address).transpose()?, webhook))
    }

    /// Tells a player by all ways that he gave; it is enough if one of them works.
    async fn tell(&self, letter: &Letter, mails_per_hour: u64) -> Result<(), String> {
        let mut results = Vec::new();
        if let Some(to) = &letter.email {
            results.push(self.send(&letter.mail(to), mails_per_hour).await);
        }
        if let Some((poster, url)) = self.poster.as_ref().zip(letter.webhook.as_ref()) {
            meters().notice("webhook");
            results.push(poster.post(url, letter.json()).await);
        }
        match results.iter().find(|result| result.is_ok()) {
            Some(_) => Ok(()),
            None => results.pop().unwrap_or(Ok(())),
        }
    }

    fn letter(&self, call: &Call, info: &TableInfo, email: Option<String>) -> Letter {
        let seat = info.seats.iter().find(|seat| seat.id == call.place);
        Letter {
            email,
            webhook: call.webhook.clone(),
            title: info.title.clone(),
            seat: call.place.clone(),
            name: seat.map_or_else(|| call.place.clone(), |seat| seat.name.clone()),
            link: format!("{}/#/table/{}", self.public_url, info.id),
            standing: info.standing.clone(),
        }
    }
}

impl Letter {
    fn mail(&self, to: &str) -> Mail {
        let text = format!(
            "It is your turn: {}, as {}.\n{}\n\n{}\n\nYou get this because you said that you want it. To stop it for \
             this game, open the game and take the address out; to stop it for good, use the link in the mail that \
             asked you.\n",
            self.title, self.name, self.standing, self.link
        );
        Mail { to: to.to_owned(), subject: format!("Your turn: {}", self.title), text }
    }

    /// `content` is what Discord and its like show, `text` what Slack and its like do.
    fn json(&self) -> String {
        let text = format!("Your turn: {}, as {}. {}", self.title, self.name, self.link);
        json!({
            "event": "turn", "title": self.title, "seat": self.seat, "name": self.name,
            "standing": self.standing, "url": self.link,
            "text": text, "content": text,
        })
        .to_string()
    }
}

/// `GET /api/tables/{id}/notify`.
pub(crate) async fn info(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    At(id): At<String>,
    asked: Asked,
) -> Answer<Json<CallInfo>> {
    let places = seats(&app, &id, &asked).await?;
    let (place, _) = places.first().ok_or(RequestError::Forbidden(NO_SEAT))?;
    let call = app.tables.storage().call(&id, place).await?;
    told_of(&app, app.herald.info(call.as_ref(), visitor.email())).await
}

/// `PUT /api/tables/{id}/notify`.
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    At(id): At<String>,
    asked: Asked,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<CallInfo>> {
    let wish: CallWish = serde_json::from_slice(&body)
        .map_err(|_| RequestError::Malformed("this does not say how you want to be told".to_owned()))?;
    let places = seats(&app, &id, &asked).await?;
    let (email, webhook) = app.herald.check(&wish)?;
    if email.is_some() || webhook.is_some() {
        app.warden.pay(caller.household, Toll::Calls)?;
    }
    let mut call = Call { game: id, email, webhook, ..Call::default() };
    for (place, seat) in places {
        (call.place, call.seat) = (place, i64::from(seat.0));
        write(app.tables.storage(), PeopleWrite::Call(Box::new(call.clone()))).await?;
    }
    if let Some(email) = &call.email {
        consent::ask(&app, email).await?;
    }
    told_of(&app, app.herald.info(Some(&call), None)).await
}

/// With what the owner of the address has said.
async fn told_of(app: &App, info: CallInfo) -> Answer<Json<CallInfo>> {
    let wanted = match &info.email {
        Some(email) => consent::of(app, email).await?.answer(),
        None => None,
    };
    Ok(Json(CallInfo { wanted, ..info }))
}

/// The seats of the one who asks, with their ids.
async fn seats(app: &App, id: &str, asked: &Asked) -> Answer<Vec<(String, Seat)>> {
    let table = app.tables.get(id).await?;
    let held = routes::held(app, &table, asked).await?;
    let places = table.places().borrow().clone();
    let named: Vec<_> = held.seats.iter().filter_map(|&seat| Some((places.id(seat)?.to_owned(), seat))).collect();
    if named.is_empty() { Err(RequestError::Forbidden(NO_SEAT)) } else { Ok(named) }
}

async fn write(storage: &Storage, write: PeopleWrite) -> Answer<()> {
    Ok(storage.write(Write::People(write)).await?)
}

/// Tells those whose turn it is and who are not there, forever.
pub(crate) async fn attend(app: &Arc<App>) {
    if app.herald.is_dumb() {
        return std::future::pending().await;
    }
    let away = app.warden.limits().away_time;
    let mut often = interval((away / 12).clamp(Duration::from_millis(50), Duration::from_secs(5)));
    often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        app.herald.mails.sweep(Instant::now());
        if let Err(error) = look(app).await {
            tracing::error!("players who are not there cannot be told of their turn: {error}");
        }
    }
}

async fn look(app: &Arc<App>) -> Answer<()> {
    let storage = app.tables.storage();
    let (now, away) = (milliseconds(), away(app));
    for call in storage.calls_due(now + away / 2).await? {
        let Some(due) = call.due else { continue };
        let seat = u8::try_from(call.seat).map(Seat).ok();
        let there = app.tables.is_there(&call.game, seat);
        if !there && due > now {
            continue;
        }
        let (tries, new) = if there { (0, now + away) } else { (call.tries + 1, now + AGAIN * (call.tries + 1)) };
        let worker = keys::word(16)?;
        let (game, place) = (call.game.clone(), call.place.clone());
        let claim = PeopleWrite::Due { game, place, old: due, new, tries, worker: worker.clone() };
        write(storage, claim).await?;
        // Of several processes that saw the same moment only one finds its own mark.
        if !there && storage.caller(&call.game, &call.place).await?.as_ref() == Some(&worker) {
            send(app, Call { tries, ..call }, worker).await;
        }
    }
    Ok(())
}

fn away(app: &App) -> i64 {
    i64::try_from(app.warden.limits().away_time.as_millis()).unwrap_or(i64::MAX)
}

/// Tells one player, beside everything else.
async fn send(app: &Arc<App>, call: Call, worker: String) {
    let Ok(pass) = Arc::clone(&app.herald.at_once).acquire_owned().await else { return };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let told = deliver(&app, &call).await;
        if let Err(why) = &told {
            tracing::warn!(game = call.game, "a player could not be told of his turn: {why}");
        }
        if told.is_ok() || call.tries >= TRIES {
            let done = PeopleWrite::Told { game: call.game, place: call.place, worker };
            if let Err(error) = write(app.tables.storage(), done).await {
                tracing::error!("that a player was told could not be noted: {error}");
            }
        }
        drop(pass);
    });
}

/// The address, if its owner wants mail. If nobody knows, he is asked.
async fn consented(app: &Arc<App>, email: String) -> Answer<Option<String>> {
    let consent = consent::of(app, &email).await?;
    if consent == Consent::Unknown {
        consent::ask(app, &email).await?;
    }
    Ok(Some(email).filter(|_| consent == Consent::Given))
}

async fn deliver(app: &Arc<App>, call: &Call) -> Result<(), String> {
    let failed = |error: RequestError| error.to_string();
    let storage = app.tables.storage();
    let account = match &call.account {
        Some(name) => {
            storage.account(name).await.map_err(|error| failed(error.into()))?.and_then(|account| account.email)
        }
        None => None,
    };
    let info = app.tables.summary(&call.game).await.map_err(failed)?;
    // He may have acted, or the game may have ended, in the meantime.
    if info.asked.map(|seat| i64::from(seat.0)) != Some(call.seat) {
        return Ok(());
    }
    let email = match call.email.clone().or(account).filter(|_| app.herald.sends_mail()) {
        Some(email) => consented(app, email).await.map_err(failed)?,
        None => None,
    };
    let letter = app.herald.letter(call, &info, email);
    app.herald.tell(&letter, app.warden.limits().mails_per_hour).await
}
