//! Every route checks the permission table.

use domain::platform::access::{Permission, Role, Scope};
use http::Method;
use image::ImageFormat;
use platform_media::api;
use platform_store::PostChange;
use platform_testkit::{Operation, TestApi, TestRequest};
use serde_json::{Value, json};

use crate::app::{TestApp, picture};

/// The operations of the description.
fn operations(app: &TestApp) -> Vec<Operation> {
    let (_, description) = api(app.ports.clone()).split_for_parts();
    Operation::all(&serde_json::to_value(&description).unwrap())
}

/// What follows `/media/{id}` in the paths of operations on one picture.
fn below_a_picture(operation: &Operation) -> Option<&str> {
    operation.path.strip_prefix("/api/v1/media/{id}")
}

/// Whose post it is, and on whose site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    OwnSite,
    Foreign,
}

fn expected(scope: Scope, whose: Whose) -> &'static str {
    match (scope, whose) {
        (Scope::None, _) => "forbidden",
        (Scope::All, _) | (_, Whose::Own) | (Scope::OwnSites, Whose::OwnSite) => "",
        _ => "not_found",
    }
}

#[tokio::test]
async fn roles_reach_what_the_table_says() {
    let app = TestApp::new().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let file = picture(ImageFormat::Png);
    let mut operations = operations(&app);
    // The one that removes the picture is the last on it.
    operations.sort_by_key(|operation| operation.method == Method::DELETE);
    let on_a_picture = operations
        .iter()
        .filter_map(|operation| Some((operation, below_a_picture(operation)?)));
    let on_a_picture: Vec<_> = on_a_picture.collect();
    assert!(on_a_picture.len() >= 5, "{}", on_a_picture.len());
    for role in Role::ALL {
        let caller = app.create_user(role.name(), role).await;
        let own_site = app.site(&caller, "http://127.0.0.1:9").await;
        let foreign_site = app.site(&admin, "http://127.0.0.1:9").await;
        for whose in [Whose::Own, Whose::OwnSite, Whose::Foreign] {
            let post = match whose {
                Whose::Own => app.post(&caller, own_site).await,
                Whose::OwnSite => app.post(&admin, own_site).await,
                Whose::Foreign => app.post(&admin, foreign_site).await,
            };
            let id = post.to_string();
            let of_post = [("content_id", id.as_str())];
            let case = format!("{} {whose:?}", role.name());

            let uploaded = app.upload(&caller, &of_post, Some(("a.png", &file))).await;
            let wanted = expected(Permission::MediaEdit.scope(role), whose);
            assert_eq!(uploaded.code(), wanted, "{case}: {}", uploaded.text);

            let body =
                json!({"content_id": post.0, "bytes": file.len(), "content_type": "image/png"});
            let asked = app
                .request(&caller, Method::POST, "/media/uploads", body)
                .await;
            assert_eq!(asked.code(), wanted, "{case}");
            // Without a key of the provider, a permitted choice ends there.
            let choice = json!({"content_id": post.0, "provider": "pexels", "photo_id": "7"});
            let chosen = app
                .request(&caller, Method::POST, "/media/stock", choice)
                .await;
            let ends = if wanted.is_empty() {
                "not_configured"
            } else {
                wanted
            };
            assert_eq!(chosen.code(), ends, "{case}");

            if wanted.is_empty() {
                let path = format!("/media/uploads/{}/complete", asked.json["id"]);
                assert_eq!(app.put(&asked.json, &file).await, 200);
                let done = app.request(&caller, Method::POST, &path, json!({})).await;
                assert_eq!(done.status, 201, "{case}: {}", done.text);
            }

            let path = format!("/media?content_id={post}");
            let listed = app.request(&caller, Method::GET, &path, Value::Null).await;
            let wanted = expected(Permission::MediaRead.scope(role), whose);
            assert_eq!(listed.code(), wanted, "{case}");

            let media = app.upload(&admin, &of_post, Some(("a.png", &file))).await;
            for (operation, below) in &on_a_picture {
                let (method, permission) = (&operation.method, operation.required_permission());
                let permission = permission.unwrap();
                let path = format!("/media/{}{below}", media.json["id"]);
                let body = match *method {
                    Method::PUT => json!({"title": "Novo"}),
                    _ => Value::Null,
                };
                let answer = app.request(&caller, method.clone(), &path, body).await;
                let wanted = expected(permission.scope(role), whose);
                assert_eq!(answer.code(), wanted, "{case} {method} {below}");
                assert_eq!(answer.status.is_success(), wanted.is_empty());
            }
        }
    }
}

#[tokio::test]
async fn a_deleted_post_hides_its_pictures_as_it_hides_itself() {
    let app = TestApp::new().await;
    let writer = app.create_user("rui", Role::Redator).await;
    let gerente = app.create_user("gil", Role::Gerente).await;
    let site = app.site(&writer, "http://127.0.0.1:9").await;
    let post = app.post(&writer, site).await;
    let id = post.to_string();
    let of_post = [("content_id", id.as_str())];
    let file = picture(ImageFormat::Png);
    let media = app.upload(&writer, &of_post, Some(("a.png", &file))).await;
    let media = format!("/media/{}", media.json["id"]);
    let list = format!("/media?content_id={post}");
    let reads = [
        list,
        media.clone(),
        format!("{media}/file"),
        format!("{media}/webp"),
    ];
    for path in &reads {
        let answer = app.request(&writer, Method::GET, path, Value::Null).await;
        assert_eq!(answer.code(), "", "{path}");
    }
    let stored = app.ports.store.post(post).await.unwrap().unwrap();
    let change = PostChange::of(&stored, |post| post.deleted_at = Some(post.created_at));
    app.ports.store.save_post(change).await.unwrap();
    for path in &reads {
        let hidden = app.request(&writer, Method::GET, path, Value::Null).await;
        assert_eq!(hidden.code(), "not_found", "{path}");
        let shown = app.request(&gerente, Method::GET, path, Value::Null).await;
        assert_eq!(shown.code(), "", "{path}");
    }
    for (method, body) in [
        (Method::PUT, json!({"title": "Novo"})),
        (Method::DELETE, Value::Null),
    ] {
        let mine = app
            .request(&writer, method.clone(), &media, body.clone())
            .await;
        assert_eq!(mine.code(), "not_found", "{method}");
        let theirs = app.request(&gerente, method.clone(), &media, body).await;
        assert_eq!(theirs.code(), "post_deleted", "{method}");
    }
}

#[tokio::test]
async fn every_operation_requires_a_session() {
    let app = TestApp::new().await;
    for operation in operations(&app) {
        let path = operation.path.replace("{id}", "1");
        let request = TestRequest::new(operation.method.clone(), path);
        let answer = request.send(&app.router()).await;
        assert_eq!(answer.code(), "unauthenticated", "{}", operation.name());
    }
}

#[tokio::test]
async fn the_description_names_permission_and_object_of_every_operation() {
    let app = TestApp::new().await;
    for operation in operations(&app) {
        let name = operation.name();
        let is_stock = operation.path.ends_with("/stock");
        let permission = match operation.method {
            Method::GET if !is_stock => Permission::MediaRead,
            _ => Permission::MediaEdit,
        };
        assert_eq!(operation.required_permission(), Some(permission), "{name}");
        let object = if is_stock && operation.method == Method::GET {
            "none"
        } else if operation.path.contains("/uploads/{id}") {
            "upload"
        } else if operation.path.contains("{id}") {
            "media"
        } else {
            "post"
        };
        assert_eq!(operation.object.as_deref(), Some(object), "{name}");
    }
}
