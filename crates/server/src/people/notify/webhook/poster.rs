//! Posting to an address that a player gave.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Method, Request, Uri, header, uri::Scheme},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

use super::{host, is_public};
use crate::people::notify::trust;

/// How long everything together may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Posts to webhooks.
pub(crate) struct Poster {
    tls: TlsConnector,
    /// Whether machines of the own network may be called.
    inside: bool,
}

impl Poster {
    pub(crate) fn new(inside: bool) -> Result<Poster, String> {
        let mut roots = RootCertStore::empty();
        // A machine without certificates can still call http:// addresses.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Poster { tls: TlsConnector::from(Arc::new(config)), inside })
    }

    pub(crate) fn calls_inside(&self) -> bool {
        self.inside
    }

    /// Posts JSON. Redirects are not followed: they would lead past the check.
    ///
    /// # Errors
    /// Why not, without the address.
    pub(crate) async fn post(&self, url: &str, json: String) -> Result<(), String> {
        let posted = timeout(PATIENCE, self.call(url, json)).await;
        posted.map_err(|_| "it does not answer in time".to_owned())?
    }

    async fn call(&self, url: &str, json: String) -> Result<(), String> {
        let uri: Uri = url.parse().map_err(|_| "not an address".to_owned())?;
        let host = host(&uri).ok_or("not an address")?.to_owned();
        let secure = uri.scheme() == Some(&Scheme::HTTPS);
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let stream = self.connect(&host, port).await?;
        if !secure {
            return send(stream, &uri, json).await;
        }
        let name = ServerName::try_from(host).map_err(|_| "not the name of a machine".to_owned())?;
        let stream = self.tls.connect(name, stream).await.map_err(|error| untrusted(&error))?;
        send(stream, &uri, json).await
    }

    /// Looks the name up once, and goes to exactly the address that was checked.
    async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, String> {
        let found: Vec<SocketAddr> = lookup_host((host, port)).await.map_err(|_| "nobody has this name")?.collect();
        // One forbidden address is enough: whoever owns the name would choose the moment.
        if !self.inside && found.iter().any(|address| !is_public(address.ip())) {
            return Err("it leads into a private network".to_owned());
        }
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        for address in found {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => failed = error,
            }
        }
        Err(format!("it cannot be reached: {}", failed.kind()))
    }
}

fn untrusted(error: &io::Error) -> String {
    let why = trust::distrust(error).map_or_else(|| error.kind().to_string(), str::to_owned);
    format!("no TLS with the webhook: {why}")
}

async fn send<S>(stream: S, uri: &Uri, json: String) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let broken = |error: hyper::Error| format!("it does not speak HTTP: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let connection = tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::HOST, uri.authority().map_or("", |authority| authority.as_str()))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "opfire")
        .header(header::CONNECTION, "close")
        .body(Body::from(json))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(broken);
    connection.abort();
    let status = answer?.status();
    if status.is_success() { Ok(()) } else { Err(format!("it answers {}", status.as_u16())) }
}

#[cfg(test)]
mod tests {
    use super::Poster;

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_called() {
        let poster = Poster::new(false).unwrap();
        let why = poster.post("http://localhost:1/", "{}".to_owned()).await.unwrap_err();
        assert!(why.contains("private network"), "{why}");
        let why = Poster::new(true).unwrap().post("http://localhost:1/", "{}".to_owned()).await.unwrap_err();
        assert!(why.contains("cannot be reached"), "{why}");
    }
}
