//! Dependencies run from functions to shared crates to the domain, never back.

use cargo_metadata::DependencyKind;

use crate::workspace::{Layer, Workspace, linked, of_kinds};

/// The dependencies that the domain may have: data types and their formats, none of which does I/O or reads a clock.
const DOMAIN_MAY_KNOW: [&str; 5] = ["jiff", "serde", "serde_json", "thiserror", "uuid"];

#[test]
fn no_arrow_runs_back() {
    let workspace = Workspace::read();
    let mut wrong = Vec::new();
    for (name, (layer, package)) in &workspace.crates {
        for other in linked(package) {
            let Some(other_layer) = workspace.layer(&other) else {
                continue;
            };
            let allowed = match layer {
                Layer::Function | Layer::Shared => {
                    matches!(other_layer, Layer::Shared | Layer::Domain)
                }
                // The fakes check the wire format independently of the code that they test.
                Layer::Domain | Layer::Fakes => false,
                Layer::Local => other_layer != Layer::Tests,
                Layer::Tests => true,
            };
            if !allowed {
                wrong.push(format!("{name} → {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that run back: {wrong:?}");
}

#[test]
fn shared_crates_do_not_even_test_with_functions() {
    let workspace = Workspace::read();
    for package in workspace
        .of(Layer::Shared)
        .chain(workspace.of(Layer::Domain))
    {
        for other in of_kinds(package, &[DependencyKind::Development]) {
            assert!(
                !matches!(
                    workspace.layer(&other),
                    Some(Layer::Function | Layer::Local | Layer::Tests)
                ),
                "{} tests with {other}",
                package.name
            );
        }
    }
}

#[test]
fn the_domain_knows_no_outside() {
    let workspace = Workspace::read();
    let domain = workspace.of(Layer::Domain).next().unwrap();
    let unknown: Vec<_> = linked(domain)
        .into_iter()
        .filter(|name| !DOMAIN_MAY_KNOW.contains(&name.as_str()))
        .collect();
    assert!(unknown.is_empty(), "the domain depends on {unknown:?}");
}

#[test]
fn functions_carry_no_embedded_engine() {
    let workspace = Workspace::read();
    let mut functions = 0;
    for package in workspace.of(Layer::Function) {
        functions += 1;
        let closure = workspace.closure(package);
        for name in ["embedded", "dynoxide-rs", "pauta", "pauta-tests"] {
            assert!(!closure.contains(name), "{} carries {name}", package.name);
        }
    }
    assert!(functions >= 10, "only {functions} functions were found");
}

#[test]
fn only_the_guarded_client_holds_an_http_client() {
    let workspace = Workspace::read();
    for (name, (_, package)) in &workspace.crates {
        let all = [
            DependencyKind::Normal,
            DependencyKind::Build,
            DependencyKind::Development,
        ];
        if name != "outbound" {
            for client in ["reqwest", "ureq", "isahc", "attohttpc"] {
                assert!(
                    !of_kinds(package, &all).contains(client),
                    "{name} has {client}"
                );
            }
        }
    }
}

#[test]
fn the_contract_and_the_engine_know_neither_store_nor_kit() {
    let workspace = Workspace::read();
    for (name, known) in [
        ("site-rest", &["site-formats"][..]),
        (
            "site-contract",
            &["domain", "site-formats", "site-rest"][..],
        ),
    ] {
        let (_, package) = &workspace.crates[name];
        let ours: Vec<_> = workspace
            .closure(package)
            .into_iter()
            .filter(|other| workspace.layer(other).is_some())
            .collect();
        assert_eq!(ours, known, "{name}");
    }
    let (_, kit) = &workspace.crates["site-api"];
    assert!(!workspace.closure(kit).contains("site-contract"));
}
