//! Binds the endpoints of a route's specification to permission checks and handlers.

use std::future::Future;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{
    call::{App, Call},
    error::{RestError, codes},
    params::Params,
    reply::{Content, Reply},
    spec::{RouteSpec, Verb},
};

/// A further check of parameters that depends on the caller; returns the invalid ones.
pub type Refine<A> = fn(&<A as App>::Caller, &mut Params) -> Vec<(String, RestError)>;

trait Action<A: App>: Send + Sync {
    fn permit(&self, call: Call<A>) -> BoxFuture<'static, Result<(), RestError>>;
    fn run(&self, call: Call<A>) -> BoxFuture<'static, Result<Reply, RestError>>;
}

struct Guarded<P, H> {
    permission: P,
    handler: H,
}

impl<A, P, H, G, PF, HF> Action<A> for Guarded<P, H>
where
    A: App,
    P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
    PF: Future<Output = Result<G, RestError>> + Send + 'static,
    H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
    HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
    G: Send + 'static,
{
    fn permit(&self, call: Call<A>) -> BoxFuture<'static, Result<(), RestError>> {
        let decision = (self.permission)(call);
        Box::pin(async move { decision.await.map(|_| ()) })
    }

    fn run(&self, call: Call<A>) -> BoxFuture<'static, Result<Reply, RestError>> {
        let decision = (self.permission)(call.clone());
        let handler = self.handler.clone();
        Box::pin(async move { handler(call, decision.await?).await })
    }
}

/// The permission and the handler of an endpoint.
pub struct Endpoint<A: App> {
    pub(crate) refine: Option<Refine<A>>,
    pub(crate) is_cacheable: bool,
    action: Box<dyn Action<A>>,
}

impl<A: App> Endpoint<A> {
    /// An endpoint. `permission` checks the right and passes what it loaded (such as the post) to `handler`, which
    /// therefore cannot run without it.
    pub fn new<P, PF, H, HF, G>(permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self {
            refine: None,
            is_cacheable: false,
            action: Box::new(Guarded {
                permission,
                handler,
            }),
        }
    }

    /// Adds a check of the parameters that depends on the caller. Its errors are reported together with those of the
    /// second phase.
    #[must_use]
    pub fn refined(mut self, refine: Refine<A>) -> Self {
        self.refine = Some(refine);
        self
    }

    /// Allows caching of responses to the public: they depend on the address and the site's data alone.
    #[must_use]
    pub fn cacheable(mut self) -> Self {
        self.is_cacheable = true;
        self
    }

    pub(crate) fn permit(&self, call: Call<A>) -> BoxFuture<'static, Result<(), RestError>> {
        self.action.permit(call)
    }

    pub(crate) fn run(&self, call: Call<A>) -> BoxFuture<'static, Result<Reply, RestError>> {
        self.action.run(call)
    }
}

/// The permission check of public endpoints.
///
/// # Errors
/// Never.
pub async fn everyone<A: App>(_call: Call<A>) -> Result<(), RestError> {
    Ok(())
}

/// Whether a route is there for a call.
type Presence<A> =
    Box<dyn Fn(Call<A>) -> BoxFuture<'static, Result<bool, RestError>> + Send + Sync>;

/// A specification with the endpoints that this function binds to it: all of them, or none when another function
/// serves the route.
pub struct Route<A: App> {
    pub(crate) spec: RouteSpec,
    bound: Vec<(Verb, Endpoint<A>)>,
    presence: Option<Presence<A>>,
    body_form: Option<BodyForm>,
}

/// Writes a JSON body in the form that the parameters ask for; none for JSON.
pub type BodyForm = fn(&Params, &Value) -> Option<Content>;

impl<A: App> Route<A> {
    /// A route with this specification and no endpoints yet.
    pub const fn bind(spec: RouteSpec) -> Self {
        Self {
            spec,
            bound: Vec::new(),
            presence: None,
            body_form: None,
        }
    }

    /// Writes the bodies of the route's responses, errors among them, in another form than JSON.
    #[must_use]
    pub const fn with_body_form(mut self, form: BodyForm) -> Self {
        self.body_form = Some(form);
        self
    }

    /// The content of a response of the route.
    pub(crate) fn content(&self, call: &Call<A>, content: Content) -> Content {
        let Content::Json(body) = &content else {
            return content;
        };
        let written = self.body_form.and_then(|form| form(call.params(), body));
        written.unwrap_or(content)
    }

    /// Serves the route only while `presence` is true. Otherwise it is unknown to everyone, whatever the request holds.
    #[must_use]
    pub fn present_while<P, F>(mut self, presence: P) -> Self
    where
        P: Fn(Call<A>) -> F + Send + Sync + 'static,
        F: Future<Output = Result<bool, RestError>> + Send + 'static,
    {
        self.presence = Some(Box::new(move |call| Box::pin(presence(call))));
        self
    }

    /// Refuses a call while the route is not there.
    pub(crate) async fn check_presence(&self, call: &Call<A>) -> Result<(), RestError> {
        match &self.presence {
            Some(presence) if !presence(call.clone()).await? => {
                Err(RestError::new(&codes::NO_ROUTE))
            }
            _ => Ok(()),
        }
    }

    fn endpoint(mut self, verb: Verb, endpoint: Endpoint<A>) -> Self {
        self.bound.push((verb, endpoint));
        self
    }

    /// Binds the endpoint that reads.
    #[must_use]
    pub fn read(self, endpoint: Endpoint<A>) -> Self {
        self.endpoint(Verb::Read, endpoint)
    }

    /// Binds the endpoint that creates.
    #[must_use]
    pub fn create(self, endpoint: Endpoint<A>) -> Self {
        self.endpoint(Verb::Create, endpoint)
    }

    /// Binds the endpoint that updates.
    #[must_use]
    pub fn edit(self, endpoint: Endpoint<A>) -> Self {
        self.endpoint(Verb::Edit, endpoint)
    }

    /// Binds the endpoint that deletes.
    #[must_use]
    pub fn delete(self, endpoint: Endpoint<A>) -> Self {
        self.endpoint(Verb::Delete, endpoint)
    }

    /// Binds the endpoint that reads and takes its parameters also in a body.
    #[must_use]
    pub fn ask(self, endpoint: Endpoint<A>) -> Self {
        self.endpoint(Verb::Ask, endpoint)
    }

    /// The specification.
    pub const fn spec(&self) -> &RouteSpec {
        &self.spec
    }

    /// The verbs with endpoints, in the order in which they were bound.
    pub fn verbs(&self) -> Vec<Verb> {
        self.bound.iter().map(|(verb, _)| *verb).collect()
    }

    /// The endpoint at a position of the specification.
    pub(crate) fn bound_at(&self, place: usize) -> Option<&Endpoint<A>> {
        let verb = self.spec.endpoints.get(place)?.verb;
        let bound = self.bound.iter().find(|(other, _)| *other == verb);
        bound.map(|(_, endpoint)| endpoint)
    }
}
