//! The record of a user.

use serde::{Deserialize, Serialize};

use super::alerts::Dismissed;
use super::introductions::Introductions;
use crate::ai::consent::AiState;

/// What is kept for a user of a site. A member that is absent has its first value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserRecord {
    /// Dismissed alerts.
    pub dismissed: Dismissed,
    /// Introductions.
    pub introductions: Introductions,
    /// Whether videos may be embedded; `None` before the first write.
    pub video_embeds: Option<bool>,
    /// Consent and free use of generated texts. Codes and tokens are sealed elsewhere.
    pub ai: AiState,
    /// Number of the next authorisation of rank tracking.
    pub authorizations: u64,
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_record_has_first_values() {
        let read: UserRecord = serde_json::from_value(json!({})).unwrap();
        assert_eq!(read, UserRecord::default());
    }

    #[test]
    fn the_stored_form_reads_back() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let mut record = UserRecord {
            video_embeds: Some(true),
            ..UserRecord::default()
        };
        record.dismissed.dismiss(&json!("black-friday-promotion"));
        record
            .introductions
            .set("delayed-premium-upsell", true, now);
        record.ai.give_consent(now);
        record.ai.start_free_use(now);
        let stored = serde_json::to_value(&record).unwrap();
        assert_eq!(
            serde_json::from_value::<UserRecord>(stored).unwrap(),
            record
        );
    }
}
