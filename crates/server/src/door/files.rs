use std::{sync::Arc, time::Duration};

use axum::{
    body::HttpBody,
    http::{Extensions, HeaderMap, StatusCode, Version},
    response::{IntoResponse, Response},
};

use tower_http::{
    CompressionLevel,
    compression::{CompressionLayer, DefaultPredicate, Predicate, predicate::SizeAbove},
};

use crate::{
    ClientFile, RequestError,
    door::{
        kept::{AsItIs, Keep, Made},
        limits::purse,
        routes::{Answer, App},
    },
};

/// Packs larger answers for clients that can unpack them, where that was not done already. Quickly rather than well,
/// because it is done again for every request.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let large = DefaultPredicate::new().and(SizeAbove::new(1024));
    let not_done = |_: StatusCode, _: Version, _: &HeaderMap, kept: &Extensions| kept.get::<AsItIs>().is_none();
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(large.and(not_done))
}

/// Has whoever asks pay for what is packed and sent, by its length.
pub(crate) async fn charge(answer: Response) -> Response {
    let bytes = answer.body().size_hint().exact().unwrap_or_default();
    purse::spend(Duration::from_nanos(bytes.saturating_mul(NANOSECONDS_A_BYTE)));
    answer
}

/// What sending costs: a millisecond for 64 kB.
const NANOSECONDS_A_BYTE: u64 = 15;

/// The web client's file at `path`; any other path is a page of the client, which finds its own way.
pub(crate) async fn client(app: &App, path: &str, headers: &HeaderMap) -> Answer<Response> {
    let path = path.trim_start_matches('/');
    // The name of an asset holds a fingerprint of its content.
    let hashed = path.starts_with("assets/");
    if !path.is_empty()
        && let Some(made) = file(app, path).await?
    {
        return made.answer(if hashed { Keep::Ever } else { Keep::Asking }, headers);
    }
    if hashed {
        return Err(RequestError::NoRoute(format!("/{path}")));
    }
    match file(app, "index.html").await? {
        Some(index) => index.answer(Keep::Asking, headers),
        None => Ok((StatusCode::NOT_FOUND, "The web client was not built into this program.\n").into_response()),
    }
}

async fn file(app: &App, path: &str) -> Answer<Option<Arc<Made>>> {
    let name = format!("client {path}");
    if let Some(made) = app.kept.find(&name) {
        return Ok(Some(made));
    }
    let Some(ClientFile { bytes, mime }) = (app.config.client)(path) else { return Ok(None) };
    app.kept.get(&name, &app.warden, move || Ok((mime.into_owned(), bytes.into_owned()))).await.map(Some)
}
