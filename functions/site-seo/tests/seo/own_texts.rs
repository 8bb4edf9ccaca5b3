//! Generated texts with a key of the deployment's own.

use http::Method;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::support::{Answer, Site, Who, variables};

const SUGGEST: &str = "/ai_generator/get_suggestions";
const USAGE: &str = "/ai_generator/get_usage";

struct Own {
    site: Site,
    fakes: FakeServices,
}

impl Own {
    async fn with(key: &str, limit: &str) -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let mut variables = variables(&fakes, &[Service::OpenAi]);
        variables.push(("OPENAI_API_KEY", key.to_owned()));
        variables.push(("SITE_TEXT_MONTHLY_LIMIT", limit.to_owned()));
        let site = Site::connected(variables).await;
        let consent = json!({"consent": true});
        site.post("/ai_generator/consent", &consent).await.ok();
        Self { site, fakes }
    }

    async fn suggest(&self, kind: &str) -> Answer {
        let asked = json!({
            "type": kind, "prompt_content": "<p>Pão de fermentação longa</p>", "focus_keyphrase": "pão",
            "language": "pt_BR", "platform": "Facebook", "editor": "classic",
        });
        self.site.post(SUGGEST, &asked).await
    }

    async fn usage(&self) -> Value {
        self.site.post(USAGE, &json!({})).await.ok()
    }

    fn answers(&self, texts: &[&str]) {
        let texts = json!({"texts": texts}).to_string();
        self.fakes.answer_with(Service::OpenAi, texts);
    }
}

#[tokio::test]
async fn five_texts_are_written_and_counted() {
    let own = Own::with("sk-own", "2").await;
    let titles = [
        "Pão de fermentação longa em casa",
        "Fermentação longa: por que o pão muda",
        "Como o tempo melhora o pão",
        "Pão caseiro com mais sabor",
        "O que a fermentação faz com a massa",
    ];
    own.answers(&titles);
    assert_eq!(own.suggest("seo-title").await.ok(), json!(titles));
    let call = own.fakes.calls(Service::OpenAi).remove(0).body.unwrap();
    let sent = call.to_string();
    assert!(sent.contains("português do Brasil (pt-BR)") && sent.contains("redes sociais"));
    assert!(sent.contains("Pão de fermentação longa") && !sent.contains("<p>"));
    assert_eq!(own.usage().await, json!({"count": 1, "limit": 2}));
    own.answers(&["Uma descrição. ".repeat(30).as_str()]);
    let descriptions = own.suggest("taxonomy-meta-description").await.ok();
    let texts = descriptions.as_array().unwrap();
    assert!(
        texts
            .iter()
            .all(|text| text.as_str().unwrap().chars().count() <= 156)
    );
    // The month is used up; the next one begins at zero.
    let refused = own.suggest("seo-title").await;
    let body = json!({
        "message": "The site's generated texts of this month are used up.",
        "errorIdentifier": "USAGE_LIMIT_REACHED", "missingLicenses": [],
    });
    assert_eq!((refused.status, refused.json()), (429, body));
    assert_eq!(own.usage().await, json!({"count": 2, "limit": 2}));
    own.site
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 31));
    assert_eq!(own.usage().await, json!({"count": 0, "limit": 2}));
    own.answers(&titles);
    own.suggest("seo-title").await.ok();
    assert!(own.fakes.violations().is_empty());
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_asked_for_again() {
    let own = Own::with("sk-own", "9").await;
    own.fakes.answer_with(Service::OpenAi, "{\"texts\":[]}");
    own.answers(&["Pão caseiro"]);
    assert_eq!(own.suggest("seo-title").await.ok(), json!(["Pão caseiro"]));
    for _ in 0..2 {
        own.fakes.answer_with(Service::OpenAi, "{\"texts\":[]}");
    }
    let refused = own.suggest("seo-title").await;
    assert_eq!(
        (refused.status, refused.json()["errorIdentifier"].clone()),
        (500, json!("UNKNOWN"))
    );
    assert_eq!(own.usage().await["count"], 2);
}

#[tokio::test]
async fn failures_of_the_provider_have_a_status_and_free_ones_are_not_counted() {
    for (key, status, identifier, counted) in [
        ("sk-bad", 503, "SERVICE_UNAVAILABLE", 0),
        ("sk-nopermission", 503, "SERVICE_UNAVAILABLE", 0),
        ("sk-noquota", 429, "QUOTA_EXHAUSTED", 0),
        ("sk-filter", 400, "CONTENT_REFUSED", 0),
    ] {
        let own = Own::with(key, "9").await;
        let refused = own.suggest("seo-title").await;
        let body = refused.json();
        assert_eq!(refused.status, status, "{key}: {body}");
        assert_eq!(body["errorIdentifier"], identifier, "{key}");
        assert!(!body.to_string().contains(key), "{key}");
        assert_eq!(own.usage().await["count"], counted, "{key}");
    }
}

#[tokio::test]
async fn without_consent_nothing_is_sent() {
    let own = Own::with("sk-own", "9").await;
    let uri = format!("/rest/seo/v1{SUGGEST}");
    let asked = json!({
        "type": "seo-title", "prompt_content": "Pão", "focus_keyphrase": "pão", "language": "pt_BR",
        "platform": "Google", "editor": "gutenberg",
    });
    let site = &own.site;
    let other = site.call(Who::Editor, Method::POST, &uri, &asked).await;
    assert_eq!(other.status, 403);
    assert!(own.fakes.calls(Service::OpenAi).is_empty());
    // Callbacks belong to a service that is not there.
    let body = json!({"access_jwt": "a.b.c", "refresh_jwt": "d.e.f", "code_challenge": "00", "user_id": 1});
    let uri = "/rest/seo/v1/ai_generator/callback";
    let answer = site.call(Who::Anonymous, Method::POST, uri, &body).await;
    assert_eq!(answer.status, 401);
}
