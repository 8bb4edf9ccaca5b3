//! The quota of images under parallel requests.

use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};
use service_fakes::Service;

use crate::desk::{Answer, Desk};

#[tokio::test(flavor = "multi_thread")]
async fn fifty_requests_at_once_bill_ten_images_of_a_quota_of_ten() {
    let desk = Desk::open().await;
    let key = "sk-imagens";
    desk.save_keys(json!({ "OPENAI_API_KEY": key })).await;
    let quota = json!({ "AI_IMAGE_MONTHLY_QUOTA": "10" });
    desk.ask(Method::PUT, "/settings/ai-models", quota).await;
    let draft = json!({ "site_id": 1, "title": "Pão", "body": "<p>Farinha e água.</p>" });
    let post = desk.ask(Method::POST, "/posts", draft).await["id"].clone();

    let wanted = json!({ "content_id": post, "prompt": "Um pão" });
    let requests =
        (0..50).map(|_| desk.ask_waiting(Method::POST, "/media/generate", wanted.clone(), None));
    let answers = join_all(requests).await;
    let (begun, refused): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| answer.status == 202);
    assert_eq!((begun.len(), refused.len()), (10, 40));
    for answer in &refused {
        assert_eq!(
            answer.json["code"], "image_quota_reached",
            "{}",
            answer.json
        );
    }
    for answer in &begun {
        let ended = desk.end_of(&answer.json).await;
        assert_eq!(ended["state"], "done", "{ended}");
    }
    assert_eq!(desk.fakes.billed(Service::OpenAi, key).images, 10);
    let quotas = desk.ask(Method::GET, "/quotas", Value::Null).await;
    let images = &quotas["images"];
    assert_eq!(
        (&images["used"], &images["remaining"]),
        (&json!(10), &json!(0))
    );
    let media = format!("/media?content_id={post}&per_page=100");
    let media = desk.ask(Method::GET, &media, Value::Null).await;
    assert_eq!(media["items"].as_array().unwrap().len(), 10);
    desk.close().await;
}
