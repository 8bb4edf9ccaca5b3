//! The result: a table of the routes whose work is notable, and the faults.

use std::collections::BTreeMap;
use std::path::Path;

use growth::{LIMIT, page};

use crate::counts::Measured;

/// Renews the table, or fails when a factor is too large.
pub fn compare(found: &[Measured]) {
    let table = table(found);
    if std::env::var_os("UPDATE_GROWTH").is_some() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/growth.md");
        page::renew(&page, "routes", &table).unwrap();
    }
    let faults: Vec<String> = found
        .iter()
        .filter(|one| one.worst().is_some_and(|(factor, _)| factor > LIMIT))
        .map(|one| format!("{one:?}"))
        .collect();
    println!("{} requests measured\n{table}", found.len());
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
