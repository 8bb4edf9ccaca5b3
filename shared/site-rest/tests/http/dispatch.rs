//! Order of checks, envelopes, batches and other mechanics, over HTTP.

use crate::support::Site;
use axum::body::Body;
use http::Request;
use serde_json::json;

#[tokio::test]
async fn wrong_credentials_are_refused_before_anything_else() {
    let site = Site::with(&[]);
    let request = Request::get("/rest/nowhere")
        .header("authorization", "wrong")
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (401, "incorrect_password")
    );
}

#[tokio::test]
async fn a_wrong_method_is_no_route() {
    let site = Site::with(&[]);
    let answer = site
        .send(
            Request::delete("/rest/notes/v1/notes")
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (404, "rest_no_route")
    );
}

#[tokio::test]
async fn the_two_phases_report_their_own_failures_only() {
    let site = Site::with(&[]);
    let early = site
        .get("/rest/notes/v1/notes?per_page=0&page=0&order=up&status=draft")
        .await;
    assert_eq!(early.status, 400);
    let params = early.json()["data"]["params"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect::<Vec<_>>();
    assert_eq!(params, ["page", "per_page"]);
    let late = site.get("/rest/notes/v1/notes?order=up&status=draft").await;
    let body = late.json();
    assert_eq!(body["data"]["details"]["order"]["code"], "rest_not_in_enum");
    assert_eq!(body["data"]["details"]["status"]["data"]["status"], 401);
    assert_eq!(body["data"]["status"], 400);
}

#[tokio::test]
async fn validation_precedes_permission() {
    let site = Site::with(&[]);
    let request = Request::post("/rest/notes/v1/notes")
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (400, "rest_missing_callback_param")
    );
    assert_eq!(answer.json()["data"]["params"], json!(["text"]));
    let request = Request::post("/rest/notes/v1/notes")
        .header("content-type", "application/json")
        .body(Body::from("{"))
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (400, "rest_invalid_json")
    );
}

#[tokio::test]
async fn refusals_are_401_for_strangers_and_403_for_members() {
    let site = Site::with(&[]);
    let form = |who: Option<&str>| {
        let mut request = Request::post("/rest/notes/v1/notes")
            .header("content-type", "application/x-www-form-urlencoded");
        if let Some(who) = who {
            request = request.header("authorization", who);
        }
        request.body(Body::from("text=ol%C3%A1")).unwrap()
    };
    assert_eq!(site.send(form(None)).await.status, 401);
    let member = site.send(form(Some("reader"))).await;
    assert_eq!((member.status, member.header("allow")), (403, "GET"));
    let editor = site.send(form(Some("editor"))).await;
    assert_eq!((editor.status, editor.header("allow")), (201, "GET, POST"));
    assert_eq!(
        editor.header("location"),
        "https://exemplo.com.br/rest/notes/v1/notes/1"
    );
    assert!(editor.header("cache-control").contains("no-store"));
}

