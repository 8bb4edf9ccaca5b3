//! URL of a listening address, for links in mails, responses and on the terminal.

use std::net::SocketAddr;

/// URL without a trailing slash. A wildcard address (`0.0.0.0`, `[::]`) means "all interfaces" when listening, but
/// is no address that a client can open everywhere, so the URL names `localhost` instead.
pub fn of(listening: SocketAddr) -> String {
    if listening.ip().is_unspecified() {
        format!("http://localhost:{}", listening.port())
    } else {
        format!("http://{listening}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Data;
    use crate::system::{Options, System};

    #[test]
    fn a_wildcard_address_becomes_localhost_and_any_other_stays() {
        for (listening, url) in [
            ("0.0.0.0:8080", "http://localhost:8080"),
            ("[::]:8081", "http://localhost:8081"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("192.0.2.7:80", "http://192.0.2.7:80"),
        ] {
            assert_eq!(of(listening.parse().unwrap()), url);
        }
    }

    #[tokio::test]
    async fn a_system_on_all_interfaces_names_localhost_in_its_links() {
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let options = Options {
            platform: everywhere,
            site: everywhere,
            host_names: Vec::new(),
            data: Data::Memory,
        };
        let system = System::prepare(options).await.unwrap();
        let site = system
            .parts()
            .store
            .site(domain::platform::id::SiteId(1))
            .await;
        let registered = site.unwrap().unwrap();
        let rest_root = registered.rest_root.unwrap_or_default();
        for url in [
            system.platform_url(),
            system.site_url(),
            &registered.url,
            &rest_root,
        ] {
            assert!(url.starts_with("http://localhost:"), "{url}");
        }
        for line in crate::greeting::lines(&system) {
            assert!(!line.contains("0.0.0.0"), "{line}");
        }
        system.stop().await;
    }
}
