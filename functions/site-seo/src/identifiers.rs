//! Identifiers as deployed systems read them where no type is declared.

use serde_json::Value;

/// Characters of a number with fraction and exponent.
const OF_NUMBERS: &str = "0123456789+-.eE";

/// Most characters of a number that are read.
const NUMBER_LIMIT: usize = 40;

/// The number at the beginning of a text.
fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let end = text.find(|one| !OF_NUMBERS.contains(one));
    let end = end.unwrap_or(text.len()).min(NUMBER_LIMIT);
    let beginnings = (1..=end).rev().filter_map(|end| text.get(..end));
    beginnings.filter_map(|one| one.parse().ok()).next()
}

/// A number or the number at the beginning of a text as an identifier, without its fraction.
pub fn identifier(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_f64().and_then(whole),
        Value::String(text) => leading_number(text).and_then(whole),
        _ => None,
    }
}

fn whole(number: f64) -> Option<u64> {
    /// Up to here every whole number has a form of its own.
    const MOST: f64 = 9_007_199_254_740_991.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is positive and in range; its fraction is dropped"
    )]
    (1.0..=MOST).contains(&number).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn identifiers_are_read_from_the_beginning_of_a_text() {
        for text in [
            "40", "40.5", "4e1", "40abc", " 40", "+40", "040", "40.", "40e", "40 41",
        ] {
            assert_eq!(identifier(&json!(text)), Some(40), "{text}");
        }
        for text in [
            "", "abc", "-40", "0", "0x40", "0.9", "1e9999", ".", "e1", "inf", "NaN",
        ] {
            assert_eq!(identifier(&json!(text)), None, "{text}");
        }
    }

    #[test]
    fn numbers_lose_their_fraction() {
        assert_eq!(identifier(&json!(40.9)), Some(40));
        for other in [json!(-1), json!(0), json!(1e300), json!([40]), json!(true)] {
            assert_eq!(identifier(&other), None, "{other}");
        }
    }
}
