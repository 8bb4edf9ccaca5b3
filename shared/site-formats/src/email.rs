//! The rule for e-mail addresses.

/// Whether a text is an e-mail address that deployed systems accept: one `@`, plain characters before it, a dotted
/// host name after it.
pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let local_fits = !local.is_empty()
        && local
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~.-".contains(&b));
    let labels: Vec<&str> = host.split('.').collect();
    let host_fits = labels.len() >= 2
        && labels.iter().all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        });
    text.len() >= 6 && text.len() <= 254 && local_fits && host_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails() {
        for good in ["a@b.co", "first.last+tag@sub.example.com"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "", "a@b", "@b.co", "a@-b.co", "a b@c.co", "a@b@c.co", "a@b..co",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
