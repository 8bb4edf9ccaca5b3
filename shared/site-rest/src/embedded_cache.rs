//! Cache of the resources that are embedded in answers to the public, as JSON text, for as long as the
//! site's data stay as they are.

use quick_cache::{Weighter, sync::Cache};

use crate::{embed::Embedded, response_cache::State};

/// About how many bytes of resources are cached.
const BYTES: u64 = 8 * 1024 * 1024;
/// About how many resources of usual length that is.
const USUAL_RESOURCES: usize = 8192;
/// What an entry takes beside its text and its address.
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

    /// The resource at `place`, if it is of this state of the data.
    pub(crate) fn get(&self, place: &str, state: State) -> Option<Embedded> {
        let entry = self.0.get(place)?;
        (entry.state == state).then_some(entry.resource)
    }

    /// Caches a resource, in place of one of an earlier state.
    pub(crate) fn put(&self, place: String, state: State, resource: Embedded) {
        self.0.insert(place, Entry { state, resource });
    }
}
