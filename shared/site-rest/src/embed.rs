//! `_embed`: adds linked resources to a response, fetched through the same routes.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use http::Method;
use serde_json::{Map, Value};

use crate::{
    api::Api,
    call::{App, Caller as _, Context},
    query::{self, Limits},
    reply::{Content, EncodedItem, joined},
    request::Request,
    response_cache::State,
    schema::words,
};

/// The relations to embed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All embeddable ones.
    All,
    /// These relations.
    Rels(Vec<String>),
}

impl Wanted {
    /// Reads `_embed` of a query: empty, `true`, `1` or `0` for all, otherwise a list of relations.
    pub(crate) fn asked(query: &Map<String, Value>) -> Option<Self> {
        let rels: Vec<String> = match query.get("_embed")? {
            Value::String(text) if matches!(text.as_str(), "" | "true" | "1" | "0") => {
                return Some(Self::All);
            }
            Value::String(text) => words(text).map(str::to_owned).collect(),
            Value::Array(list) => list
                .iter()
                .filter_map(Value::as_str)
                .flat_map(words)
                .map(str::to_owned)
                .collect(),
            _ => return None,
        };
        if rels.is_empty() {
            Some(Self::All)
        } else {
            Some(Self::Rels(rels))
        }
    }

    fn covers(&self, rel: &str) -> bool {
        match self {
            Self::All => true,
            Self::Rels(rels) => rels.iter().any(|wanted| wanted == rel),
        }
    }
}

/// The embeddable links of an item: addresses by relation, in their order. A link that is not embeddable has none.
#[derive(Debug, Clone, Default)]
pub struct Targets(Vec<(String, Vec<Option<String>>)>);

impl Targets {
    /// Reads the `_links` of an item.
    pub fn of(item: &Value) -> Self {
        let href = |link: &Value| {
            let is_embeddable = link.get("embeddable").and_then(Value::as_bool);
            let href = link.get("href").and_then(Value::as_str);
            href.filter(|_| is_embeddable == Some(true))
                .map(str::to_owned)
        };
        let links = item.get("_links").and_then(Value::as_object);
        let all = links.into_iter().flatten().filter_map(|(rel, links)| {
            let hrefs: Vec<_> = links.as_array()?.iter().map(href).collect();
            hrefs
                .iter()
                .any(Option::is_some)
                .then(|| (rel.clone(), hrefs))
        });
        Self(all.filter(|(rel, _)| rel != "curies").collect())
    }
}

/// A linked resource.
#[derive(Debug, Clone)]
pub(crate) struct Embedded {
    pub(crate) text: Bytes,
    /// Whether it is an empty list or object.
    pub(crate) is_empty: bool,
}

/// Adds `_embedded` beside `_links`, in a resource or in each of a list. Each address is fetched once; resources for
/// the public are cached until the data change.
pub(crate) struct Embedder<'a, A: App> {
    api: &'a Arc<Api<A>>,
    context: &'a Context<A>,
    wanted: &'a Wanted,
    /// The state under which fetched resources are cached; `None` when the caller is not the public.
    state: Option<State>,
    fetched: HashMap<String, Option<Embedded>>,
}

/// The embedded resources of a relation; `None` at positions of links that cannot be embedded.
type Relation = (String, Vec<Option<Embedded>>);

impl<'a, A: App> Embedder<'a, A> {
    pub(crate) fn new(
        api: &'a Arc<Api<A>>,
        context: &'a Context<A>,
        wanted: &'a Wanted,
        state: Option<State>,
    ) -> Self {
        Self {
            api,
            context,
            wanted,
            state: state.filter(|_| !context.caller.signed_in()),
            fetched: HashMap::new(),
        }
    }

    /// Embeds resources in the content of a response.
    pub(crate) async fn embed(&mut self, content: &mut Content) {
        match content {
            Content::Json(Value::Array(list)) => {
                for item in list {
                    self.embed_in_value(item).await;
                }
            }
            Content::Json(item) => self.embed_in_value(item).await,
            Content::Items(items) => {
                for item in items {
                    self.embed_in_text(item).await;
                }
            }
            Content::Other { .. } => {}
        }
    }

    async fn embed_in_value(&mut self, item: &mut Value) {
        let relations = self.relations(&Targets::of(item)).await;
        if let (false, Some(item)) = (relations.is_empty(), item.as_object_mut()) {
            let value = |resource: Option<Embedded>| {
                let parsed = resource.and_then(|one| serde_json::from_slice(&one.text).ok());
                parsed.unwrap_or_else(|| Value::Array(Vec::new()))
            };
            let embedded: Map<String, Value> = relations
                .into_iter()
                .map(|(rel, resources)| (rel, resources.into_iter().map(value).collect()))
                .collect();
            item.insert("_embedded".to_owned(), Value::Object(embedded));
        }
    }

