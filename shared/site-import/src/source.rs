//! The host to import from.

use host_client::{Basic, Discovered, Host, HostClient, HostError, keeps_login};
use jiff::tz::{Offset, TimeZone};
use url::Url;

use crate::error::ImportError;

/// Host with verified credentials.
#[derive(Debug, Clone)]
pub struct Source {
    /// Address of its REST interface, and the credentials.
    pub host: Host,
    /// Home URL, as the host reports it.
    pub home: String,
    /// Site title.
    pub name: String,
    /// Time zone.
    pub zone: TimeZone,
    /// Name of the time zone, or an equivalent name for a fixed offset; empty for UTC.
    pub zone_name: String,
    /// Every namespace of the host.
    pub namespaces: Vec<String>,
    /// Whether the user is an administrator, from whom hosts hide nothing.
    pub is_shown_all: bool,
}

impl Source {
    /// Finds the interface at `address`, a REST root or the URL of a site, and verifies the
    /// credentials. They are only sent to the host in `address` itself, or to the same host after an
    /// upgrade to HTTPS.
    ///
    /// # Errors
    /// [`ImportError`] when there is no interface, it is on another host, or it rejects the
    /// credentials.
    pub async fn find(
        client: &HostClient,
        address: &str,
        credentials: Basic,
    ) -> Result<Self, ImportError> {
        let named = Url::parse(address.trim())
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| ImportError::Address(address.to_owned()))?;
        let mut host = Host {
            rest_root: named.clone(),
            namespace: String::new(),
            credentials,
        };
        let found = match client.index(&host).await {
            Ok(found) => found,
            // A forbidden address is final. After any other error the address may be that of a page of the site.
            Err(HostError::Refused(reason)) => {
                return Err(ImportError::of_host(&HostError::Refused(reason)));
            }
            Err(_) => client
                .discover(named.as_str())
                .await
                .map_err(|error| ImportError::of_host(&error))?,
        };
        if !keeps_login(&named, &found.rest_root) {
            return Err(ImportError::Elsewhere(Box::new(found.rest_root)));
        }
        host.rest_root = found.rest_root.clone();
        host.namespace.clone_from(&found.namespace);
        let me = client
            .test_connection(&host)
            .await
            .map_err(|error| ImportError::of_host(&error))?;
        let (zone, zone_name) = zone(&found);
        let home = Url::parse(&found.home).unwrap_or(found.rest_root);
        Ok(Self {
            home: home.as_str().trim_end_matches('/').to_owned(),
            name: found.name,
            namespaces: found.namespaces,
            zone,
            zone_name,
            is_shown_all: me.roles.iter().any(|role| role == "administrator"),
            host,
        })
    }

    /// Whether posts and pages have the heads of their pages. Hosts without the vendor's names show all fields as meta.
    pub(crate) fn has_heads(&self) -> bool {
        self.namespaces.iter().any(|name| name == "yoast/v1")
    }

    /// Whether the host uses the vendor's route names.
    pub(crate) fn has_vendor_names(&self) -> bool {
        self.host.namespace != "core/v2"
    }
}

/// Time zone of a host: by its name, otherwise by its offset.
fn zone(found: &Discovered) -> (TimeZone, String) {
    if let Ok(zone) = TimeZone::get(&found.timezone_string) {
        return (zone, found.timezone_string.clone());
    }
    let seconds = (found.gmt_offset * 3600.0).round() as i32;
    let zone = Offset::from_seconds(seconds).map_or(TimeZone::UTC, TimeZone::fixed);
    let hours = seconds / 3600;
    // The names of whole-hour offsets have inverted signs (tz database, `etcetera`).
    let name = if seconds != 0 && seconds % 3600 == 0 && (-14..=12).contains(&-hours) {
        format!("Etc/GMT{:+}", -hours)
    } else {
        String::new()
    };
    (zone, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_goes_where_it_was_meant_for() {
        for (named, found, same) in [
            ("http://a.example/", "http://a.example/rest/", true),
            ("http://a.example/", "https://a.example/rest/", true),
            ("https://a.example/", "http://a.example/rest/", false),
            ("https://a.example/", "https://www.a.example/rest/", false),
            ("http://127.0.0.1:8081/", "http://127.0.0.1:8082/", false),
            ("http://127.0.0.1:8081/", "https://127.0.0.1/", false),
        ] {
            let url = |text| Url::parse(text).unwrap();
            assert_eq!(
                keeps_login(&url(named), &url(found)),
                same,
                "{named} {found}"
            );
        }
    }

    #[test]
    fn offsets_have_names_where_they_are_whole_hours() {
        let found = |name: &str, offset: f64| Discovered {
            rest_root: Url::parse("http://a.example/").unwrap(),
            namespace: "core/v2".into(),
            name: String::new(),
            home: String::new(),
            timezone_string: name.into(),
            gmt_offset: offset,
            authentication_available: true,
            namespaces: Vec::new(),
        };
        for (name, offset, expected) in [
            ("America/Sao_Paulo", -3.0, "America/Sao_Paulo"),
            ("", -3.0, "Etc/GMT+3"),
            ("", 5.0, "Etc/GMT-5"),
            ("", 0.0, ""),
            ("", 5.75, ""),
        ] {
            assert_eq!(zone(&found(name, offset)).1, expected, "{offset}");
            assert!(expected.is_empty() || TimeZone::get(expected).is_ok());
        }
    }
}
