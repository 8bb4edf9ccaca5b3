//! A provider of stock photos on loopback, with both interfaces.

use image::ImageFormat;
use serde_json::{Value, json};
use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{PROVIDER_KEY, picture};

/// A photo in the form of Pexels, with its file on `host`.
pub fn pexels_photo(host: &str, alt: &str) -> Value {
    json!({
        "id": 7, "width": 4000, "height": 2500, "url": "https://www.pexels.com/photo/7/",
        "photographer": "Ana Lima", "photographer_url": "https://www.pexels.com/@ana",
        "avg_color": "#978E82", "alt": alt,
        "src": {
            "large2x": format!("{host}/file"), "large": "https://images.pexels.com/large.jpeg",
            "medium": "https://images.pexels.com/medium.jpeg",
        },
    })
}

/// A photo in the form of Unsplash, with its file on `host`.
pub fn unsplash_photo(host: &str) -> Value {
    json!({
        "id": "abc", "width": 5000, "height": 3000, "color": "#c0d9e6",
        "description": null, "alt_description": "uma praça",
        "urls": {
            "raw": format!("{host}/file?ixid=x"), "regular": "https://images.unsplash.com/regular",
            "small": "https://images.unsplash.com/small",
        },
        "links": {
            "html": "https://unsplash.com/photos/abc",
            "download_location": "https://api.unsplash.com/photos/abc/download?ixid=x",
        },
        "user": {"name": "Rui", "links": {"html": "https://unsplash.com/@rui"}},
    })
}

/// Serves a photo of each provider, and its file as a JPEG. `registration` is the status of Unsplash's download call.
pub async fn server(registration: u16) -> MockServer {
    let server = MockServer::start().await;
    let uri = server.uri();
    let unsplash_key = format!("Client-ID {PROVIDER_KEY}");
    for (at, key, answer) in [
        (
            "/v1/photos/7",
            PROVIDER_KEY,
            pexels_photo(&uri, "Praça da Sé. São Paulo"),
        ),
        ("/photos/abc", &unsplash_key, unsplash_photo(&uri)),
        (
            "/v1/search",
            PROVIDER_KEY,
            json!({"total_results": 41, "photos": [pexels_photo(&uri, "Praça")]}),
        ),
        (
            "/search/photos",
            &unsplash_key,
            json!({"total": 12, "total_pages": 1, "results": [unsplash_photo(&uri)]}),
        ),
    ] {
        Mock::given(method("GET"))
            .and(path(at))
            .and(header("authorization", key))
            .respond_with(ResponseTemplate::new(200).set_body_json(answer))
            .mount(&server)
            .await;
    }
    let answer = ResponseTemplate::new(registration).set_body_json(json!({"url": "x"}));
    Mock::given(path("/photos/abc/download"))
        .respond_with(answer)
        .mount(&server)
        .await;
    Mock::given(path("/file"))
        .respond_with(ResponseTemplate::new(200).set_body_bytes(picture(ImageFormat::Jpeg)))
        .mount(&server)
        .await;
    server
}

/// Number of requests to `at` that reached the server.
pub async fn calls(server: &MockServer, at: &str) -> usize {
    let requests = server.received_requests().await.unwrap();
    requests.iter().filter(|one| one.url.path() == at).count()
}
