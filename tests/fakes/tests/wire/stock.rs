//! Stock photos.

use serde_json::Value;
use service_fakes::{FakeServices, Service};

use crate::client::{Answer, send};

async fn unsplash(fakes: &FakeServices, path: &str, key: &str) -> Answer {
    let url = format!("{}{path}", fakes.url(Service::Unsplash));
    get_unsplash(&url, key).await
}

async fn get_unsplash(url: &str, key: &str) -> Answer {
    let key = format!("Client-ID {key}");
    let headers = [("authorization", key.as_str()), ("accept-version", "v1")];
    send("GET", url, &headers, "").await.unwrap()
}

async fn pexels(fakes: &FakeServices, path: &str, key: &str) -> Answer {
    let url = format!("{}{path}", fakes.url(Service::Pexels));
    send("GET", &url, &[("authorization", key)], "")
        .await
        .unwrap()
}

async fn size(url: &str) -> (u32, u32) {
    let answer = send("GET", url, &[], "").await.unwrap();
    assert_eq!(answer.status, 200, "{url}");
    assert_eq!(answer.headers["content-type"], "image/jpeg");
    let picture = image::load_from_memory(&answer.bytes().await).unwrap();
    (picture.width(), picture.height())
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

#[tokio::test]
async fn unsplash_pages_through_photos_and_counts_downloads() {
    let fakes = FakeServices::start().await.unwrap();
    let path = "/search/photos?query=caf%C3%A9&page=2&per_page=30&lang=pt&orientation=landscape";
    let answer = unsplash(&fakes, path, "key-fast").await;
    assert_eq!(answer.headers["x-ratelimit-limit"], "50");
    assert_eq!(answer.headers["x-ratelimit-remaining"], "49");
    let body = answer.json().await;
    assert_eq!(
        (&body["total"], &body["total_pages"]),
        (&40.into(), &2.into())
    );
    assert_eq!(body["results"].as_array().unwrap().len(), 10);
    let photo = &body["results"][0];
    let raw = size(photo["urls"]["raw"].as_str().unwrap()).await;
    assert_eq!(raw, (number(&photo["width"]), number(&photo["height"])));
    let thumb = size(photo["urls"]["thumb"].as_str().unwrap()).await;
    assert_eq!(thumb.0, 200);
    let id = photo["id"].as_str().unwrap();
    assert_eq!(fakes.downloads(id), 0);
    let location = photo["links"]["download_location"].as_str().unwrap();
    let answer = get_unsplash(location, "key-fast").await.json().await;
    assert!(answer["url"].is_string());
    assert_eq!(fakes.downloads(id), 1);
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn unsplash_limits_calls_and_rejects_bad_ones() {
    let fakes = FakeServices::start().await.unwrap();
    for (path, key, status) in [
        ("/search/photos?query=a", "key-bad", 401),
        ("/search/photos?query=a", "key-limit-always", 403),
        ("/search/photos?query=a", "key-overload", 503),
        ("/search/photos", "key-a", 400),
        ("/search/photos?query=a&per_page=31", "key-a", 400),
        ("/search/photos?query=a&orientation=square", "key-a", 400),
        ("/search/photos?query=a&locale=pt-BR", "key-a", 400),
        ("/search/photos?query=spam", "key-a", 410),
        ("/photos/none/download", "key-a", 404),
    ] {
        let answer = unsplash(&fakes, path, key).await;
        assert_eq!(answer.status, status, "{path} {key}");
    }
    for _ in 0..50 {
        let answer = unsplash(&fakes, "/search/photos?query=a", "key-b").await;
        assert_eq!(answer.status, 200);
    }
    let answer = unsplash(&fakes, "/search/photos?query=a", "key-b").await;
    assert_eq!(answer.status, 403);
    assert_eq!(answer.text().await, "Rate Limit Exceeded");
}

#[tokio::test]
async fn pexels_pages_through_photos() {
    let fakes = FakeServices::start().await.unwrap();
    let path = "/v1/search?query=caf%C3%A9&per_page=3&locale=pt-BR&orientation=landscape";
    let answer = pexels(&fakes, path, "key-fast").await;
    assert_eq!(answer.headers["x-ratelimit-remaining"], "199");
    let body = answer.json().await;
    assert_eq!(body["total_results"], 40);
    assert!(body["next_page"].as_str().unwrap().contains("page=2"));
    let source = &body["photos"][1]["src"];
    let large = size(source["large"].as_str().unwrap()).await;
    assert_eq!(large, (433, 650));
    let landscape = size(source["landscape"].as_str().unwrap()).await;
    assert_eq!(landscape, (1200, 627));
    let answer = pexels(&fakes, "/v1/search?query=a&page=9", "key-fast").await;
    let body = answer.json().await;
    assert!(body["photos"].as_array().unwrap().is_empty() && body["next_page"].is_null());
    for (path, key, status) in [
        ("/v1/search?query=a", "key-bad", 401),
        ("/v1/search?query=a", "Bearer key-fast", 401),
        ("/v1/search?query=a", "key-limit-always", 429),
        ("/v1/search?query=a&per_page=81", "key-fast", 400),
        ("/v1/search?query=a&lang=pt", "key-fast", 400),
        ("/v1/search", "key-fast", 400),
    ] {
        let answer = pexels(&fakes, path, key).await;
        assert_eq!(answer.status, status, "{path} {key}");
        assert!(!answer.headers.contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn credentials_sent_to_file_servers_are_violations() {
    let fakes = FakeServices::start().await.unwrap();
    let body = pexels(&fakes, "/v1/search?query=a", "key-fast").await;
    let body = body.json().await;
    let file = body["photos"][0]["src"]["tiny"].as_str().unwrap();
    let headers = [("authorization", "key-fast")];
    let answer = send("GET", file, &headers, "").await.unwrap();
    assert_eq!(answer.status, 403);
    assert_eq!(fakes.violations().len(), 1);
}
