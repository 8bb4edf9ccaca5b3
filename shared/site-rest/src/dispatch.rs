//! Dispatch of requests and the order of checks: route, body, required parameters, first phase, second phase,
//! permission, handler (docs/interface/site/requests.md#order-of-checks).

use std::{collections::HashMap, sync::Arc};

use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use serde_json::{Map, Value};

use crate::{
    args::Args,
    batch,
    bind::{Refine, Route},
    call::{App, Call, Caller, Context, SiteContext},
    embedded_cache::EmbeddedCache,
    error::{RestError, codes},
    index::{self, Head},
    params::Params,
    reply::{Content, Reply},
    request::{Body, Request},
    response_cache::ResponseCache,
    spec::{EndpointSpec, MEGABYTE, RouteSpec},
};

/// The routes of the interface, with endpoints for those that this function serves. Built once and shared by all
/// requests.
pub struct Api<A: App> {
    routes: Vec<Route<A>>,
    /// Routes by number of path segments.
    by_length: HashMap<usize, Vec<usize>>,
    namespaces: Vec<&'static str>,
    pub(crate) responses: ResponseCache,
    pub(crate) embedded: EmbeddedCache,
}

impl<A: App> Api<A> {
    /// The interface that these specifications describe, of which this function serves nothing yet but the index of
    /// each namespace. The root index and the batch route come first.
    pub fn of(contract: impl IntoIterator<Item = RouteSpec>) -> Self {
        let api = Self {
            routes: Vec::new(),
            by_length: HashMap::new(),
            namespaces: Vec::new(),
            responses: ResponseCache::new(),
            embedded: EmbeddedCache::new(),
        };
        let above = [index::root_spec(), batch::spec()];
        above
            .into_iter()
            .chain(contract)
            .fold(api, |api, spec| api.specification(Route::bind(spec)))
    }

    /// Adds a route. The first one of a namespace also adds that namespace's index.
    fn specification(mut self, route: Route<A>) -> Self {
        let namespace = route.spec.namespace();
        if !namespace.is_empty() && !self.namespaces.contains(&namespace) {
            self.namespaces.push(namespace);
            self = self.add(index::namespace_route(namespace));
        }
        self.add(route)
    }

    /// Serves the root index. `head` provides the site's name, addresses and authentication methods.
    #[must_use]
    pub fn index<H, HF>(self, head: H) -> Self
    where
        H: Fn(Call<A>) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Head, RestError>> + Send + 'static,
    {
        self.bind([index::root_route(head)])
    }

    /// Serves batches of requests to the routes of this function.
    #[must_use]
    pub fn batches(self) -> Self {
        self.bind([batch::route()])
    }

    /// Serves these routes. A route without a specification, or one that is bound already, is added as a further
    /// route, which a test of the contract reports.
    #[must_use]
    pub fn bind(mut self, routes: impl IntoIterator<Item = Route<A>>) -> Self {
        for route in routes {
            let same = |known: &&mut Route<A>| {
                known.spec.path() == route.spec.path() && known.verbs().is_empty()
            };
            match self.routes.iter_mut().find(same) {
                Some(known) => *known = route,
                None => self = self.specification(route),
            }
        }
        self
    }

