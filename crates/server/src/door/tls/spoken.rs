use std::{
    fs, io,
    path::Path,
    sync::{Arc, PoisonError, RwLock},
};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, ServerConfig,
        crypto::{CryptoProvider, ring},
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
        sign::{CertifiedKey, SingleCertAndKey},
    },
    server::TlsStream,
};

use super::{TlsError, TlsFiles};

/// A connection that nobody on the way can read.
pub(crate) type Secret<T> = TlsStream<T>;

/// Makes connections secret, with the certificate that was read last.
pub(crate) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    pub(crate) fn open(files: TlsFiles) -> Result<Tls, TlsError> {
        let config = RwLock::new(read(&files)?);
        Ok(Tls { files, config })
    }

    /// Reads the files again. Connections that are open keep what they have; if something is wrong, so do new ones.
    pub(crate) fn renew(&self) -> Result<(), TlsError> {
        let config = read(&self.files)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Shakes hands with a client.
    pub(crate) async fn accept<T: AsyncRead + AsyncWrite + Unpin>(&self, stream: T) -> io::Result<Secret<T>> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        TlsAcceptor::from(config).accept(stream).await
    }
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>, TlsError> {
    let provider = Arc::new(ring::default_provider());
    let certified = certified(files, &provider)?;
    let versions = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let versions = versions.map_err(|error| unusable(&files.certificate, &error))?;
    let resolver = Arc::new(SingleCertAndKey::from(certified));
    let mut config = versions.with_no_client_auth().with_cert_resolver(resolver);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn certified(files: &TlsFiles, provider: &CryptoProvider) -> Result<CertifiedKey, TlsError> {
    let TlsFiles { certificate, key } = files;
    let chain = CertificateDer::pem_slice_iter(&bytes(certificate)?).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(|error| unusable(certificate, &error))?;
    if chain.is_empty() {
        return Err(TlsError::Missing { path: certificate.clone(), what: "certificate" });
    }
    let secret = PrivateKeyDer::from_pem_slice(&bytes(key)?);
    let secret = secret.map_err(|_| TlsError::Missing { path: key.clone(), what: "private key" })?;
    CertifiedKey::from_der(chain, secret, provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => TlsError::Apart { key: key.clone(), certificate: certificate.clone() },
        rustls::Error::InvalidCertificate(_) => unusable(certificate, &error),
        _ => unusable(key, &error),
    })
}

fn bytes(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Unreadable { path: path.to_owned(), error })
}

fn unusable(path: &Path, why: &dyn std::fmt::Display) -> TlsError {
    TlsError::Unusable { path: path.to_owned(), why: why.to_string() }
}
