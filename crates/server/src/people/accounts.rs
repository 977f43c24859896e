//! Accounts: for players who want to find their games on any device. Nobody needs one.

mod device;

use std::sync::{Arc, LazyLock};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::{
    Extension, Json,
    extract::{FromRequestParts, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{AppendHeaders, IntoResponse, Response},
};

use crate::{
    RequestError,
    door::{
        extract::Whole,
        limits::{
            ledger::Toll,
            warden::{Caller, Trier, Warden},
        },
        routes::{Answer, App, LARGEST_REQUEST},
    },
    failure::apart,
    moment::now,
    people::{
        keys,
        notify::{self, consent},
    },
    protocol::{AccountInfo, ChangedAccount, Login, NewAccount},
    storage::{Account, PeopleWrite, Storage, Write},
};

/// The name of the cookie.
const COOKIE: &str = "opfire";
/// A session that nobody uses ends after so many seconds.
const LASTS: i64 = 90 * 86_400;
/// How exactly it is known when a session was last used, in seconds.
const SEEN_TO: i64 = 86_400;
/// Characters of a name and of a password.
const NAME: std::ops::RangeInclusive<usize> = 2..=40;
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

const LOCAL: &str = "this is your own machine: everything on it is yours without an account";
const LOGGED_OUT: &str = "you are not logged in";
const WRONG: &str = "there is no account with this name and this password";
pub(crate) const BANNED: &str = "the operator of this server has closed this account";

/// The account whose session a request belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) account: Account,
    /// The hash of its cookie.
    token: String,
}

/// The session of a request, if it has one that counts.
pub(crate) struct Visitor(pub(crate) Option<Session>);

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, RequestError> {
        session(app, &parts.headers).await.map(Visitor)
    }
}

impl Visitor {
    /// The name of the account in lower case.
    pub(crate) fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|session| session.account.name.as_str())
    }

    /// The e-mail address of the account.
    pub(crate) fn email(&self) -> Option<String> {
        self.0.as_ref().and_then(|session| session.account.email.clone())
    }

    fn required(self) -> Answer<Session> {
        self.0.ok_or(RequestError::LoggedOut(LOGGED_OUT))
    }
}

/// The session of a request with these headers.
pub(crate) async fn session(app: &App, headers: &HeaderMap) -> Answer<Option<Session>> {
    let Some(secret) = cookie(headers).filter(|_| !app.config.local) else { return Ok(None) };
    let (token, now) = (keys::hash(secret), now());
    let storage = app.tables.storage();
    let Some((account, seen)) = storage.session(&token, now - LASTS).await? else { return Ok(None) };
    if now - seen > SEEN_TO {
        write(storage, PeopleWrite::Seen { token: token.clone(), now }).await?;
    }
    Ok(Some(Session { account, token }))
}

/// Our cookie among those that a browser sends.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    cookie_named(COOKIE, headers)
}

fn cookie_named<'a>(wanted: &str, headers: &'a HeaderMap) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| value)
}

async fn write(storage: &Storage, write: PeopleWrite) -> Answer<()> {
    Ok(storage.write(Write::People(write)).await?)
}

/// `POST /api/account`.
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Response> {
    let wish: NewAccount = read(&app, &body)?;
    let account = checked(&wish)?;
    app.warden.pay(caller.household, Toll::Accounts)?;
    let password = hash(&app.warden, wish.password).await?;
    let account = Account { password, ..account };
    let storage = app.tables.storage();
    write(storage, PeopleWrite::Account(Box::new(account.clone()))).await?;
    // The hash is salted: only the one who got the name finds his own.
    let kept = storage.account(&account.name).await?;
    if kept.is_none_or(|kept| kept.password != account.password) {
        return Err(RequestError::Conflict("somebody else has an account with this name"));
    }
    app.warden.is_at(&account.name, caller.household);
    ask_owner(&app, &account).await?;
    let answer = enter(&app, &headers, &account).await?;
    Ok((StatusCode::CREATED, answer).into_response())
}

