//! What a place of running allows.

/// Ports below 1024 that carry the web.
const PRIVILEGED_WEB_PORTS: [u16; 2] = [80, 443];

/// Unprivileged ports on which well-known services other than the web listen. A request sent
/// there could be read as a command by a database, a cache, a broker or a management interface.
const OTHER_SERVICES: [u16; 52] = [
    1080, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128,
    3306, 3389, 3659, 4045, 4222, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5984, 5985, 5986,
    6000, 6379, 6443, 6566, 6667, 6697, 7000, 7001, 8086, 8125, 9042, 9092, 9100, 9200, 9300,
    10_080, 10_250, 11_211, 27_017, 50_000,
];

/// What calls to the outside may do. Private, link-local, metadata and all other non-public
/// addresses are refused under every policy; only loopback can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Whether plain http is refused.
    pub https_required: bool,
    /// Whether this machine itself (127.0.0.0/8, ::1, `localhost`) may be called.
    pub loopback_allowed: bool,
}

impl Policy {
    /// For deployed functions: https only, public addresses only.
    #[must_use]
    pub const fn cloud() -> Self {
        Self {
            https_required: true,
            loopback_allowed: false,
        }
    }

    /// For the local run and for tests: http and loopback too.
    #[must_use]
    pub const fn local() -> Self {
        Self {
            https_required: false,
            loopback_allowed: true,
        }
    }

    /// Whether a port may be called on a host that is not known to be loopback: 80, 443 and
    /// every unprivileged port that no well-known other service uses.
    #[must_use]
    pub fn allows_port(port: u16) -> bool {
        if port < 1024 {
            PRIVILEGED_WEB_PORTS.contains(&port)
        } else {
            !OTHER_SERVICES.contains(&port)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_ports_pass_and_other_services_do_not() {
        for port in [80, 443, 1024, 3000, 8000, 8080, 8081, 8443, 65_535] {
            assert!(Policy::allows_port(port), "{port}");
        }
        for port in [
            0, 21, 22, 25, 53, 110, 389, 445, 465, 587, 3306, 5432, 6379, 9200, 11_211, 27_017,
        ] {
            assert!(!Policy::allows_port(port), "{port}");
        }
    }
}
