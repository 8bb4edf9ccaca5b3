//! HTTP routes: those of the template and those of `cargo lambda watch` lead to the same functions.

use std::collections::{BTreeMap, BTreeSet};

use local::parts::{Data, Parts};
use local::platform::GROUPS;
use local::site::REST_FUNCTIONS;
use serde_json::Value;
use site_api::vendor_names::NAMES;

use crate::document::{of_type, referred, root, template};
use crate::functions::binaries;

/// Paths that `pattern` takes: a value for each named segment, one and two segments for the rest of the path.
fn samples(pattern: &str) -> Vec<String> {
    let mut paths = vec![String::new()];
    for segment in pattern.split('/').skip(1) {
        let is_rest = segment.starts_with("{*") || segment.ends_with("+}");
        let values: &[&str] = match segment {
            _ if is_rest => &["3", "3/amostra"],
            _ if segment.starts_with('{') => &["3"],
            literal => &[literal],
        };
        paths = paths
            .iter()
            .flat_map(|path| values.iter().map(move |value| format!("{path}/{value}")))
            .collect();
    }
    paths
}

/// The specificity of a pattern for a path, `None` if it does not match: literal segments precede parameters, and
/// these the rest of the path.
fn fit(pattern: &str, path: &str) -> Option<Vec<u8>> {
    let mut grades = Vec::new();
    let mut path = path.split('/').skip(1);
    for segment in pattern.split('/').skip(1) {
        let is_rest = segment.starts_with("{*") || segment.ends_with("+}");
        let found = path
            .next()
            .filter(|found| !found.is_empty() || segment.is_empty())?;
        if is_rest {
            grades.push(1);
            return Some(grades);
        }
        if segment.starts_with('{') {
            grades.push(2);
        } else if segment == found {
            grades.push(3);
        } else {
            return None;
        }
    }
    path.next().is_none().then_some(grades)
}

fn best<'a>(routes: &BTreeMap<&'a str, &'a str>, path: &str) -> Option<&'a str> {
    routes
        .iter()
        .filter_map(|(pattern, function)| Some((fit(pattern, path)?, *function)))
        .max_by(|(one, _), (other, _)| one.cmp(other))
        .map(|(_, function)| function)
}

/// The routes of one API of the template: path pattern to binary, and `$default`.
fn deployed<'a>(template: &'a Value, api: &str) -> BTreeMap<&'a str, &'a str> {
    let functions = binaries(template);
    of_type(template, "AWS::ApiGatewayV2::Route")
        .into_iter()
        .filter(|(_, route)| referred(&route["ApiId"]) == api)
        .map(|(name, route)| {
            let target = route["Target"]["Fn::Sub"].as_str().unwrap();
            let integration = target
                .strip_prefix("integrations/${")
                .unwrap()
                .strip_suffix('}')
                .unwrap();
            let integration = &template["Resources"][integration]["Properties"];
            assert_eq!(referred(&integration["ApiId"]), api, "{name}");
            assert_eq!(integration["PayloadFormatVersion"], "2.0", "{name}");
            let function = crate::document::attribute_of(&integration["IntegrationUri"], "Arn");
            let key = route["RouteKey"].as_str().unwrap();
            (key.strip_prefix("ANY ").unwrap_or(key), functions[function])
        })
        .collect()
}

