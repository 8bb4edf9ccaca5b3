//! Formats dates, durations and shortened texts in Brazilian Portuguese.

use domain::direction;
use jiff::Timestamp;
use jiff::tz::TimeZone;

const MONTHS: [&str; 12] = [
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
];

/// Formats an instant: `21 de novembro de 2026, às 14h05 (horário de Brasília)`.
pub fn moment(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let month = usize::from(local.month().unsigned_abs()).checked_sub(1);
    let month = month
        .and_then(|index| MONTHS.get(index))
        .copied()
        .unwrap_or_default();
    let day = match local.day() {
        1 => "1º".to_owned(),
        day => day.to_string(),
    };
    let article = if local.hour() < 2 { "à" } else { "às" };
    let minutes = match local.minute() {
        0 => String::new(),
        minute => format!("{minute:02}"),
    };
    let year = local.year();
    let hour = local.hour();
    let zone = zone_words(zone, at);
    format!("{day} de {month} de {year}, {article} {hour}h{minutes} ({zone})")
}

/// Name of the time zone: the city of Brazilian zones, the UTC offset of others.
fn zone_words(zone: &TimeZone, at: Timestamp) -> String {
    let city = match zone.iana_name() {
        Some("America/Sao_Paulo") => "Brasília",
        Some("America/Manaus") => "Manaus",
        Some("America/Cuiaba") => "Cuiabá",
        Some("America/Campo_Grande") => "Campo Grande",
        Some("America/Porto_Velho") => "Porto Velho",
        Some("America/Boa_Vista") => "Boa Vista",
        Some("America/Rio_Branco") => "Rio Branco",
        Some("America/Noronha") => "Fernando de Noronha",
        Some("America/Belem") => "Belém",
        Some("America/Fortaleza") => "Fortaleza",
        Some("America/Recife") => "Recife",
        Some("America/Bahia") => "Salvador",
        Some("America/Maceio") => "Maceió",
        Some("America/Araguaina") => "Araguaína",
        Some("America/Santarem") => "Santarém",
        _ => return offset_words(zone.to_offset(at).seconds()),
    };
    format!("horário de {city}")
}

fn offset_words(seconds: i32) -> String {
    if seconds == 0 {
        return "UTC".to_owned();
    }
    let sign = if seconds < 0 { '−' } else { '+' };
    let minutes = seconds.unsigned_abs() / 60;
    format!("UTC{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Formats a duration in its largest whole unit: `10 minutos`, `1 hora`, `7 dias`.
pub fn duration(minutes: u32) -> String {
    const HOUR: u32 = 60;
    const DAY: u32 = 24 * HOUR;
    let (count, one, many) = match minutes {
        0 => (0, "minuto", "minutos"),
        m if m % DAY == 0 => (m / DAY, "dia", "dias"),
        m if m % HOUR == 0 => (m / HOUR, "hora", "horas"),
        m => (m, "minuto", "minutos"),
    };
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Collapses every run of white space and control characters to one space, and removes what changes the order of the text.
/// Subjects and names of all mails pass here.
pub fn single_line(text: &str) -> String {
    let spaced: String = direction::without_controls(text)
        .chars()
        .map(|c| {
            if c.is_control() || c.is_whitespace() {
                ' '
            } else {
                c
            }
        })
        .collect();
    spaced
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Articles at the beginning of a team's name (`A equipe`).
const ARTICLES: [&str; 4] = ["a", "as", "o", "os"];

/// The name for a salutation: the first word of a full name; for a team, the first word after the article,
/// capitalised.
pub fn first_name(name: &str) -> String {
    let name = single_line(name);
    match name.split_once(' ') {
        Some((article, rest)) if ARTICLES.contains(&article.to_lowercase().as_str()) => {
            let mut letters = rest.split(' ').next().unwrap_or_default().chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect())
                .unwrap_or_default()
        }
        Some((first, _)) => first.to_owned(),
        None => name,
    }
}

/// Shortens `text` to one line of at most `limit` characters, cut between words and marked with an
/// ellipsis.
pub fn shortened(text: &str, limit: usize) -> String {
    let line = single_line(text);
    if line.chars().count() <= limit {
        return line;
    }
    let kept: String = line.chars().take(limit.saturating_sub(1)).collect();
    let whole = line
        .chars()
        .nth(kept.chars().count())
        .is_some_and(|next| next == ' ');
    let cut = match kept.rfind(' ') {
        Some(position) if !whole && position > kept.len() / 2 => {
            kept.get(..position).unwrap_or(&kept)
        }
        _ => &kept,
    };
    format!(
        "{}…",
        cut.trim_end_matches([' ', ',', ';', ':', '.', '—', '-'])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn brasilia() -> TimeZone {
        TimeZone::get("America/Sao_Paulo").unwrap()
    }

    #[test]
    fn salutations_use_the_first_name_and_drop_the_article_of_a_team() {
        for (name, greeted) in [
            ("Ana", "Ana"),
            ("Ana  Souza", "Ana"),
            ("A equipe", "Equipe"),
            ("A  Equipe de Conteúdo", "Equipe"),
            ("os Ótimos", "Ótimos"),
            ("Os", "Os"),
            ("A. Souza", "A."),
            ("", ""),
        ] {
            assert_eq!(first_name(name), greeted, "{name}");
        }
    }

    #[test]
    fn dates_are_formatted_in_brazilian_portuguese() {
        let zone = brasilia();
        assert_eq!(
            moment(at("2026-11-21T17:05:00Z"), &zone),
            "21 de novembro de 2026, às 14h05 (horário de Brasília)"
        );
        assert_eq!(
            moment(at("2026-03-01T12:00:00Z"), &zone),
            "1º de março de 2026, às 9h (horário de Brasília)"
        );
        assert_eq!(
            moment(at("2026-03-02T04:30:00Z"), &zone),
            "2 de março de 2026, à 1h30 (horário de Brasília)"
        );
    }

    #[test]
    fn other_zones_are_named_by_city_or_offset() {
        let instant = at("2026-11-21T17:05:00Z");
        assert!(
            moment(instant, &TimeZone::get("America/Manaus").unwrap())
                .ends_with("13h05 (horário de Manaus)")
        );
        assert!(moment(instant, &TimeZone::get("Europe/Lisbon").unwrap()).ends_with("17h05 (UTC)"));
        assert!(
            moment(instant, &TimeZone::get("America/New_York").unwrap())
                .ends_with("12h05 (UTC−05:00)")
        );
    }

    #[test]
    fn durations_use_the_largest_whole_unit() {
        assert_eq!(duration(10), "10 minutos");
        assert_eq!(duration(60), "1 hora");
        assert_eq!(duration(90), "90 minutos");
        assert_eq!(duration(7 * 24 * 60), "7 dias");
    }

    #[test]
    fn single_line_removes_line_breaks() {
        assert_eq!(
            single_line(" a\r\nBcc: x@y\u{2028}b\tc\u{0}"),
            "a Bcc: x@y b c"
        );
        assert_eq!(single_line("\u{202e}oãp \u{2066}b\u{2069}"), "oãp b");
    }

    #[test]
    fn texts_are_cut_between_words() {
        assert_eq!(shortened("um dois três", 12), "um dois três");
        assert_eq!(shortened("um dois três quatro", 13), "um dois três…");
        assert_eq!(shortened("um dois, três quatro", 11), "um dois…");
        assert_eq!(
            shortened(&"x".repeat(50), 10),
            format!("{}…", "x".repeat(9))
        );
    }
}
