//! The local run and the tests compile dependencies with the same features, so that the second build reuses the first.

use std::collections::BTreeSet;
use std::process::Command;

use crate::workspace::root;

/// Each third-party package that these arguments of `cargo tree` select, with its version and features. The platform
/// is fixed, so that the result is the same on every machine.
fn dependencies(selection: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--offline", "--locked", "--prefix", "none"])
        .args(["--target", "x86_64-unknown-linux-gnu"])
        .args(["--format", "{p} {f}"])
        .args(selection)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let packages = lines
        .lines()
        .filter(|line| !line.is_empty() && !line.contains(" (/"))
        .map(|line| line.trim_end_matches(" (*)").to_owned());
    packages.collect()
}

#[test]
fn the_local_run_and_the_tests_share_compiled_dependencies() {
    let local = dependencies(&["--package", "pauta", "--edges", "normal,build"]);
    let tests = dependencies(&["--workspace", "--edges", "normal,build,dev"]);
    assert!(
        local.len() > 200,
        "only {} packages were listed",
        local.len()
    );
    let missing: Vec<&String> = local.difference(&tests).collect();
    assert!(
        missing.is_empty(),
        "these packages have more features in the tests; add them to infra/workspace-hack/Cargo.toml: {missing:#?}"
    );
}
