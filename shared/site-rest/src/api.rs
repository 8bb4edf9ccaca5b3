//! The route table of an interface: the routes that the contract describes, and those of them that this function
//! serves.

use std::collections::HashMap;

use crate::{
    batch,
    bind::Route,
    call::{App, Call},
    embedded_cache::EmbeddedCache,
    error::RestError,
    index::{self, Head},
    response_cache::ResponseCache,
    spec::{MEGABYTE, RouteSpec},
};

/// The routes of the interface, with endpoints for those that this function serves. Built once and shared by all
/// requests.
pub struct Api<A: App> {
    routes: Vec<Route<A>>,
    /// Routes by number of path segments; `None` where it varies.
    by_length: HashMap<Option<usize>, Vec<usize>>,
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
        let length = route.spec.pattern.length();
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
        [Some(parts.len()), None]
            .into_iter()
            .filter_map(|length| self.by_length.get(&length))
            .flatten()
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
