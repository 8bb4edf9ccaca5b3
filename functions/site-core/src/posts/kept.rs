//! Items of lists as the public or one person is shown them, kept as JSON text for as long as the site's data
//! stay as they are: whatever else a list is asked for, an item of it looks the same.

use std::collections::HashMap;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use site_rest::{EncodedItem, RestError, State};

use super::Ask;
use super::list::{may_see, scene};
use crate::failure::OrRefuse;
use crate::views::post::view;

/// About how many bytes of items are kept.
const BYTES: u64 = 16 * 1024 * 1024;
/// About how many items of usual length that is.
const USUAL_ITEMS: usize = 2048;
/// What keeping an item takes beside its text: the addresses of its links, mostly.
const OVERHEAD: u64 = 1024;

/// Where an item is kept: for whom, and its identifier.
type Key = (Arc<str>, u64);

#[derive(Clone)]
struct Kept {
    state: State,
    item: EncodedItem,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Kept> for Weight {
    fn weight(&self, _key: &Key, kept: &Kept) -> u64 {
        OVERHEAD + u64::try_from(kept.item.text.len()).unwrap_or(u64::MAX / 2)
    }
}

/// The items that are kept.
pub struct KeptItems(Cache<Key, Kept, Weight>);

impl KeptItems {
    /// None yet.
    pub fn new() -> Self {
        Self(Cache::with_weighter(USUAL_ITEMS, BYTES, Weight))
    }
}

/// The kept items that may serve a request.
pub struct Shelf<'a> {
    items: &'a KeptItems,
    place: Arc<str>,
    state: State,
}

impl<'a> Shelf<'a> {
    /// The shelf of a list; none when its items may look otherwise than usual in the same context. Taken
    /// before anything of the site is read, so that nothing newer than its state is found under it.
    pub fn of(call: &'a Ask) -> Option<Self> {
        let (site, params) = (call.site(), call.params());
        let is_usual = !["password", "excerpt_length"]
            .iter()
            .any(|name| call.request().asks(name));
        if !is_usual || !call.wants_items_whole() || call.is_head() {
            return None;
        }
        // What somebody may do stands beside who they are, as it was read before the state.
        let person = format!("{:?}", call.caller().access);
        // No part holds a line break, so two places never look alike.
        let place = [
            site.site.as_str(),
            site.home.as_str(),
            params.context(),
            &person,
        ]
        .join("\n");
        Some(Self {
            items: call.app().kept_items(),
            place: place.into(),
            state: call.app().state_of(&call.caller().store),
        })
    }

    fn get(&self, id: u64) -> Option<EncodedItem> {
        let kept = self.items.0.get(&(Arc::clone(&self.place), id))?;
        (kept.state == self.state).then_some(kept.item)
    }

    fn put(&self, id: u64, item: EncodedItem) {
        let kept = Kept {
            state: self.state,
            item,
        };
        self.items.0.insert((Arc::clone(&self.place), id), kept);
    }

    /// The items `ids` as JSON, without those that the caller may not see.
    ///
    /// # Errors
    /// The store fails.
    pub async fn items(&self, call: &Ask, ids: &[u64]) -> Result<Vec<EncodedItem>, RestError> {
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
        let (visitor, scene) = (call.caller(), scene(call));
        for content in visitor.store.get_many(&missing).await.or_refuse()? {
            if may_see(call, &content) {
                let shown = view(&content, &scene);
                let item = EncodedItem::of(&shown).map_err(RestError::internal)?;
                self.put(content.id, item.clone());
                items.insert(content.id, item);
            }
        }
        Ok(ids.iter().filter_map(|id| items.get(id).cloned()).collect())
    }
}
