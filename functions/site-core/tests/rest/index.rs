//! The index, and the addresses that it lists.

use std::collections::BTreeSet;

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};
use site_core::Options;

use crate::support::{HOME, Site, Who, is_served};

async fn index(site: &Site) -> Value {
    site.send(
        site.request(Who::Anonymous, Method::GET, "/rest/")
            .body(Body::empty())
            .unwrap(),
    )
    .await
    .json()
}

#[tokio::test]
async fn describes_the_site() {
    let site = Site::new().await;
    let mut body = index(&site).await;
    // The other snapshot has the routes.
    let members = body.as_object_mut().unwrap();
    assert!(members.shift_remove("routes").is_some());
    let specs = site_contract::routes();
    let mut declared: Vec<&str> = specs.iter().map(|spec| spec.namespace()).collect();
    declared.dedup();
    assert_eq!(members.shift_remove("namespaces"), Some(json!(declared)));
    insta::assert_json_snapshot!(body);
}

#[tokio::test]
async fn declares_every_parameter() {
    let site = Site::new().await;
    insta::assert_json_snapshot!(index(&site).await["routes"]);
}

#[tokio::test]
async fn hides_authentication_over_plain_http() {
    let site = Site::with(Options::at("http://exemplo.com.br")).await;
    assert_eq!(index(&site).await["authentication"], json!([]));
    let me = site.get(Who::Admin, "/users/me").await;
    assert_eq!(me.refusal(), (401, "rest_not_logged_in".to_owned()));
    let local = Options {
        local: true,
        ..Options::at("http://localhost:8081")
    };
    let site = Site::with(local).await;
    let expected = "http://localhost:8081/authorize-application";
    assert_eq!(
        index(&site).await["authentication"]["application-passwords"]["endpoints"]["authorization"],
        expected
    );
    assert_eq!(site.get(Who::Admin, "/users/me").await.status, 200);
}

#[tokio::test]
async fn shows_the_faq_keys_of_posts() {
    let site = Site::new().await;
    let request = site
        .request(Who::Anonymous, Method::OPTIONS, "/rest/core/v2/posts")
        .body(Body::empty())
        .unwrap();
    let schema = site.send(request).await.json();
    let meta = &schema["schema"]["properties"]["meta"]["properties"];
    assert_eq!(meta["pauta_faq_enabled"]["type"], "boolean");
    assert_eq!(meta["pauta_faq_data"]["type"], "string");
}

/// Every route of this function without parameters in its path has an address in the index, and each of these responds.
#[tokio::test]
async fn every_address_of_the_index_answers() {
    let site = Site::new().await;
    let mut seen = BTreeSet::new();
    let index = index(&site).await;
    let routes = index["routes"].as_object().unwrap().iter();
    for (path, route) in routes.filter(|(_, route)| is_served(route)) {
        let reads = route["methods"].as_array().unwrap().contains(&json!("GET"));
        let Some(href) = route["_links"]["self"][0]["href"].as_str() else {
            assert!(path.contains("(?P<"), "{path}");
            continue;
        };
        seen.insert(path.clone());
        let args = &route["endpoints"][0]["args"];
        let needs = args
            .as_object()
            .is_some_and(|args| args.values().any(|arg| arg["required"] == json!(true)));
        if reads && !needs {
            let path = href.strip_prefix(HOME).unwrap();
            let request = site
                .request(Who::Admin, Method::GET, path)
                .body(Body::empty())
                .unwrap();
            assert_eq!(site.send(request).await.status, 200, "{path}");
        }
    }
    assert!(seen.contains("/core/v2/posts"));
}

#[tokio::test]
async fn unknown_hosts_get_404() {
    let options = Options {
        hosts: site_core::Hosts::Registered,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let ask = |host: &'static str| {
        site.request(Who::Anonymous, Method::GET, "/rest/")
            .header("host", host)
            .body(Body::empty())
            .unwrap()
    };
    assert_eq!(site.send(ask("exemplo.com.br")).await.status, 200);
    assert_eq!(
        site.send(ask("outro.com.br")).await.refusal(),
        (404, "unknown_site".to_owned())
    );
}
