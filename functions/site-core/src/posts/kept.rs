//! Items of lists as the public or one person is shown them, kept as JSON text for as long as the site's data
//! stay as they are: whatever else a list is asked for, an item of it looks the same.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use site_rest::{RestError, State};

use super::Ask;
use super::list::{may_see, scene};
use crate::failure::OrRefuse;
use crate::views::post::view;

/// About how many bytes of items are kept.
const BYTES: u64 = 16 * 1024 * 1024;
/// About how many items of usual length that is.
const USUAL_ITEMS: usize = 2048;
/// What keeping an item takes beside its text.
const OVERHEAD: u64 = 256;

/// Where an item is kept: for whom, and its identifier.
type Key = (Arc<str>, u64);

#[derive(Clone)]
struct Kept {
    state: State,
    text: Bytes,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Kept> for Weight {
    fn weight(&self, _key: &Key, kept: &Kept) -> u64 {
        OVERHEAD + u64::try_from(kept.text.len()).unwrap_or(u64::MAX / 2)
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
        if !is_usual || !call.wants_plain() || call.is_head() {
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

    fn get(&self, id: u64) -> Option<Bytes> {
        let kept = self.items.0.get(&(Arc::clone(&self.place), id))?;
        (kept.state == self.state).then_some(kept.text)
    }

    fn put(&self, id: u64, text: Bytes) {
        let kept = Kept {
            state: self.state,
            text,
        };
        self.items.0.insert((Arc::clone(&self.place), id), kept);
    }

    /// The items `ids` as a JSON array, without those that the caller may not see.
    ///
    /// # Errors
    /// The store fails.
    pub async fn array(&self, call: &Ask, ids: &[u64]) -> Result<Bytes, RestError> {
        let mut texts: HashMap<u64, Bytes> = HashMap::with_capacity(ids.len());
        let mut missing = Vec::new();
        for id in ids {
            match self.get(*id) {
                Some(text) => {
                    texts.insert(*id, text);
                }
                None => missing.push(*id),
            }
        }
        let (visitor, scene) = (call.caller(), scene(call));
        for item in visitor.store.get_many(&missing).await.or_refuse()? {
            if may_see(call, &item) {
                let text = serde_json::to_vec(&view(&item, &scene)).map_err(RestError::internal)?;
                let text = Bytes::from(text);
                self.put(item.id, text.clone());
                texts.insert(item.id, text);
            }
        }
        let shown: Vec<&[u8]> = ids
            .iter()
            .filter_map(|id| texts.get(id).map(AsRef::as_ref))
            .collect();
        let mut array =
            Vec::with_capacity(shown.iter().map(|text| text.len() + 1).sum::<usize>() + 1);
        array.push(b'[');
        for (place, text) in shown.into_iter().enumerate() {
            if place > 0 {
                array.push(b',');
            }
            array.extend_from_slice(text);
        }
        array.push(b']');
        Ok(array.into())
    }
}
