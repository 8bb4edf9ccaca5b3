//! Cache of list items as JSON text, by caller and context, valid until the site's data change. The representation of
//! an item does not depend on the list that contains it.

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::Caller as Access;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde_json::Value;
use site_rest::{EncodedItem, RestError, State};
use site_store::{Content, SiteStore};

use crate::call::ApiCall;
use crate::error::OrRefuse;

/// Approximate capacity in bytes.
const BYTES: u64 = 16 * 1024 * 1024;
/// Approximate number of items of average length in the cache.
const USUAL_ITEMS: usize = 2048;
/// Size of an entry besides its text, in bytes: mostly the addresses of its links.
const OVERHEAD: u64 = 1024;

/// Everything besides the site's data that the representation of a list item depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Audience {
    /// The site's identifier.
    site: String,
    /// The home address, the prefix of links.
    home: String,
    /// `view`, `embed` or `edit`.
    context: String,
    /// The caller's rights, read before the state.
    access: Access,
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
}

/// The cached items that a request may use.
pub struct CachedItems<'a> {
    items: &'a ItemCache,
    audience: Arc<Audience>,
    state: State,
}

impl<'a> CachedItems<'a> {
    /// The cached items for a list request; `None` when parameters change the representation of items. Created before
    /// any data are read, so that no data newer than its state are stored under it.
    pub fn of(call: &'a ApiCall) -> Option<Self> {
        let (site, params) = (call.site(), call.params());
        let is_usual = !["password", "excerpt_length"]
            .iter()
            .any(|name| call.request().asks(name));
        if !is_usual || !call.wants_items_whole() || call.is_head() {
            return None;
        }
        let audience = Audience {
            site: site.site.clone(),
            home: site.home.clone(),
            context: params.context().to_owned(),
            access: call.caller().access.clone(),
        };
        Some(Self {
            items: call.app().item_cache(),
            audience: Arc::new(audience),
            state: call.app().state_of(&call.caller().store),
        })
    }

    fn get(&self, id: u64) -> Option<EncodedItem> {
        let cached = self.items.0.get(&(Arc::clone(&self.audience), id))?;
        (cached.state == self.state).then_some(cached.item)
    }

    fn put(&self, id: u64, item: EncodedItem) {
        let cached = Cached {
            state: self.state,
            item,
        };
        self.items
            .0
            .insert((Arc::clone(&self.audience), id), cached);
    }

    /// The items `ids` as JSON. `shown` makes the representation of an uncached item, `None` when the caller may not
    /// read it.
    ///
    /// # Errors
    /// The store fails.
    pub async fn items(
        &self,
        store: &SiteStore,
        ids: &[u64],
        shown: impl Fn(&Content) -> Option<Value>,
    ) -> Result<Vec<EncodedItem>, RestError> {
        let mut items: HashMap<u64, EncodedItem> = HashMap::with_capacity(ids.len());
        let mut missing = Vec::new();
        for id in ids {
            match self.get(*id) {
                Some(item) => {
                    items.insert(*id, item);
                }
                None => missing.push(*id),
            }
        }
        for content in store.get_many(&missing).await.or_refuse()? {
            if let Some(shown) = shown(&content) {
                let item = EncodedItem::of(&shown).map_err(RestError::internal)?;
                self.put(content.id, item.clone());
                items.insert(content.id, item);
            }
        }
        Ok(ids.iter().filter_map(|id| items.get(id).cloned()).collect())
    }
}
