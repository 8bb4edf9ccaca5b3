//! Settings of the site.

use serde_json::{Value, json};

use crate::support::Site;

fn done() -> Value {
    json!({"success": true, "status": 200})
}

fn failed(status: u16, failures: &[&str]) -> Value {
    json!({
        "success": false, "status": status,
        "error": "Could not save some options in the database", "failures": failures,
    })
}

#[tokio::test]
async fn a_representation_is_stored_without_its_wrong_members() {
    let site = Site::new().await;
    let path = "/configuration/site_representation";
    let body = json!({
        "company_or_person": "person", "company_name": "Padaria Sol", "website_name": "Pães do Sol",
        "company_logo": "https://exemplo.com.br/uploads/logo.png", "company_logo_id": 21,
        "person_logo": "https://exemplo.com.br/uploads/ana.png", "person_logo_id": "22",
        "company_or_person_user_id": 999,
    });
    let saved = site.post(path, &body).await;
    assert_eq!(saved.ok(), done());
    // The same again changes nothing.
    site.was_written();
    assert_eq!(site.post(path, &body).await.ok(), done());
    assert!(!site.was_written());
    let wrong = json!({
        "company_or_person": "company", "company_name": "<b>Sol</b>", "company_logo": "logo",
        "company_logo_id": -7, "description": "Pães", "website_name": "Outro nome",
    });
    let saved = site.post(path, &wrong).await;
    let names = [
        "company_name",
        "company_logo",
        "company_logo_id",
        "description",
    ];
    assert_eq!((saved.status, saved.json()), (500, failed(500, &names)));
    assert!(site.was_written());
    // A form is answered and not stored.
    let form = site.post_form(path, "company_or_person=person&company_name=Outra");
    assert_eq!(form.await.ok(), done());
    assert!(!site.was_written());
}

#[tokio::test]
async fn a_representation_needs_a_known_kind() {
    let site = Site::new().await;
    let path = "/configuration/site_representation";
    for (body, code) in [
        (
            json!({"company_name": "Sol"}),
            "rest_missing_callback_param",
        ),
        (json!({"company_or_person": "cat"}), "rest_invalid_param"),
        (
            json!({"company_or_person": "company", "company_logo_id": "x"}),
            "rest_invalid_param",
        ),
    ] {
        let answer = site.post(path, &body).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
    assert!(!site.was_written());
}

#[tokio::test]
async fn profiles_are_stored_together_or_not_at_all() {
    let site = Site::new().await;
    let path = "/configuration/social_profiles";
    let wrong = json!({
        "social_network_site": "https://rede.example/padaria", "short_message_site": "@padaria",
        "other_social_urls": ["https://a.example/", "", "nada"],
    });
    let saved = site.post(path, &wrong).await.ok();
    let names = ["short_message_site", "other_social_urls-2"];
    assert_eq!(saved, json!({"json": failed(200, &names)}));
    assert!(!site.was_written());
    let form = site.post_form(path, "social_network_site=nada").await;
    assert_eq!(form.ok(), json!({"json": done()}));
    assert!(!site.was_written());
    let right = json!({
        "social_network_site": "https://rede.example/padaria", "short_message_site": "https://x.com/padaria",
        "other_social_urls": "https://a.example/",
    });
    assert_eq!(site.post(path, &right).await.ok(), json!({"json": done()}));
    assert!(site.was_written());
}

#[tokio::test]
async fn steps_are_kept_as_texts() {
    let site = Site::new().await;
    let (save, read) = (
        "/configuration/save_configuration_state",
        "/configuration/get_configuration_state",
    );
    let state = |steps: Value| json!({"success": true, "status": 200, "data": steps});
    assert_eq!(site.get(read).await.ok(), state(json!([])));
    for (sent, kept) in [
        (
            json!(["optimizeSeoData", 1, ["x"]]),
            json!(["optimizeSeoData", "1", ""]),
        ),
        (json!("a,b"), json!(["a", "b"])),
        (json!([]), json!([])),
    ] {
        let saved = site.post(save, &json!({"finishedSteps": sent})).await;
        assert_eq!(saved.ok(), done());
        assert_eq!(site.get(read).await.ok(), state(kept), "{sent}");
    }
    let form = site.post_form(save, "finishedSteps=a").await;
    assert_eq!(form.status, 400);
    assert_eq!(form.json()["status"], 400);
    assert_eq!(site.get(read).await.ok(), state(json!([])));
    let map = site.post(save, &json!({"finishedSteps": {"a": 1}})).await;
    assert_eq!(map.refusal(), (400, "rest_invalid_param".to_owned()));
}

#[tokio::test]
async fn tracking_and_capabilities_are_answered_alike() {
    let site = Site::new().await;
    for tracking in [json!(true), json!("1"), json!(true), json!(false)] {
        let body = json!({"tracking": tracking});
        let saved = site.post("/configuration/enable_tracking", &body);
        assert_eq!(saved.await.ok(), done());
    }
    for user in ["1", "999", "x"] {
        let path = format!("/configuration/check_capability?user_id={user}");
        assert_eq!(site.get(&path).await.ok(), done());
    }
}

#[tokio::test]
async fn an_unknown_service_is_named_in_the_body() {
    let site = Site::new().await;
    let path = "/integrations/set_active";
    let set = async |name: &str| {
        let body = json!({"active": false, "integration": name});
        site.post(path, &body).await.ok()["json"].clone()
    };
    assert_eq!(set("rank-tracker").await, done());
    assert!(site.was_written());
    let error = "Could not save the option in the database";
    let unknown = json!({"success": false, "status": 500, "error": error});
    assert_eq!(set("nenhum").await, unknown);
    assert!(!site.was_written());
}

#[tokio::test]
async fn a_notice_is_dismissed_by_the_name_that_is_not_checked() {
    let site = Site::new().await;
    let dismissed = async |path: &str, body: Value| {
        let path = format!("/new-content-type-visibility/dismiss-{path}");
        site.post(&path, &body).await.ok()
    };
    let answer = |message: &str| json!({"message": message, "success": true, "status": 200});
    let body = json!({"postTypeName": "page", "post_type_name": "inventado"});
    let not_new = answer("Post type is not new.");
    assert_eq!(dismissed("post-type", body).await, not_new);
    assert_eq!(dismissed("post-type", json!({})).await, not_new);
    for name in ["revision", "wp_template"] {
        let body = json!({"postTypeName": name});
        assert_eq!(dismissed("post-type", body).await, not_new, "{name}");
    }
    let not_new = answer("Taxonomy is not new.");
    for name in ["category", "link_category", "wp_theme"] {
        let body = json!({"taxonomyName": name});
        assert_eq!(dismissed("taxonomy", body).await, not_new, "{name}");
    }
    for (path, body) in [
        ("post-type", json!({"postTypeName": "nada"})),
        ("taxonomy", json!({"taxonomyName": ["category"]})),
    ] {
        let path = format!("/new-content-type-visibility/dismiss-{path}");
        let refused = site.post(&path, &body).await;
        assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    }
    assert!(!site.was_written());
}
