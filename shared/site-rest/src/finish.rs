//! From a dispatched outcome to an HTTP response: embedding, field selection, envelope, headers.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Uri, header};
use serde::Serialize as _;
use serde_json::{Map, Value, json};
use twox_hash::XxHash3_64;

use crate::{
    api::Api,
    call::App,
    embed::{Embedder, Wanted},
    fields::Fields,
    names::Names,
    outcome::{Outcome, Scope},
    paging::{TOTAL, TOTAL_PAGES},
    reply::{Content, joined},
    response_cache::State,
};

/// The media type of a JSONP response.
const SCRIPT: &str = "application/javascript; charset=UTF-8";

/// The parts of a request that determine the form of its response.
#[derive(Debug, Default)]
pub(crate) struct Form {
    pub(crate) query: Map<String, Value>,
    pub(crate) callback: Option<String>,
    pub(crate) head: bool,
    pub(crate) origin: Option<HeaderValue>,
    /// Whether the request comes from the site's own origin.
    pub(crate) own_origin: bool,
    pub(crate) request_id: String,
    pub(crate) names: Option<&'static Names>,
    pub(crate) known: Option<HeaderValue>,
    /// The state of the data, for requests of the public.
    pub(crate) state: Option<State>,
    /// Whether the request reads, with GET or HEAD.
    pub(crate) read: bool,
    /// Whether the requested callback name is invalid.
    pub(crate) callback_refused: bool,
}

/// Limits a response to the selected members; errors stay complete.
pub(crate) fn limit(outcome: &mut Outcome, fields: &Fields) {
    if fields.is_all() || outcome.failed {
        return;
    }
    if let Content::Json(value) = &mut outcome.content {
        let links = value.get("_links").filter(|_| outcome.keeps_links).cloned();
        *value = fields.limit(std::mem::take(value));
        if let Some(links) = links {
            // A limit that removes all members leaves an empty list.
            if let Value::Object(item) = value {
                item.insert("_links".to_owned(), links);
            } else {
                *value = json!({ "_links": links });
            }
        }
    }
}

/// The JSON value of the content; `null` for other content.
pub(crate) fn into_value(content: Content) -> Value {
    match content {
        Content::Json(value) => value,
        Content::Items(items) => items
            .iter()
            .map(|item| serde_json::from_slice(&item.text).unwrap_or(Value::Null))
            .collect(),
        Content::Other { .. } => Value::Null,
    }
}

/// Wraps status, headers and body in a JSON object. Header names are capitalised as clients expect them.
pub(crate) fn envelope(status: StatusCode, headers: &HeaderMap, body: Value) -> Value {
    let named: Map<String, Value> = headers
        .iter()
        .filter_map(|(name, value)| {
            let text = value.to_str().ok()?;
            // Totals are numbers in the envelope, as in deployed systems.
            let value = match text.parse::<u64>() {
                Ok(number) if [TOTAL, TOTAL_PAGES].contains(name) => Value::from(number),
                _ => Value::from(text),
            };
            Some((title_case(name.as_str()), value))
        })
        .collect();
    let headers = if named.is_empty() {
        json!([])
    } else {
        Value::Object(named)
    };
    json!({"body": body, "status": status.as_u16(), "headers": headers})
}

/// `x-wp-total` as `X-WP-Total`.
fn title_case(name: &str) -> String {
    let word = |word: &str| match word {
        "wp" => "WP".to_owned(),
        "totalpages" => "TotalPages".to_owned(),
        word => {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_ascii_uppercase().to_string() + letters.as_str()
            })
        }
    };
    name.split('-').map(word).collect::<Vec<_>>().join("-")
}

/// A finished response without the parts that differ between requests.
#[derive(Debug, Clone)]
pub(crate) struct Settled {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
    /// The entity tag of a repeatable response to the public.
    pub(crate) tag: Option<HeaderValue>,
}

impl Settled {
    /// Whether equal requests of all callers get this response.
    pub(crate) fn is_for_all(&self, form: &Form) -> bool {
        self.tag.is_some() && !form.query.contains_key("password")
    }

    /// The HTTP response for a request.
    pub(crate) fn respond(self, form: &Form) -> Response<Body> {
        let Self {
            mut status,
            mut headers,
            bytes,
            tag,
        } = self;
        if let Some(tag) = tag {
            if is_known(form.known.as_ref(), &tag) {
                status = StatusCode::NOT_MODIFIED;
                headers.remove(header::CONTENT_TYPE);
            }
            headers.insert(header::ETAG, tag);
        }
        if let Ok(id) = HeaderValue::from_str(&form.request_id) {
            headers.insert(HeaderName::from_static("x-request-id"), id);
        }
        if let Some(origin) = &form.origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(
                header::ACCESS_CONTROL_ALLOW_METHODS,
                HeaderValue::from_static("OPTIONS, GET, POST, PUT, PATCH, DELETE"),
            );
            // Only pages of the site's own origin may send cookies
            // (docs/decisions/0016-credentials-of-foreign-origins.md).
            if form.own_origin {
                headers.insert(
                    header::ACCESS_CONTROL_ALLOW_CREDENTIALS,
                    HeaderValue::from_static("true"),
                );
            }
        }
        let body = if form.head || status == StatusCode::NOT_MODIFIED {
            Body::empty()
        } else {
            Body::from(bytes)
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }
}

