//! Answers of the last day, in memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// Most answers that are kept.
const MOST: usize = 200;

/// Answers by key with the time at which they were received.
#[derive(Debug)]
pub(crate) struct Recent {
    lifetime: SignedDuration,
    answers: Mutex<HashMap<String, (Timestamp, Value)>>,
}

impl Recent {
    /// Keeps answers for `seconds`.
    pub(crate) fn new(seconds: i64) -> Self {
        Self {
            lifetime: SignedDuration::from_secs(seconds),
            answers: Mutex::default(),
        }
    }

    /// The answer of a key, if it is recent.
    pub(crate) fn get(&self, key: &str, now: Timestamp) -> Option<Value> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, answer) = answers.get(key)?;
        (now.duration_since(*at) < self.lifetime).then(|| answer.clone())
    }

    /// Keeps an answer, in place of the oldest one when there are too many.
    pub(crate) fn put(&self, key: String, answer: Value, now: Timestamp) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= MOST && !answers.contains_key(&key) {
            let oldest = answers.iter().min_by_key(|(_, (at, _))| *at);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                answers.remove(&oldest);
            }
        }
        answers.insert(key, (now, answer));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn answers_are_kept_for_their_time() {
        let recent = Recent::new(100);
        recent.put("a".to_owned(), json!(1), at(0));
        assert_eq!(recent.get("a", at(99)), Some(json!(1)));
        assert_eq!(recent.get("a", at(100)), None);
        assert_eq!(recent.get("b", at(1)), None);
    }

    #[test]
    fn the_oldest_answer_goes() {
        let recent = Recent::new(10_000);
        for number in 0..=i64::try_from(MOST).unwrap() {
            recent.put(number.to_string(), json!(number), at(number));
        }
        assert_eq!(recent.get("0", at(500)), None);
        assert_eq!(recent.get("1", at(500)), Some(json!(1)));
    }
}
