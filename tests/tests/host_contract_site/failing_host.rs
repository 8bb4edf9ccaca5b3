//! A mock host with little content that fails on demand.

use host_client::Basic;
use serde_json::{Value, json};
use wiremock::matchers::{method, path, path_regex, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Password of the mock host's user.
pub const PASSWORD: &str = "abcd efgh ijkl mnop qrst uvwx";

pub fn login() -> Basic {
    Basic {
        user: "ana".to_owned(),
        password: PASSWORD.into(),
    }
}

/// A response with a list.
pub fn list(items: &[Value]) -> ResponseTemplate {
    ResponseTemplate::new(200)
        .insert_header("x-wp-total", items.len().to_string())
        .insert_header(
            "x-wp-totalpages",
            usize::from(!items.is_empty()).to_string(),
        )
        .set_body_json(items)
}

/// An error response.
pub fn failure(status: u16, code: &str, message: &str) -> ResponseTemplate {
    let body = json!({"code": code, "message": message, "data": {"status": status}});
    ResponseTemplate::new(status).set_body_json(body)
}

/// A post in the edit context.
pub fn post(id: u64) -> Value {
    json!({
        "id": id, "slug": format!("post-{id}"), "status": "publish", "title": {"raw": "Ipê"},
        "content": {"raw": "<p>Texto</p>"}, "excerpt": {"raw": ""}, "password": "", "meta": [],
        "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00", "author": 1,
        "modified": "2024-05-02T10:00:00", "modified_gmt": "2024-05-02T13:00:00", "format": "standard",
        "categories": [], "tags": [], "featured_media": 0, "comment_status": "open", "ping_status": "open",
        "sticky": false, "template": "",
        "link": format!("https://jardim.example/2024/05/post-{id}/"), "_links": {"version-history": [{"count": 0}]},
    })
}

/// A user in the edit context.
pub fn user(id: u64, login: &str, roles: &[&str]) -> Value {
    json!({
        "id": id, "username": login, "email": format!("{login}@jardim.example"), "name": login,
        "first_name": "", "last_name": "", "nickname": login, "url": "", "description": "",
        "locale": "pt_BR", "slug": login, "roles": roles, "registered_date": "2020-01-01T00:00:00+00:00",
    })
}

/// A picture with one smaller size, in the edit context.
pub fn media(host: &MockServer, id: u64, name: &str) -> Value {
    let address = |file: &str| format!("{}/uploads/2024/05/{file}", host.uri());
    json!({
        "id": id, "slug": name, "status": "inherit", "title": {"raw": name}, "caption": {"raw": "Uma legenda"},
        "description": {"raw": "Uma descrição"}, "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00",
        "modified": "2024-05-01T10:00:00", "modified_gmt": "2024-05-01T13:00:00", "author": 1, "post": null,
        "comment_status": "open", "ping_status": "closed", "template": "", "alt_text": "Um ipê", "meta": [],
        "mime_type": "image/png", "source_url": address(&format!("{name}.png")),
        "media_details": {"width": 400, "height": 400, "file": format!("2024/05/{name}.png"), "sizes": {
            "thumbnail": {"file": format!("{name}-150x150.png"), "width": 150, "height": 150,
                "mime_type": "image/png", "source_url": address(&format!("{name}-150x150.png"))},
        }},
    })
}

/// A revision of a post in the edit context.
pub fn revision(id: u64, post: u64) -> Value {
    json!({
        "id": id, "parent": post, "author": 1, "slug": format!("{post}-revision-v1"),
        "date": "2024-05-02T10:00:00", "date_gmt": "2024-05-02T13:00:00",
        "title": {"raw": format!("Ipê {id}")}, "content": {"raw": "<p>Antes</p>"}, "excerpt": {"raw": ""},
    })
}

/// Mocks a route, with priority over earlier mocks.
pub async fn answer(host: &MockServer, route: &str, response: ResponseTemplate) {
    Mock::given(method("GET"))
        .and(path(format!("/rest/core/v2/{route}")))
        .respond_with(response)
        .with_priority(3)
        .mount(host)
        .await;
}

/// Mocks requests for identifiers only.
pub async fn answer_ids(host: &MockServer, route: &str, ids: &[u64]) {
    let items: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    Mock::given(method("GET"))
        .and(path(format!("/rest/core/v2/{route}")))
        .and(query_param("_fields", "id"))
        .respond_with(list(&items))
        .with_priority(2)
        .mount(host)
        .await;
}

/// Mocks the next request of a route, with priority over all others.
pub async fn answer_once(host: &MockServer, route: &str, response: ResponseTemplate) {
    Mock::given(method("GET"))
        .and(path(format!("/rest/core/v2/{route}")))
        .respond_with(response)
        .up_to_n_times(1)
        .with_priority(1)
        .mount(host)
        .await;
}

/// A host with one user and no content.
pub async fn empty() -> MockServer {
    let host = MockServer::start().await;
    let index = json!({
        "name": "Jardim", "home": host.uri(), "url": host.uri(), "namespaces": ["core/v2"],
        "timezone_string": "America/Sao_Paulo", "gmt_offset": -3, "authentication": {"x": {}},
    });
    Mock::given(method("GET"))
        .and(path("/rest/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(index))
        .mount(&host)
        .await;
    let me = json!({"id": 1, "name": "Ana", "roles": ["administrator"], "capabilities": {}});
    answer(
        &host,
        "users/me",
        ResponseTemplate::new(200).set_body_json(me),
    )
    .await;
    let settings = json!({
        "title": "Jardim", "description": "", "email": "ana@jardim.example",
        "timezone": "America/Sao_Paulo", "date_format": "d/m/Y", "time_format": "H:i",
        "start_of_week": 0, "language": "pt_BR", "use_smilies": true, "default_category": 1,
        "default_post_format": "0", "posts_per_page": 10, "show_on_front": "posts", "page_on_front": 0,
        "page_for_posts": 0, "default_ping_status": "open", "default_comment_status": "open",
        "site_logo": null, "site_icon": 0,
    });
    let settings = ResponseTemplate::new(200).set_body_json(settings);
    answer(&host, "settings", settings).await;
    for map in ["menu-locations", "types", "taxonomies"] {
        answer(
            &host,
            map,
            ResponseTemplate::new(200).set_body_json(json!({})),
        )
        .await;
    }
    Mock::given(method("GET"))
        .and(path_regex("^/rest/core/v2/[a-z_-]+$"))
        .respond_with(list(&[]))
        .with_priority(9)
        .mount(&host)
        .await;
    host
}
