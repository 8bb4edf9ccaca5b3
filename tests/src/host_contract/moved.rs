//! Sites that move from one host to another.

use http::Method;
use serde_json::{Value, json};

use super::texts::connected;
use super::{HostUnderTest, client};
use crate::prepared_app::PreparedApp;

/// A post with the same identifier on another host is not overwritten, and the post is published as new on request.
pub async fn a_post_of_another_host_is_published_as_new(host: &HostUnderTest) {
    let prepared = Box::pin(PreparedApp::new()).await;
    let path = format!("/posts/{}", prepared.objects.post);
    let title = json!({ "title": host.word("mudou"), "slug": host.word("mudou") });
    prepared.ask(Method::PUT, &path, title).await;
    Box::pin(prepared.published()).await;
    let before = prepared.ask(Method::GET, &path, Value::Null).await.json;
    let number = before["host_post_id"]
        .as_u64()
        .expect("a post on the first host");

    connected(&prepared, host, &host.admin).await;
    let reached = host.host().await;
    let stranger = client().get_post(&reached, number).await.ok();
    prepared.of_post("publish", Value::Null).await;
    Box::pin(prepared.work()).await;
    let checklist = prepared
        .ask(Method::GET, &format!("{path}/checklist"), Value::Null)
        .await
        .json;
    assert_eq!(
        (&checklist["state"], &checklist["cause"]),
        (&json!("failed"), &json!("host_moved"))
    );
    assert_eq!(client().get_post(&reached, number).await.ok(), stranger);

    prepared.of_post("publish", json!({ "as_new": true })).await;
    Box::pin(prepared.work()).await;
    assert_eq!(prepared.state().await, "success");
    let after = prepared.ask(Method::GET, &path, Value::Null).await.json;
    let link = after["host_post_url"].as_str().expect("an address");
    assert!(link.starts_with(&host.url), "{link}");
    let made = after["host_post_id"].as_u64().expect("a post on the host");
    let shown = client().get_post(&reached, made).await.unwrap();
    assert_eq!(shown.title, after["title"]);
    if made != number {
        assert_eq!(client().get_post(&reached, number).await.ok(), stranger);
    }
}
