//! Akismet.

use service_fakes::{FakeServices, Service};

use crate::client::{Answer, send};

const FORM: &str = "application/x-www-form-urlencoded";
const AGENT: &str = "Teste/1 | cliente/1";

async fn post(fakes: &FakeServices, call: &str, body: &str) -> Answer {
    let url = format!("{}/1.1/{call}", fakes.url(Service::Akismet));
    let headers = [("content-type", FORM), ("user-agent", AGENT)];
    send("POST", &url, &headers, body).await.unwrap()
}

async fn verdict(fakes: &FakeServices, rest: &str) -> String {
    let body = format!("api_key=0123456789ab&blog=https://a.example&user_ip=192.0.2.7&{rest}");
    post(fakes, "comment-check", &body).await.text().await
}

#[tokio::test]
async fn keys_and_fields_are_checked() {
    let fakes = FakeServices::start().await.unwrap();
    for (call, body, expected) in [
        (
            "verify-key",
            "key=0123456789ab&blog=https://a.example",
            "valid",
        ),
        ("verify-key", "key=0123456789ab", "invalid"),
        (
            "verify-key",
            "key=bad456789012&blog=https://a.example",
            "invalid",
        ),
        ("verify-key", "key=0123&blog=https://a.example", "invalid"),
        (
            "comment-check",
            "api_key=0123456789ab&blog=x&user_ip=192.0.2.7",
            "invalid",
        ),
        (
            "comment-check",
            "api_key=0123456789ab&blog=https://a.example&user_ip=x",
            "invalid",
        ),
        (
            "submit-spam",
            "blog=https://a.example&user_ip=192.0.2.7",
            "invalid",
        ),
    ] {
        let answer = post(&fakes, call, body).await;
        let help = answer.headers.contains_key("x-akismet-debug-help");
        let text = answer.text().await;
        assert_eq!(
            (text.as_str(), help),
            (expected, expected == "invalid"),
            "{call} {body}"
        );
    }
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn verdicts_follow_the_content_the_role_and_corrections() {
    let fakes = FakeServices::start().await.unwrap();
    assert_eq!(verdict(&fakes, "comment_content=bom+dia").await, "false");
    let marked = "comment_author=akismet-guaranteed-spam";
    assert_eq!(verdict(&fakes, marked).await, "true");
    assert_eq!(
        verdict(&fakes, &format!("{marked}&user_role=administrator")).await,
        "false"
    );
    let missed =
        "api_key=0123456789ab&blog=https://a.example&user_ip=192.0.2.7&comment_content=bom+dia";
    let thanks = post(&fakes, "submit-spam", missed).await.text().await;
    assert_eq!(thanks, "Thanks for making the web a better place.");
    assert_eq!(verdict(&fakes, "comment_content=bom+dia").await, "true");
    fakes.clear();
    assert_eq!(verdict(&fakes, "comment_content=bom+dia").await, "false");
}

#[tokio::test]
async fn careless_clients_are_recorded() {
    let fakes = FakeServices::start().await.unwrap();
    let url = format!(
        "{}/1.1/verify-key?key=0123456789ab",
        fakes.url(Service::Akismet)
    );
    let headers = [("content-type", FORM), ("user-agent", "Teste/1")];
    send("POST", &url, &headers, "SERVER_NAME=a").await.unwrap();
    assert_eq!(fakes.violations().len(), 3, "{:?}", fakes.violations());
    let url = format!("{}/1.1/verify-key", fakes.url(Service::Akismet));
    assert_eq!(send("GET", &url, &headers, "").await.unwrap().status, 405);
}
