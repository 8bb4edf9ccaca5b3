//! What is shown of a stored text: its page, lists, feeds, cards and heads of the site.

use growth::TIMES;
use pauta_tests::app::{TestApp, TestRequest};
use serde_json::json;

use crate::counts::{Caller, Measured, counted};
use crate::shapes::of_type;

/// Addresses of the site that show the newest post; `{link}` stands for its path, `{id}` for its identifier.
const SHOWN: [&str; 9] = [
    "{link}",
    "{link}embed/",
    "/",
    "/feed/",
    "/rest/core/v2/posts/{id}",
    "/rest/core/v2/posts?per_page=1",
    "/rest/oembed/1.0/embed?url={address}",
    "/rest/seo/v1/get_head?url={address}",
    "/?s=casa",
];

/// Measures every address with every shape of text.
pub async fn walk(app: &TestApp) -> Vec<Measured> {
    let login = app.basic();
    let mut found = Vec::new();
    for growing in of_type("string") {
        let mut works = [Vec::new(), Vec::new()];
        for (of_post, times) in works.iter_mut().zip([1, TIMES]) {
            let text = growing.of(times);
            let post = json!({ "title": "Casa", "content": text, "status": "publish" });
            let call = TestRequest::post("/rest/core/v2/posts", post);
            let made = app.ask_site(Some(&login), call).await.expect(201).json;
            let address = made["link"].as_str().unwrap().to_owned();
            let link = url::Url::parse(&address).unwrap().path().to_owned();
            let id = made["id"].to_string();
            for shown in SHOWN {
                let path = shown
                    .replace("{link}", &link)
                    .replace("{id}", &id)
                    .replace("{address}", &address);
                let (answer, work) = counted(app, Caller::Visitor, TestRequest::get(path)).await;
                assert!(answer.status.is_success(), "{shown}: {}", answer.text);
                of_post.push(work);
            }
            let force = format!("/rest/core/v2/posts/{id}?force=true");
            app.ask_site(Some(&login), TestRequest::new(http::Method::DELETE, force))
                .await;
        }
        let routes = SHOWN.map(str::to_owned);
        found.extend(Measured::of_stored(
            routes,
            "stored content",
            growing.name,
            works,
        ));
    }
    found
}
