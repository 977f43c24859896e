use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};

use crate::operator::meters::meters;

/// Counts and notes every request. The address that was asked for is not noted, but the pattern that it fits: old
/// clients have keys in addresses. Nor are headers, where the others have them.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let since = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    meters().answered(status, since);
    let route = route.as_ref().map_or("the client", MatchedPath::as_str);
    tracing::debug!(%method, route, status, microseconds = since.elapsed().as_micros() as u64, "answered");
    response
}
