//! Numbers in texts: what a token with digits is.

/// The kind of a word made of digits and their separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// An amount: it can be part of a statistic.
    Amount,
    /// A year from 1900 to 2099.
    Year,
    /// A date, a time or a number of identification.
    Label,
}

/// Classifies a word that begins with a digit; `None` for words.
pub(crate) fn classify(word: &str) -> Option<Number> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if word.contains(['/', ':']) || is_clock(word) || word.contains(['º', 'ª']) {
        return Some(Number::Label);
    }
    if word.contains('-') && digits >= 8 {
        return Some(Number::Label);
    }
    if word.len() == 4 && digits == 4 && (word.starts_with("19") || word.starts_with("20")) {
        return Some(Number::Year);
    }
    if digits >= 8 && !word.contains(['.', ',']) {
        return Some(Number::Label);
    }
    Some(Number::Amount)
}

/// Whether the word is a time like 10h or 10h30.
fn is_clock(word: &str) -> bool {
    word.split_once('h').is_some_and(|(hours, minutes)| {
        (1..=2).contains(&hours.len())
            && hours.bytes().all(|byte| byte.is_ascii_digit())
            && minutes.trim_end_matches("min").len() == 2
            && minutes
                .trim_end_matches("min")
                .bytes()
                .all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart() {
        for amount in ["35", "3.500,00", "2,5", "15kg", "1000"] {
            assert_eq!(classify(amount), Some(Number::Amount), "{amount}");
        }
        for label in [
            "12/03/2024",
            "10:30",
            "10h30",
            "5º",
            "01310-100",
            "99999-9999",
        ] {
            assert_eq!(classify(label), Some(Number::Label), "{label}");
        }
        assert_eq!(classify("2024"), Some(Number::Year));
        assert_eq!(classify("solar"), None);
    }
}
