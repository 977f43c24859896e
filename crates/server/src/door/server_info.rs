use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{door::routes::App, protocol::ServerInfo};

/// `GET /api/server`.
pub(crate) async fn server_info(State(app): State<Arc<App>>) -> Json<ServerInfo> {
    let local = app.config.local;
    let offers = app.herald.info(None, None);
    Json(ServerInfo { local, accounts: !local, mail: offers.offers_email, webhooks: offers.offers_webhook })
}
