//! Compares every operation of the API's description with the permission table: each role calls it on
//! its own, a colleague's, a foreign and a deleted object, and it is called without a session.
//!
//! Operations that the walk cannot judge are listed in `authorization-uncovered.txt`, which stays empty.

use domain::platform::access::{Permission, Role, Scope};
use http::Method;
use pauta_tests::app::{Objects, Operation, SignedInUser, TestApp, TestRequest, sample_request};
use serde_json::Value;

/// Relation of the caller to the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// The caller's own post on their own site.
    Own,
    /// A colleague's post on the caller's site.
    Colleague,
    /// Another person's post on another person's site.
    Foreign,
    /// The caller's own post on their own site, deleted.
    Deleted,
}

impl Standing {
    const ALL: [Self; 4] = [Self::Own, Self::Colleague, Self::Foreign, Self::Deleted];
}

/// Kind of an operation's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Object {
    /// No object, or one for which only the role counts.
    None,
    Site,
    /// A post, its picture, or an upload that the caller requested for it.
    Post,
}

/// The object of an operation, from its path, query or body.
fn object(operation: &Operation) -> Option<Object> {
    let name = operation.name().replace("/api/v1", "");
    match operation.object.as_deref() {
        Some("site") => Some(Object::Site),
        Some("post" | "media" | "upload") => Some(Object::Post),
        // The object is named in the body.
        Some("none") if name == "POST /posts" => Some(Object::Site),
        Some("none") if name.starts_with("POST /publish/") => Some(Object::Post),
        Some("none") => Some(Object::None),
        // Users and the caller's own account: only the role counts.
        None if matches!(
            operation.required_permission(),
            Some(Permission::UsersManage | Permission::AccountManage)
        ) =>
        {
            Some(Object::None)
        }
        _ => None,
    }
}

/// The status of the refusal according to the table; `None` when the request is allowed.
fn refusal(permission: Permission, role: Role, object: Object, standing: Standing) -> Option<u16> {
    let restores = Permission::PostsDelete.scope(role) != Scope::None;
    match (permission.scope(role), object, standing) {
        (Scope::None, ..) => Some(403),
        // A deleted post exists, with its pictures and rounds, only for roles that may restore it.
        (_, Object::Post, Standing::Deleted) if !restores => Some(404),
        (_, _, Standing::Deleted) => None,
        (Scope::All, ..) | (_, Object::None, _) | (_, _, Standing::Own) => None,
        (_, _, Standing::Foreign) => Some(404),
        (Scope::OwnPosts, Object::Post, Standing::Colleague) => Some(404),
        (_, _, Standing::Colleague) => None,
    }
}

async fn objects(
    app: &TestApp,
    caller: &SignedInUser,
    standing: Standing,
    unique: usize,
) -> Objects {
    let other = app
        .user(&format!("colega-{unique}"), Role::Redator)
        .await
        .id;
    let (site, post) = match standing {
        Standing::Own | Standing::Deleted => (caller.user.id, caller.user.id),
        Standing::Colleague => (caller.user.id, other),
        Standing::Foreign => (app.administrator.user.id, other),
    };
    let objects = app.objects(site, post, caller.user.id, other).await;
    if standing == Standing::Deleted {
        app.delete_post(objects.post).await;
    }
    objects
}

#[tokio::test]
async fn every_operation_follows_the_table() {
    let app = TestApp::new().await;
    let mut callers = Vec::new();
    for role in Role::ALL {
        callers.push((role, app.signed_in_user(role.name(), role).await));
    }
    let (mut uncovered, mut wrong, mut asked) = (Vec::new(), Vec::new(), 0);
    for operation in app.operations() {
        if operation.permission.as_deref() == Some("public") && !operation.secured {
            continue;
        }
        let (Some(permission), Some(object), true) = (
            operation.required_permission(),
            object(&operation),
            operation.secured,
        ) else {
            uncovered.push(operation.name());
            continue;
        };
        for (role, caller) in &callers {
            for standing in Standing::ALL {
                asked += 1;
                let objects = objects(&app, caller, standing, asked).await;
                let Some(call) = sample_request(&operation, &objects, asked) else {
                    uncovered.push(operation.name());
                    continue;
                };
                let answer = app.ask(Some(caller), call).await;
                let (status, code) = (answer.status.as_u16(), answer.code());
                let right = match refusal(permission, *role, object, standing) {
                    Some(403) => (status, code) == (403, "forbidden"),
                    Some(refusal) => (status, code) == (refusal, "not_found"),
                    None => !matches!(status, 401 | 403 | 404 | 500..),
                };
                if !right {
                    wrong.push(format!(
                        "{} as {} {standing:?}: {status} {code}",
                        operation.name(),
                        role.name()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(asked > 400, "{asked}");
    uncovered.sort();
    uncovered.dedup();
    let listed: Vec<&str> = include_str!("../authorization-uncovered.txt")
        .lines()
        .collect();
    assert_eq!(uncovered, listed, "authorization-uncovered.txt");
    assert!(listed.is_empty(), "every operation must be tested");
}

#[tokio::test]
async fn every_operation_requires_a_session() {
    let app = TestApp::new().await;
    let caller = &app.administrator;
    let objects = objects(&app, caller, Standing::Own, 1).await;
    for operation in app.operations() {
        let call = sample_request(&operation, &objects, 1).unwrap();
        let answer = app.ask(None, call).await;
        let refused = (answer.status.as_u16(), answer.code()) == (401, "unauthenticated");
        assert_eq!(refused, operation.secured, "{}", operation.name());
        let public = operation.permission.as_deref() == Some("public");
        assert_eq!(public, !operation.secured, "{}", operation.name());
    }
}

#[tokio::test]
async fn a_list_shows_the_scope_of_its_reader() {
    let app = TestApp::new().await;
    for role in Role::ALL {
        let caller = app.signed_in_user(role.name(), role).await;
        let all = Permission::PostsRead.scope(role) == Scope::All;
        let foreign = objects(&app, &caller, Standing::Foreign, caller.user.id.0 as usize).await;
        let posts = app
            .ask(
                Some(&caller),
                TestRequest::get("/api/v1/posts?per_page=100"),
            )
            .await
            .expect(200);
        let sites = app
            .ask(
                Some(&caller),
                TestRequest::get("/api/v1/sites?per_page=100"),
            )
            .await
            .expect(200);
        for (list, id) in [(posts, foreign.post.0), (sites, foreign.site.0)] {
            let items = list.json["items"].as_array().unwrap();
            let shown = items.iter().any(|item| item["id"] == id);
            assert_eq!(shown, all, "{}", role.name());
        }
    }
}

#[tokio::test]
async fn the_committed_description_is_the_one_that_is_tested() {
    let committed: Value = serde_json::from_str(include_str!("../../docs/openapi.json")).unwrap();
    let served: Value = serde_json::from_str(&local::openapi::document().await.unwrap()).unwrap();
    assert!(
        committed == served,
        "cargo run -q -- openapi > docs/openapi.json"
    );
    let app = TestApp::new().await;
    let paths = served["paths"].as_object().unwrap();
    assert!(
        paths
            .keys()
            .eq(app.description["paths"].as_object().unwrap().keys())
    );
    assert!(
        app.operations()
            .iter()
            .any(|operation| operation.method == Method::DELETE)
    );
}
