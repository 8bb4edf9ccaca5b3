//! Bodies of the AI routes that say the same each time.

use serde_json::{Value, json};

/// `consent` with true.
pub const CONSENT_STORED: &str = "Consent successfully stored.";
/// `consent` with false.
pub const CONSENT_REVOKED: &str = "Consent successfully revoked.";
/// `consent` that could not be stored or withdrawn, 500.
pub const CONSENT_FAILED: &str = "Failed to store consent.";
/// `free_sparks`.
pub const FREE_USE_STARTED: &str = "Free sparks successfully started.";
/// `free_sparks` that could not be stored, 500.
pub const FREE_USE_FAILED: &str = "Failed to start free sparks.";
/// `bust_subscription_cache`.
pub const CACHE_BUSTED: &str = "Subscription cache successfully busted.";
/// A callback without a fitting challenge, 401.
pub const UNAUTHORIZED: &str = "Unauthorized.";
/// Another failure of `get_suggestions`, 500.
pub const SUGGESTIONS_FAILED: &str = "Failed to get suggestions.";
/// Another failure of `get_usage`, 500.
pub const USAGE_FAILED: &str = "Failed to get usage.";

/// The body of an accepted callback.
pub fn callback_body(verifier: &str) -> Value {
    json!({ "message": "Tokens successfully stored.", "code_verifier": verifier })
}

/// The body of `consent`.
pub const fn consent_body(consent: bool) -> &'static str {
    if consent {
        CONSENT_STORED
    } else {
        CONSENT_REVOKED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies() {
        assert_eq!(
            callback_body("ab"),
            json!({"message": "Tokens successfully stored.", "code_verifier": "ab"})
        );
        assert_eq!(consent_body(true), CONSENT_STORED);
        assert_eq!(consent_body(false), CONSENT_REVOKED);
    }
}
