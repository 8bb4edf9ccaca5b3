//! What an account of rank tracking may do.

use serde_json::{Value, json};

use super::failure::Failure;

/// Limit and use of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Most phrases; `None` for any number.
    pub limit: Option<u64>,
    /// Phrases that are tracked.
    pub usage: u64,
    /// Days of history.
    pub history_days: u64,
}

impl Limit {
    /// The limits of an account as the service answers them; `None` for an answer of another form.
    pub fn read(account: &Value) -> Option<Self> {
        let limits = account.get("limits")?;
        let keywords = limits.get("keywords")?;
        let limit = match keywords.get("limit")? {
            Value::Null => None,
            number => Some(number.as_u64()?),
        };
        let days = limits.get("history_days").and_then(Value::as_u64);
        Some(Self {
            limit,
            usage: keywords.get("usage")?.as_u64()?,
            history_days: days.unwrap_or_default(),
        })
    }

    /// Whether this many more phrases may be tracked.
    ///
    /// # Errors
    /// [`Failure::OverLimit`].
    pub fn admits(&self, phrases: usize) -> Result<(), Failure> {
        let more = u64::try_from(phrases).unwrap_or(u64::MAX);
        match self.limit {
            Some(limit) if self.usage.saturating_add(more) > limit => {
                Err(Failure::OverLimit(limit))
            }
            _ => Ok(()),
        }
    }

    /// The body of `account/limit`.
    pub fn body(&self) -> Value {
        json!({
            "canTrack": self.limit.is_none_or(|limit| self.usage < limit),
            "limit": self.limit,
            "usage": self.usage,
            "historyDays": self.history_days,
            "status": 200,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(limit: Value, usage: Value) -> Value {
        json!({"limits": {"keywords": {"limit": limit, "usage": usage}, "history_days": 31}})
    }

    #[test]
    fn the_limit_is_checked() {
        let limit = Limit::read(&account(json!(5), json!(3))).unwrap();
        assert_eq!(limit.admits(2), Ok(()));
        assert_eq!(limit.admits(3), Err(Failure::OverLimit(5)));
        assert_eq!(
            limit.body(),
            json!({"canTrack": true, "limit": 5, "usage": 3, "historyDays": 31, "status": 200})
        );
        let full = Limit { usage: 5, ..limit };
        assert_eq!(full.body()["canTrack"], false);
    }

    #[test]
    fn an_account_without_limit_admits_everything() {
        let limit = Limit::read(&account(Value::Null, json!(900))).unwrap();
        assert_eq!(limit.admits(1_000), Ok(()));
        assert_eq!(limit.body()["limit"], Value::Null);
    }

    #[test]
    fn other_answers_are_no_limit() {
        for answer in [
            json!({}),
            json!({"limit": 5, "usage": 3}),
            account(json!("5"), json!(3)),
            account(json!(-1), json!(3)),
            account(json!(5), json!(null)),
            json!({"limits": {"keywords": {"usage": 3}}}),
        ] {
            assert_eq!(Limit::read(&answer), None, "{answer}");
        }
    }
}
