//! Discovers the REST interface of a site.

use http::header::LINK;
use http::{HeaderMap, Method};
use outbound::{OutboundError, Redirects};
use serde_json::Value;
use url::Url;

use crate::client::{HostClient, base};
use crate::error::HostError;
use crate::host::{Host, NAMESPACES, address, query_root};
use crate::interpret::interpret;
use crate::message;
use crate::wire;

/// Link relations that point to the REST root: RFC 8631, and that of deployed WordPress hosts.
const RELATIONS: [&str; 2] = ["service-desc", "https://api.w.org/"];

/// Default paths of the REST root below the site.
const USUAL_PATHS: [&str; 2] = ["rest/", "wp-json/"];

/// Members of the index that are requested; this omits the long list of routes.
const INDEX_FIELDS: &str = "name,url,home,gmt_offset,timezone_string,namespaces,authentication";

/// Query parameter that selects members.
const FIELDS: &str = "_fields";

/// Limit for the home page in bytes; only its headers are used.
const HOME_PAGE_BYTES: usize = 16 * 1024;

/// Redirects followed without credentials.
const MOST_REDIRECTS: u8 = 5;

/// Result of the discovery, from the site's index.
#[derive(Debug, Clone, PartialEq)]
pub struct Discovered {
    /// URL of the REST interface.
    pub rest_root: Url,
    /// Namespace of the content routes, one of [`NAMESPACES`].
    pub namespace: String,
    /// Name of the site.
    pub name: String,
    /// URL of the site according to its index; empty when missing.
    pub home: String,
    /// IANA name of the site's time zone; empty for a fixed offset.
    pub timezone_string: String,
    /// Current offset of the site from UTC in hours.
    pub gmt_offset: f64,
    /// Whether the site supports application passwords.
    pub authentication_available: bool,
    /// Every namespace of the site.
    pub namespaces: Vec<String>,
}

impl HostClient {
    /// Finds the REST interface of the site at `site_url`: by the home page's `Link` header, then at the
    /// default paths, then in query form. No credentials are sent. Because credentials will later be sent
    /// to the result, only the site's own origin may name it, in a header or by responding; a redirect to
    /// another origin is not followed.
    ///
    /// # Errors
    ///
    /// [`HostError::Redirected`] with the new URL when the site moved to another origin, also from `http`
    /// to `https`. [`HostError::Refused`] and [`HostError::Unreachable`] for the site itself; otherwise the
    /// most specific error of the probes, usually [`HostError::RestBlocked`].
    pub async fn discover(&self, site_url: &str) -> Result<Discovered, HostError> {
        let site = self.outbound().guard().check_url(site_url.trim())?;
        let request = base(Method::GET, site.clone())
            .first_bytes(HOME_PAGE_BYTES)
            .deadline(self.limits().probe)
            .redirects(Redirects::Anywhere(MOST_REDIRECTS));
        let mut request = request;
        // The home page is HTML; some servers respond 406 to a request for JSON.
        request.headers = HeaderMap::new();
        let (home, headers) = match self.outbound().send(request).await {
            Ok(response) => (response.url, response.headers),
            Err(
                error @ (OutboundError::Refused(_)
                | OutboundError::Dns
                | OutboundError::Connect { .. }
                | OutboundError::Tls
                | OutboundError::Timeout),
            ) => return Err(error.into()),
            // The interface may work even when the home page fails.
            Err(_) => (site.clone(), HeaderMap::new()),
        };
        let mut telling: Option<HostError> = None;
        let (home, headers) = if home.origin() == site.origin() {
            (home, headers)
        } else {
            let mut moved = home;
            moved.set_query(None);
            telling = Some(HostError::Redirected {
                to: Some(Box::new(moved)),
            });
            (site.clone(), HeaderMap::new())
        };
        for candidate in candidates(&site, &home, &headers) {
            match self.probe(&candidate).await {
                Ok(found) => return Ok(found),
                Err(error @ HostError::Unreachable(_)) if candidate.origin() == home.origin() => {
                    return Err(telling.unwrap_or(error));
                }
                Err(error) => {
                    if telling
                        .as_ref()
                        .is_none_or(|kept| specificity(&error) > specificity(kept))
                    {
                        telling = Some(error);
                    }
                }
            }
        }
        Err(telling.unwrap_or(HostError::RestBlocked {
            status: 404,
            message: None,
        }))
    }

