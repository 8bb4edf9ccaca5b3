//! oEmbed: descriptions of this site's pages, and of other sites' pages for editors.

use axum::body::Body;
use http::Method;
use serde_json::json;

use crate::support::{Answer, Site, Who};

fn asking(route: &str, url: &str, more: &str) -> String {
    let url = percent_encoding::utf8_percent_encode(url, percent_encoding::NON_ALPHANUMERIC);
    format!("/rest/oembed/1.0/{route}?url={url}{more}")
}

async fn got(site: &Site, who: Who, path: &str) -> Answer {
    let request = site.request(who, Method::GET, path);
    site.send(request.body(Body::empty()).unwrap()).await
}

async fn posted(site: &Site) -> u64 {
    let body = json!({"title": "Pão & vinho", "content": "x", "status": "publish"});
    site.post(Who::Admin, "/posts", body).await.id()
}

#[tokio::test]
async fn a_page_of_this_site_is_described() {
    let site = Site::new().await;
    let id = posted(&site).await;
    let own = "https://exemplo.com.br/pao-vinho/";
    let answer = got(&site, Who::Anonymous, &asking("embed", own, "")).await;
    let body = answer.json();
    let names: Vec<&str> = body
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        [
            "version",
            "provider_name",
            "provider_url",
            "author_name",
            "author_url",
            "title",
            "type",
            "width",
            "height",
            "html",
        ]
    );
    assert_eq!(body["provider_url"], "https://exemplo.com.br");
    assert_eq!(
        (&body["width"], &body["height"]),
        (&json!(600), &json!(338))
    );
    let html = body["html"].as_str().unwrap();
    assert!(
        html.contains("src=\"https://exemplo.com.br/pao-vinho/embed/\""),
        "{html}"
    );
    for other in [
        format!("https://exemplo.com.br/?p={id}"),
        "http://exemplo.com.br/pao-vinho".to_owned(),
        "https://exemplo.com.br/pao-vinho/?utm=1#a".to_owned(),
    ] {
        let answer = got(&site, Who::Anonymous, &asking("embed", &other, "")).await;
        assert_eq!(answer.status, 200, "{other}");
    }
}

#[tokio::test]
async fn widths_are_limited_and_text_counts_as_0() {
    let site = Site::new().await;
    posted(&site).await;
    let own = "https://exemplo.com.br/pao-vinho/";
    for (asked, wanted) in [("9000", 600), ("400", 400), ("1", 200), ("larga", 200)] {
        let path = asking("embed", own, &format!("&maxwidth={asked}"));
        let answer = got(&site, Who::Anonymous, &path).await;
        assert_eq!(answer.json()["width"], wanted, "{asked}");
        let path = asking(
            "proxy",
            own,
            &format!("&maxwidth={asked}&maxheight={asked}"),
        );
        let answer = got(&site, Who::Author, &path).await;
        assert_eq!(answer.json()["width"], wanted, "proxy {asked}");
    }
}

#[tokio::test]
async fn xml_and_unknown_formats() {
    let site = Site::new().await;
    posted(&site).await;
    let own = "https://exemplo.com.br/pao-vinho/";
    let xml = got(&site, Who::Anonymous, &asking("embed", own, "&format=xml")).await;
    assert_eq!(xml.header("content-type"), "text/xml; charset=UTF-8");
    let text = String::from_utf8(xml.bytes).unwrap();
    assert!(text.contains("<oembed><version>1.0</version>"), "{text}");
    assert!(!text.contains("<blockquote"), "{text}");
    assert!(text.contains("<title>Pão &amp; vinho</title>"), "{text}");
    for (path, document) in [
        (
            asking("embed", "https://exemplo.com.br/nada/", "&format=xml"),
            "<data><status>404</status></data></oembed>",
        ),
        (
            "/rest/oembed/1.0/embed?format=xml".to_owned(),
            "<params><oembed>url</oembed></params></data></oembed>",
        ),
    ] {
        let error = got(&site, Who::Anonymous, &path).await;
        assert_eq!(error.header("content-type"), "text/xml; charset=UTF-8");
        assert!(matches!(error.status, 400 | 404));
        let text = String::from_utf8(error.bytes).unwrap();
        assert!(text.contains(document), "{text}");
    }
    let other = got(&site, Who::Anonymous, &asking("embed", own, "&format=yaml")).await;
    assert_eq!(
        (other.status, &other.json()["version"]),
        (200, &json!("1.0"))
    );
}

