use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash, Hasher},
};

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use tower_http::{
    CompressionLevel,
    compression::{
        CompressionLayer, DefaultPredicate, Predicate,
        predicate::{And, SizeAbove},
    },
};

use crate::{Client, ClientFile, RequestError};

/// Packs larger answers for clients that can unpack them: maps, boards, the client's script. Quickly rather than well, because
/// it is done again for every request.
pub(crate) fn compression() -> CompressionLayer<And<DefaultPredicate, SizeAbove>> {
    let large = DefaultPredicate::new().and(SizeAbove::new(1024));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(large)
}

/// The web client's file at `path`; any other path is a page of the client, which finds its own way.
pub(crate) fn client(client: &Client, path: &str, headers: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    // The name of an asset holds a fingerprint of its content.
    let hashed = path.starts_with("assets/");
    let found = if path.is_empty() { None } else { client(path) };
    match found {
        Some(ClientFile { bytes, mime }) if hashed => {
            let keep = "public, max-age=31536000, immutable";
            ([(header::CONTENT_TYPE, mime.as_ref()), (header::CACHE_CONTROL, keep)], bytes).into_response()
        }
        Some(file) => tagged(&file.mime, file.bytes, headers),
        None if hashed => RequestError::NoRoute(format!("/{path}")).into_response(),
        None => index(client, headers),
    }
}

fn index(client: &Client, headers: &HeaderMap) -> Response {
    match client("index.html") {
        Some(file) => tagged(&file.mime, file.bytes, headers),
        None => (StatusCode::NOT_FOUND, "The web client was not built into this program.\n").into_response(),
    }
}

/// Something that may be kept, if it is asked each time whether it is still the same.
pub(crate) fn tagged(mime: &str, bytes: impl Into<Cow<'static, [u8]>>, headers: &HeaderMap) -> Response {
    let bytes = bytes.into();
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let heads = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    if known {
        return (StatusCode::NOT_MODIFIED, heads).into_response();
    }
    (heads, [(header::CONTENT_TYPE, mime)], bytes).into_response()
}
