//! [`Listening`]: the addresses on which the server listens, and its names in the network.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use thiserror::Error;

/// The error of a name, an address or a path, in words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ListeningError(&'static str);

/// An address to listen on, perhaps with a port: `192.168.1.5`, `0.0.0.0:8080`, `[::1]:8080`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListenAddress {
    /// The address.
    pub ip: IpAddr,
    /// The port, if one is named.
    pub port: Option<u16>,
}

impl FromStr for ListenAddress {
    type Err = ListeningError;

    fn from_str(text: &str) -> Result<Self, ListeningError> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(Self { ip: address.ip(), port: Some(address.port()) });
        }
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let ip = bare.parse().map_err(|_| ListeningError("an address is numbers: 192.168.1.5"))?;
        Ok(Self { ip, port: None })
    }
}

/// A name that browsers may know the server by: `chess.example.org`, perhaps with a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName(String);

impl HostName {
    /// Returns the name, and the port where there is one.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether it names a port.
    fn has_port(&self) -> bool {
        self.0.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'))
    }

    /// Returns whether a host in a request of a server with this port is the name.
    pub(crate) fn is(&self, host: &str, port: u16) -> bool {
        if host.eq_ignore_ascii_case(&self.0) {
            return true;
        }
        let bare = host.strip_suffix(&format!(":{port}"));
        !self.has_port() && bare.is_some_and(|bare| bare.eq_ignore_ascii_case(&self.0))
    }
}

impl FromStr for HostName {
    type Err = ListeningError;

    fn from_str(text: &str) -> Result<Self, ListeningError> {
        const WRONG: ListeningError =
            ListeningError("a host is a name such as chess.example.org, perhaps with :PORT");
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (text, None),
        };
        if port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(WRONG);
        }
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let six = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let is_name = match six {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !name.is_empty() && name.bytes().all(is_letter),
        };
        if is_name { Ok(Self(text.to_ascii_lowercase())) } else { Err(WRONG) }
    }
}

/// The path under which a proxy shows the server: empty, or `/chess`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BasePath(String);

impl BasePath {
    /// Returns the path, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of a request without this one before it.
    pub(crate) fn strip<'a>(&self, path: &'a str) -> &'a str {
        let rest = path.strip_prefix(&self.0).filter(|rest| rest.starts_with('/'));
        rest.unwrap_or(path)
    }
}

impl FromStr for BasePath {
    type Err = ListeningError;

    fn from_str(text: &str) -> Result<Self, ListeningError> {
        let path = text.trim_end_matches('/');
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_~".contains(&byte);
        let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_letter);
        let is_path = path.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_part));
        if path.is_empty() || is_path {
            Ok(Self(path.to_owned()))
        } else {
            Err(ListeningError("a base path is /WORDS of letters, digits and hyphens"))
        }
    }
}

/// The address on which the server listens, and its names in the network. The default is this
/// machine alone, where nobody needs a token.
#[derive(Clone, Debug)]
pub struct Listening {
    /// The address of the listener.
    pub ip: IpAddr,
    /// The names of the server beside its address.
    pub hosts: Vec<HostName>,
    /// The path under which it is shown.
    pub base_path: BasePath,
    /// Whether the server asks for tokens also if it listens on this machine alone.
    pub tokens: bool,
}

impl Default for Listening {
    fn default() -> Self {
        Self {
            ip: Ipv4Addr::LOCALHOST.into(),
            hosts: Vec::new(),
            base_path: BasePath::default(),
            tokens: false,
        }
    }
}

