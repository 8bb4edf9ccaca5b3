//! `_embed`: what links point at, fetched through the same table and put beside them.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    call::{App, Context},
    dispatch::Api,
    query::{self, Limits},
    reply::Content,
    request::Request,
    schema::words,
};

/// Which relations are embedded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All embeddable ones.
    All,
    /// These.
    Rels(Vec<String>),
}

impl Wanted {
    /// Reads `_embed` of a query: empty, `true`, `1` or `0` for all, else a list of relations.
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

/// Puts `_embedded` beside `_links`, in a resource or in each of a list. An address is fetched
/// once, however often it is linked.
pub(crate) async fn embed<A: App>(
    api: &Arc<Api<A>>,
    context: &Context<A>,
    value: &mut Value,
    wanted: &Wanted,
) {
    let mut fetched = HashMap::new();
    match value {
        Value::Array(list) => {
            for item in list {
                embed_one(api, context, item, wanted, &mut fetched).await;
            }
        }
        item => embed_one(api, context, item, wanted, &mut fetched).await,
    }
}

async fn embed_one<A: App>(
    api: &Arc<Api<A>>,
    context: &Context<A>,
    item: &mut Value,
    wanted: &Wanted,
    fetched: &mut HashMap<String, Value>,
) {
    let Some(links) = item.get("_links").and_then(Value::as_object) else {
        return;
    };
    let mut embedded = Map::new();
    for (rel, targets) in links {
        if rel == "curies" || !wanted.covers(rel) {
            continue;
        }
        let mut resources = Vec::new();
        let mut found = false;
        for target in targets.as_array().into_iter().flatten() {
            let embeddable = target
                .get("embeddable")
                .and_then(Value::as_bool)
                .unwrap_or(false);
            let href = target
                .get("href")
                .and_then(Value::as_str)
                .filter(|_| embeddable);
            let resource = match href {
                Some(href) => fetch(api, context, href, fetched).await,
                None => None,
            };
            found |= resource.as_ref().is_some_and(|value| !is_empty(value));
            // What cannot be embedded keeps its place, so that positions match those of the links.
            resources.push(resource.unwrap_or_else(|| Value::Array(Vec::new())));
        }
        if found {
            embedded.insert(rel.clone(), Value::Array(resources));
        }
    }
    if let (false, Some(item)) = (embedded.is_empty(), item.as_object_mut()) {
        item.insert("_embedded".to_owned(), Value::Object(embedded));
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

async fn fetch<A: App>(
    api: &Arc<Api<A>>,
    context: &Context<A>,
    href: &str,
    fetched: &mut HashMap<String, Value>,
) -> Option<Value> {
    if let Some(known) = fetched.get(href) {
        return Some(known.clone());
    }
    let (path, raw_query) = context.site.path_of(href)?;
    let mut query = query::parse(raw_query, Limits::QUERY).ok()?;
    query
        .entry("context")
        .or_insert_with(|| Value::from("embed"));
    if let Some(most) = api.most_per_page(path) {
        query.entry("per_page").or_insert_with(|| Value::from(most));
    }
    let request = Request::read(path.to_owned(), raw_query.to_owned(), query);
    let value = match api.answer(context, request).await.content {
        Content::Json(value) => value,
        Content::Encoded(text) => serde_json::from_slice(&text).ok()?,
        Content::Other { .. } => return None,
    };
    fetched.insert(href.to_owned(), value.clone());
    Some(value)
}

impl<A: App> Api<A> {
    /// The most items that a list at `path` gives in one page.
    fn most_per_page(&self, path: &str) -> Option<i64> {
        self.matching(path).into_iter().find_map(|(at, _)| {
            let route = self.route_at(at)?;
            let endpoint = route
                .endpoints()
                .get(route.endpoint_for(&http::Method::GET)?)?;
            endpoint.args().get("per_page")?.schema().whole_maximum()
        })
    }
}
