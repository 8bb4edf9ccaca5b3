//! The client's network address, for throttling and for the record of an approval.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use http::request::Parts;

/// The address put into a request's extensions by the entry point: the gateway's source address in
/// the cloud, the socket's peer locally. Forwarding headers are not trusted: any client can send them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub Option<IpAddr>);

/// Bits of an IPv6 address that name its network: a subscriber has at least a /64 of addresses.
const NETWORK_BITS: u32 = 64;

impl ClientAddress {
    /// The network under which failures are counted: the IPv4 address, or the first half of the IPv6 one.
    pub fn network(&self) -> String {
        match self.0.map(|address| address.to_canonical()) {
            Some(IpAddr::V4(address)) => address.to_string(),
            Some(IpAddr::V6(address)) => {
                let network = address.to_bits() >> NETWORK_BITS << NETWORK_BITS;
                format!("{}/{NETWORK_BITS}", Ipv6Addr::from_bits(network))
            }
            None => self.to_string(),
        }
    }
}

impl std::fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(address) => address.fmt(f),
            None => f.write_str("unknown"),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts
            .extensions
            .get::<Self>()
            .copied()
            .unwrap_or(Self(None)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_a_subscriber_are_one_network() {
        let network = |address: &str| ClientAddress(Some(address.parse().unwrap())).network();
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.7");
        assert_eq!(network("2001:db8:1:2::1"), "2001:db8:1:2::/64");
        assert_eq!(network("2001:db8:1:2:ffff::9"), "2001:db8:1:2::/64");
        assert_eq!(network("2001:db8:1:3::1"), "2001:db8:1:3::/64");
        assert_eq!(ClientAddress(None).network(), "unknown");
    }
}
