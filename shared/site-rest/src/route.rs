//! Routes and their endpoints: one table that dispatches, validates and describes.

use std::future::Future;

use futures_util::future::BoxFuture;
use http::Method;
use regex::Regex;

use crate::{
    args::Args,
    call::{App, Call},
    error::RestError,
    params::Params,
    reply::Reply,
    resource::Resource,
};

/// A megabyte of a body.
pub const MEGABYTE: usize = 1024 * 1024;

/// A second look at parameters that depends on who asks; returns the refused ones.
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

/// One handler of a route, for one or more methods.
pub struct Endpoint<A: App> {
    pub(crate) methods: Vec<Method>,
    pub(crate) args: Args,
    pub(crate) refine: Option<Refine<A>>,
    pub(crate) is_cacheable: bool,
    action: Box<dyn Action<A>>,
}

impl<A: App> Endpoint<A> {
    /// An endpoint. `permission` decides and hands what it has found (the post, say) to `handler`,
    /// which therefore cannot be reached without it.
    pub fn new<P, PF, H, HF, G>(methods: &[Method], args: Args, permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self {
            methods: methods.to_vec(),
            args,
            refine: None,
            is_cacheable: false,
            action: Box::new(Guarded {
                permission,
                handler,
            }),
        }
    }

    /// Reads: GET, and HEAD with it.
    pub fn read<P, PF, H, HF, G>(args: Args, permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self::new(&[Method::GET], args, permission, handler)
    }

    /// Creates: POST.
    pub fn create<P, PF, H, HF, G>(args: Args, permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self::new(&[Method::POST], args, permission, handler)
    }

    /// Changes: POST, PUT and PATCH mean the same.
    pub fn edit<P, PF, H, HF, G>(args: Args, permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self::new(
            &[Method::POST, Method::PUT, Method::PATCH],
            args,
            permission,
            handler,
        )
    }

    /// Deletes: DELETE.
    pub fn delete<P, PF, H, HF, G>(args: Args, permission: P, handler: H) -> Self
    where
        P: Fn(Call<A>) -> PF + Clone + Send + Sync + 'static,
        PF: Future<Output = Result<G, RestError>> + Send + 'static,
        H: Fn(Call<A>, G) -> HF + Clone + Send + Sync + 'static,
        HF: Future<Output = Result<Reply, RestError>> + Send + 'static,
        G: Send + 'static,
    {
        Self::new(&[Method::DELETE], args, permission, handler)
    }

    /// Adds a second look at the parameters that depends on the caller. Its refusals are reported
    /// together with those of the second phase.
    #[must_use]
    pub fn refined(mut self, refine: Refine<A>) -> Self {
        self.refine = Some(refine);
        self
    }

    /// Lets replies to the public be cached: they depend on the address and the site's data alone.
    #[must_use]
    pub fn cacheable(mut self) -> Self {
        self.is_cacheable = true;
        self
    }

    /// The methods, in order.
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// The declared parameters.
    pub const fn args(&self) -> &Args {
        &self.args
    }

    pub(crate) fn permit(&self, call: Call<A>) -> BoxFuture<'static, Result<(), RestError>> {
        self.action.permit(call)
    }

    pub(crate) fn run(&self, call: Call<A>) -> BoxFuture<'static, Result<Reply, RestError>> {
        self.action.run(call)
    }
}

/// The permission of what everybody may do.
///
/// # Errors
/// Never.
pub async fn everyone<A: App>(_call: Call<A>) -> Result<(), RestError> {
    Ok(())
}

/// A path and its endpoints.
pub struct Route<A: App> {
    pub(crate) namespace: &'static str,
    pub(crate) pattern: Pattern,
    pub(crate) endpoints: Vec<Endpoint<A>>,
    pub(crate) resource: Option<&'static Resource>,
    pub(crate) batchable: bool,
    pub(crate) body_limit: usize,
}

impl<A: App> Route<A> {
    /// A route below `namespace`; `path` begins with a slash and names its parameters as
    /// `(?P<id>[\d]+)`, which is also how the index shows them.
    pub fn new(namespace: &'static str, path: &str) -> Self {
        let text = if namespace.is_empty() {
            path.to_owned()
        } else {
            format!("/{namespace}{path}")
        };
        Self {
            namespace,
            pattern: Pattern::new(text),
            endpoints: Vec::new(),
            resource: None,
            batchable: false,
            body_limit: MEGABYTE,
        }
    }

