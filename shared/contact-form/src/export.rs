//! Entries as CSV for the export of the extension's interface.

use std::collections::{HashMap, HashSet};

/// The columns before the submitted fields.
const FIXED: [&str; 6] = [
    "form_name",
    "form_id",
    "record_date",
    "cf7_form",
    "cf7_action_id",
    "lead_type",
];

/// The mark that tells spreadsheets the encoding.
const MARK: char = '\u{feff}';

/// A kept submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The form's current title.
    pub form_name: String,
    /// The form's number.
    pub form_id: u64,
    /// The time of the submission in the site's zone: `YYYY-MM-DD HH:MM`.
    pub record_date: String,
    /// The number of the action that kept it.
    pub action_id: u64,
    /// The kind of entry: "contact".
    pub lead_type: String,
    /// The submitted fields with their values.
    pub fields: Vec<(String, Vec<String>)>,
}

/// The entries as CSV: a header row, then a row for each entry in the given order. Fields are columns in the order of
/// their first appearance; names that start with `_` or `action ` and the name `files` are left out. `sanitise` removes
/// disallowed HTML from a value.
pub fn csv(entries: &[Entry], sanitise: &dyn Fn(&str) -> String) -> String {
    let mut columns: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for (name, _) in entries.iter().flat_map(|entry| &entry.fields) {
        let internal = name.starts_with('_') || name.starts_with("action ") || name == "files";
        if !internal && known.insert(name) {
            columns.push(name);
        }
    }
    let mut text = String::from(MARK);
    let head = FIXED.iter().chain(&columns).map(|name| cell(name));
    row(&mut text, head);
    for entry in entries {
        let form_id = entry.form_id.to_string();
        let action_id = entry.action_id.to_string();
        let fixed = [
            &entry.form_name,
            &form_id,
            &entry.record_date,
            &form_id,
            &action_id,
            &entry.lead_type,
        ];
        let fixed = fixed.map(|value| cell(value));
        let own: HashMap<&str, &Vec<String>> = entry
            .fields
            .iter()
            .map(|(name, values)| (name.as_str(), values))
            .collect();
        let fields = columns.iter().map(|name| {
            let values = own.get(name).map(|values| values.join(","));
            cell(&values.map(|text| sanitise(&text)).unwrap_or_default())
        });
        row(&mut text, fixed.into_iter().chain(fields));
    }
    text
}

fn row(text: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    text.push_str(&cells.join(","));
    text.push('\n');
}

/// A value as a cell: no formula, and in quotes where it needs them.
fn cell(value: &str) -> String {
    let mut safe = String::with_capacity(value.len() + 2);
    if is_formula(value) {
        safe.push('\'');
    }
    safe.push_str(value);
    let needs_quotes = |c: char| c.is_whitespace() || matches!(c, '"' | ',');
    if safe.contains(needs_quotes) {
        return format!("\"{}\"", safe.replace('"', "\"\""));
    }
    safe
}

/// Whether a spreadsheet might calculate a value: it starts like a formula, also behind blanks, and is no plain number.
fn is_formula(value: &str) -> bool {
    let start = value.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let led = value.starts_with(['\t', '\r', '\n']);
    led || (start.starts_with(signs) && start.parse::<f64>().is_err())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(fields: &[(&str, &[&str])]) -> Entry {
        Entry {
            form_name: "Fale, já".to_owned(),
            form_id: 12,
            record_date: "2024-05-01 07:05".to_owned(),
            action_id: 34,
            lead_type: "contact".to_owned(),
            fields: fields
                .iter()
                .map(|(name, values)| {
                    (
                        (*name).to_owned(),
                        values.iter().map(|one| (*one).to_owned()).collect(),
                    )
                })
                .collect(),
        }
    }

    fn plain(text: &str) -> String {
        text.replace('&', "&amp;")
    }

    #[test]
    fn rows_and_columns() {
        let text = csv(
            &[
                entry(&[
                    ("nome", &["Ana"]),
                    ("cor", &["azul", "verde"]),
                    ("_ip", &["x"]),
                    ("action 1", &["y"]),
                ]),
                entry(&[
                    ("nova", &["a\"b & c"]),
                    ("nome", &["Bia"]),
                    ("files", &["z"]),
                ]),
            ],
            &plain,
        );
        assert_eq!(
            text,
            "\u{feff}form_name,form_id,record_date,cf7_form,cf7_action_id,lead_type,nome,cor,nova\n\
             \"Fale, já\",12,\"2024-05-01 07:05\",12,34,contact,Ana,\"azul,verde\",\n\
             \"Fale, já\",12,\"2024-05-01 07:05\",12,34,contact,Bia,,\"a\"\"b &amp; c\"\n"
        );
    }

    #[test]
    fn formulas_are_defused() {
        for (value, wanted) in [
            ("=1+1", "'=1+1"),
            ("+5511912345678a", "'+5511912345678a"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-cmd", "'-cmd"),
            (" =1+1", "\"' =1+1\""),
            ("\t1", "\"'\t1\""),
            ("-5", "-5"),
            ("+1.5", "+1.5"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            let shown = cell(value);
            assert_eq!(shown, wanted, "{value:?}");
        }
    }

    #[test]
    fn names_of_fields_are_values_of_visitors_too() {
        let text = csv(&[entry(&[("=1+1", &["x"])])], &plain);
        assert!(text.lines().next().unwrap().ends_with(",'=1+1"));
    }

    proptest! {
        #[test]
        fn no_cell_starts_like_a_formula(value in "[-=+@\t\r\n\" a-z0-9,]{0,12}") {
            let shown = cell(&value);
            let inner = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(|rest| rest.replace("\"\"", "\""));
            let inner = inner.unwrap_or_else(|| shown.clone());
            let calculated = inner.trim_start().starts_with(['=', '@', '+', '-']);
            prop_assert!(!calculated || value.trim_start().parse::<f64>().is_ok());
            prop_assert_eq!(shown.matches('"').count() % 2, 0);
        }
    }
}
