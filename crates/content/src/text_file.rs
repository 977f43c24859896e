//! Text files from outside: only regular files of a reasonable size, in UTF-8.

use std::{
    fs::{File, FileType},
    io::{self, Read},
    path::Path,
};

use thiserror::Error;

/// The largest file of text that is read: a hundred times what any of ours has.
pub const LARGEST_TEXT: u64 = 8 << 20;

/// Why a file was not read.
#[derive(Debug, Error)]
pub enum TextError {
    /// It is not there, or not ours to read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder, a pipe, a device.
    #[error("it is {0}, not a file")]
    NoFile(&'static str),
    /// Too large.
    #[error("it is larger than {} MB", limit >> 20)]
    TooLarge {
        /// What would have been read, in bytes.
        limit: u64,
    },
    /// Text in another encoding.
    #[error("it is written in {0}: save it as UTF-8")]
    Encoding(&'static str),
    /// No text at all.
    #[error("it is not text: byte {at} is not UTF-8")]
    NoText {
        /// Counted from 1.
        at: usize,
    },
}

/// Reads a file of text.
///
/// Devices and pipes are refused before they are opened: opening a pipe would wait for somebody to write into it.
///
/// # Errors
/// If it is not a regular file, is too large, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, TextError> {
    regular(path.metadata()?.file_type())?;
    let file = File::open(path)?;
    // It may be another one by now.
    regular(file.metadata()?.file_type())?;
    if file.metadata()?.len() > LARGEST_TEXT {
        return Err(TextError::TooLarge { limit: LARGEST_TEXT });
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_TEXT {
        return Err(TextError::TooLarge { limit: LARGEST_TEXT });
    }
    decode(bytes)
}

fn regular(kind: FileType) -> Result<(), TextError> {
    match () {
        () if kind.is_file() => Ok(()),
        () if kind.is_dir() => Err(TextError::NoFile("a folder")),
        () => Err(TextError::NoFile("a pipe, a socket or a device")),
    }
}

/// Text from bytes: UTF-8, with or without a byte-order mark, which is left out.
///
/// # Errors
/// If it is not UTF-8.
pub fn decode(mut bytes: Vec<u8>) -> Result<String, TextError> {
    match bytes[..] {
        [0xef, 0xbb, 0xbf, ..] => drop(bytes.drain(..3)),
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => return Err(TextError::Encoding("UTF-32")),
        // Also without its mark: every other byte of plain letters is zero.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Err(TextError::Encoding("UTF-16")),
        [a, b, ..] if (a == 0) != (b == 0) => return Err(TextError::Encoding("UTF-16")),
        _ => {}
    }
    String::from_utf8(bytes).map_err(|error| TextError::NoText { at: error.utf8_error().valid_up_to() + 1 })
}
