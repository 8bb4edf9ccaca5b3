//! Every operation of the platform's description, and the client's pages.

use http::Method;
use pauta_tests::app::{Operation, SignedInUser, TestApp, TestRequest};
use pauta_tests::costs::Cost;
use pauta_tests::prepared_app::{API_KEY, PreparedApp};
use serde_json::{Value, json};

use super::Measuring;

/// The cost of a request in a function that has served before.
async fn cost(prepared: &PreparedApp, person: Option<&SignedInUser>, call: TestRequest) -> Cost {
    prepared.ask(Method::GET, "/posts", Value::Null).await;
    prepared.app.platform_cost();
    let name = format!("{} {}", call.method, call.path);
    let answer = prepared.app.ask(person, call).await;
    let well = answer.status.is_success();
    assert!(well, "{name}: {} {}", answer.status, answer.text);
    prepared.app.platform_cost()
}

async fn of_operation(operation: Operation) -> Cost {
    let mut prepared = PreparedApp::new().await;
    let call = prepared.ready_request(&operation).await;
    let person = operation.secured.then_some(&prepared.admin);
    cost(&prepared, person, call).await
}

/// The cost of a route whose data from the host is cached.
async fn of_cached(route: &'static str) -> Cost {
    let prepared = PreparedApp::new().await;
    let path = format!("/sites/1/{route}");
    prepared.ask(Method::GET, &path, Value::Null).await;
    let call = TestRequest::get(format!("/api/v1{path}"));
    cost(&prepared, Some(&prepared.admin), call).await
}

/// A search for stock photos whose result is cached.
async fn of_cached_search() -> Cost {
    let prepared = PreparedApp::new().await;
    let key = json!({ "PEXELS_API_KEY": API_KEY });
    prepared.ask(Method::PUT, "/settings/api-keys", key).await;
    let path = "/media/stock?query=praca";
    prepared.ask(Method::GET, path, Value::Null).await;
    let call = TestRequest::get(format!("/api/v1{path}"));
    cost(&prepared, Some(&prepared.admin), call).await
}

/// Updating the texts of a picture that is on the host already.
async fn of_texts_online() -> Cost {
    let prepared = PreparedApp::new().await;
    prepared.published().await;
    let path = format!("/api/v1/media/{}", prepared.objects.media);
    let call = TestRequest::json(Method::PUT, path, json!({ "title": "Novo" }));
    cost(&prepared, Some(&prepared.admin), call).await
}

/// A page of versions with long texts that do not compress.
async fn of_long_versions() -> Cost {
    let prepared = PreparedApp::new().await;
    let path = format!("/posts/{}", prepared.objects.post);
    let mut seed: u64 = 1;
    for _ in 0..20 {
        let noise: String = (0..40_000)
            .map(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                char::from(b'a' + u8::try_from((seed >> 33) % 26).unwrap())
            })
            .collect();
        let body = json!({ "body": format!("<p>{noise}</p>") });
        prepared.ask(Method::PUT, &path, body).await;
    }
    let call = TestRequest::get(format!("/api/v1{path}/versions?per_page=20"));
    cost(&prepared, Some(&prepared.admin), call).await
}

async fn of_page() -> Cost {
    let prepared = PreparedApp::new().await;
    let page = prepared.client_page().await;
    cost(&prepared, None, TestRequest::get(page)).await
}

async fn of_decision() -> Cost {
    let prepared = PreparedApp::new().await;
    let page = prepared.client_page().await;
    let approval = TestRequest::form(format!("{page}/aprovar"), String::new());
    cost(&prepared, None, approval).await
}

/// All measurements.
pub async fn all() -> Vec<(String, Measuring)> {
    let mut all: Vec<(String, Measuring)> = Vec::new();
    for operation in TestApp::new().await.operations() {
        all.push((operation.name(), Box::pin(of_operation(operation))));
    }
    for route in ["categories", "authors", "faq-capability"] {
        let name = format!("GET /api/v1/sites/{{id}}/{route}, cached");
        all.push((name, Box::pin(of_cached(route))));
    }
    let others: [(&str, Measuring); 5] = [
        (
            "GET /api/v1/media/stock, cached",
            Box::pin(of_cached_search()),
        ),
        (
            "GET /api/v1/posts/{id}/versions, twenty long",
            Box::pin(of_long_versions()),
        ),
        (
            "PUT /api/v1/media/{id}, online",
            Box::pin(of_texts_online()),
        ),
        ("GET /aprovacao/{token}", Box::pin(of_page())),
        ("POST /aprovacao/{token}/aprovar", Box::pin(of_decision())),
    ];
    all.extend(others.map(|(name, measuring)| (name.to_owned(), measuring)));
    all
}
