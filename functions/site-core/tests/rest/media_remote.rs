//! Uploads by the address of a picture of another site.

use http::Method;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Answer, HOME, Site, Who};

async fn upload(site: &Site, who: Who, body: Value) -> Answer {
    site.call(who, Method::POST, "/media", body).await
}

async fn serve(server: &MockServer, at: &str, answer: ResponseTemplate) {
    let asked = Mock::given(method("GET")).and(path(at));
    asked.respond_with(answer).mount(server).await;
}

fn picture() -> Vec<u8> {
    pictures::generate::photograph(400, 300, 3)
        .unwrap()
        .to_vec()
}

#[tokio::test]
async fn a_picture_of_another_site_becomes_a_media_item() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(200).set_body_raw(picture(), "image/jpeg");
    serve(&server, "/fotos/ip%C3%AA.jpg", answer).await;
    let url = format!("{}/fotos/ip%C3%AA.jpg?largura=400", server.uri());
    let post = site.write(Who::Author, json!({"title": "x"})).await;
    let body = json!({"url": url, "alt_text": "um ipê", "title": "Ipê", "post": post});
    let made = upload(&site, Who::Author, body).await;
    let id = made.id();
    assert_eq!(
        made.header("location"),
        format!("{HOME}/rest/core/v2/media/{id}")
    );
    let made = made.json();
    assert_eq!(
        (
            &made["filename"],
            &made["alt_text"],
            &made["title"]["raw"],
            &made["post"]
        ),
        (
            &json!("ipe.jpg"),
            &json!("um ipê"),
            &json!("Ipê"),
            &json!(post)
        )
    );
    assert_eq!(made["missing_image_sizes"], json!([]));
    let bare = upload(
        &site,
        Who::Author,
        json!({"url": url, "generate_sub_sizes": false}),
    )
    .await;
    assert_eq!(bare.json()["media_details"]["sizes"], json!({}));
    // Requests without the right do not reach the other site.
    let asked = server.received_requests().await.unwrap().len();
    for (who, status) in [(Who::Anonymous, 401), (Who::Contributor, 403)] {
        let refused = upload(&site, who, json!({"url": url})).await;
        assert_eq!(refused.refusal(), (status, "rest_cannot_create".to_owned()));
    }
    assert_eq!(server.received_requests().await.unwrap().len(), asked);
}

#[tokio::test]
async fn refused_addresses_and_answers() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let page = ResponseTemplate::new(200).set_body_raw("<html>", "text/html");
    serve(&server, "/pagina.jpg", page).await;
    let half = picture()[..5000].to_vec();
    serve(
        &server,
        "/meia.jpg",
        ResponseTemplate::new(200).set_body_bytes(half),
    )
    .await;
    let whole = vec![0; 26 * 1024 * 1024];
    serve(
        &server,
        "/grande.png",
        ResponseTemplate::new(200).set_body_bytes(whole),
    )
    .await;
    serve(&server, "/vazia.png", ResponseTemplate::new(200)).await;
    let away = ResponseTemplate::new(302).insert_header("location", "file:///etc/a.png");
    serve(&server, "/fora.png", away).await;
    let at = |name: &str| format!("{}/{name}", server.uri());
    for (url, code) in [
        (at("nada.jpg"), "http_request_failed"),
        (at("pagina.jpg"), "rest_upload_image_type_not_supported"),
        (at("meia.jpg"), "rest_upload_image_type_not_supported"),
        (at("vazia.png"), "rest_upload_image_type_not_supported"),
        (at("grande.png"), "rest_upload_file_too_big"),
        (at("script.php"), "rest_invalid_param"),
        (at("video.mp4"), "rest_invalid_param"),
        (at(""), "rest_invalid_param"),
        // No address of the web, which counts as none.
        (
            "file:///etc/a.png".to_owned(),
            "rest_upload_no_content_disposition",
        ),
        ("nada".to_owned(), "rest_invalid_param"),
    ] {
        let refused = upload(&site, Who::Author, json!({"url": url})).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{url}");
    }
    let away = upload(&site, Who::Author, json!({"url": at("fora.png")})).await;
    assert_eq!(away.status, 400, "{}", away.code());
    let list = json!({"url": [at("nada.jpg")]});
    assert_eq!(
        upload(&site, Who::Author, list).await.code(),
        "rest_invalid_param"
    );
    let empty = upload(&site, Who::Author, json!({"url": ""})).await;
    assert_eq!(empty.status, 400);
    let listed = site.get(Who::Author, "/media").await;
    assert_eq!(listed.header("x-wp-total"), "0");
}

#[tokio::test]
async fn only_public_addresses_are_read() {
    let site = Site::new().await;
    let server = MockServer::start().await;
    for url in [
        format!("{}/a.png", server.uri()),
        "http://169.254.169.254/a.png".to_owned(),
        "http://[::1]/a.png".to_owned(),
        "http://localhost/a.png".to_owned(),
    ] {
        let refused = upload(&site, Who::Admin, json!({"url": url})).await;
        assert_eq!(
            refused.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{url}"
        );
        let detail = &refused.json()["data"]["details"]["url"]["code"];
        assert_eq!(detail, "rest_invalid_url", "{url}");
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}
