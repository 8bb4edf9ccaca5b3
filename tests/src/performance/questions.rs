//! The requests that are measured.

use http::Method;
use serde_json::{Value, json};
use site_store::{SiteStore, TermFilter};

use super::load::Ask;

/// Search terms that occur in several posts of a site of any size.
pub const SEARCH: &str = "search=mercado+horteleiro";

/// A kind of request.
#[derive(Debug, Clone)]
pub struct Question {
    /// Name in the table.
    pub name: &'static str,
    method: Method,
    path: String,
    body: Value,
    /// Required `authorization` header, if any.
    login: Option<String>,
    /// Whether it asks for a public page, not for the interface.
    is_page: bool,
}

impl Question {
    fn public(name: &'static str, path: impl Into<String>) -> Self {
        Self {
            name,
            method: Method::GET,
            path: path.into(),
            body: Value::Null,
            login: None,
            is_page: false,
        }
    }

    fn page(name: &'static str, path: impl Into<String>) -> Self {
        Self {
            is_page: true,
            ..Self::public(name, path)
        }
    }

    fn post(name: &'static str, login: &str, path: impl Into<String>, body: Value) -> Self {
        Self {
            method: Method::POST,
            body,
            ..Self::public(name, path).signed(login)
        }
    }

    fn signed(self, login: &str) -> Self {
        Self {
            login: Some(login.to_owned()),
            ..self
        }
    }

    /// Whether the request writes.
    pub fn writes(&self) -> bool {
        self.method != Method::GET
    }

    /// Whether the request is public, so that its response can be cached.
    pub const fn is_public(&self) -> bool {
        self.login.is_none()
    }

    /// The request with a unique number in each title that it writes.
    pub fn titled(&self, number: u64) -> Ask {
        let mut ask = self.again();
        match ask.body.get_mut("requests") {
            Some(Value::Array(requests)) => {
                for (place, request) in (0_u64..).zip(requests) {
                    number_title(&mut request["body"], number * 100 + place);
                }
            }
            _ => number_title(&mut ask.body, number),
        }
        ask
    }

    /// The same request every time.
    pub fn again(&self) -> Ask {
        Ask {
            method: self.method.clone(),
            address: if self.is_page {
                self.path.clone()
            } else {
                format!("/rest{}", self.path)
            },
            body: self.body.clone(),
            login: self.login.clone(),
        }
    }

    /// The request at an address that no earlier request used.
    pub fn anew(&self, number: u64) -> Ask {
        let mut ask = self.again();
        let sign = if ask.address.contains('?') { '&' } else { '?' };
        ask.address.push_str(&format!("{sign}unheard={number}"));
        ask
    }
}

fn number_title(body: &mut Value, number: u64) {
    if let Some(Value::String(title)) = body.get_mut("title") {
        title.push_str(&format!(" {number}"));
    }
}

/// All requests for a site; `login` is an administrator's `authorization` header.
pub fn questions(store: &SiteStore, login: &str) -> Vec<Question> {
    use domain::site::{Kind, Taxonomy};
    let first = |taxonomy| {
        let filter = TermFilter {
            order_by: site_store::TermOrder::Count,
            descending: true,
            limit: Some(1),
            ..TermFilter::default()
        };
        let terms = store.terms(taxonomy, &filter).unwrap();
        terms.items.first().map_or(0, |term| term.id)
    };
    let (category, tag) = (first(Taxonomy::Category), first(Taxonomy::PostTag));
    let total = store.public_count(Kind::Post).unwrap();
    let middle = store.public_items(Kind::Post, total / 2, 1).unwrap();
    let post = middle.first().map_or(0, |item| item.summary.id);
    let post_slug = middle.first().map(|item| item.summary.slug.clone());
    let post_slug = post_slug.unwrap_or_default();
    let tag_slug = store.term(tag).map(|term| term.slug.clone());
    let tag_slug = tag_slug.unwrap_or_default();
    let deep = total.saturating_sub(20);
    let text = "<p>Uma horta cabe em qualquer varanda.</p>".repeat(70);
    let new = json!({"title": "Uma horta na varanda", "content": text, "status": "publish",
        "categories": [category], "tags": [tag]});
    let batch: Vec<Value> = (0..25)
        .map(|_| json!({"method": "POST", "path": "/core/v2/posts", "body": new}))
        .collect();
    let posts = "/core/v2/posts";
    vec![
        Question::public("list", posts),
        Question::public("_embed", format!("{posts}?_embed")),
        Question::public("list of 100", format!("{posts}?per_page=100")),
        Question::public(
            "category and tag",
            format!("{posts}?categories={category}&tags={tag}&tax_relation=AND"),
        ),
        Question::public("search", format!("{posts}?{SEARCH}")),
        Question::public(
            "search by relevance",
            format!("{posts}?{SEARCH}&orderby=relevance"),
        ),
        Question::public("deep offset", format!("{posts}?offset={deep}")),
        Question::public("by title", format!("{posts}?orderby=title&order=asc")),
        Question::public("one post", format!("{posts}/{post}")),
        Question::public("index", "/"),
        Question::page("page, home", "/"),
        Question::page("page, post", format!("/{post_slug}/")),
        Question::page("page, archive", format!("/tag/{tag_slug}/")),
        Question::page("page, search", "/?s=mercado+horteleiro"),
        Question::public("list, context=edit", format!("{posts}?context=edit")).signed(login),
        Question::post("create", login, posts, new),
        Question::post(
            "update",
            login,
            format!("{posts}/{post}"),
            json!({"excerpt": "Um resumo."}),
        ),
        Question::post(
            "batch of 25 creates",
            login,
            "/batch/v1",
            json!({"requests": batch}),
        ),
    ]
}
