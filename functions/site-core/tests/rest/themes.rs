//! The theme of the public pages.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

#[tokio::test]
async fn complete_theme() {
    let site = Site::new().await;
    let theme = site.get(Who::Contributor, "/themes/pauta").await.json();
    insta::assert_json_snapshot!("theme", theme, { ".version" => "[version]" });
    assert_eq!(theme["version"], env!("CARGO_PKG_VERSION"));
    let list = site.get(Who::Contributor, "/themes?status=active").await;
    assert_eq!(list.json(), json!([theme]));
}

#[tokio::test]
async fn the_list_holds_the_themes_of_the_selected_statuses() {
    let site = Site::new().await;
    for (query, total) in [
        ("", 1),
        ("?status=active", 1),
        ("?status=inactive,active", 1),
        ("?status[]=active&status[]=inactive", 1),
        ("?status=inactive", 0),
    ] {
        let answer = site.get(Who::Admin, &format!("/themes{query}")).await;
        let shown = answer.json().as_array().unwrap().len();
        assert_eq!(shown, total, "{query}");
        assert_eq!(answer.header("x-wp-total"), total.to_string(), "{query}");
        assert_eq!(answer.header("x-wp-totalpages"), "1", "{query}");
    }
}

#[tokio::test]
async fn invalid_requests() {
    let site = Site::new().await;
    for (method, path, refusal) in [
        (
            Method::GET,
            "/themes?status=ativo",
            (400, "rest_invalid_param"),
        ),
        (
            Method::GET,
            "/themes?status[0][x]=active",
            (400, "rest_invalid_param"),
        ),
        (Method::GET, "/themes/Pauta", (404, "rest_theme_not_found")),
        (
            Method::GET,
            "/themes/pauta/outro",
            (404, "rest_theme_not_found"),
        ),
        (Method::GET, "/themes/a/b/c", (404, "rest_no_route")),
        (Method::POST, "/themes", (404, "rest_no_route")),
        (Method::DELETE, "/themes/pauta", (404, "rest_no_route")),
    ] {
        let answer = site.call(Who::Admin, method, path, Value::Null).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
    }
    let long = format!("/themes/{}", "a".repeat(5000));
    let answer = site.get(Who::Admin, &long).await;
    assert_eq!(answer.refusal().1, "rest_theme_not_found");
}

#[tokio::test]
async fn fields_select_features() {
    let site = Site::new().await;
    let path = "/themes/pauta?_fields=status,theme_supports.formats,name.raw";
    let theme = site.get(Who::Editor, path).await.json();
    assert_eq!(
        theme,
        json!({
            "name": {"raw": "Pauta"},
            "theme_supports": {"formats": ["standard"]},
            "status": "active",
        })
    );
}

#[tokio::test]
async fn the_index_links_to_the_theme_for_those_who_edit() {
    let site = Site::new().await;
    for (who, is_linked) in [
        (Who::Anonymous, false),
        (Who::Subscriber, false),
        (Who::Contributor, true),
        (Who::Admin, true),
    ] {
        let request = site.request(who, Method::GET, "/rest/");
        let index = site.send(request.body(Body::empty()).unwrap()).await.json();
        let link = &index["_links"]["core:active-theme"][0]["href"];
        let expected = "https://exemplo.com.br/rest/core/v2/themes/pauta";
        assert_eq!(link == expected, is_linked, "{who:?}");
    }
}