#[test]
fn the_deployed_routes_and_those_of_watch_agree() {
    let template = template("template.yaml");
    let platform = deployed(&template, "PlatformApi");
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    let router = metadata.workspace_metadata["lambda"]["watch"]["router"]
        .as_object()
        .unwrap();
    let watch: BTreeMap<&str, &str> = router
        .iter()
        .map(|(path, function)| (path.as_str(), function.as_str().unwrap()))
        .collect();
    // Watch matches paths as axum does, which panics when two of them conflict.
    let _: axum::Router = watch.keys().fold(axum::Router::new(), |router, path| {
        router.route(path, axum::routing::any(|| async {}))
    });
    let of_platform = watch
        .iter()
        .filter(|(_, function)| function.starts_with("platform-"));
    let patterns = platform
        .keys()
        .chain(of_platform.map(|(pattern, _)| pattern));
    // Watch serves both APIs on one port, where `/` is the site's home page; the panel is at `/painel` too.
    let patterns = patterns.filter(|pattern| !["$default", "/"].contains(pattern));
    for path in patterns.flat_map(|pattern| samples(pattern)) {
        let deployed = best(&platform, &path).unwrap_or(platform["$default"]);
        assert_eq!(best(&watch, &path), Some(deployed), "{path}");
    }
    let site = deployed(&template, "SiteApi");
    let path_routes: BTreeMap<&str, &str> = site
        .iter()
        .filter(|(pattern, _)| pattern.starts_with('/'))
        .map(|(pattern, function)| (*pattern, *function))
        .collect();
    let at_gateway = |path: &str| best(&path_routes, path).unwrap_or(site["$default"]);
    for (path, function) in [
        ("/", "site-pages"),
        ("/uma-pauta/", "site-pages"),
        ("/category/doces/page/2/", "site-pages"),
        ("/rest", "site-core"),
        ("/rest/", "site-core"),
        ("/rest/core/v2/posts/3", "site-core"),
        ("/wp-json/", "site-core"),
        ("/wp-json/wp/v2/posts/3", "site-core"),
        ("/uploads/2026/11/ipe.jpg", "site-core"),
    ] {
        assert_eq!(at_gateway(path), function, "{path}");
        assert_eq!(best(&watch, path), Some(function), "{path}");
    }
    // Each namespace leads to the function that serves it, under our name and under that of deployed systems.
    for function in REST_FUNCTIONS {
        for namespace in (function.api)().served() {
            let ours = format!("/rest/{namespace}");
            let theirs = NAMES.path_out(&format!("/{namespace}"));
            for root in [ours, format!("{}{theirs}", NAMES.prefix)] {
                for below in ["", "/one", "/one/2", "/one/2/three"] {
                    let path = format!("{root}{below}");
                    assert_eq!(at_gateway(&path), function.name, "{path}");
                    assert_eq!(best(&watch, &path), Some(function.name), "{path}");
                }
            }
        }
    }
    // `/?rest_route=` differs from the home page by its method; GET requests are forwarded by site-pages.
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
        assert_eq!(site[format!("{method} /").as_str()], "site-core");
    }
}

#[tokio::test]
async fn every_operation_of_the_platform_leads_to_the_function_that_serves_it() {
    let template = template("template.yaml");
    let platform = deployed(&template, "PlatformApi");
    let parts = Parts::new(&Data::Memory, "http://localhost", "http://localhost:1");
    let parts = parts.await.unwrap();
    let mut operations = 0;
    for group in GROUPS {
        for pattern in group.api(&parts).into_openapi().paths.paths.keys() {
            for path in samples(pattern) {
                operations += 1;
                let function = best(&platform, &path).unwrap_or(platform["$default"]);
                assert_eq!(function, group.name, "{path}");
            }
        }
    }
    assert!(operations > 30, "{operations}");
}

#[test]
fn every_route_group_is_reachable_and_permitted() {
    let template = template("template.yaml");
    let mut reachable = BTreeSet::new();
    for api in ["PlatformApi", "SiteApi"] {
        let routes = deployed(&template, api);
        assert!(
            routes.contains_key("$default"),
            "{api}: an unknown path must get our own answer"
        );
        reachable.extend(routes.into_values());
    }
    let groups: BTreeSet<_> = binaries(&template)
        .into_values()
        .filter(|binary| !binary.ends_with("-tick") && !binary.ends_with("-worker"))
        .filter(|binary| *binary != "log-intake")
        .collect();
    assert_eq!(reachable, groups);
    let functions = binaries(&template);
    let permitted: BTreeSet<_> = of_type(&template, "AWS::Lambda::Permission")
        .into_iter()
        .filter(|(_, permission)| permission["Principal"] == "apigateway.amazonaws.com")
        .map(|(_, permission)| functions[referred(&permission["FunctionName"])])
        .collect();
    assert_eq!(permitted, groups);
}

#[test]
fn every_api_is_throttled_and_logs_no_path() {
    let template = template("template.yaml");
    for (name, stage) in of_type(&template, "AWS::ApiGatewayV2::Stage") {
        assert_eq!(stage["StageName"], "$default", "{name}");
        for limit in ["ThrottlingRateLimit", "ThrottlingBurstLimit"] {
            assert!(!stage["DefaultRouteSettings"][limit].is_null(), "{name}");
        }
        let format = stage["AccessLogSettings"]["Format"].as_str().unwrap();
        assert!(
            !format.contains("$context.path"),
            "{name}: approval paths are secrets"
        );
    }
}
