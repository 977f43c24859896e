//! What a request brings, with our own words where it cannot be read.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{StatusCode, request::Parts},
};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::{RequestError, door::routes::App};

/// The names in an address.
pub(crate) struct At<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RequestError> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(names)| At(names)).map_err(|error| RequestError::Malformed(error.body_text()))
    }
}

/// The pairs in an address after `?`.
pub(crate) struct Pairs(pub(crate) Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Pairs {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RequestError> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(pairs)| Pairs(pairs)).map_err(|error| RequestError::Malformed(error.body_text()))
    }
}

/// A whole body within the limit of bytes and time. The limit itself is a layer of the route.
pub(crate) struct Whole<const MOST: usize>(pub(crate) Bytes);

impl<const MOST: usize> FromRequest<Arc<App>> for Whole<MOST> {
    type Rejection = RequestError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, RequestError> {
        let body = timeout(app.warden.limits().body_time, Bytes::from_request(request, app)).await;
        let body = body.map_err(|_| RequestError::TooSlow)?.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => RequestError::TooLarge(MOST),
            _ => RequestError::Malformed(error.body_text()),
        })?;
        Ok(Whole(body))
    }
}
