use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::RequestError;

/// The names that a server answers to, besides `localhost` and its like.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// It listens only to its own machine, and no proxy stands before it.
    pub(crate) only_here: bool,
    /// The names that its operator gave it. If there are none, it answers to any, unless it is only here.
    pub(crate) hosts: Arc<[String]>,
}

/// Turns away what another web site makes a browser ask of us.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    match judge(&names, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn judge(names: &Names, request: &Request) -> Result<(), RequestError> {
    let host =
        text(request.headers(), header::HOST).or(request.uri().authority().map(axum::http::uri::Authority::as_str));
    // A foreign name that was made to point here (DNS rebinding) would let a foreign page read everything.
    if !names.include(host) {
        return Err(RequestError::Forbidden(names.reason()));
    }
    if changes_something(request) && !origin_fits(text(request.headers(), header::ORIGIN), host) {
        return Err(RequestError::Forbidden("this request was made by another web site"));
    }
    Ok(())
}

impl Names {
    fn include(&self, host: Option<&str>) -> bool {
        let given = |host: &str| self.hosts.iter().any(|name| name.eq_ignore_ascii_case(without_port(host)));
        let any = self.hosts.is_empty() && !self.only_here;
        any || host.is_some_and(|host| names_this_machine(host) || given(host))
    }

    fn reason(&self) -> &'static str {
        if self.hosts.is_empty() {
            "this server answers only to localhost and 127.0.0.1"
        } else {
            "this server does not answer to that name: its operator lists its names with --host"
        }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    // An unreadable header is not an absent one.
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}

fn names_this_machine(host: &str) -> bool {
    let name = without_port(host);
    let address: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
    name.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn changes_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Browsers always send the origin with such requests; what sends none is not a browser.
fn origin_fits(origin: Option<&str>, host: Option<&str>) -> bool {
    let Some(origin) = origin else { return true };
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    matches!((authority, host), (Some(authority), Some(host)) if authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::{Names, names_this_machine, origin_fits};

    #[test]
    fn a_server_answers_to_the_names_that_it_was_given() {
        let names =
            |only_here, hosts: &[&str]| Names { only_here, hosts: hosts.iter().map(ToString::to_string).collect() };
        let answers = |names: &Names, host| names.include(Some(host));
        let club = names(false, &["play.example", "opfire.club"]);
        for host in ["play.example", "PLAY.example:8443", "opfire.club", "localhost:7944", "127.0.0.1"] {
            assert!(answers(&club, host), "{host}");
        }
        for host in ["evil.example", "play.example.evil.example", "192.0.2.4", "", "play.example:x"] {
            assert!(!answers(&club, host), "{host}");
        }
        assert!(!club.include(None), "a request without a name");
        assert!(answers(&names(true, &["play.example"]), "play.example"), "a name that was given counts");
        assert!(!answers(&names(true, &[]), "play.example"), "a machine of one's own has no other name");
        assert!(answers(&names(false, &[]), "play.example"), "without names any will do");
    }

    #[test]
    fn this_machine_has_few_names() {
        for host in ["localhost", "localhost:7070", "127.0.0.1:7070", "[::1]:7070", "[::1]", "LOCALHOST:1"] {
            assert!(names_this_machine(host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7070", "127.0.0.1.evil.example", "192.168.1.2:7070", ""] {
            assert!(!names_this_machine(host), "{host}");
        }
    }

    #[test]
    fn an_origin_must_be_this_host() {
        assert!(origin_fits(None, Some("localhost:7070")));
        assert!(origin_fits(Some("http://localhost:7070"), Some("localhost:7070")));
        assert!(origin_fits(Some("https://play.example"), Some("play.example")));
        for origin in ["http://evil.example", "null", "http://localhost:7071", "http://localhost:7070.evil.example"] {
            assert!(!origin_fits(Some(origin), Some("localhost:7070")), "{origin}");
        }
    }
}
