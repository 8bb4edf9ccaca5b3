//! Access rights of contact forms: every route, method and role. Refusals are 403, also to the public.

use http::Method;
use serde_json::json;

use crate::support::{Site, Who};

/// The least role that a request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Least {
    Everyone,
    Contributor,
    Editor,
}

/// Requests with the least role, and the status for those who have it. `N` is the first form.
const REQUESTS: [(&str, &str, Least, u16); 19] = [
    ("GET", "", Least::Everyone, 200),
    ("GET", "/contact-forms", Least::Contributor, 200),
    ("HEAD", "/contact-forms", Least::Contributor, 200),
    ("POST", "/contact-forms", Least::Editor, 200),
    ("GET", "/contact-forms/N", Least::Editor, 200),
    ("HEAD", "/contact-forms/N", Least::Editor, 200),
    ("POST", "/contact-forms/N", Least::Editor, 200),
    ("PUT", "/contact-forms/N", Least::Editor, 200),
    ("PATCH", "/contact-forms/N", Least::Editor, 200),
    (
        "GET",
        "/contact-forms/N/feedback/schema",
        Least::Everyone,
        200,
    ),
    ("GET", "/contact-forms/N/refill", Least::Everyone, 200),
    ("POST", "/contact-forms/N/feedback", Least::Everyone, 415),
    ("POST", "/contact-forms/999/feedback", Least::Everyone, 415),
    ("GET", "/contact-forms/999", Least::Editor, 404),
    ("POST", "/contact-forms/999", Least::Editor, 404),
    ("DELETE", "/contact-forms/999", Least::Editor, 404),
    (
        "GET",
        "/contact-forms/999/feedback/schema",
        Least::Everyone,
        404,
    ),
    ("GET", "/contact-forms/999/refill", Least::Everyone, 404),
    ("DELETE", "/contact-forms/N", Least::Editor, 200),
];

const fn rank(who: Who) -> Least {
    match who {
        Who::Anonymous | Who::Subscriber => Least::Everyone,
        Who::Contributor | Who::Author => Least::Contributor,
        Who::Editor | Who::Admin => Least::Editor,
    }
}

#[tokio::test]
async fn every_route_has_its_rights() {
    let mut wrong = Vec::new();
    for who in Who::ALL {
        let site = Site::new().await;
        let first = site.first_form().await;
        for (method, path, least, status) in REQUESTS {
            let method: Method = method.parse().unwrap();
            let path = path.replace('N', &first.to_string());
            let uri = format!("/rest/contact-form/v1{path}");
            let answer = site.ask(who, method.clone(), &uri).await;
            let is_refused = rank(who) < least;
            let expected = if is_refused { 403 } else { status };
            if answer.status != expected {
                wrong.push(format!("{method} {uri} {who:?}: {}", answer.status));
            }
            if is_refused && method != Method::HEAD {
                let (_, code) = answer.refusal();
                if code != "contactform_forbidden" {
                    wrong.push(format!("{method} {uri} {who:?}: {code}"));
                }
            }
            if site.was_written() && (method != Method::DELETE || is_refused) {
                wrong.push(format!("{method} {uri} {who:?}: written"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_endpoint_of_the_contract_is_among_the_requests() {
    for spec in site_contract::contact_form::routes() {
        let path = spec.path().strip_prefix("/contact-form/v1").unwrap();
        let path = path.replace(r"(?P<id>\d+)", "N");
        for endpoint in spec.endpoints() {
            for method in endpoint.methods() {
                let is_asked = REQUESTS
                    .iter()
                    .any(|(asked, own, ..)| *asked == method.as_str() && *own == path);
                assert!(is_asked, "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn allow_lists_what_the_caller_may_do() {
    let site = Site::new().await;
    let item = format!("/contact-forms/{}", site.first_form().await);
    for (who, path, allow) in [
        (Who::Editor, "/contact-forms", "GET, POST"),
        (Who::Contributor, "/contact-forms", "GET"),
        (Who::Anonymous, "/contact-forms", ""),
        (Who::Editor, &item, "GET, POST, PUT, PATCH, DELETE"),
        (Who::Author, &item, ""),
        (Who::Anonymous, &format!("{item}/refill"), "GET"),
    ] {
        let uri = format!("/rest/contact-form/v1{path}");
        let answer = site.ask(who, Method::OPTIONS, &uri).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (200, allow),
            "{who:?} {uri}"
        );
    }
}

#[tokio::test]
async fn forms_are_not_batched() {
    let site = Site::new().await;
    let index = site
        .ask(Who::Anonymous, Method::GET, "/rest/contact-form/v1")
        .await
        .ok();
    for (path, route) in index["routes"].as_object().unwrap() {
        for endpoint in route["endpoints"].as_array().unwrap() {
            assert!(endpoint.get("allow_batch").is_none(), "{path}");
            let is_index = path == "/contact-form/v1";
            let is_own = path.starts_with("/contact-form/v1/submissions");
            assert!(
                is_index || is_own || endpoint["args"] == json!([]),
                "{path}"
            );
        }
    }
}
