//! Posting to an address that a player gave. It is a stranger's address, so it may lead anywhere: also to machines that only this one can reach.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

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

use super::trust;
use crate::RequestError;

/// How long everything together may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Characters of an address.
const LONGEST: usize = 500;

/// Posts to webhooks.
pub(crate) struct Poster {
    tls: TlsConnector,
    /// Whether machines of the own network may be called.
    inside: bool,
}

/// Checks an address that a player gives, without asking the network.
pub(crate) fn webhook_address(text: &str, inside: bool) -> Result<String, RequestError> {
    let wrong = |why: &str| RequestError::Unprocessable(format!("this cannot be a webhook: {why}"));
    let uri: Uri = text.trim().parse().map_err(|_| wrong("it is not an address"))?;
    if text.len() > LONGEST {
        return Err(wrong("its address is too long"));
    }
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err(wrong("its address begins with https:// or http://"));
    }
    let host = host(&uri).ok_or_else(|| wrong("it names no machine"))?;
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err(wrong("there is a password in it"));
    }
    let address: Option<IpAddr> = host.parse().ok();
    if !inside && (host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| !is_public(address))) {
        return Err(wrong("it leads into a private network"));
    }
    Ok(uri.to_string())
}

/// The name or number of the machine.
fn host(uri: &Uri) -> Option<&str> {
    uri.host().map(|host| host.trim_start_matches('[').trim_end_matches(']')).filter(|host| !host.is_empty())
}

/// Whether an address is one of the open network: neither this machine, nor the networks around it, nor those set aside for other use.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_4(address),
        IpAddr::V6(address) => is_public_6(address),
    }
}

fn is_public_4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmarks = a == 198 && (b == 18 || b == 19);
    let protocols = (a, b, c) == (192, 0, 0);
    let relays = (a, b, c) == (192, 88, 99);
    let reserved = a == 0 || a >= 224;
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || benchmarks
        || protocols
        || relays
        || reserved)
}

/// Only the range that is given out, without what carries an IPv4 address inside or is set aside in it.
fn is_public_6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let given_out = first & 0xe000 == 0x2000;
    let protocols = first == 0x2001 && second < 0x0200;
    let documentation = (first == 0x2001 && second == 0x0db8) || (first == 0x3fff && second < 0x1000);
    let within_4 = first == 0x2002;
    given_out && !protocols && !documentation && !within_4
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
    use super::{Poster, is_public, webhook_address};

    #[test]
    fn only_the_open_network_is_public() {
        for address in
            ["8.8.8.8", "1.1.1.1", "100.63.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "127.0.0.1",
            "127.8.8.8",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff::1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn addresses_of_webhooks_are_checked() {
        for right in ["https://hooks.example/a?b=c", "http://hooks.example:8080/", "https://8.8.8.8/x"] {
            assert!(webhook_address(right, false).is_ok(), "{right}");
        }
        let inside = [
            "http://localhost/",
            "http://LOCALHOST:80/",
            "http://127.0.0.1:5432/",
            "http://[::1]/",
            "https://169.254.169.254/latest",
        ];
        for wrong in [
            "",
            "hooks",
            "ftp://hooks.example/",
            "file:///etc/passwd",
            "https://",
            "https://a:b@hooks.example/",
            "javascript:1",
        ]
        .iter()
        .chain(&inside)
        {
            assert!(webhook_address(wrong, false).is_err(), "{wrong}");
        }
        for right in inside {
            assert!(webhook_address(right, true).is_ok(), "{right}: the operator allows it");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_called() {
        let poster = Poster::new(false).unwrap();
        let why = poster.post("http://localhost:1/", "{}".to_owned()).await.unwrap_err();
        assert!(why.contains("private network"), "{why}");
        let why = Poster::new(true).unwrap().post("http://localhost:1/", "{}".to_owned()).await.unwrap_err();
        assert!(why.contains("cannot be reached"), "{why}");
    }
}
