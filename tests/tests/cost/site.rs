//! The main operations of the content site.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::agency::{Agency, Call, upload};
use pauta_tests::costs::Cost;
use serde_json::{Value, json};

use super::Measuring;

/// What stands in an address for the number of the post that is there.
const POST: &str = "{id}";

/// Operations: method, address, whether the caller has a login, body.
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
    ]
}

/// A site with a post, whose login was used before and whose lists were read.
async fn site() -> (Agency, u64) {
    let agency = Agency::open().await;
    let login = agency.basic();
    let post = json!({ "title": "Um", "content": "<p>Um</p>", "status": "publish" });
    let made = agency
        .ask_site(Some(&login), Call::post("/rest/core/v2/posts", post))
        .await
        .expect(201);
    for list in ["posts", "categories", "tags"] {
        let call = Call::get(format!("/rest/core/v2/{list}"));
        agency.ask_site(Some(&login), call).await.expect(200);
    }
    (agency, made.json["id"].as_u64().unwrap())
}

async fn cost(agency: &Agency, signed_in: bool, call: Call) -> Cost {
    // Lists that were read a moment ago may be shown as they were then.
    agency.clock.advance(SignedDuration::from_secs(1));
    let login = signed_in.then(|| agency.basic());
    let name = format!("{} {}", call.method, call.path);
    agency.site_cost();
    let answer = agency.ask_site(login.as_ref(), call).await;
    let well = answer.status.is_success();
    assert!(well, "{name}: {} {}", answer.status, answer.text());
    agency.site_cost()
}

async fn media() -> Cost {
    let (agency, _) = site().await;
    let mut call = upload(1);
    call.path = "/rest/core/v2/media".into();
    cost(&agency, true, call).await
}

/// All of it.
pub fn all() -> Vec<(String, Measuring)> {
    let mut all: Vec<(String, Measuring)> = Vec::new();
    for (method, path, signed_in, body) in operations() {
        let name = format!("site {method} {path}");
        let measuring = async move {
            let (agency, post) = site().await;
            let path = format!("/rest{}", path.replace(POST, &post.to_string()));
            cost(&agency, signed_in, Call::json(method, path, body)).await
        };
        all.push((name, Box::pin(measuring)));
    }
    all.push(("site POST /core/v2/media".into(), Box::pin(media())));
    all
}
