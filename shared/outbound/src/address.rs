//! Classifies IP addresses as public or special-purpose.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Class of an address, from the IANA special-purpose registries (RFC 6890 and its updates).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressClass {
    /// Reachable over the public Internet.
    Public,
    /// This host: 127.0.0.0/8, ::1.
    Loopback,
    /// "This network": 0.0.0.0/8, ::.
    Unspecified,
    /// A private network: RFC 1918, and fc00::/7.
    Private,
    /// Link-local: 169.254.0.0/16, fe80::/10, and the deprecated site-local fec0::/10.
    LinkLocal,
    /// Shared address space of carrier-grade NAT: 100.64.0.0/10.
    CarrierGrade,
    /// Documentation: 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32, 3fff::/20.
    Documentation,
    /// Benchmarking: 198.18.0.0/15, 2001:2::/48.
    Benchmarking,
    /// Multicast: 224.0.0.0/4, ff00::/8.
    Multicast,
    /// Limited broadcast: 255.255.255.255.
    Broadcast,
    /// Unallocated, or reserved for protocols: 240.0.0.0/4, 192.0.0.0/24, all of IPv6 outside 2000::/3, and
    /// others.
    Reserved,
    /// IPv6 address with an embedded IPv4 address: mapped, compatible, NAT64, 6to4, Teredo. Refused as a
    /// class, so that embedded private addresses need not be detected.
    WrappedV4,
    /// Address of a cloud's instance metadata service, which returns credentials.
    Metadata,
}

impl fmt::Display for AddressClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Public => "it is public",
            Self::Loopback => "it is this machine",
            Self::Unspecified => "it is no address of a machine",
            Self::Private => "it is of a private network",
            Self::LinkLocal => "it is of one link only",
            Self::CarrierGrade => "it is of a provider's own network",
            Self::Documentation => "it is for documents",
            Self::Benchmarking => "it is for measurements",
            Self::Multicast | Self::Broadcast => "it stands for many receivers",
            Self::Reserved => "it is reserved",
            Self::WrappedV4 => "it stands for another address",
            Self::Metadata => "it is where a cloud keeps credentials",
        })
    }
}

/// The class of `address`.
#[must_use]
pub fn classify(address: IpAddr) -> AddressClass {
    match address {
        IpAddr::V4(v4) => classify_v4(v4),
        IpAddr::V6(v6) => classify_v6(v6),
    }
}

fn classify_v4(address: Ipv4Addr) -> AddressClass {
    use AddressClass as Class;
    match address.octets() {
        [169, 254, 169, 254] | [168, 63, 129, 16] | [100, 100, 100, 200] => Class::Metadata,
        [0, ..] => Class::Unspecified,
        [127, ..] => Class::Loopback,
        [10, ..] | [192, 168, ..] | [172, 16..=31, ..] => Class::Private,
        [169, 254, ..] => Class::LinkLocal,
        [100, 64..=127, ..] => Class::CarrierGrade,
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => Class::Documentation,
        [198, 18..=19, ..] => Class::Benchmarking,
        [224..=239, ..] => Class::Multicast,
        [255, 255, 255, 255] => Class::Broadcast,
        // Protocol assignments, the deprecated 6to4 relay anycast, and unallocated ranges.
        [192, 0, 0, _] | [192, 88, 99, _] | [240..=255, ..] => Class::Reserved,
        _ => Class::Public,
    }
}

