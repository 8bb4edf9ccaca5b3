//! Stamp of the form for comments: shows that it came from a page of this site that is not too old. It is the same for all
//! readers and for a whole day, because caches keep the page.

use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use vault::{KeyRing, TokenHash};

/// Purpose of the keyed hash.
const CONTEXT: &str = "site_comment_form";

const DAY: i64 = SignedDuration::from_hours(24).as_secs();

/// Days for which a stamp is accepted, that of its own included.
const LIFE: i64 = 3;

/// The form of an item.
pub struct Place<'a> {
    pub keyring: &'a KeyRing,
    pub tenant: String,
    pub item: u64,
}

impl Place<'_> {
    /// The stamp of the day.
    pub fn stamp(&self, now: Timestamp) -> String {
        let day = day(now);
        format!("{day}-{}", self.hash(day).as_str())
    }

    /// Whether a stamp belongs to this form and is not too old.
    pub fn accepts(&self, stamp: &str, now: Timestamp) -> bool {
        let Some((made, hash)) = stamp.split_once('-') else {
            return false;
        };
        let Ok(made) = made.parse::<i64>() else {
            return false;
        };
        let today = day(now);
        let is_recent = made <= today && today.saturating_sub(made) < LIFE;
        is_recent && self.hash(made).matches(&TokenHash::from_stored(hash))
    }

    fn hash(&self, day: i64) -> TokenHash {
        let subject = format!("{}\n{}\n{day}", self.tenant, self.item);
        self.keyring
            .token_hash(CONTEXT, &SecretString::from(subject))
    }
}

fn day(now: Timestamp) -> i64 {
    now.as_second().div_euclid(DAY)
}
