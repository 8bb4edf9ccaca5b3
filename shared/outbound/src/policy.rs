//! The network policy of an environment.

/// Privileged ports for HTTP.
const PRIVILEGED_WEB_PORTS: [u16; 2] = [80, 443];

/// Privileged ports of mail servers: SMTP, submission with implicit TLS (RFC 8314), submission.
const PRIVILEGED_MAIL_PORTS: [u16; 3] = [25, 465, 587];

/// Unprivileged ports of well-known services other than HTTP. A database, cache, broker or management
/// interface could interpret a request as a command.
const OTHER_SERVICES: [u16; 52] = [
    1080, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128,
    3306, 3389, 3659, 4045, 4222, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5984, 5985, 5986,
    6000, 6379, 6443, 6566, 6667, 6697, 7000, 7001, 8086, 8125, 9042, 9092, 9100, 9200, 9300,
    10_080, 10_250, 11_211, 27_017, 50_000,
];

/// What outbound calls are allowed. Private, link-local, metadata and all other non-public addresses are
/// rejected under every policy; only loopback can be permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Whether plain http is rejected.
    pub https_required: bool,
    /// Whether loopback (127.0.0.0/8, ::1, `localhost`) is permitted.
    pub loopback_allowed: bool,
}

impl Policy {
    /// For deployed functions: https and public addresses only.
    #[must_use]
    pub const fn cloud() -> Self {
        Self {
            https_required: true,
            loopback_allowed: false,
        }
    }

    /// For fetching what others choose, in the local run: http too, and public addresses only.
    #[must_use]
    pub const fn public() -> Self {
        Self {
            https_required: false,
            loopback_allowed: false,
        }
    }

    /// For the local run and for tests: additionally http and loopback.
    #[must_use]
    pub const fn local() -> Self {
        Self {
            https_required: false,
            loopback_allowed: true,
        }
    }

    /// Whether a port is permitted on a host that is not loopback: 80, 443 and every unprivileged port that
    /// no other well-known service uses.
    #[must_use]
    pub fn allows_port(port: u16) -> bool {
        allows(port, &PRIVILEGED_WEB_PORTS)
    }

    /// Whether a port is permitted for a mail server that is not loopback: 25, 465, 587 and every unprivileged port
    /// that no other well-known service uses.
    #[must_use]
    pub fn allows_mail_port(port: u16) -> bool {
        allows(port, &PRIVILEGED_MAIL_PORTS)
    }
}

fn allows(port: u16, privileged: &[u16]) -> bool {
    if port < 1024 {
        privileged.contains(&port)
    } else {
        !OTHER_SERVICES.contains(&port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_ports_are_permitted_and_other_services_are_not() {
        for port in [80, 443, 1024, 3000, 8000, 8080, 8081, 8443, 65_535] {
            assert!(Policy::allows_port(port), "{port}");
        }
        for port in [
            0, 21, 22, 25, 53, 110, 389, 445, 465, 587, 3306, 5432, 6379, 9200, 11_211, 27_017,
        ] {
            assert!(!Policy::allows_port(port), "{port}");
        }
        for port in [25, 465, 587, 2525] {
            assert!(Policy::allows_mail_port(port), "{port}");
        }
        for port in [0, 22, 80, 443, 6379, 11_211] {
            assert!(!Policy::allows_mail_port(port), "{port}");
        }
    }
}
