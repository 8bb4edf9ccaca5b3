//! What programs read from a file, with the separator that it was written with and with others.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use csv::ReaderBuilder;
use proptest::prelude::*;
use spreadsheet::{Cell, Layout, Table};

const LAYOUTS: [(Layout, u8); 2] = [(Layout::Commas, b','), (Layout::Semicolons, b';')];

/// Separators that programs offer.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Beginnings of formulas.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

fn file(layout: Layout, texts: &[String]) -> String {
    let mut table = Table::new(layout);
    table.row([Cell::from("nome"), Cell::from("texto"), Cell::from("fim")]);
    for text in texts {
        table.row([
            Cell::figure(12),
            Cell::from(text.as_str()),
            Cell::typed(text.as_str()),
        ]);
    }
    table.into_text()
}

fn cells(file: &str, separator: u8, quoting: bool) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .quoting(quoting)
        .flexible(true)
        .has_headers(false)
        .from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

/// Whether a program might calculate a cell: it begins with a sign, behind blanks and quotation marks, and is no number.
fn is_calculated(cell: &str) -> bool {
    let passed_over =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\u{feff}');
    let is_number = cell.replace(',', ".").parse::<f64>().is_ok();
    cell.trim_start_matches(passed_over).starts_with(SIGNS) && !is_number
}

fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "=", "+", "-", "@", "＝", ",", ";", "\t", "\r\n", "\n", "\"", "\"\"", "'", "|", " ",
        "\u{feff}", "a", "1", "=1+1", ";=1", ",-1", "\";\"=1", "5,",
    ];
    let piece = prop::sample::select(pieces.to_vec());
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn no_reader_finds_a_formula(texts in prop::collection::vec(text(), 1..4)) {
        for (layout, _) in LAYOUTS {
            let file = file(layout, &texts);
            for separator in SEPARATORS {
                for quoting in [true, false] {
                    for cell in cells(&file, separator, quoting).iter().flatten() {
                        prop_assert!(!is_calculated(cell), "{cell:?} with {:?} of {file:?}", separator as char);
                    }
                }
            }
        }
    }

    #[test]
    fn texts_come_back(texts in prop::collection::vec(text(), 1..4)) {
        for (layout, separator) in LAYOUTS {
            let rows = cells(&file(layout, &texts), separator, true);
            prop_assert_eq!(rows.len(), texts.len() + 1);
            for (row, text) in rows.iter().skip(1).zip(&texts) {
                let without = |text: &str| text.replace('\'', "");
                prop_assert_eq!(row.len(), 3);
                prop_assert_eq!(without(&row[1]), without(text));
                prop_assert_eq!(row[0].as_str(), "12");
            }
        }
    }
}
