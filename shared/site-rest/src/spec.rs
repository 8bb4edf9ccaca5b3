//! The specification of a route as data: path, methods, parameters and resource. [`crate::bind`] adds permission
//! checks and handlers.

use http::Method;
use regex::Regex;
use serde_json::Value;

use crate::{
    args::{Arg, Args},
    resource::Resource,
    schema::Schema,
};

/// Bytes in a megabyte.
pub const MEGABYTE: usize = 1024 * 1024;

const READ: &[Method] = &[Method::GET];
const CREATE: &[Method] = &[Method::POST];
const ASK: &[Method] = &[Method::GET, Method::POST];
const EDIT: &[Method] = &[Method::POST, Method::PUT, Method::PATCH];
const DELETE: &[Method] = &[Method::DELETE];

/// The action of an endpoint, which determines its methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// GET, and HEAD with it.
    Read,
    /// POST.
    Create,
    /// POST, PUT and PATCH, which are equivalent.
    Edit,
    /// DELETE.
    Delete,
    /// GET, and POST for parameters that are too long for an address. It changes nothing.
    Ask,
}

impl Verb {
    /// The methods, in order.
    pub const fn methods(self) -> &'static [Method] {
        match self {
            Self::Read => READ,
            Self::Create => CREATE,
            Self::Edit => EDIT,
            Self::Delete => DELETE,
            Self::Ask => ASK,
        }
    }
}

/// Who may use an endpoint, as a function that does not serve it tells callers in `Allow`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Only the function that serves the endpoint can tell.
    Undeclared,
    /// Every caller.
    Everyone,
    /// Callers with the capability of this name.
    Capability(&'static str),
}

/// An endpoint of a route: its verb and its parameters.
#[derive(Debug, Clone)]
pub struct EndpointSpec {
    pub(crate) verb: Verb,
    pub(crate) args: Args,
    pub(crate) undescribed: Args,
    pub(crate) others: Option<Schema>,
    pub(crate) access: Access,
}

impl EndpointSpec {
    /// The verb.
    pub const fn verb(&self) -> Verb {
        self.verb
    }

    /// The methods, in order.
    pub const fn methods(&self) -> &'static [Method] {
        self.verb.methods()
    }

    /// The parameters that the index describes.
    pub const fn args(&self) -> &Args {
        &self.args
    }

    /// The parameters that the endpoint reads and the index does not describe ([`RouteSpec::undescribed`]).
    pub const fn undescribed_args(&self) -> &Args {
        &self.undescribed
    }

    /// The schema of all parameters that have no declaration of their own ([`RouteSpec::others`]).
    pub const fn other_args(&self) -> Option<&Schema> {
        self.others.as_ref()
    }

    /// The schema whose limits of size hold for the parameter `name`.
    pub(crate) fn schema_of(&self, name: &str) -> Option<&Schema> {
        let declared = self.args.get(name).or_else(|| self.undescribed.get(name));
        declared.map(Arg::schema).or(self.others.as_ref())
    }

    /// Who may use it.
    pub const fn access(&self) -> Access {
        self.access
    }
}

/// A route: a path and its endpoints.
#[derive(Debug, Clone)]
pub struct RouteSpec {
    pub(crate) namespace: &'static str,
    pub(crate) pattern: Pattern,
    pub(crate) endpoints: Vec<EndpointSpec>,
    pub(crate) resource: Option<&'static Resource>,
    pub(crate) schema: Option<fn() -> Value>,
    pub(crate) batchable: bool,
    pub(crate) unlisted: bool,
    pub(crate) body_limit: usize,
}

