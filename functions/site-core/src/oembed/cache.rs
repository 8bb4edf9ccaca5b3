//! Cache of what providers answered, for a day: an editor who opens a post again causes no second request.

use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::oembed::fetch::Wish;

/// Lifetime of an entry, in seconds.
const LIFETIME: i64 = 24 * 60 * 60;

/// Largest entry, in bytes. A record of the store has room for 400 KB.
const LARGEST: usize = 64 * 1024;

#[derive(Serialize, Deserialize)]
struct CachedDescription {
    /// As JSON text: members keep their order.
    text: String,
    /// The end of its day, in epoch seconds.
    until: i64,
}

/// The place of an answer: the site, and everything that was asked.
///
/// # Errors
/// What was asked cannot be written as JSON.
pub fn key(site: &str, asked: &Wish) -> serde_json::Result<Key> {
    // Only a cache key; a collision has no security consequence.
    let name: String = Md5::digest(serde_json::to_vec(asked)?)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Key::new(format!("{site}#OEMBED#{name}"), "ANSWER"))
}

/// The answer kept there, if its day is not over.
pub async fn read(table: &Table, key: &Key, now: Timestamp) -> Result<Option<Value>, ItemsError> {
    let found: Option<CachedDescription> = table.get(key).await?;
    Ok(found
        .filter(|answer| answer.until > now.as_second())
        .and_then(|answer| serde_json::from_str(&answer.text).ok()))
}

/// Keeps an answer for a day. One that is too large is asked for again.
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
