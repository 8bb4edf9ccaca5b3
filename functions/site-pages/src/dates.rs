//! Formats dates for readers by the format in the site's settings.

use jiff::civil::DateTime;

use crate::words::Words;

/// Abbreviated month or weekday name.
fn short(name: &str) -> String {
    name.chars().take(3).collect()
}

/// Formats a local date with PHP's format letters, for example `j \d\e F \d\e Y`. A letter after a
/// backslash is literal, and so is a letter without a meaning.
pub fn format_date(form: &str, at: DateTime, words: &Words) -> String {
    let month = usize::try_from(at.month() - 1).unwrap_or_default();
    let month = words.months.get(month).copied().unwrap_or_default();
    let day = at.date().weekday().to_sunday_zero_offset();
    let weekday = usize::try_from(day).unwrap_or_default();
    let weekday = words.weekdays.get(weekday).copied().unwrap_or_default();
    let (hour, half) = (at.hour(), if at.hour() < 12 { "am" } else { "pm" });
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    let mut text = String::new();
    let mut letters = form.chars();
    while let Some(letter) = letters.next() {
        match letter {
            'd' => text.push_str(&format!("{:02}", at.day())),
            'j' => text.push_str(&at.day().to_string()),
            'D' => text.push_str(&short(weekday)),
            'l' => text.push_str(weekday),
            'w' => text.push_str(&day.to_string()),
            'm' => text.push_str(&format!("{:02}", at.month())),
            'n' => text.push_str(&at.month().to_string()),
            'M' => text.push_str(&short(month)),
            'F' => text.push_str(month),
            'Y' => text.push_str(&at.year().to_string()),
            'y' => text.push_str(&format!("{:02}", at.year() % 100)),
            'H' => text.push_str(&format!("{hour:02}")),
            'G' => text.push_str(&hour.to_string()),
            'h' => text.push_str(&format!("{twelve:02}")),
            'g' => text.push_str(&twelve.to_string()),
            'i' => text.push_str(&format!("{:02}", at.minute())),
            's' => text.push_str(&format!("{:02}", at.second())),
            'a' => text.push_str(half),
            'A' => text.push_str(&half.to_uppercase()),
            'S' => text.push_str(ordinal(at.day())),
            '\\' => text.extend(letters.next()),
            other => text.push(other),
        }
    }
    text
}

/// Suffix of an English ordinal number.
fn ordinal(day: i8) -> &'static str {
    match (day % 10, day / 10) {
        (_, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_deployed_systems() {
        let at = jiff::civil::date(2024, 5, 1).at(7, 5, 9, 0);
        let pt = Words::of("pt_BR");
        let en = Words::of("en_US");
        for (form, words, wanted) in [
            (r"j \d\e F \d\e Y", pt, "1 de maio de 2024"),
            ("d/m/Y H:i", pt, "01/05/2024 07:05"),
            ("l, j/n/y", pt, "quarta-feira, 1/5/24"),
            ("F jS, Y g:i A", en, "May 1st, 2024 7:05 AM"),
            ("", en, ""),
        ] {
            assert_eq!(format_date(form, at, words), wanted);
        }
    }
}
