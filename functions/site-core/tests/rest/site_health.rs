//! Checks of the site's condition.

use axum::body::Body;
use http::Method;
use serde_json::json;
use site_core::Options;

use crate::support::{Answer, Site, Who};

const ROOT: &str = "/rest/core-site-health/v1/tests";

async fn check(site: &Site, who: Who, name: &str) -> Answer {
    let request = site.request(who, Method::GET, &format!("{ROOT}/{name}"));
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn every_check_has_the_members_that_clients_show() {
    let site = Site::new().await;
    for name in site_contract::site_health::CHECKS {
        let found = check(&site, Who::Admin, name).await.json();
        assert_eq!(found["test"], name.replace('-', "_"));
        assert_eq!(found["status"], "good", "{name}");
        assert_eq!(found["badge"]["color"], "blue");
        assert_eq!(found["actions"], "");
        let description = found["description"].as_str().unwrap();
        assert!(description.starts_with("<p>") && description.ends_with(".</p>"));
        for who in [Who::Anonymous, Who::Editor] {
            assert_eq!(check(&site, who, name).await.code(), "rest_forbidden");
        }
    }
}

#[tokio::test]
async fn an_address_without_encryption_is_told() {
    let options = Options {
        local: true,
        ..Options::at("http://exemplo.com.br")
    };
    let site = Site::with(options).await;
    let found = check(&site, Who::Admin, "https-status").await.json();
    assert_eq!(
        (&found["status"], &found["label"]),
        (&json!("recommended"), &json!("O site não usa HTTPS"))
    );
}

#[tokio::test]
async fn a_removed_header_is_told() {
    let site = Site::new().await;
    let path = format!("{ROOT}/authorization-header");
    let mut request = site
        .request(Who::Admin, Method::GET, &path)
        .body(Body::empty())
        .unwrap();
    let credentials = request.headers_mut().remove("authorization").unwrap();
    request.headers_mut().insert("x-authorization", credentials);
    let found = site.send(request).await.json();
    assert_eq!(found["status"], "recommended");
}
