//! Cached results of searches for stock photos. The providers permit few calls in an hour.

use domain::platform::stock::StockProvider;
use items::{Condition, Entry, ItemsError, Key};
use jiff::{SignedDuration, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::idempotency::body_hash;

/// How long a result is stored.
pub const STOCK_SEARCH_KEPT: SignedDuration = SignedDuration::from_hours(24);

/// A page of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockSearch {
    /// Provider.
    pub provider: StockProvider,
    /// Words of the search. Case and white space make no difference.
    pub query: String,
    /// Number of the page.
    pub page: u32,
    /// Photos on a page.
    pub per_page: u32,
}

impl StockSearch {
    /// The key contains a hash: words may be long, and of any characters.
    fn key(&self) -> Key {
        let words: Vec<_> = self.query.split_whitespace().collect();
        let hash = body_hash([words.join(" ").to_lowercase().as_bytes()]);
        Key::new(
            format!("STOCK#{}#{hash}", self.provider.name()),
            format!("PAGE#{}#{}", self.per_page, self.page),
        )
    }
}

#[derive(Serialize, Deserialize)]
struct Cached {
    expires_at: i64,
    #[serde(with = "items::packed")]
    json: String,
}

impl PlatformStore {
    /// Cached result of a search, unless it has expired.
    pub async fn stock_search<T: DeserializeOwned>(
        &self,
        search: &StockSearch,
        now: Timestamp,
    ) -> Result<Option<T>, ItemsError> {
        let cached: Option<Cached> = self.table.get(&search.key()).await?;
        Ok(cached
            .filter(|cached| cached.expires_at > now.as_second())
            // A result cached in an older form fails to parse and is fetched again.
            .and_then(|cached| serde_json::from_str(&cached.json).ok()))
    }

    /// Caches the result that a search had at `now`.
    pub async fn cache_stock_search<T: Serialize>(
        &self,
        search: &StockSearch,
        result: &T,
        now: Timestamp,
    ) -> Result<(), ItemsError> {
        let expires_at = (now + STOCK_SEARCH_KEPT).as_second();
        let json = serde_json::to_string(result);
        let cached = Cached {
            expires_at,
            json: json.map_err(|error| ItemsError::Defect(error.to_string()))?,
        };
        let entry = Entry::new(search.key(), &cached)?.expires(expires_at);
        self.table.put(entry, Condition::Any).await
    }
}
