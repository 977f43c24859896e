//! `/metrics`, as Prometheus asks for it.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{
    door::routes::App,
    operator::meters::{meters, whole},
};

pub(super) fn router(app: Arc<App>) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let meters = meters();
    meters.connections.set(whole(app.warden.connections()));
    meters.sockets.set(whole(app.sockets.receiver_count()));
    meters.tables.set(whole(app.tables.in_memory()));
    for (gate, inside, waiting) in app.warden.crowds() {
        meters.gate(gate, inside, waiting);
    }
    match meters.text() {
        Ok(text) => ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
            .into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
