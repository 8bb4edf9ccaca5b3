//! The contract of the site's interface, and the function that serves each of its routes.

use std::collections::BTreeSet;

use local::site::REST_FUNCTIONS;
use site_rest::RouteSpec;

use crate::workspace::{Layer, Workspace, linked};

/// The functions that serve a route.
fn serving(spec: &RouteSpec) -> Vec<&'static str> {
    let functions = REST_FUNCTIONS.iter().filter(|function| {
        let api = (function.api)();
        let mut bound = api.table().iter().filter(|one| !one.verbs().is_empty());
        bound.any(|one| one.spec().path() == spec.path())
    });
    functions.map(|function| function.name).collect()
}

#[test]
fn every_function_of_the_interface_is_known_here() {
    let workspace = Workspace::read();
    let serving: BTreeSet<String> = workspace
        .of(Layer::Function)
        .filter(|package| linked(package).contains("site-api"))
        .map(|package| package.name.to_string())
        .collect();
    let known = REST_FUNCTIONS
        .iter()
        .map(|function| function.name.to_owned());
    assert_eq!(serving, known.collect());
}

#[test]
fn every_function_describes_the_contract_and_no_other_route() {
    let specs = site_contract::routes();
    for function in REST_FUNCTIONS {
        let api = (function.api)();
        // The engine itself provides the root index, the batch route and the indexes of namespaces.
        let own = 2 + api.namespaces().len();
        let paths: BTreeSet<&str> = api.table().iter().map(|one| one.spec().path()).collect();
        assert_eq!(
            (paths.len(), api.table().len()),
            (specs.len() + own, specs.len() + own),
            "{} binds a route that is not declared, or one twice",
            function.name
        );
        for spec in &specs {
            assert!(paths.contains(spec.path()), "{}", spec.path());
        }
    }
}

#[test]
fn each_specification_has_exactly_one_handler() {
    for spec in site_contract::routes() {
        let serving = serving(&spec);
        assert_eq!(serving.len(), 1, "{} is served by {serving:?}", spec.path());
    }
    for function in REST_FUNCTIONS {
        for route in (function.api)().table() {
            let verbs = route.verbs();
            let declared = route.spec().endpoints().iter().map(|one| one.verb());
            assert!(
                verbs.is_empty() || verbs == declared.collect::<Vec<_>>(),
                "{} binds a part of {}",
                function.name,
                route.spec().path()
            );
        }
    }
}

#[test]
fn each_namespace_has_exactly_one_function() {
    let declared: BTreeSet<&str> = site_contract::routes()
        .iter()
        .map(RouteSpec::namespace)
        .collect();
    for namespace in declared {
        let functions = REST_FUNCTIONS.iter();
        let serving: Vec<_> = functions
            .filter(|function| (function.api)().served().contains(&namespace))
            .map(|function| function.name)
            .collect();
        assert_eq!(serving.len(), 1, "{namespace} is served by {serving:?}");
    }
}

/// A batch runs in one function, so batchable routes must be served by that function.
#[test]
fn batchable_routes_are_served_by_the_function_of_batches() {
    let batch = RouteSpec::new("", "/batch/v1");
    let batches = serving(&batch);
    assert_eq!(batches.len(), 1);
    for spec in site_contract::routes() {
        assert!(
            !spec.is_batchable() || serving(&spec) == batches,
            "{} is batchable, but served elsewhere",
            spec.path()
        );
    }
}
