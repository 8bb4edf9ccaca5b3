//! `_links`: the links of a resource (docs/interface/site/responses.md#links).

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::call::SiteContext;

/// The CURIE prefix of the interface's own link relations.
pub const CURIE: &str = "core";

/// One link.
#[derive(Debug, Clone)]
pub struct Link {
    attributes: Map<String, Value>,
    href: String,
    allow: Option<Vec<&'static str>>,
}

impl Link {
    /// A link to an address.
    pub fn to(href: impl Into<String>) -> Self {
        Self {
            attributes: Map::new(),
            href: href.into(),
            allow: None,
        }
    }

    /// Marks the linked resource as embeddable (`_embed`).
    #[must_use]
    pub fn embeddable(self) -> Self {
        self.with("embeddable", true)
    }

    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the methods that the caller may use on the linked resource.
    #[must_use]
    pub fn allowing(mut self, methods: Vec<&'static str>) -> Self {
        self.allow = Some(methods).filter(|methods| !methods.is_empty());
        self
    }

    fn into_value(self) -> Value {
        let mut out = self.attributes;
        out.insert("href".to_owned(), Value::String(self.href));
        if let Some(allow) = self.allow {
            out.insert("targetHints".to_owned(), json!({"allow": allow}));
        }
        Value::Object(out)
    }
}

/// The links of a resource by relation, in the order in which relations were added.
#[derive(Debug, Default)]
pub struct Links(IndexMap<String, Vec<Link>>);

impl Links {
    /// No links.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a link.
    #[must_use]
    pub fn link(mut self, rel: impl Into<String>, link: Link) -> Self {
        self.add(rel, link);
        self
    }

    /// Adds a link in place.
    pub fn add(&mut self, rel: impl Into<String>, link: Link) {
        self.0.entry(rel.into()).or_default().push(link);
    }

    /// The value of `_links`, with `curies` when it has relations of the interface's own.
    pub fn into_value(self, site: &SiteContext) -> Value {
        let own = format!("{CURIE}:");
        let has_own = self.0.keys().any(|rel| rel.starts_with(&own));
        let mut out: Map<String, Value> = self
            .0
            .into_iter()
            .map(|(rel, links)| (rel, links.into_iter().map(Link::into_value).collect()))
            .collect();
        if has_own {
            out.insert(
                "curies".to_owned(),
                json!([{"name": CURIE, "href": site.curie(), "templated": true}]),
            );
        }
        Value::Object(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Locale;

    #[test]
    fn attributes_come_first_and_hints_last() {
        let site = SiteContext {
            site: "main".to_owned(),
            home: "https://exemplo.com.br".to_owned(),
            rest_root: "https://exemplo.com.br/rest".to_owned(),
            locale: Locale::PtBr,
            is_renamed: false,
        };
        let links = Links::new()
            .link(
                "self",
                Link::to(site.url("/core/v2/posts/7")).allowing(vec!["GET"]),
            )
            .link(
                "core:term",
                Link::to(site.url("/core/v2/tags?post=7"))
                    .with("taxonomy", "post_tag")
                    .embeddable(),
            );
        insta::assert_json_snapshot!(links.into_value(&site), @r#"
        {
          "self": [
            {
              "href": "https://exemplo.com.br/rest/core/v2/posts/7",
              "targetHints": {
                "allow": [
                  "GET"
                ]
              }
            }
          ],
          "core:term": [
            {
              "taxonomy": "post_tag",
              "embeddable": true,
              "href": "https://exemplo.com.br/rest/core/v2/tags?post=7"
            }
          ],
          "curies": [
            {
              "name": "core",
              "href": "https://exemplo.com.br/rels/{rel}",
              "templated": true
            }
          ]
        }
        "#);
    }
}
