//! A host and the URLs of its routes.

use outbound::Basic;
use url::Url;

/// Namespaces of the content routes on known hosts, the neutral one first.
pub const NAMESPACES: [&str; 2] = ["core/v2", "wp/v2"];

/// Query parameter for the route on hosts without URL rewriting.
const ROUTE_PARAMETER: &str = "rest_route";

/// A discovered host and its credentials.
#[derive(Debug, Clone)]
pub struct Host {
    /// URL of the REST interface: `https://site/rest/`, or `https://site/?rest_route=/`.
    pub rest_root: Url,
    /// Namespace of the content routes, one of [`NAMESPACES`].
    pub namespace: String,
    /// User (name or e-mail) and application password, with or without its spaces.
    pub credentials: Basic,
}

impl Host {
    /// The URL of a content route, such as `posts/5`.
    pub(crate) fn route(&self, route: &str, query: &[(&str, &str)]) -> Url {
        let route = format!("/{}/{route}", self.namespace.trim_matches('/'));
        address(&self.rest_root, &route, query)
    }
}

/// Whether credentials for `before` may be sent to `after`: the same host and port, or an upgrade of the
/// same host from http to https, each on its default port.
#[must_use]
pub fn keeps_login(before: &Url, after: &Url) -> bool {
    let upgraded = before.scheme() == "http" && after.scheme() == "https";
    let same_scheme = before.scheme() == after.scheme();
    let same_port = before.port_or_known_default() == after.port_or_known_default();
    let both_default = before.port().is_none() && after.port().is_none();
    before.host() == after.host() && ((same_scheme && same_port) || (upgraded && both_default))
}

/// The URL of `route` (with its leading slash) below a REST root of either form.
pub(crate) fn address(rest_root: &Url, route: &str, query: &[(&str, &str)]) -> Url {
    let mut url = rest_root.clone();
    url.set_fragment(None);
    let own: Vec<(String, String)> = rest_root.query_pairs().into_owned().collect();
    if own.iter().any(|(name, _)| name == ROUTE_PARAMETER) {
        let mut pairs = url.query_pairs_mut();
        pairs.clear();
        for (name, value) in &own {
            let value = if name == ROUTE_PARAMETER {
                route
            } else {
                value
            };
            pairs.append_pair(name, value);
        }
    } else {
        let path = format!("{}{route}", rest_root.path().trim_end_matches('/'));
        url.set_path(&path);
    }
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    url
}

/// The query form of a REST root in a site's directory.
pub(crate) fn query_root(directory: &Url) -> Url {
    let mut url = directory.clone();
    url.query_pairs_mut().append_pair(ROUTE_PARAMETER, "/");
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(root: &str, route: &str, query: &[(&str, &str)]) -> String {
        address(&Url::parse(root).unwrap(), route, query).into()
    }

    #[test]
    fn routes_are_joined_to_both_forms_of_roots() {
        let query = [("context", "edit"), ("slug", "a&b")];
        for (root, route, query, expected) in [
            (
                "https://a.example/rest/",
                "/",
                &[][..],
                "https://a.example/rest/",
            ),
            (
                "https://a.example/rest",
                "/core/v2/posts/5",
                &[],
                "https://a.example/rest/core/v2/posts/5",
            ),
            (
                "https://a.example/blog/wp-json/",
                "/wp/v2/posts",
                &query,
                "https://a.example/blog/wp-json/wp/v2/posts?context=edit&slug=a%26b",
            ),
            (
                "https://a.example/?rest_route=/",
                "/wp/v2/posts",
                &query,
                "https://a.example/?rest_route=%2Fwp%2Fv2%2Fposts&context=edit&slug=a%26b",
            ),
            (
                "https://a.example/index.php?lang=pt&rest_route=%2F",
                "/wp/v2/users/me",
                &[],
                "https://a.example/index.php?lang=pt&rest_route=%2Fwp%2Fv2%2Fusers%2Fme",
            ),
        ] {
            assert_eq!(joined(root, route, query), expected);
        }
    }
}
