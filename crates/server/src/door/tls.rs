//! TLS: the files it needs, and what can be wrong with them. It is spoken with the feature `club`.

#[cfg(feature = "club")]
mod spoken;
#[cfg(not(feature = "club"))]
#[path = "tls/unspoken.rs"]
mod spoken;

use std::{io, path::PathBuf};

use thiserror::Error;

pub(crate) use self::spoken::{Secret, Tls};

/// The files that a server proves its name with, in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, with those between it and its authority after it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why certificate files cannot be used.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file holds something else.
    #[error("{} holds no {what} in PEM (a text that begins with -----BEGIN …-----)", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        what: &'static str,
    },
    /// A file holds something that cannot be used.
    #[error("{} cannot be used: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The two files do not belong together.
    #[error("the key in {} is not that of the certificate in {}", key.display(), certificate.display())]
    Apart {
        /// The file with the key.
        key: PathBuf,
        /// The file with the certificate.
        certificate: PathBuf,
    },
}