#[tokio::test]
async fn the_path_beats_the_body() {
    let site = Site::with(&["one", "two"]);
    let request = Request::get("/rest/notes/v1/notes/2?id=1")
        .header("content-type", "application/json")
        .body(Body::from(r#"{"id": 1}"#))
        .unwrap();
    assert_eq!(site.send(request).await.json()["id"], 2);
}

#[tokio::test]
async fn head_options_and_overrides() {
    let site = Site::with(&["one"]);
    let head = site
        .send(
            Request::head("/rest/notes/v1/notes")
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!(
        (head.status, head.header("x-wp-total"), head.text.as_str()),
        (200, "1", "")
    );
    let options = site
        .send(
            Request::options("/rest/notes/v1/notes")
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!((options.status, options.header("allow")), (200, "GET"));
    assert_eq!(options.json()["schema"]["title"], "note");
    let unknown = site
        .send(
            Request::options("/rest/nowhere")
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!((unknown.status, unknown.text.as_str()), (200, "[]"));
    let overridden = site.get("/rest/notes/v1/notes?_method=DELETE").await;
    assert_eq!(overridden.status, 404);
}

#[tokio::test]
async fn pages_link_to_their_neighbours_and_keep_the_query() {
    let site = Site::with(&["a", "b", "c", "d", "e"]);
    let answer = site
        .get("/rest/notes/v1/notes/?per_page=2&page=2&order=asc")
        .await;
    assert_eq!(
        (
            answer.header("x-wp-total"),
            answer.header("x-wp-totalpages")
        ),
        ("5", "3")
    );
    assert_eq!(
        answer.header("link"),
        "<https://exemplo.com.br/rest/notes/v1/notes?per_page=2&page=1&order=asc>; rel=\"prev\", \
         <https://exemplo.com.br/rest/notes/v1/notes?per_page=2&page=3&order=asc>; rel=\"next\""
    );
}

#[tokio::test]
async fn fields_embed_and_envelope() {
    let site = Site::with(&["one", "two"]);
    let fields = site
        .get("/rest/notes/v1/notes?_fields=id,text.rendered&per_page=1")
        .await;
    assert_eq!(
        fields.json(),
        json!([{"id": 1, "text": {"rendered": "one"}}])
    );
    let embedded = site
        .get("/rest/notes/v1/notes/2?_embed=core:first&_fields=id,_links")
        .await
        .json();
    assert_eq!(
        embedded["_embedded"]["core:first"][0]["text"]["rendered"],
        "one"
    );
    assert_eq!(embedded["_embedded"]["core:first"][0]["context"], "embed");
    assert!(embedded.get("text").is_none());
    let envelope = site.get("/rest/notes/v1/notes/9?_envelope").await;
    assert_eq!(
        (envelope.status, envelope.json()["status"].as_u64()),
        (200, Some(404))
    );
    let envelope = site
        .get("/rest/notes/v1/notes?_envelope=1&_embed")
        .await
        .json();
    assert_eq!(envelope["headers"]["X-WP-Total"], 2);
    assert!(envelope["body"][0]["_embedded"]["core:first"].is_array());
}

#[tokio::test]
async fn common_headers() {
    let site = Site::with(&[]);
    let request = Request::get("/?rest_route=/notes/v1/notes")
        .header("origin", "https://a.b")
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    insta::assert_debug_snapshot!(answer.headers);
}

#[tokio::test]
async fn the_index_comes_from_the_table() {
    let site = Site::with(&[]);
    insta::assert_json_snapshot!("index", site.get("/rest/").await.json());
    let own = site.get("/rest/notes/v1").await.json();
    assert_eq!(
        own["_links"]["up"][0]["href"],
        "https://exemplo.com.br/rest/"
    );
    assert_eq!(own["routes"].as_object().unwrap().len(), 3);
    assert_eq!(
        site.get("/rest/notes/v1?namespace=x").await.code(),
        "rest_invalid_namespace"
    );
}

#[tokio::test]
async fn batches_run_in_order_and_refuse_what_does_not_allow_them() {
    let site = Site::with(&[]);
    let body = json!({"requests": [
        {"path": "/notes/v1/notes", "body": {"text": "one"}},
        {"path": "/notes/v1/notes", "body": {}},
        {"path": "/batch/v1", "body": {"requests": []}},
        {"path": "/nowhere"},
        {"path": "/notes/v1/notes?_fields=id", "body": {"text": "two"}}
    ]});
    let answer = site.post_as("editor", "/rest/batch/v1", body.clone()).await;
    assert_eq!(answer.status, 207);
    let responses = answer.json()["responses"].clone();
    let statuses: Vec<_> = responses
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["status"].clone())
        .collect();
    assert_eq!(statuses, [201, 400, 400, 404, 201]);
    assert_eq!(
        responses[0]["headers"]["Location"],
        "https://exemplo.com.br/rest/notes/v1/notes/1"
    );
    assert_eq!(responses[2]["body"]["code"], "rest_batch_not_allowed");
    // A response of a known route has `Allow`; requests that were not run have none.
    assert_eq!(responses[2]["headers"], json!({"Allow": "POST"}));
    assert_eq!(responses[3]["headers"], json!([]));
    assert_eq!(responses[4]["body"], json!({"id": 2}));

    let mut strict = body;
    strict["validation"] = json!("require-all-validate");
    let answer = site
        .post_as("editor", "/rest/batch/v1", strict)
        .await
        .json();
    assert_eq!(answer["failed"], "validation");
    assert_eq!(answer["responses"][0], json!(null));
    assert_eq!(answer["responses"][1]["headers"], json!([]));
    assert_eq!(site.app.texts.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn indented_answers() {
    let site = Site::with(&["one"]);
    let answer = site.get("/rest/notes/v1/notes/1?_pretty&_fields=id").await;
    assert_eq!(answer.text, "{\n    \"id\": 1\n}");
}

#[tokio::test]
async fn batches_are_limited() {
    let site = Site::with(&[]);
    let many: Vec<_> = (0..26)
        .map(|_| json!({"path": "/notes/v1/notes"}))
        .collect();
    let answer = site
        .post_as("editor", "/rest/batch/v1", json!({"requests": many}))
        .await
        .json();
    assert_eq!(
        answer["data"]["details"]["requests"]["code"],
        "rest_too_many_items"
    );
    let answer = site
        .post_as(
            "editor",
            "/rest/batch/v1",
            json!({"requests": [{"method": "GET", "path": "/x"}]}),
        )
        .await
        .json();
    assert_eq!(
        answer["data"]["details"]["requests"]["code"],
        "rest_not_in_enum"
    );
}

#[tokio::test]
async fn jsonp_is_for_strangers_with_plain_names() {
    let site = Site::with(&["one"]);
    let answer = site
        .get("/rest/notes/v1/notes/1?_jsonp=a.b&_fields=id")
        .await;
    assert_eq!(answer.text, "/**/a.b({\"id\":1})");
    assert_eq!(
        site.get("/rest/notes/v1/notes/1?_jsonp=alert(1)")
            .await
            .code(),
        "rest_callback_invalid"
    );
    let request = Request::get("/rest/notes/v1/notes/1?_jsonp=a")
        .header("authorization", "editor")
        .body(Body::empty())
        .unwrap();
    assert_eq!(site.send(request).await.code(), "rest_callback_disabled");
}

#[tokio::test]
async fn bodies_are_limited() {
    let site = Site::with(&[]);
    let request = Request::post("/rest/notes/v1/notes")
        .body(Body::from(vec![b' '; 1024 * 1024 + 1]))
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (413, "rest_body_too_large")
    );
    let answer = site.get(&format!("/rest/?a={}", "x".repeat(9000))).await;
    assert_eq!(answer.status, 414);
}

#[tokio::test]
async fn multipart_fields_and_files() {
    let site = Site::with(&[]);
    let body = "--b\r\ncontent-disposition: form-data; name=\"text\"\r\n\r\nolá\r\n--b--\r\n";
    let request = Request::post("/rest/notes/v1/notes")
        .header("authorization", "editor")
        .header("content-type", "multipart/form-data; boundary=b")
        .body(Body::from(body))
        .unwrap();
    assert_eq!(site.send(request).await.status, 201);
    let request = Request::post("/rest/notes/v1/notes")
        .header("authorization", "editor")
        .header("content-type", "multipart/form-data; boundary=b")
        .body(Body::from(&body[..40]))
        .unwrap();
    assert_eq!(site.send(request).await.code(), "rest_body_unreadable");
}
