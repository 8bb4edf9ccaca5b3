//! The site's SEO namespace: the index and what is counted from it, generated texts, connected services.

use domain::site::{Kind, Status};
use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{TestApp, TestRequest};
use pauta_tests::costs::Cost;
use serde_json::{Value, json};
use site_store::{ContentChange, Freshness, Tenant};

use super::Measuring;

/// Posts of the site: two portions of the index.
const POSTS: usize = 50;

async fn ask(app: &TestApp, method: Method, path: &str, body: Value) -> Value {
    let call = TestRequest::json(method, format!("/rest/seo/v1{path}"), body);
    let answer = app.ask_site(Some(&app.basic()), call).await;
    answer.expect(200).json
}

/// The cost of a request of the administrator, some time after the previous one.
async fn cost(app: &TestApp, method: Method, path: &str, body: Value) -> Cost {
    // Advances past the time for which lists may be slightly outdated.
    app.clock.advance(SignedDuration::from_secs(1));
    app.site_cost();
    ask(app, method, path, body).await;
    app.site_cost()
}

/// A site with posts of about 1 KB, whose login was used before. The posts have no index records, as those of a site that is
/// older than its index.
async fn site(posts: usize) -> TestApp {
    let app = TestApp::new().await;
    let sites = local::site::records(&app.parts);
    let store = sites.site(&Tenant::main()).unwrap();
    store.refresh(Freshness::Asked).await.unwrap();
    let author = store.user_by_login(&app.site_login.user).unwrap().id;
    let text = "Farinha, água, sal, fermento e tempo. ".repeat(25);
    for number in 0..posts {
        let post = ContentChange {
            title: Some(format!("Pão {number}")),
            content: Some(format!("<p>{text}</p>")),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        store.create(Kind::Post, author, &post).await.unwrap();
    }
    ask(&app, Method::GET, "/video_embed_permission", Value::Null).await;
    app
}

/// Jobs, and what is counted from the index.
async fn index() -> Vec<(String, Cost)> {
    let app = site(POSTS).await;
    let mut costs = Vec::new();
    for (name, method, path) in [
        ("statistics, nothing indexed", Method::GET, "/statistics"),
        (
            "index, portion of 25 posts",
            Method::POST,
            "/indexing/posts",
        ),
        (
            "index, portion of 5 texts with links",
            Method::POST,
            "/link-indexing/posts",
        ),
        ("index, terms", Method::POST, "/indexing/terms"),
        ("index, other pages", Method::POST, "/indexing/general"),
        ("statistics", Method::GET, "/statistics"),
        ("seo_scores", Method::GET, "/seo_scores?contentType=post"),
        (
            "seo_scores, counted within a minute",
            Method::GET,
            "/seo_scores?contentType=post",
        ),
        (
            "readability_scores",
            Method::GET,
            "/readability_scores?contentType=page",
        ),
        (
            "available_posts",
            Method::GET,
            "/available_posts?postType=post",
        ),
    ] {
        let cost = cost(&app, method, path, json!({})).await;
        costs.push((format!("site {POSTS} posts: seo {name}"), cost));
    }
    costs
}

/// Generated texts and connected services.
async fn services() -> Vec<(String, Cost)> {
    let app = site(0).await;
    let suggest = json!({
        "type": "seo-title", "prompt_content": "Pão", "focus_keyphrase": "pão", "language": "pt_BR",
        "platform": "Google", "editor": "gutenberg",
    });
    let code = json!({ "code": app.fakes.allow_research() });
    let related = "/keyword-research/related_keyphrases?keyphrase=pao&country_code=br";
    let mut costs = Vec::new();
    let mut record = |name: &str, cost: Cost| costs.push((format!("site seo {name}"), cost));
    let consent = json!({ "consent": true });
    let path = "/ai_generator/consent";
    record("consent", cost(&app, Method::POST, path, consent).await);
    let path = "/ai_generator/get_suggestions";
    for name in ["suggestions, first", "suggestions"] {
        record(name, cost(&app, Method::POST, path, suggest.clone()).await);
    }
    let path = "/ai_generator/get_usage";
    record("usage", cost(&app, Method::POST, path, json!({})).await);
    let path = "/keyword-research/authenticate";
    record(
        "research, connect",
        cost(&app, Method::POST, path, code).await,
    );
    for name in ["related phrases", "related phrases, from memory"] {
        record(name, cost(&app, Method::GET, related, Value::Null).await);
    }
    let path = "/rank-tracker/authorization-url";
    record(
        "tracker, authorization",
        cost(&app, Method::GET, path, Value::Null).await,
    );
    let address = ask(&app, Method::GET, path, Value::Null).await;
    let code = app
        .fakes
        .allow_tracking(address["url"].as_str().unwrap())
        .unwrap();
    let body = json!({ "code": code, "websiteId": 77 });
    let path = "/rank-tracker/authenticate";
    record(
        "tracker, connect",
        cost(&app, Method::POST, path, body).await,
    );
    for (name, method, path, body) in [
        (
            "tracker, track",
            Method::POST,
            "keyphrases/track",
            json!({ "keyphrases": "pão" }),
        ),
        (
            "tracker, positions",
            Method::POST,
            "keyphrases",
            json!({ "keyphrases": ["pão"] }),
        ),
        ("tracker, limit", Method::GET, "account/limit", Value::Null),
        (
            "tracker, untrack",
            Method::DELETE,
            "keyphrases/untrack?keyphraseID=k1",
            Value::Null,
        ),
    ] {
        let path = format!("/rank-tracker/{path}");
        record(name, cost(&app, method, &path, body).await);
    }
    app.clock.advance(SignedDuration::from_hours(2));
    let path = "/rank-tracker/account/limit";
    record(
        "tracker, limit with renewal",
        cost(&app, Method::GET, path, Value::Null).await,
    );
    costs
}

/// All measurements.
pub async fn all() -> Vec<(String, Measuring)> {
    let costs = index().await.into_iter().chain(services().await);
    let ready = |(name, cost): (String, Cost)| -> (String, Measuring) {
        (name, Box::pin(std::future::ready(cost)))
    };
    costs.map(ready).collect()
}
