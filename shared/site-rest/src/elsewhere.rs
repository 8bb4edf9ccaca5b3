//! Requests for routes of the contract that another function serves are redirected to the address at which the
//! gateway finds that function (docs/decisions/0014-several-functions-one-rest-root.md).

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{
    api::Api,
    call::{App, Caller, SiteContext},
    entry::route_of,
    error::RestError,
    finish::{Form, Settled},
    query,
    spec::{Access, RouteSpec},
};

/// Characters that a path segment may contain unencoded (RFC 3986, 3.3).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// The gateway sent a request to a function that does not serve its route.
#[derive(Debug, thiserror::Error)]
#[error("the gateway sends {0} to a function that does not serve it")]
struct Misrouted(String);

impl<A: App> Api<A> {
    /// The route for this method and path, if another function serves it.
    pub(crate) fn elsewhere(&self, method: &Method, path: &str) -> Option<&RouteSpec> {
        let mut routes = self.matching(path).into_iter();
        let (route, endpoint) = routes.find_map(|(at, _)| {
            let route = self.route_at(at)?;
            if *method == Method::OPTIONS {
                return Some((route, 0));
            }
            Some((route, route.spec.endpoint_for(method)?))
        })?;
        route.bound_at(endpoint).is_none().then_some(&route.spec)
    }

    /// The methods of a route that another function serves, as far as its contract tells that this caller may use them.
    pub(crate) fn declared_methods(spec: &RouteSpec, caller: &A::Caller) -> Vec<&'static str> {
        let permitted = spec
            .endpoints
            .iter()
            .filter(|endpoint| match endpoint.access {
                Access::Undeclared => false,
                Access::Everyone => true,
                Access::Capability(name) => caller.has_capability(name),
            });
        permitted
            .flat_map(|endpoint| endpoint.methods())
            .map(Method::as_str)
            .collect()
    }

    /// The redirect of a request that another function serves. `None` when this function serves it, and for a
    /// browser's preflight, which must not be redirected and needs nothing that only the other function knows.
    ///
    /// # Errors
    /// The request already has the address to which it would be redirected: gateway and contract disagree.
    pub(crate) fn redirect(
        &self,
        site: &SiteContext,
        uri: &Uri,
        headers: &HeaderMap,
        (method, path): (&Method, &str),
        form: &Form,
    ) -> Result<Option<Settled>, RestError> {
        let Some(spec) = self.elsewhere(method, path) else {
            return Ok(None);
        };
        let is_preflight = *method == Method::OPTIONS
            && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        if is_preflight {
            return Ok(None);
        }
        let location = location(site, spec, path, form);
        let target = location.parse::<Uri>().map_err(RestError::internal)?;
        if route_of(uri).is_none() && encoded(uri.path()) == encoded(target.path()) {
            return Err(RestError::internal(Misrouted(spec.path().to_owned())));
        }
        let query = query::without(uri.query().unwrap_or_default(), "rest_route");
        let mark = if query.is_empty() { "" } else { "?" };
        let location = HeaderValue::from_str(&format!("{location}{mark}{query}"))
            .map_err(RestError::internal)?;
        let headers = HeaderMap::from_iter([
            (header::LOCATION, location),
            // Not cacheable, because a deployment may change which function serves a route.
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ]);
        Ok(Some(Settled {
            // Method and body are preserved (RFC 9110, 15.4.8).
            status: StatusCode::TEMPORARY_REDIRECT,
            headers,
            bytes: Bytes::new(),
            tag: None,
        }))
    }
}

/// The address at which the gateway finds the function of a route: its namespace as the contract spells it, because
/// the gateway compares exactly, below the prefix of the names that the request uses.
fn location(site: &SiteContext, spec: &RouteSpec, path: &str, form: &Form) -> String {
    let namespace = spec.namespace();
    let rest = path.get(1 + namespace.len()..);
    let path = match rest {
        Some(rest) if !namespace.is_empty() => format!("/{namespace}{}", encoded(rest)),
        // A route outside all namespaces has one address.
        _ => spec.path().to_owned(),
    };
    let address = site.url(&path);
    match form.names {
        Some(names) => names.header_out(&address, site),
        None => address,
    }
}

/// A path with its segments encoded canonically, whether they arrived encoded or not.
fn encoded(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let plain = percent_decode_str(segment).decode_utf8_lossy();
        utf8_percent_encode(&plain, SEGMENT).to_string()
    });
    segments.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn a_path_is_encoded_in_one_way() {
        for path in ["/rest/a%20b/%C3%A9", "/rest/a b/é", "/rest/a%20b/%c3%a9"] {
            assert_eq!(encoded(path), "/rest/a%20b/%C3%A9");
        }
        assert_eq!(encoded("/rest/a%2Fb"), "/rest/a%2Fb");
    }
}
