//! The guard: it admits only pages of this server.
//!
//! A page of another site can make a browser send requests here. Its `Origin` reveals it. If it has
//! pointed a name of its own at this machine (DNS rebinding), its `Host` reveals it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::listening::HostName;

/// The policy for our pages: they may load from this server and connect to it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The header in which a proxy names the address that a request comes from.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// This server's.
    pub local: SocketAddr,
    /// The other one.
    pub peer: IpAddr,
}

/// The port and the names that are this server.
#[derive(Clone, Debug)]
pub struct Doors {
    /// The port.
    pub port: u16,
    /// The names beside the address at which a connection came in.
    pub hosts: Vec<HostName>,
}

impl Doors {
    /// Returns whether this is the server's address at which a connection came in.
    fn is_address(&self, host: &str, local: SocketAddr) -> bool {
        let (ip, port) = (local.ip().to_canonical(), self.port);
        let names = [SocketAddr::new(ip, port).to_string(), format!("localhost:{port}")];
        let known = if ip.is_loopback() { &names[..] } else { &names[..1] };
        // Browsers leave the usual port out.
        let is =
            |name: &String| host == name || port == 80 && name.strip_suffix(":80") == Some(host);
        known.iter().any(is)
    }

    /// Returns whether this is a name of the server.
    fn is_name(&self, host: &str) -> bool {
        self.hosts.iter().any(|name| name.is(host, self.port))
    }

    /// Returns whether a request comes from a page of this server, or from no page at all.
    pub fn admits(&self, headers: &HeaderMap, local: SocketAddr) -> bool {
        let only = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            match (values.next(), values.next()) {
                (Some(value), None) => Some(value.to_str().unwrap_or_default()),
                (None, _) => None,
                (Some(_), Some(_)) => Some(""),
            }
        };
        let host =
            only(&HOST).is_some_and(|host| self.is_address(host, local) || self.is_name(host));
        host && only(&ORIGIN).is_none_or(|origin| self.is_own_origin(origin, local))
    }

    /// Returns whether this is an origin of the server's pages. Behind a proxy they come by TLS.
    fn is_own_origin(&self, origin: &str, local: SocketAddr) -> bool {
        match origin.split_once("://") {
            Some(("http", host)) => self.is_address(host, local) || self.is_name(host),
            Some(("https", host)) => self.is_name(host),
            _ => false,
        }
    }

    /// Returns the same for requests that only pages send, which must have an origin.
    pub fn admits_page(&self, headers: &HeaderMap, local: SocketAddr) -> bool {
        self.admits(headers, local) && headers.contains_key(ORIGIN)
    }
}

/// Returns the address that a request comes from. A proxy on this machine names it in the last
/// word of its header.
pub fn caller(headers: &HeaderMap, ends: Ends) -> IpAddr {
    let last = headers.get_all(FORWARDED).iter().next_back().and_then(|value| value.to_str().ok());
    let named =
        last.and_then(|all| all.rsplit(',').next()).and_then(|word| word.trim().parse().ok());
    named.filter(|_| ends.peer.to_canonical().is_loopback()).unwrap_or(ends.peer)
}

/// Admits or refuses requests, and sends browsers the policy for our pages.
pub async fn guard(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let ends = request.extensions().get::<Ends>().copied();
    let mut response = if ends.is_some_and(|ends| doors.admits(request.headers(), ends.local)) {
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
        let doors = Doors { port: 8080, hosts: Vec::new() };
        let local = "127.0.0.1:8080".parse().expect("an address");
        let own = ("host", "127.0.0.1:8080");
        for good in [
            &[own][..],
            &[("host", "localhost:8080")],
            &[own, ("origin", "http://127.0.0.1:8080")],
            &[own, ("origin", "http://localhost:8080")],
        ] {
            assert!(doors.admits(&headers(good), local), "{good:?}");
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
            assert!(!doors.admits(&headers(bad), local), "{bad:?}");
        }
        assert!(!doors.admits_page(&headers(&[own]), local));
    }

    #[test]
    fn names_are_admitted_and_their_origins_by_tls() {
        let hosts = vec!["chess.example.org".parse().expect("a name")];
        let doors = Doors { port: 8080, hosts };
        let local = "192.0.2.7:8080".parse().expect("an address");
        let (name, address) = (("host", "chess.example.org"), ("host", "192.0.2.7:8080"));
        for good in [
            &[name][..],
            &[("host", "chess.example.org:8080")],
            &[name, ("origin", "https://chess.example.org")],
            &[address, ("origin", "https://chess.example.org")],
            &[address, ("origin", "http://192.0.2.7:8080")],
        ] {
            assert!(doors.admits_page(&headers(good), local) || good.len() == 1, "{good:?}");
            assert!(doors.admits(&headers(good), local), "{good:?}");
        }
        for bad in [
            &[("host", "192.0.2.8:8080")][..],
            &[("host", "localhost:8080")],
            &[("host", "chess.example.org:81")],
            &[("host", "chess.example.org.evil.example")],
            &[name, ("origin", "https://evil.example")],
            &[name, ("origin", "https://chess.example.org.evil.example")],
            &[name, ("origin", "https://chess.example.org:444")],
            &[address, ("origin", "http://192.0.2.9:8080")],
            &[name, ("origin", "null")],
        ] {
            assert!(!doors.admits(&headers(bad), local), "{bad:?}");
        }
    }

    #[test]
    fn a_proxy_on_this_machine_says_who_asks_and_nobody_else_does() {
        let ends = |peer: &str| Ends {
            local: "127.0.0.1:8080".parse().expect("an address"),
            peer: peer.parse().expect("an address"),
        };
        let request = headers(&[("x-forwarded-for", "1.1.1.1, 192.0.2.1")]);
        assert_eq!(caller(&request, ends("127.0.0.1")).to_string(), "192.0.2.1");
        assert_eq!(caller(&request, ends("192.0.2.2")).to_string(), "192.0.2.2");
        assert_eq!(caller(&headers(&[]), ends("127.0.0.1")).to_string(), "127.0.0.1");
    }
}
