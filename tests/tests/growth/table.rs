//! The result: a table of the routes whose work is notable, and the faults.

use std::collections::BTreeMap;
use std::path::Path;

use crate::counts::Measured;

/// The largest factor by which work may grow when an input is four times as long.
const LIMIT: f64 = 6.0;

/// Stand around the table on the page.
const MARKS: [&str; 2] = ["<!-- routes -->\n", "<!-- /routes -->\n"];

/// Renews the table, or fails when a factor is too large.
pub fn compare(found: &[Measured]) {
    if std::env::var_os("UPDATE_GROWTH").is_some() {
        renew(&table(found));
    }
    let faults: Vec<String> = found
        .iter()
        .filter(|one| one.worst().is_some_and(|(factor, _)| factor > LIMIT))
        .map(|one| format!("{one:?}"))
        .collect();
    println!("{} requests measured\n{}", found.len(), table(found));
    assert!(
        faults.is_empty(),
        "more than {LIMIT} times the work for four times the input:\n{}",
        faults.join("\n")
    );
}

fn table(found: &[Measured]) -> String {
    let mut worst: BTreeMap<&str, (&Measured, f64, &str)> = BTreeMap::new();
    for one in found {
        let Some((factor, counter)) = one.worst() else {
            continue;
        };
        let known = worst.entry(&one.route).or_insert((one, factor, counter));
        if factor > known.1 {
            *known = (one, factor, counter);
        }
    }
    let rows = worst.values().map(|(one, factor, counter)| {
        format!(
            "| `{}` | `{}` | {} | {factor:.1} | {counter} |\n",
            one.route, one.parameter, one.shape
        )
    });
    format!(
        "| Route | Parameter | Worst shape | Factor | Counter |\n|---|---|---|--:|---|\n{}",
        rows.collect::<String>()
    )
}

fn renew(table: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/growth.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let [begin, end] = MARKS;
    let (before, rest) = text.split_once(begin).unwrap();
    let (_, behind) = rest.split_once(end).unwrap();
    std::fs::write(page, format!("{before}{begin}\n{table}\n{end}{behind}")).unwrap();
}
