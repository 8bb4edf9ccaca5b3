//! A parameter that is larger than its declaration allows is refused before anything reads it
//! (docs/interface/site/requests.md#limits).

use http::Method;
use regex::Regex;
use serde_json::{Value, json};
use site_rest::Arg;

use crate::support::{Site, Who};

/// More characters than any text may have.
const CHARACTERS: usize = 900_001;
/// More elements than any list may have.
const ELEMENTS: usize = 1_001;

/// An address that the path pattern of a route matches.
fn address(pattern: &str) -> String {
    let parameter = Regex::new(r"\(\?P<(\w+)>").unwrap();
    let mut address = String::new();
    let mut rest = pattern;
    while let Some(found) = parameter.captures(rest) {
        let whole = found.get(0).unwrap();
        address.push_str(&rest[..whole.start()]);
        // The parameter ends with the bracket that closes its own.
        let (mut depth, mut end) = (1, whole.end());
        for (at, c) in rest[whole.end()..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = whole.end() + at + 1;
                break;
            }
        }
        let form = &rest[whole.end()..end - 1];
        let value = ["1", "x", "a/b", "a//b"].into_iter().find(|value| {
            Regex::new(&format!("(?i)^(?:{form})$"))
                .unwrap()
                .is_match(value)
        });
        address.push_str(value.unwrap_or("1"));
        rest = &rest[end..];
    }
    address.push_str(rest);
    address
}

/// Whether a parameter is a list.
fn takes_list(arg: &Arg) -> bool {
    let kind = arg.schema().as_arg(false)["type"].clone();
    kind == "array"
        || kind
            .as_array()
            .is_some_and(|kinds| kinds.contains(&json!("array")))
}

#[tokio::test]
async fn every_parameter_of_every_route_has_a_limit() {
    let site = Site::new().await;
    let (mut accepted, mut sent) = (Vec::new(), 0);
    for route in site_contract::core::routes() {
        let path = address(route.path());
        let below = path.strip_prefix("/core/v2").unwrap();
        for endpoint in route.endpoints() {
            let method = endpoint.methods().first().unwrap().clone();
            for arg in endpoint.args().iter() {
                let in_path = format!("(?P<{}>", arg.name());
                if route.path().contains(&in_path) {
                    continue;
                }
                let mut values = vec![json!("x".repeat(CHARACTERS))];
                if takes_list(arg) {
                    values.push(json!(vec![1; ELEMENTS]));
                    values.push(json!(vec!["1"; ELEMENTS].join(",")));
                }
                for value in values {
                    sent += 1;
                    let body = json!({ arg.name(): value });
                    let answer = site.call(Who::Admin, method.clone(), below, body).await;
                    let (status, code) = answer.refusal();
                    let is_named = answer.json()["data"]["params"][arg.name()].is_string();
                    // A body of a reading request has the limits of a query first.
                    let is_query = method == Method::GET && code == "rest_query_invalid";
                    if status != 400 || !(is_named || is_query) {
                        accepted.push(format!("{method} {path} {}: {status} {code}", arg.name()));
                    }
                }
            }
        }
    }
    assert!(accepted.is_empty(), "not refused:\n{}", accepted.join("\n"));
    assert!(sent > 500, "{sent} values were sent");
}

#[tokio::test]
async fn a_search_has_few_characters_and_words() {
    let site = Site::new().await;
    let words = |number: usize| vec!["a"; number].join(" ");
    for (search, status) in [
        ("é".repeat(200), 200),
        ("é".repeat(201), 400),
        (words(32), 200),
        (words(33), 400),
        (vec!["a"; 33].join("+"), 400),
        (vec!["a"; 33].join(","), 400),
    ] {
        for path in [
            "/posts",
            "/pages",
            "/media",
            "/tags",
            "/comments",
            "/users",
            "/search",
        ] {
            let body = json!({ "search": search });
            let answer = site.call(Who::Admin, Method::GET, path, body).await;
            assert_eq!(answer.status, status, "{path} {search}");
        }
    }
}

#[tokio::test]
async fn a_body_of_a_reading_request_has_the_limits_of_a_query() {
    let site = Site::new().await;
    let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    let many = |values: usize| json!({ "a": vec![1; values / 2], "b": vec![1; values / 2] });
    let names = |number: usize| -> Value {
        let names = (0..number).map(|n| (format!("n{n}"), json!(1)));
        Value::Object(names.collect())
    };
    for (body, status) in [
        (json!({"a": deep(16)}), 200),
        (json!({"a": deep(17)}), 400),
        (many(1000), 200),
        (many(1002), 400),
        (names(1000), 200),
        (names(1001), 400),
    ] {
        let answer = site.call(Who::Admin, Method::GET, "/posts", body).await;
        assert_eq!(answer.status, status);
    }
    let refused = site.post(Who::Admin, "/posts", names(1001)).await.refusal();
    assert_eq!(refused, (400, "rest_query_invalid".to_owned()));
    let long = format!("/types/{}", "a".repeat(9000));
    let refused = site.get(Who::Anonymous, &long).await.refusal();
    assert_eq!(refused, (414, "rest_query_too_long".to_owned()));
}

#[tokio::test]
async fn requests_of_a_batch_have_the_limits_of_their_routes() {
    let site = Site::new().await;
    for (member, characters, status) in [
        ("content", 100_000, 201),
        ("content", 900_001, 400),
        ("title", 2_001, 400),
    ] {
        let body = json!({ member: "x".repeat(characters) });
        let batch = json!({"requests": [{"path": "/core/v2/posts", "body": body}]});
        let request = site
            .request(Who::Author, Method::POST, "/rest/batch/v1")
            .header("content-type", "application/json");
        let answer = site
            .send(request.body(batch.to_string().into()).unwrap())
            .await;
        assert_eq!(
            answer.json()["responses"][0]["status"],
            status,
            "{member} {characters}"
        );
    }
}

#[tokio::test]
async fn what_is_not_declared_is_ignored_whatever_its_size() {
    let site = Site::new().await;
    let body = json!({"title": "Curto", "acme": "x".repeat(100_000)});
    let created = site.post(Who::Author, "/posts", body).await;
    assert_eq!(created.status, 201);
}
