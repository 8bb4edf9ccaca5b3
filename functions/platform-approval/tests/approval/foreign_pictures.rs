//! Pictures of other hosts inside the text.

use domain::platform::post::PostVersion;
use http::StatusCode;
use outbound::{Outbound, Policy};
use platform_store::PlatformStore;
use platform_store::PostChange;
use platform_testkit::first_version;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

async fn host(file: &str, answer: ResponseTemplate, times: u64) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path(file))
        .respond_with(answer)
        .expect(times)
        .mount(&server)
        .await;
    server
}

/// Writes a text with a picture at `address`.
async fn write(store: &PlatformStore, app: &TestApp, address: &str) {
    let post = app.reread().await;
    let mut change = PostChange::of(&post, |post| post.version += 1);
    let body = format!("<p>Pão.</p><figure><img src=\"{address}\" alt=\"Pão\"></figure>");
    change.version = Some(PostVersion {
        number: change.post.version,
        ..first_version(&change.post, &body)
    });
    store.save_post(change).await.unwrap();
}

/// The page's address of the picture in its text.
fn shown(page: &str) -> String {
    let picture = page.split("src=\"").find(|part| part.contains("/figuras/"));
    let source = picture.unwrap().split('"').next().unwrap();
    source.replace("&amp;", "&")
}

#[tokio::test]
async fn a_picture_of_another_host_comes_from_the_pages_own_origin() {
    let app = TestApp::new().await;
    // What the host calls it does not matter.
    let answer = ResponseTemplate::new(200).set_body_raw(PNG, "text/html");
    let server = host("/a.png", answer, 1).await;
    write(&app.ports.store, &app, &format!("{}/a.png", server.uri())).await;
    let page = app.request_approval().await;
    let text = app.get(&page).await.text;
    assert!(!text.contains(&format!("src=\"{}", server.uri())), "{text}");
    let picture = app.get(&shown(&text)).await;
    assert_eq!(picture.status, StatusCode::OK);
    assert_eq!(picture.headers["content-type"], "image/png");
    assert_eq!(
        picture.headers["cache-control"],
        "private, max-age=31536000, immutable"
    );
    assert_eq!(picture.headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn only_signed_addresses_of_open_rounds_are_asked_for() {
    let app = TestApp::new().await;
    let server = host("/a.png", ResponseTemplate::new(200).set_body_bytes(PNG), 0).await;
    let address = format!("{}/a.png", server.uri());
    write(&app.ports.store, &app, &address).await;
    let page = app.request_approval().await;
    let own = shown(&app.get(&page).await.text);
    let (path, query) = own.split_once('?').unwrap();
    let digest = path.rsplit('/').next().unwrap();
    for changed in [
        format!("{path}?{query}x"),
        format!("{path}?outro=1"),
        path.to_owned(),
        format!("{}?{query}", path.replace(digest, &"0".repeat(64))),
        format!("/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11/figuras/{digest}?{query}"),
    ] {
        let answer = app.get(&changed).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{changed}");
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
    app.post(&format!("{page}/ajustes"), "comment=x").await;
    assert_eq!(app.get(&own).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn what_is_no_raster_picture_or_cannot_be_had_is_not_shown() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>";
    for answer in [
        ResponseTemplate::new(200).set_body_raw(svg, "image/svg+xml"),
        ResponseTemplate::new(200).set_body_raw("<p>", "image/png"),
        ResponseTemplate::new(404).set_body_bytes(PNG),
        ResponseTemplate::new(200).set_body_bytes([PNG, &[0; 4_000_000]].concat()),
    ] {
        let app = TestApp::new().await;
        let server = host("/a", answer, 1).await;
        write(&app.ports.store, &app, &format!("{}/a", server.uri())).await;
        let page = app.request_approval().await;
        let picture = app.get(&shown(&app.get(&page).await.text)).await;
        assert_eq!(picture.status, StatusCode::NOT_FOUND);
        assert_eq!(picture.headers["cache-control"], "no-store");
        assert!(picture.text.is_empty());
    }
}

#[tokio::test]
async fn inner_addresses_are_not_called() {
    let mut app = TestApp::new().await;
    let server = host("/a.png", ResponseTemplate::new(200).set_body_bytes(PNG), 0).await;
    write(&app.ports.store, &app, &format!("{}/a.png", server.uri())).await;
    app.ports.outbound = Outbound::new(Policy::cloud()).unwrap();
    app.reroute();
    let page = app.request_approval().await;
    let picture = app.get(&shown(&app.get(&page).await.text)).await;
    assert_eq!(picture.status, StatusCode::NOT_FOUND);
}
