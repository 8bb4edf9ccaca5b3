//! The services of the SEO namespace: generated texts, keyword research, rank tracking.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

use crate::client::{Answer, send};

const FORM: &str = "application/x-www-form-urlencoded";

fn hexadecimal(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn ask(
    fakes: &FakeServices,
    service: Service,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> Answer {
    let url = format!("{}{path}", fakes.url(service));
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    send(method, &url, &headers, &body).await.unwrap()
}

async fn refusal(answer: Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.json().await)
}

/// A site whose callback proves that it asked with the code `segredo`, and keeps the tokens it was given.
struct Callback {
    url: String,
    given: Arc<Mutex<Vec<Value>>>,
}

async fn prove(State(given): State<Arc<Mutex<Vec<Value>>>>, body: Bytes) -> String {
    given
        .lock()
        .unwrap()
        .push(serde_json::from_slice(&body).unwrap());
    json!({ "message": "ok", "code_verifier": "segredo" }).to_string()
}

impl Callback {
    async fn start() -> Self {
        let given = Arc::<Mutex<Vec<Value>>>::default();
        let router = Router::new()
            .route("/callback", post(prove))
            .with_state(given.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/callback", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, given }
    }

    fn request(&self, code: &str) -> Value {
        json!({
            "service": "openai", "code_challenge": hexadecimal(code),
            "license_site_url": "http://site.example", "user_id": "7",
            "callback_url": self.url, "refresh_callback_url": self.url,
        })
    }

    fn last(&self) -> Value {
        self.given.lock().unwrap().last().cloned().unwrap()
    }
}

#[tokio::test]
async fn text_tokens_are_sent_to_a_callback_that_proves_the_request() {
    let fakes = FakeServices::start().await.unwrap();
    let site = Callback::start().await;
    let texts = Service::SeoTexts;
    let request = async |body: &Value| {
        let answer = ask(&fakes, texts, "POST", "/token/request", "", body).await;
        refusal(answer).await
    };
    let (status, body) = request(&site.request("outro")).await;
    assert_eq!(
        (status, &body["error_code"]),
        (400, &json!("CALLBACK_FAILED"))
    );
    assert_eq!(fakes.text_grants(), 0);
    let mut wrong = site.request("segredo");
    wrong["user_id"] = json!(7);
    assert_eq!(request(&wrong).await.0, 400);
    assert_eq!(request(&site.request("segredo")).await, (200, json!({})));
    let given = site.last();
    assert_eq!(given["user_id"], 7);
    assert_eq!(fakes.text_grants(), 1);

    // A refresh token works once, and the access token that it replaces ends.
    let first = given["access_jwt"].as_str().unwrap().to_owned();
    let usage = async |token: &str| {
        let answer = ask(
            &fakes,
            texts,
            "GET",
            "/usage/free-usages",
            token,
            &Value::Null,
        )
        .await;
        answer.status.as_u16()
    };
    assert_eq!((usage(&first).await, usage("a.b.c").await), (200, 401));
    let renewing = given["refresh_jwt"].as_str().unwrap();
    let challenge = json!({ "code_challenge": hexadecimal("segredo") });
    for status in [200, 401] {
        let answer = ask(
            &fakes,
            texts,
            "POST",
            "/token/refresh",
            renewing,
            &challenge,
        )
        .await;
        assert_eq!(answer.status.as_u16(), status);
    }
    let second = site.last()["access_jwt"].as_str().unwrap().to_owned();
    assert_eq!((usage(&first).await, usage(&second).await), (401, 200));
    let user = json!({ "user_id": "7" });
    let ended = ask(&fakes, texts, "POST", "/token/invalidate", &second, &user).await;
    assert_eq!((ended.status.as_u16(), fakes.text_grants()), (200, 0));
    assert!(fakes.violations().is_empty());
}

#[tokio::test]
async fn texts_are_suggested_for_a_whole_subject() {
    let fakes = FakeServices::start().await.unwrap();
    let site = Callback::start().await;
    let texts = Service::SeoTexts;
    let request = site.request("segredo");
    ask(&fakes, texts, "POST", "/token/request", "", &request).await;
    let token = site.last()["access_jwt"].as_str().unwrap().to_owned();
    let body = |content: &str| {
        let subject = json!({
            "content": content, "focus_keyphrase": "pão", "language": "pt_BR", "platform": "Google",
        });
        json!({ "service": "openai", "user_id": "7", "subject": subject })
    };
    let suggest = async |kind: &str, body: &Value| {
        let path = format!("/suggestions/{kind}");
        refusal(ask(&fakes, texts, "POST", &path, &token, body).await).await
    };
    let (status, made) = suggest("seo-title", &body("Texto")).await;
    assert_eq!(
        (status, made["choices"].as_array().unwrap().len()),
        (200, 5)
    );
    assert_eq!(made["choices"][0], json!({ "text": "Texto 1 sobre pão" }));
    let (status, empty) = suggest("meta-description", &body("")).await;
    assert_eq!(status, 400);
    assert!(
        empty["message"]
            .as_str()
            .unwrap()
            .contains("fewer than 1 characters")
    );
    assert_eq!(suggest("poem", &body("Texto")).await.0, 404);
    let mut wrong = body("Texto");
    wrong["subject"]["tone"] = json!("x");
    assert_eq!(suggest("seo-title", &wrong).await.0, 400);
    let mut other = body("Texto");
    other["user_id"] = json!("8");
    assert_eq!(suggest("seo-title", &other).await.0, 401);
    let usage = ask(&fakes, texts, "GET", "/usage/month", &token, &Value::Null).await;
    assert_eq!(usage.json().await, json!({ "count": 1, "limit": 10 }));
}

async fn tokens(fakes: &FakeServices, service: Service, path: &str, form: &str) -> (u16, Value) {
    let url = format!("{}{path}", fakes.url(service));
    let answer = send("POST", &url, &[("content-type", FORM)], form).await;
    refusal(answer.unwrap()).await
}

#[tokio::test]
async fn keyword_research_answers_phrases_for_its_tokens() {
    let fakes = FakeServices::start().await.unwrap();
    let words = Service::KeywordResearch;
    let client =
        "client_id=pauta&client_secret=s&redirect_uri=https://w.example/oauth2/pauta/success";
    let code = fakes.allow_research();
    let exchange = format!("grant_type=authorization_code&code={code}&{client}");
    let path = "/oauth2/access_token";
    let (status, first) = tokens(&fakes, words, path, &exchange).await;
    assert_eq!((status, &first["expires_in"]), (200, &json!(3_600)));
    let (status, again) = tokens(&fakes, words, path, &exchange).await;
    assert_eq!((status, &again["error"]), (400, &json!("invalid_grant")));
    for (form, error) in [
        (format!("grant_type=password&{client}"), "unsupported_grant_type"),
        (format!("grant_type=refresh_token&{client}"), "invalid_request"),
        (
            "grant_type=refresh_token&refresh_token=x&client_id=pauta&client_secret=s&redirect_uri=https://w.example/"
                .to_owned(),
            "redirect_uri_mismatch",
        ),
    ] {
        let (status, refused) = tokens(&fakes, words, path, &form).await;
        assert_eq!((status, &refused["error"]), (400, &json!(error)));
    }
    let token = first["access_token"].as_str().unwrap();
    let query = |token: &str, limit: u32| {
        format!(
            "/api/v1/keywords/phrase_fullsearch?access_token={token}&phrase=pao&database=br\
             &export_columns=Ph,Nq,Td,In,Kd&display_limit={limit}&display_offset=0&display_sort=nq_desc"
        )
    };
    let search = async |header: &str, path: String| {
        refusal(ask(&fakes, words, "GET", &path, header, &Value::Null).await).await
    };
    let (status, found) = search(token, query(token, 10)).await;
    assert_eq!(
        (status, &found["data"]["rows"][0][0]),
        (200, &json!("pao 1"))
    );
    assert_eq!(found["data"]["columnNames"].as_array().unwrap().len(), 5);
    assert_eq!(search(token, query(token, 11)).await.0, 400);
    assert_eq!(search("outro", query(token, 10)).await.0, 401);
    fakes.withdraw_access(words);
    assert_eq!(search(token, query(token, 10)).await.0, 401);
}

#[tokio::test]
async fn rank_tracking_binds_codes_to_a_verifier_and_counts_phrases() {
    let fakes = FakeServices::start().await.unwrap();
    let track = Service::RankTracker;
    assert_eq!(
        fakes.allow_tracking("https://t.example/connect/authorize?x=1"),
        None
    );
    let (verifier, challenge) = (
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
    let address = format!(
        "https://t.example/connect/authorize?client_id=pauta&response_type=code&redirect_uri=https://t.example/pauta/setup\
         &scope=profile+account+websites:read+websites:write+offline_access&state=%7B%22domain%22:%22a.example%22%7D\
         &code_challenge={challenge}&code_challenge_method=S256"
    );
    let client = "client_id=pauta&redirect_uri=https://t.example/pauta/setup";
    let exchange = async |verifier: &str| {
        let code = fakes.allow_tracking(&address).unwrap();
        let form =
            format!("grant_type=authorization_code&code={code}&code_verifier={verifier}&{client}");
        tokens(&fakes, track, "/connect/token", &form).await
    };
    assert_eq!(exchange("outro").await.0, 400);
    let (status, given) = exchange(verifier).await;
    assert_eq!(status, 200);
    let token = given["access_token"].as_str().unwrap();
    let call = async |method: &str, path: &str, body: Value| {
        ask(&fakes, track, method, path, token, &body).await
    };
    let phrase = |text: &str| json!({ "keyword": text, "groups": [] });
    let bulk = "/beta/websites/77/keywords/bulk";
    let tracked = call("POST", bulk, json!([phrase("Pão"), phrase("bolo")])).await;
    let tracked = tracked.json().await;
    assert_eq!(tracked["data"][0]["keyword"], "pão");
    let limit = call("GET", "/beta/account", Value::Null).await.json().await;
    assert_eq!(
        limit["limits"]["keywords"],
        json!({ "limit": 5, "usage": 2 })
    );
    let many = json!([phrase("a"), phrase("b"), phrase("c"), phrase("d")]);
    assert_eq!(call("POST", bulk, many).await.status.as_u16(), 403);
    assert_eq!(call("POST", bulk, json!(["a"])).await.status.as_u16(), 400);
    let positions = json!({ "keywords": [] });
    let all = call("POST", "/beta/pauta/77", positions).await.json().await;
    assert_eq!(all["data"].as_array().unwrap().len(), 2);
    let other = json!({ "keywords": [] });
    let none = call("POST", "/beta/pauta/78", other).await.json().await;
    assert_eq!(none["data"], json!([]));
    let id = tracked["data"][0]["id"].as_str().unwrap();
    for status in [204, 404] {
        let path = format!("/beta/websites/77/keywords/{id}");
        let gone = call("DELETE", &path, Value::Null).await;
        assert_eq!(gone.status.as_u16(), status);
    }
    assert_eq!(fakes.tracked_phrases(), ["bolo"]);
    fakes.offer_campaign(json!({ "value": 30 }));
    let campaign = call("GET", "/v1/pauta/upgrade-campaign", Value::Null).await;
    assert_eq!(campaign.json().await, json!({ "value": 30 }));
    assert_eq!(
        ask(&fakes, track, "GET", "/beta/account", "outro", &Value::Null)
            .await
            .status
            .as_u16(),
        401
    );
}
