//! What a permission or a handler sees of a request, and what a function must say about itself.

use std::sync::{Arc, OnceLock};

use http::{Method, request::Parts};
use serde_json::Value;

use crate::{
    dispatch::Api,
    error::{Locale, RestError},
    fields::Fields,
    params::Params,
    query::{self, Limits},
    request::Request,
    response_cache::State,
};

/// The function behind the interface: which site a request is for, and who asks.
pub trait App: Send + Sync + Sized + 'static {
    /// Who asks, with whatever the function keeps for the length of one request.
    type Caller: Caller;

    /// The site that a request addresses.
    ///
    /// # Errors
    /// `unknown_site` when no site answers there.
    fn site_context(
        &self,
        parts: &Parts,
    ) -> impl Future<Output = Result<SiteContext, RestError>> + Send;

    /// Who asks. Wrong credentials are refused on every route (docs/interface/site/requests.md#credentials).
    ///
    /// # Errors
    /// 401 for wrong credentials, 429 for too many of them.
    fn identify(
        &self,
        parts: &Parts,
        site: &SiteContext,
    ) -> impl Future<Output = Result<Self::Caller, RestError>> + Send;

    /// The state of the data that the public's answers are made of, as this request sees it. None
    /// when the request may be more than the public's; then no cached reply serves it.
    fn state(&self, _parts: &Parts, _site: &SiteContext) -> Option<State> {
        None
    }

    /// The identifier under which this request is logged.
    fn request_id(&self, parts: &Parts) -> String;
}

/// Who asks.
pub trait Caller: Send + Sync + 'static {
    /// Whether a person is behind the request; decides between 401 and 403 and about caching.
    fn signed_in(&self) -> bool;
}

/// The site that a request addresses.
#[derive(Debug, Clone)]
pub struct SiteContext {
    /// The site's identifier in the store.
    pub site: String,
    /// The home address, without a trailing slash.
    pub home: String,
    /// The REST root, without a trailing slash.
    pub rest_root: String,
    /// The language of messages.
    pub locale: Locale,
}

impl SiteContext {
    /// The address of a path below the REST root; `path` begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.rest_root)
    }

    /// The template of the addresses that explain our own link relations.
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

/// What all requests of one exchange share.
pub struct Context<A: App> {
    /// The function.
    pub app: Arc<A>,
    /// Who asks.
    pub caller: Arc<A::Caller>,
    /// The site asked.
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

/// One request at its endpoint. Cloning it is cheap.
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

    /// The same call as if it asked for another context, for what a write leaves its caller allowed to
    /// do.
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

    /// What this exchange's requests share.
    pub fn context(&self) -> &Context<A> {
        &self.0.context
    }

    /// The table of routes.
    pub fn api(&self) -> &Arc<Api<A>> {
        &self.0.api
    }

    /// The function.
    pub fn app(&self) -> &A {
        &self.0.context.app
    }

    /// Who asks.
    pub fn caller(&self) -> &A::Caller {
        &self.0.context.caller
    }

    /// The site asked.
    pub fn site(&self) -> &SiteContext {
        &self.0.context.site
    }

    /// The request as it came.
    pub fn request(&self) -> &Request {
        &self.0.request
    }

    /// Its parameters, checked and coerced.
    pub fn params(&self) -> &Params {
        &self.0.params
    }

    /// The fields that the answer may be limited to.
    pub fn fields(&self) -> &Fields {
        self.0
            .fields
            .get_or_init(|| Fields::asked(&self.0.request.query))
    }

    /// Whether only headers are wanted, so that a list need not build its items.
    pub fn is_head(&self) -> bool {
        self.0.request.method == Method::HEAD
    }

    /// Whether the items of a list go out as the handler made them, at most with what they embed, so
    /// that items that are text already serve.
    pub fn wants_items_whole(&self) -> bool {
        let request = self.request();
        !["_fields", "_envelope", "_pretty", "_jsonp"]
            .iter()
            .any(|name| request.asks(name))
    }

    /// The address of this request with its query, after replacing `page`. Declared parameters are
    /// written as they were understood, others as they came.
    pub fn url_of_page(&self, page: u64) -> String {
        let request = self.request();
        let args = self.api().route_at(self.route()).and_then(|route| {
            let at = route.spec.endpoint_for(&Method::GET)?;
            Some(route.spec.endpoints.get(at)?.args())
        });
        // The names as the client wrote them, which may be others than ours.
        let raw = query::parse(&request.raw_query, Limits::QUERY).unwrap_or_default();
        let same = raw.len() == request.query.len();
        let page = Value::from(page);
        let mut pairs: Vec<(&str, &Value)> = Vec::new();
        for (at, (name, value)) in request.query.iter().enumerate() {
            let written = raw.keys().nth(at).filter(|_| same).unwrap_or(name);
            let understood = args.and_then(|args| args.get(name));
            let value = match understood.and_then(|_| self.params().value(name)) {
                _ if name == "page" => &page,
                Some(understood) => understood,
                None => value,
            };
            pairs.push((written, value));
        }
        if !request.query.contains_key("page") {
            pairs.push(("page", &page));
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
