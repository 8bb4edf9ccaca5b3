//! The request as permission checks and handlers see it, and the trait that a function implements.

use std::sync::{Arc, OnceLock};

use http::{Method, request::Parts};
use serde_json::Value;

use crate::{
    api::Api,
    error::{Locale, RestError},
    fields::Fields,
    params::Params,
    query::{self, Limits},
    request::Request,
    response_cache::State,
};

/// The function behind the interface: resolves the site of a request and authenticates its caller.
pub trait App: Send + Sync + Sized + 'static {
    /// The caller, with the data that the function holds for one request.
    type Caller: Caller;

    /// Resolves the site of a request.
    ///
    /// # Errors
    /// `unknown_site` when the host leads to no site.
    fn site_context(
        &self,
        parts: &Parts,
    ) -> impl Future<Output = Result<SiteContext, RestError>> + Send;

    /// Authenticates the caller. Wrong credentials are refused on every route
    /// (docs/interface/site/requests.md#credentials).
    ///
    /// # Errors
    /// 401 for wrong credentials, 429 when there were too many.
    fn identify(
        &self,
        parts: &Parts,
        site: &SiteContext,
    ) -> impl Future<Output = Result<Self::Caller, RestError>> + Send;

    /// The state of the data behind responses to the public, as this request sees it. `None` when the request may be
    /// from a signed-in caller; then no cached response is used.
    fn state(
        &self,
        _parts: &Parts,
        _site: &SiteContext,
    ) -> impl Future<Output = Option<State>> + Send {
        std::future::ready(None)
    }

    /// The request id for log lines.
    fn request_id(&self, parts: &Parts) -> String;
}

/// The caller of a request.
pub trait Caller: Send + Sync + 'static {
    /// Whether the caller is signed in; decides between 401 and 403 and about caching.
    fn signed_in(&self) -> bool;

    /// Whether the caller has the capability of this name.
    fn has_capability(&self, name: &str) -> bool;
}

/// The site that a request addresses.
#[derive(Debug, Clone)]
pub struct SiteContext {
    /// Identifier of the site in the store.
    pub site: String,
    /// Home address, without a trailing slash.
    pub home: String,
    /// The REST root, without a trailing slash.
    pub rest_root: String,
    /// The language of messages.
    pub locale: Locale,
    /// Whether the client uses the names of deployed systems; set by the entry.
    pub is_renamed: bool,
}

impl SiteContext {
    /// The address of a path relative to the REST root; `path` begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.rest_root)
    }

    /// The URI template of the documentation of the interface's own link relations.
    pub fn curie(&self) -> String {
        format!("{}/rels/{{rel}}", self.home)
    }

    /// The path and query of an address below the REST root.
    pub fn path_of<'a>(&self, href: &'a str) -> Option<(&'a str, &'a str)> {
        let below = href.strip_prefix(self.rest_root.as_str())?;
        let (path, query) = below.split_once('?').unwrap_or((below, ""));
        let path = if path.is_empty() { "/" } else { path };
        path.starts_with('/').then_some((path, query))
    }
}

/// What the requests of one exchange share, such as those of a batch.
pub struct Context<A: App> {
    /// The function.
    pub app: Arc<A>,
    /// The caller.
    pub caller: Arc<A::Caller>,
    /// The site.
    pub site: Arc<SiteContext>,
}

impl<A: App> Clone for Context<A> {
    fn clone(&self) -> Self {
        Self {
            app: Arc::clone(&self.app),
            caller: Arc::clone(&self.caller),
            site: Arc::clone(&self.site),
        }
    }
}

/// A request at its endpoint. Cloning is cheap.
pub struct Call<A: App>(Arc<Inner<A>>);

pub(crate) struct Inner<A: App> {
    pub(crate) api: Arc<Api<A>>,
    pub(crate) context: Context<A>,
    pub(crate) request: Request,
    pub(crate) params: Params,
    pub(crate) route: usize,
    pub(crate) fields: OnceLock<Fields>,
}

