use http::Method;
use serde_json::json;

use crate::app::TestApp;

#[tokio::test]
async fn an_entry_is_resolved_and_cleared_and_never_goes_back() {
    let app = TestApp::filled().await;
    let set = async |status: &str| {
        app.ask(Method::PATCH, "/logs/3", json!({ "status": status }))
            .await
    };
    let resolved = set("resolvido").await;
    assert_eq!(resolved.status, 200);
    assert_eq!(resolved.json["id"], 3);
    assert_eq!(resolved.json["status"], "resolvido");
    assert_eq!(resolved.json["message"], "hoje, crítico");
    assert_eq!(set("resolvido").await.json, resolved.json);

    let back = set("aberto").await;
    assert_eq!(
        (back.status.as_u16(), &back.json["code"]),
        (409, &json!("log_status_fixed"))
    );
    let message = back.json["message"].as_str().unwrap();
    assert_eq!(
        message,
        "Este registro já está resolvido e não pode voltar à situação anterior."
    );

    let cleared = set("cleared").await;
    assert_eq!(cleared.json["status"], "cleared");
    assert_eq!(cleared.json["cleared_at"], "2026-11-23T15:00:00Z");
    let back = set("resolvido").await;
    assert_eq!(back.status, 409);
    let message = back.json["message"].as_str().unwrap();
    assert_eq!(
        message,
        "Este registro já está limpo e não pode voltar à situação anterior."
    );
    assert_eq!(app.messages("status=cleared").await, ["hoje, crítico"]);
}

#[tokio::test]
async fn unknown_entries_and_statuses_are_refused() {
    let app = TestApp::filled().await;
    let resolved = json!({ "status": "resolvido" });
    for id in ["99", "0", "x"] {
        let path = format!("/logs/{id}");
        let answer = app.ask(Method::PATCH, &path, resolved.clone()).await;
        assert_eq!(answer.status, 404, "{id}");
    }
    for body in [json!({ "status": "resolved" }), json!({})] {
        let answer = app.ask(Method::PATCH, "/logs/1", body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
        assert_eq!(answer.json["issues"][0]["field"], "status", "{body}");
    }
}
