//! Access rights of the spam filter: every route, method and role.

use http::Method;
use serde_json::json;

use crate::spam::KEY;
use crate::support::{Site, Who};

const PATH: &str = "/rest/spam-filter/v1";

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    Everyone,
    Administrators,
    /// Callers that give the site's key, signed in or not.
    Key,
}

/// Every endpoint.
const REQUESTS: [(&str, &str, Right); 18] = [
    ("GET", "", Right::Everyone),
    ("GET", "/key", Right::Administrators),
    ("POST", "/key", Right::Administrators),
    ("PUT", "/key", Right::Administrators),
    ("PATCH", "/key", Right::Administrators),
    ("GET", "/settings", Right::Administrators),
    ("POST", "/settings", Right::Administrators),
    ("PUT", "/settings", Right::Administrators),
    ("PATCH", "/settings", Right::Administrators),
    ("GET", "/stats", Right::Administrators),
    ("GET", "/stats/a", Right::Administrators),
    ("GET", "/alert", Right::Key),
    ("POST", "/alert", Right::Key),
    ("PUT", "/alert", Right::Key),
    ("PATCH", "/alert", Right::Key),
    ("DELETE", "/alert", Right::Key),
    ("POST", "/webhook", Right::Key),
    ("DELETE", "/key", Right::Administrators),
];

#[tokio::test]
async fn every_route_has_its_rights() {
    let site = Site::new().await;
    let mut wrong = Vec::new();
    for (method, path, right) in REQUESTS {
        let method: Method = method.parse().unwrap();
        let is_key = path == "/key";
        for (who, with_key) in Who::ALL
            .into_iter()
            .flat_map(|who| [(who, false), (who, true)])
        {
            // Requests of administrators change the key.
            site.spam.store_key(KEY).await.unwrap();
            site.was_written();
            let query = match with_key {
                true => format!("?key={KEY}"),
                // A body of its own, so that the required parameter is there.
                false if is_key => "?key=fedcba987654".to_owned(),
                false => "?key=fedcba98765".to_owned(),
            };
            let uri = format!("{PATH}{path}{query}");
            let answer = site.ask(who, method.clone(), &uri).await;
            let may = match right {
                Right::Everyone => true,
                Right::Administrators => who == Who::Admin,
                Right::Key => with_key,
            };
            let expected = match (may, who) {
                (true, _) => 200,
                (false, Who::Anonymous) => 401,
                (false, _) => 403,
            };
            let asked = format!("{method} {uri} {who:?}");
            if answer.status != expected {
                wrong.push(format!("{asked}: {}", answer.status));
            } else if !may && answer.refusal().1 != "rest_forbidden" {
                wrong.push(format!("{asked}: {:?}", answer.refusal()));
            }
            if !may && site.was_written() {
                wrong.push(format!("{asked}: refused, but written"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn without_a_stored_key_no_key_is_right() {
    let site = Site::new().await;
    for who in Who::ALL {
        for (method, path) in [
            ("GET", "/alert"),
            ("DELETE", "/alert"),
            ("POST", "/webhook"),
        ] {
            for query in ["", "?key=", "?key=false", "?key=0123456789ab"] {
                let uri = format!("{PATH}{path}{query}");
                let answer = site.ask(who, method.parse().unwrap(), &uri).await;
                let status = if who == Who::Anonymous { 401 } else { 403 };
                let expected = (status, "rest_forbidden".to_owned());
                assert_eq!(answer.refusal(), expected, "{who:?} {method} {uri}");
            }
        }
    }
}

#[tokio::test]
async fn the_webhook_takes_blanks_around_the_key_for_a_part_of_it() {
    let site = Site::new().await;
    site.spam.store_key(KEY).await.unwrap();
    for (key, path, status) in [
        (format!(" {KEY}"), "/alert", 200),
        (format!(" {KEY}"), "/webhook", 401),
        (KEY.to_uppercase(), "/webhook", 200),
    ] {
        let body = json!({ "key": key });
        let uri = format!("{PATH}{path}");
        let answer = site.call(Who::Anonymous, Method::POST, &uri, &body).await;
        assert_eq!(answer.status, status, "{key:?} {path}");
    }
}

#[tokio::test]
async fn every_endpoint_of_the_contract_is_among_the_requests() {
    for spec in site_contract::spam_filter::routes() {
        let path = spec.path().strip_prefix("/spam-filter/v1").unwrap();
        let path = path.replace(r"(?P<interval>[\w+])", "a");
        for method in spec.endpoints().iter().flat_map(|one| one.methods()) {
            let mut asked = REQUESTS.iter();
            assert!(
                asked.any(|(known, at, _)| *known == method.as_str() && *at == path),
                "{method} {path}"
            );
        }
    }
}

#[tokio::test]
async fn allow_lists_what_the_caller_may_do() {
    let site = Site::new().await;
    site.spam.store_key(KEY).await.unwrap();
    for (who, path, allow) in [
        (Who::Admin, "/key", "GET, POST, PUT, PATCH, DELETE"),
        (Who::Admin, "/settings", "GET, POST, PUT, PATCH"),
        (Who::Admin, "/stats", "GET"),
        (Who::Editor, "/key", ""),
        (Who::Admin, "/alert", ""),
        (Who::Admin, "/webhook", ""),
    ] {
        let uri = format!("{PATH}{path}");
        let answer = site.ask(who, Method::OPTIONS, &uri).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (200, allow),
            "{uri}"
        );
    }
}