    /// The namespaces with routes of this function, in the order of the contract.
    pub fn served(&self) -> Vec<&'static str> {
        let serves = |namespace: &&&'static str| {
            let index = format!("/{namespace}");
            self.routes.iter().any(|route| {
                route.spec.namespace() == **namespace
                    && route.spec.path() != index
                    && !route.verbs().is_empty()
            })
        };
        self.namespaces.iter().filter(serves).copied().collect()
    }

    fn add(mut self, route: Route<A>) -> Self {
        let length = route.spec.path().split('/').skip(1).count();
        self.by_length
            .entry(length)
            .or_default()
            .push(self.routes.len());
        self.routes.push(route);
        self
    }

    /// The routes in the order in which they were added.
    pub fn table(&self) -> &[Route<A>] {
        &self.routes
    }

    /// The namespaces in the order in which they were added.
    pub fn namespaces(&self) -> &[&'static str] {
        &self.namespaces
    }

    /// The routes that match `path`, with the parameters in it.
    pub(crate) fn matching(&self, path: &str) -> Vec<(usize, Vec<(String, String)>)> {
        let path = path.trim_end_matches('/');
        let parts: Vec<&str> = if path.is_empty() {
            vec![""]
        } else {
            path.split('/').skip(1).collect()
        };
        let candidates = self
            .by_length
            .get(&parts.len())
            .map(Vec::as_slice)
            .unwrap_or_default();
        candidates
            .iter()
            .filter_map(|&at| Some((at, self.routes.get(at)?.spec.pattern.captures(&parts)?)))
            .collect()
    }

    /// Largest body of a request to `path`, in bytes.
    pub(crate) fn body_limit(&self, path: &str) -> usize {
        let limits = self
            .matching(path)
            .into_iter()
            .filter_map(|(at, _)| self.routes.get(at).map(|route| route.spec.body_limit));
        limits.max().unwrap_or(MEGABYTE)
    }

    pub(crate) fn route_at(&self, at: usize) -> Option<&Route<A>> {
        self.routes.get(at)
    }
}

/// A validated request.
pub(crate) struct Ready<A: App> {
    pub(crate) call: Call<A>,
    endpoint: usize,
}

/// A refused request; the call is known when the route was.
pub(crate) struct Refused<A: App> {
    pub(crate) error: RestError,
    pub(crate) call: Option<Call<A>>,
}

/// A response with the headers that depend on the route, before its body is finished.
pub(crate) struct Outcome {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Content,
    pub(crate) failed: bool,
    pub(crate) keeps_links: bool,
}

impl<A: App> Api<A> {
    /// Steps 4 to 9: from the path to validated parameters.
    pub(crate) fn prepare(
        self: &Arc<Self>,
        context: &Context<A>,
        request: Request,
    ) -> Result<Ready<A>, Refused<A>> {
        let found = self
            .matching(&request.path)
            .into_iter()
            .find_map(|(at, captures)| {
                let route = self.routes.get(at)?;
                let endpoint = route.spec.endpoint_for(&request.method)?;
                route.bound_at(endpoint)?;
                Some((at, endpoint, captures))
            });
        let Some((route, endpoint_at, captures)) = found else {
            return Err(Refused {
                error: RestError::new(&codes::NO_ROUTE),
                call: None,
            });
        };
        let endpoint = self.routes.get(route).and_then(|route| {
            Some((
                route.spec.endpoints.get(endpoint_at)?,
                route.bound_at(endpoint_at)?,
            ))
        });
        let Some((spec, endpoint)) = endpoint else {
            return Err(Refused {
                error: RestError::new(&codes::NO_ROUTE),
                call: None,
            });
        };
        let merged = request.merged(&captures, spec.args.defaults());
        match checked::<A>(
            spec,
            endpoint.refine,
            &context.caller,
            &request.body,
            merged,
        ) {
            Ok(params) => {
                let call = Call::new(Arc::clone(self), context.clone(), request, params, route);
                Ok(Ready {
                    call,
                    endpoint: endpoint_at,
                })
            }
            Err((error, params)) => {
                let call = Call::new(Arc::clone(self), context.clone(), request, params, route);
                Err(Refused {
                    error,
                    call: Some(call),
                })
            }
        }
    }

    /// Whether the endpoint's responses to the public may be cached.
    pub(crate) fn is_cacheable(&self, ready: &Ready<A>) -> bool {
        self.route_at(ready.call.route())
            .and_then(|route| route.bound_at(ready.endpoint))
            .is_some_and(|endpoint| endpoint.is_cacheable)
    }

