//! The batch route: up to 25 requests in one, run one after the other (docs/interface/site/batch.md).

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::{
    api::Api,
    args::{Arg, Args},
    bind::{Endpoint, Route, everyone},
    call::{App, Call},
    dispatch::{Ready, Refused},
    error::{RestError, codes},
    finish,
    outcome::{Outcome, Scope, failure},
    query::{self, Limits},
    reply::Reply,
    request::{Body, Request},
    schema::{Kind, Schema},
    spec::{MEGABYTE, RouteSpec},
};

/// Largest number of requests in a batch.
pub const MOST: usize = 25;

/// The specification of the batch route.
pub(crate) fn spec() -> RouteSpec {
    let request = Schema::object()
        .with(
            "method",
            Schema::string()
                .choices(["POST", "PUT", "PATCH", "DELETE"])
                .default_to("POST"),
        )
        // A path and a query, as long as an address may be.
        .with(
            "path",
            Schema::string()
                .at_most(2 * Limits::QUERY.length)
                .required(),
        )
        // The route of the request checks the members.
        .with(
            "body",
            Schema::object()
                .bare()
                .others(Schema::any().bytes_at_most(MEGABYTE)),
        )
        .with(
            "headers",
            Schema::object().bare().others(Schema {
                items: Some(Box::new(Schema::string())),
                ..Schema::of(&[Kind::String, Kind::Array])
            }),
        );
    let args = Args::none()
        .arg(
            "validation",
            Schema::string()
                .about("Whether nothing is done when one request is invalid.")
                .choices(["require-all-validate", "normal"])
                .default_to("normal"),
        )
        .with(
            Arg::new(
                "requests",
                Schema::list(request)
                    .about("The requests, done one after the other.")
                    .count(None, Some(MOST)),
            )
            .required(),
        );
    RouteSpec::new("", "/batch/v1").create(args)
}

/// The batch route.
pub(crate) fn route<A: App>() -> Route<A> {
    Route::bind(spec()).create(Endpoint::new(everyone, |call, ()| run(call)))
}

async fn run<A: App>(call: Call<A>) -> Result<Reply, RestError> {
    let api = Arc::clone(call.api());
    let context = call.context().clone();
    let prepared: Vec<_> = call
        .params()
        .list("requests")
        .unwrap_or_default()
        .iter()
        .map(|item| match sub_request(item) {
            Ok(request) => prepare(&api, &call, request),
            Err(error) => Entry::of(Err(Refused { error, call: None })),
        })
        .collect();
    let all_or_nothing = call.params().text("validation") == Some("require-all-validate");
    let mut responses = Vec::with_capacity(prepared.len());
    if all_or_nothing && prepared.iter().any(|item| item.prepared.is_err()) {
        for item in prepared {
            responses.push(match item.prepared {
                Ok(_) => Value::Null,
                // No request was run, so there is no `Allow` to compute.
                Err(refused) => envelope(failure(&refused.error, &Scope::Known(&context))),
            });
        }
        return Ok(multi_status(
            json!({"failed": "validation", "responses": responses}),
        ));
    }
    for item in prepared {
        let Entry { prepared, allow } = item;
        let fields = prepared
            .as_ref()
            .ok()
            .map(|ready| ready.call.fields().clone());
        let mut outcome = api.settle(&context, prepared).await;
        outcome.allow(&allow);
        if let Some(fields) = fields {
            finish::limit(&mut outcome, &fields);
        }
        responses.push(envelope(outcome));
    }
    Ok(multi_status(json!({"responses": responses})))
}

/// An entry of a batch, ready to run or refused.
struct Entry<A: App> {
    prepared: Result<Ready<A>, Refused<A>>,
    /// For an entry that another function would serve: the methods of its route that the caller may use there.
    allow: Vec<&'static str>,
}

impl<A: App> Entry<A> {
    const fn of(prepared: Result<Ready<A>, Refused<A>>) -> Self {
        Self {
            prepared,
            allow: Vec::new(),
        }
    }
}

fn prepare<A: App>(api: &Arc<Api<A>>, call: &Call<A>, request: Request) -> Entry<A> {
    // A batch runs in one function; what another one serves cannot be part of it.
    if let Some(spec) = api.elsewhere(&request.method, &request.path) {
        return Entry {
            prepared: Err(Refused {
                error: RestError::new(&codes::BATCH_NOT_ALLOWED),
                call: None,
            }),
            allow: Api::<A>::declared_methods(spec, call.caller()),
        };
    }
    Entry::of(prepare_here(api, call, request))
}

fn prepare_here<A: App>(
    api: &Arc<Api<A>>,
    call: &Call<A>,
    request: Request,
) -> Result<Ready<A>, Refused<A>> {
    let batchable = |route: usize| {
        api.route_at(route)
            .is_some_and(|route| route.spec.batchable)
    };
    let prepared = api.prepare(call.context(), request);
    let route = match &prepared {
        Ok(ready) => Some(ready.call.route()),
        Err(refused) => refused.call.as_ref().map(Call::route),
    };
    if route.is_some_and(|route| !batchable(route)) {
        let call = match prepared {
            Ok(ready) => Some(ready.call),
            Err(refused) => refused.call,
        };
        return Err(Refused {
            error: RestError::new(&codes::BATCH_NOT_ALLOWED),
            call,
        });
    }
    prepared
}

