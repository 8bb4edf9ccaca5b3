//! Cache of embedded resources in responses to the public, as JSON text, valid until the site's data change.

use quick_cache::{Weighter, sync::Cache};

use crate::{embed::Embedded, response_cache::State};

/// Approximate capacity in bytes.
const BYTES: u64 = 8 * 1024 * 1024;
/// Approximate number of resources of average length in the cache.
const USUAL_RESOURCES: usize = 8192;
/// Size of an entry besides its text and its address, in bytes.
const OVERHEAD: u64 = 256;

#[derive(Clone)]
struct Entry {
    state: State,
    resource: Embedded,
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, Entry> for Weight {
    fn weight(&self, place: &String, entry: &Entry) -> u64 {
        let bytes = place.len() + entry.resource.text.len();
        OVERHEAD + u64::try_from(bytes).unwrap_or(u64::MAX / 2)
    }
}

/// The cached resources, by site and address.
pub(crate) struct EmbeddedCache(Cache<String, Entry, Weight>);

impl EmbeddedCache {
    pub(crate) fn new() -> Self {
        Self(Cache::with_weighter(USUAL_RESOURCES, BYTES, Weight))
    }

    /// The resource at `place` if it belongs to this state of the data.
    pub(crate) fn get(&self, place: &str, state: State) -> Option<Embedded> {
        let entry = self.0.get(place)?;
        (entry.state == state).then_some(entry.resource)
    }

    /// Caches a resource and replaces one of an earlier state.
    pub(crate) fn put(&self, place: String, state: State, resource: Embedded) {
        self.0.insert(place, Entry { state, resource });
    }
}
