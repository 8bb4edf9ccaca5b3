//! The contract of the site's interface, and the function that serves each of its routes.

use std::collections::{BTreeMap, BTreeSet};

use crate::workspace::{Layer, Workspace, linked};

/// The routes that each function binds: namespace and path.
fn functions() -> BTreeMap<&'static str, Vec<(&'static str, String)>> {
    let core = site_core::api();
    let bound = core
        .table()
        .iter()
        .filter(|route| !route.verbs().is_empty());
    let bound = bound.map(|route| (route.spec().namespace(), route.spec().path().to_owned()));
    BTreeMap::from([("site-core", bound.collect())])
}

#[test]
fn every_function_of_the_interface_is_known_here() {
    let workspace = Workspace::read();
    let serving: BTreeSet<String> = workspace
        .of(Layer::Function)
        .filter(|package| linked(package).contains("site-api"))
        .map(|package| package.name.to_string())
        .collect();
    let known: BTreeSet<String> = functions().into_keys().map(str::to_owned).collect();
    assert_eq!(serving, known);
}

#[test]
fn each_specification_has_exactly_one_handler() {
    let functions = functions();
    for spec in site_contract::routes() {
        let bound = functions.values().flatten();
        let count = bound.filter(|(_, path)| path == spec.path()).count();
        assert_eq!(count, 1, "{} is bound {count} times", spec.path());
    }
}

#[test]
fn each_namespace_has_exactly_one_function() {
    let functions = functions();
    let declared: BTreeSet<&str> = site_contract::routes()
        .iter()
        .map(|spec| spec.namespace())
        .collect();
    for namespace in declared {
        let serves = |routes: &Vec<(&str, String)>| routes.iter().any(|(of, _)| *of == namespace);
        let serving: Vec<_> = functions
            .iter()
            .filter(|(_, routes)| serves(routes))
            .map(|(name, _)| name)
            .collect();
        assert_eq!(serving.len(), 1, "{namespace} is served by {serving:?}");
    }
}
