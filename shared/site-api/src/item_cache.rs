//! Cache of list items as JSON text, by caller and context, valid until the site's data change. The representation of
//! an item does not depend on the list that contains it.

use std::sync::Arc;

use domain::site::Caller as Access;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use site_rest::{EncodedItem, State};

/// Approximate capacity in bytes.
const BYTES: u64 = 16 * 1024 * 1024;
/// Approximate number of items of average length in the cache.
const USUAL_ITEMS: usize = 2048;
/// Size of an entry besides its text, in bytes: mostly the addresses of its links.
const OVERHEAD: u64 = 1024;

/// Everything besides the site's data that the representation of a list item depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Audience {
    /// The site's identifier.
    pub(crate) site: String,
    /// The home address, the prefix of links.
    pub(crate) home: String,
    /// `view`, `embed` or `edit`.
    pub(crate) context: String,
    /// The caller's rights, read before the state.
    pub(crate) access: Access,
}

/// Audience and identifier of an item.
type Key = (Arc<Audience>, u64);

#[derive(Clone)]
struct Cached {
    state: State,
    item: EncodedItem,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Cached> for Weight {
    fn weight(&self, _key: &Key, cached: &Cached) -> u64 {
        OVERHEAD + u64::try_from(cached.item.text.len()).unwrap_or(u64::MAX / 2)
    }
}

/// The cached items.
pub struct ItemCache(Cache<Key, Cached, Weight>);

impl Default for ItemCache {
    fn default() -> Self {
        Self::new()
    }
}

impl ItemCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self(Cache::with_weighter(USUAL_ITEMS, BYTES, Weight))
    }

    /// The cached representation of item `id`, if it was made from data in `state`.
    pub(crate) fn get(
        &self,
        audience: &Arc<Audience>,
        id: u64,
        state: State,
    ) -> Option<EncodedItem> {
        let cached = self.0.get(&(Arc::clone(audience), id))?;
        (cached.state == state).then_some(cached.item)
    }

    /// Caches the representation of item `id`, made from data in `state`.
    pub(crate) fn put(&self, audience: &Arc<Audience>, id: u64, state: State, item: EncodedItem) {
        self.0
            .insert((Arc::clone(audience), id), Cached { state, item });
    }
}
