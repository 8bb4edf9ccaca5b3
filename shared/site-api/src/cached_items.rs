//! The items of a list request, from the cache where it has them.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use site_rest::{EncodedItem, RestError, State};
use site_store::{Content, SiteStore};

use crate::call::ApiCall;
use crate::error::OrRefuse;
use crate::item_cache::{Audience, ItemCache};

/// The cached items that a request may use.
pub struct CachedItems<'a> {
    cache: &'a ItemCache,
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
            cache: call.app().item_cache(),
            audience: Arc::new(audience),
            state: call.app().state_of(&call.caller().store),
        })
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
            match self.cache.get(&self.audience, *id, self.state) {
                Some(item) => {
                    items.insert(*id, item);
                }
                None => missing.push(*id),
            }
        }
        for content in store.get_many(&missing).await.or_refuse()? {
            if let Some(shown) = shown(&content) {
                let item = EncodedItem::of(&shown).map_err(RestError::internal)?;
                self.cache
                    .put(&self.audience, content.id, self.state, item.clone());
                items.insert(content.id, item);
            }
        }
        Ok(ids.iter().filter_map(|id| items.get(id).cloned()).collect())
    }
}
