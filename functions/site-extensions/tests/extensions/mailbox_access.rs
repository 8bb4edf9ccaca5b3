//! Access rights of the mail transport: every route, method and role.

use http::Method;
use serde_json::json;
use site_extensions::Options;

use crate::mailbox::{MAILBOX, google};
use crate::support::{HOME, Site, Who};

const PATH: &str = "/rest/mail-smtp";

/// Requests with the status for an administrator; other callers are refused, unless `true` says that all get it.
const REQUESTS: [(&str, &str, u16, bool); 6] = [
    ("GET", "", 200, true),
    ("GET", "/mailbox", 200, false),
    ("HEAD", "/mailbox", 200, false),
    ("POST", "/mailbox?provider=google", 200, false),
    ("POST", "/test-message?to=ana@exemplo.com.br", 200, false),
    ("DELETE", "/mailbox", 404, false),
];

const fn refusal(who: Who) -> u16 {
    match who {
        Who::Anonymous => 401,
        _ => 403,
    }
}

#[tokio::test]
async fn every_route_has_its_rights() {
    let site = Site::new().await;
    for (method, path, status, is_public) in REQUESTS {
        for who in Who::ALL {
            site.was_written();
            let method: Method = method.parse().unwrap();
            let uri = format!("{PATH}{path}");
            let answer = site.ask(who, method.clone(), &uri).await;
            let may = is_public || who == Who::Admin;
            let expected = if may { status } else { refusal(who) };
            assert_eq!(answer.status, expected, "{method} {uri} {who:?}");
            if !may {
                assert!(!site.was_written(), "{method} {uri} {who:?}");
                if method != Method::HEAD {
                    assert_eq!(answer.refusal().1, "rest_forbidden");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_return_is_for_whoever_brings_the_state() {
    let site = Site::new().await;
    let back = site.consent(&google()).await;
    let state = back.split("state=").nth(1).unwrap();
    let state = state.split('&').next().unwrap().to_owned();
    site.was_written();
    let upper = state.to_uppercase();
    for query in [
        String::new(),
        "?code=x".to_owned(),
        "?state=&code=x".to_owned(),
        "?state=abc&code=x".to_owned(),
        format!("?state={upper}&code=x"),
        format!("?state={state}x&code=x"),
        format!("?state[]={state}&code=x"),
        format!("?state={}&code=x", "a".repeat(4_000)),
    ] {
        for who in Who::ALL {
            let uri = format!("{PATH}/oauth_callback{query}");
            let answer = site.ask(who, Method::GET, &uri).await;
            assert_eq!(
                answer.refusal(),
                (refusal(who), "rest_forbidden".to_owned()),
                "{uri} {who:?}"
            );
        }
    }
    let posted = site.ask(Who::Admin, Method::POST, &back).await;
    assert_eq!(posted.refusal(), (404, "rest_no_route".to_owned()));
    let head = site.ask(Who::Anonymous, Method::HEAD, &back).await;
    assert_eq!(head.status, 204);
    assert!(!site.was_written());
    assert_eq!(site.come_back(&back).await.status, 200);
}

#[tokio::test]
async fn every_endpoint_of_the_contract_is_among_the_requests() {
    for spec in site_contract::mail_smtp::routes() {
        let path = spec.path().strip_prefix("/mail-smtp").unwrap();
        for method in spec.endpoints().iter().flat_map(|one| one.methods()) {
            let mut asked = REQUESTS.iter();
            let is_asked = path == "/oauth_callback"
                || asked.any(|(known, at, ..)| {
                    *known == method.as_str() && at.split('?').next() == Some(path)
                });
            assert!(is_asked, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn allow_lists_what_the_caller_may_do() {
    let site = Site::new().await;
    for (who, path, allow) in [
        (Who::Admin, "/mailbox", "GET, POST, DELETE"),
        (Who::Admin, "/test-message", "POST"),
        (Who::Editor, "/mailbox", ""),
        (Who::Admin, "/oauth_callback", ""),
    ] {
        let answer = site
            .ask(who, Method::OPTIONS, &format!("{PATH}{path}"))
            .await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (200, allow),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_index_in_the_names_of_deployed_systems_lists_their_route_only() {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let ours = site.ask(Who::Anonymous, Method::GET, PATH).await.ok();
    assert!(ours["routes"].get("/mail-smtp/mailbox").is_some());
    let index = site
        .ask(Who::Anonymous, Method::GET, "/wp-json/fluent-smtp")
        .await
        .ok();
    let routes = index["routes"].as_object().unwrap();
    let paths: Vec<&String> = routes.keys().collect();
    assert_eq!(paths, ["/fluent-smtp", "/fluent-smtp/outlook_callback"]);
    let endpoints = &routes["/fluent-smtp/outlook_callback"]["endpoints"];
    assert_eq!(endpoints, &json!([{ "methods": ["GET"], "args": [] }]));
}

#[tokio::test]
async fn no_administrator_completes_what_another_one_began_on_another_site() {
    let (one, other) = (Site::new().await, Site::new().await);
    let back = one.consent(&google()).await;
    // The key rings of both are equal; only the waiting authorization tells them apart.
    let answer = other.come_back(&back).await;
    assert_eq!(answer.refusal(), (401, "rest_forbidden".to_owned()));
    let gone = one.ask(Who::Editor, Method::GET, MAILBOX).await;
    assert_eq!(gone.refusal(), (403, "rest_forbidden".to_owned()));
}
