//! Words that the caller accepts: of a client, a brand, a trade.

use std::collections::HashSet;

/// Words that are accepted beside those of the dictionary.
///
/// A word in small letters is accepted in any case, another one as it is written and in capitals.
#[derive(Debug, Clone, Default)]
pub struct OwnWords {
    exact: HashSet<String>,
    in_any_case: HashSet<String>,
}

/// A word with the apostrophe and the hyphen in their plain forms.
fn plain(word: &str) -> String {
    word.replace('’', "'")
        .replace('‑', "-")
        .replace('\u{00AD}', "")
}

impl OwnWords {
    /// Whether `word`, as the text has it, is one of the words.
    pub fn accepts(&self, word: &str) -> bool {
        if self.exact.is_empty() {
            return false;
        }
        let word = plain(word);
        self.exact.contains(&word) || self.in_any_case.contains(&word.to_lowercase())
    }
}

impl<S: AsRef<str>> FromIterator<S> for OwnWords {
    fn from_iter<T: IntoIterator<Item = S>>(words: T) -> Self {
        let mut own = Self::default();
        for word in words {
            let word = plain(word.as_ref());
            if word == word.to_lowercase() {
                own.in_any_case.insert(word.clone());
            } else {
                own.exact.insert(word.to_uppercase());
            }
            own.exact.insert(word);
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_stand_for_any_case_and_capitals_for_themselves() {
        let own: OwnWords = ["kombucha", "iFood", "pão-d’água"].into_iter().collect();
        for accepted in [
            "kombucha",
            "Kombucha",
            "KOMBUCHA",
            "iFood",
            "IFOOD",
            "Pão-d'água",
        ] {
            assert!(own.accepts(accepted), "{accepted}");
        }
        for other in ["ifood", "Ifood", "kombuchas", "kombuch", ""] {
            assert!(!own.accepts(other), "{other}");
        }
        assert!(!OwnWords::default().accepts("kombucha"));
    }
}
