//! How often something may fail within a sliding window: the instants of the last failures, per
//! account or per network address.
//!
//! A slot is taken before the work and given back when it went well. So attempts made at the same
//! moment count against each other, and nobody gets more tries by asking in parallel.

use items::{Condition, Entry, ItemsError, Key};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::token::TokenHash;

use crate::PlatformStore;

/// How often a record that changes under our hands is read again. Each round that fails is one in
/// which somebody else got through, so the limit of the rule ends the contest long before.
const ROUNDS: usize = 128;

/// What is counted, and how much of it is too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThrottleRule {
    /// Name of the counted thing, such as `login-account`.
    pub kind: &'static str,
    /// How many failures are allowed within the window.
    pub limit: usize,
    /// The window.
    pub window: SignedDuration,
}

/// The answer to an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// It may go on. It counts as a failure until the slot is given back.
    Admitted(Slot),
    /// Too many failures; the oldest leaves the window after this many seconds.
    Refused {
        /// Seconds, at least 1.
        retry_after: u64,
    },
}

/// A taken slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    at: i64,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Failures {
    at: Vec<i64>,
    revision: u64,
}

/// The subject is stored as a keyed hash: neither addresses nor e-mails stand in keys.
fn key(rule: ThrottleRule, subject: &TokenHash) -> Key {
    Key::new(
        format!("THROTTLE#{}#{}", rule.kind, subject.as_str()),
        "THROTTLE",
    )
}

impl PlatformStore {
    /// Takes a slot of `subject` under `rule`.
    pub async fn take_slot(
        &self,
        rule: ThrottleRule,
        subject: &TokenHash,
        now: Timestamp,
    ) -> Result<Admission, ItemsError> {
        let second = now.as_second();
        let window = rule.window.as_secs();
        for _ in 0..ROUNDS {
            let stored: Option<Failures> = self.table.get(&key(rule, subject)).await?;
            let condition = stored.as_ref().map_or(Condition::Absent, |failures| {
                Condition::Revision(failures.revision)
            });
            let mut failures = stored.unwrap_or_default();
            failures.at.retain(|at| at.saturating_add(window) > second);
            if failures.at.len() >= rule.limit {
                let oldest = failures.at.iter().min().copied().unwrap_or(second);
                let wait = oldest.saturating_add(window).saturating_sub(second);
                return Ok(Admission::Refused {
                    retry_after: u64::try_from(wait).unwrap_or_default().max(1),
                });
            }
            failures.at.push(second);
            if self
                .put_failures(rule, subject, failures, condition, second)
                .await?
            {
                return Ok(Admission::Admitted(Slot { at: second }));
            }
        }
        Err(ItemsError::Unavailable(
            "a throttle stayed contested".to_owned(),
        ))
    }

    /// Gives a slot back: the attempt was no failure.
    pub async fn give_slot_back(
        &self,
        rule: ThrottleRule,
        subject: &TokenHash,
        slot: Slot,
    ) -> Result<(), ItemsError> {
        for _ in 0..ROUNDS {
            let stored: Option<Failures> = self.table.get(&key(rule, subject)).await?;
            let Some(mut failures) = stored else {
                return Ok(());
            };
            let Some(place) = failures.at.iter().position(|at| *at == slot.at) else {
                return Ok(());
            };
            failures.at.remove(place);
            let condition = Condition::Revision(failures.revision);
            if self
                .put_failures(rule, subject, failures, condition, slot.at)
                .await?
            {
                return Ok(());
            }
        }
        Err(ItemsError::Unavailable(
            "a throttle stayed contested".to_owned(),
        ))
    }

    async fn put_failures(
        &self,
        rule: ThrottleRule,
        subject: &TokenHash,
        mut failures: Failures,
        condition: Condition,
        touched: i64,
    ) -> Result<bool, ItemsError> {
        failures.revision += 1;
        let newest = failures.at.iter().max().copied().unwrap_or(touched);
        let entry = Entry::new(key(rule, subject), &failures)?
            .revision(failures.revision)
            .expires(newest.saturating_add(rule.window.as_secs()));
        match self.table.put(entry, condition).await {
            Ok(()) => Ok(true),
            Err(error) if error.is_conflict() => Ok(false),
            Err(error) => Err(error),
        }
    }
}
