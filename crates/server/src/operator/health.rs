use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;
use tokio::{sync::Mutex, time::timeout};

use crate::{door::routes::App, protocol::Failure, storage::Storage};

/// How long the database may take for an answer that says it is there.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long an answer of the database counts: strangers may ask as often as they like.
const FRESH: Duration = Duration::from_secs(1);

/// Whether a server can be sent players.
pub(crate) struct Health {
    storage: Arc<Storage>,
    leaving: AtomicBool,
    /// When the database was last asked, and whether it answered.
    asked: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    pub(crate) fn new(storage: Arc<Storage>) -> Health {
        Health { storage, leaving: AtomicBool::new(false), asked: Mutex::default() }
    }

    /// Players had better go elsewhere from now on.
    pub(crate) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    async fn ready(&self) -> Result<(), &'static str> {
        if self.leaving.load(Ordering::Relaxed) {
            Err("this server is shutting down")
        } else if !self.database_answers().await {
            Err("the database does not answer")
        } else {
            Ok(())
        }
    }

    async fn database_answers(&self) -> bool {
        let mut asked = self.asked.lock().await;
        match *asked {
            Some((when, answered)) if when.elapsed() < FRESH => answered,
            _ => {
                let answered = timeout(PATIENCE, self.storage.ping()).await.is_ok_and(|ping| ping.is_ok());
                *asked = Some((Instant::now(), answered));
                answered
            }
        }
    }
}

/// `/health` and `/ready`, for whoever sends players to this server. They say nothing that is secret, so they answer to
/// any name.
pub(crate) fn router(health: Arc<Health>) -> Router {
    Router::new().route("/health", get(alive)).route("/ready", get(ready)).with_state(health)
}

/// The same, and `/metrics` where they are built in: for the operator, at an address of its own.
#[cfg_attr(
    not(feature = "club"),
    allow(unused_variables, clippy::needless_pass_by_value, reason = "only metrics look into the server")
)]
pub(crate) fn operators(health: Arc<Health>, app: Arc<App>) -> Router {
    let router = router(health);
    #[cfg(feature = "club")]
    let router = router.merge(super::metrics::router(app));
    router
}

async fn alive() -> Response {
    Json(json!({ "status": "alive" })).into_response()
}

async fn ready(State(health): State<Arc<Health>>) -> Response {
    match health.ready().await {
        Ok(()) => Json(json!({ "status": "ready" })).into_response(),
        Err(why) => {
            let failure = Json(Failure { error: why.to_owned() });
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], failure).into_response()
        }
    }
}
