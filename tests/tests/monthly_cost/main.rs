//! docs/cost.md says what `cost.txt` and `prices.yaml` come to.

mod model;

use std::path::Path;

use pauta_tests::costs::Costs;

use model::{Prices, SIZES, page_hits, price_rows, table};

/// The lines around a generated part.
fn marks(name: &str) -> (String, String) {
    (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->\n"),
    )
}

/// The document with a part replaced.
fn with_part(document: &str, name: &str, part: &str) -> String {
    let (begin, end) = marks(name);
    let (before, rest) = document.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{begin}{part}{end}{after}")
}

#[test]
fn the_document_is_what_the_figures_come_to() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let costs = Costs::parse(&read("cost.txt"));
    let prices: Prices = serde_yaml_ng::from_str(&read("prices.yaml")).unwrap();
    let alarms = read("../infra/alarms.yaml")
        .matches("Type: AWS::CloudWatch::Alarm")
        .count();
    let alarms = f64::from(u32::try_from(alarms).unwrap());

    let document = read("../docs/cost.md");
    let hits = SIZES
        .map(|size| format!("{:.0} %", page_hits(size) * 100.0))
        .join(", ");
    let mut expected = with_part(&document, "bills", &table(&costs, &prices, alarms));
    let origin = format!("Prices of {} ({}).\n\n", prices.date, prices.region);
    expected = with_part(&expected, "prices", &(origin + &price_rows(&prices)));
    expected = with_part(
        &expected,
        "hits",
        &format!("Of the pages, an edge answers {hits} without the origin.\n"),
    );
    if std::env::var_os("UPDATE_COSTS").is_some() {
        std::fs::write(folder.join("../docs/cost.md"), expected).unwrap();
        return;
    }
    assert_eq!(
        document, expected,
        "renew docs/cost.md with UPDATE_COSTS=1 cargo test -p pauta-tests --test monthly_cost"
    );
}