/// `POST /api/session`.
pub(crate) async fn log_in(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Response> {
    let Login { name, password } = read(&app, &body)?;
    let name = name.trim().to_lowercase();
    app.warden.pay(caller.household, Toll::Logins)?;
    let account = app.tables.storage().account(&name).await?;
    let trier = app.warden.trier(&name, caller.household, account.as_ref().and_then(|it| device::of(it, &headers)));
    app.warden.try_name(&name, &trier)?;
    // A name that nobody has takes as long as a wrong password.
    let known = account.as_ref().map_or_else(|| NOBODY.clone(), |account| account.password.clone());
    if !verify(&app.warden, password, known).await? || account.is_none() {
        return Err(RequestError::LoggedOut(WRONG));
    }
    app.warden.right_password(&name, &trier, caller.household);
    let account = account.ok_or(RequestError::LoggedOut(WRONG))?;
    if account.banned {
        return Err(RequestError::Forbidden(BANNED));
    }
    Ok(enter(&app, &headers, &account).await?.into_response())
}

/// `DELETE /api/session`.
pub(crate) async fn log_out(State(app): State<Arc<App>>, visitor: Visitor, headers: HeaderMap) -> Answer<Response> {
    if let Some(session) = visitor.0 {
        write(app.tables.storage(), PeopleWrite::Logout { token: session.token }).await?;
    }
    let gone = set_cookie(&app, &headers, "", 0)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// `GET /api/account`.
pub(crate) async fn account(State(app): State<Arc<App>>, visitor: Visitor) -> Answer<Json<AccountInfo>> {
    Ok(Json(described(&app, &visitor.required()?.account).await?))
}

/// `PATCH /api/account`.
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    visitor: Visitor,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<AccountInfo>> {
    let wish: ChangedAccount = read(&app, &body)?;
    let Session { mut account, token } = visitor.required()?;
    let storage = app.tables.storage();
    let email = wish.email.as_deref().map(address).transpose()?;
    if let Some(new) = wish.new_password {
        check_password(&new)?;
        // Somebody who is logged in is no stranger, but may be at a browser that was left open.
        let trier = Trier::Address(caller.household);
        app.warden.try_name(&account.name, &trier)?;
        let old = wish.password.unwrap_or_default();
        if !verify(&app.warden, old, account.password.clone()).await? {
            return Err(RequestError::Forbidden("that is not the password that you have now"));
        }
        app.warden.right_password(&account.name, &trier, caller.household);
        let password = hash(&app.warden, new).await?;
        write(storage, PeopleWrite::Password { account: account.name.clone(), password, keep: token }).await?;
    }
    if let Some(email) = email {
        account.email = email;
        let (name, email) = (account.name.clone(), account.email.clone());
        write(storage, PeopleWrite::Email { account: name, email }).await?;
        ask_owner(&app, &account).await?;
    }
    Ok(Json(described(&app, &account).await?))
}

/// Begins a session.
async fn enter(app: &App, headers: &HeaderMap, account: &Account) -> Answer<impl IntoResponse + use<>> {
    let secret = keys::word(26)?;
    let session = PeopleWrite::Session { token: keys::hash(&secret), account: account.name.clone(), now: now() };
    write(app.tables.storage(), session).await?;
    let session = set_cookie(app, headers, &secret, LASTS)?;
    let known = cookie_of(app, headers, device::COOKIE, &device::word(account)?, LASTS)?;
    let cookies = AppendHeaders([(header::SET_COOKIE, session), (header::SET_COOKIE, known)]);
    Ok((cookies, Json(described(app, account).await?)))
}

/// Whoever owns the address of the account is asked whether he wants mail.
async fn ask_owner(app: &Arc<App>, account: &Account) -> Answer<()> {
    match &account.email {
        Some(email) => consent::ask(app, email).await,
        None => Ok(()),
    }
}

/// Scripts cannot read it, and no other site's page makes a browser send it.
fn set_cookie(app: &App, headers: &HeaderMap, secret: &str, seconds: i64) -> Answer<HeaderValue> {
    cookie_of(app, headers, COOKIE, secret, seconds)
}

fn cookie_of(app: &App, headers: &HeaderMap, name: &str, secret: &str, seconds: i64) -> Answer<HeaderValue> {
    let secure = if is_secure(app, headers) { "; Secure" } else { "" };
    let text = format!("{name}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}");
    HeaderValue::from_str(&text).map_err(|error| RequestError::Defect(error.to_string()))
}

/// Whether the visitor came through TLS. A stranger who pretends it spoils only his own cookie.
fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let forwarded = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let known = app.config.post.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    forwarded || known || app.config.tls.is_some()
}

fn read<T: serde::de::DeserializeOwned>(app: &App, body: &[u8]) -> Answer<T> {
    if app.config.local {
        return Err(RequestError::Forbidden(LOCAL));
    }
    // The reason would quote what was sent, and that may be a password.
    serde_json::from_slice(body).map_err(|_| RequestError::Malformed("this is not about an account".to_owned()))
}

fn checked(wish: &NewAccount) -> Answer<Account> {
    let shown = wish.name.trim().to_owned();
    let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_' | '.' | '\'');
    if !NAME.contains(&shown.chars().count()) || !shown.chars().all(fits) {
        let why = format!("a name has {} to {} letters and digits", NAME.start(), NAME.end());
        return Err(RequestError::Unprocessable(why));
    }
    check_password(&wish.password)?;
    let email = wish.email.as_deref().map_or(Ok(None), address)?;
    let name = shown.to_lowercase();
    Ok(Account { name, shown, password: String::new(), email, created: now(), banned: false })
}

