use std::io::Write;

use axum::extract::ws::{Message, Utf8Bytes};
use flate2::{Compression, write::DeflateEncoder};

/// From this size on a message is packed: a whole view, which becomes a seventh. Changes are nearly all smaller and not worth the
/// time, which is mostly that of clearing the packer's memory.
const LARGE: usize = 8 * 1024;

/// A message as it is sent: text, or packed if it is large.
pub(crate) fn pack(text: Utf8Bytes) -> Message {
    if text.len() < LARGE {
        return Message::Text(text);
    }
    let mut packed = DeflateEncoder::new(Vec::with_capacity(text.len() / 4), Compression::fast());
    match packed.write_all(text.as_bytes()).and_then(|()| packed.finish()) {
        Ok(packed) => Message::Binary(packed.into()),
        Err(_) => Message::Text(text),
    }
}
