//! Detecting and saving the address of a sitemap.

use http::Method;
use platform_testkit::change_site;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;

const SITEMAP: &str =
    r#"<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>"#;
const INDEX: &str = r#"<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></sitemapindex>"#;

async fn serve(server: &MockServer, name: &str, body: &str) {
    let answer = ResponseTemplate::new(200).set_body_string(body);
    let mock = Mock::given(method("GET")).and(path(name));
    mock.respond_with(answer).mount(server).await;
}

/// The site is at the address of a server that knows no path.
async fn app_at(server: &MockServer) -> TestApp {
    let app = TestApp::new().await;
    let url = format!("{}/", server.uri());
    change_site(&app.ports.store, app.site, |site| site.url = url).await;
    app
}

async fn stored(app: &TestApp) -> Option<String> {
    let site = app.ports.store.site(app.site).await.unwrap().unwrap();
    site.sitemap_url
}

#[tokio::test]
async fn the_first_name_that_is_a_sitemap_is_saved() {
    let server = MockServer::start().await;
    let app = app_at(&server).await;
    // The names in reverse order: each of them takes precedence over those before.
    for (name, body, form) in [
        ("/post-sitemap.xml", SITEMAP, "pages"),
        ("/wp-sitemap.xml", INDEX, "index"),
        ("/sitemap.xml", SITEMAP, "pages"),
        ("/sitemap_index.xml", INDEX, "index"),
    ] {
        serve(&server, name, body).await;
        let answer = app.post("detect-sitemap").await.expect(200).json;
        let found = format!("{}{name}", server.uri());
        assert_eq!(answer["ok"], true, "{name}");
        assert_eq!(answer["sitemap_url"], found.as_str());
        assert_eq!(answer["form"], form);
        assert_eq!(answer["cause"], Value::Null);
        assert_eq!(stored(&app).await, Some(found));
    }
}

#[tokio::test]
async fn a_page_that_is_no_sitemap_does_not_count() {
    let server = MockServer::start().await;
    serve(&server, "/sitemap.xml", "<html><body>Olá</body></html>").await;
    let app = app_at(&server).await;
    let answer = app.post("detect-sitemap").await.expect(200).json;
    assert_eq!(
        (&answer["ok"], &answer["cause"]),
        (&json!(false), &json!("not_found"))
    );
    assert!(answer["hint"].is_string());
    assert_eq!(stored(&app).await, None);
}

#[tokio::test]
async fn a_site_that_cannot_be_reached_keeps_its_address() {
    let app = TestApp::new().await;
    change_site(&app.ports.store, app.site, |site| {
        site.url = "http://127.0.0.1:9/".into();
        site.sitemap_url = Some("https://padaria.example/mapa.xml".into());
    })
    .await;
    let answer = app.post("detect-sitemap").await.expect(200).json;
    assert_eq!(answer["cause"], "unreachable");
    assert_eq!(answer["sitemap_url"], "https://padaria.example/mapa.xml");
}

#[tokio::test]
async fn an_address_is_saved_by_hand_and_removed() {
    let app = TestApp::new().await;
    let save = |url: Value| {
        let body = json!({ "site_id": app.site.0, "sitemap_url": url });
        app.send(&app.editor, Method::PUT, "sitemap", body)
    };
    let saved = save(json!(" https://padaria.example/mapa.xml?a=1#b "))
        .await
        .expect(200);
    assert_eq!(
        saved.json["sitemap_url"],
        "https://padaria.example/mapa.xml?a=1"
    );
    assert_eq!(app.status().await["sitemap_url"], saved.json["sitemap_url"]);
    for wrong in [
        "",
        "mapa.xml",
        "ftp://padaria.example/mapa.xml",
        "https://u:p@padaria.example/mapa.xml",
        "http://10.0.0.1/mapa.xml",
        "http://169.254.169.254/latest",
    ] {
        let refused = save(json!(wrong)).await.expect(422);
        assert_eq!(refused.code(), "invalid_fields", "{wrong}");
        assert_eq!(refused.json["issues"][0]["field"], "sitemap_url", "{wrong}");
        assert_eq!(
            refused.json["issues"][0]["code"], "invalid_address",
            "{wrong}"
        );
    }
    // Without the member nothing is said about the address.
    let body = json!({ "site_id": app.site.0 });
    let refused = app.send(&app.editor, Method::PUT, "sitemap", body).await;
    let issue = refused.expect(422).json["issues"][0].clone();
    assert_eq!(
        (&issue["code"], &issue["field"]),
        (&json!("required"), &json!("sitemap_url"))
    );
    assert!(stored(&app).await.is_some());
    save(Value::Null).await.expect(200);
    assert_eq!(stored(&app).await, None);
}

#[tokio::test]
async fn another_change_of_the_site_is_kept() {
    let app = TestApp::new().await;
    change_site(&app.ports.store, app.site, |site| site.name = "Nova".into()).await;
    let body = json!({ "site_id": app.site.0, "sitemap_url": "https://padaria.example/m.xml" });
    app.send(&app.editor, Method::PUT, "sitemap", body)
        .await
        .expect(200);
    let site = app.ports.store.site(app.site).await.unwrap().unwrap();
    assert_eq!((site.name.as_str(), site.version), ("Nova", 3));
}
