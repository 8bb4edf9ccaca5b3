//! Cache of rendered bodies and excerpts, by the number of the change that wrote them. The text of a change never
//! differs, so entries never become stale; they are only evicted. Bodies with blocks that show other records are not cached.

use std::sync::{Arc, OnceLock};

use markup::render::{self, RenderOptions};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use site_blocks::Renderer;
use site_store::{Content, SiteStore, Tenant};

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

/// Renders a body, with the blocks in it that show records of the site; `home` is the address of the front page without a
/// slash at its end.
pub fn rendered(store: &SiteStore, home: &str, body: &str) -> String {
    let blocks = Renderer::new(store, home);
    render_options(store).content_with(body, &|name, json| blocks.block(name, json))
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
    /// The rendered body of `item`.
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

    /// The rendered body of an item that the store returned. It is rendered anew when it may show other records.
    pub fn content(&self, store: &SiteStore, home: &str, item: &Content) -> String {
        if site_blocks::may_contain(&item.content) {
            rendered(store, home, &item.content)
        } else {
            self.of(store, item).content(item).to_owned()
        }
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
