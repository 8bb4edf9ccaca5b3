//! The host names at which the local process answers.
//!
//! A page of any site can make a browser send requests to this machine: it answers its own name with an address of this
//! machine once the browser has loaded the page (DNS rebinding), and the browser then takes what is served here for the
//! page's own. Such a request names the foreign site as its host, so no request is answered that names a host at which the
//! process is not meant to be. Addresses cannot be rebound, so those of the machine itself need no name.

use std::net::IpAddr;
use std::sync::Arc;

use http::request::Parts;
use http::uri::Authority;
use http::{Version, header};
use url::Host;

use crate::refusal::Refusal;

/// Host names of a listener.
#[derive(Debug, Clone)]
pub struct HostNames {
    bound: IpAddr,
    configured: Arc<[Host]>,
}

impl HostNames {
    /// Loopback names and addresses, the address that the listener is bound to, and `configured` names. A listener on all
    /// addresses of the machine also answers at the address through which a connection came.
    pub fn new(bound: IpAddr, configured: &[Host]) -> Self {
        Self {
            bound: bound.to_canonical(),
            configured: configured.into(),
        }
    }

    /// Checks the host that a request names, which came to the address `reached` of this machine.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] when it names none or several (RFC 9112, section 3.2); [`Refusal::Misdirected`] for another
    /// host. HTTP/1.0 has requests without a host, which browsers do not send.
    pub fn check(&self, request: &Parts, reached: Option<IpAddr>) -> Result<(), Refusal> {
        let mut hosts = request.headers.get_all(header::HOST).iter();
        let host = hosts.next();
        if hosts.next().is_some() || (host.is_none() && request.version > Version::HTTP_10) {
            return Err(Refusal::Malformed);
        }
        let host = match host {
            Some(value) => Some(value.to_str().map_err(|_| Refusal::Malformed)?),
            None => None,
        };
        // A request target with a host has priority over the header; handlers may read either.
        let target = request.uri.authority().map(Authority::as_str);
        for text in [target, host].into_iter().flatten() {
            let named = parsed(text).ok_or(Refusal::Malformed)?;
            if !self.includes(&named, reached) {
                return Err(Refusal::Misdirected);
            }
        }
        Ok(())
    }

    fn includes(&self, host: &Host, reached: Option<IpAddr>) -> bool {
        let address = match host {
            Host::Domain(name) => {
                return is_loopback_name(name) || self.configured.contains(host);
            }
            Host::Ipv4(address) => IpAddr::from(*address),
            Host::Ipv6(address) => IpAddr::from(*address).to_canonical(),
        };
        let reached = reached.map(|reached| reached.to_canonical());
        address.is_loopback()
            || address == self.bound
            || (self.bound.is_unspecified() && Some(address) == reached)
            || self.configured.contains(host)
    }
}

/// `localhost` and the names below it (RFC 6761, section 6.3).
fn is_loopback_name(name: &str) -> bool {
    name.strip_suffix("localhost")
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The host of `host[:port]`, in lower case and without the dot of the root.
fn parsed(text: &str) -> Option<Host> {
    let authority: Authority = text.parse().ok()?;
    let (host, port) = (authority.host(), text.strip_prefix(authority.host())?);
    let port = match port.strip_prefix(':') {
        Some(port) => port,
        None if port.is_empty() => "",
        None => return None,
    };
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit())
        && (port.is_empty() || port.parse::<u16>().is_ok());
    let host = host.strip_suffix('.').unwrap_or(host);
    Host::parse(host).ok().filter(|_| is_port)
}

