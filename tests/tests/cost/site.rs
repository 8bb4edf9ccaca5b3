//! The main operations of the content site, and every kind of list on a site with some posts.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{TestApp, TestRequest, upload};
use pauta_tests::costs::Cost;
use serde_json::{Value, json};
use site_store::Tenant;

use super::Measuring;

/// Placeholder in an address for the identifier of an existing post.
const POST: &str = "{id}";

/// Operations: method, address, whether the request has credentials, body.
fn operations() -> Vec<(Method, &'static str, bool, Value)> {
    let post = json!({ "title": "Dois", "content": "<p>Dois</p>", "status": "publish" });
    vec![
        (Method::GET, "/", false, Value::Null),
        (Method::GET, "/core/v2/posts", false, Value::Null),
        (
            Method::GET,
            "/core/v2/posts?context=edit",
            true,
            Value::Null,
        ),
        (Method::GET, "/core/v2/posts?search=um", false, Value::Null),
        (Method::GET, "/core/v2/posts/{id}", false, Value::Null),
        (
            Method::GET,
            "/core/v2/posts/{id}?context=edit",
            true,
            Value::Null,
        ),
        (Method::POST, "/core/v2/posts", true, post),
        (
            Method::POST,
            "/core/v2/posts/{id}",
            true,
            json!({ "title": "Três" }),
        ),
        (Method::DELETE, "/core/v2/posts/{id}", true, Value::Null),
        (
            Method::DELETE,
            "/core/v2/posts/{id}?force=true",
            true,
            Value::Null,
        ),
        (Method::GET, "/core/v2/categories", false, Value::Null),
        (
            Method::POST,
            "/core/v2/categories",
            true,
            json!({ "name": "Pães" }),
        ),
        (Method::GET, "/core/v2/tags", false, Value::Null),
        (
            Method::POST,
            "/core/v2/tags",
            true,
            json!({ "name": "Trigo" }),
        ),
        (Method::GET, "/core/v2/users", true, Value::Null),
        (Method::GET, "/core/v2/users/me", true, Value::Null),
        (
            Method::GET,
            "/core/v2/users/me/application-passwords",
            true,
            Value::Null,
        ),
        (
            Method::POST,
            "/core/v2/users/me/application-passwords",
            true,
            json!({ "name": "Outra" }),
        ),
        (
            Method::POST,
            "/core/v2/block-renderer/core/latest-posts",
            true,
            json!({ "context": "edit" }),
        ),
        (Method::GET, "/code-snippets/v1/snippets", true, Value::Null),
        (
            Method::POST,
            "/code-snippets/v1/snippets",
            true,
            json!({ "code": "a{}", "scope": "site-css", "active": true }),
        ),
    ]
}

/// Reads of an editor: methods, addresses and whether the requests have credentials, without bodies.
fn editor_operations() -> impl Iterator<Item = (Method, &'static str, bool, Value)> {
    [
        "/core/v2/block-types",
        "/core/v2/icons",
        "/core/v2/icon-collections",
        "/core/v2/block-types/core/paragraph",
        "/core/v2/themes?status=active",
        "/core/v2/themes/pauta",
        "/core/v2/navigation",
        "/core/v2/block-patterns/patterns",
        "/core-block-editor/v1/navigation-fallback",
        "/core/v2/templates",
        "/core/v2/templates/pauta//single",
        "/core/v2/global-styles/themes/pauta",
        "/core/v2/font-families",
        "/core/v2/font-collections",
    ]
    .into_iter()
    .map(|path| (Method::GET, path, true, Value::Null))
}

/// A site with a post, whose login was used before and whose lists were read.
async fn site() -> (TestApp, u64) {
    let app = TestApp::new().await;
    let login = app.basic();
    let post = json!({ "title": "Um", "content": "<p>Um</p>", "status": "publish" });
    let made = app
        .ask_site(Some(&login), TestRequest::post("/rest/core/v2/posts", post))
        .await
        .expect(201);
    for list in ["posts", "categories", "tags"] {
        let call = TestRequest::get(format!("/rest/core/v2/{list}"));
        app.ask_site(Some(&login), call).await.expect(200);
    }
    (app, made.json["id"].as_u64().unwrap())
}

async fn cost(app: &TestApp, signed_in: bool, call: TestRequest) -> Cost {
    // Advances past the time for which lists may be slightly outdated.
    app.clock.advance(SignedDuration::from_secs(1));
    let login = signed_in.then(|| app.basic());
    let name = format!("{} {}", call.method, call.path);
    app.site_cost();
    let answer = app.ask_site(login.as_ref(), call).await;
    let well = answer.status.is_success();
    assert!(well, "{name}: {} {}", answer.status, answer.text);
    app.site_cost()
}

async fn media() -> Cost {
    let (app, _) = site().await;
    let mut call = upload(1);
    call.path = "/rest/core/v2/media".into();
    cost(&app, true, call).await
}