impl RouteSpec {
    /// A route in `namespace`; `path` begins with a slash and contains parameters as `(?P<id>[\d]+)`, the form in
    /// which the index lists them.
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
            schema: None,
            batchable: false,
            unlisted: false,
            body_limit: MEGABYTE,
        }
    }

    fn endpoint(mut self, verb: Verb, args: Args) -> Self {
        self.endpoints.push(EndpointSpec {
            verb,
            args,
            undescribed: Args::none(),
            others: None,
            access: Access::Undeclared,
        });
        self
    }

    /// Adds an endpoint that reads: GET and HEAD.
    #[must_use]
    pub fn read(self, args: Args) -> Self {
        self.endpoint(Verb::Read, args)
    }

    /// Adds an endpoint that creates: POST.
    #[must_use]
    pub fn create(self, args: Args) -> Self {
        self.endpoint(Verb::Create, args)
    }

    /// Adds an endpoint that updates: POST, PUT and PATCH.
    #[must_use]
    pub fn edit(self, args: Args) -> Self {
        self.endpoint(Verb::Edit, args)
    }

    /// Adds an endpoint that deletes: DELETE.
    #[must_use]
    pub fn delete(self, args: Args) -> Self {
        self.endpoint(Verb::Delete, args)
    }

    /// Adds an endpoint that reads and also takes its parameters in a body: GET, HEAD and POST.
    #[must_use]
    pub fn ask(self, args: Args) -> Self {
        self.endpoint(Verb::Ask, args)
    }

    /// Declares parameters of the last endpoint that deployed systems read without describing them. The index leaves them
    /// out, and only their size is checked (docs/interface/site/requests.md#limits).
    #[must_use]
    pub fn undescribed(mut self, args: Args) -> Self {
        if let Some(endpoint) = self.endpoints.last_mut() {
            endpoint.undescribed = args;
        }
        self
    }

    /// Declares that the last endpoint reads parameters of any name, such as the fields of a form. The index leaves them
    /// out, and only the size of each is checked.
    #[must_use]
    pub fn others(mut self, schema: Schema) -> Self {
        if let Some(endpoint) = self.endpoints.last_mut() {
            endpoint.others = Some(schema);
        }
        self
    }

    /// Declares who may use the endpoints added so far, unless they declare it already. Their permission checks decide;
    /// functions that do not serve the route read this for `Allow`.
    #[must_use]
    pub fn access(mut self, access: Access) -> Self {
        for endpoint in &mut self.endpoints {
            if endpoint.access == Access::Undeclared {
                endpoint.access = access;
            }
        }
        self
    }

    /// Sets the resource whose JSON Schema describes the route.
    #[must_use]
    pub const fn of(mut self, resource: &'static Resource) -> Self {
        self.resource = Some(resource);
        self
    }

    /// Sets the JSON Schema that describes the route's answer, where that is no resource.
    #[must_use]
    pub const fn described_by(mut self, schema: fn() -> Value) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Allows the route in batches.
    #[must_use]
    pub const fn batchable(mut self) -> Self {
        self.batchable = true;
        self
    }

    /// Marks a route that deployed systems do not have. It is served under all names, and left out of the index for clients
    /// that use the names of deployed systems, which compare the index with what they know.
    #[must_use]
    pub const fn unlisted(mut self) -> Self {
        self.unlisted = true;
        self
    }

    /// Sets the largest body in bytes, one megabyte by default.
    #[must_use]
    pub const fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// The namespace; empty for routes outside all namespaces.
    pub const fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The path in the form of the index.
    pub fn path(&self) -> &str {
        &self.pattern.text
    }

    /// Whether it may be part of a batch.
    pub const fn is_batchable(&self) -> bool {
        self.batchable
    }

    /// Whether the index leaves it out for clients that use the names of deployed systems.
    pub const fn is_unlisted(&self) -> bool {
        self.unlisted
    }

    /// The endpoints, in order.
    pub fn endpoints(&self) -> &[EndpointSpec] {
        &self.endpoints
    }

    /// The position of the endpoint for `method`; HEAD uses the one for GET.
    pub(crate) fn endpoint_for(&self, method: &Method) -> Option<usize> {
        let sought = if *method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        self.endpoints
            .iter()
            .position(|endpoint| endpoint.methods().contains(sought))
    }
}

/// A path pattern, matched segment by segment, without regard to case.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    segments: Vec<Segment>,
}

#[derive(Debug, Clone)]
enum Segment {
    Literal(String),
    Digits(String),
    Matching(String, Option<Regex>),
    /// An expression that can match several segments.
    Spanning(String, Option<Regex>),
}

impl Pattern {
    fn new(text: String) -> Self {
        let segments = parts(&text).skip(1).map(segment).collect();
        Self { text, segments }
    }