fn classify_v6(address: Ipv6Addr) -> AddressClass {
    use AddressClass as Class;
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => Class::Unspecified,
        [0, 0, 0, 0, 0, 0, 0, 1] => Class::Loopback,
        // IPv4-compatible (::a.b.c.d), IPv4-mapped (::ffff:a.b.c.d), IPv4-translated (::ffff:0:a.b.c.d).
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => Class::WrappedV4,
        // NAT64 with the well-known prefix (RFC 6052) and the local-use prefix (RFC 8215).
        [0x64, 0xff9b, 0 | 1, ..] => Class::WrappedV4,
        // Teredo (RFC 4380) and 6to4 (RFC 3056).
        [0x2001, 0, ..] | [0x2002, ..] => Class::WrappedV4,
        [0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254] => Class::Metadata,
        [0xfc00..=0xfdff, ..] => Class::Private,
        [0xfe80..=0xfeff, ..] => Class::LinkLocal,
        [0xff00..=0xffff, ..] => Class::Multicast,
        [0x2001, 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..] => Class::Documentation,
        [0x2001, 2, 0, ..] => Class::Benchmarking,
        // 2001::/23 is reserved for protocols (RFC 2928); only 2000::/3 is allocated.
        [0x2001, 0..=0x01ff, ..] => Class::Reserved,
        // ISATAP (RFC 5214) embeds an IPv4 address in the interface identifier.
        [_, _, _, _, 0 | 0x0200, 0x5efe, ..] => Class::WrappedV4,
        [0x2000..=0x3fff, ..] => Class::Public,
        _ => Class::Reserved,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn class(text: &str) -> AddressClass {
        classify(text.parse().unwrap())
    }

    #[test]
    fn classifies_examples_of_each_class() {
        use AddressClass as Class;
        for (text, expected) in [
            ("8.8.8.8", Class::Public),
            ("172.15.255.255", Class::Public),
            ("172.32.0.0", Class::Public),
            ("100.63.255.255", Class::Public),
            ("100.128.0.0", Class::Public),
            ("2606:4700::1111", Class::Public),
            ("2a00:1450:4001::200e", Class::Public),
            ("127.0.0.1", Class::Loopback),
            ("127.255.255.254", Class::Loopback),
            ("::1", Class::Loopback),
            ("0.0.0.0", Class::Unspecified),
            ("0.1.2.3", Class::Unspecified),
            ("::", Class::Unspecified),
            ("10.0.0.1", Class::Private),
            ("172.16.0.1", Class::Private),
            ("172.31.255.255", Class::Private),
            ("192.168.1.1", Class::Private),
            ("fc00::1", Class::Private),
            ("fdff::1", Class::Private),
            ("169.254.0.1", Class::LinkLocal),
            ("fe80::1", Class::LinkLocal),
            ("fec0::1", Class::LinkLocal),
            ("100.64.0.1", Class::CarrierGrade),
            ("192.0.2.1", Class::Documentation),
            ("2001:db8::1", Class::Documentation),
            ("3fff::1", Class::Documentation),
            ("198.18.0.1", Class::Benchmarking),
            ("198.19.255.255", Class::Benchmarking),
            ("2001:2::1", Class::Benchmarking),
            ("224.0.0.1", Class::Multicast),
            ("ff02::1", Class::Multicast),
            ("255.255.255.255", Class::Broadcast),
            ("240.0.0.1", Class::Reserved),
            ("192.0.0.8", Class::Reserved),
            ("192.88.99.1", Class::Reserved),
            ("100::1", Class::Reserved),
            ("5f00::1", Class::Reserved),
            ("2001:10::1", Class::Reserved),
            ("::ffff:8.8.8.8", Class::WrappedV4),
            ("::ffff:127.0.0.1", Class::WrappedV4),
            ("::127.0.0.1", Class::WrappedV4),
            ("::ffff:0:10.0.0.1", Class::WrappedV4),
            ("64:ff9b::a00:1", Class::WrappedV4),
            ("64:ff9b:1::a00:1", Class::WrappedV4),
            ("2002:7f00:1::", Class::WrappedV4),
            ("2001:0:7f00:1::", Class::WrappedV4),
            ("2a00:1450:4001:1:0:5efe:7f00:1", Class::WrappedV4),
            ("169.254.169.254", Class::Metadata),
            ("168.63.129.16", Class::Metadata),
            ("100.100.100.200", Class::Metadata),
            ("fd00:ec2::254", Class::Metadata),
        ] {
            assert_eq!(class(text), expected, "{text}");
        }
    }

    /// The same ranges as prefixes, to detect mistakes in the patterns.
    const NOT_PUBLIC_V4: [(&str, u32); 17] = [
        ("0.0.0.0", 8),
        ("10.0.0.0", 8),
        ("100.64.0.0", 10),
        ("127.0.0.0", 8),
        ("169.254.0.0", 16),
        ("172.16.0.0", 12),
        ("192.0.0.0", 24),
        ("192.0.2.0", 24),
        ("192.88.99.0", 24),
        ("192.168.0.0", 16),
        ("198.18.0.0", 15),
        ("198.51.100.0", 24),
        ("203.0.113.0", 24),
        ("224.0.0.0", 4),
        ("240.0.0.0", 4),
        ("168.63.129.16", 32),
        ("255.255.255.255", 32),
    ];

    fn in_prefix(address: u32, base: &str, length: u32) -> bool {
        let base = u32::from(base.parse::<Ipv4Addr>().unwrap());
        address >> (32 - length) == base >> (32 - length)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn ipv4_is_public_exactly_outside_the_prefixes(bits: u32) {
            let listed = NOT_PUBLIC_V4.iter().any(|(base, length)| in_prefix(bits, base, *length));
            let public = classify(IpAddr::V4(Ipv4Addr::from(bits))) == AddressClass::Public;
            prop_assert_eq!(public, !listed);
        }

        #[test]
        fn every_address_inside_a_listed_prefix_is_refused(row in 0..NOT_PUBLIC_V4.len(), noise: u32) {
            let (base, length) = NOT_PUBLIC_V4[row];
            let host_part = noise.checked_shr(length).unwrap_or(0);
            let bits = u32::from(base.parse::<Ipv4Addr>().unwrap()) | host_part;
            prop_assert_ne!(classify(IpAddr::V4(Ipv4Addr::from(bits))), AddressClass::Public);
        }

        #[test]
        fn embedded_ipv4_addresses_are_never_public(bits: u32, tail: u64) {
            let (high, low) = ((bits >> 16) as u16, bits as u16);
            let end = tail as u16;
            for wrapped in [
                Ipv4Addr::from(bits).to_ipv6_mapped(),
                Ipv4Addr::from(bits).to_ipv6_compatible(),
                Ipv6Addr::new(0, 0, 0, 0, 0xffff, 0, high, low),
                Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low),
                Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, high, low),
                Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, end),
                Ipv6Addr::new(0x2001, 0, end, 0, 0, 0, high, low),
            ] {
                prop_assert_ne!(classify(IpAddr::V6(wrapped)), AddressClass::Public);
            }
        }

        #[test]
        fn ipv6_outside_global_unicast_is_never_public(bits: u128) {
            let address = Ipv6Addr::from(bits);
            if bits >> 125 != 0b001 {
                prop_assert_ne!(classify(IpAddr::V6(address)), AddressClass::Public);
            }
        }
    }
}