    /// Steps 10 and 11: the permission check, then the handler.
    pub(crate) async fn run(&self, ready: &Ready<A>) -> Result<Reply, RestError> {
        let endpoint = self
            .route_at(ready.call.route())
            .and_then(|route| route.bound_at(ready.endpoint));
        match endpoint {
            Some(endpoint) => endpoint.run(ready.call.clone()).await,
            None => Err(RestError::new(&codes::NO_ROUTE)),
        }
    }

    /// Runs a prepared request and adds `Allow` to the response.
    pub(crate) async fn settle(
        &self,
        context: &Context<A>,
        prepared: Result<Ready<A>, Refused<A>>,
    ) -> Outcome {
        let (result, call) = match prepared {
            Ok(ready) => {
                let result = self.run(&ready).await;
                let call = match &result {
                    Ok(reply) if writes(&ready.call.request().method) => {
                        ready.call.in_context(reply.context)
                    }
                    Ok(_) | Err(_) => ready.call,
                };
                (result, Some(call))
            }
            Err(refused) => (Err(refused.error), refused.call),
        };
        let mut outcome = match result {
            Ok(reply) => Outcome {
                status: reply.status,
                headers: reply.headers,
                content: reply.content,
                failed: false,
                keeps_links: reply.keeps_links,
            },
            Err(error) => failure(&error, &Scope::Known(context)),
        };
        if let Some(call) = call {
            let allowed = self.allowed(&call).await;
            if let Ok(value) = HeaderValue::from_str(&allowed.join(", "))
                && !allowed.is_empty()
            {
                outcome.headers.insert(header::ALLOW, value);
            }
        }
        outcome
    }

    /// The methods of the call's route that the caller may use on the object.
    pub(crate) async fn allowed(&self, call: &Call<A>) -> Vec<&str> {
        let mut allowed = Vec::new();
        let Some(route) = self.route_at(call.route()) else {
            return allowed;
        };
        for (place, spec) in route.spec.endpoints.iter().enumerate() {
            let Some(endpoint) = route.bound_at(place) else {
                continue;
            };
            if endpoint.permit(call.clone()).await.is_ok() {
                allowed.extend(spec.methods().iter().map(Method::as_str));
            }
        }
        allowed
    }

    /// Runs an internal request for an embedded resource. Also returns whether the endpoint's responses to the public
    /// may be cached.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        context: &Context<A>,
        request: Request,
    ) -> (Outcome, bool) {
        let refuse = |error: RestError| failure(&error, &Scope::Known(context));
        let ready = match self.prepare(context, request) {
            Ok(ready) => ready,
            Err(refused) => return (refuse(refused.error), false),
        };
        let outcome = match self.run(&ready).await {
            Ok(reply) => Outcome {
                status: reply.status,
                headers: reply.headers,
                content: reply.content,
                failed: false,
                keeps_links: reply.keeps_links,
            },
            Err(error) => refuse(error),
        };
        (outcome, self.is_cacheable(&ready))
    }

    /// The response to OPTIONS: the description of the route, `[]` for an unknown one.
    pub(crate) async fn describe(
        self: &Arc<Self>,
        context: &Context<A>,
        request: Request,
    ) -> Outcome {
        let Some((at, captures)) = self.matching(&request.path).into_iter().next() else {
            return Outcome::ok(Content::Json(Value::Array(Vec::new())));
        };
        let Some(route) = self.route_at(at) else {
            return Outcome::ok(Content::Json(Value::Array(Vec::new())));
        };
        let description = index::describe_route(&route.spec, &context.site, true);
        let declared = route.spec.endpoints.first().map(EndpointSpec::args);
        let merged = request.merged(&captures, std::iter::empty());
        let params = declared.map_or_else(Params::default, |args| lenient(args, &merged));
        let call = Call::new(Arc::clone(self), context.clone(), request, params, at);
        let mut outcome = Outcome::ok(Content::Json(description));
        let allowed = self.allowed(&call).await;
        if let Ok(value) = HeaderValue::from_str(&allowed.join(", "))
            && !allowed.is_empty()
        {
            outcome.headers.insert(header::ALLOW, value);
        }
        outcome
    }
}

