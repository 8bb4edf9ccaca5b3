//! Cache of what other sites answered, so that reopening a post in the editor asks them nothing again.

use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Largest cached entry, in bytes. A record of the store holds at most 400 KB.
const LARGEST: usize = 64 * 1024;

#[derive(Serialize, Deserialize)]
struct CachedAnswer {
    /// The response as JSON text, which preserves the order of members.
    text: String,
    /// End of validity, in epoch seconds.
    until: i64,
}

/// The cache key: the site, the kind of the answer, and all members of the request.
///
/// # Errors
/// The request cannot be serialised.
pub fn key(site: &str, kind: &str, asked: &impl Serialize) -> serde_json::Result<Key> {
    // Only a cache key; a collision has no security consequence.
    let name: String = Md5::digest(serde_json::to_vec(asked)?)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Key::new(format!("{site}#{kind}#{name}"), "ANSWER"))
}

/// The cached answer, if it is still valid. A failed read is logged and counts as none.
pub async fn read(table: &Table, key: &Key, now: Timestamp) -> Option<Value> {
    let found: Result<Option<CachedAnswer>, ItemsError> = table.get(key).await;
    let found = found.unwrap_or_else(|error| {
        tracing::warn!(target: "site", %error, "a cached answer of another site could not be read");
        None
    });
    let valid = found.filter(|answer| answer.until > now.as_second())?;
    serde_json::from_str(&valid.text).ok()
}

/// Caches an answer for `seconds`. A failed write is logged. Returns `false` for an answer that is too large for a record.
pub async fn write(table: &Table, key: Key, answer: &Value, now: Timestamp, seconds: i64) -> bool {
    let text = answer.to_string();
    if text.len() > LARGEST {
        return false;
    }
    let until = now.as_second().saturating_add(seconds);
    let written = match Entry::new(key, &CachedAnswer { text, until }) {
        Ok(entry) => table.put(entry.expires(until), Condition::Any).await,
        Err(error) => Err(error),
    };
    if let Err(error) = written {
        tracing::warn!(target: "site", %error, "an answer of another site could not be cached");
    }
    true
}
