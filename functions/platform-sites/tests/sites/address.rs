//! Addresses of private networks are refused when they are stored, and again when they are called.
use std::collections::BTreeMap;

use crate::app::{Names, TestApp};
use domain::platform::access::Role;
use http::Method;
use outbound::Policy;
use platform_testkit::TestApi;
use serde_json::json;

const REFUSED_EVERYWHERE: [&str; 22] = [
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "http://100.64.0.1/",
    "http://0.0.0.0/",
    "http://[::ffff:10.0.0.1]/",
    "http://[fe80::1]/",
    "http://0xa.0.0.1/",
    "http://167772161/",
    "http://metadata.google.internal/",
    "http://intranet/",
    "http://cliente.example./",
    "https://ana:senha@cliente.example/",
    "https://cliente.example:22/",
    "ftp://cliente.example/",
    "javascript:alert(1)",
    "//cliente.example/",
    "cliente.example",
    "https://",
    "https://dentro.example/",
];

async fn app(policy: Policy) -> TestApp {
    let names = BTreeMap::from([
        ("cliente.example", "93.184.215.14".parse().unwrap()),
        ("dentro.example", "10.0.0.7".parse().unwrap()),
    ]);
    TestApp::with(policy, names).await
}

#[tokio::test]
async fn addresses_that_lead_inside_are_refused_on_write() {
    for policy in [Policy::cloud(), Policy::local()] {
        let app = app(policy).await;
        let gerente = app.create_user("gerente", Role::Gerente).await;
        let good = json!({"name": "Bom", "url": "https://cliente.example/"});
        let made = app.request(&gerente, Method::POST, "/sites", good).await;
        assert_eq!(made.status, 201);
        for url in REFUSED_EVERYWHERE {
            let body = json!({"name": "Mau", "url": url});
            for (method, path) in [(Method::POST, "/sites"), (Method::PUT, "/sites/1")] {
                let answer = app.request(&gerente, method, path, body.clone()).await;
                assert_eq!(answer.status, 422, "{url}");
                assert_eq!(answer.code(), "invalid_site_address", "{url}");
                assert_eq!(answer.issue_fields(), ["url"], "{url}");
            }
        }
    }
}

#[tokio::test]
async fn loopback_and_plain_http_are_for_the_local_run_only() {
    for (policy, expected) in [(Policy::cloud(), 422), (Policy::local(), 201)] {
        let app = app(policy).await;
        let gerente = app.create_user("gerente", Role::Gerente).await;
        for url in [
            "http://127.0.0.1:8081/",
            "http://localhost:8081/",
            "http://[::1]:8081/",
            "http://cliente.example/",
        ] {
            let body = json!({"name": "Local", "url": url});
            let answer = app.request(&gerente, Method::POST, "/sites", body).await;
            assert_eq!(answer.status.as_u16(), expected, "{url}");
        }
    }
}

#[tokio::test]
async fn an_unknown_host_name_is_stored() {
    let app = app(Policy::cloud()).await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let body = json!({"name": "Novo", "url": "https://ainda-nao.example/"});
    let answer = app.request(&gerente, Method::POST, "/sites", body).await;
    assert_eq!(answer.status, 201);
}

/// Every member of a site that is an address of the outside.
const ADDRESSES: [&str; 2] = ["url", "sitemap_url"];

#[tokio::test]
async fn every_address_of_a_site_is_judged_alike() {
    let here = [
        "http://127.0.0.1:8081/",
        "http://localhost:8081/",
        "http://cliente.example/",
    ];
    let good = ["https://cliente.example/", "https://ainda-nao.example/"];
    for (policy, open) in [(Policy::cloud(), false), (Policy::local(), true)] {
        let app = app(policy).await;
        let gerente = app.create_user("gerente", Role::Gerente).await;
        let cases = REFUSED_EVERYWHERE
            .iter()
            .map(|address| (*address, false))
            .chain(here.map(|address| (address, open)))
            .chain(good.map(|address| (address, true)));
        for (address, taken) in cases {
            for member in ADDRESSES {
                let mut body = json!({"name": "Cliente", "url": "https://cliente.example/"});
                body[member] = json!(address);
                let answer = app.request(&gerente, Method::POST, "/sites", body).await;
                let expected = if taken { 201 } else { 422 };
                assert_eq!(answer.status.as_u16(), expected, "{member} {address}");
                if !taken {
                    assert_eq!(answer.issue_fields(), [member], "{address}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_sitemap_keeps_its_query() {
    let app = app(Policy::cloud()).await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let body = json!({"name": "Cliente", "url": "https://cliente.example/", "sitemap_url": " https://cliente.example/sitemap.xml?a=1#b "});
    let answer = app.request(&gerente, Method::POST, "/sites", body).await;
    assert_eq!(
        answer.json["sitemap_url"],
        "https://cliente.example/sitemap.xml?a=1"
    );
}

/// A name that was public when it was written and leads inside when it is called.
#[tokio::test]
async fn a_name_that_turned_inside_is_not_called() {
    let mut app = app(Policy::cloud()).await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let body = json!({
        "name": "Cliente",
        "url": "https://cliente.example/",
        "host_user": "ana",
        "host_password": "abcd efgh",
    });
    app.request(&gerente, Method::POST, "/sites", body).await;
    let turned = BTreeMap::from([("cliente.example", "169.254.169.254".parse().unwrap())]);
    app.ports.outbound =
        outbound::Outbound::with_resolver(Policy::cloud(), std::sync::Arc::new(Names(turned)))
            .unwrap();
    let answer = app
        .request(
            &gerente,
            Method::POST,
            "/sites/1/test-connection",
            serde_json::Value::Null,
        )
        .await;
    assert_eq!(answer.json.get("ok"), Some(&json!(false)));
    assert_eq!(answer.json.get("cause"), Some(&json!("host_unreachable")));
    assert!(!answer.text.contains("169.254"), "{}", answer.text);
}
