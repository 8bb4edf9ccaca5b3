//! Compare-and-set loops: read, decide, write on the condition that nothing changed since, and start
//! again after a conflict.

use std::future::Future;

use crate::error::ItemsError;

/// Attempts of a compare-and-set loop before it gives up. Each conflict is a successful write of another
/// process, so only a record with this many concurrent writers reaches the limit.
pub const MAX_CONFLICT_RETRIES: u32 = 128;

/// Every attempt of a compare-and-set loop met a conflict. Nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record stayed contested")]
pub struct Contention;

impl From<Contention> for ItemsError {
    fn from(contention: Contention) -> Self {
        Self::Unavailable(contention.to_string())
    }
}

/// Calls `attempt` until it returns a value. An attempt reads what it decides on, and returns none when
/// its write met a conflict.
///
/// # Errors
/// The first error of an attempt, or [`Contention`] after [`MAX_CONFLICT_RETRIES`] conflicts.
pub async fn retry_on_conflict<T, E, F, Fut>(mut attempt: F) -> Result<T, E>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<Option<T>, E>>,
    E: From<Contention>,
{
    for _ in 0..MAX_CONFLICT_RETRIES {
        // On the heap, because an attempt is most of the future of a route, which its callers move: together they would
        // fill the stack of a thread.
        if let Some(value) = Box::pin(attempt()).await? {
            return Ok(value);
        }
    }
    Err(Contention.into())
}

/// The result of a write, with none in place of a conflict, as [`retry_on_conflict`] expects it.
///
/// # Errors
/// Every other error of the write.
pub fn none_on_conflict<T>(written: Result<T, ItemsError>) -> Result<Option<T>, ItemsError> {
    match written {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_conflict() => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conflict() -> ItemsError {
        ItemsError::Conflict { failed: vec![0] }
    }

    #[tokio::test]
    async fn an_attempt_is_repeated_until_its_write_meets_no_conflict() {
        let mut attempts = 0;
        let done: Result<usize, ItemsError> = retry_on_conflict(|| {
            attempts += 1;
            let written = if attempts < 3 {
                Err(conflict())
            } else {
                Ok(attempts)
            };
            async { none_on_conflict(written) }
        })
        .await;
        assert_eq!(done.ok(), Some(3));
    }

    #[tokio::test]
    async fn a_record_that_stays_contested_is_given_up() {
        let mut attempts = 0;
        let done: Result<(), ItemsError> = retry_on_conflict(|| {
            attempts += 1;
            async { none_on_conflict(Err(conflict())) }
        })
        .await;
        assert!(matches!(done, Err(ItemsError::Unavailable(_))));
        assert_eq!(attempts, MAX_CONFLICT_RETRIES);
    }

    #[tokio::test]
    async fn another_error_ends_the_loop() {
        let mut attempts = 0;
        let done: Result<(), ItemsError> = retry_on_conflict(|| {
            attempts += 1;
            async { none_on_conflict(Err(ItemsError::Defect("broken".to_owned()))) }
        })
        .await;
        assert!(matches!(done, Err(ItemsError::Defect(_))));
        assert_eq!(attempts, 1);
    }
}
