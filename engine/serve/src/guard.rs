//! The guard: it admits only pages of this server on this machine.
//!
//! A page of another site can make a browser send requests here. Its `Origin` gives it away. If it
//! has pointed a name of its own at this machine (DNS rebinding), the `Host` does.

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The policy for our pages: they may load from this server and connect to it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names and origins of this server, which follow from its port.
#[derive(Clone, Copy, Debug)]
pub struct Doors {
    /// The port.
    pub port: u16,
}

impl Doors {
    /// Returns whether this is a name of the server.
    fn is_own_host(self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    /// Returns whether a request comes from a page of this server, or from no page at all.
    pub fn admits(self, headers: &HeaderMap) -> bool {
        let only = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            match (values.next(), values.next()) {
                (Some(value), None) => Some(value.to_str().unwrap_or_default()),
                (None, _) => None,
                (Some(_), Some(_)) => Some(""),
            }
        };
        let host = only(&HOST).is_some_and(|host| self.is_own_host(host));
        host && only(&ORIGIN).is_none_or(|origin| self.is_own_origin(origin))
    }

    /// Returns whether this is an origin of the server's pages.
    fn is_own_origin(self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.is_own_host(host))
    }

    /// Returns the same for requests that only pages send, which must have an origin.
    pub fn admits_page(self, headers: &HeaderMap) -> bool {
        self.admits(headers) && headers.contains_key(ORIGIN)
    }
}

/// Admits or refuses requests, and sends browsers the policy for our pages.
pub async fn guard(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let mut response = if doors.admits(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this server answers to its own pages alone").into_response()
    };
    let own = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in own {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_own_hosts_and_origins_are_admitted() {
        let doors = Doors { port: 8080 };
        let own = ("host", "127.0.0.1:8080");
        for good in [
            &[own][..],
            &[("host", "localhost:8080")],
            &[own, ("origin", "http://127.0.0.1:8080")],
            &[own, ("origin", "http://localhost:8080")],
        ] {
            assert!(doors.admits(&headers(good)), "{good:?}");
        }
        for bad in [
            &[][..],
            &[("host", "127.0.0.1")],
            &[("host", "127.0.0.1:8081")],
            &[("host", "evil.example:8080")],
            &[("host", "127.0.0.1:8080.evil.example")],
            &[own, ("host", "evil.example")],
            &[own, ("origin", "null")],
            &[own, ("origin", "https://127.0.0.1:8080")],
            &[own, ("origin", "http://evil.example")],
            &[own, ("origin", "http://127.0.0.1:80")],
            &[own, ("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")],
        ] {
            assert!(!doors.admits(&headers(bad)), "{bad:?}");
        }
        assert!(!doors.admits_page(&headers(&[own])));
    }
}
