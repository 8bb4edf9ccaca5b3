//! Used tokens: periods, providers and models, and their estimated cost.

use domain::platform::access::Role;
use domain::platform::token_usage::BilledCall;
use http::Method;
use jiff::SignedDuration;
use platform_testkit::TestApi;
use serde_json::{Value, json};
use settings::AiProvider::{Gemini, OpenAi};

use crate::app::{TestApp, key};
use crate::fixtures::{bill, done};

impl TestApp {
    /// Records calls as if they were made now.
    async fn record(&self, id: &str, calls: &[BilledCall]) {
        let store = &self.ports.store;
        let recorded = store.record_usage(id, calls, &self.ports.zone, self.now());
        assert!(recorded.await.unwrap());
    }

    /// Input tokens of today, this month and the whole time.
    async fn input_tokens(&self) -> [Value; 3] {
        let summary = self.get("/tokens/summary").await.expect(200).json;
        ["today", "month", "total"].map(|period| summary[period]["input_tokens"].clone())
    }
}

#[tokio::test]
async fn days_and_months_are_those_of_the_time_zone() {
    // A quarter to midnight on the last day of November in São Paulo, and December in UTC.
    let app = TestApp::at("2026-12-01T02:45:00Z", &[]).await;
    app.record("a", &[bill("openai", "gpt-6-luna", (100, 1), Some(1))])
        .await;
    assert_eq!(
        app.input_tokens().await,
        [json!(100), json!(100), json!(100)]
    );
    app.clock.advance(SignedDuration::from_mins(15));
    assert_eq!(app.input_tokens().await, [json!(0), json!(0), json!(100)]);
    app.record("b", &[bill("openai", "gpt-6-luna", (20, 1), Some(1))])
        .await;
    app.clock.advance(SignedDuration::from_hours(24));
    app.record("c", &[bill("openai", "gpt-6-luna", (3, 1), Some(1))])
        .await;
    assert_eq!(app.input_tokens().await, [json!(3), json!(23), json!(123)]);
}

#[tokio::test]
async fn providers_and_models_are_summed_apart_and_together() {
    let app = TestApp::new().await;
    let estimated = BilledCall {
        estimated: true,
        ..bill("openai", "gpt-6-luna", (5, 6), Some(7_000))
    };
    app.record(
        "a",
        &[
            bill("openai", "gpt-6-luna", (100, 10), Some(15_000)),
            estimated,
            bill("openai", "gpt-9-nova", (7, 8), None),
            bill("gemini", "gemini-3.8-flash", (1, 2), Some(2_000_000_000)),
        ],
    )
    .await;
    let summary = app.get("/tokens/summary").await.expect(200).json;
    assert_eq!(summary["today"], summary["month"]);
    assert_eq!(summary["today"], summary["total"]);
    let total = &summary["total"];
    assert_eq!(total["calls"], 4);
    assert_eq!(total["estimated_cost_usd"], 2.000_022);
    let names = |list: &Value, member: &str| -> Vec<String> {
        let list = list.as_array().unwrap();
        let names = list
            .iter()
            .map(|one| one[member].as_str().unwrap().to_owned());
        names.collect()
    };
    assert_eq!(names(&total["providers"], "provider"), ["gemini", "openai"]);
    let openai = &total["providers"][1];
    assert_eq!(
        names(&openai["models"], "model"),
        ["gpt-6-luna", "gpt-9-nova"]
    );
    assert_eq!(
        (&openai["input_tokens"], &openai["output_tokens"]),
        (&json!(112), &json!(24))
    );
    assert_eq!(
        (&openai["estimated_calls"], &openai["unpriced_calls"]),
        (&json!(1), &json!(1))
    );
    let unpriced = json!({
        "model": "gpt-9-nova", "input_tokens": 7, "output_tokens": 8, "calls": 1, "estimated_calls": 0, "unpriced_calls": 1,
        "estimated_cost_usd": 0.0,
    });
    assert_eq!(openai["models"][1], unpriced);
}

#[tokio::test]
async fn a_price_is_that_of_the_day_of_the_call() {
    // Five minutes before 2027 in São Paulo, when the price of Gemini 3.8 Flash doubles; 2027 in UTC.
    let keys = [
        ("GEMINI_API_KEY", key(Gemini, "")),
        ("GEMINI_MODEL_SMALL", "gemini-3.8-flash".to_owned()),
    ];
    let keys = keys.each_ref().map(|(name, value)| (*name, value.as_str()));
    let app = TestApp::at("2027-01-01T02:55:00Z", &keys).await;
    app.title().await.expect(200);
    let first = app.used().await;
    let cost = |tokens: (u64, u64), prices: (u64, u64)| {
        (tokens.0 * prices.0 + tokens.1 * prices.1) as f64 / 1e9
    };
    let before = cost((first.input_tokens, first.output_tokens), (750, 3_750));
    let summary = app.get("/tokens/summary").await.json;
    assert_eq!(summary["total"]["estimated_cost_usd"], before);
    app.clock.advance(SignedDuration::from_mins(5));
    app.title().await.expect(200);
    let summary = app.get("/tokens/summary").await.json;
    let today = &summary["today"];
    let tokens = |name: &str| today[name].as_u64().unwrap();
    let after = cost(
        (tokens("input_tokens"), tokens("output_tokens")),
        (1_500, 7_500),
    );
    assert_eq!(today["estimated_cost_usd"], after);
    assert_eq!(summary["month"], *today);
    assert_eq!(summary["total"]["estimated_cost_usd"], before + after);
}

#[tokio::test]
async fn a_model_without_a_known_price_has_tokens_but_no_cost() {
    let key = key(OpenAi, "");
    let keys = [
        ("OPENAI_API_KEY", key.as_str()),
        ("OPENAI_MODEL_SMALL", "gpt-5.6-terra"),
    ];
    let app = TestApp::at("2025-12-31T15:00:00Z", &keys).await;
    app.title().await.expect(200);
    let total = &app.get("/tokens/summary").await.json["total"];
    assert_eq!(
        (&total["calls"], &total["unpriced_calls"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(total["estimated_cost_usd"], 0.0);
    assert!(total["input_tokens"].as_u64().unwrap() > 100);
}

#[tokio::test]
async fn generations_count_when_they_end_and_everyone_sees_the_sums() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    assert_eq!(app.used().await.calls, 0);
    app.end(
        &running,
        done(),
        &[bill("openai", "gpt-6.1-sol", (70, 30), Some(1))],
    )
    .await;
    assert_eq!(app.used().await.output_tokens, 30);
    for (name, role) in [
        ("ada", Role::Admin),
        ("gil", Role::Gerente),
        ("ivo", Role::Redator),
    ] {
        let user = app.create_user(name, role).await;
        let summary = app
            .send(&user, Method::GET, "/tokens/summary", Value::Null, &[])
            .await;
        assert_eq!(summary.expect(200).json["total"]["output_tokens"], 30);
    }
}
