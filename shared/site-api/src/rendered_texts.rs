//! Cache of rendered bodies and excerpts, by the number of the change that wrote them. A text of that number never
//! differs, so an entry never grows stale; it is only evicted.

use std::sync::{Arc, OnceLock};

use markup::render::{self, RenderOptions};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use site_store::{Content, SiteStore, Tenant};

/// About how many bytes are cached.
const BYTES: u64 = 8 * 1024 * 1024;
/// About how many texts of usual length that is.
const USUAL_TEXTS: usize = 1024;
/// What an excerpt and the entry itself take.
const OVERHEAD: usize = 1024;

/// How a site shows texts.
pub fn look(store: &SiteStore) -> RenderOptions {
    RenderOptions {
        emoticons: store.settings().use_smilies,
    }
}

/// The texts of an item as they are shown, each made when it is first asked for.
#[derive(Debug, Default)]
pub struct Shown {
    content: OnceLock<String>,
    summary: OnceLock<String>,
    look: RenderOptions,
    weight: u64,
}

impl Shown {
    /// The body of `item`.
    pub fn content(&self, item: &Content) -> &str {
        self.content
            .get_or_init(|| self.look.content(&item.content))
    }

    /// The summary of `item`, of the usual length.
    pub fn summary(&self, item: &Content) -> &str {
        self.summary.get_or_init(|| {
            let (written, body) = (&item.excerpt, &item.content);
            let is_whole = !render::has_blocks(body) && !render::shortcodes::may_contain(body);
            if written.trim().is_empty() && is_whole {
                self.look
                    .excerpt_of_rendered(self.content(item), render::EXCERPT_WORDS)
            } else {
                self.look.excerpt(written, body, render::EXCERPT_WORDS)
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

/// An item of a site in one state, and whether the site converts emoticons.
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

    /// The texts of an item as the store gave it.
    pub fn of(&self, store: &SiteStore, item: &Content) -> Arc<Shown> {
        let look = look(store);
        let key = (store.tenant().clone(), item.id, item.seq, look.emoticons);
        if let Some(known) = self.0.get(&key) {
            return known;
        }
        let bytes = OVERHEAD + 2 * item.content.len() + 2 * item.excerpt.len();
        let shown = Arc::new(Shown {
            look,
            weight: u64::try_from(bytes).unwrap_or(u64::MAX / 2),
            ..Shown::default()
        });
        self.0.insert(key, Arc::clone(&shown));
        shown
    }
}
