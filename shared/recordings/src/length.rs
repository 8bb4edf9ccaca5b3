//! The length of a recording in whole seconds, as a number and as a clock shows it, and the rate of its bytes.

use serde_json::{Map, Value, json};

/// Longest length that is believed, in seconds: a year.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

/// Adds `length` and `length_formatted`, unless the length is unknown.
pub(crate) fn add(out: &mut Map<String, Value>, seconds: f64) {
    if !(seconds > 0.0 && seconds <= LONGEST) {
        return;
    }
    // Within the limit above.
    let whole = seconds.round() as u64;
    out.insert("length".to_owned(), json!(whole));
    out.insert("length_formatted".to_owned(), json!(clock(whole)));
}

/// Average bits per second of so many bytes; none when the length is unknown.
pub(crate) fn rate(bytes: usize, seconds: f64) -> Option<f64> {
    let rate = bytes as f64 * 8.0 / seconds;
    (seconds > 0.0 && rate.is_finite()).then_some(rate)
}

fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_as_on_a_clock() {
        for (seconds, shown) in [(3, "0:03"), (75, "1:15"), (3725, "1:02:05")] {
            assert_eq!(clock(seconds), shown);
        }
        for unknown in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e12] {
            let mut out = Map::new();
            add(&mut out, unknown);
            assert!(out.is_empty(), "{unknown}");
        }
    }
}
