//! Messages as they are sent.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};

/// From this size on a message is packed: a whole view, which becomes a seventh. Changes are nearly all smaller and not
/// worth the time, which is mostly that of clearing the packer's memory.
pub(crate) const LARGE: usize = 8 * 1024;

/// A message as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parcel {
    Text(String),
    /// A whole stream of DEFLATE.
    Packed(Vec<u8>),
}

impl Parcel {
    /// Packs it if it is large.
    pub(crate) fn of(text: String) -> Parcel {
        if text.len() < LARGE {
            return Parcel::Text(text);
        }
        match deflated(text.as_bytes()) {
            Some(packed) => Parcel::Packed(packed),
            None => Parcel::Text(text),
        }
    }
}

/// A whole stream of DEFLATE.
pub(crate) fn deflated(plain: &[u8]) -> Option<Vec<u8>> {
    let mut packer = DeflateEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    packer.write_all(plain).ok()?;
    packer.finish().ok()
}

/// The stream of `head` and what is packed in `rest`, without packing that again: the head goes before it as a block
/// that is stored as it is (RFC 1951, 3.2.4). It must be short.
pub(crate) fn joined(head: &[u8], rest: &[u8]) -> Vec<u8> {
    let length = u16::try_from(head.len()).unwrap_or(u16::MAX);
    let head = &head[..usize::from(length)];
    let mut stream = Vec::with_capacity(5 + head.len() + rest.len());
    // Neither the last block nor a packed one.
    stream.push(0);
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(head);
    stream.extend(rest);
    stream
}
