//! Identifies the host that a stored identifier belongs to. Identifiers are valid on one host only: post 5
//! of one host is an unrelated post on another.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Query parameter for the route, in REST root URLs of hosts without rewritten URLs.
const ROUTE_PARAMETER: &str = "rest_route=";

/// The identity of a host: host name, non-default port, and installation directory. The scheme, a leading
/// `www.` and the form of the REST root are not part of it, because they change while the host stays the
/// same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HostOrigin(String);

impl HostOrigin {
    /// The host with this REST root, as a serialised URL: `https://a.example/blog/wp-json/` or
    /// `https://a.example/blog/?rest_route=/`.
    pub fn of_rest_root(root: &str) -> Self {
        let (authority, path, query) = parts(root);
        let directory = if query.contains(ROUTE_PARAMETER) {
            path
        } else {
            // The last segment belongs to the REST interface, not to the directory.
            let path = path.trim_end_matches('/');
            path.rsplit_once('/').map_or("", |(directory, _)| directory)
        };
        Self::of(authority, directory)
    }

    /// The host at this public URL, for sites whose REST root has not been discovered.
    pub fn of_address(address: &str) -> Self {
        let (authority, path, _) = parts(address);
        Self::of(authority, path)
    }

    fn of(authority: &str, directory: &str) -> Self {
        let name = authority.rsplit('@').next().unwrap_or(authority);
        let name = name.to_ascii_lowercase();
        let name = name.strip_prefix("www.").unwrap_or(&name);
        let directory = directory.trim_end_matches('/');
        let directory = directory.strip_suffix("/index.php").unwrap_or(directory);
        Self(format!("{name}{directory}"))
    }
}

impl fmt::Display for HostOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Authority, path and query of a URL.
fn parts(address: &str) -> (&str, &str, &str) {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or(rest);
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    match place.find('/').and_then(|at| place.split_at_checked(at)) {
        Some((authority, path)) => (authority, path, query),
        None => (place, "", query),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_forms_of_one_host_have_the_same_origin() {
        let host = HostOrigin::of_rest_root("https://a.example/wp-json/");
        for same in [
            "http://a.example/wp-json/",
            "https://www.a.example/wp-json/",
            "https://a.example/rest/",
            "https://a.example/?rest_route=/",
            "https://a.example/index.php?rest_route=%2F",
            "https://a.example/index.php/wp-json/",
        ] {
            assert_eq!(HostOrigin::of_rest_root(same), host, "{same}");
        }
        assert_eq!(HostOrigin::of_address("https://www.a.example/"), host);
        assert_eq!(host.to_string(), "a.example");
        let below = HostOrigin::of_rest_root("https://a.example/blog/wp-json/");
        assert_eq!(
            HostOrigin::of_rest_root("https://a.example/blog/?rest_route=/"),
            below
        );
        assert_eq!(HostOrigin::of_address("http://a.example/blog"), below);
        assert_eq!(below.to_string(), "a.example/blog");
    }

    #[test]
    fn names_ports_and_directories_distinguish_hosts() {
        let host = HostOrigin::of_rest_root("https://a.example/wp-json/");
        for other in [
            "https://b.example/wp-json/",
            "https://novo.a.example/wp-json/",
            "https://a.example:8443/wp-json/",
            "https://a.example/blog/wp-json/",
            "https://a.example/blog/?rest_route=/",
        ] {
            assert_ne!(HostOrigin::of_rest_root(other), host, "{other}");
        }
    }
}
