//! Widths of texts in search results: Arial, in thousandths of an em, measured on Liberation Sans, which has the same
//! advance widths, without kerning.

/// Font size of titles, in pixels.
pub(crate) const TITLE_SIZE: u32 = 20;
/// Font size of descriptions, in pixels.
pub(crate) const DESCRIPTION_SIZE: u32 = 14;

/// The width of a title in search results, in pixels.
pub fn title_pixels(title: &str) -> u32 {
    pixels(title, TITLE_SIZE)
}

/// The width of a description in search results, in pixels.
pub fn description_pixels(description: &str) -> u32 {
    pixels(description, DESCRIPTION_SIZE)
}

/// The width of a text in pixels, rounded.
pub(crate) fn pixels(text: &str, size: u32) -> u32 {
    let thousandths: u32 = text.chars().map(advance).fold(0, u32::saturating_add);
    thousandths.saturating_mul(size).saturating_add(500) / 1000
}

const fn advance(character: char) -> u32 {
    match character {
        '\'' => 191,
        'i' | 'j' | 'l' | '‘' | '’' => 222,
        '|' => 260,
        ' ' | '\u{a0}' | '!' | ',' | '.' | '/' | ':' | ';' | 'I' | '[' | '\\' | ']' | 'f' | 't'
        | 'í' | 'ï' | 'Í' => 278,
        '(' | ')' | '-' | '`' | 'r' | '“' | '”' | '{' | '}' => 333,
        '"' => 355,
        'º' | 'ª' => 368,
        '*' => 389,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' | 'ç' => 500,
        '+' | '<' | '=' | '>' | '~' | '×' => 584,
        'F' | 'T' | 'Z' => 611,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' | 'Á' | 'À' | 'Â' | 'Ã' | 'É'
        | 'Ê' => 667,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' | 'Ç' | 'Ú' | 'Ü' | 'Ñ' => 722,
        'G' | 'O' | 'Q' | 'Ó' | 'Ô' | 'Õ' => 778,
        'M' | 'm' => 833,
        '%' => 889,
        'W' => 944,
        '@' => 1015,
        '—'
        | '…'
        | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{1f300}'..='\u{1faff}' => 1000,
        _ => 556,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        for (title, width) in [
            (
                "Energia solar residencial: quanto custa instalar em 2026",
                498,
            ),
            ("Energia solar", 118),
            (
                "Tudo o que você precisa saber sobre energia solar residencial antes de instalar",
                705,
            ),
            (
                "IMPOSTO DE RENDA: GUIA COMPLETO PASSO A PASSO PARA 2026",
                657,
            ),
            ("", 0),
        ] {
            assert_eq!(pixels(title, TITLE_SIZE), width, "{title}");
        }
    }

    #[test]
    fn descriptions() {
        let description = "Veja quanto custa instalar energia solar residencial, como funciona o financiamento e em \
                           quanto tempo o investimento volta para o seu bolso.";
        assert_eq!(description.chars().count(), 140);
        assert_eq!(pixels(description, DESCRIPTION_SIZE), 882);
    }
}