impl Outcome {
    fn ok(content: Content) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content,
            failed: false,
            keeps_links: false,
        }
    }
}

fn writes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// What is known about a request when it is refused: everything, or only its site.
pub(crate) enum Scope<'a, A: App> {
    Known(&'a Context<A>),
    Nobody(&'a SiteContext),
}

impl<A: App> Scope<'_, A> {
    pub(crate) fn site(&self) -> &SiteContext {
        match self {
            Self::Known(context) => &context.site,
            Self::Nobody(site) => site,
        }
    }

    pub(crate) fn signed_in(&self) -> bool {
        match self {
            Self::Known(context) => context.caller.signed_in(),
            Self::Nobody(_) => false,
        }
    }
}

/// Converts an error to a response. Server errors are logged here, with their cause.
pub(crate) fn failure<A: App>(error: &RestError, scope: &Scope<'_, A>) -> Outcome {
    let signed_in = scope.signed_in();
    let status = error.http_status(signed_in);
    error.log_fault();
    let mut headers = HeaderMap::new();
    if let Some(seconds) = error.seconds_to_wait() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    let body = error.envelope(scope.site().locale, signed_in);
    Outcome {
        status,
        headers,
        content: Content::Json(body),
        failed: true,
        keeps_links: false,
    }
}

/// Steps 5 to 9 for one endpoint. An error comes with the valid parameters, because `Allow` is computed even then.
fn checked<A: App>(
    endpoint: &EndpointSpec,
    refine: Option<Refine<A>>,
    caller: &A::Caller,
    body: &Body,
    merged: Map<String, Value>,
) -> Result<Params, (RestError, Params)> {
    let refuse = |error: RestError, merged: &Map<String, Value>| {
        Err((error, lenient(&endpoint.args, merged)))
    };
    if let Body::BadJson(words) = body {
        let error = RestError::new(&codes::INVALID_JSON)
            .with("json_error_code", 4)
            .with("json_error_message", words.as_str());
        return refuse(error, &merged);
    }
    let given = |name: &str| merged.get(name).filter(|value| !value.is_null());
    let missing: Vec<&str> = endpoint
        .args
        .iter()
        .filter(|arg| arg.required && given(arg.name()).is_none())
        .map(|arg| arg.name())
        .collect();
    if !missing.is_empty() {
        let error = RestError::naming(&codes::MISSING_PARAM, [&missing.join(", ")])
            .with("params", missing.as_slice());
        return refuse(error, &merged);
    }
    let mut failures = Vec::new();
    for arg in endpoint.args.iter() {
        if let Some(Err(error)) = merged.get(arg.name()).map(|value| arg.check_early(value)) {
            failures.push((arg.name().to_owned(), error));
        }
    }
    if !failures.is_empty() {
        return refuse(RestError::params(failures), &merged);
    }
    let mut values = Map::with_capacity(merged.len());
    for (name, value) in &merged {
        match endpoint.args.get(name).map(|arg| arg.sanitise(value)) {
            Some(Ok(coerced)) => {
                values.insert(name.clone(), coerced);
            }
            Some(Err(error)) => failures.push((name.clone(), error)),
            None => {
                values.insert(name.clone(), value.clone());
            }
        }
    }
    let mut params = Params::new(values);
    if let Some(refine) = refine {
        failures.extend(refine(caller, &mut params));
    }
    if failures.is_empty() {
        Ok(params)
    } else {
        refuse(RestError::params(failures), &merged)
    }
}

/// The valid parameters, without the invalid ones.
fn lenient(args: &Args, merged: &Map<String, Value>) -> Params {
    let fit = merged.iter().filter_map(|(name, value)| {
        let coerced = match args.get(name) {
            Some(arg) => arg
                .check_early(value)
                .and_then(|()| arg.sanitise(value))
                .ok()?,
            None => value.clone(),
        };
        Some((name.clone(), coerced))
    });
    Params::new(fit.collect())
}
