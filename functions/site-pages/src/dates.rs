//! Formats dates for readers by the format in the site's settings.

use jiff::civil::DateTime;
use site_formats::date;

use crate::words::Words;

/// Formats a local date with PHP's format letters and the names of the site's language.
pub fn format_date(form: &str, at: DateTime, words: &Words) -> String {
    date::format_date(form, at, words.names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_sites_language() {
        let at = jiff::civil::date(2024, 5, 1).at(7, 5, 9, 0);
        for (form, words, wanted) in [
            (r"j \d\e F \d\e Y", Words::of("pt_BR"), "1 de maio de 2024"),
            ("l, j/n/y", Words::of("pt_BR"), "quarta-feira, 1/5/24"),
            ("F jS, Y g:i A", Words::of("en_US"), "May 1st, 2024 7:05 AM"),
        ] {
            assert_eq!(format_date(form, at, words), wanted);
        }
    }
}