/// Finishes a response: embedding, field selection, envelope, vendor names, headers.
pub(crate) async fn settled<A: App>(
    api: &Arc<Api<A>>,
    scope: &Scope<'_, A>,
    mut outcome: Outcome,
    form: &Form,
) -> Settled {
    let fields = Fields::asked(&form.query);
    let links_shown = fields.include("_links") || fields.include("_embedded");
    let wanted =
        Wanted::asked(&form.query).filter(|_| links_shown && !outcome.failed && !form.head);
    if !fields.is_all() || form.query.contains_key("_envelope") {
        outcome.content = match outcome.content {
            other @ Content::Other { .. } => other,
            json => Content::Json(into_value(json)),
        };
    }
    // As in deployed systems, a list embeds the links that remain after field selection, a single item all of its
    // links.
    let is_list = matches!(
        outcome.content,
        Content::Json(Value::Array(_)) | Content::Items(_)
    );
    if is_list {
        limit(&mut outcome, &fields);
    }
    if let (Some(wanted), Scope::Known(context)) = (&wanted, scope) {
        let mut embedder = Embedder::new(api, context, wanted, form.state);
        embedder.embed(&mut outcome.content).await;
    }
    if !is_list {
        limit_embedding(&mut outcome, &fields);
    }
    let enveloped = form.query.contains_key("_envelope");
    if let (true, Content::Json(value)) = (enveloped, &mut outcome.content) {
        *value = envelope(outcome.status, &outcome.headers, std::mem::take(value));
        outcome.status = StatusCode::OK;
        outcome.headers = HeaderMap::new();
    }
    if let Some(names) = form.names {
        outcome.content = match outcome.content {
            other @ Content::Other { .. } => other,
            json => Content::Json(names.value_out(into_value(json), scope.site())),
        };
    }
    if let (true, Content::Json(Value::Object(error))) =
        (form.callback_refused, &mut outcome.content)
    {
        // A script cannot read the status, so the body omits it (docs/interface/site/requests.md#order-of-checks).
        error.shift_remove("data");
    }
    let is_other = matches!(outcome.content, Content::Other { .. });
    let (content_type, bytes) = match outcome.status {
        // RFC 9110, 15.3.5: the response ends after its headers.
        StatusCode::NO_CONTENT => (encode(Content::Json(Value::Null), form).0, Bytes::new()),
        _ => encode(outcome.content, form),
    };
    let content_type = if form.callback_refused {
        HeaderValue::from_static(SCRIPT)
    } else {
        content_type
    };
    let mut headers = outcome.headers;
    common_headers(&mut headers, scope, form);
    if let Some(names) = form.names {
        rename(&mut headers, names, scope.site());
    }
    let status = outcome.status;
    let is_public = form.read && status == StatusCode::OK && !scope.signed_in();
    let tag = (is_public && !is_other && !form.head)
        .then(|| HeaderValue::from_str(&validator(&bytes, &headers)).ok())
        .flatten();
    headers.entry(header::CONTENT_TYPE).or_insert(content_type);
    Settled {
        status,
        headers,
        bytes,
        tag,
    }
}

/// Translates headers with addresses to vendor names.
fn rename(headers: &mut HeaderMap, names: &Names, site: &crate::SiteContext) {
    for name in [header::LINK, header::LOCATION] {
        let renamed = headers.get(&name).and_then(|value| {
            HeaderValue::from_str(&names.header_out(value.to_str().ok()?, site)).ok()
        });
        if let Some(renamed) = renamed {
            headers.insert(name, renamed);
        }
    }
}

/// A weak entity tag of a response, computed from its body and the headers that vary with it (RFC 9110, 8.8.3).
fn validator(bytes: &[u8], headers: &HeaderMap) -> String {
    let mut hasher = XxHash3_64::new();
    bytes.hash(&mut hasher);
    for name in [&TOTAL, &TOTAL_PAGES, &header::LINK, &header::ALLOW] {
        headers
            .get(name)
            .map(HeaderValue::as_bytes)
            .hash(&mut hasher);
    }
    format!("W/\"{:016x}-{:x}\"", hasher.finish(), bytes.len())
}

