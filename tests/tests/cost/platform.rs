//! Every operation of the platform's description, and the client's pages.

use http::Method;
use pauta_tests::agency::{Agency, Call, Content, Operation, Person};
use pauta_tests::costs::Cost;
use pauta_tests::stage::Stage;
use serde_json::{Value, json};

use super::Measuring;

/// What a call costs in a function that has served before.
async fn cost(stage: &Stage, person: Option<&Person>, call: Call) -> Cost {
    stage.ask(Method::GET, "/posts", Value::Null).await;
    stage.agency.platform_cost();
    let name = format!("{} {}", call.method, call.path);
    let answer = stage.agency.ask(person, call).await;
    let well = answer.status.is_success();
    assert!(well, "{name}: {} {}", answer.status, answer.text());
    stage.agency.platform_cost()
}

async fn of_operation(operation: Operation) -> Cost {
    let mut stage = Stage::new().await;
    let call = stage.ready_call(&operation).await;
    let person = operation.secured.then_some(&stage.chief);
    cost(&stage, person, call).await
}

/// The cost of what the host was asked before.
async fn of_kept(route: &'static str) -> Cost {
    let stage = Stage::new().await;
    let path = format!("/sites/1/{route}");
    stage.ask(Method::GET, &path, Value::Null).await;
    let call = Call::get(format!("/api/v1{path}"));
    cost(&stage, Some(&stage.chief), call).await
}

/// The texts of a picture that is on the host already.
async fn of_texts_online() -> Cost {
    let stage = Stage::new().await;
    stage.published().await;
    let path = format!("/api/v1/media/{}", stage.objects.media);
    let call = Call::json(Method::PUT, path, json!({ "title": "Novo" }));
    cost(&stage, Some(&stage.chief), call).await
}

/// A page of versions whose texts are long and do not pack.
async fn of_long_versions() -> Cost {
    let stage = Stage::new().await;
    let path = format!("/posts/{}", stage.objects.post);
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
        stage.ask(Method::PUT, &path, body).await;
    }
    let call = Call::get(format!("/api/v1{path}/versions?per_page=20"));
    cost(&stage, Some(&stage.chief), call).await
}

async fn of_page() -> Cost {
    let stage = Stage::new().await;
    let page = stage.client_page().await;
    cost(&stage, None, Call::get(page)).await
}

async fn of_decision() -> Cost {
    let stage = Stage::new().await;
    let page = stage.client_page().await;
    let approval = Call {
        method: Method::POST,
        path: format!("{page}/aprovar"),
        content: Content::Fields(String::new()),
    };
    cost(&stage, None, approval).await
}

/// All of it.
pub async fn all() -> Vec<(String, Measuring)> {
    let mut all: Vec<(String, Measuring)> = Vec::new();
    for operation in Agency::open().await.operations() {
        all.push((operation.name(), Box::pin(of_operation(operation))));
    }
    for route in ["categories", "authors", "faq-capability"] {
        let name = format!("GET /api/v1/sites/{{id}}/{route}, kept");
        all.push((name, Box::pin(of_kept(route))));
    }
    let others: [(&str, Measuring); 4] = [
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