/// Parses a host name of the command line: a name or an address, without scheme and port.
///
/// # Errors
/// What is expected, for people.
pub fn configured(text: &str) -> Result<Host, String> {
    let form = "expected a name or an address without a port, such as desk.example or 192.168.1.5";
    if text.contains(['/', '@', '*']) {
        return Err(form.to_owned());
    }
    let bare = text.strip_suffix('.').unwrap_or(text);
    let parsed = match bare.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) => Ok(Host::Ipv6(address)),
        _ => Host::parse(bare),
    };
    parsed.map_err(|_| form.to_owned())
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    const BAD: Refusal = Refusal::Malformed;
    const ELSEWHERE: Refusal = Refusal::Misdirected;

    fn names(bound: &str, extra: &[&str]) -> HostNames {
        let extra: Vec<_> = extra.iter().map(|name| configured(name).unwrap()).collect();
        HostNames::new(bound.parse().unwrap(), &extra)
    }

    fn request(target: &str, hosts: &[&str], version: Version) -> Parts {
        let mut request = Request::get(target).version(version);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        request.body(()).unwrap().into_parts().0
    }

    fn checked(names: &HostNames, host: &str) -> Result<(), Refusal> {
        let reached = Some("::ffff:192.168.1.5".parse().unwrap());
        names.check(&request("/", &[host], Version::HTTP_11), reached)
    }

    #[test]
    fn loopback_names_are_served_in_every_spelling() {
        let names = names("127.0.0.1", &[]);
        for host in [
            "localhost",
            "LOCALHOST:8080",
            "localhost.",
            "localhost.:8080",
            "localhost:",
            "site.localhost:1",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9:80",
            "127.1",
            "[::1]",
            "[::1]:8080",
            "[0:0:0:0:0:0:0:1]:8080",
            "[::ffff:127.0.0.1]",
        ] {
            assert_eq!(checked(&names, host), Ok(()), "{host}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        let names = names("127.0.0.1", &[]);
        for host in [
            "evil.test",
            "evil.test:8080",
            "localhost.evil.test",
            "notlocalhost",
            "127.0.0.1.evil.test",
            "127.0.0.1.nip.io",
            "192.168.1.5",
            "0.0.0.0:8080",
            "[::]",
            "[fe80::1]",
            "8.8.8.8",
            "xn--caf-dma.example",
            "localhost,evil.test",
        ] {
            assert_eq!(checked(&names, host), Err(ELSEWHERE), "{host}");
        }
        for host in [
            "",
            " ",
            "a b",
            "user@localhost",
            "localhost:x",
            "localhost:70000",
            "localhost:1:2",
            "http://localhost",
            "localhost/a",
            "[::1",
            "::1",
            "[::1%25eth0]",
            "evil%2etest",
        ] {
            assert_eq!(checked(&names, host), Err(BAD), "{host}");
        }
    }

    #[test]
    fn a_host_is_named_once_and_by_the_target_too() {
        let names = names("127.0.0.1", &[]);
        for (target, hosts, expected) in [
            ("http://evil.test/", &["localhost"][..], Err(ELSEWHERE)),
            ("http://localhost/", &["evil.test"], Err(ELSEWHERE)),
            ("http://localhost:8080/", &["localhost:8080"], Ok(())),
            ("http://evil.test/", &[], Err(BAD)),
            ("/", &[], Err(BAD)),
            ("/", &["localhost", "localhost"], Err(BAD)),
            ("/", &["localhost", "evil.test"], Err(BAD)),
        ] {
            let request = request(target, hosts, Version::HTTP_11);
            assert_eq!(names.check(&request, None), expected, "{target} {hosts:?}");
        }
        for (target, hosts, expected) in [
            ("/", &[][..], Ok(())),
            ("/", &["evil.test"], Err(ELSEWHERE)),
            ("http://evil.test/", &[], Err(ELSEWHERE)),
        ] {
            let request = request(target, hosts, Version::HTTP_10);
            assert_eq!(names.check(&request, None), expected, "{target} {hosts:?}");
        }
    }

    #[test]
    fn headers_of_proxies_name_no_host() {
        let mut request = request("/", &["evil.test"], Version::HTTP_11);
        for name in ["x-forwarded-host", "forwarded", "x-host", "x-original-host"] {
            request
                .headers
                .insert(name, http::HeaderValue::from_static("localhost"));
        }
        assert_eq!(
            names("127.0.0.1", &[]).check(&request, None),
            Err(ELSEWHERE)
        );
    }

    #[test]
    fn a_listener_on_all_addresses_answers_at_the_one_that_was_reached() {
        for bound in ["0.0.0.0", "::"] {
            let names = names(bound, &[]);
            assert_eq!(checked(&names, "192.168.1.5:8080"), Ok(()));
            assert_eq!(checked(&names, "[::ffff:c0a8:105]"), Ok(()));
            assert_eq!(checked(&names, "localhost"), Ok(()));
            assert_eq!(checked(&names, "192.168.1.6"), Err(ELSEWHERE));
            assert_eq!(checked(&names, "evil.test"), Err(ELSEWHERE));
        }
        let names = names("192.168.1.7", &[]);
        assert_eq!(checked(&names, "192.168.1.7"), Ok(()));
        assert_eq!(checked(&names, "192.168.1.5"), Err(ELSEWHERE));
    }

    #[test]
    fn configured_names_are_served() {
        let names = names(
            "127.0.0.1",
            &["Desk.Example", "café.example.", "10.0.0.9", "2001:db8::1"],
        );
        for host in [
            "desk.example",
            "DESK.example.:443",
            "xn--caf-dma.example",
            "10.0.0.9:8080",
            "[2001:db8::1]:8080",
        ] {
            assert_eq!(checked(&names, host), Ok(()), "{host}");
        }
        for host in ["a.desk.example", "example", "10.0.0.8"] {
            assert_eq!(checked(&names, host), Err(ELSEWHERE), "{host}");
        }
        for wrong in ["", "a:80", "http://a", "a/b", "*.a", "x@a", "a b"] {
            assert!(configured(wrong).is_err(), "{wrong}");
        }
    }
}
