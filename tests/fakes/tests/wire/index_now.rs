//! IndexNow.

use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::client::send;
use crate::forms::post_json;

const KEY: &str = "a1b2c3d4e5f60718";
const PAGE: &str = "https://blog.example/pao/";

fn submission() -> Value {
    json!({
        "host": "blog.example", "key": KEY,
        "keyLocation": "https://blog.example/indexnow.txt", "urlList": [PAGE],
    })
}

async fn status(fakes: &FakeServices, body: &Value) -> u16 {
    let answer = post_json(fakes, Service::IndexNow, "/indexnow", &[], body).await;
    answer.status.as_u16()
}

#[tokio::test]
async fn addresses_are_accepted_when_the_key_file_is_found() {
    let fakes = FakeServices::start().await.unwrap();
    assert_eq!(status(&fakes, &submission()).await, 202);
    fakes.add_key_file("https://blog.example/indexnow.txt", KEY);
    assert_eq!(status(&fakes, &submission()).await, 200);
    assert_eq!(fakes.submitted(), [PAGE]);
    let elsewhere = json!({ "host": "blog.example", "key": KEY, "urlList": [PAGE] });
    assert_eq!(status(&fakes, &elsewhere).await, 403);
    let url = format!("{}?url={PAGE}&key={KEY}", fakes.url(Service::IndexNow));
    assert_eq!(send("GET", &url, &[], "").await.unwrap().status, 403);
    fakes.add_key_file(&format!("https://blog.example/{KEY}.txt"), KEY);
    assert_eq!(send("GET", &url, &[], "").await.unwrap().status, 200);
}

#[tokio::test]
async fn malformed_submissions_are_refused() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.add_key_file("https://blog.example/indexnow.txt", KEY);
    for (name, value, expected) in [
        ("host", Value::Null, 400),
        ("host", json!("https://blog.example/"), 400),
        ("host", json!("outro.example"), 422),
        ("key", json!("curta"), 400),
        ("key", json!("chave_com_sublinhado"), 400),
        ("key", json!("0000000000000000"), 403),
        (
            "keyLocation",
            json!("https://outro.example/indexnow.txt"),
            422,
        ),
        ("urlList", json!([]), 400),
        ("urlList", json!([PAGE, "https://outro.example/"]), 422),
        ("urlList", json!(vec![PAGE; 10_001]), 400),
        ("urls", json!([PAGE]), 400),
    ] {
        let mut body = submission();
        body[name] = value;
        assert_eq!(status(&fakes, &body).await, expected, "{name}");
    }
    for name in ["202", "400", "403", "422", "429", "500"] {
        fakes.fail_next(Service::IndexNow, name);
        assert_eq!(status(&fakes, &submission()).await.to_string(), name);
    }
    assert!(fakes.submitted().is_empty());
}
