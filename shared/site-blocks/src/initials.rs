//! Initials of a person, in place of a picture that another site would have to be asked for.

/// The first letters of the first and the last word of a name; empty for a name without letters and digits.
pub fn initials(name: &str) -> String {
    let first = |word: &str| word.chars().find(|letter| letter.is_alphanumeric());
    let mut letters = name.split_whitespace().filter_map(first);
    let mut initials = String::new();
    if let Some(letter) = letters.next() {
        initials.extend(letter.to_uppercase());
    }
    if let Some(letter) = letters.next_back() {
        initials.extend(letter.to_uppercase());
    }
    initials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_word_give_a_letter() {
        for (name, expected) in [
            ("Ana Maria de Souza", "AS"),
            ("ágata", "Á"),
            ("  (Zé) <b> ", "ZB"),
            ("7 Belo", "7B"),
            ("…", ""),
            ("", ""),
        ] {
            assert_eq!(initials(name), expected, "{name}");
        }
    }
}
