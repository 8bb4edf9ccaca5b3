//! Dispatch of requests and the order of checks: route, body, required parameters, first phase, second phase,
//! permission, handler (docs/interface/site/requests.md#order-of-checks).

use std::sync::Arc;

use http::Method;
use serde_json::Value;

use crate::{
    api::Api,
    call::{App, Call, Context},
    error::{RestError, codes},
    index,
    outcome::{Outcome, Scope, failure},
    params::Params,
    reply::{Content, Reply},
    request::Request,
    validation::{lenient, valid_params},
};

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
                let route = self.route_at(at)?;
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
        let endpoint = self.route_at(route).and_then(|route| {
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
        match valid_params::<A>(
            spec,
            endpoint.refine,
            &context.caller,
            &request.body,
            &captures,
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

    /// Refuses a call of a route that is not there at present.
    pub(crate) async fn check_presence(&self, call: &Call<A>) -> Result<(), RestError> {
        match self.route_at(call.route()) {
            Some(route) => route.check_presence(call).await,
            None => Err(RestError::new(&codes::NO_ROUTE)),
        }
    }

    /// Runs a prepared request and adds `Allow` to the response.
    pub(crate) async fn settle(
        &self,
        context: &Context<A>,
        prepared: Result<Ready<A>, Refused<A>>,
    ) -> Outcome {
        let known = match &prepared {
            Ok(ready) => Some(&ready.call),
            Err(refused) => refused.call.as_ref(),
        };
        if let Some(call) = known
            && let Err(error) = self.check_presence(call).await
        {
            return failure(&error, &Scope::Known(context));
        }
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
            Ok(reply) => reply.into(),
            Err(error) => failure(&error, &Scope::Known(context)),
        };
        if let Some(call) = call {
            if let Some(route) = self.route_at(call.route()) {
                outcome.content = route.content(&call, outcome.content);
            }
            let allowed = self.allowed(&call).await;
            outcome.allow(&allowed);
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
        let result = match self.check_presence(&ready.call).await {
            Ok(()) => self.run(&ready).await,
            Err(error) => Err(error),
        };
        let outcome = result.map_or_else(refuse, Outcome::from);
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
        let declared = route.spec.endpoints.first();
        let merged = request.merged(&captures, std::iter::empty());
        let params = declared.map_or_else(Params::default, |endpoint| lenient(endpoint, &merged));
        let call = Call::new(Arc::clone(self), context.clone(), request, params, at);
        if self.check_presence(&call).await.is_err() {
            return Outcome::ok(Content::Json(Value::Array(Vec::new())));
        }
        let mut outcome = Outcome::ok(Content::Json(description));
        let allowed = self.allowed(&call).await;
        outcome.allow(&allowed);
        outcome
    }
}

fn writes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
