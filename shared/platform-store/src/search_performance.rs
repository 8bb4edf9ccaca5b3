//! Cached reports of the search console on the performance of a post.

use domain::platform::id::{PostId, SiteId};
use items::{Condition, Entry, ItemsError, Key};
use jiff::{SignedDuration, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;

/// How long a report is stored: the search console adds a day's figures once a day.
pub const SEARCH_PERFORMANCE_KEPT: SignedDuration = SignedDuration::from_hours(6);

/// A report on a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerformanceReport<'a> {
    /// Site of the post.
    pub site_id: SiteId,
    /// The post.
    pub post_id: PostId,
    /// Number of days.
    pub days: u32,
    /// Public address of the post.
    pub url: &'a str,
    /// Property that covers the address.
    pub property: &'a str,
}

impl PerformanceReport<'_> {
    fn key(&self) -> Key {
        Key::new(
            format!("SEARCH_PERFORMANCE#{}", self.site_id),
            format!("{}#{}", self.post_id, self.days),
        )
    }
}

#[derive(Serialize, Deserialize)]
struct Cached {
    url: String,
    property: String,
    expires_at: i64,
    #[serde(with = "items::packed")]
    json: String,
}

impl PlatformStore {
    /// The cached report, unless it has expired or is about another address or property.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn search_performance<T: DeserializeOwned>(
        &self,
        report: PerformanceReport<'_>,
        now: Timestamp,
    ) -> Result<Option<T>, ItemsError> {
        let cached: Option<Cached> = self.table.get(&report.key()).await?;
        Ok(cached
            .filter(|cached| {
                cached.expires_at > now.as_second()
                    && cached.url == report.url
                    && cached.property == report.property
            })
            // A report cached in an older form fails to parse and is requested again.
            .and_then(|cached| serde_json::from_str(&cached.json).ok()))
    }

    /// Caches a report that the search console gave at `now`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn cache_search_performance<T: Serialize>(
        &self,
        report: PerformanceReport<'_>,
        value: &T,
        now: Timestamp,
    ) -> Result<(), ItemsError> {
        let expires_at = (now + SEARCH_PERFORMANCE_KEPT).as_second();
        let json = serde_json::to_string(value);
        let cached = Cached {
            url: report.url.to_owned(),
            property: report.property.to_owned(),
            expires_at,
            json: json.map_err(|error| ItemsError::Defect(error.to_string()))?,
        };
        let entry = Entry::new(report.key(), &cached)?.expires(expires_at);
        self.table.put(entry, Condition::Any).await
    }
}
