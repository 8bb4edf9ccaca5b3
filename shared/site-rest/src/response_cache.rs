//! Cache of finished responses to the public, valid until the site's data change.
//!
//! A response is cached when it is equal for all callers: the endpoint declares it ([`crate::Endpoint::cacheable`]),
//! and the request is a plain GET without credentials, body or reader's password. The cache key consists of the site,
//! its home address, the names in use, the complete address with its query, and the state of the data. Parts that
//! differ between requests (the request id, CORS headers, conditional responses) are added when the response is sent.

use std::sync::Arc;

use http::{HeaderValue, Method, header, request::Parts};
use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter, sync::Cache, sync::DefaultLifecycle,
};

use crate::{call::SiteContext, finish::Settled};

/// Approximate capacity in bytes.
const BYTES: u64 = 16 * 1024 * 1024;
/// The cache is divided into shards to reduce contention; no response is larger than a shard.
const PARTS: usize = 4;
/// Size of an entry besides its body and its address, in bytes: mostly headers.
const OVERHEAD: u64 = 1024;
/// Longest address that is cached, in bytes.
const LONGEST_ADDRESS: usize = 2048;

/// The state behind responses to the public: with equal states, equal requests have equal responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Number of the last change of the site's data.
    pub data: u64,
    /// Current offset of the site's time zone from GMT, in seconds.
    pub offset: i32,
    /// Number that changes with the site's settings that are not among its data.
    pub settings: u64,
    /// Number of the span of time, because texts may show what other sites say.
    pub period: i64,
}

/// A cache key.
pub(crate) struct Place {
    address: String,
    state: State,
}

impl Place {
    /// The cache key of a request; `None` when its response may depend on the caller.
    pub(crate) fn of(
        parts: &Parts,
        site: &SiteContext,
        renamed: bool,
        state: Option<State>,
    ) -> Option<Self> {
        let empty = HeaderValue::from_static("0");
        let has_body = parts.headers.contains_key(header::TRANSFER_ENCODING)
            || parts
                .headers
                .get(header::CONTENT_LENGTH)
                .is_some_and(|length| length != empty);
        let overridden = parts.headers.contains_key("x-http-method-override");
        if parts.method != Method::GET || has_body || overridden {
            return None;
        }
        let asked = parts.uri.path_and_query()?.as_str();
        if asked.len() > LONGEST_ADDRESS {
            return None;
        }
        // No part contains a line break, so different keys never coincide.
        let names = if renamed { "1" } else { "0" };
        let address = [site.site.as_str(), site.home.as_str(), names, asked].join("\n");
        Some(Self {
            address,
            state: state?,
        })
    }
}

struct Entry {
    state: State,
    answer: Settled,
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, Arc<Entry>> for Weight {
    fn weight(&self, address: &String, entry: &Arc<Entry>) -> u64 {
        let bytes = address.len() + entry.answer.bytes.len();
        OVERHEAD + u64::try_from(bytes).unwrap_or(u64::MAX / 2)
    }
}

/// The cached responses.
pub(crate) struct ResponseCache(Cache<String, Arc<Entry>, Weight>);

impl ResponseCache {
    pub(crate) fn new() -> Self {
        let estimated = 4096;
        let cache = match OptionsBuilder::new()
            .shards(PARTS)
            .estimated_items_capacity(estimated)
            .weight_capacity(BYTES)
            .build()
        {
            Ok(options) => Cache::with_options(
                options,
                Weight,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            ),
            Err(_) => Cache::with_weighter(estimated, BYTES, Weight),
        };
        Self(cache)
    }

    /// The response cached under `place`.
    pub(crate) fn get(&self, place: &Place) -> Option<Settled> {
        let entry = self.0.get(&place.address)?;
        (entry.state == place.state).then(|| entry.answer.clone())
    }

    /// Caches a response and replaces one of an earlier state.
    pub(crate) fn put(&self, place: Place, answer: Settled) {
        let entry = Entry {
            state: place.state,
            answer,
        };
        self.0.insert(place.address, Arc::new(entry));
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::{HeaderMap, Request, StatusCode};

    use super::*;
    use crate::error::Locale;

    const STATE: State = State {
        data: 7,
        offset: -10_800,
        settings: 3,
        period: 5,
    };

    fn place(request: http::request::Builder, home: &str, renamed: bool) -> Option<Place> {
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let site = SiteContext {
            site: "main".to_owned(),
            home: home.to_owned(),
            rest_root: format!("{home}/rest"),
            locale: Locale::default(),
            is_renamed: false,
        };
        Place::of(&parts, &site, renamed, Some(STATE))
    }

    fn answer(text: &'static str) -> Settled {
        Settled {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            bytes: Bytes::from_static(text.as_bytes()),
            tag: None,
        }
    }

    #[test]
    fn an_answer_is_found_for_the_same_question_in_the_same_state_only() {
        let get = |uri| Request::get(uri);
        let cache = ResponseCache::new();
        let home = "https://a.example";
        let place = |uri, home, renamed| place(get(uri), home, renamed).unwrap();
        cache.put(place("/rest/x?a=1", home, false), answer("one"));
        let found = |place: &Place| cache.get(place).map(|answer| answer.bytes);
        assert!(found(&place("/rest/x?a=1", home, false)).is_some());
        assert!(found(&place("/rest/x?a=2", home, false)).is_none());
        assert!(found(&place("/rest/x", home, false)).is_none());
        assert!(found(&place("/rest/x?a=1", "https://b.example", false)).is_none());
        assert!(found(&place("/rest/x?a=1", home, true)).is_none());
        let mut later = place("/rest/x?a=1", home, false);
        later.state.data += 1;
        assert!(found(&later).is_none());
        cache.put(later, answer("two"));
        let mut later = place("/rest/x?a=1", home, false);
        assert!(found(&later).is_none());
        later.state.data += 1;
        assert_eq!(found(&later).unwrap(), "two");
        later.state.offset = 0;
        assert!(found(&later).is_none());
        later.state.offset = STATE.offset;
        later.state.settings += 1;
        assert!(found(&later).is_none());
    }

    #[test]
    fn only_a_plain_read_has_a_place() {
        let of = |request| place(request, "https://a.example", false);
        assert!(of(Request::get("/rest/x")).is_some());
        assert!(of(Request::get("/rest/x").header("content-length", "0")).is_some());
        for other in [
            Request::post("/rest/x"),
            Request::head("/rest/x"),
            Request::get("/rest/x").header("x-http-method-override", "DELETE"),
            Request::get("/rest/x").header("content-length", "2"),
            Request::get("/rest/x").header("transfer-encoding", "chunked"),
            Request::get(format!("/rest/x?{}", "a".repeat(LONGEST_ADDRESS))),
        ] {
            assert!(of(other).is_none());
        }
    }

    #[test]
    fn the_cache_stays_within_its_bounds() {
        let cache = ResponseCache::new();
        let text: &'static str = Box::leak("x".repeat(100_000).into_boxed_str());
        for number in 0..1000 {
            let uri = format!("/rest/x?page={number}");
            let place = place(Request::get(uri), "https://a.example", false).unwrap();
            cache.put(place, answer(text));
        }
        assert!(cache.0.weight() <= BYTES);
        assert!(!cache.0.is_empty());
    }
}