#[tokio::test]
async fn only_public_items_can_be_embedded() {
    let site = Site::new().await;
    let body = json!({"title": "Rascunho", "slug": "rascunho", "content": "x", "status": "draft"});
    let draft = site.post(Who::Admin, "/posts", body).await.id();
    let unknown = (404, "oembed_invalid_url".to_owned());
    for url in [
        "https://exemplo.com.br/rascunho/".to_owned(),
        format!("https://exemplo.com.br/?p={draft}"),
        "https://exemplo.com.br/nada/".to_owned(),
        "https://exemplo.com.br/".to_owned(),
        "https://outro.example/pao-vinho/".to_owned(),
        "nada".to_owned(),
    ] {
        let answer = got(&site, Who::Anonymous, &asking("embed", &url, "")).await;
        assert_eq!(answer.refusal(), unknown, "{url}");
    }
    let bare = got(&site, Who::Anonymous, "/rest/oembed/1.0/embed").await;
    assert_eq!(
        bare.refusal(),
        (400, "rest_missing_callback_param".to_owned())
    );
}

#[tokio::test]
async fn the_proxy_needs_the_right_to_edit_posts() {
    let site = Site::new().await;
    posted(&site).await;
    let path = asking("proxy", "https://exemplo.com.br/pao-vinho/", "");
    for (who, status) in [
        (Who::Anonymous, 401),
        (Who::Subscriber, 403),
        (Who::Contributor, 200),
        (Who::Admin, 200),
    ] {
        let answer = got(&site, who, &path).await;
        assert_eq!(answer.status, status, "{who:?}");
    }
    let path = asking("proxy", "https://exemplo.com.br/pao-vinho/", "&format=yaml");
    assert_eq!(
        got(&site, Who::Admin, &path).await.code(),
        "rest_invalid_param"
    );
}

#[tokio::test]
async fn the_proxy_refuses_loopback_and_private_networks() {
    let site = Site::new().await;
    // The server would return a description if the site sent a request.
    let server = wiremock::MockServer::start().await;
    let loopback = server.uri();
    for url in [
        loopback.as_str(),
        "http://localhost/",
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "https://192.168.1.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
    ] {
        let answer = got(&site, Who::Admin, &asking("proxy", url, "")).await;
        assert_eq!(
            answer.refusal(),
            (404, "oembed_invalid_url".to_owned()),
            "{url}"
        );
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_description_is_discovered_sanitised_and_cached_for_a_day() {
    use wiremock::matchers::{method, path, query_param};
    use wiremock::{Mock, MockServer, ResponseTemplate};
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let page = "<html><head><link rel=alternate type=\"application/json+oembed\" href=\"/describe?id=1\"></head></html>";
    Mock::given(method("GET"))
        .and(path("/video"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(page, "text/html"))
        .mount(&server)
        .await;
    let description = json!({"version": "1.0", "type": "video", "title": "Ipê", "width": 300,
        "author_name": "<script>alert(1)</script>Ana", "author_url": "javascript:alert(1)",
        "html": "<iframe src=\"https://v.example/1\"></iframe><script>alert(1)</script>"});
    Mock::given(method("GET"))
        .and(path("/describe"))
        .and(query_param("id", "1"))
        .and(query_param("maxwidth", "320"))
        .respond_with(ResponseTemplate::new(200).set_body_json(&description))
        .mount(&server)
        .await;
    let asked = asking("proxy", &format!("{}/video", server.uri()), "&maxwidth=320");
    let answer = got(&site, Who::Admin, &asked).await;
    assert_eq!(
        answer.status,
        200,
        "{}",
        String::from_utf8_lossy(&answer.bytes)
    );
    assert_eq!(
        answer.json()["html"],
        "<iframe src=\"https://v.example/1\" sandbox=\"allow-scripts\"></iframe>"
    );
    assert_eq!(answer.json()["title"], "Ipê");
    assert_eq!(answer.json()["author_name"], "Ana");
    assert!(answer.json()["author_url"].is_null());
    let before = server.received_requests().await.unwrap().len();
    assert_eq!(got(&site, Who::Author, &asked).await.json(), answer.json());
    assert_eq!(
        server.received_requests().await.unwrap().len(),
        before,
        "kept"
    );
    site.clock.advance(jiff::SignedDuration::from_hours(24));
    got(&site, Who::Admin, &asked).await;
    assert_eq!(server.received_requests().await.unwrap().len(), before + 2);
    let closed = format!("{asked}&discover=false&maxheight=99");
    assert_eq!(got(&site, Who::Admin, &closed).await.status, 404);
}
