//! What is shown of a secret.

/// Stands for the hidden part of a secret.
const HIDDEN: &str = "••••";
/// Number of characters at the end that are shown.
const SHOWN: usize = 4;
/// Secrets with fewer characters show none: four would be half of them or more.
const SHORTEST: usize = 8;

/// Stands for a word that repeats a part of a secret.
const MASKED_WORD: &str = "•••";
/// Number of successive characters of a secret that no message may repeat.
const REPEATED_CHARS: usize = 5;

/// The last four characters of `secret` behind dots, or only the dots for a secret of fewer than eight characters.
pub fn masked(secret: &str) -> String {
    let count = secret.chars().count();
    let shown = if count < SHORTEST { 0 } else { SHOWN };
    HIDDEN
        .chars()
        .chain(secret.chars().skip(count - shown))
        .collect()
}

/// The words of a provider on one line, with those masked that repeat a part of its key: some providers show its beginning
/// and end.
pub fn without_key(words: &str, key: &str) -> String {
    let key: Vec<char> = key.chars().collect();
    let parts: Vec<String> = key
        .windows(REPEATED_CHARS.min(key.len().max(1)))
        .map(|part| part.iter().collect())
        .collect();
    let shown: Vec<&str> = words
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let repeats = parts.iter().any(|part| word.contains(part));
            if repeats { MASKED_WORD } else { word }
        })
        .collect();
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_repeat_the_key_are_masked() {
        for (words, shown) in [
            (
                "Incorrect API key provided: sk-pr***b7c2.",
                "Incorrect API key provided: •••",
            ),
            ("bad sk-proj-91b7c2", "bad •••"),
            ("c1b7c2! is no key", "••• is no key"),
            ("Invalid\r\nkey\u{0}", "Invalid key"),
        ] {
            assert_eq!(without_key(words, "sk-proj-c1b7c2"), shown);
        }
        assert_eq!(without_key("no ab here", "ab"), "no ••• here");
        assert_eq!(without_key("no key", ""), "no key");
    }

    #[test]
    fn a_short_secret_shows_nothing() {
        for (secret, shown) in [
            ("", "••••"),
            ("1234567", "••••"),
            ("12345678", "••••5678"),
            ("sk-proj-ação", "••••ação"),
        ] {
            assert_eq!(masked(secret), shown);
        }
    }
}