impl Listening {
    /// Returns whether others may come, so that everybody needs a token: the listener is open to
    /// the network, or a proxy is, which has a name or a path for it.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        let is_proxied = !self.hosts.is_empty() || !self.base_path.as_str().is_empty();
        self.tokens || is_proxied || !self.ip.to_canonical().is_loopback()
    }

    /// Returns the address of the page for a browser on this machine.
    #[must_use]
    pub fn address(&self, port: u16) -> String {
        let ip = match self.ip {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}{}/", SocketAddr::new(ip, port), self.base_path.as_str())
    }

    /// Returns the address of the page for others, where a name for it is known. A listener on
    /// this machine alone has a proxy before it, which does TLS.
    #[must_use]
    pub fn public_address(&self, port: u16) -> Option<String> {
        let host = self.hosts.first()?;
        let base = self.base_path.as_str();
        let name = host.as_str();
        Some(match (self.ip.to_canonical().is_loopback(), host.has_port()) {
            (true, _) => format!("https://{name}{base}/"),
            (false, true) => format!("http://{name}{base}/"),
            (false, false) => format!("http://{name}:{port}{base}/"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listening(ip: &str, hosts: &[&str], base: &str) -> Listening {
        let host = |text: &&str| text.parse().expect("a host");
        Listening {
            ip: ip.parse().expect("an address"),
            hosts: hosts.iter().map(host).collect(),
            base_path: base.parse().expect("a path"),
            tokens: false,
        }
    }

    #[test]
    fn words_are_read_or_refused() {
        let address = |text: &str| {
            text.parse::<ListenAddress>().ok().map(|read| (read.ip.to_string(), read.port))
        };
        assert_eq!(address("0.0.0.0"), Some(("0.0.0.0".into(), None)));
        assert_eq!(address("10.0.0.1:80"), Some(("10.0.0.1".into(), Some(80))));
        assert_eq!(address("::1"), Some(("::1".into(), None)));
        assert_eq!(address("[::1]"), Some(("::1".into(), None)));
        assert_eq!(address("[::1]:80"), Some(("::1".into(), Some(80))));
        for bad in ["", "localhost", "1.2.3", "1.2.3.4:99999", "http://1.2.3.4"] {
            assert_eq!(address(bad), None, "{bad}");
        }
        for good in ["chess.example.org", "Chess.Example:8443", "10.0.0.1", "[::1]:80", "[::1]"] {
            assert!(good.parse::<HostName>().is_ok(), "{good}");
        }
        for bad in ["", "https://a", "a/b", "a b", "a:b", ":80", "*", "a@b", "[x]"] {
            assert!(bad.parse::<HostName>().is_err(), "{bad}");
        }
        for (good, path) in [("", ""), ("/", ""), ("/chess", "/chess"), ("/a/b-c/", "/a/b-c")] {
            assert_eq!(good.parse::<BasePath>().expect(good).as_str(), path);
        }
        for bad in ["chess", "/a//b", "/..", "/a b", "/%2e", "/a?b"] {
            assert!(bad.parse::<BasePath>().is_err(), "{bad}");
        }
    }

    #[test]
    fn whoever_can_be_reached_asks_for_tokens() {
        for (is_guarded, ip, hosts, base) in [
            (false, "127.0.0.1", &[][..], ""),
            (false, "::1", &[], ""),
            (false, "::ffff:127.0.0.1", &[], ""),
            (true, "0.0.0.0", &[], ""),
            (true, "::", &[], ""),
            (true, "192.168.1.5", &[], ""),
            (true, "127.0.0.1", &["chess.example.org"], ""),
            (true, "127.0.0.1", &[], "/chess"),
        ] {
            assert_eq!(
                listening(ip, hosts, base).is_guarded(),
                is_guarded,
                "{ip} {hosts:?} {base}"
            );
        }
    }

    #[test]
    fn addresses_are_for_this_machine_and_for_others() {
        let open = listening("0.0.0.0", &[], "");
        assert_eq!(open.address(80), "http://127.0.0.1:80/");
        assert_eq!(open.public_address(80), None);
        let proxied = listening("127.0.0.1", &["chess.example.org"], "/chess");
        assert_eq!(proxied.address(80), "http://127.0.0.1:80/chess/");
        let address = proxied.public_address(80);
        assert_eq!(address.as_deref(), Some("https://chess.example.org/chess/"));
        let named = listening("::", &["box.lan"], "");
        assert_eq!(named.address(80), "http://[::1]:80/");
        assert_eq!(named.public_address(80).as_deref(), Some("http://box.lan:80/"));
    }

    #[test]
    fn a_base_path_is_taken_off_where_it_is() {
        let base: BasePath = "/chess".parse().expect("a path");
        for (path, rest) in
            [("/chess/ws", "/ws"), ("/chess/", "/"), ("/chess", "/chess"), ("/chessx", "/chessx")]
        {
            assert_eq!(base.strip(path), rest);
        }
        assert_eq!(BasePath::default().strip("/ws"), "/ws");
    }
}
