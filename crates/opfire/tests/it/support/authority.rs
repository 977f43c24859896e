//! An authority of a test's own, and the certificates that it signs.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub fn new(name: &str) -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A file that makes whoever reads it trust this authority.
    pub fn file(&self, folder: &Path) -> PathBuf {
        let file = folder.join("authority.pem");
        std::fs::write(&file, self.0.as_ref().pem()).unwrap();
        file
    }

    /// Shakes hands as the machine with this name.
    pub fn acceptor(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, &self.0).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate.der().clone()], key).unwrap()))
    }
}
