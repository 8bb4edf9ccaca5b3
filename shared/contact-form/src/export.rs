//! Entries as CSV for the export of the extension's interface.

use std::collections::{HashMap, HashSet};

use spreadsheet::{Cell, Layout, Table};

/// The columns before the submitted fields.
const FIXED: [&str; 6] = [
    "form_name",
    "form_id",
    "record_date",
    "cf7_form",
    "cf7_action_id",
    "lead_type",
];

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
    let mut table = Table::new(Layout::Commas);
    table.row(FIXED.iter().chain(&columns).map(|name| Cell::from(*name)));
    for entry in entries {
        let fixed = [
            Cell::from(entry.form_name.as_str()),
            Cell::figure(entry.form_id),
            Cell::figure(&entry.record_date),
            Cell::figure(entry.form_id),
            Cell::figure(entry.action_id),
            Cell::from(entry.lead_type.as_str()),
        ];
        let own: HashMap<&str, &Vec<String>> = entry
            .fields
            .iter()
            .map(|(name, values)| (name.as_str(), values))
            .collect();
        let fields = columns.iter().map(|name| {
            let values = own.get(name).map(|values| values.join(","));
            Cell::typed(values.map(|text| sanitise(&text)).unwrap_or_default())
        });
        table.row(fixed.into_iter().chain(fields));
    }
    table.into_text()
}

#[cfg(test)]
mod tests {
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

    /// The row of a form with one submitted value.
    fn row_of(value: &str) -> String {
        let text = csv(&[entry(&[("a", &[value])])], &str::to_owned);
        let (_, row) = text.split_once('\n').unwrap();
        let row = row.strip_suffix('\n').unwrap();
        let value = row.split_once("contact,").unwrap().1;
        value.to_owned()
    }

    #[test]
    fn formulas_are_marked() {
        for (value, wanted) in [
            ("=1+1", "'=1+1"),
            ("+5511912345678a", "'+5511912345678a"),
            ("+55 11 91234-5678", "\"'+55 11 91234-5678\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-cmd", "'-cmd"),
            ("-inf", "'-inf"),
            (" =1+1", "\"' =1+1\""),
            ("\t1", "\"'\t1\""),
            ("a;=cmd|' /C calc'!A0;b", "\"a;'=cmd|' /C calc'!A0;b\""),
            ("a\n=1+1\nb", "\"a\n'=1+1\nb\""),
            ("a\t@A1", "\"a\t'@A1\""),
            ("x,=1", "\"x,'=1\""),
            ("-5", "-5"),
            ("+1.5", "+1.5"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(row_of(value), wanted, "{value:?}");
        }
        let list = csv(&[entry(&[("a", &["x", "=1"])])], &str::to_owned);
        assert!(list.contains("\"x,'=1\""), "{list}");
    }

    #[test]
    fn names_of_fields_are_values_of_visitors_too() {
        let text = csv(&[entry(&[("=1+1", &["x"])])], &plain);
        assert!(text.lines().next().unwrap().ends_with(",'=1+1"));
    }
}