    async fn embed_in_text(&mut self, item: &mut EncodedItem) {
        let relations = self.relations(&item.targets).await;
        let Some(open) = item.text.strip_suffix(b"}") else {
            return;
        };
        if relations.is_empty() {
            return;
        }
        let resources = relations.iter().flat_map(|(_, resources)| resources);
        let length: usize = resources.flatten().map(|one| one.text.len() + 1).sum();
        let mut text = Vec::with_capacity(open.len() + length + 64 * (relations.len() + 1));
        text.extend_from_slice(open);
        text.extend_from_slice(b",\"_embedded\":{");
        for (place, (rel, resources)) in relations.iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            text.extend_from_slice(Value::from(rel.as_str()).to_string().as_bytes());
            text.extend_from_slice(b":[");
            for (place, resource) in resources.iter().enumerate() {
                if place > 0 {
                    text.push(b',');
                }
                let resource = resource.as_ref().map_or(&b"[]"[..], |one| &one.text);
                text.extend_from_slice(resource);
            }
            text.push(b']');
        }
        text.extend_from_slice(b"}}");
        item.text = text.into();
    }

    /// The relations with at least one resource.
    async fn relations(&mut self, targets: &Targets) -> Vec<Relation> {
        let (wanted, mut relations) = (self.wanted, Vec::new());
        for (rel, hrefs) in targets.0.iter().filter(|(rel, _)| wanted.covers(rel)) {
            let mut resources = Vec::with_capacity(hrefs.len());
            for href in hrefs {
                // Links that cannot be embedded keep their position, so that positions match those of the links.
                resources.push(match href {
                    Some(href) => self.fetch(href).await,
                    None => None,
                });
            }
            if resources.iter().flatten().any(|one| !one.is_empty) {
                relations.push((rel.clone(), resources));
            }
        }
        relations
    }

    async fn fetch(&mut self, href: &str) -> Option<Embedded> {
        if let Some(known) = self.fetched.get(href) {
            return known.clone();
        }
        let place = self.state.map(|state| (self.place(href), state));
        let cached = place
            .as_ref()
            .and_then(|(place, state)| self.api.embedded.get(place, *state));
        let found = match cached {
            Some(found) => Some(found),
            None => self.ask(href, place).await,
        };
        self.fetched.insert(href.to_owned(), found.clone());
        found
    }

    /// The cache key of a resource for the public. The address contains the home address.
    fn place(&self, href: &str) -> String {
        format!("{}\n{href}", self.context.site.site)
    }

    async fn ask(&self, href: &str, place: Option<(String, State)>) -> Option<Embedded> {
        let (path, raw_query) = self.context.site.path_of(href)?;
        let mut query = query::parse(raw_query, Limits::QUERY).ok()?;
        query
            .entry("context")
            .or_insert_with(|| Value::from("embed"));
        if let Some(most) = self.api.most_per_page(path) {
            query.entry("per_page").or_insert_with(|| Value::from(most));
        }
        // What another function serves is linked, not embedded.
        if self.api.elsewhere(&Method::GET, path).is_some() {
            return None;
        }
        let request = Request::read(path.to_owned(), raw_query.to_owned(), query);
        let (outcome, is_cacheable) = self.api.answer(self.context, request).await;
        let is_lasting = is_cacheable && !outcome.status.is_server_error();
        let embedded = match outcome.content {
            Content::Json(value) => Embedded {
                is_empty: is_empty(&value),
                text: serde_json::to_vec(&value).ok()?.into(),
            },
            Content::Items(items) => Embedded {
                is_empty: items.is_empty(),
                text: joined(&items),
            },
            Content::Other { .. } => return None,
        };
        if let Some((place, state)) = place.filter(|_| is_lasting) {
            self.api.embedded.put(place, state, embedded.clone());
        }
        Some(embedded)
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

impl<A: App> Api<A> {
    /// The most items that a list at `path` gives in one page.
    fn most_per_page(&self, path: &str) -> Option<i64> {
        self.matching(path).into_iter().find_map(|(at, _)| {
            let spec = self.route_at(at)?.spec();
            let endpoint = spec.endpoints().get(spec.endpoint_for(&Method::GET)?)?;
            endpoint.args().get("per_page")?.schema().whole_maximum()
        })
    }
}
