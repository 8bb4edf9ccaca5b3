//! A secret in every setting that is one, and providers that repeat it.

use http::Method;
use pauta_tests::app::{Echo, STOCK_PHOTO, TestRequest};
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Map, Value, json};
use settings::{SettingGroup, SettingKey};

use super::{Walk, Walking, prepared, searched};

/// More store operations than any request of this walk makes.
const MOST_OPERATIONS: i64 = 20;

/// The pages of settings, with their groups.
const PAGES: [(&str, &[SettingGroup]); 3] = [
    ("/settings/api-keys", &[SettingGroup::ApiKeys]),
    (
        "/settings/notifications",
        &[SettingGroup::Mail, SettingGroup::Messaging],
    ),
    ("/settings/search-provider", &[SettingGroup::SearchProvider]),
];

/// The value of a secret setting.
fn canary(key: SettingKey) -> String {
    format!("canario-{}-7a1d", key.name().to_lowercase())
}

/// The value of every secret setting.
pub fn canaries() -> impl Iterator<Item = String> {
    let secret = SettingKey::ALL.iter().filter(|key| key.is_secret());
    secret.map(|key| canary(*key))
}

/// A body with every secret of a page, and what they require.
fn body(groups: &[SettingGroup]) -> Value {
    let mut body = Map::new();
    for key in SettingKey::ALL {
        if key.is_secret() && groups.contains(&key.group()) {
            body.insert(key.name().to_owned(), canary(*key).into());
        }
    }
    if groups.contains(&SettingGroup::Mail) {
        for (name, value) in [
            ("SMTP_HOST", "127.0.0.1"),
            ("SMTP_PORT", "9"),
            ("SMTP_TLS", "none"),
            ("SMTP_USER", "pauta"),
            ("WHATSAPP_API_URL", "http://127.0.0.1:9"),
        ] {
            body.insert(name.to_owned(), value.into());
        }
    }
    body.into()
}

async fn ask(prepared: &PreparedApp, method: Method, path: &str, body: Value) -> u16 {
    let call = TestRequest::json(method, format!("/api/v1{path}"), body);
    let answer = prepared.app.ask(Some(&prepared.admin), call).await;
    answer.status.as_u16()
}

/// Asks for every kind of text and for an image, and reads why there is none.
async fn generate(prepared: &PreparedApp, way: usize) {
    let (post, media) = (prepared.objects.post, prepared.objects.media);
    let about = json!({ "site_id": 1, "title": "Pão", "count": 3 });
    for path in [
        "/posts/generate-faq".to_owned(),
        "/posts/generate-seo-title".to_owned(),
        "/posts/generate-meta-description".to_owned(),
        format!("/media/{media}/generate-alt-text"),
    ] {
        let status = ask(prepared, Method::POST, &path, about.clone()).await;
        assert_eq!(status, 502, "{way} {path}");
    }
    for (path, body) in [
        (
            "/posts/generate-content",
            json!({ "site_id": 1, "prompt": "Pão", "length": 300 }),
        ),
        (
            "/posts/improve-content",
            json!({ "site_id": 1, "text": "<p>Pão</p>" }),
        ),
        ("/media/generate", json!({ "content_id": post })),
    ] {
        let begun = prepared.ask(Method::POST, path, body).await.json;
        prepared.work().await;
        let path = format!("/generations/{}", begun["id"]);
        let ended = prepared.ask(Method::GET, &path, Value::Null).await.json;
        assert_eq!(ended["state"], "failed", "{way} {path}: {ended}");
    }
}

/// Sends a test message through each provider of messages. Z-API has a token in the path and another one in a header.
async fn send_messages(prepared: &PreparedApp, way: usize) {
    let addresses = prepared.app.fakes.environment();
    let (_, address) = addresses.first().unwrap();
    let test = "/settings/notifications/test";
    let message = json!({ "channel": "whatsapp", "to": "+5511988887777" });
    for provider in ["cloud", "evolution", "zapi"] {
        let mut channel = body(&[SettingGroup::Messaging]);
        channel["WHATSAPP_API_PROVIDER"] = provider.into();
        channel["WHATSAPP_API_URL"] = address.as_str().into();
        channel["WHATSAPP_API_INSTANCE"] = "agencia-1".into();
        let page = "/settings/notifications";
        assert_eq!(ask(prepared, Method::PUT, page, channel).await, 200);
        let status = ask(prepared, Method::POST, test, message.clone()).await;
        assert_eq!(status, 502, "{way} {provider}");
    }
}

async fn every_setting() -> Walk {
    let (prepared, failures) = prepared().await;
    for (page, groups) in PAGES {
        let mut spoilt = body(groups);
        spoilt["OUTRA"] = json!(true);
        assert_eq!(ask(&prepared, Method::PUT, page, spoilt).await, 422);
        for operations in 0..MOST_OPERATIONS {
            failures.store_fails_after(operations);
            let status = ask(&prepared, Method::PUT, page, body(groups)).await;
            failures.store_works();
            if status == 200 {
                break;
            }
        }
        assert_eq!(ask(&prepared, Method::PUT, page, body(groups)).await, 200);
        assert_eq!(ask(&prepared, Method::GET, page, Value::Null).await, 200);
    }
    // Providers that repeat their input, the key included.
    for way in 1..=Echo::WAYS {
        prepared.app.echo.set(way);
        for key in SettingKey::of_group(SettingGroup::ApiKeys) {
            let asked = json!({ "key": key.name() });
            let test = "/settings/api-keys/test";
            assert_eq!(ask(&prepared, Method::POST, test, asked).await, 200);
        }
        for provider in ["pexels", "unsplash"] {
            let search = format!("/media/stock?query=praca&provider={provider}");
            let status = ask(&prepared, Method::GET, &search, Value::Null).await;
            assert!(matches!(status, 422 | 502), "{way} {provider}: {status}");
            let photo = json!({ "content_id": prepared.objects.post, "provider": provider, "photo_id": STOCK_PHOTO });
            let status = ask(&prepared, Method::POST, "/media/stock", photo).await;
            assert!(matches!(status, 422 | 502), "{way} {provider}: {status}");
        }
        generate(&prepared, way).await;
        send_messages(&prepared, way).await;
    }
    prepared.app.echo.set(0);
    let test = "/settings/notifications/test";
    assert_eq!(ask(&prepared, Method::POST, test, json!({})).await, 502);
    let defaults = "/settings/ai-defaults";
    for (kind, status) in [("text", 200), ("image", 422)] {
        let choice = json!({ "kind": kind, "provider": "anthropic" });
        assert_eq!(ask(&prepared, Method::PUT, defaults, choice).await, status);
    }
    assert_eq!(
        ask(&prepared, Method::GET, defaults, Value::Null).await,
        200
    );
    searched("settings", &prepared.app, &failures).await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(every_setting())]
}
