//! The monthly report as a table that spreadsheets in Brazil open without an import dialogue: UTF-8 with a byte order
//! mark, semicolons, decimal commas, CRLF.

use domain::platform::month::Month;
use domain::platform::report::MonthlyFigures;
use spreadsheet::{Cell, Layout, Table};

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
pub(crate) fn table(month: Month, rows: &[Row]) -> String {
    let mut table = Table::new(Layout::Semicolons);
    table.row(HEAD.map(Cell::from));
    for row in rows {
        let figures = &row.figures;
        table.row([
            Cell::figure(month),
            Cell::from(row.name.as_str()),
            Cell::figure(figures.posts),
            Cell::figure(figures.published),
            Cell::figure(figures.words),
            Cell::figure(decimal(figures.average_reading_seconds(), 60)),
            Cell::figure(figures.decisions),
            Cell::figure(figures.adjustments),
            Cell::figure(figures.rejections),
            Cell::figure(decimal(figures.average_decision_seconds(), 3600)),
        ]);
    }
    table.into_text()
}

/// `seconds` in units of `unit` seconds with one decimal place; empty without a value.
fn decimal(seconds: Option<u64>, unit: u64) -> String {
    seconds.map_or_else(String::new, |seconds| {
        let tenths = seconds.saturating_mul(10).saturating_add(unit / 2) / unit;
        format!("{},{}", tenths / 10, tenths % 10)
    })
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
        table(month, &rows)
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
        let table = table("2026-02".parse().unwrap(), &[row]);
        assert!(
            table.ends_with("\r\n2026-02;Padaria;0;0;0;;0;0;0;\r\n"),
            "{table}"
        );
    }

    #[test]
    fn a_name_is_never_a_formula_or_a_second_cell() {
        for name in ["=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", " =1", "＝1"] {
            let table = rows(&[name]);
            assert!(table.contains(&format!("'{name}")), "{name:?} in {table:?}");
        }
        let table = rows(&["x,=cmd|' /C calc'!A0,y"]);
        assert!(table.contains(";x,'=cmd|' /C calc'!A0,y;"), "{table}");
        assert!(rows(&["a;b"]).contains(";\"a;b\";12;"));
        assert!(rows(&["a\"b"]).contains(";\"a\"\"b\";12;"));
        assert!(rows(&["a\r\nb"]).contains(";\"a\r\nb\";12;"));
        assert!(rows(&["Maria=João"]).contains(";Maria=João;"));
    }
}
