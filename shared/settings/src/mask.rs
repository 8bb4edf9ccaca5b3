//! What is shown of a secret.

/// Stands for the hidden part of a secret.
const HIDDEN: &str = "••••";
/// Number of characters at the end that are shown.
const SHOWN: usize = 4;
/// Secrets with fewer characters show none: four would be half of them or more.
const SHORTEST: usize = 8;

/// The last four characters of `secret` behind dots, or only the dots for a secret of fewer than eight characters.
pub fn masked(secret: &str) -> String {
    let count = secret.chars().count();
    let shown = if count < SHORTEST { 0 } else { SHOWN };
    HIDDEN
        .chars()
        .chain(secret.chars().skip(count - shown))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
