use std::sync::Arc;

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{RequestError, accounts::Visitor, places::Credentials, routes::App};

/// The part of an address after `?`. Keys and numbers need no escapes, and a key may come several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) keys: Vec<String>,
    pub(crate) seq: Option<u32>,
    pub(crate) place: Option<String>,
    /// The account that the visitor is logged in to.
    pub(crate) account: Option<String>,
}

/// With the session of the request.
impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, RequestError> {
        let Visitor(session) = Visitor::from_request_parts(parts, app).await?;
        let account = session.map(|session| session.account.name);
        Ok(Asked { account, ..Asked::parse(parts.uri.query()) })
    }
}

impl Asked {
    /// What the visitor shows.
    pub(crate) fn credentials(&self) -> Credentials {
        Credentials { keys: self.keys.clone(), account: self.account.clone() }
    }

    pub(crate) fn parse(query: Option<&str>) -> Asked {
        let mut asked = Asked::default();
        for (name, value) in query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "key" if !value.is_empty() => asked.keys.push(value.to_owned()),
                "place" => asked.place = Some(value.to_owned()),
                "seq" => asked.seq = value.parse().ok(),
                _ => {}
            }
        }
        asked
    }
}
