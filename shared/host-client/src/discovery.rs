//! Finding a site's REST interface.

use http::header::LINK;
use http::{HeaderMap, Method};
use outbound::{OutboundError, Redirects};
use serde_json::Value;
use url::Url;

use crate::answer::interpret;
use crate::client::{HostClient, base};
use crate::error::HostError;
use crate::host::{Host, NAMESPACES, address, query_root};
use crate::wire;
use crate::words;

/// Relations under which sites point to their REST root: RFC 8631, and the deployed hosts' own.
const RELATIONS: [&str; 2] = ["service-desc", "https://api.w.org/"];

/// Paths below the site at which the REST root usually lies.
const USUAL_PATHS: [&str; 2] = ["rest/", "wp-json/"];

/// Members of the index that are read; asking for these alone saves the long list of routes.
const INDEX_FIELDS: &str = "name,url,home,gmt_offset,timezone_string,namespaces,authentication";

/// Parameter that names the wanted members.
const FIELDS: &str = "_fields";

/// Only the head of the home page is needed, and of that only the headers.
const HOME_PAGE_BYTES: usize = 16 * 1024;

/// Redirects followed without credentials.
const MOST_REDIRECTS: u8 = 5;

/// What a site's index tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Discovered {
    /// Address of the REST interface.
    pub rest_root: Url,
    /// Namespace of the content routes, one of [`NAMESPACES`].
    pub namespace: String,
    /// Name of the site.
    pub name: String,
    /// Address of the site as it names itself; empty when it does not say.
    pub home: String,
    /// IANA name of the site's time zone; empty for a site with a fixed offset.
    pub timezone_string: String,
    /// The site's present offset from UTC in hours.
    pub gmt_offset: f64,
    /// Whether the site offers application passwords.
    pub authentication_available: bool,
    /// All namespaces.
    pub namespaces: Vec<String>,
}

impl HostClient {
    /// Finds the REST interface of the site at an address: by the home page's `Link` header, then
    /// at the usual paths, then by the query form. No credentials are sent; and as what is found
    /// will be sent credentials, only the site's own origin may say where it lies, in a header or
    /// by answering there, never a redirect to another.
    ///
    /// # Errors
    ///
    /// [`HostError::Redirected`] with the new address when the site moved to another origin, also
    /// from `http` to `https`. [`HostError::Refused`] and [`HostError::Unreachable`] for the site itself; else the most
    /// telling of the answers that the probes got, mostly [`HostError::RestBlocked`].
    pub async fn discover(&self, site_url: &str) -> Result<Discovered, HostError> {
        let site = self.outbound().guard().check_url(site_url.trim())?;
        let request = base(Method::GET, site.clone())
            .first_bytes(HOME_PAGE_BYTES)
            .deadline(self.limits().probe)
            .redirects(Redirects::Anywhere(MOST_REDIRECTS));
        let mut request = request;
        // The home page is a page; some servers answer 406 to a wish for JSON there.
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
            // The home page may be broken where the interface is not.
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
                        .is_none_or(|kept| weight(&error) > weight(kept))
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

    /// The index of a known host, read without credentials.
    ///
    /// # Errors
    ///
    /// [`HostError::RestBlocked`] when something else than an index answers.
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
            message: words::page_title(&response.body),
        };
        match interpret(&response, None) {
            Ok(index) => read_index(&index, without_fields(&response.url)).ok_or(blocked),
            Err(HostError::BadPayload { .. }) => Err(blocked),
            Err(error) => Err(error),
        }
    }
}

/// How much a failed probe tells: a closed door more than a missing one, a page in place of an
/// index least.
fn weight(error: &HostError) -> u8 {
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
        // A host that does not say is found out by trying.
        None => true,
    };
    Some(Discovered {
        rest_root,
        namespace: namespace.to_owned(),
        name: wire::text(wire::member(index, "name"))
            .map(|n| words::decoded(&n))
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

/// The address that answered, as a root: what the probe added is taken off again.
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

/// Where to look, in order, without repetition.
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
    // A site may be installed below its address, or redirect from one directory to another.
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

/// The directory of an address: `/blog` and `/blog/index.php` lie in and at `/blog/`.
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
            // Parameters end where the next link begins; targets cannot contain `<`.
            let parameters = behind
                .split_once('<')
                .map_or(behind, |(parameters, _)| parameters);
            if is_rest_root(parameters) {
                targets.extend(
                    home.join(target)
                        .ok()
                        .map(|target| not_weaker(target, home)),
                );
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

/// Hosts behind a proxy that ends TLS often believe that they are plain http; a link back to the
/// same host is then read as https.
fn not_weaker(mut target: Url, home: &Url) -> Url {
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
    fn the_usual_places_are_tried_in_order() {
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
    fn the_neutral_namespace_wins() {
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
