//! Application passwords.

use axum::body::Body;
use http::Request;
use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn created_used_and_revoked() {
    let site = Site::new().await;
    let made = site
        .post(
            Who::Author,
            "/users/me/application-passwords",
            json!({"name": " <b>Pauta</b> "}),
        )
        .await;
    assert_eq!(made.status, 201);
    let body = made.json();
    insta::assert_json_snapshot!(body, {".uuid" => "[uuid]", ".password" => "[password]", "._links.self[0].href" => "[href]"});
    let secret = body["password"].as_str().unwrap().to_owned();
    assert_eq!(secret.len(), 29);
    let uuid = body["uuid"].as_str().unwrap().to_owned();
    assert!(
        made.header("location")
            .ends_with(&format!("/application-passwords/{uuid}"))
    );

    let again = json!({"name": "pAUTA", "app_id": null});
    let again = site
        .post(Who::Author, "/users/me/application-passwords", again)
        .await;
    assert_eq!(
        again.refusal(),
        (409, "application_password_duplicate_name".to_owned())
    );

    let introspect = Request::get("/rest/core/v2/users/me/application-passwords/introspect")
        .header("authorization", Site::basic("author", &secret))
        .body(Body::empty())
        .unwrap();
    let known = site.send(introspect).await.json();
    assert_eq!(known["uuid"], uuid.as_str());
    assert_eq!(known["last_used"], "2024-05-01T10:00:00");
    assert!(known.get("password").is_none());

    let list = site
        .get(Who::Author, "/users/me/application-passwords")
        .await
        .json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    let path = format!("/users/me/application-passwords/{uuid}");
    let renamed = site
        .post(Who::Author, &path, json!({"name": "Outro"}))
        .await
        .json();
    assert_eq!(renamed["name"], "Outro");
    let ended = site.delete(Who::Author, &path).await.json();
    assert_eq!(
        (&ended["deleted"], &ended["previous"]["name"]),
        (&json!(true), &json!("Outro"))
    );
    assert!(ended["previous"].get("_links").is_none());
    let gone = Request::get("/rest/core/v2/users/me")
        .header("authorization", Site::basic("author", &secret))
        .body(Body::empty())
        .unwrap();
    assert_eq!(site.send(gone).await.code(), "incorrect_password");
    assert_eq!(
        site.get(Who::Author, &path).await.refusal(),
        (404, "rest_application_password_not_found".to_owned())
    );
}

#[tokio::test]
async fn managed_by_their_owner_and_by_administrators() {
    let site = Site::new().await;
    let id = site.user_id(Who::Author).await;
    let path = format!("/users/{id}/application-passwords");
    for who in Who::ALL {
        let expected = match who {
            Who::Anonymous => 401,
            Who::Author | Who::Admin => 200,
            Who::Subscriber | Who::Contributor | Who::Editor => 403,
        };
        assert_eq!(site.get(who, &path).await.status, expected, "{who:?}");
    }
    assert_eq!(
        site.get(Who::Anonymous, "/users/me/application-passwords")
            .await
            .code(),
        "rest_not_logged_in"
    );
    assert_eq!(
        site.get(Who::Admin, "/users/999/application-passwords")
            .await
            .code(),
        "rest_user_invalid_id"
    );
}

#[tokio::test]
async fn names_and_application_ids_are_validated() {
    let site = Site::new().await;
    let path = "/users/me/application-passwords";
    assert_eq!(
        site.post(Who::Author, path, json!({})).await.code(),
        "rest_missing_callback_param"
    );
    assert_eq!(
        site.post(Who::Author, path, json!({"name": "  "}))
            .await
            .code(),
        "rest_invalid_param"
    );
    assert_eq!(
        site.post(Who::Author, path, json!({"name": "a", "app_id": "x"}))
            .await
            .code(),
        "rest_invalid_param"
    );
    let app_id = "6f3f5d9e-3f6b-4c1e-9b57-0d5a1a2b3c4d";
    let made = site
        .post(Who::Author, path, json!({"name": "a", "app_id": app_id}))
        .await
        .json();
    assert_eq!(made["app_id"], app_id);
    let ended = site.delete(Who::Author, path).await.json();
    assert_eq!(ended, json!({"deleted": true, "count": 2}));
}
