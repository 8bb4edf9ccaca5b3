//! Sliding-window counters: stores the times of the last failures of each subject.
//!
//! An attempt takes a slot before the work and releases it when it succeeds. Concurrent attempts therefore
//! count against each other, so parallel requests gain no extra tries.

use items::{Condition, Entry, ItemsError, Key, Table, retry_on_conflict};
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use vault::KeyRing;

/// What is counted, and how much of it is too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Name of the counter, such as `login-account`.
    pub kind: &'static str,
    /// Failures allowed within the window.
    pub limit: usize,
    /// Length of the window.
    pub window: SignedDuration,
}

/// Result of an admission.
#[derive(Debug)]
pub enum Admission {
    /// Admitted. The attempt counts as a failure until [`Throttle::forgive`].
    Admitted(Attempt),
    /// Rejected by one of the rules; the attempt was not counted.
    Refused {
        /// Seconds until the oldest failure leaves the window, at least 1.
        retry_after: u64,
    },
}

/// An admitted attempt, which counts as a failure.
#[derive(Debug)]
#[must_use]
pub struct Attempt(Vec<Slot>);

#[derive(Debug)]
struct Slot {
    rule: Rule,
    key: Key,
    at: i64,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Failures {
    at: Vec<i64>,
    revision: u64,
}

/// Counts failures in a table.
#[derive(Clone, Copy)]
pub struct Throttle<'a> {
    /// Table with the counters.
    pub table: &'a Table,
    /// Key ring for the keyed hashes that stand for subjects in keys, so that the table contains neither
    /// addresses nor logins.
    pub keyring: &'a KeyRing,
}

