//! Recognising texts that are sent again.

use twox_hash::XxHash3_64;

use crate::words::{folded, stems};

/// A number that texts share when they differ only in case, accents, punctuation, numbers and addresses. Callers count
/// how often it occurred lately and pass the count as [`crate::Submission::repetitions`]. `None` for texts of fewer
/// than four words, which different people write alike.
#[must_use]
pub fn fingerprint(text: &str) -> Option<u64> {
    let kept: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !word.contains("://") && !word.starts_with("www."))
        .collect();
    let stems = stems(&folded(&kept.join(" ")));
    let words: Vec<String> = stems
        .into_iter()
        .filter(|stem| !stem.starts_with('#'))
        .collect();
    (words.len() >= 4).then(|| XxHash3_64::oneshot(words.join(" ").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_in_trifles_are_the_same() {
        let first = fingerprint("Compre agora com 50% de desconto! https://a.example/1").unwrap();
        let again = fingerprint("compre agora, com 70% de desconto: https://b.example").unwrap();
        assert_eq!(first, again);
        assert_ne!(Some(first), fingerprint("compre agora sem 70% de desconto"));
        assert_eq!(fingerprint("Muito obrigado, amigo!"), None);
    }
}
