//! Why a connection did not become secret, in words that name nobody: what libraries say may quote an address.

use std::{error::Error, io};

use tokio_rustls::rustls::{self, CertificateError};

/// What TLS had against the other side, if that is why something failed.
pub(crate) fn distrust(error: &(dyn Error + 'static)) -> Option<&'static str> {
    let mut next = Some(error);
    while let Some(error) = next {
        // The source of an error of the network is what lies behind its cause, not the cause.
        let cause = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if let Some(found) = cause.and_then(|cause| cause.downcast_ref::<rustls::Error>()) {
            return Some(words(found));
        }
        next = error.source();
    }
    None
}

fn words(error: &rustls::Error) -> &'static str {
    use CertificateError as Wrong;
    match error {
        rustls::Error::InvalidCertificate(wrong) => match wrong {
            Wrong::UnknownIssuer => "its certificate comes from nobody whom this machine trusts",
            Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => "its certificate is for another name",
            Wrong::Expired | Wrong::ExpiredContext { .. } => "its certificate has expired",
            Wrong::NotValidYet | Wrong::NotValidYetContext { .. } => "its certificate is not valid yet",
            _ => "its certificate cannot be used",
        },
        _ => "it does not speak TLS as it should",
    }
}

/// The error of the network behind another one, if there is one.
pub(crate) fn network(error: &(dyn Error + 'static)) -> Option<io::ErrorKind> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<io::Error>() {
            return Some(found.kind());
        }
        next = error.source();
    }
    None
}