impl<A: App> Clone for Call<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<A: App> Call<A> {
    pub(crate) fn new(
        api: Arc<Api<A>>,
        context: Context<A>,
        request: Request,
        params: Params,
        route: usize,
    ) -> Self {
        Self(Arc::new(Inner {
            api,
            context,
            request,
            params,
            route,
            fields: OnceLock::new(),
        }))
    }

    pub(crate) fn route(&self) -> usize {
        self.0.route
    }

    /// The same call in another context, to compute the rights after a write.
    pub(crate) fn in_context(&self, context: &str) -> Self {
        let inner = &self.0;
        let mut params = inner.params.clone();
        params.set("context", Value::from(context));
        Self::new(
            Arc::clone(&inner.api),
            inner.context.clone(),
            inner.request.clone(),
            params,
            inner.route,
        )
    }

    /// What the requests of this exchange share.
    pub fn context(&self) -> &Context<A> {
        &self.0.context
    }

    /// The routes.
    pub fn api(&self) -> &Arc<Api<A>> {
        &self.0.api
    }

    /// The function.
    pub fn app(&self) -> &A {
        &self.0.context.app
    }

    /// The caller.
    pub fn caller(&self) -> &A::Caller {
        &self.0.context.caller
    }

    /// The site.
    pub fn site(&self) -> &SiteContext {
        &self.0.context.site
    }

    /// The original request.
    pub fn request(&self) -> &Request {
        &self.0.request
    }

    /// The validated and coerced parameters.
    pub fn params(&self) -> &Params {
        &self.0.params
    }

    /// The fields to which the response is limited.
    pub fn fields(&self) -> &Fields {
        self.0
            .fields
            .get_or_init(|| Fields::asked(&self.0.request.query))
    }

    /// Whether the request is a HEAD, so that a list need not build its items.
    pub fn is_head(&self) -> bool {
        self.0.request.method == Method::HEAD
    }

    /// Whether list items are sent as the handler made them, apart from embedding, so that cached JSON text can be
    /// used.
    pub fn wants_items_whole(&self) -> bool {
        let request = self.request();
        !["_fields", "_envelope", "_pretty", "_jsonp"]
            .iter()
            .any(|name| request.asks(name))
    }

    /// The address of this request with another `page`.
    pub fn url_of_page(&self, page: u64) -> String {
        self.url_with("page", &Value::from(page))
    }

    /// The address of this request with another value of one parameter. Declared parameters are written with their coerced
    /// values, others as sent.
    pub fn url_with(&self, changed: &str, to: &Value) -> String {
        let request = self.request();
        let args = self.api().route_at(self.route()).and_then(|route| {
            let at = route.spec.endpoint_for(&Method::GET)?;
            Some(route.spec.endpoints.get(at)?.args())
        });
        // The names as the client wrote them, possibly vendor names.
        let raw = query::parse(&request.raw_query, Limits::QUERY).unwrap_or_default();
        let same = raw.len() == request.query.len();
        let mut pairs: Vec<(&str, &Value)> = Vec::new();
        for (at, (name, value)) in request.query.iter().enumerate() {
            let written = raw.keys().nth(at).filter(|_| same).unwrap_or(name);
            let understood = args.and_then(|args| args.get(name));
            let value = match understood.and_then(|_| self.params().value(name)) {
                _ if name == changed => to,
                Some(understood) => understood,
                None => value,
            };
            pairs.push((written, value));
        }
        if !request.query.contains_key(changed) {
            pairs.push((changed, to));
        }
        let query = query::written(pairs);
        let route = self.api().route_at(self.route());
        let path = route
            .filter(|route| route.spec.pattern.is_fixed())
            .map_or(request.path.as_str(), |route| route.spec.path());
        let path = path.trim_end_matches('/');
        format!("{}?{query}", self.site().url(path))
    }
}
