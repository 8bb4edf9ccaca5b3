//! The machine-readable index, generated from the declarations that also validate and dispatch.

use std::future::Future;

use http::Method;
use serde_json::{Map, Value, json};

use crate::{
    api::Api,
    args::Args,
    bind::{Endpoint, Route, everyone},
    call::{App, Call, SiteContext},
    error::{RestError, codes},
    reply::Reply,
    schema::Schema,
    spec::{EndpointSpec, RouteSpec},
};

/// The specification of the root index.
pub(crate) fn root_spec() -> RouteSpec {
    RouteSpec::new("", "/").read(Args::none().arg("context", context()))
}

/// The route of the root index. `head` provides name, addresses and authentication; namespaces and routes follow.
pub(crate) fn root_route<A, H, HF>(head: H) -> Route<A>
where
    A: App,
    H: Fn(Call<A>) -> HF + Clone + Send + Sync + 'static,
    HF: Future<Output = Result<Head, RestError>> + Send + 'static,
{
    Route::bind(root_spec()).read(
        Endpoint::new(everyone, move |call: Call<A>, ()| {
            let head = head(call.clone());
            async move {
                let Head {
                    before,
                    authentication,
                    after,
                } = head.await?;
                let mut body = before;
                body.insert("namespaces".to_owned(), json!(call.api().namespaces()));
                body.insert("authentication".to_owned(), authentication);
                body.insert("routes".to_owned(), routes(call.api(), &call, None));
                body.extend(after);
                Ok(Reply::json(Value::Object(body)))
            }
        })
        .cacheable(),
    )
}

/// The site's part of the root index.
#[derive(Debug, Default)]
pub struct Head {
    /// Members before `namespaces`.
    pub before: Map<String, Value>,
    /// The authentication methods; `[]` when there are none.
    pub authentication: Value,
    /// Members after `routes`.
    pub after: Map<String, Value>,
}

fn context() -> Schema {
    Schema::any().default_to("view")
}

/// The route of a namespace's index.
pub(crate) fn namespace_route<A: App>(namespace: &'static str) -> Route<A> {
    let args = Args::none()
        .arg("namespace", Schema::any().default_to(namespace))
        .arg("context", context());
    let spec = RouteSpec::new(namespace, "").read(args);
    Route::bind(spec).read(
        Endpoint::new(everyone, |call: Call<A>, ()| async move {
            let sought = call
                .params()
                .text("namespace")
                .unwrap_or_default()
                .trim_matches('/')
                .to_owned();
            if !call.api().namespaces().contains(&sought.as_str()) {
                return Err(RestError::new(&codes::INVALID_NAMESPACE));
            }
            let routes = routes(call.api(), &call, Some(&sought));
            let up = call.site().url("/");
            Ok(Reply::json(
                json!({"namespace": sought, "routes": routes, "_links": {"up": [{"href": up}]}}),
            )
            .keeping_links())
        })
        .cacheable(),
    )
}

/// The routes of all namespaces or of one, by path pattern; without those that deployed systems do not have when the client
/// uses their names.
fn routes<A: App>(api: &Api<A>, call: &Call<A>, namespace: Option<&str>) -> Value {
    let help = call.params().text("context") == Some("help");
    let routes: Map<String, Value> = api
        .table()
        .iter()
        .map(Route::spec)
        .filter(|route| namespace.is_none_or(|namespace| route.namespace() == namespace))
        .filter(|route| !(route.unlisted && call.site().is_renamed))
        .map(|route| {
            (
                route.path().to_owned(),
                describe_route(route, call.site(), help),
            )
        })
        .collect();
    Value::Object(routes)
}

/// Describes a route: namespace, methods, endpoints with their parameters, and its address if the path is fixed. With
/// `help`, also the JSON Schema of its resource or answer.
pub(crate) fn describe_route(route: &RouteSpec, site: &SiteContext, help: bool) -> Value {
    let mut out = Map::new();
    out.insert("namespace".to_owned(), json!(route.namespace()));
    let methods: Vec<&str> = route
        .endpoints()
        .iter()
        .flat_map(EndpointSpec::methods)
        .map(Method::as_str)
        .collect();
    out.insert("methods".to_owned(), json!(methods));
    let endpoints = route
        .endpoints()
        .iter()
        .map(|endpoint| describe_endpoint(endpoint, route.batchable, site));
    out.insert("endpoints".to_owned(), endpoints.collect());
    if help {
        let of_resource = route.resource.map(|resource| resource.describe(site));
        if let Some(schema) = of_resource.or_else(|| route.schema.map(|schema| schema())) {
            out.insert("schema".to_owned(), schema);
        }
    }
    if route.pattern.is_fixed() {
        out.insert(
            "_links".to_owned(),
            json!({"self": [{"href": site.url(route.path())}]}),
        );
    }
    Value::Object(out)
}

fn describe_endpoint(endpoint: &EndpointSpec, batchable: bool, site: &SiteContext) -> Value {
    let methods: Vec<&str> = endpoint.methods().iter().map(Method::as_str).collect();
    let mut out = Map::new();
    out.insert("methods".to_owned(), json!(methods));
    if batchable {
        out.insert("allow_batch".to_owned(), json!({"v1": true}));
    }
    out.insert(
        "args".to_owned(),
        endpoint.args().described(site.is_renamed),
    );
    Value::Object(out)
}
