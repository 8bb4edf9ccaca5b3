//! Every route of deployed systems is here, or on the list of those left out with the reason
//! (docs/interface/site/routes-left-out.md).

use std::collections::BTreeSet;

use axum::body::Body;
use http::Method;
use serde_json::Value;
use site_core::Options;

use crate::support::{HOME, Site, Who};

const DEPLOYED: &str = include_str!("../deployed-routes.txt");
const LEFT_OUT: &str = include_str!("../../../../docs/interface/site/routes-left-out.md");

/// A pattern of the index with each named group as its name in braces.
fn named(pattern: &str) -> String {
    let mut found = String::new();
    let (mut depth, mut class) = (0_u32, false);
    let mut rest = pattern;
    while let Some(next) = rest.chars().next() {
        if let Some(group) = rest.strip_prefix("(?P<").filter(|_| !class) {
            let (name, after) = group.split_once('>').unwrap();
            if depth == 0 {
                found.extend(["{", name, "}"]);
            }
            depth += 1;
            rest = after;
            continue;
        }
        let taken = if next == '\\' { 2 } else { next.len_utf8() };
        let (token, after) = rest.split_at(taken);
        match token {
            "[" => class = true,
            "]" => class = false,
            "(" if !class => depth += 1,
            ")" if !class => depth -= 1,
            _ if depth == 0 => found.push_str(token),
            _ => (),
        }
        rest = after;
    }
    found
}

/// The methods of all routes of deployed systems, as `GET /path`.
fn deployed() -> BTreeSet<String> {
    let lines = DEPLOYED.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once(' '))
        .flat_map(|(path, methods)| {
            methods
                .split(',')
                .map(move |method| format!("{method} {path}"))
        })
        .collect()
}

/// The first column of the table of routes left out.
fn left_out() -> BTreeSet<String> {
    let rows = LEFT_OUT.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |row: &str| {
        let (route, reason) = row.split_once("` | ").unwrap();
        assert!(reason.len() > 20, "{route} has no reason");
        route.to_owned()
    };
    rows.map(row).collect()
}

async fn served() -> BTreeSet<String> {
    let site = Site::with(Options {
        vendor_names: true,
        ..Options::at(HOME)
    })
    .await;
    let request = site.request(Who::Anonymous, Method::GET, "/wp-json/");
    let index = site.send(request.body(Body::empty()).unwrap()).await.json();
    let routes = index["routes"].as_object().unwrap();
    let methods = |route: &Value| -> Vec<String> {
        serde_json::from_value(route["methods"].clone()).unwrap()
    };
    routes
        .iter()
        .flat_map(|(pattern, route)| {
            let path = named(pattern);
            let served = methods(route).into_iter();
            served.map(move |method| format!("{method} {path}"))
        })
        .collect()
}

#[tokio::test]
async fn routes_of_deployed_systems_are_here_or_left_out_with_a_reason() {
    let (deployed, left_out, served) = (deployed(), left_out(), served().await);
    let absent: Vec<_> = deployed.difference(&served).collect();
    assert_eq!(
        absent,
        left_out.iter().collect::<Vec<_>>(),
        "deployed systems have the routes on the left, which this site does not have; \
         docs/interface/site/routes-left-out.md lists those on the right"
    );
}
