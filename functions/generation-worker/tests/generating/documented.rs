//! The tests that docs/interface/platform/generation-faults.md names exist.

use std::path::Path;

#[test]
fn the_page_of_failures_names_tests_that_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = folder.join("../../docs/interface/platform/generation-faults.md");
    let page = std::fs::read_to_string(page).unwrap();
    let quoted = page.split('`').skip(1).step_by(2);
    let named: Vec<_> = quoted.filter_map(|name| name.split_once("::")).collect();
    assert!(named.len() > 30, "{named:?}");
    for (module, name) in named {
        let file = folder.join(format!("tests/generating/{module}.rs"));
        let source = std::fs::read_to_string(&file).unwrap();
        assert!(source.contains(&format!("fn {name}()")), "{module}::{name}");
    }
}
