//! The browser client, built into the program.

use rust_embed::RustEmbed;
use server::ClientFile;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Web;

const NOT_BUILT: &str = "<!doctype html><title>opfire</title><p>The browser client was not built into this program. \
    In the project's folder run <code>make build</code>.";

/// A file of the client.
pub(crate) fn file(path: &str) -> Option<ClientFile> {
    match Web::get(path) {
        Some(file) => Some(ClientFile { bytes: file.data, mime: mime(path).into() }),
        None if path == "index.html" => {
            Some(ClientFile { bytes: NOT_BUILT.as_bytes().into(), mime: "text/html".into() })
        }
        None => None,
    }
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
