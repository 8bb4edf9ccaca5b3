//! How often credentials may be wrong: ten times a minute for one login from one address
//! (site-decisions: Rate limits).
//!
//! Only wrong ones are counted and only they are answered 429; the right ones cost nothing and are
//! always believed. A password of 142 random bits is not found by trying, so the limit spares the
//! site, it does not guard the door.

use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use vault::KeyRing;

const LIMIT: usize = 10;
const WINDOW: i64 = 60;

/// Writers that may be first before this one gives up counting.
const ROUNDS: usize = 16;

#[derive(Debug, Default, Serialize, Deserialize)]
struct Failures {
    at: Vec<i64>,
    revision: u64,
}

/// Counts a wrong attempt of `subject` (site, address and login; kept as a keyed hash). Answers the
/// seconds to wait when there were too many within the last minute.
pub async fn count(
    table: &Table,
    keys: &KeyRing,
    subject: &str,
    now: Timestamp,
) -> Result<Option<u64>, ItemsError> {
    let hash = keys.token_hash("site_sign_in", &SecretString::from(subject));
    let key = Key::new(format!("WRONG#{}", hash.as_str()), "FAILURES");
    let second = now.as_second();
    for _ in 0..ROUNDS {
        let stored: Option<Failures> = table.get(&key).await?;
        let condition = stored.as_ref().map_or(Condition::Absent, |known| {
            Condition::Revision(known.revision)
        });
        let mut failures = stored.unwrap_or_default();
        failures.at.retain(|at| at.saturating_add(WINDOW) > second);
        if failures.at.len() >= LIMIT {
            let oldest = failures.at.iter().min().copied().unwrap_or(second);
            let wait = oldest.saturating_add(WINDOW).saturating_sub(second);
            return Ok(Some(u64::try_from(wait).unwrap_or(1).max(1)));
        }
        failures.at.push(second);
        failures.revision += 1;
        let entry = Entry::new(key.clone(), &failures)?
            .revision(failures.revision)
            .expires(second.saturating_add(WINDOW));
        match table.put(entry, condition).await {
            Ok(()) => return Ok(None),
            Err(error) if error.is_conflict() => {}
            Err(error) => return Err(error),
        }
    }
    // So many at once are too many.
    Ok(Some(1))
}
