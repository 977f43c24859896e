//! A certificate of one's own, and clients that trust it.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName},
    },
};

/// A certificate for `localhost` that signed itself, with its files.
pub struct Certificate {
    pub der: CertificateDer<'static>,
    pub certificate: PathBuf,
    pub key: PathBuf,
}

impl Certificate {
    /// Makes one in `folder`.
    pub fn new(folder: &Path, name: &str) -> Certificate {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (certificate, key) = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
        std::fs::write(&certificate, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        Certificate { der: made.cert.der().clone(), certificate, key }
    }

    /// A connection that is secret, if the server at `address` has this certificate.
    pub async fn connect(&self, address: SocketAddr) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone()).unwrap();
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = versions.with_safe_default_protocol_versions().unwrap();
        let config = config.with_root_certificates(roots).with_no_client_auth();
        let stream = TcpStream::connect(address).await?;
        TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
    }

    /// What comes back for a request.
    pub async fn ask(&self, address: SocketAddr, method: &str, path: &str, body: &str) -> std::io::Result<String> {
        let mut stream = self.connect(address).await?;
        let (host, length) = (format!("localhost:{}", address.port()), body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}\r\nConnection: close\r\nContent-Length: {length}"
        );
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}