/// Whether `origin` (RFC 6454) is that of the site at `home`.
pub(crate) fn is_own_origin(origin: &HeaderValue, home: &str) -> bool {
    let Ok(home) = home.parse::<Uri>() else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (home.scheme_str(), home.authority()) else {
        return false;
    };
    let own = format!("{scheme}://{authority}");
    origin
        .to_str()
        .is_ok_and(|origin| origin.eq_ignore_ascii_case(&own))
}

/// Whether the client has this response already (RFC 9110, 13.1.2; weak comparison).
fn is_known(known: Option<&HeaderValue>, tag: &HeaderValue) -> bool {
    let known = known.and_then(|value| value.to_str().ok());
    let (Some(known), Ok(tag)) = (known, tag.to_str()) else {
        return false;
    };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.trim() == "*" || known.split(',').any(|one| opaque(one) == opaque(tag))
}

/// Limits a single item. Selecting `_links` includes `_embedded`.
fn limit_embedding(outcome: &mut Outcome, fields: &Fields) {
    let embedded = match &mut outcome.content {
        Content::Json(Value::Object(item)) if fields.include("_links") => {
            item.shift_remove("_embedded")
        }
        _ => None,
    };
    limit(outcome, fields);
    if let (Content::Json(Value::Object(item)), Some(embedded)) = (&mut outcome.content, embedded) {
        item.insert("_embedded".to_owned(), embedded);
    }
}

/// Indents JSON by four blanks per level.
fn indented(value: &Value) -> Vec<u8> {
    let mut text = Vec::new();
    let form = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut writer = serde_json::Serializer::with_formatter(&mut text, form);
    match value.serialize(&mut writer) {
        Ok(()) => text,
        Err(_) => Vec::new(),
    }
}

fn encode(content: Content, form: &Form) -> (HeaderValue, Bytes) {
    let json = HeaderValue::from_static("application/json; charset=UTF-8");
    let text = match content {
        Content::Other {
            content_type,
            bytes,
        } => return (content_type, bytes),
        Content::Items(items) => joined(&items),
        Content::Json(value) if form.query.contains_key("_pretty") => indented(&value).into(),
        Content::Json(value) => serde_json::to_vec(&value).unwrap_or_default().into(),
    };
    match &form.callback {
        None => (json, text),
        Some(callback) => {
            let mut script = format!("/**/{callback}(").into_bytes();
            // U+2028 and U+2029 end a line in a script but not in JSON, so they are escaped.
            let safe = String::from_utf8_lossy(&text)
                .replace('\u{2028}', "\\u2028")
                .replace('\u{2029}', "\\u2029");
            script.extend_from_slice(safe.as_bytes());
            script.push(b')');
            (HeaderValue::from_static(SCRIPT), script.into())
        }
    }
}

/// Sets the headers of every response, with and without a login (docs/interface/site/responses.md#headers).
fn common_headers<A: App>(headers: &mut HeaderMap, scope: &Scope<'_, A>, form: &Form) {
    let fixed: [(HeaderName, &'static str); 4] = [
        (HeaderName::from_static("x-robots-tag"), "noindex"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "X-WP-Total, X-WP-TotalPages, Link",
        ),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(link) = HeaderValue::from_str(&format!(
        "<{}/>; rel=\"service-desc\"",
        scope.site().rest_root
    )) {
        headers.entry(header::LINK).or_insert(link);
    }
    // CORS headers are added when the response is sent.
    if form.origin.is_some() || (form.read && !form.head && !scope.signed_in()) {
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
    if scope.signed_in() {
        headers.insert(
            header::EXPIRES,
            HeaderValue::from_static("Wed, 11 Jan 1984 05:00:00 GMT"),
        );
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache, must-revalidate, max-age=0, no-store, private"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_of_a_site_is_its_scheme_host_and_port() {
        let own = |origin: &'static str, home: &str| {
            is_own_origin(&HeaderValue::from_static(origin), home)
        };
        assert!(own("https://a.example", "https://a.example"));
        assert!(own("https://A.example", "https://a.example/blog"));
        assert!(own("http://127.0.0.1:8081", "http://127.0.0.1:8081"));
        for foreign in [
            "http://a.example",
            "https://a.example:8443",
            "https://b.a.example",
            "https://a.example.b.example",
            "https://a.exampl",
            "null",
            "",
        ] {
            assert!(!own(foreign, "https://a.example"), "{foreign}");
        }
        assert!(!own("null", ""));
    }

    #[test]
    fn header_names_in_envelopes() {
        assert_eq!(title_case("x-wp-totalpages"), "X-WP-TotalPages");
        assert_eq!(title_case("location"), "Location");
    }
}
