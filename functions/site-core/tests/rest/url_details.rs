//! What pages of other sites say of themselves.

use axum::body::Body;
use http::Method;
use serde_json::json;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Answer, Site, Who};

async fn got(site: &Site, who: Who, url: &str, more: &str) -> Answer {
    let url = percent_encoding::utf8_percent_encode(url, percent_encoding::NON_ALPHANUMERIC);
    let path = format!("/rest/core-block-editor/v1/url-details?url={url}{more}");
    let request = site.request(who, Method::GET, &path);
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_head_of_a_page_is_described_and_cached_for_an_hour() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let page = "<head><title>Hortas &amp; vasos</title><link rel=icon href=\"/i.png\">
        <meta name=description content=\"Do <b>vaso</b>\">
        <meta property=\"og:image\" content=\"javascript:alert(1)\"></head>";
    Mock::given(method("GET"))
        .and(path("/artigo"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(page, "text/html"))
        .mount(&server)
        .await;
    let url = format!("{}/artigo", server.uri());
    let answer = got(&site, Who::Contributor, &url, "").await;
    assert_eq!(
        answer.json(),
        json!({
            "title": "Hortas & vasos",
            "icon": format!("{}/i.png", server.uri()),
            "description": "Do vaso",
            "image": "",
        })
    );
    let few = got(&site, Who::Author, &url, "&_fields=title").await;
    assert_eq!(few.json(), json!({"title": "Hortas & vasos"}));
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
    site.clock.advance(jiff::SignedDuration::from_hours(1));
    got(&site, Who::Admin, &url, "").await;
    assert_eq!(server.received_requests().await.unwrap().len(), 2);
    let gone = got(&site, Who::Admin, &format!("{}/nada", server.uri()), "").await;
    assert_eq!(gone.refusal(), (404, "no_response".to_owned()));
}

#[tokio::test]
async fn pages_are_read_in_their_own_charset() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let latin: &[u8] = b"<title>Not\xedcias de S\xe3o Paulo</title>";
    let said: &[u8] = b"<meta charset='iso-8859-2'><title>Not\xedcias de S\xe3o Paulo \xb3</title>";
    let http_equiv: &[u8] = b"<META http-equiv=content-type content=\"text/html; charset=ISO-8859-2\"><title>\xb3</title>";
    let utf8 = "<meta charset=latin1><title>São Paulo</title>".as_bytes();
    for (number, (page, kind, title)) in [
        (
            latin,
            "text/html; charset=ISO-8859-1",
            "Notícias de São Paulo",
        ),
        (latin, "text/html", "Notícias de São Paulo"),
        (latin, "text/html; charset=nada", "Notícias de São Paulo"),
        (said, "text/html", "Notícias de Săo Paulo ł"),
        (
            said,
            "text/html; charset=\"windows-1252\"",
            "Notícias de São Paulo ³",
        ),
        (http_equiv, "text/html", "ł"),
        (utf8, "text/html; charset=utf-8", "São Paulo"),
    ]
    .into_iter()
    .enumerate()
    {
        let at = format!("/{number}");
        Mock::given(method("GET"))
            .and(path(&at))
            .respond_with(ResponseTemplate::new(200).set_body_raw(page, kind))
            .mount(&server)
            .await;
        let answer = got(&site, Who::Admin, &format!("{}{at}", server.uri()), "").await;
        assert_eq!(answer.json()["title"], title, "{kind}");
    }
}

#[tokio::test]
async fn only_public_addresses_are_read_and_only_for_those_who_edit() {
    let site = Site::new().await;
    let server = MockServer::start().await;
    for url in [
        server.uri().as_str(),
        "http://169.254.169.254/",
        "http://[::1]/",
    ] {
        let answer = got(&site, Who::Admin, url, "").await;
        assert_eq!(answer.refusal(), (404, "no_response".to_owned()), "{url}");
    }
    assert!(server.received_requests().await.unwrap().is_empty());
    for url in [
        "",
        "x",
        "/caminho",
        "ftp://a.example/",
        "file:///etc/passwd",
        "mailto:a@b.example",
    ] {
        for who in [Who::Admin, Who::Anonymous] {
            let answer = got(&site, who, url, "").await;
            let code = "rest_invalid_param".to_owned();
            assert_eq!(answer.refusal(), (400, code), "{url}");
        }
    }
    let list = got(&site, Who::Admin, "", "&url[]=http://a.example/").await;
    assert_eq!(list.refusal(), (400, "rest_invalid_param".to_owned()));
    for (who, status) in [(Who::Anonymous, 401), (Who::Subscriber, 403)] {
        let answer = got(&site, who, &server.uri(), "").await;
        assert_eq!(
            answer.refusal(),
            (status, "rest_cannot_view_url_details".to_owned())
        );
    }
}
