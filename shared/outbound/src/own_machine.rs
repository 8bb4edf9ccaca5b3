//! The machine that a client runs on: which of its addresses may be called although the policy permits none of them.
//!
//! A process that fetches addresses which others choose must not become a way into the services of its own machine
//! (OWASP API Security Top 10 2023, API7). Loopback and private addresses are recognised by their class; a public address
//! of one of the machine's interfaces looks like any other and is recognised by asking the operating system for it.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::sync::Arc;

use url::{Host, Url};

/// Answers whether an address is one of this machine.
pub type IsOwn = fn(IpAddr) -> bool;

/// What a guard knows about the machine it runs on.
#[derive(Debug, Clone)]
pub struct OwnMachine {
    sites: Arc<[OwnSite]>,
    is_own: IsOwn,
}

/// A web address of this process, with the address to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OwnSite {
    host: Host,
    port: u16,
    address: IpAddr,
}

impl OwnMachine {
    /// A machine of which only the site at `base` may be called: at exactly this host and port, and as `localhost` where
    /// the host is 127.0.0.1 (and the other way round).
    #[must_use]
    pub fn serving(base: &Url) -> Self {
        Self::recognised_by(base, is_of_this_machine)
    }

    /// Like [`serving`](Self::serving), with a different test for the machine's addresses.
    #[must_use]
    pub fn recognised_by(base: &Url, is_own: IsOwn) -> Self {
        Self {
            sites: sites_at(base).into(),
            is_own,
        }
    }

    /// Whether the URL is of a site of this process.
    pub(crate) fn serves(&self, url: &Url) -> bool {
        let port = url.port_or_known_default();
        let host = url.host();
        self.sites
            .iter()
            .any(|site| Some(site.port) == port && Some(as_ref(&site.host)) == host)
    }

    /// The address of the site of this process that has this name.
    pub(crate) fn address_of(&self, name: &str) -> Option<IpAddr> {
        let named = self
            .sites
            .iter()
            .find(|site| as_ref(&site.host) == Host::Domain(name))?;
        Some(named.address)
    }

    /// Whether an address is one of this machine.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        (self.is_own)(address)
    }
}

fn as_ref(host: &Host) -> Host<&str> {
    match host {
        Host::Domain(name) => Host::Domain(name.as_str()),
        Host::Ipv4(address) => Host::Ipv4(*address),
        Host::Ipv6(address) => Host::Ipv6(*address),
    }
}

fn sites_at(base: &Url) -> Vec<OwnSite> {
    let (Some(host), Some(port)) = (base.host(), base.port_or_known_default()) else {
        return Vec::new();
    };
    let local = Ipv4Addr::LOCALHOST;
    let hosts = match host.to_owned() {
        Host::Ipv4(address) if address != local => vec![(Host::Ipv4(address), address.into())],
        Host::Ipv6(address) => vec![(Host::Ipv6(address), address.into())],
        Host::Domain(name) if name != "localhost" => Vec::new(),
        Host::Ipv4(_) | Host::Domain(_) => vec![
            (Host::Ipv4(local), local.into()),
            // One address only: another program may listen on the same port of ::1.
            (Host::Domain("localhost".to_owned()), local.into()),
        ],
    };
    let site = |(host, address)| OwnSite {
        host,
        port,
        address,
    };
    hosts.into_iter().map(site).collect()
}

/// Whether the operating system lets a socket have this address, which it does for addresses of its interfaces only
/// (`EADDRNOTAVAIL` of bind(2) otherwise). Nothing is sent.
fn is_of_this_machine(address: IpAddr) -> bool {
    /// Of no machine (RFC 5737).
    const OF_NO_MACHINE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    let binds = |address: IpAddr| UdpSocket::bind((address, 0)).is_ok();
    // Linux can be set to allow any address (ip_nonlocal_bind), and then tells nothing.
    binds(address) && !binds(OF_NO_MACHINE.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_interfaces_are_recognised() {
        for own in ["127.0.0.1", "127.9.9.9"] {
            assert!(is_of_this_machine(own.parse().unwrap()), "{own}");
        }
        for foreign in ["192.0.2.1", "8.8.8.8", "2001:db8::1"] {
            assert!(!is_of_this_machine(foreign.parse().unwrap()), "{foreign}");
        }
    }

    #[test]
    fn a_site_has_one_address_and_one_port() {
        let at = |base: &str| OwnMachine::serving(&Url::parse(base).unwrap());
        let serves = |base: &str, url: &str| at(base).serves(&Url::parse(url).unwrap());
        let base = "http://127.0.0.1:8081";
        for own in [
            "http://127.0.0.1:8081/a",
            "http://localhost:8081/",
            "http://2130706433:8081/",
            "http://LOCALHOST:8081/",
        ] {
            assert!(serves(base, own), "{own}");
        }
        for other in [
            "http://127.0.0.1:8080/",
            "http://127.0.0.1/",
            "http://127.0.0.2:8081/",
            "http://[::1]:8081/",
            "http://a.localhost:8081/",
            "http://[::ffff:127.0.0.1]:8081/",
        ] {
            assert!(!serves(base, other), "{other}");
        }
        assert!(serves("http://localhost:1", "http://127.0.0.1:1/"));
        assert!(serves("http://[::1]:1", "http://[::1]:1/"));
        assert!(!serves("http://[::1]:1", "http://localhost:1/"));
        assert!(!serves("http://blog.test:1", "http://localhost:1/"));
    }
}
