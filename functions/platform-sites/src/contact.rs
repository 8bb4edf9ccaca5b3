//! The forms of a client's contacts.

/// Longest e-mail address (RFC 5321, 4.5.3.1.3, without the brackets).
const EMAIL_BYTES: usize = 254;
/// Longest part before the `@` (RFC 5321, 4.5.3.1.1).
const LOCAL_BYTES: usize = 64;
/// Fewest digits of an international number, country code included.
const FEWEST_DIGITS: usize = 8;
/// Most digits of an international number (ITU-T E.164).
const MOST_DIGITS: usize = 15;

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

/// The E.164 form of a telephone number; blanks, dots, hyphens and brackets are removed. None
/// when it is no international number.
pub(crate) fn e164(text: &str) -> Option<String> {
    let digits = text.trim().strip_prefix('+')?;
    let mut number = String::from("+");
    for c in digits.chars() {
        match c {
            '0'..='9' => number.push(c),
            ' ' | '.' | '-' | '(' | ')' | '\u{a0}' => {}
            _ => return None,
        }
    }
    let count = number.len() - 1;
    let sound = (FEWEST_DIGITS..=MOST_DIGITS).contains(&count) && !number.starts_with("+0");
    sound.then_some(number)
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

    #[test]
    fn numbers_are_written_in_one_form() {
        for (text, expected) in [
            ("+5511999990000", Some("+5511999990000")),
            (" +55 (11) 99999-0000 ", Some("+5511999990000")),
            ("+351.21.000.0000", Some("+351210000000")),
            ("11999990000", None),
            ("+0511999990000", None),
            ("+55", None),
            ("+5511999990000000000", None),
            ("+55 11 9999 abc", None),
            ("+٥٥١١٩٩٩٩٩٠٠٠٠", None),
            ("", None),
        ] {
            assert_eq!(e164(text).as_deref(), expected, "{text}");
        }
    }
}