/// Converts an item to a request. Headers come from the item only, the caller from the outer request.
fn sub_request(item: &Value) -> Result<Request, RestError> {
    let unreadable = || RestError::new(&codes::PARSE_PATH_FAILED);
    let method = item.get("method").and_then(Value::as_str).unwrap_or("POST");
    let address = item.get("path").and_then(Value::as_str).unwrap_or_default();
    let (path, raw_query) = path_and_query(address).ok_or_else(unreadable)?;
    if !path.starts_with('/') {
        return Err(RestError::new(&codes::NO_ROUTE));
    }
    let query = query::parse(raw_query, Limits::QUERY).map_err(|_| unreadable())?;
    let body = item
        .get("body")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let path = percent_encoding::percent_decode_str(path)
        .decode_utf8_lossy()
        .into_owned();
    Ok(Request {
        method: Method::from_bytes(method.as_bytes()).map_err(|_| unreadable())?,
        body: Body::Form(body),
        headers: headers(item.get("headers").and_then(Value::as_object)),
        ..Request::read(path, raw_query.to_owned(), query)
    })
}

/// The path and query of an absolute or relative URL; `None` when its authority is malformed.
fn path_and_query(address: &str) -> Option<(&str, &str)> {
    let address = address.split('#').next().unwrap_or_default();
    let (before, query) = address.split_once('?').unwrap_or((address, ""));
    let scheme = before.split_once("://").filter(|(scheme, _)| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.chars().all(is_part)
    });
    let Some(rest) = scheme
        .map(|(_, rest)| rest)
        .or_else(|| before.strip_prefix("//"))
    else {
        return Some((before, query));
    };
    let (authority, path) = match rest.find('/') {
        Some(at) => rest.split_at_checked(at)?,
        None => (rest, ""),
    };
    is_authority(authority).then_some((path, query))
}

fn is_authority(text: &str) -> bool {
    let address = text.rsplit_once('@').map_or(text, |(_, address)| address);
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (address, ""),
    };
    !host.is_empty() && (port.is_empty() || port.parse::<u16>().is_ok())
}

fn headers(given: Option<&Map<String, Value>>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in given.into_iter().flatten() {
        let values = match value {
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
            value => value.as_str().into_iter().collect::<Vec<_>>(),
        };
        for value in values {
            if let (Ok(name), Ok(value)) = (
                HeaderName::from_bytes(name.as_bytes()),
                HeaderValue::from_str(value),
            ) {
                headers.append(name, value);
            }
        }
    }
    headers
}

fn envelope(outcome: Outcome) -> Value {
    finish::envelope(
        outcome.status,
        &outcome.headers,
        finish::into_value(outcome.content),
    )
}

fn multi_status(body: Value) -> Reply {
    Reply {
        status: StatusCode::MULTI_STATUS,
        ..Reply::json(body)
    }
}

#[cfg(test)]
mod tests {
    use super::{path_and_query, spec};

    #[test]
    fn the_size_of_a_batch_is_limited_and_its_routes_limit_their_members() {
        let spec = spec();
        let args = spec.endpoints()[0].args();
        assert!(
            args.iter()
                .all(|arg| arg.schema().unlimited(arg.name()).is_none())
        );
        let requests = args.get("requests").unwrap();
        let batch =
            |body| serde_json::json!([{"path": "/core/v2/posts", "body": {"content": body}}]);
        assert!(requests.sanitise(&batch("x".repeat(900_000))).is_ok());
    }

    #[test]
    fn addresses_in_parts() {
        for (address, expected) in [
            ("/a/b?c=d#e", Some(("/a/b", "c=d"))),
            ("/a?u=http://x/y", Some(("/a", "u=http://x/y"))),
            ("/a://b", Some(("/a://b", ""))),
            ("/ação b", Some(("/ação b", ""))),
            ("a/b", Some(("a/b", ""))),
            ("a//b", Some(("a//b", ""))),
            ("?c", Some(("", "c"))),
            ("#", Some(("", ""))),
            ("", Some(("", ""))),
            ("//h/a", Some(("/a", ""))),
            ("http://u:p@h:80/a?c", Some(("/a", "c"))),
            ("http://[::1]/a", Some(("/a", ""))),
            ("http://h:/a", Some(("/a", ""))),
            ("http://h?c", Some(("", "c"))),
            ("//", None),
            ("///a", None),
            ("//@", None),
            ("//?a", None),
            ("http:///a", None),
            ("http://:80/a", None),
            ("http://h:99999/a", None),
            ("//h:a/b", None),
        ] {
            assert_eq!(path_and_query(address), expected, "{address}");
        }
    }
}
