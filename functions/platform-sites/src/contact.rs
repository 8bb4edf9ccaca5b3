//! The form of a client's e-mail address.

/// Longest e-mail address (RFC 5321, 4.5.3.1.3, without the brackets).
const EMAIL_BYTES: usize = 254;
/// Longest part before the `@` (RFC 5321, 4.5.3.1.1).
const LOCAL_BYTES: usize = 64;
/// Whether `text` has the form of an address that mail can be sent to. Quoted local parts and
/// addresses without a dot in the domain are valid on paper and mistakes in practice.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let atom = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    text.len() <= EMAIL_BYTES
        && local.len() <= LOCAL_BYTES
        && local
            .split('.')
            .all(|part| !part.is_empty() && part.chars().all(atom))
        && domain.contains('.')
        && domain.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_people_pass() {
        for good in [
            "cliente@exemplo.com.br",
            "a.b+c@sub.exemplo.com",
            "joão@exemplo.com.br",
            "x@açaí.com.br",
            "o'neill@exemplo.ie",
        ] {
            assert!(is_email(good), "{good}");
        }
    }

    #[test]
    fn what_mail_cannot_be_sent_to_is_refused() {
        let long_local = format!("{}@exemplo.com", "a".repeat(65));
        let long = format!("a@{}com", "abcdefgh.".repeat(32));
        for bad in [
            "",
            "cliente",
            "@exemplo.com",
            "a@",
            "a@exemplo",
            "a@@exemplo.com",
            "a b@exemplo.com",
            "a@exemplo..com",
            "a..b@exemplo.com",
            ".a@exemplo.com",
            "a@-exemplo.com",
            "a@exemplo.com\r\nBcc: b@exemplo.com",
            "Ana <a@exemplo.com>",
            "a@exemplo.com,b@exemplo.com",
            &long_local,
            &long,
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
