//! Cache of providers' responses, valid for a day: reopening a post in the editor causes no second request.

use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::oembed::fetch::EmbedRequest;

/// Lifetime of an entry, in seconds.
const LIFETIME: i64 = 24 * 60 * 60;

/// Largest cached entry, in bytes. A record of the store holds at most 400 KB.
const LARGEST: usize = 64 * 1024;

#[derive(Serialize, Deserialize)]
struct CachedDescription {
    /// The response as JSON text, which preserves the order of members.
    text: String,
    /// End of validity, in epoch seconds.
    until: i64,
}

/// The cache key: the site and all members of the request.
///
/// # Errors
/// The request cannot be serialised.
pub fn key(site: &str, asked: &EmbedRequest) -> serde_json::Result<Key> {
    // Only a cache key; a collision has no security consequence.
    let name: String = Md5::digest(serde_json::to_vec(asked)?)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Key::new(format!("{site}#OEMBED#{name}"), "ANSWER"))
}

/// Returns the cached response if it is still valid.
pub async fn read(table: &Table, key: &Key, now: Timestamp) -> Result<Option<Value>, ItemsError> {
    let found: Option<CachedDescription> = table.get(key).await?;
    Ok(found
        .filter(|answer| answer.until > now.as_second())
        .and_then(|answer| serde_json::from_str(&answer.text).ok()))
}

/// Caches a response for a day. A response that is too large is not cached.
pub async fn write(
    table: &Table,
    key: Key,
    answer: &Value,
    now: Timestamp,
) -> Result<(), ItemsError> {
    let text = answer.to_string();
    if text.len() > LARGEST {
        return Ok(());
    }
    let until = now.as_second().saturating_add(LIFETIME);
    let entry = Entry::new(key, &CachedDescription { text, until })?.expires(until);
    table.put(entry, Condition::Any).await
}
