//! The date of a schedule.

use jiff::{SignedDuration, Timestamp};
use platform_http::{ApiError, Code};
use serde_json::Value;

/// How far ahead a post may be scheduled: five years.
const FARTHEST: SignedDuration = SignedDuration::from_hours(24 * (5 * 365 + 1));

/// Reads the date: RFC 3339 with an offset, ahead of `now`, at most five years.
///
/// # Errors
/// 422 `invalid_schedule_date`.
pub(crate) fn read(sent: &Value, now: Timestamp) -> Result<Timestamp, ApiError> {
    let refuse = |message: &str| {
        ApiError::new(Code::InvalidScheduleDate).issue("invalid_date", "scheduled_at", message)
    };
    let at: Timestamp = sent
        .as_str()
        .and_then(|text| text.trim().parse().ok())
        .ok_or_else(|| {
            refuse("Informe data, hora e fuso, por exemplo 2027-03-01T09:00:00-03:00.")
        })?;
    let at = Timestamp::from_second(at.as_second()).unwrap_or(at);
    if at <= now {
        return Err(refuse("A data já passou."));
    }
    if at.duration_since(now) > FARTHEST {
        return Err(refuse("Agende para os próximos cinco anos."));
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn an_offset_is_heeded_and_fractions_are_cut() {
        let at = read(&json!("2026-11-20T09:00:01.9-03:00"), now()).unwrap();
        assert_eq!(at.to_string(), "2026-11-20T12:00:01Z");
    }

    #[test]
    fn what_is_no_date_ahead_is_refused() {
        for wrong in [
            json!(null),
            json!(""),
            json!(1_900_000_000),
            json!("amanhã"),
            json!("2027-03-01"),
            json!("2027-03-01T09:00:00"),
            json!("2027-02-30T09:00:00Z"),
            json!("2026-11-20T12:00:00Z"),
            json!("2026-11-20T09:00:00.5-03:00"),
            json!("2031-11-22T12:00:00Z"),
            json!(["2027-03-01T09:00:00Z"]),
        ] {
            let refused = read(&wrong, now()).unwrap_err();
            assert_eq!(refused.code(), Code::InvalidScheduleDate, "{wrong}");
        }
        assert!(read(&json!("2031-11-20T12:00:00Z"), now()).is_ok());
    }
}
