use axum::{
    Router,
    http::{HeaderName, HeaderValue, Response, header},
};
use tower_http::{sensitive_headers::SetSensitiveRequestHeadersLayer, set_header::SetResponseHeaderLayer};

use crate::door::asked::KEY_HEADER;

/// No request leaves the machine, nothing is framed, and no other site learns our addresses.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What a request shows to be let in.
const SECRET: [HeaderName; 3] = [KEY_HEADER, header::SEC_WEBSOCKET_PROTOCOL, header::COOKIE];

/// For half a year a browser that was here once asks for nothing in the open.
const ONLY_SECRET: HeaderValue = HeaderValue::from_static("max-age=15552000");

/// Adds the security headers to every answer, and forbids keeping those that do not say otherwise. Where the server
/// itself speaks TLS, browsers are told to come that way only.
pub(crate) fn guard(secure: bool, router: Router) -> Router {
    let only = move |_: &Response<_>| secure.then_some(ONLY_SECRET);
    let router = router.layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, only));
    let keep = SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static(NO_STORE));
    let vary = SetResponseHeaderLayer::appending(header::VARY, who_asked);
    let router = router.layer(keep).layer(vary);
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    })
}

/// Whatever prints the headers of a request, inside of this, leaves out those that open something.
pub(crate) fn hush(router: Router) -> Router {
    router.layer(SetSensitiveRequestHeadersLayer::new(SECRET))
}

const NO_STORE: &str = "no-store";

/// The address of an answer is the same for all players, and the answer is not. A cache that keeps it although it is
/// told not to must at least not give it to another one.
fn who_asked<B>(answer: &Response<B>) -> Option<HeaderValue> {
    let kept_by_nobody = answer.headers().get(header::CACHE_CONTROL).filter(|value| *value == NO_STORE);
    kept_by_nobody.map(|_| HeaderValue::from_static("opfire-key, cookie"))
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        body::{Body, to_bytes},
        http::{HeaderMap, Request},
        routing::get,
    };
    use tower::Service as _;

    use super::hush;

    #[tokio::test]
    async fn what_opens_something_is_left_out_where_headers_are_printed() {
        let print = async |headers: HeaderMap| format!("{headers:?}");
        let mut router = hush(Router::new().route("/", get(print)));
        let request = Request::get("/")
            .header("Opfire-Key", "secret-1")
            .header("Opfire-Key", "secret-2")
            .header("Sec-WebSocket-Protocol", "opfire.v1, opfire.key.secret-3")
            .header("Cookie", "opfire=secret-4")
            .header("Accept", "everything");
        let answer = router.call(request.body(Body::empty()).unwrap()).await.unwrap();
        let printed = String::from_utf8(to_bytes(answer.into_body(), 10_000).await.unwrap().into()).unwrap();
        assert!(printed.contains("opfire-key") && printed.contains("everything"), "{printed}");
        assert!(!printed.contains("secret"), "{printed}");
    }
}
