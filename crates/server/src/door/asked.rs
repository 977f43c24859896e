use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, header, request::Parts},
};

use crate::{
    RequestError,
    door::routes::App,
    people::{accounts::Visitor, places::Credentials},
};

/// The header in which a request shows its keys: one or several, with commas between them. It is not `Authorization`,
/// which belongs to whoever puts a password before the whole server.
pub(crate) const KEY_HEADER: HeaderName = HeaderName::from_static("opfire-key");
/// What is spoken over a WebSocket, and the only subprotocol that the server ever names in its answer.
pub(crate) const PROTOCOL: &str = "opfire.v1";
/// A browser gives a WebSocket no headers of ours, so it shows each key as a subprotocol that begins like this.
const KEY_PROTOCOL: &str = "opfire.key.";

/// What is asked besides the path, and what the visitor shows for it. It has no `Debug`: what cannot be printed is in
/// no log.
#[derive(Clone, Default)]
pub(crate) struct Asked {
    shown: Credentials,
    pub(crate) seq: Option<u32>,
    pub(crate) place: Option<String>,
    /// Whether he has said that he wants what is hidden from him as well.
    pub(crate) secrets: bool,
}

/// With the session of the request.
impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, RequestError> {
        let Visitor(session) = Visitor::from_request_parts(parts, app).await?;
        let mut asked = Asked::parse(parts.uri.query());
        asked.shown.keys.extend(keys(&parts.headers));
        asked.shown.account = session.map(|session| session.account.name);
        Ok(asked)
    }
}

impl Asked {
    /// What the visitor shows.
    pub(crate) fn credentials(&self) -> Credentials {
        self.shown.clone()
    }

    /// The part of an address after `?`. Keys and numbers need no escapes. That keys may stand there, and so in the log
    /// of any proxy, is for clients from before there was a header.
    fn parse(query: Option<&str>) -> Asked {
        let mut asked = Asked::default();
        for (name, value) in query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "key" if !value.is_empty() => asked.shown.keys.push(value.to_owned()),
                "place" => asked.place = Some(value.to_owned()),
                "secrets" => asked.secrets = value == "yes",
                "seq" => asked.seq = value.parse().ok(),
                _ => {}
            }
        }
        asked
    }
}

/// The keys that stand in the head of a request.
fn keys(headers: &HeaderMap) -> Vec<String> {
    let mut keys = words(headers, &KEY_HEADER);
    let offered = words(headers, &header::SEC_WEBSOCKET_PROTOCOL);
    keys.extend(offered.iter().filter_map(|word| word.strip_prefix(KEY_PROTOCOL)).map(str::to_owned));
    keys.retain(|key| !key.is_empty());
    keys
}

/// The words of a list in a header. Bytes that are no text are a word as well: a key that opens nothing must be
/// refused, not overlooked.
fn words(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lists = headers.get_all(name).into_iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    lists.flat_map(|list| list.split(',').map(|word| word.trim_ascii().to_owned()).collect::<Vec<_>>()).collect()
}