    /// Whether the path has no parameters, so that it has a single address.
    pub(crate) fn is_fixed(&self) -> bool {
        self.segments
            .iter()
            .all(|segment| matches!(segment, Segment::Literal(_)))
    }

    /// Number of segments of the paths that can match; `None` when it varies.
    pub(crate) fn length(&self) -> Option<usize> {
        self.spanning().is_none().then_some(self.segments.len())
    }

    /// The place of the parameter that can match several segments of a path. A pattern has at most one.
    fn spanning(&self) -> Option<usize> {
        let mut segments = self.segments.iter();
        segments.position(|segment| matches!(segment, Segment::Spanning(..)))
    }

    /// The parameters of `path` if it matches. A parameter whose expression has a slash takes all segments that the others
    /// leave.
    pub(crate) fn captures(&self, path: &[&str]) -> Option<Vec<(String, String)>> {
        let (spanned, whole);
        let path = match self.spanning() {
            Some(place) => {
                let taken = path.len().checked_sub(self.segments.len() - 1)?;
                let (before, others) = path.split_at_checked(place)?;
                let (within, after) = others.split_at_checked(taken)?;
                spanned = within.join("/");
                whole = [before, &[spanned.as_str()], after].concat();
                whole.as_slice()
            }
            None => path,
        };
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
                Segment::Matching(name, Some(form)) | Segment::Spanning(name, Some(form))
                    if form.is_match(part) =>
                {
                    name
                }
                Segment::Literal(_)
                | Segment::Digits(_)
                | Segment::Matching(..)
                | Segment::Spanning(..) => return None,
            };
            captured.push((name.clone(), (*part).to_owned()));
        }
        Some(captured)
    }
}

/// Splits a path pattern at its slashes, but not at those of the expressions of parameters.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '/' && depth == 0
    })
}

/// Parses one segment. A malformed regular expression never matches; the test of the route table finds it.
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
    let expression = Regex::new(&format!("(?i)^(?:{form})$")).ok();
    if form.contains('/') {
        Segment::Spanning(name, expression)
    } else {
        Segment::Matching(name, expression)
    }
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
    }

    #[test]
    fn an_expression_with_a_slash_takes_what_the_others_leave() {
        let run = r"/abilities/(?P<name>[a-zA-Z0-9\-\/]+?)/run";
        for (path, expected) in [
            ("/abilities/a/run", Some("a")),
            ("/abilities/a/b/run", Some("a/b")),
            ("/abilities/a/run/run", Some("a/run")),
            ("/abilities/run", None),
            ("/abilities//run", None),
            ("/abilities/a/b", None),
            ("/abilities", None),
            ("/", None),
        ] {
            let found = captures(run, path);
            let expected = expected.map(|value| vec![("name".to_owned(), value.to_owned())]);
            assert_eq!(found, expected, "{path}");
        }
    }

    #[test]
    fn the_last_expression_with_a_slash_takes_the_rest_of_the_path() {
        let item = r"/themes/(?P<theme>[^\/]+(?:\/[^\/]+)?)";
        for (path, expected) in [
            ("/themes/a", Some("a")),
            ("/themes/a/b", Some("a/b")),
            ("/themes/a/b/c", None),
            ("/themes/", None),
            ("/themes", None),
            ("/outros/a", None),
        ] {
            let found = captures(item, path);
            let expected = expected.map(|value| vec![("theme".to_owned(), value.to_owned())]);
            assert_eq!(found, expected, "{path}");
        }
        let below = r"/templates/(?P<parent>[^\/]+[\/\w-]+)/revisions/(?P<id>[\d]+)";
        let found = captures(below, "/templates/a//b/revisions/7").unwrap();
        assert_eq!(found[0].1, "a//b");
        assert_eq!(found[1].1, "7");
        for wrong in ["/templates/a//b/revisions", "/templates/revisions/7"] {
            assert_eq!(captures(below, wrong), None, "{wrong}");
        }
        assert_eq!(
            captures(r"/users/(?P<user_id>(?:[\d]+|me))/x", "/users/me/x"),
            Some(vec![("user_id".to_owned(), "me".to_owned())])
        );
        assert_eq!(captures("/", "/"), Some(vec![]));
    }
}
