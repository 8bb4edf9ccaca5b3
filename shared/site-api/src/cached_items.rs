//! The items of a list request, from the cache where it has them.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use site_rest::{EncodedItem, RestError, State};

use crate::call::ApiCall;
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
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(call: &'a ApiCall) -> Result<Option<Self>, RestError> {
        let (site, params) = (call.site(), call.params());
        let is_usual = !["password", "excerpt_length"]
            .iter()
            .any(|name| call.request().asks(name));
        if !is_usual || !call.wants_items_whole() || call.is_head() {
            return Ok(None);
        }
        let audience = Audience {
            site: site.site.clone(),
            home: site.home.clone(),
            context: params.context().to_owned(),
            access: call.caller().access.clone(),
        };
        Ok(Some(Self {
            cache: call.app().item_cache(),
            audience: Arc::new(audience),
            state: call.app().state_of(&call.caller().store).await?,
        }))
    }

    /// The cached ones of the items `ids`.
    pub fn found(&self, ids: &[u64]) -> FoundItems<'_> {
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
        FoundItems {
            cached: self,
            items,
            missing,
        }
    }
}

/// The items of a list, of which some have no representation yet.
pub struct FoundItems<'a> {
    cached: &'a CachedItems<'a>,
    items: HashMap<u64, EncodedItem>,
    missing: Vec<u64>,
}

impl FoundItems<'_> {
    /// The items without a representation.
    pub fn missing(&self) -> &[u64] {
        &self.missing
    }

    /// Adds the representation of an item, and caches it.
    ///
    /// # Errors
    /// The representation cannot be written as JSON.
    pub fn add(&mut self, id: u64, shown: &Value) -> Result<(), RestError> {
        let item = EncodedItem::of(shown).map_err(RestError::internal)?;
        let CachedItems {
            cache,
            audience,
            state,
        } = self.cached;
        cache.put(audience, id, *state, item.clone());
        self.items.insert(id, item);
        Ok(())
    }

    /// The items of `ids` that have a representation.
    pub fn in_order(self, ids: &[u64]) -> Vec<EncodedItem> {
        ids.iter()
            .filter_map(|id| self.items.get(id).cloned())
            .collect()
    }
}
