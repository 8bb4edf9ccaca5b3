//! Every route for every role, on own and foreign posts.

use domain::platform::access::Role;
use domain::platform::id::PostId;
use http::Method;
use platform_testkit::{TestApi, TestRequest, TestUser};
use serde_json::{Value, json};

use crate::app::{TestApp, long_body};

struct Route {
    permission: &'static str,
    method: Method,
    path: &'static str,
    body: Value,
}

fn routes() -> Vec<Route> {
    let route = |permission, (method, path), body| Route {
        permission,
        method,
        path,
        body,
    };
    let (get, post) = (|path| (Method::GET, path), |path| (Method::POST, path));
    let none = || Value::Null;
    let date = "2027-03-01T09:00:00-03:00";
    let title = json!({ "title": "Outro" });
    let now = json!({ "content_id": "{id}" });
    let later = json!({ "scheduled_at": date });
    let at = json!({ "post_id": "{id}", "scheduled_at": date });
    let (edit, delete) = (
        (Method::PUT, "/posts/{id}"),
        (Method::DELETE, "/posts/{id}"),
    );
    let (read, write) = ("posts.read", "posts.edit");
    let (publish, remove) = ("posts.publish", "posts.delete");
    vec![
        route(read, get("/posts/{id}"), none()),
        route(read, get("/posts/{id}/validation"), none()),
        route(read, get("/posts/{id}/checklist"), none()),
        route(read, get("/posts/{id}/events"), none()),
        route(read, get("/posts/{id}/versions"), none()),
        route(read, get("/posts/{id}/versions/1"), none()),
        route(read, get("/posts/{id}/versions/1/diff/1"), none()),
        route(write, edit, title),
        route(write, post("/posts/{id}/versions/1/revert"), none()),
        route(publish, post("/posts/{id}/retry"), none()),
        route(publish, post("/posts/{id}/cancel-schedule"), none()),
        route(publish, post("/posts/{id}/publish"), none()),
        route(publish, post("/posts/{id}/schedule"), later),
        route(publish, post("/publish/now"), now),
        route(publish, post("/publish/schedule"), at),
        route(remove, delete, none()),
        route(remove, post("/posts/{id}/restore"), none()),
    ]
}

async fn asked(app: &TestApp, user: Option<&TestUser>, route: &Route, id: PostId) -> u16 {
    let path = route.path.replace("{id}", &id.to_string());
    let body = route.body.to_string().replace("\"{id}\"", &id.to_string());
    let body: Value = serde_json::from_str(&body).unwrap();
    let method = route.method.clone();
    let answer = match user {
        Some(user) => app.request(user, method, &path, body).await,
        None => {
            let request = TestRequest::json(method, format!("/api/v1{path}"), body);
            request.send(&app.router).await
        }
    };
    answer.status.as_u16()
}

/// The rule (docs/interface/platform/access.md#posts-of-others): admin and gerente reach everything, an editor
/// the posts of own sites, a redator own posts on own sites, which they neither publish nor delete.
fn expected(role: Role, permission: &str, own_site: bool, own_post: bool) -> Option<u16> {
    match role {
        Role::Admin | Role::Gerente => None,
        Role::Editor => (!own_site).then_some(404),
        Role::Redator if matches!(permission, "posts.publish" | "posts.delete") => Some(403),
        Role::Redator => (!(own_site && own_post)).then_some(404),
    }
}

#[tokio::test]
async fn every_route_keeps_to_the_reach_of_the_role() {
    for role in Role::ALL {
        let app = TestApp::open().await;
        let person = match role {
            Role::Admin => app.admin.clone(),
            Role::Gerente => app.gerente.clone(),
            Role::Editor => app.editor.clone(),
            Role::Redator => app.redator.clone(),
        };
        for route in routes() {
            let own = app.draft_of(&person, app.site).await;
            let others = app.draft_of(&app.admin, app.site).await;
            let foreign = app.draft_of(&app.admin, app.foreign).await;
            for (id, own_site, own_post) in [
                (own, true, true),
                (others, true, false),
                (foreign, false, false),
            ] {
                let status = asked(&app, Some(&person), &route, id).await;
                let what = format!(
                    "{role:?} {} {} {own_site} {own_post}: {status}",
                    route.method, route.path
                );
                match expected(role, route.permission, own_site, own_post) {
                    Some(refused) => assert_eq!(status, refused, "{what}"),
                    None => assert!(!matches!(status, 401 | 403 | 404 | 500), "{what}"),
                }
            }
            assert_eq!(asked(&app, None, &route, own).await, 401, "{}", route.path);
            let unknown = asked(&app, Some(&person), &route, PostId(987_654)).await;
            assert!(
                matches!(unknown, 403 | 404),
                "{role:?} {}: {unknown}",
                route.path
            );
        }
    }
}

#[tokio::test]
async fn posts_are_created_on_own_sites_only() {
    let app = TestApp::open().await;
    for person in [&app.editor, &app.redator] {
        for site in [app.foreign.0, 987_654] {
            let answer = app
                .post(person, "/posts", json!({ "site_id": site, "title": "a" }))
                .await;
            assert_eq!(answer.error(), (404, "not_found"));
            assert_eq!(answer.issue_fields(), ["site_id"]);
        }
    }
    let unknown = app
        .post(&app.admin, "/posts", json!({ "site_id": 987_654 }))
        .await;
    assert_eq!(unknown.error(), (404, "not_found"));
    app.draft_of(&app.gerente, app.foreign).await;
}

#[tokio::test]
async fn a_role_is_refused_before_the_body_is_read() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.redator, app.site).await;
    for path in [
        format!("/posts/{id}/schedule"),
        "/publish/now".into(),
        "/publish/schedule".into(),
    ] {
        let answer = app.post(&app.redator, &path, json!([long_body()])).await;
        assert_eq!(answer.error(), (403, "forbidden"), "{path}");
    }
}

#[tokio::test]
async fn only_admin_and_gerente_see_the_queue() {
    let app = TestApp::open().await;
    for (person, status) in [
        (&app.admin, 200),
        (&app.gerente, 200),
        (&app.editor, 403),
        (&app.redator, 403),
    ] {
        assert_eq!(app.get(person, "/queue").await.status, status);
    }
}
