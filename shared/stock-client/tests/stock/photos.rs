//! Search, single photos and their credits.

use domain::platform::stock::StockProvider;
use serde_json::json;
use stock_client::{Credit, Search, StockFailure};
use wiremock::matchers::{header, method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::{KEY, account, client, pexels_photo, unsplash_photo};

fn search() -> Search {
    Search {
        query: "praça & café".to_owned(),
        page: 2,
        per_page: 24,
    }
}

#[tokio::test]
async fn pexels_is_searched_in_portuguese_for_landscapes() {
    let server = MockServer::start().await;
    let mut unusable = pexels_photo(8, "https://images.pexels.com");
    unusable["src"]["medium"] = json!("javascript:alert(1)");
    let answer = json!({
        "page": 2, "per_page": 24, "total_results": 50,
        "photos": [pexels_photo(7, "https://images.pexels.com"), unusable],
    });
    Mock::given(method("GET"))
        .and(path("/v1/search"))
        .and(header("authorization", KEY))
        .and(query_param("query", "praça & café"))
        .and(query_param("page", "2"))
        .and(query_param("per_page", "24"))
        .and(query_param("orientation", "landscape"))
        .and(query_param("locale", "pt-BR"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .expect(1)
        .mount(&server)
        .await;
    let page = client(&server)
        .search(&account(StockProvider::Pexels), &search())
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.total, page.pages), (1, 50, 3));
    let photo = page.items.first().unwrap();
    assert_eq!(
        (photo.id.as_str(), photo.width, photo.height),
        ("7", 4_000, 2_500)
    );
    assert_eq!(photo.description, "Praça com árvores");
    assert_eq!(photo.color.as_deref(), Some("#978E82"));
    assert_eq!(
        photo.thumb_url.as_str(),
        "https://images.pexels.com/medium.jpeg"
    );
    assert_eq!(
        photo.preview_url.as_str(),
        "https://images.pexels.com/large.jpeg"
    );
    let credit = Credit::of(photo);
    assert_eq!(credit.text, "Foto de Ana <Lima> no Pexels");
    assert_eq!(
        credit.html,
        "Foto de <a href=\"https://www.pexels.com/@ana\">Ana &lt;Lima&gt;</a> no \
         <a href=\"https://www.pexels.com/photo/7/\">Pexels</a>"
    );
}

#[tokio::test]
async fn unsplash_is_searched_in_portuguese_with_the_strict_filter() {
    let server = MockServer::start().await;
    let answer = json!({
        "total": 31, "total_pages": 2,
        "results": [unsplash_photo("a-_9", "https://images.unsplash.com")],
    });
    Mock::given(method("GET"))
        .and(path("/search/photos"))
        .and(header("authorization", format!("Client-ID {KEY}").as_str()))
        .and(header("accept-version", "v1"))
        .and(query_param("query", "praça & café"))
        .and(query_param("page", "2"))
        .and(query_param("per_page", "24"))
        .and(query_param("orientation", "landscape"))
        .and(query_param("content_filter", "high"))
        .and(query_param("lang", "pt"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .expect(1)
        .mount(&server)
        .await;
    let page = client(&server)
        .search(&account(StockProvider::Unsplash), &search())
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.total, page.pages), (1, 31, 2));
    let photo = page.items.first().unwrap();
    assert_eq!(photo.description, "uma praça com árvores");
    assert_eq!(
        photo.thumb_url.as_str(),
        "https://images.unsplash.com/small?ixid=abc"
    );
    let source = photo.source();
    assert_eq!(
        (source.photo_id.as_str(), source.author.as_str()),
        ("a-_9", "Ana Lima")
    );
    assert_eq!(
        source.page_url,
        "https://unsplash.com/photos/a-_9?utm_source=pauta&utm_medium=referral"
    );
    let credit = Credit::of(photo);
    assert_eq!(credit.text, "Foto de Ana Lima no Unsplash");
    assert_eq!(
        credit.html,
        "Foto de <a href=\"https://unsplash.com/@ana?utm_source=pauta&amp;utm_medium=referral\">Ana Lima</a> no \
         <a href=\"https://unsplash.com/?utm_source=pauta&amp;utm_medium=referral\">Unsplash</a>"
    );
}

#[tokio::test]
async fn only_identifiers_of_the_provider_are_asked_for() {
    let server = MockServer::start().await;
    for (provider, ids) in [
        (StockProvider::Pexels, ["", "..", "7/x", "a7"]),
        (StockProvider::Unsplash, ["", "..", "a/b", "á"]),
    ] {
        for id in ids {
            let answer = client(&server).photo(&account(provider), id).await;
            assert_eq!(
                answer.unwrap_err().failure,
                StockFailure::NotFound,
                "{provider:?} {id:?}"
            );
        }
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_choice_is_registered_at_the_configured_address_only() {
    let server = MockServer::start().await;
    Mock::given(path("/photos/abc"))
        .respond_with(
            ResponseTemplate::new(200).set_body_json(unsplash_photo("abc", &server.uri())),
        )
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path("/photos/abc/download"))
        .and(query_param("ixid", "abc&d"))
        .and(header("authorization", format!("Client-ID {KEY}").as_str()))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({"url": "https://x.example"})))
        .expect(1)
        .mount(&server)
        .await;
    let (client, account) = (client(&server), account(StockProvider::Unsplash));
    let photo = client.photo(&account, "abc").await.unwrap();
    client.register_download(&account, &photo).await.unwrap();
}

#[tokio::test]
async fn pexels_has_no_call_for_a_choice() {
    let server = MockServer::start().await;
    Mock::given(path("/v1/photos/7"))
        .respond_with(ResponseTemplate::new(200).set_body_json(pexels_photo(7, &server.uri())))
        .expect(1)
        .mount(&server)
        .await;
    let (client, account) = (client(&server), account(StockProvider::Pexels));
    let photo = client.photo(&account, "7").await.unwrap();
    client.register_download(&account, &photo).await.unwrap();
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
}
