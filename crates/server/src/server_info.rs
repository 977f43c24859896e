use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{protocol::ServerInfo, routes::App};

/// `GET /api/server`.
pub(crate) async fn server_info(State(app): State<Arc<App>>) -> Json<ServerInfo> {
    Json(ServerInfo { local: app.config.local, accounts: false, mail: false, webhooks: false })
}
