//! From HTTP to the dispatcher: REST path, body, method overrides, caller.

use std::sync::Arc;

use axum::{
    body::Body as HttpBody,
    extract::{DefaultBodyLimit, FromRequest, Multipart},
};
use bytes::Bytes;
use http::{HeaderMap, Method, Response, Uri, header, request::Parts};
use http_body_util::{BodyExt, Limited};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::{
    api::Api,
    call::{App, Caller, Context, SiteContext},
    error::{Locale, RestError, codes},
    finish::{self, Form},
    names::Names,
    outcome::{Scope, failure},
    query::{self, Fields, Limits, QueryError},
    request::{Body, Request, Upload},
    response_cache::Place,
    spec::MEGABYTE,
};

/// The REST path of an address: what follows `prefix` (such as `/rest`), or the value of `rest_route` on the home
/// address. `None` when the address is not one of the interface.
pub fn rest_path(uri: &Uri, prefix: &str) -> Option<Result<String, RestError>> {
    let path = uri.path();
    let below = path
        .strip_prefix(prefix)
        .filter(|below| below.is_empty() || below.starts_with('/'));
    let named = route_of(uri);
    if let Some(below) = below.filter(|_| named.is_none()) {
        let below = percent_decode_str(below).decode_utf8_lossy();
        return Some(Ok(if below.is_empty() {
            "/".to_owned()
        } else {
            below.into_owned()
        }));
    }
    if below.is_none() && path != "/" && path != "/index.php" {
        return None;
    }
    named
}

/// The value of `rest_route`; below the prefix it has priority over the path.
pub(crate) fn route_of(uri: &Uri) -> Option<Result<String, RestError>> {
    let raw = uri.query().filter(|query| query.contains("rest_route"))?;
    let query = query::parse(raw, Limits::QUERY).ok()?;
    match query.get("rest_route")? {
        Value::String(route) if route.is_empty() => None,
        Value::String(route) if route.starts_with('/') => Some(Ok(route.clone())),
        Value::String(route) => Some(Ok(format!("/{route}"))),
        _ => Some(Err(RestError::new(&codes::PATH_INVALID_TYPE))),
    }
}

impl<A: App> Api<A> {
    /// Handles an HTTP request whose REST path is known ([`rest_path`]).
    pub async fn serve(
        self: &Arc<Self>,
        app: Arc<A>,
        path: Result<String, RestError>,
        request: http::Request<HttpBody>,
    ) -> Response<HttpBody> {
        self.serve_as(app, path, None, request).await
    }

    /// Handles a request in vendor names; `path` is in these names too.
    pub async fn serve_as(
        self: &Arc<Self>,
        app: Arc<A>,
        path: Result<String, RestError>,
        names: Option<&'static Names>,
        request: http::Request<HttpBody>,
    ) -> Response<HttpBody> {
        let (parts, body) = request.into_parts();
        let path = match names {
            Some(names) => path.map(|path| names.path_in(&path)),
            None => path,
        };
        let mut form = Form {
            names,
            known: parts.headers.get(header::IF_NONE_MATCH).cloned(),
            head: parts.method == Method::HEAD,
            origin: parts.headers.get(header::ORIGIN).cloned(),
            request_id: app.request_id(&parts),
            ..Form::default()
        };
        let mut site = match app.site_context(&parts).await {
            Ok(site) => site,
            Err(error) => return self.refuse(&nowhere(), &error, &form).await,
        };
        site.is_renamed = names.is_some();
        let origin = form.origin.as_ref();
        form.own_origin = origin.is_some_and(|origin| finish::is_own_origin(origin, &site.home));
        form.state = app.state(&parts, &site).await;
        let place = Place::of(&parts, &site, names.is_some(), form.state);
        if let Some(answer) = place.as_ref().and_then(|place| self.responses.get(place)) {
            return answer.respond(&form);
        }
        let opened = match open(path, &parts, &mut form) {
            Ok(opened) => opened,
            Err(error) => return self.refuse(&site, &error, &form).await,
        };
        let asked = (&opened.method, opened.path.as_str());
        match self.redirect(&site, &parts.uri, &parts.headers, asked, &form) {
            Ok(Some(redirect)) => return redirect.respond(&form),
            Ok(None) => {}
            Err(error) => return self.refuse(&site, &error, &form).await,
        }
        let caller = match app.identify(&parts, &site).await {
            Ok(caller) => Arc::new(caller),
            Err(error) => return self.refuse(&site, &error, &form).await,
        };
        let context = Context {
            app,
            caller,
            site: Arc::new(site),
        };
        let scope = Scope::Known(&context);
        let mut is_cacheable = false;
        let outcome = match self.read(&context, opened, parts, body, &mut form).await {
            Ok(request) if request.method == Method::OPTIONS => {
                self.describe(&context, request).await
            }
            Ok(request) => {
                // The address of a cached response says everything that was asked.
                let has_body = !matches!(request.body, Body::None);
                let prepared = self.prepare(&context, request);
                is_cacheable = !has_body
                    && prepared
                        .as_ref()
                        .is_ok_and(|ready| self.is_cacheable(ready));
                self.settle(&context, prepared).await
            }
            Err(error) => failure(&error, &scope),
        };
        let answer = finish::settled(self, &scope, outcome, &form).await;
        if let (true, Some(place)) = (is_cacheable && answer.is_for_all(&form), place) {
            self.responses.put(place, answer.clone());
        }
        answer.respond(&form)
    }

