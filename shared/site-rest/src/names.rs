//! Vendor names: a table of the names that another interface uses for namespaces, types, members and link relations.
//! Requests are translated on arrival and responses before they are sent; all code in between uses our own names.

use serde_json::{Map, Value};

use crate::{call::SiteContext, links::CURIE, request::Body, schema::words};

mod failures;

/// Where a name occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A namespace: the first segments of a path.
    Namespace,
    /// A content type or taxonomy: a path segment, and the value of members that contain a type.
    Kind,
    /// A content type whose collection has the same path under both names: the path segment behind `types`, and the
    /// value of members that contain a type.
    Type,
    /// A parameter, or a member of an object.
    Member,
    /// The beginning of an error code.
    Code,
}

/// A pair of names.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// Where it occurs.
    pub place: Place,
    /// Our name.
    pub ours: &'static str,
    /// The vendor's name.
    pub theirs: &'static str,
}

/// A table of names.
#[derive(Debug)]
pub struct Names {
    /// Path of the interface relative to the home address, as in `/rest`.
    pub prefix: &'static str,
    /// Link relation of the header that leads to the interface.
    pub discovery: &'static str,
    /// CURIE prefix of the link relations.
    pub curie: &'static str,
    /// URI template of their documentation, with `{rel}` for the relation.
    pub relations: &'static str,
    /// The other names.
    pub rows: &'static [Name],
}

/// Our link relation of the header that leads to the interface.
const DISCOVERY: &str = "service-desc";

/// Members whose value may be the name of a type.
const NAMING_KINDS: [&str; 10] = [
    "type",
    "subtype",
    "taxonomy",
    "post_type",
    "object",
    "types",
    "taxonomies",
    "enum",
    "has_published_posts",
    "default",
];

/// Members whose value may be the name of a namespace.
const NAMING_NAMESPACES: [&str; 4] = ["namespace", "rest_namespace", "namespaces", "default"];