/// The change of a post whose text is too large for the table.
async fn large_text() -> Cost {
    let (app, post) = site().await;
    let path = format!("/rest/core/v2/posts/{post}");
    let large = |from: u64| {
        let words =
            (from..from + 50_000).map(|n| format!("{:x}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        json!({ "content": words.collect::<String>() })
    };
    cost(&app, true, TestRequest::post(&path, large(0))).await;
    cost(&app, true, TestRequest::post(&path, large(1))).await
}

/// Number of posts that [`stocked`] creates: more than the longest page.
const STOCK: usize = 125;

/// Number of requests in a batch.
const BATCH: usize = 25;

/// Kinds of lists and single reads: name, query, whether the request has credentials.
const READS: [(&str, &str, bool); 8] = [
    ("list, default", "posts", false),
    ("list, per_page=100", "posts?per_page=100", false),
    (
        "list, category and tag",
        "posts?categories=1&tags={tag}&tax_relation=AND",
        false,
    ),
    ("list, search", "posts?search=fermento", false),
    (
        "list, search by relevance",
        "posts?search=fermento&orderby=relevance",
        false,
    ),
    ("list, deep offset", "posts?offset=110", false),
    ("list, context=edit", "posts?context=edit", true),
    ("one post", "posts/{id}", false),
];

/// Kinds of public pages: name and path.
const PAGES: [(&str, &str); 4] = [
    ("page, home", "/"),
    ("page, post", "/pao-1/"),
    ("page, archive of a tag", "/tag/paes/"),
    ("page, search", "/?s=fermento"),
];

fn batch(tag: u64, first: usize) -> TestRequest {
    let text = "Farinha, água, sal, fermento e tempo. ".repeat(70);
    let requests: Vec<Value> = (first..first + BATCH)
        .map(|number| {
            let body = json!({
                "title": format!("Pão {number}"),
                "content": format!("<p>{text}</p>"),
                "status": "publish",
                "tags": [tag],
            });
            json!({ "path": "/core/v2/posts", "body": body })
        })
        .collect();
    TestRequest::post("/rest/batch/v1", json!({ "requests": requests }))
}

/// A site with [`STOCK`] posts of about 3 KB in a category and a tag, and a snapshot of them. Returns the tag and one
/// of the posts.
async fn stocked() -> (TestApp, u64, u64) {
    let app = TestApp::new().await;
    let login = app.basic();
    let tag = TestRequest::post("/rest/core/v2/tags", json!({ "name": "Pães" }));
    let tag = app.ask_site(Some(&login), tag).await.expect(201);
    let tag = tag.json["id"].as_u64().unwrap();
    let mut post = 0;
    for first in (0..STOCK).step_by(BATCH) {
        let made = app.ask_site(Some(&login), batch(tag, first)).await;
        let made = made.expect(207);
        let answers = made.json["responses"].as_array().unwrap();
        assert!(answers.iter().all(|answer| answer["status"] == 201));
        post = answers[0]["body"]["id"].as_u64().unwrap();
    }
    let sites = local::site::records(&app.parts);
    let made = sites.site(&Tenant::main()).unwrap().make_snapshot().await;
    made.unwrap().unwrap();
    (app, tag, post)
}

/// The cost of a request as the first of a process, and of its repetition.
async fn cold_and_warm(
    app: &mut TestApp,
    signed_in: bool,
    call: impl Fn() -> TestRequest,
) -> [Cost; 2] {
    app.restart_site();
    let cold = cost(app, signed_in, call()).await;
    [cold, cost(app, signed_in, call()).await]
}

/// The kinds of lists and the batch on a site with some posts. Each is sent to a process of its own, so one site
/// suffices for all.
async fn on_a_stocked_site() -> Vec<(String, Cost)> {
    let (mut app, tag, post) = stocked().await;
    let mut costs = Vec::new();
    let mut record = |name: &str, [cold, warm]: [Cost; 2]| {
        costs.push((format!("site {STOCK} posts: {name}, cold"), cold));
        costs.push((format!("site {STOCK} posts: {name}, warm"), warm));
    };
    for (name, query, signed_in) in READS {
        let query = query
            .replace(POST, &post.to_string())
            .replace("{tag}", &tag.to_string());
        let ask = || TestRequest::get(format!("/rest/core/v2/{query}"));
        record(name, cold_and_warm(&mut app, signed_in, ask).await);
    }
    for (name, path) in PAGES {
        record(
            name,
            cold_and_warm(&mut app, false, || TestRequest::get(path)).await,
        );
    }
    let write = || batch(tag, STOCK);
    record(
        "batch of 25 creates",
        cold_and_warm(&mut app, true, write).await,
    );
    costs
}

/// All measurements.
pub async fn all() -> Vec<(String, Measuring)> {
    let mut all: Vec<(String, Measuring)> = Vec::new();
    for (method, path, signed_in, body) in operations().into_iter().chain(editor_operations()) {
        let name = format!("site {method} {path}");
        let measuring = async move {
            let (app, post) = site().await;
            let path = format!("/rest{}", path.replace(POST, &post.to_string()));
            cost(&app, signed_in, TestRequest::json(method, path, body)).await
        };
        all.push((name, Box::pin(measuring)));
    }
    all.push(("site POST /core/v2/media".into(), Box::pin(media())));
    let name = "site POST /core/v2/posts/{id}, above 300 KB packed";
    all.push((name.into(), Box::pin(large_text())));
    for (name, cost) in on_a_stocked_site().await {
        all.push((name, Box::pin(std::future::ready(cost))));
    }
    all
}
