//! Limit on submissions of one address to one form.

use items::ItemsError;
use jiff::SignedDuration;
use throttle::{Admission, Rule, Throttle};

use crate::store::FormStore;

/// How many submissions one network address may send to one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionLimit {
    /// Number of submissions within the window.
    pub submissions: usize,
    /// Length of the window.
    pub window: SignedDuration,
}

impl Default for SubmissionLimit {
    /// Ten submissions in ten minutes.
    fn default() -> Self {
        Self {
            submissions: 10,
            window: SignedDuration::from_mins(10),
        }
    }
}

impl FormStore {
    /// Counts a submission to `form` from `network`, the text of `http_edge::ClientAddress::network`. Returns the seconds to
    /// wait when the limit is reached; the submission was not counted then.
    ///
    /// # Errors
    /// The store failed.
    pub async fn count_submission(
        &self,
        limit: SubmissionLimit,
        form: u64,
        network: &str,
    ) -> Result<Option<u64>, ItemsError> {
        let rule = Rule {
            kind: "site-form",
            limit: limit.submissions,
            window: limit.window,
        };
        let throttle = Throttle {
            table: &self.parts.table,
            keyring: &self.keyring,
        };
        let subject = format!("{}\nform {form}\n{network}", self.tenant);
        let now = self.parts.clock.now();
        match throttle.admit([(rule, subject)], now).await? {
            Admission::Admitted(_) => Ok(None),
            Admission::Refused { retry_after } => Ok(Some(retry_after)),
        }
    }
}