    /// Refuses a request of which only the site is known.
    async fn refuse(
        self: &Arc<Self>,
        site: &SiteContext,
        error: &RestError,
        form: &Form,
    ) -> Response<HttpBody> {
        let scope = Scope::Anonymous(site);
        finish::settled(self, &scope, failure(error, &scope), form)
            .await
            .respond(form)
    }

    /// Reads the body.
    async fn read(
        &self,
        context: &Context<A>,
        opened: Opened,
        parts: Parts,
        body: HttpBody,
        form: &mut Form,
    ) -> Result<Request, RestError> {
        if form.callback.is_some() && context.caller.signed_in() {
            form.callback = None;
            form.callback_refused = true;
            return Err(RestError::new(&codes::CALLBACK_DISABLED));
        }
        let Opened {
            method,
            path,
            raw_query,
        } = opened;
        let limit = self.body_limit(&path);
        let (body, raw, uploads) = read_body(&method, &parts, body, limit).await?;
        let body = match form.names {
            Some(names) => names.body_in(body),
            None => body,
        };
        Ok(Request {
            method,
            path,
            raw_query,
            query: form.query.clone(),
            body,
            headers: parts.headers,
            raw,
            uploads,
        })
    }
}

/// The parsed head of a request.
struct Opened {
    method: Method,
    path: String,
    raw_query: String,
}

/// Parses the query, the callback name and the method.
fn open(
    path: Result<String, RestError>,
    parts: &Parts,
    form: &mut Form,
) -> Result<Opened, RestError> {
    if parts.uri.path().len() > Limits::QUERY.length {
        return Err(RestError::new(&codes::QUERY_TOO_LONG));
    }
    let raw_query = query::without(parts.uri.query().unwrap_or_default(), "rest_route");
    let query = query::parse(&raw_query, Limits::QUERY).map_err(|error| match error {
        QueryError::TooLong => RestError::new(&codes::QUERY_TOO_LONG),
        QueryError::TooMany | QueryError::TooDeep | QueryError::NameTooLong => {
            RestError::new(&codes::QUERY_INVALID)
        }
    })?;
    form.query = match form.names {
        Some(names) => names.query_in(query),
        None => query,
    };
    if let Some(callback) = form.query.get("_jsonp") {
        let name = callback.as_str().unwrap_or_default();
        let plain = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        if !plain {
            form.callback_refused = true;
            return Err(RestError::new(&codes::CALLBACK_INVALID));
        }
        form.callback = Some(name.to_owned());
    }
    let method = overridden(&parts.method, &parts.headers, &form.query);
    form.head = method == Method::HEAD;
    form.read = matches!(method, Method::GET | Method::HEAD);
    Ok(Opened {
        method,
        path: path?,
        raw_query,
    })
}

/// The effective method: `_method` in the query has priority over the header, and the header over the HTTP method.
fn overridden(method: &Method, headers: &HeaderMap, query: &Map<String, Value>) -> Method {
    let header = headers
        .get("x-http-method-override")
        .and_then(|value| value.to_str().ok());
    query
        .get("_method")
        .and_then(Value::as_str)
        .or(header)
        .and_then(|name| Method::from_bytes(name.trim().to_ascii_uppercase().as_bytes()).ok())
        .unwrap_or_else(|| method.clone())
}

type ReadBody = (Body, Bytes, Vec<Upload>);

async fn read_body(
    method: &Method,
    parts: &Parts,
    body: HttpBody,
    limit: usize,
) -> Result<ReadBody, RestError> {
    let too_large = || RestError::naming(&codes::BODY_TOO_LARGE, [&(limit / MEGABYTE)]);
    let announced = parts
        .headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let bytes = match Limited::new(body, limit).collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<http_body_util::LengthLimitError>() => return Err(too_large()),
        Err(_) => return Err(RestError::new(&codes::BODY_UNREADABLE)),
    };
    if bytes.is_empty() {
        return Ok((Body::None, bytes, Vec::new()));
    }
    let media_type = parts
        .headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok()?.parse::<mime::Mime>().ok());
    match media_type {
        Some(kind) if kind.subtype() == mime::JSON || kind.suffix() == Some(mime::JSON) => {
            let is_reading = matches!(*method, Method::GET | Method::HEAD);
            Ok((json(&bytes, is_reading)?, bytes, Vec::new()))
        }
        Some(kind) if kind.essence_str() == "multipart/form-data" => multipart(parts, bytes).await,
        Some(kind) if kind.essence_str() == "application/x-www-form-urlencoded" => {
            Ok((form_body(&bytes)?, bytes, Vec::new()))
        }
        None if *method != Method::POST => Ok((form_body(&bytes)?, bytes, Vec::new())),
        Some(_) | None => Ok((Body::None, bytes, Vec::new())),
    }
}