impl Names {
    fn theirs(&self, place: Place, ours: &str) -> Option<&'static str> {
        self.rows
            .iter()
            .find(|row| row.place == place && row.ours == ours)
            .map(|row| row.theirs)
    }

    fn ours(&self, place: Place, theirs: &str) -> Option<&'static str> {
        self.rows
            .iter()
            .find(|row| row.place == place && row.theirs == theirs)
            .map(|row| row.ours)
    }

    /// The vendor's name of a content type or taxonomy.
    fn kind_out(&self, ours: &str) -> Option<&'static str> {
        self.theirs(Place::Kind, ours)
            .or_else(|| self.theirs(Place::Type, ours))
    }

    /// Our name of a content type or taxonomy.
    fn kind_in(&self, theirs: &str) -> Option<&'static str> {
        self.ours(Place::Kind, theirs)
            .or_else(|| self.ours(Place::Type, theirs))
    }

    /// Whether a path below the interface begins with a vendor's namespace.
    pub fn covers(&self, path: &str) -> bool {
        self.rows.iter().any(|row| {
            row.place == Place::Namespace
                && row.ours != row.theirs
                && below(path, row.theirs).is_some()
        })
    }

    /// Whether a path below the interface begins with a namespace that the vendor calls otherwise, under our name.
    pub fn is_ours(&self, path: &str) -> bool {
        self.rows
            .iter()
            .any(|row| row.place == Place::Namespace && below(path, row.ours).is_some())
    }

    /// Translates a path to our names.
    pub fn path_in(&self, path: &str) -> String {
        let rows = self.rows.iter();
        let mut spaces = rows.filter(|row| row.place == Place::Namespace);
        let found = spaces.find_map(|row| Some((row.ours, below(path, row.theirs)?)));
        let (start, rest) = match found {
            Some((ours, rest)) => (format!("/{ours}"), rest),
            None => (String::new(), path),
        };
        start
            + &segments(rest, |before, segment| match before {
                TYPES => self.kind_in(segment),
                _ => self.ours(Place::Kind, segment),
            })
    }

    /// A path below the interface in the other names.
    pub fn path_out(&self, path: &str) -> String {
        let rows = self.rows.iter();
        let mut spaces = rows.filter(|row| row.place == Place::Namespace);
        let found = spaces.find_map(|row| Some((row.theirs, below(path, row.ours)?)));
        let Some((theirs, rest)) = found else {
            return path.to_owned();
        };
        format!("/{theirs}")
            + &segments(rest, |before, segment| match before {
                TYPES => self.kind_out(segment),
                _ => self.theirs(Place::Kind, segment),
            })
    }

    /// Translates a query to our names.
    pub(crate) fn query_in(&self, query: Map<String, Value>) -> Map<String, Value> {
        query
            .into_iter()
            .map(|(name, value)| {
                let value = match name.as_str() {
                    "_fields" | "_embed" => self.listed_in(value),
                    _ => self.value_in(&name, value),
                };
                (self.member_in(&name), value)
            })
            .collect()
    }

    /// Translates a body to our names.
    pub(crate) fn body_in(&self, body: Body) -> Body {
        let renamed = |values: Map<String, Value>| match self.value_in("", Value::Object(values)) {
            Value::Object(values) => values,
            _ => Map::new(),
        };
        match body {
            Body::Json(values) => Body::Json(renamed(values)),
            Body::Form(values) => Body::Form(renamed(values)),
            other => other,
        }
    }

    fn member_in(&self, name: &str) -> String {
        self.ours(Place::Member, name).unwrap_or(name).to_owned()
    }

    /// Translates names of fields and relations, each a path of members.
    fn listed_in(&self, value: Value) -> Value {
        let one = |part: &str| match part
            .strip_prefix(self.curie)
            .and_then(|rest| rest.strip_prefix(':'))
        {
            Some(rel) => format!("{CURIE}:{}", self.relation_in(rel)),
            None => self.member_in(part),
        };
        let list = |text: &str| {
            words(text)
                .map(|path| path.split('.').map(one).collect::<Vec<_>>().join("."))
                .collect::<Vec<_>>()
                .join(",")
        };
        match value {
            Value::String(text) => Value::String(list(&text)),
            Value::Array(parts) => parts.into_iter().map(|part| self.listed_in(part)).collect(),
            other => other,
        }
    }

    fn value_in(&self, name: &str, value: Value) -> Value {
        match value {
            Value::Object(map) => map
                .into_iter()
                .map(|(name, value)| (self.member_in(&name), self.value_in(&name, value)))
                .collect::<Map<_, _>>()
                .into(),
            Value::Array(list) => list
                .into_iter()
                .map(|value| self.value_in(name, value))
                .collect(),
            Value::String(text) => {
                if NAMING_KINDS.contains(&name)
                    && let Some(kind) = self.kind_in(&text)
                {
                    return Value::from(kind);
                }
                if NAMING_NAMESPACES.contains(&name)
                    && let Some(space) = self.ours(Place::Namespace, &text)
                {
                    return Value::from(space);
                }
                // Requests of a batch contain paths.
                if name == "path" && self.covers(&text) {
                    let (path, query) = text.split_once('?').unwrap_or((&text, ""));
                    let mut path = self.path_in(path);
                    if !query.is_empty() {
                        path.push('?');
                        path.push_str(query);
                    }
                    return Value::String(path);
                }
                Value::String(text)
            }
            other => other,
        }
    }

    /// Translates a response to the vendor's names.
    pub(crate) fn value_out(&self, value: Value, site: &SiteContext) -> Value {
        self.out("", value, site)
    }

    fn out(&self, name: &str, value: Value, site: &SiteContext) -> Value {
        match value {
            Value::Object(map) => self.object_out(map, site),
            Value::Array(list) => list
                .into_iter()
                .map(|value| self.out(name, value, site))
                .collect(),
            Value::String(text) => Value::String(self.text_out(name, text, site)),
            other => other,
        }
    }

    fn object_out(&self, map: Map<String, Value>, site: &SiteContext) -> Value {
        let is_kind = map.contains_key("rest_base");
        let is_curie = map.contains_key("templated");
        let is_schema = map.contains_key("$schema");
        let is_error = failures::is_error(&map);
        let mut out = Map::with_capacity(map.len());
        for (name, value) in map {
            let named_kind = (is_kind && name == "slug") || (is_schema && name == "title");
            let value = match value {
                Value::String(text) if named_kind => {
                    Value::from(self.kind_out(&text).unwrap_or(&text))
                }
                Value::String(text) if is_kind && name == "rest_base" => {
                    Value::from(self.theirs(Place::Kind, &text).unwrap_or(&text))
                }
                Value::String(text) if is_curie && name == "name" && text == CURIE => {
                    Value::from(self.curie)
                }
                Value::String(text) if is_curie && name == "href" && text == site.curie() => {
                    Value::from(self.relations)
                }
                value if is_error && matches!(name.as_str(), "message" | "data") => {
                    self.out(&name, self.members_out(value), site)
                }
                value => self.out(&name, value, site),
            };
            out.insert(self.name_out(&name, &value), value);
        }
        Value::Object(out)
    }

    fn name_out(&self, name: &str, value: &Value) -> String {
        if let Some(rel) = name
            .strip_prefix(CURIE)
            .and_then(|rest| rest.strip_prefix(':'))
        {
            return format!("{}:{}", self.curie, self.relation_out(rel));
        }
        if name.starts_with('/') && value.get("endpoints").is_some() {
            return self.path_out(name);
        }
        if value.get("rest_base").is_some()
            && let Some(kind) = self.kind_out(name)
        {
            return kind.to_owned();
        }
        self.theirs(Place::Member, name).unwrap_or(name).to_owned()
    }

    /// Translates a relation that names a type or taxonomy behind the action it allows.
    fn relation_out(&self, rel: &str) -> String {
        let named = ACTIONS.iter().find_map(|action| {
            let theirs = self.theirs(Place::Kind, rel.strip_prefix(action)?)?;
            Some(format!("{action}{theirs}"))
        });
        named.unwrap_or_else(|| rel.to_owned())
    }

    fn relation_in(&self, rel: &str) -> String {
        let named = ACTIONS.iter().find_map(|action| {
            let ours = self.ours(Place::Kind, rel.strip_prefix(action)?)?;
            Some(format!("{action}{ours}"))
        });
        named.unwrap_or_else(|| rel.to_owned())
    }

    fn text_out(&self, name: &str, text: String, site: &SiteContext) -> String {
        if NAMING_KINDS.contains(&name)
            && let Some(kind) = self.kind_out(&text)
        {
            return kind.to_owned();
        }
        if NAMING_NAMESPACES.contains(&name)
            && let Some(space) = self.theirs(Place::Namespace, &text)
        {
            return space.to_owned();
        }
        match name {
            "code" => self.code_out(text),
            "href" | "Location" | "Link" => self.header_out(&text, site),
            "rel" => match text.strip_prefix(site.curie().replace("{rel}", "").as_str()) {
                Some(rel) => self.relations.replace("{rel}", &self.relation_out(rel)),
                None => text,
            },
            "link" | "rendered" | "raw" | "url" => self.numbered_out(text, site),
            "failures" => self.members_in_text(&text),
            "next_url" => self.next_out(&text, site),
            _ => text,
        }
    }

    /// Translates the beginning of an error code.
    fn code_out(&self, text: String) -> String {
        let mut rows = self.rows.iter().filter(|row| row.place == Place::Code);
        let found = rows.find_map(|row| Some((row.theirs, text.strip_prefix(row.ours)?)));
        match found {
            Some((theirs, rest)) => format!("{theirs}{rest}"),
            None => text,
        }
    }

    /// Translates an address without a permalink, whose query begins with the type or taxonomy.
    fn numbered_out(&self, text: String, site: &SiteContext) -> String {
        let starts = ["post_type", "taxonomy"].map(|name| format!("{}/?{name}=", site.home));
        let found = starts
            .iter()
            .find_map(|start| Some((start, text.strip_prefix(start.as_str())?)));
        let Some((start, rest)) = found else {
            return text;
        };
        let end = rest.find('&').unwrap_or(rest.len());
        match rest.split_at_checked(end) {
            Some((kind, rest)) => match self.kind_out(kind) {
                Some(theirs) => format!("{start}{theirs}{rest}"),
                None => text,
            },
            None => text,
        }
    }

    /// Translates the names of the parameters in a query that begins with `?`.
    fn query_out(&self, query: &str) -> String {
        let parts = query.split_inclusive(['?', '&']);
        let renamed = parts.map(|part| match part.split_once('=') {
            Some((name, value)) => match self.theirs(Place::Member, name) {
                Some(theirs) => format!("{theirs}={value}"),
                None => part.to_owned(),
            },
            None => part.to_owned(),
        });
        renamed.collect()
    }

    /// Translates the addresses in a header: those below our interface become those below the vendor's.
    pub(crate) fn header_out(&self, text: &str, site: &SiteContext) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(&site.rest_root) {
            let (before, found) = rest.split_at(at);
            out.push_str(before);
            let path = found.get(site.rest_root.len()..).unwrap_or_default();
            let end = path.find(['?', '#', '>', '"', ' ']).unwrap_or(path.len());
            let (path, after) = path.split_at_checked(end).unwrap_or((path, ""));
            if path.is_empty() || path.starts_with('/') {
                out.push_str(&site.home);
                out.push_str(self.prefix);
                out.push_str(&self.path_out(path));
                let end = after.find(['#', '>', '"', ' ']).unwrap_or(after.len());
                let (query, after) = after.split_at_checked(end).unwrap_or(("", after));
                out.push_str(&self.query_out(query));
                rest = after;
                continue;
            } else {
                out.push_str(&site.rest_root);
                out.push_str(path);
            }
            rest = after;
        }
        out.push_str(rest);
        out.replace(
            &format!("rel=\"{DISCOVERY}\""),
            &format!("rel=\"{}\"", self.discovery),
        )
    }
}

/// What relations allow that name a type or taxonomy.
const ACTIONS: [&str; 2] = ["action-assign-", "action-create-"];

/// The path segment of the list of content types.
const TYPES: &str = "types";

/// Whether a path below the interface is in this namespace, without regard to case.
pub fn is_below(path: &str, namespace: &str) -> bool {
    below(path, namespace).is_some()
}

/// The rest of a path that begins with a namespace.
fn below<'a>(path: &'a str, space: &str) -> Option<&'a str> {
    let start = path.strip_prefix('/')?;
    let head = start.get(..space.len())?;
    let rest = start.get(space.len()..)?;
    (head.eq_ignore_ascii_case(space) && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
}

/// A path whose segments have the names that `other` gives them; it gets the segment before each one too.
fn segments(path: &str, other: impl Fn(&str, &str) -> Option<&'static str>) -> String {
    let mut before = "";
    let named = path.split('/').map(|segment| {
        let name = other(before, segment).unwrap_or(segment);
        before = segment;
        name
    });
    named.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests;
