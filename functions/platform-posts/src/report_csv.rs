//! The monthly report as a table that spreadsheets in Brazil open without an import dialogue: UTF-8 with a byte order
//! mark, semicolons, decimal commas, CRLF.

use std::borrow::Cow;

use csv::{Terminator, WriterBuilder};
use domain::platform::month::Month;
use domain::platform::report::MonthlyFigures;
use platform_http::ApiError;

/// Makes spreadsheets read the file as UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

const HEAD: [&str; 10] = [
    "Mês",
    "Site",
    "Conteúdos criados",
    "Publicados",
    "Palavras publicadas",
    "Leitura média (min)",
    "Respostas do cliente",
    "Ajustes",
    "Rejeições",
    "Tempo médio até a resposta (h)",
];

/// One line of the table.
pub(crate) struct Row {
    /// Name of the site, or of the sum.
    pub name: String,
    /// The figures.
    pub figures: MonthlyFigures,
}

/// The table of `month`.
///
/// # Errors
/// 500; writing into memory does not fail.
pub(crate) fn table(month: Month, rows: &[Row]) -> Result<Vec<u8>, ApiError> {
    let mut writer = WriterBuilder::new()
        .delimiter(b';')
        .terminator(Terminator::CRLF)
        .from_writer(BYTE_ORDER_MARK.to_vec());
    writer.write_record(HEAD).map_err(ApiError::internal)?;
    for row in rows {
        let figures = &row.figures;
        writer
            .write_record([
                month.to_string(),
                as_text(&row.name).into_owned(),
                figures.posts.to_string(),
                figures.published.to_string(),
                figures.words.to_string(),
                decimal(figures.average_reading_seconds(), 60),
                figures.decisions.to_string(),
                figures.adjustments.to_string(),
                figures.rejections.to_string(),
                decimal(figures.average_decision_seconds(), 3600),
            ])
            .map_err(ApiError::internal)?;
    }
    writer
        .into_inner()
        .map_err(|error| ApiError::internal(error.into_error()))
}

/// `seconds` in units of `unit` seconds with one decimal place; empty without a value.
fn decimal(seconds: Option<u64>, unit: u64) -> String {
    seconds.map_or_else(String::new, |seconds| {
        let tenths = seconds.saturating_mul(10).saturating_add(unit / 2) / unit;
        format!("{},{}", tenths / 10, tenths % 10)
    })
}

/// `name` as spreadsheets show it and never calculate it: a leading apostrophe marks a text that begins like a formula
/// (<https://owasp.org/www-community/attacks/CSV_Injection>).
fn as_text(name: &str) -> Cow<'_, str> {
    let begins = name.trim_start_matches([' ', '\u{a0}']).chars().next();
    match begins {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => {
            Cow::Owned(format!("'{name}"))
        }
        _ => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(names: &[&str]) -> String {
        let figures = MonthlyFigures {
            posts: 12,
            published: 8,
            words: 9_600,
            decisions: 4,
            adjustments: 3,
            rejections: 1,
            decision_seconds: 4 * 5_400,
        };
        let rows: Vec<Row> = names
            .iter()
            .map(|name| Row {
                name: (*name).to_owned(),
                figures,
            })
            .collect();
        let month = "2026-11".parse().unwrap();
        String::from_utf8(table(month, &rows).unwrap()).unwrap()
    }

    #[test]
    fn the_table_is_written_as_spreadsheets_in_brazil_read_it() {
        let table = rows(&["Padaria São João"]);
        let (head, body) = table.split_once("\r\n").unwrap();
        assert_eq!(
            head,
            "\u{feff}Mês;Site;Conteúdos criados;Publicados;Palavras publicadas;Leitura média (min);Respostas do cliente;Ajustes;Rejeições;Tempo médio até a resposta (h)"
        );
        assert_eq!(body, "2026-11;Padaria São João;12;8;9600;6,0;4;3;1;1,5\r\n");
    }

    #[test]
    fn averages_of_nothing_are_empty_cells() {
        let row = Row {
            name: "Padaria".into(),
            figures: MonthlyFigures::default(),
        };
        let table = table("2026-02".parse().unwrap(), &[row]).unwrap();
        let table = String::from_utf8(table).unwrap();
        assert!(
            table.ends_with("\r\n2026-02;Padaria;0;0;0;;0;0;0;\r\n"),
            "{table}"
        );
    }

    #[test]
    fn a_name_is_never_a_formula_or_a_second_cell() {
        for name in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"] {
            let table = rows(&[name]);
            assert!(table.contains(&format!("'{name}")), "{name:?} in {table:?}");
        }
        assert!(rows(&["a;b"]).contains(";\"a;b\";12;"));
        assert!(rows(&["a\"b"]).contains(";\"a\"\"b\";12;"));
        assert!(rows(&["a\r\nb"]).contains(";\"a\r\nb\";12;"));
        assert!(rows(&["Maria=João"]).contains(";Maria=João;"));
    }
}