/// JSON that is not an object contains no parameters. An object has no more parameters than a form; in a reading request,
/// whose body stands for a query, also no more values and no deeper ones than a query.
fn json(bytes: &[u8], is_reading: bool) -> Result<Body, RestError> {
    let values = match serde_json::from_slice(bytes) {
        Ok(Value::Object(values)) => values,
        Ok(_) => Map::new(),
        Err(_) => return Ok(Body::BadJson("Syntax error".to_owned())),
    };
    let limits = Limits::QUERY;
    let mut left = limits.pairs;
    let fits = values.len() <= limits.pairs
        && (!is_reading || query::fits(values.values(), limits.depth, &mut left));
    if fits {
        Ok(Body::Json(values))
    } else {
        Err(RestError::new(&codes::QUERY_INVALID))
    }
}

fn form_body(bytes: &[u8]) -> Result<Body, RestError> {
    let text = String::from_utf8_lossy(bytes);
    query::parse(&text, Limits::FORM)
        .map(Body::Form)
        .map_err(|_| RestError::new(&codes::QUERY_INVALID))
}

async fn multipart(parts: &Parts, bytes: Bytes) -> Result<ReadBody, RestError> {
    let unreadable = || RestError::new(&codes::BODY_UNREADABLE);
    let mut request = http::Request::new(HttpBody::from(bytes));
    *request.headers_mut() = parts.headers.clone();
    // The length was limited when the body was read.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| unreadable())?;
    let mut fields = Fields::new(Limits::FORM);
    let mut uploads = Vec::new();
    while let Some(part) = form.next_field().await.map_err(|_| unreadable())? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let content_type = part
            .content_type()
            .unwrap_or("application/octet-stream")
            .to_owned();
        let content = part.bytes().await.map_err(|_| unreadable())?;
        let invalid = |_| RestError::new(&codes::QUERY_INVALID);
        match file_name {
            Some(file_name) => {
                fields.count(&name).map_err(invalid)?;
                uploads.push(Upload {
                    field: name,
                    file_name,
                    content_type,
                    bytes: content,
                });
            }
            None => {
                let text = String::from_utf8_lossy(&content).into_owned();
                fields.add(&name, text).map_err(invalid)?;
            }
        }
    }
    Ok((Body::Form(fields.finish()), Bytes::new(), uploads))
}

/// The site context of the response for an unknown site.
fn nowhere() -> SiteContext {
    SiteContext {
        site: String::new(),
        home: String::new(),
        rest_root: String::new(),
        locale: Locale::default(),
        is_renamed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(uri: &str) -> Option<String> {
        rest_path(&uri.parse().unwrap(), "/rest")
            .map(|path| path.unwrap_or_else(|error| error.code().to_owned()))
    }

    #[test]
    fn addresses_of_the_interface() {
        assert_eq!(path("/rest").as_deref(), Some("/"));
        assert_eq!(path("/rest/").as_deref(), Some("/"));
        assert_eq!(
            path("/rest/core/v2/posts/?a=1").as_deref(),
            Some("/core/v2/posts/")
        );
        assert_eq!(path("/restaurant"), None);
        assert_eq!(path("/rest/a?rest_route=/b").as_deref(), Some("/b"));
        assert_eq!(
            path("/?rest_route=/core/v2/posts").as_deref(),
            Some("/core/v2/posts")
        );
        assert_eq!(
            path("/?rest_route%5B%5D=1").as_deref(),
            Some("rest_path_invalid_type")
        );
        assert_eq!(path("/?rest_route="), None);
        assert_eq!(path("/a-post"), None);
    }

    #[test]
    fn overrides() {
        let mut headers = HeaderMap::new();
        headers.insert(
            "x-http-method-override",
            http::HeaderValue::from_static("put"),
        );
        let query = query::parse("_method=DELETE", Limits::QUERY).unwrap();
        assert_eq!(overridden(&Method::POST, &headers, &query), Method::DELETE);
        assert_eq!(
            overridden(&Method::POST, &headers, &Map::new()),
            Method::PUT
        );
        assert_eq!(
            overridden(&Method::GET, &HeaderMap::new(), &Map::new()),
            Method::GET
        );
    }
}
