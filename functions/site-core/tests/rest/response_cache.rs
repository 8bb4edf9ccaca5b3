//! The response cache: cached responses equal fresh ones after every kind of change, and no caller gets another
//! caller's.

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{Answer, Site, Who};

/// Requests of the public.
const ASKED: [&str; 19] = [
    "/rest/",
    "/rest/core/v2",
    "/rest/core/v2/posts",
    "/rest/core/v2/posts?order=asc",
    "/rest/core/v2/posts?offset=1",
    "/rest/core/v2/posts?context=embed",
    "/rest/core/v2/posts?excerpt_length=2",
    "/rest/core/v2/posts?_pretty",
    "/rest/core/v2/posts?per_page=1&_embed",
    "/rest/core/v2/posts?search=horta&orderby=relevance",
    "/rest/core/v2/posts?_fields=id,title.rendered,_links",
    "/rest/core/v2/posts/{id}",
    "/rest/core/v2/posts/{id}?_envelope",
    "/rest/core/v2/categories",
    "/rest/core/v2/tags?_jsonp=show",
    "/rest/core/v2/users",
    "/rest/core/v2/comments",
    "/rest/core/v2/search?search=horta",
    "/?rest_route=/core/v2/pages",
];

/// Requests of signed-in callers that use cached parts.
const ASKED_AS: [&str; 4] = [
    "/posts",
    "/posts?context=edit",
    "/posts?context=edit&status=any&order=asc",
    "/pages?context=edit",
];

async fn anonymous(site: &Site, uri: &str) -> Answer {
    site.send(Request::get(uri).body(Body::empty()).unwrap())
        .await
}

/// The response without the headers that differ every time.
fn said(mut answer: Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    answer.headers.remove("x-request-id");
    let headers = answer
        .headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let mut headers: Vec<_> = headers.collect();
    headers.sort();
    (answer.status, headers, answer.bytes)
}

#[tokio::test]
async fn a_cached_response_equals_a_fresh_one() {
    let site = Site::new().await;
    let post = json!({"title": "Horta", "content": "<p>Uma horta.</p>", "status": "publish"});
    site.write(Who::Author, post.clone()).await;
    let id = site.write(Who::Author, post).await;
    let path = format!("/posts/{id}");
    let writes: Vec<(Method, &str, Value)> = vec![
        (Method::POST, &path, json!({"title": "Horta na varanda"})),
        (Method::POST, "/categories", json!({"name": "Temperos"})),
        (Method::POST, "/tags", json!({"name": "Alecrim"})),
        (
            Method::POST,
            "/comments",
            json!({"post": id, "content": "Que boa horta!"}),
        ),
        (
            Method::POST,
            "/posts",
            json!({"title": "Outra horta", "status": "publish"}),
        ),
        (
            Method::POST,
            "/pages",
            json!({"title": "Sobre", "status": "publish"}),
        ),
        (
            Method::POST,
            "/settings",
            json!({"title": "Outro nome", "timezone": "Asia/Tokyo"}),
        ),
        (Method::POST, &path, json!({"password": "segredo"})),
        (
            Method::POST,
            &path,
            json!({"password": "", "status": "draft"}),
        ),
        (
            Method::POST,
            &path,
            json!({"status": "publish", "sticky": true}),
        ),
        (Method::DELETE, &path, json!({})),
    ];
    for write in std::iter::once(None).chain(writes.into_iter().map(Some)) {
        if let Some((method, path, body)) = write {
            let done = site.call(Who::Admin, method, path, body).await;
            assert!(done.status < 300, "{path}: {}", done.status);
        }
        let restarted = site.restarted();
        for uri in ASKED {
            let uri = uri.replace("{id}", &id.to_string());
            let first = said(anonymous(&site, &uri).await);
            let again = said(anonymous(&site, &uri).await);
            let anew = said(anonymous(&restarted, &uri).await);
            assert!(first == again && again == anew, "{uri}");
        }
        for who in [Who::Contributor, Who::Author, Who::Editor, Who::Admin] {
            for path in ASKED_AS {
                let first = said(site.get(who, path).await);
                let again = said(site.get(who, path).await);
                let anew = said(restarted.get(who, path).await);
                assert!(first == again && again == anew, "{who:?} {path}");
            }
        }
    }
}