    /// Reads the index of a known host, without credentials.
    ///
    /// # Errors
    ///
    /// [`HostError::RestBlocked`] when the response is not an index.
    pub async fn index(&self, host: &Host) -> Result<Discovered, HostError> {
        self.probe(&host.rest_root).await
    }

    async fn probe(&self, root: &Url) -> Result<Discovered, HostError> {
        let request = base(Method::GET, address(root, "/", &[(FIELDS, INDEX_FIELDS)]))
            .deadline(self.limits().probe)
            .redirects(Redirects::SameOrigin(MOST_REDIRECTS));
        let response = self.outbound().send(request).await?;
        let blocked = HostError::RestBlocked {
            status: response.status.as_u16(),
            message: message::page_title(&response.body),
        };
        match interpret(&response, None) {
            Ok(index) => read_index(&index, without_fields(&response.url)).ok_or(blocked),
            Err(HostError::BadPayload { .. }) => Err(blocked),
            Err(error) => Err(error),
        }
    }
}

/// Specificity of a failed probe: a blocked interface ranks above a missing one, an HTML page in its place
/// lowest.
fn specificity(error: &HostError) -> u8 {
    match error {
        HostError::RestBlocked {
            status: 200..=299, ..
        } => 0,
        HostError::RestBlocked {
            status: 404 | 410, ..
        } => 1,
        HostError::Redirected { .. } | HostError::Rejected { .. } => 2,
        HostError::Unreachable(_) | HostError::Refused(_) => 3,
        HostError::HostFailure { .. } | HostError::AnswerLost => 4,
        _ => 5,
    }
}

fn read_index(index: &Value, rest_root: Url) -> Option<Discovered> {
    let namespaces: Vec<String> = wire::member(index, "namespaces")
        .as_array()?
        .iter()
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect();
    let namespace = NAMESPACES
        .into_iter()
        .find(|known| namespaces.iter().any(|n| n == known))?;
    let authentication_available = match index.get("authentication") {
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::Object(map)) => !map.is_empty(),
        Some(_) => false,
        // If the host does not say, only a login attempt can tell.
        None => true,
    };
    Some(Discovered {
        rest_root,
        namespace: namespace.to_owned(),
        name: wire::text(wire::member(index, "name"))
            .map(|n| message::decoded(&n))
            .unwrap_or_default(),
        home: wire::text(wire::member(index, "home"))
            .or_else(|| wire::text(wire::member(index, "url")))
            .unwrap_or_default(),
        timezone_string: wire::text(wire::member(index, "timezone_string")).unwrap_or_default(),
        gmt_offset: wire::hours(wire::member(index, "gmt_offset")).unwrap_or(0.0),
        authentication_available,
        namespaces,
    })
}

/// The URL that responded, without the query that the probe added.
fn without_fields(answered: &Url) -> Url {
    let mut root = answered.clone();
    root.set_query(None);
    root.set_fragment(None);
    let kept: Vec<_> = answered
        .query_pairs()
        .filter(|(name, _)| name != FIELDS)
        .collect();
    if !kept.is_empty() {
        root.query_pairs_mut().extend_pairs(kept);
    }
    root
}

/// The URLs to probe, in order, without duplicates.
fn candidates(site: &Url, home: &Url, headers: &HeaderMap) -> Vec<Url> {
    let mut places: Vec<Url> = Vec::new();
    let mut add = |place: Url| {
        if !places.contains(&place) {
            places.push(place);
        }
    };
    for target in linked(headers, home) {
        add(target);
    }
    // A site may be installed below its URL, or redirect from one directory to another.
    let mut asked = home.clone();
    asked.set_path(site.path());
    let mut top = home.clone();
    top.set_path("/");
    for directory in [asked, home.clone(), top].iter().map(directory) {
        for path in USUAL_PATHS {
            if let Ok(place) = directory.join(path) {
                add(place);
            }
        }
        add(query_root(&directory));
    }
    places
}

