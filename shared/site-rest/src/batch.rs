//! The batch route: up to 25 requests in one, one after the other (spec: Batch).

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use serde_json::{Map, Value, json};

use crate::{
    args::{Arg, Args},
    call::{App, Call},
    dispatch::{Api, Outcome, Ready, Refused, Scope, failure},
    error::{RestError, codes},
    finish,
    query::{self, Limits},
    reply::Reply,
    request::{Body, Request},
    route::{Endpoint, Route, everyone},
    schema::{Kind, Schema},
};

/// The most requests that one batch may hold.
pub const MOST: usize = 25;

pub(crate) fn route<A: App>() -> Route<A> {
    let request = Schema::object()
        .with(
            "method",
            Schema::string()
                .choices(["POST", "PUT", "PATCH", "DELETE"])
                .default_to("POST"),
        )
        .with("path", Schema::string().required())
        .with("body", Schema::object().bare().others(Schema::any()))
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
    Route::new("", "/batch/v1").on(Endpoint::create(args, everyone, |call, ()| run(call)))
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
            Err(error) => Err(Refused { error, call: None }),
        })
        .collect();
    let all_or_nothing = call.params().text("validation") == Some("require-all-validate");
    let mut responses = Vec::with_capacity(prepared.len());
    if all_or_nothing && prepared.iter().any(Result::is_err) {
        for item in prepared {
            responses.push(match item {
                Ok(_) => Value::Null,
                // Nothing was run, so nothing is said about what might be.
                Err(refused) => envelope(failure(&refused.error, &Scope::Known(&context))),
            });
        }
        return Ok(multi_status(
            json!({"failed": "validation", "responses": responses}),
        ));
    }
    for item in prepared {
        let fields = item.as_ref().ok().map(|ready| ready.call.fields().clone());
        let mut outcome = api.settle(&context, item).await;
        if let Some(fields) = fields {
            finish::limit(&mut outcome, &fields);
        }
        responses.push(envelope(outcome));
    }
    Ok(multi_status(json!({"responses": responses})))
}

fn prepare<A: App>(
    api: &Arc<Api<A>>,
    call: &Call<A>,
    request: Request,
) -> Result<Ready<A>, Refused<A>> {
    let batchable = |route: usize| api.route_at(route).is_some_and(|route| route.batchable);
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

/// One item as a request. It has only its own headers; who asks is the outer request's.
fn sub_request(item: &Value) -> Result<Request, RestError> {
    let unreadable = || RestError::new(&codes::PARSE_PATH_FAILED);
    let method = item.get("method").and_then(Value::as_str).unwrap_or("POST");
    let uri: Uri = item
        .get("path")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .parse()
        .map_err(|_| unreadable())?;
    let raw_query = uri.query().unwrap_or_default().to_owned();
    let query = query::parse(&raw_query, Limits::QUERY).map_err(|_| unreadable())?;
    let body = item
        .get("body")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let path = percent_encoding::percent_decode_str(uri.path())
        .decode_utf8_lossy()
        .into_owned();
    Ok(Request {
        method: Method::from_bytes(method.as_bytes()).map_err(|_| unreadable())?,
        body: Body::Form(body),
        headers: headers(item.get("headers").and_then(Value::as_object)),
        ..Request::read(path, raw_query, query)
    })
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
