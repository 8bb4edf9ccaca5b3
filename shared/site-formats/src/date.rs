//! Dates by PHP's format letters.

use jiff::civil::DateTime;

/// Names of months and weekdays in a language other than English.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// From January to December.
    pub months: &'a [&'a str; 12],
    /// From Sunday to Saturday.
    pub weekdays: &'a [&'a str; 7],
}

/// The names in Portuguese.
pub const PORTUGUESE: Names<'static> = Names {
    months: &[
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    weekdays: &[
        "domingo",
        "segunda-feira",
        "terça-feira",
        "quarta-feira",
        "quinta-feira",
        "sexta-feira",
        "sábado",
    ],
};

/// Abbreviated month or weekday name.
fn short(name: &str) -> String {
    name.chars().take(3).collect()
}

fn month_name(at: DateTime, names: Option<Names<'_>>) -> String {
    let index = usize::try_from(at.month() - 1).unwrap_or_default();
    match names.and_then(|names| names.months.get(index)) {
        Some(name) => (*name).to_owned(),
        None => at.strftime("%B").to_string(),
    }
}

fn weekday_name(at: DateTime, names: Option<Names<'_>>) -> String {
    let day = at.date().weekday().to_sunday_zero_offset();
    let index = usize::try_from(day).unwrap_or_default();
    match names.and_then(|names| names.weekdays.get(index)) {
        Some(name) => (*name).to_owned(),
        None => at.strftime("%A").to_string(),
    }
}

/// Formats a local date with PHP's format letters, for example `j \d\e F \d\e Y`; names are English without `names`. A
/// letter after a backslash is literal, and so is a letter without a meaning.
pub fn format_date(form: &str, at: DateTime, names: Option<Names<'_>>) -> String {
    let (hour, half) = (at.hour(), if at.hour() < 12 { "am" } else { "pm" });
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    let mut text = String::new();
    let mut letters = form.chars();
    while let Some(letter) = letters.next() {
        match letter {
            'd' => text.push_str(&format!("{:02}", at.day())),
            'j' => text.push_str(&at.day().to_string()),
            'D' => text.push_str(&short(&weekday_name(at, names))),
            'l' => text.push_str(&weekday_name(at, names)),
            'w' => text.push_str(&at.date().weekday().to_sunday_zero_offset().to_string()),
            'm' => text.push_str(&format!("{:02}", at.month())),
            'n' => text.push_str(&at.month().to_string()),
            'M' => text.push_str(&short(&month_name(at, names))),
            'F' => text.push_str(&month_name(at, names)),
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
        let pt = Some(PORTUGUESE);
        for (form, names, wanted) in [
            (r"j \d\e F \d\e Y", pt, "1 de maio de 2024"),
            ("d/m/Y H:i", pt, "01/05/2024 07:05"),
            ("l, j/n/y", pt, "quarta-feira, 1/5/24"),
            ("F jS, Y g:i A", None, "May 1st, 2024 7:05 AM"),
            ("l D M w s a G h", None, "Wednesday Wed May 3 09 am 7 07"),
            ("", None, ""),
        ] {
            assert_eq!(format_date(form, at, names), wanted);
        }
    }
}
