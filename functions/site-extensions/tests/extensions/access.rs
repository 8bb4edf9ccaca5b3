//! Access rights: every route, method and role.

use http::Method;
use serde_json::json;

use crate::support::{Site, Who};

/// Requests with the status for an administrator; every other caller is refused, except that `true` marks public ones.
const REQUESTS: [(&str, &str, u16, bool); 20] = [
    ("GET", "", 200, true),
    ("GET", "/snippets", 200, false),
    ("HEAD", "/snippets", 200, false),
    ("POST", "/snippets", 200, false),
    ("GET", "/snippets/schema", 200, true),
    ("GET", "/snippets/1", 200, false),
    ("POST", "/snippets/1", 200, false),
    ("PUT", "/snippets/1", 200, false),
    ("PATCH", "/snippets/1", 200, false),
    ("POST", "/snippets/1/activate", 200, false),
    ("PUT", "/snippets/2/activate", 200, false),
    ("PATCH", "/snippets/3/activate", 200, false),
    ("POST", "/snippets/1/deactivate", 200, false),
    ("PUT", "/snippets/2/deactivate", 200, false),
    ("PATCH", "/snippets/3/deactivate", 200, false),
    ("GET", "/snippets/1/export", 200, false),
    ("GET", "/snippets/1/export-code", 200, false),
    ("DELETE", "/snippets/4", 204, false),
    ("GET", "/snippets/999", 500, false),
    ("DELETE", "/snippets/999", 500, false),
];

#[tokio::test]
async fn every_route_has_its_rights() {
    let site = Site::new().await;
    let mut wrong = Vec::new();
    for (method, path, status, is_public) in REQUESTS {
        let method: Method = method.parse().unwrap();
        let uri = format!("/rest/code-snippets/v1{path}");
        // The administrator comes last, because requests change the snippets.
        for who in Who::ALL {
            let answer = site.ask(who, method.clone(), &uri).await;
            let expected = match who {
                Who::Admin => status,
                _ if is_public => 200,
                Who::Anonymous => 401,
                _ => 403,
            };
            if answer.status != expected {
                wrong.push(format!("{method} {uri} {who:?}: {}", answer.status));
            }
            let is_refused = who != Who::Admin && !is_public;
            if is_refused && (method != Method::HEAD && answer.refusal().1 != "rest_forbidden") {
                wrong.push(format!("{method} {uri} {who:?}: {:?}", answer.refusal()));
            }
            if who != Who::Admin && site.was_written() {
                wrong.push(format!("{method} {uri} {who:?}: refused, but written"));
            }
        }
        site.was_written();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_endpoint_of_the_contract_is_among_the_requests() {
    for spec in site_contract::code_snippets::routes() {
        let path = spec.path().strip_prefix("/code-snippets/v1").unwrap();
        let pattern = path.replace(r"(?P<id>[\d]+)", "{id}");
        for endpoint in spec.endpoints() {
            for method in endpoint.methods() {
                let is_asked = REQUESTS.iter().any(|(asked, path, ..)| {
                    let path: String = path
                        .split('/')
                        .map(|part| match part.parse::<u64>() {
                            Ok(_) => "{id}",
                            Err(_) => part,
                        })
                        .collect::<Vec<_>>()
                        .join("/");
                    *asked == method.as_str() && path == pattern
                });
                assert!(is_asked, "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn parameters_are_checked_before_rights() {
    let site = Site::new().await;
    let wrong = json!({"name": 5});
    let path = "/rest/code-snippets/v1/snippets";
    let answer = site.call(Who::Anonymous, Method::POST, path, &wrong).await;
    assert_eq!(answer.refusal(), (400, "rest_invalid_param".to_owned()));
    assert!(!site.was_written());
}

#[tokio::test]
async fn allow_lists_what_the_caller_may_do() {
    let site = Site::new().await;
    for (who, path, allow) in [
        (Who::Admin, "/snippets", "GET, POST"),
        (Who::Admin, "/snippets/1", "GET, POST, PUT, PATCH, DELETE"),
        (Who::Admin, "/snippets/1/activate", "POST, PUT, PATCH"),
        (Who::Editor, "/snippets", ""),
        (Who::Anonymous, "/snippets", ""),
        (Who::Anonymous, "/snippets/schema", "GET"),
    ] {
        let uri = format!("/rest/code-snippets/v1{path}");
        let answer = site.ask(who, Method::OPTIONS, &uri).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (200, allow),
            "{uri}"
        );
    }
}