impl Throttle<'_> {
    /// Counts an attempt under each rule, for the subject given with it.
    ///
    /// # Errors
    /// The store failed, or too many writes conflicted.
    pub async fn admit(
        &self,
        counts: impl IntoIterator<Item = (Rule, String)>,
        now: Timestamp,
    ) -> Result<Admission, ItemsError> {
        let mut attempt = Attempt(Vec::new());
        for (rule, subject) in counts {
            match self.take(rule, &subject, now.as_second()).await? {
                Ok(slot) => attempt.0.push(slot),
                Err(retry_after) => {
                    self.forgive(attempt).await?;
                    return Ok(Admission::Refused { retry_after });
                }
            }
        }
        Ok(Admission::Admitted(attempt))
    }

    /// Releases the slots of an attempt that did not fail.
    ///
    /// # Errors
    /// The store failed, or too many writes conflicted.
    pub async fn forgive(&self, attempt: Attempt) -> Result<(), ItemsError> {
        for slot in attempt.0 {
            self.give_back(slot).await?;
        }
        Ok(())
    }

    /// Takes a slot, or returns the seconds until one is free.
    async fn take(
        &self,
        rule: Rule,
        subject: &str,
        second: i64,
    ) -> Result<Result<Slot, u64>, ItemsError> {
        let subject = SecretString::from(subject);
        let hash = self.keyring.token_hash(rule.kind, &subject);
        let key = Key::new(
            format!("THROTTLE#{}#{}", rule.kind, hash.as_str()),
            "THROTTLE",
        );
        let window = rule.window.as_secs();
        retry_on_conflict(|| async {
            let stored: Option<Failures> = self.table.get(&key).await?;
            let condition = stored.as_ref().map_or(Condition::Absent, |failures| {
                Condition::Revision(failures.revision)
            });
            let mut failures = stored.unwrap_or_default();
            failures.at.retain(|at| at.saturating_add(window) > second);
            if failures.at.len() >= rule.limit {
                let oldest = failures.at.iter().min().copied().unwrap_or(second);
                let wait = oldest.saturating_add(window).saturating_sub(second);
                return Ok(Some(Err(u64::try_from(wait).unwrap_or_default().max(1))));
            }
            failures.at.push(second);
            let slot = Slot {
                rule,
                key: key.clone(),
                at: second,
            };
            let counted = self.put(&slot, failures, condition).await?;
            Ok(counted.then_some(Ok(slot)))
        })
        .await
    }

    async fn give_back(&self, slot: Slot) -> Result<(), ItemsError> {
        retry_on_conflict(|| async {
            let stored: Option<Failures> = self.table.get(&slot.key).await?;
            let Some(mut failures) = stored else {
                return Ok(Some(()));
            };
            let Some(place) = failures.at.iter().position(|at| *at == slot.at) else {
                return Ok(Some(()));
            };
            failures.at.remove(place);
            let condition = Condition::Revision(failures.revision);
            let removed = self.put(&slot, failures, condition).await?;
            Ok(removed.then_some(()))
        })
        .await
    }

    async fn put(
        &self,
        slot: &Slot,
        mut failures: Failures,
        condition: Condition,
    ) -> Result<bool, ItemsError> {
        failures.revision += 1;
        let newest = failures.at.iter().max().copied().unwrap_or(slot.at);
        let entry = Entry::new(slot.key.clone(), &failures)?
            .revision(failures.revision)
            .expires(newest.saturating_add(slot.rule.window.as_secs()));
        match self.table.put(entry, condition).await {
            Ok(()) => Ok(true),
            Err(error) if error.is_conflict() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use embedded::dynamo::Engine;
    use embedded::random::SeededRandom;

    use super::*;

    const ADDRESS: Rule = Rule {
        kind: "address",
        limit: 3,
        window: SignedDuration::from_secs(60),
    };
    const ACCOUNT: Rule = Rule {
        kind: "account",
        limit: 2,
        window: SignedDuration::from_secs(60),
    };

    async fn table() -> Table {
        let table = Table::new(Engine::memory().unwrap().client(), "test");
        table.create().await.unwrap();
        table
    }

    fn counts(address: &str, account: &str) -> [(Rule, String); 2] {
        [(ADDRESS, address.to_owned()), (ACCOUNT, account.to_owned())]
    }

    /// `retry_after` of a rejected attempt, in seconds.
    async fn fail(throttle: &Throttle<'_>, address: &str, account: &str, at: i64) -> Option<u64> {
        let now = Timestamp::from_second(at).unwrap();
        match throttle.admit(counts(address, account), now).await.unwrap() {
            Admission::Admitted(_) => None,
            Admission::Refused { retry_after } => Some(retry_after),
        }
    }

    #[tokio::test]
    async fn the_first_exhausted_rule_rejects_and_rejections_are_not_counted() {
        let (table, keyring) = (table().await, KeyRing::generate(&SeededRandom::new(1)));
        let throttle = Throttle {
            table: &table,
            keyring: &keyring,
        };
        assert_eq!(fail(&throttle, "a", "ana", 0).await, None);
        assert_eq!(fail(&throttle, "b", "ana", 10).await, None);
        for address in ["a", "b", "c", "c", "c", "c"] {
            assert_eq!(fail(&throttle, address, "ana", 20).await, Some(40));
        }
        // Attempts rejected for the account are not counted for the addresses.
        assert_eq!(fail(&throttle, "c", "bia", 20).await, None);
        assert_eq!(fail(&throttle, "c", "bia", 21).await, None);
        assert_eq!(fail(&throttle, "c", "caio", 22).await, None);
        assert_eq!(fail(&throttle, "c", "caio", 30).await, Some(50));
        // The oldest failure leaves the window.
        assert_eq!(fail(&throttle, "a", "ana", 59).await, Some(1));
        assert_eq!(fail(&throttle, "a", "ana", 60).await, None);
        assert_eq!(fail(&throttle, "a", "ana", 60).await, Some(10));
    }

    #[tokio::test]
    async fn forgiven_attempts_do_not_count() {
        let (table, keyring) = (table().await, KeyRing::generate(&SeededRandom::new(1)));
        let throttle = Throttle {
            table: &table,
            keyring: &keyring,
        };
        let now = Timestamp::from_second(5).unwrap();
        for _ in 0..10 {
            let Admission::Admitted(attempt) =
                throttle.admit(counts("a", "ana"), now).await.unwrap()
            else {
                panic!("refused");
            };
            throttle.forgive(attempt).await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn concurrent_attempts_count_against_each_other() {
        let (table, keyring) = (table().await, KeyRing::generate(&SeededRandom::new(1)));
        let keyring = Arc::new(keyring);
        let mut asked = tokio::task::JoinSet::new();
        for _ in 0..12 {
            let (table, keyring) = (table.clone(), keyring.clone());
            asked.spawn(async move {
                let throttle = Throttle {
                    table: &table,
                    keyring: &keyring,
                };
                fail(&throttle, "a", "ana", 0).await
            });
        }
        let admitted = asked.join_all().await;
        let admitted = admitted.iter().filter(|wait| wait.is_none()).count();
        assert_eq!(admitted, ACCOUNT.limit);
    }
}