#[tokio::test]
async fn cached_responses_expire_when_the_zone_offset_changes() {
    let site = Site::new().await;
    let zone = json!({"timezone": "Europe/Lisbon"});
    assert_eq!(site.post(Who::Admin, "/settings", zone).await.status, 200);
    assert_eq!(anonymous(&site, "/rest/").await.json()["gmt_offset"], 1);
    site.clock.set("2024-12-01T10:00:00Z".parse().unwrap());
    assert_eq!(anonymous(&site, "/rest/").await.json()["gmt_offset"], 0);
}

#[tokio::test]
async fn cached_responses_are_separate_for_each_caller() {
    let site = Site::new().await;
    let post = json!({"title": "Um", "content": "<p>Texto</p>", "status": "publish"});
    let id = site.write(Who::Author, post).await;
    let uri = format!("/rest/core/v2/posts/{id}");
    let first = anonymous(&site, &uri).await;
    let ask = |name: &'static str, value: String| {
        let request = Request::get(&uri).header(name, value);
        site.send(request.body(Body::empty()).unwrap())
    };
    let known = ask("if-none-match", first.header("etag").to_owned()).await;
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    assert_ne!(known.header("x-request-id"), first.header("x-request-id"));
    let other = ask("origin", "https://outra.example".to_owned()).await;
    assert_eq!(
        (other.status, other.header("access-control-allow-origin")),
        (200, "https://outra.example")
    );
    assert_eq!(other.header("vary"), "Origin");
    let nowhere = anonymous(&site, &uri).await;
    assert_eq!(nowhere.header("access-control-allow-origin"), "");
    let author = site.get(Who::Author, &format!("/posts/{id}")).await;
    assert_eq!(author.header("allow"), "GET, POST, PUT, PATCH, DELETE");
    assert!(author.header("cache-control").contains("no-store"));
    assert_eq!(anonymous(&site, &uri).await.header("allow"), "GET");
    let wrong = ask("authorization", Site::basic("author", "wrong")).await;
    assert_eq!(wrong.status, 401);
    let raw =
        async |who| site.get(who, "/posts?context=edit").await.json()[0]["content"]["raw"].clone();
    for _ in 0..2 {
        assert_eq!(raw(Who::Author).await, "<p>Texto</p>");
        assert!(raw(Who::Contributor).await.is_null());
        assert!(raw(Who::Subscriber).await.is_null());
    }
    let method = ask("x-http-method-override", "DELETE".to_owned()).await;
    assert_eq!(method.status, 401);
    let method = anonymous(&site, &format!("{uri}?_method=DELETE")).await;
    assert_eq!(method.status, 401);
    let body = Request::get(&uri)
        .header("content-type", "application/json")
        .header("content-length", "21")
        .body(Body::from("{\"context\": \"embed\"} "))
        .unwrap();
    let short = site.send(body).await.json();
    assert!(short["title"].is_object() && short["content"].is_null());
}

#[tokio::test]
async fn a_response_to_a_password_is_not_cached_for_others() {
    let site = Site::new().await;
    let post = json!({"title": "Um", "content": "<p>Guardado</p>", "status": "publish", "password": "abc"});
    let id = site.write(Who::Author, post).await;
    let uri = format!("/rest/core/v2/posts/{id}");
    for _ in 0..2 {
        let open = anonymous(&site, &format!("{uri}?password=abc"))
            .await
            .json();
        assert_eq!(open["content"]["rendered"], "<p>Guardado</p>\n");
        let closed = anonymous(&site, &uri).await.json();
        assert_eq!(closed["content"]["rendered"], "");
        let wrong = anonymous(&site, &format!("{uri}?password=abd")).await;
        assert_eq!(wrong.status, 403);
        let list = "/rest/core/v2/posts?include=";
        for (end, rendered) in [
            ("&password=abc", "<p>Guardado</p>\n"),
            ("", ""),
            ("&x=1", ""),
        ] {
            let list = anonymous(&site, &format!("{list}{id}{end}")).await.json();
            assert_eq!(list[0]["content"]["rendered"], rendered, "{end}");
        }
    }
}
