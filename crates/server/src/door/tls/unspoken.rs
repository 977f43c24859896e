//! A program without the feature `club` speaks no TLS.

use std::io;

use super::{TlsError, TlsFiles};
use crate::club;

/// What a connection would become.
pub(crate) type Secret<T> = T;

pub(crate) enum Tls {}

impl Tls {
    pub(crate) fn open(files: TlsFiles) -> Result<Tls, TlsError> {
        Err(TlsError::Unusable { path: files.certificate, why: club::lacks("TLS") })
    }

    pub(crate) fn renew(&self) -> Result<(), TlsError> {
        match *self {}
    }

    pub(crate) async fn accept<T>(&self, _stream: T) -> io::Result<Secret<T>> {
        match *self {}
    }
}
