//! The files of photos.

use domain::platform::stock::StockProvider;
use stock_client::{Account, MOST_FILE_BYTES, Photo, StockClient, StockFailure};
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::{account, client, pexels_photo, unsplash_photo};

/// A photo whose file is on `host`.
async fn chosen(server: &MockServer, host: &str) -> (StockClient, Account, Photo) {
    Mock::given(path("/v1/photos/7"))
        .respond_with(ResponseTemplate::new(200).set_body_json(pexels_photo(7, host)))
        .mount(server)
        .await;
    let (client, account) = (client(server), account(StockProvider::Pexels));
    let photo = client.photo(&account, "7").await.unwrap();
    (client, account, photo)
}

/// The requests that reached `server`, none of which has a key.
async fn keyless(server: &MockServer) -> usize {
    let requests = server.received_requests().await.unwrap();
    for request in &requests {
        let all = format!("{:?} {}", request.headers, request.url);
        assert!(!all.contains("canario"), "{all}");
    }
    requests.len()
}

#[tokio::test]
async fn the_image_host_and_where_it_redirects_get_no_key() {
    let (server, images, mirror) = (
        MockServer::start().await,
        MockServer::start().await,
        MockServer::start().await,
    );
    let to = format!("{}/kept.jpeg", mirror.uri());
    Mock::given(path("/large2x.jpeg"))
        .and(query_param("dpr", "2"))
        .respond_with(ResponseTemplate::new(302).insert_header("location", to.as_str()))
        .mount(&images)
        .await;
    Mock::given(path("/kept.jpeg"))
        .respond_with(ResponseTemplate::new(200).set_body_bytes(b"file".as_slice()))
        .mount(&mirror)
        .await;
    let (client, account, photo) = chosen(&server, &images.uri()).await;
    let file = client.file(&account, &photo).await.unwrap();
    assert_eq!(file.as_ref(), b"file");
    assert_eq!((keyless(&images).await, keyless(&mirror).await), (1, 1));
}

#[tokio::test]
async fn a_redirect_into_a_private_network_is_refused() {
    let (server, images) = (MockServer::start().await, MockServer::start().await);
    Mock::given(path("/large2x.jpeg"))
        .respond_with(
            ResponseTemplate::new(302).insert_header("location", "http://169.254.169.254/latest"),
        )
        .mount(&images)
        .await;
    let (client, account, photo) = chosen(&server, &images.uri()).await;
    let error = client.file(&account, &photo).await.unwrap_err();
    assert_eq!(error.failure, StockFailure::Unreachable);
}

#[tokio::test]
async fn a_file_of_unsplash_is_a_jpeg_of_a_useful_size() {
    let server = MockServer::start().await;
    Mock::given(path("/photos/abc"))
        .respond_with(
            ResponseTemplate::new(200).set_body_json(unsplash_photo("abc", &server.uri())),
        )
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path("/raw"))
        .and(query_param("ixid", "abc"))
        .and(query_param("w", "2400"))
        .and(query_param("fit", "max"))
        .and(query_param("fm", "jpg"))
        .respond_with(ResponseTemplate::new(200).set_body_bytes(b"file".as_slice()))
        .expect(1)
        .mount(&server)
        .await;
    let (client, account) = (client(&server), account(StockProvider::Unsplash));
    let photo = client.photo(&account, "abc").await.unwrap();
    client.file(&account, &photo).await.unwrap();
}

#[tokio::test]
async fn refusals_and_large_files_are_failures_of_the_file() {
    for (answer, failure) in [
        (ResponseTemplate::new(404), StockFailure::NotFound),
        (ResponseTemplate::new(401), StockFailure::ProviderFailed),
        (ResponseTemplate::new(403), StockFailure::ProviderFailed),
        (ResponseTemplate::new(503), StockFailure::ProviderFailed),
        (
            ResponseTemplate::new(200).set_body_bytes(vec![0; MOST_FILE_BYTES + 1]),
            StockFailure::TooLarge,
        ),
    ] {
        let (server, images) = (MockServer::start().await, MockServer::start().await);
        Mock::given(path("/large2x.jpeg"))
            .respond_with(answer)
            .mount(&images)
            .await;
        let (client, account, photo) = chosen(&server, &images.uri()).await;
        let error = client.file(&account, &photo).await.unwrap_err();
        assert_eq!(error.failure, failure);
    }
}
