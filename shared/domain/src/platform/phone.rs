//! Telephone numbers.

/// Country code of Brazil.
pub const BRAZIL: &str = "55";
/// Digits of a number with its country code: at most those of E.164, and more than any national emergency number.
const INTERNATIONAL_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// Digits from which on a number that begins with the country code contains it.
const COMPLETE_DIGITS: usize = 11;

/// A telephone number with its country code, in the digits of
/// [E.164](https://www.itu.int/rec/T-REC-E.164). Brazilian mobile numbers have their ninth digit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Reads a number as people write it: digits with spaces, dots, hyphens, slashes and brackets. A `+` or `00` announces a
    /// country code; a number without one is of `country`, and its leading 0 of domestic calls is dropped.
    ///
    /// Brazilian numbers need their area code. Of a mobile number with eight digits the ninth one is added; numbers of the
    /// fixed network, which WhatsApp Business permits, stay as they are.
    ///
    /// `None` when `text` is no such number.
    pub fn parse(text: &str, country: &str) -> Option<Self> {
        let text = text.trim();
        let plus = text.strip_prefix('+');
        let digits = digits(plus.unwrap_or(text))?;
        let announced = match plus {
            Some(_) => Some(digits.as_str()),
            None => digits.strip_prefix("00"),
        };
        let number = match announced {
            Some(whole) => match whole.strip_prefix(BRAZIL) {
                Some(national) => brazilian(national)?,
                None => whole.to_owned(),
            },
            None => {
                let national = digits.strip_prefix('0').unwrap_or(&digits);
                domestic(national, country)?
            }
        };
        let fits = INTERNATIONAL_DIGITS.contains(&number.len()) && !number.starts_with('0');
        fits.then_some(Self(number))
    }

    /// Reads a number that announces its country code with `+`, as the contacts of clients are stored.
    ///
    /// `None` when `text` is no such number.
    pub fn international(text: &str) -> Option<Self> {
        text.trim_start()
            .starts_with('+')
            .then(|| Self::parse(text, BRAZIL))?
    }

    /// The digits, without the `+`.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

/// With the `+`.
impl std::fmt::Display for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{}", self.0)
    }
}

/// Only the last four digits, as a number identifies a person.
impl std::fmt::Debug for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (_, last) = self.0.split_at(self.0.len().saturating_sub(4));
        write!(f, "Phone(•••{last})")
    }
}

/// The digits of `text`; `None` if it has other characters than those that numbers are written with.
fn digits(text: &str) -> Option<String> {
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, '.' | '-' | '‐' | '‑' | '–' | '/' | '(' | ')');
    let others = text.chars().filter(|c| !is_separator(*c));
    others
        .map(|c| c.is_ascii_digit().then_some(c))
        .collect::<Option<String>>()
}

/// A number that was written without announcing its country code.
fn domestic(number: &str, country: &str) -> Option<String> {
    let within = number.strip_prefix(country);
    if country == BRAZIL {
        // The area code 55 exists too; only the length tells it from the country code.
        return match (number.len(), within) {
            (10 | 11, _) => brazilian(number),
            (_, Some(national)) => brazilian(national),
            (_, None) => None,
        };
    }
    Some(match within {
        Some(_) if number.len() >= COMPLETE_DIGITS => number.to_owned(),
        _ => format!("{country}{number}"),
    })
}

/// A number with Brazil's country code: area code and eight or nine digits.
fn brazilian(national: &str) -> Option<String> {
    let (area, subscriber) = national.split_at_checked(2)?;
    if area.contains('0') {
        return None;
    }
    let ninth = match (subscriber.len(), subscriber.bytes().next()?) {
        (9, b'9') | (8, b'2'..=b'5') => "",
        (8, b'6'..=b'9') => "9",
        _ => return None,
    };
    Some(format!("{BRAZIL}{area}{ninth}{subscriber}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<String> {
        Phone::parse(text, BRAZIL).map(|phone| phone.0)
    }

    #[test]
    fn brazilian_numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("+55 11 98888-7777", "5511988887777"),
            ("(11) 98888-7777", "5511988887777"),
            ("011 98888.7777", "5511988887777"),
            ("0055 11 98888 7777", "5511988887777"),
            ("5511988887777", "5511988887777"),
            ("11 8888-7777", "5511988887777"),
            ("+55 11 8888-7777", "5511988887777"),
            ("(11)\u{a0}3333‑4444", "551133334444"),
            ("55 99999-0000", "5555999990000"),
            ("55 3333-4444", "555533334444"),
        ] {
            assert_eq!(read(text).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_brazilian_number_is_refused() {
        for text in [
            "",
            "+",
            "98888-7777",
            "8888-7777",
            "01 8888-7777",
            "(10) 98888-7777",
            "11 88888-7777",
            "11 1888-7777",
            "+55 11 98888-77777",
            "+55 11 988",
            "15 11 98888-7777",
            "(11) 98888-7777 ramal 2",
            "11 98888-7777, 11 97777-6666",
            "++5511988887777",
            "１１９８８８８７７７７",
            "+0511988887777",
            "cliente@exemplo.com.br",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_of_other_countries_have_their_code() {
        for (text, country, number) in [
            ("+351 912 345 678", BRAZIL, "351912345678"),
            ("00351912345678", BRAZIL, "351912345678"),
            ("912 345 678", "351", "351912345678"),
            ("351912345678", "351", "351912345678"),
            ("(415) 555-2671", "1", "14155552671"),
            ("1 415 555 2671", "1", "14155552671"),
            ("+55 11 98888-7777", "351", "5511988887777"),
        ] {
            let read = Phone::parse(text, country).map(|phone| phone.0);
            assert_eq!(read.as_deref(), Some(number), "{text} {country}");
        }
        assert_eq!(Phone::parse("+1234567890123456", BRAZIL), None);
    }

    #[test]
    fn a_number_without_its_country_code_is_not_international() {
        for (text, number) in [
            (" +55 (11) 8888-7777 ", Some("+5511988887777")),
            ("+351.21.000.0000", Some("+351210000000")),
            ("11999990000", None),
            ("005511999990000", None),
            ("+5511999990000000000", None),
            ("+55 11 9999 abc", None),
            ("+٥٥١١٩٩٩٩٩٠٠٠٠", None),
            ("+", None),
            ("", None),
        ] {
            let read = Phone::international(text).map(|phone| phone.to_string());
            assert_eq!(read.as_deref(), number, "{text}");
        }
    }

    #[test]
    fn a_number_is_shown_whole_and_logged_in_part() {
        let phone = Phone::parse("+5511988887777", BRAZIL).unwrap();
        assert_eq!(phone.to_string(), "+5511988887777");
        assert_eq!(format!("{phone:?}"), "Phone(•••7777)");
    }

    proptest! {
        #[test]
        fn a_number_read_again_is_the_same(text in "[+]?[0-9 ().-]{0,20}", country in "55|1|351|49") {
            if let Some(phone) = Phone::parse(&text, &country) {
                prop_assert!(INTERNATIONAL_DIGITS.contains(&phone.digits().len()));
                prop_assert_eq!(Phone::parse(&phone.to_string(), BRAZIL), Some(phone));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = Phone::parse(&text, BRAZIL);
        }
    }
}