/// The directory of a URL: `/blog` and `/blog/index.php` both give `/blog/`.
fn directory(url: &Url) -> Url {
    let mut directory = url.clone();
    directory.set_query(None);
    directory.set_fragment(None);
    let path = url.path();
    let (parent, last) = path.rsplit_once('/').unwrap_or(("", path));
    if last.contains('.') {
        directory.set_path(&format!("{parent}/"));
    } else if !last.is_empty() {
        directory.set_path(&format!("{path}/"));
    }
    directory
}

/// Targets of the `Link` headers (RFC 8288) that point to a REST root.
fn linked(headers: &HeaderMap, home: &Url) -> Vec<Url> {
    let mut targets = Vec::new();
    for value in headers.get_all(LINK) {
        let Ok(mut rest) = value.to_str() else {
            continue;
        };
        while let Some((_, after)) = rest.split_once('<') {
            let Some((target, behind)) = after.split_once('>') else {
                break;
            };
            // The parameters end where the next link begins; a target cannot contain `<`.
            let parameters = behind
                .split_once('<')
                .map_or(behind, |(parameters, _)| parameters);
            if is_rest_root(parameters) {
                targets.extend(home.join(target).ok().map(|target| upgraded(target, home)));
            }
            rest = behind;
        }
    }
    targets
}

fn is_rest_root(parameters: &str) -> bool {
    parameters
        .split([';', ','])
        .filter_map(|parameter| parameter.split_once('='))
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("rel"))
        .flat_map(|(_, relations)| relations.trim().trim_matches('"').split_whitespace())
        .any(|relation| {
            RELATIONS
                .iter()
                .any(|known| relation.eq_ignore_ascii_case(known))
        })
}

/// Hosts behind a TLS-terminating proxy often generate plain http URLs; a link to the same host is upgraded
/// to https.
fn upgraded(mut target: Url, home: &Url) -> Url {
    if home.scheme() == "https" && target.scheme() == "http" && target.host() == home.host() {
        let _ = target.set_scheme("https");
    }
    target
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn links(value: &str) -> Vec<String> {
        let mut headers = HeaderMap::new();
        headers.insert(LINK, value.parse().unwrap());
        linked(&headers, &url("https://a.example/blog/"))
            .into_iter()
            .map(Into::into)
            .collect()
    }

    #[test]
    fn link_headers_are_read() {
        for (value, expected) in [
            (
                r#"<https://a.example/wp-json/>; rel="https://api.w.org/""#,
                &["https://a.example/wp-json/"][..],
            ),
            ("</rest/>; rel=service-desc", &["https://a.example/rest/"]),
            (
                r#"<x>; rel="shortlink", <https://a.example/?rest_route=/>; title="a"; REL="Service-Desc""#,
                &["https://a.example/?rest_route=/"],
            ),
            (
                r#"<http://a.example/rest/>; rel="alternate service-desc""#,
                &["https://a.example/rest/"],
            ),
            (
                r#"<http://b.example/rest/>; rel="service-desc""#,
                &["http://b.example/rest/"],
            ),
            (r#"<https://a.example/x>; rel="canonical""#, &[]),
            ("<unfinished", &[]),
            ("rel=service-desc", &[]),
        ] {
            assert_eq!(links(value), expected, "{value}");
        }
    }

    #[test]
    fn default_paths_are_tried_in_order() {
        let site = url("https://a.example/blog?x=1#y");
        let found: Vec<String> = candidates(&site, &site, &HeaderMap::new())
            .into_iter()
            .map(Into::into)
            .collect();
        assert_eq!(
            found,
            [
                "https://a.example/blog/rest/",
                "https://a.example/blog/wp-json/",
                "https://a.example/blog/?rest_route=%2F",
                "https://a.example/rest/",
                "https://a.example/wp-json/",
                "https://a.example/?rest_route=%2F",
            ]
        );
        assert_eq!(
            directory(&url("https://a.example/b/index.php")).path(),
            "/b/"
        );
        assert_eq!(directory(&url("https://a.example")).path(), "/");
    }

    #[test]
    fn the_neutral_namespace_is_preferred() {
        let index = serde_json::json!({ "namespaces": ["wp/v2", "core/v2"] });
        let found = read_index(&index, url("https://a.example/rest/")).unwrap();
        assert_eq!(found.namespace, "core/v2");
        assert!(
            read_index(
                &serde_json::json!({ "namespaces": ["x/v1"] }),
                url("https://a.example/")
            )
            .is_none()
        );
    }
}
