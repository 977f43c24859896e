//! The book, at `/book`: pages that the configuration makes, kept and packed like everything that is the same for all.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, State},
    http::HeaderMap,
    response::{Redirect, Response},
    routing::get,
};

use crate::{
    RequestError,
    door::{
        kept::Keep,
        routes::{Answer, App},
    },
};

/// `/book` and everything below it.
pub(crate) fn routes() -> Router<Arc<App>> {
    // Links of a page are read from its folder, so the first page needs the stroke at its end.
    Router::new()
        .route("/book", get(async || Redirect::permanent("/book/")))
        .route("/book/", get(first))
        .route("/book/{*address}", get(page))
}

async fn first(app: State<Arc<App>>, headers: HeaderMap) -> Answer<Response> {
    page(app, Path(String::new()), headers).await
}

async fn page(State(app): State<Arc<App>>, Path(address): Path<String>, headers: HeaderMap) -> Answer<Response> {
    let (book, name) = (Arc::clone(&app.config.book), format!("book {address}"));
    let made = move || {
        let file = book(&address).ok_or_else(|| RequestError::NoRoute(format!("/book/{address}")))?;
        Ok((file.mime.into_owned(), file.bytes))
    };
    app.kept.get(&name, &app.warden, made).await?.answer(Keep::Asking, &headers)
}
