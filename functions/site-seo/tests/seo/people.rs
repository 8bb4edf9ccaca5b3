//! What is kept per user.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

#[tokio::test]
async fn an_introduction_is_seen_by_its_user() {
    let site = Site::new().await;
    let success = json!({"json": {"success": true}});
    let path = "/introductions/ai-brand-insights-pre-launch/seen";
    assert_eq!(site.post(path, &json!({})).await.ok(), success);
    assert!(site.was_written());
    for is_seen in [json!("talvez"), json!(0), json!([])] {
        let answer = site.post(path, &json!({"is_seen": is_seen})).await;
        assert_eq!(answer.ok(), success, "{is_seen}");
    }
    site.was_written();
    let unknown = site.post("/introductions/nada/seen", &json!({})).await;
    assert_eq!((unknown.status, unknown.json()), (400, json!([])));
    // The body says which one is meant.
    for id in [json!("nada"), Value::Null, json!(["x"]), json!(5)] {
        let body = json!({"introduction_id": id});
        let answer = site.post(path, &body).await;
        assert_eq!((answer.status, answer.json()), (400, json!([])), "{body}");
    }
    assert!(!site.was_written());
    let body = json!({"introduction_id": "black-friday-announcement"});
    assert_eq!(
        site.post("/introductions/nada/seen", &body).await.ok(),
        success
    );
}

#[tokio::test]
async fn videos_are_permitted_per_user() {
    let site = Site::new().await;
    let uri = "/rest/seo/v1/video_embed_permission";
    let read = async |who: Who| {
        let value = site.ask(who, Method::GET, uri).await.ok();
        value["json"]["value"].as_bool().unwrap()
    };
    let write = async |value: Value| {
        let answer = site.call(Who::Author, Method::POST, uri, &value).await;
        (
            answer.status,
            answer.json()["json"]["success"].as_bool().unwrap(),
        )
    };
    assert!(!read(Who::Author).await);
    assert_eq!(write(json!({})).await, (200, true));
    assert_eq!(write(json!({})).await, (400, false));
    assert_eq!(write(json!({"value": "false"})).await, (200, true));
    assert!(read(Who::Author).await);
    assert!(!read(Who::Editor).await);
    assert_eq!(write(json!({"value": [0]})).await, (400, false));
    assert_eq!(write(json!({"value": 0})).await, (200, true));
    for value in [json!([]), json!({}), json!("0"), json!("")] {
        assert_eq!(
            write(json!({"value": value})).await,
            (400, false),
            "{value}"
        );
    }
    // Neither query nor form is read.
    let query = format!("{uri}?value=true");
    let answer = site.ask(Who::Author, Method::POST, &query).await;
    assert_eq!(answer.status, 400);
    assert!(!read(Who::Author).await);
    let form = site.post_form("/video_embed_permission", "value=sim").await;
    assert_eq!(form.status, 200);
    assert!(!read(Who::Admin).await);
}

#[tokio::test]
async fn an_alert_is_dismissed_once_or_again() {
    let site = Site::new().await;
    let path = "/alerts/dismiss";
    let body = json!({"key": "black-friday-promotion"});
    let done = json!({"success": true, "status": 200});
    assert_eq!(site.post(path, &body).await.ok(), done);
    assert!(site.was_written());
    assert_eq!(site.post(path, &body).await.ok(), done);
    assert!(!site.was_written());
    for key in [
        json!("nada"),
        json!(""),
        json!(["black-friday-promotion"]),
        json!(7),
    ] {
        let answer = site.post(path, &json!({"key": key})).await;
        assert_eq!(
            answer.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{key}"
        );
        let data = &answer.json()["data"];
        assert_eq!(
            data["params"],
            json!({"key": "Parâmetro inválido."}),
            "{key}"
        );
        assert_eq!(data["details"], json!([]), "{key}");
    }
    assert!(!site.was_written());
}
