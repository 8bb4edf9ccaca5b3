//! Formats of values.

/// The schemes that a web address may have.
const SCHEMES: [&str; 19] = [
    "http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp",
    "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "webcal",
];

/// Whether a text is an address with an allowed scheme.
pub fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let scheme = scheme.to_ascii_lowercase();
    SCHEMES.contains(&scheme.as_str())
        && !rest.trim_start_matches('/').is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
        && (!rest.starts_with("//") || url::Url::parse(text).is_ok())
}

/// Whether a text is a telephone number: 6 to 15 digits, with a plus sign at the beginning or none, and with signs and
/// blanks between them.
pub fn is_tel(text: &str) -> bool {
    let signs =
        |c: &char| !(matches!(c, '(' | ')' | '/' | '.' | '*' | '#' | '-') || c.is_whitespace());
    let kept: String = text.chars().filter(signs).collect();
    let digits = kept.strip_prefix('+').unwrap_or(&kept);
    (6..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text is a number as number fields of browsers write it: a minus sign or none, digits with or without a
/// fraction, and an exponent or none (HTML, "valid floating-point number").
pub fn is_number(text: &str) -> bool {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (decimal, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((decimal, exponent)) => (decimal, Some(exponent)),
        None => (unsigned, None),
    };
    let is_decimal = match decimal.split_once('.') {
        Some(("", fraction)) => are_digits(fraction),
        Some((whole, fraction)) => are_digits(whole) && are_digits(fraction),
        None => are_digits(decimal),
    };
    is_decimal
        && exponent.is_none_or(|text| are_digits(text.strip_prefix(['-', '+']).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses() {
        for good in [
            "https://a.example/x?y=1",
            "gopher://a.example",
            "mailto:a@b.co",
            "HTTP://a.example",
        ] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in [
            "a.example",
            "javascript:alert(1)",
            "http://",
            "https://a b",
            "",
            "http:",
            "data:text/html,x",
        ] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }

    #[test]
    fn telephone_numbers() {
        for good in [
            "123456",
            "+55 (11) 91234-5678",
            "11.9123/4567#5",
            "123456789012345",
        ] {
            assert!(is_tel(good), "{good}");
        }
        for bad in ["12345", "1234567890123456", "12345a", "55+123456", "", "+"] {
            assert!(!is_tel(bad), "{bad}");
        }
    }

    #[test]
    fn numbers() {
        for good in [
            "30.5", "3e1", "18", "-1", ".5", "-.5", "1E-3", "2e+4", "1e999",
        ] {
            assert!(is_number(good), "{good}");
        }
        for bad in [
            "30,5", "", "abc", "inf", "NaN", "+2", "5.", ".", "-", "1e", "1e1.5", "0x10", "1 2",
            "--1",
        ] {
            assert!(!is_number(bad), "{bad}");
        }
    }
}
