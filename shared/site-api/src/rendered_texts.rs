//! Cache of rendered bodies and excerpts, by the number of the change that wrote them. The text of a change never
//! differs, so entries never become stale; they are only evicted. Bodies with blocks that show records of the site are not
//! cached.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use heavy_work::SHORT_BYTES;
use markup::render::{self, RenderOptions};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde_json::Value;
use site_blocks::Renderer;
use site_rest::RestError;
use site_store::{Content, SiteStore, Tenant};

use crate::error::{OrRefuse, not_computed};

/// Approximate capacity in bytes.
const BYTES: u64 = 8 * 1024 * 1024;
/// Approximate number of texts of average length in the cache.
const USUAL_TEXTS: usize = 1024;
/// Size of an excerpt and of the entry itself, in bytes.
const OVERHEAD: usize = 1024;

/// The site's options for rendering texts.
pub fn render_options(store: &SiteStore) -> RenderOptions {
    RenderOptions {
        emoticons: store.settings().use_smilies,
    }
}

/// Makes a representation with a text of `bytes` ([`heavy_work::in_place`]).
///
/// # Errors
/// `rest_busy` when too many long texts are being shown.
pub async fn in_place<T>(bytes: usize, work: impl FnOnce() -> T) -> Result<T, RestError> {
    heavy_work::in_place(bytes, work)
        .await
        .map_err(not_computed)
}

/// Makes the representation of an item with a text of `bytes`, and counts what it has for the answer.
///
/// # Errors
/// As of [`in_place`] and `work`, and `rest_response_too_large`.
pub async fn representation(
    bytes: usize,
    work: impl FnOnce() -> Result<Value, RestError>,
) -> Result<Value, RestError> {
    let shown = in_place(bytes, work).await??;
    if bytes > SHORT_BYTES {
        heavy_work::made(length(&shown)).map_err(not_computed)?;
    }
    Ok(shown)
}

fn made(html: &str) -> Result<(), RestError> {
    heavy_work::made(html.len()).map_err(not_computed)
}

/// Bytes of all texts in a value.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(length).sum(),
        Value::Object(members) => members.values().map(length).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// Bodies with blocks that show records of the site, rendered before a representation is made, because those records are
/// read from the store. They are made anew for each request.
#[derive(Debug, Default)]
pub struct BlockTexts(HashMap<u64, String>);

impl BlockTexts {
    /// Renders the body `raw` of `item`, or of a revision of it, under the identifier `id`. A body without such blocks is left
    /// out.
    ///
    /// # Errors
    /// The store fails, or too many long texts are being shown.
    pub async fn add(
        &mut self,
        store: &SiteStore,
        blocks: Renderer<'_>,
        (id, raw): (u64, &str),
        item: &Content,
    ) -> Result<(), RestError> {
        if site_blocks::may_contain(raw) {
            let body = blocks.body(raw, Some(item)).await.or_refuse()?;
            let options = render_options(store);
            let html = in_place(raw.len(), || options.content_of_parts(&body)).await?;
            made(&html)?;
            self.0.insert(id, html);
        }
        Ok(())
    }

    /// Renders a long body without such blocks, under the identifier `id`.
    ///
    /// # Errors
    /// Too many long texts are being shown.
    pub async fn add_long(
        &mut self,
        store: &SiteStore,
        (id, raw): (u64, &str),
    ) -> Result<(), RestError> {
        if raw.len() > SHORT_BYTES && !self.0.contains_key(&id) {
            let options = render_options(store);
            let html = in_place(raw.len(), || options.content(raw)).await?;
            made(&html)?;
            self.0.insert(id, html);
        }
        Ok(())
    }

    /// The body that was rendered under this identifier.
    pub fn get(&self, id: u64) -> Option<&str> {
        self.0.get(&id).map(String::as_str)
    }
}

/// The rendered texts of an item, each rendered on first use.
#[derive(Debug, Default)]
pub struct Shown {
    content: OnceLock<String>,
    summary: OnceLock<String>,
    options: RenderOptions,
    weight: u64,
}

impl Shown {
    /// The rendered body of `item`, without blocks that show records of the site.
    pub fn content(&self, item: &Content) -> &str {
        self.content
            .get_or_init(|| self.options.content(&item.content))
    }

    /// The rendered excerpt of `item`, with the default length.
    pub fn summary(&self, item: &Content) -> &str {
        self.summary.get_or_init(|| {
            let (written, body) = (&item.excerpt, &item.content);
            let is_whole = !render::has_blocks(body) && !render::shortcodes::may_contain(body);
            if written.trim().is_empty() && is_whole {
                self.options
                    .excerpt_of_rendered(self.content(item), render::EXCERPT_WORDS)
            } else {
                self.options.excerpt(written, body, render::EXCERPT_WORDS)
            }
        })
    }
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Shown>> for Weight {
    fn weight(&self, _key: &Key, shown: &Arc<Shown>) -> u64 {
        shown.weight
    }
}

/// Tenant, item, number of its last change, and whether the site converts emoticons.
type Key = (Tenant, u64, u64, bool);

/// The cached texts.
pub struct RenderedTexts(Cache<Key, Arc<Shown>, Weight>);

impl Default for RenderedTexts {
    fn default() -> Self {
        Self::new()
    }
}

impl RenderedTexts {
    /// An empty cache.
    pub fn new() -> Self {
        Self(Cache::with_weighter(USUAL_TEXTS, BYTES, Weight))
    }

    /// The rendered texts of an item that the store returned.
    pub fn of(&self, store: &SiteStore, item: &Content) -> Arc<Shown> {
        let options = render_options(store);
        let key = (store.tenant().clone(), item.id, item.seq, options.emoticons);
        if let Some(known) = self.0.get(&key) {
            return known;
        }
        let bytes = OVERHEAD + 2 * item.content.len() + 2 * item.excerpt.len();
        let shown = Arc::new(Shown {
            options,
            weight: u64::try_from(bytes).unwrap_or(u64::MAX / 2),
            ..Shown::default()
        });
        self.0.insert(key, Arc::clone(&shown));
        shown
    }
}

#[cfg(test)]
mod tests {
    use heavy_work::{CallerKey, caller};
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn an_answer_with_too_much_text_is_refused() {
        let long = "a".repeat(heavy_work::MOST_BYTES / 8);
        let shown = || Ok(json!({ "content": { "rendered": long }, "classes": [long] }));
        caller::within(CallerKey::network("192.0.2.1"), async {
            for _ in 0..4 {
                representation(long.len(), shown).await.unwrap();
            }
            let refused = representation(long.len(), shown).await.unwrap_err();
            assert_eq!(refused.http_status(false), 400);
            assert!(representation(10, shown).await.is_ok());
        })
        .await;
    }
}