fn check_password(password: &str) -> Answer<()> {
    if PASSWORD.contains(&password.chars().count()) {
        return Ok(());
    }
    let why = format!("a password has {} to {} characters", PASSWORD.start(), PASSWORD.end());
    Err(RequestError::Unprocessable(why))
}

/// An e-mail address; none, if it is empty.
fn address(text: &str) -> Answer<Option<String>> {
    if text.is_empty() { Ok(None) } else { notify::email_address(text).map(Some) }
}

/// Slow on purpose, so only a few at the same time, and beside the requests.
async fn hash(warden: &Warden, password: String) -> Answer<String> {
    let _pass = warden.passwords.enter().await?;
    let hashed =
        apart(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())).await?;
    hashed.map_err(|error| RequestError::Defect(format!("a password cannot be hashed: {error}")))
}

async fn verify(warden: &Warden, password: String, known: String) -> Answer<bool> {
    if !(..=*PASSWORD.end()).contains(&password.chars().count()) {
        return Ok(false);
    }
    let _pass = warden.passwords.enter().await?;
    apart(move || {
        let known = PasswordHash::new(&known);
        known.is_ok_and(|known| Argon2::default().verify_password(password.as_bytes(), &known).is_ok())
    })
    .await
}

/// What is compared for a name that nobody has: the hash of something that nobody knows.
static NOBODY: LazyLock<String> = LazyLock::new(|| {
    let secret = keys::word(26).unwrap_or_default();
    Argon2::default().hash_password(secret.as_bytes()).map(|hash| hash.to_string()).unwrap_or_default()
});

/// Ends sessions that nobody uses any more.
pub(crate) async fn forget(storage: &Storage) -> Answer<()> {
    let before = now() - LASTS;
    if storage.has_sessions(before).await? { write(storage, PeopleWrite::Forget { before }).await } else { Ok(()) }
}

/// What its owner may know of an account.
async fn described(app: &App, account: &Account) -> Answer<AccountInfo> {
    let wanted = match &account.email {
        Some(email) => consent::of(app, email).await?.answer(),
        None => None,
    };
    Ok(AccountInfo { name: account.shown.clone(), email: account.email.clone(), wanted })
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{address, checked, cookie};
    use crate::protocol::NewAccount;

    #[test]
    fn our_cookie_is_found_among_others() {
        let found = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::COOKIE, HeaderValue::from_static(value));
            }
            cookie(&headers).map(str::to_owned)
        };
        assert_eq!(found(&["a=b; opfire=secret; c=d"]).as_deref(), Some("secret"));
        assert_eq!(found(&["a=b", "opfire=secret"]).as_deref(), Some("secret"));
        for wrong in ["", "opfire", "opfire=", "notopfire=x", "a=opfire=x"] {
            assert_eq!(found(&[wrong]), None, "{wrong}");
        }
    }

    #[test]
    fn names_passwords_and_addresses_have_a_form() {
        let wish = |name: &str, password: &str| {
            checked(&NewAccount { name: name.to_owned(), password: password.to_owned(), email: None })
        };
        let anna = wish(" Anna Müller ", "correct horse").unwrap();
        assert_eq!((anna.name.as_str(), anna.shown.as_str()), ("anna müller", "Anna Müller"));
        for (name, password) in
            [("a", "correct horse"), ("anna", "short"), ("<b>anna", "correct horse"), ("an\nna", "correct horse")]
        {
            assert!(wish(name, password).is_err(), "{name} {password}");
        }
        assert!(wish("anna", &"x".repeat(201)).is_err(), "nobody hashes a book");
        assert_eq!(address("").unwrap(), None);
        assert_eq!(address("anna@play.example").unwrap().as_deref(), Some("anna@play.example"));
    }
}