    /// Adds an endpoint.
    #[must_use]
    pub fn on(mut self, endpoint: Endpoint<A>) -> Self {
        self.endpoints.push(endpoint);
        self
    }

    /// The resource whose JSON Schema OPTIONS answers.
    #[must_use]
    pub const fn of(mut self, resource: &'static Resource) -> Self {
        self.resource = Some(resource);
        self
    }

    /// May be part of a batch.
    #[must_use]
    pub const fn batchable(mut self) -> Self {
        self.batchable = true;
        self
    }

    /// The largest body taken, in bytes, instead of one megabyte.
    #[must_use]
    pub const fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// The namespace; empty for the routes above all namespaces.
    pub const fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The path as the index shows it.
    pub fn path(&self) -> &str {
        &self.pattern.text
    }

    /// The endpoints, in order.
    pub fn endpoints(&self) -> &[Endpoint<A>] {
        &self.endpoints
    }

    /// The endpoint that answers `method`; HEAD is answered by the one for GET.
    pub(crate) fn endpoint_for(&self, method: &Method) -> Option<usize> {
        let sought = if *method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        self.endpoints
            .iter()
            .position(|endpoint| endpoint.methods.contains(sought))
    }
}

/// A path pattern, compared segment by segment, without regard to case.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    segments: Vec<Segment>,
}

#[derive(Debug)]
enum Segment {
    Literal(String),
    Digits(String),
    Matching(String, Option<Regex>),
}

impl Pattern {
    fn new(text: String) -> Self {
        let segments = text.split('/').skip(1).map(segment).collect();
        Self { text, segments }
    }

    /// Whether the path has no parameters, so that it has one address.
    pub(crate) fn is_fixed(&self) -> bool {
        self.segments
            .iter()
            .all(|segment| matches!(segment, Segment::Literal(_)))
    }

    /// The parameters of `path` if it matches.
    pub(crate) fn captures(&self, path: &[&str]) -> Option<Vec<(String, String)>> {
        if path.len() != self.segments.len() {
            return None;
        }
        let mut captured = Vec::new();
        for (segment, part) in self.segments.iter().zip(path) {
            let name = match segment {
                Segment::Literal(literal) if literal.eq_ignore_ascii_case(part) => continue,
                Segment::Digits(name)
                    if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) =>
                {
                    name
                }
                Segment::Matching(name, Some(form)) if form.is_match(part) => name,
                Segment::Literal(_) | Segment::Digits(_) | Segment::Matching(..) => return None,
            };
            captured.push((name.clone(), (*part).to_owned()));
        }
        Some(captured)
    }
}

/// Reads one segment. A pattern that is no regular expression never matches; the test of the
/// route table finds it.
fn segment(text: &str) -> Segment {
    let Some((name, form)) = text
        .strip_prefix("(?P<")
        .and_then(|rest| rest.strip_suffix(')')?.split_once('>'))
    else {
        return Segment::Literal(text.to_owned());
    };
    let name = name.to_owned();
    if matches!(form, r"[\d]+" | r"\d+") {
        return Segment::Digits(name);
    }
    Segment::Matching(name, Regex::new(&format!("(?i)^(?:{form})$")).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captures(pattern: &str, path: &str) -> Option<Vec<(String, String)>> {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        Pattern::new(pattern.to_owned()).captures(&parts)
    }

    #[test]
    fn matches_segment_by_segment() {
        let item = r"/core/v2/posts/(?P<id>[\d]+)";
        assert_eq!(
            captures(item, "/core/v2/posts/7"),
            Some(vec![("id".to_owned(), "7".to_owned())])
        );
        assert_eq!(
            captures(item, "/CORE/v2/Posts/7"),
            Some(vec![("id".to_owned(), "7".to_owned())])
        );
        assert_eq!(captures(item, "/core/v2/posts/x"), None);
        assert_eq!(captures(item, "/core/v2/posts/7/8"), None);
        assert_eq!(captures(item, "/core/v2/posts"), None);
        assert_eq!(
            captures(r"/types/(?P<type>[\w-]+)", "/types/nav_menu-item"),
            Some(vec![("type".to_owned(), "nav_menu-item".to_owned())])
        );
        assert_eq!(captures(r"/types/(?P<type>[\w-]+)", "/types/a b"), None);
        assert_eq!(
            captures(r"/users/(?P<user_id>(?:[\d]+|me))/x", "/users/me/x"),
            Some(vec![("user_id".to_owned(), "me".to_owned())])
        );
        assert_eq!(captures("/", "/"), Some(vec![]));
    }
}
