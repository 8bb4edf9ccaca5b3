//! Reading collections, authors and FAQ support.

use host_client::{Author, AuthorsQuery, FAQ_NAMESPACE, HostError};
use serde_json::{Value, json};
use wiremock::matchers::{method, path, query_param, query_param_is_missing};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{client, error, host, host_at, index, json_answer, on, page};

const CATEGORIES: &str = "/rest/core/v2/categories";
const USERS: &str = "/rest/core/v2/users";
const POSTS: &str = "/rest/core/v2/posts";

fn terms(ids: std::ops::RangeInclusive<u64>) -> Value {
    ids.map(|id| json!({ "id": id, "name": format!("C{id} &amp; D"), "slug": "c", "parent": "3" }))
        .collect()
}

async fn category_page(server: &MockServer, number: &str, answer: ResponseTemplate) {
    Mock::given(path(CATEGORIES))
        .and(query_param("page", number))
        .and(query_param("per_page", "100"))
        .respond_with(answer)
        .expect(1)
        .mount(server)
        .await;
}

#[tokio::test]
async fn categories_come_from_all_pages() {
    let server = MockServer::start().await;
    for (number, ids) in [("1", 1..=100), ("2", 101..=200)] {
        let answer = json_answer(200, &terms(ids)).insert_header("x-wp-totalpages", "2");
        category_page(&server, number, answer).await;
    }
    let categories = client().categories(&host(&server)).await.unwrap();
    assert_eq!(categories.len(), 200);
    assert_eq!(
        (categories[0].name.as_str(), categories[0].parent),
        ("C1 & D", 3)
    );
}

#[tokio::test]
async fn without_a_page_count_the_first_partial_page_is_the_last() {
    let short = MockServer::start().await;
    category_page(&short, "1", json_answer(200, &terms(1..=100))).await;
    category_page(&short, "2", json_answer(200, &terms(101..=130))).await;
    assert_eq!(client().categories(&host(&short)).await.unwrap().len(), 130);

    let exact = MockServer::start().await;
    category_page(&exact, "1", json_answer(200, &terms(1..=100))).await;
    let beyond = json_answer(400, &error("rest_post_invalid_page_number", ""));
    category_page(&exact, "2", beyond).await;
    assert_eq!(client().categories(&host(&exact)).await.unwrap().len(), 100);
}

#[tokio::test]
async fn a_collection_must_be_a_list() {
    let server = MockServer::start().await;
    on(
        &server,
        "GET",
        CATEGORIES,
        json_answer(200, &json!({ "id": 1 })),
    )
    .await;
    let cause = client().categories(&host(&server)).await.unwrap_err();
    assert_eq!(cause, HostError::BadPayload { status: Some(200) });

    let gaps = MockServer::start().await;
    let list = json!({ "0": { "id": 1, "name": "A" }, "2": { "id": 2, "name": "B" }, "3": {} });
    on(&gaps, "GET", CATEGORIES, json_answer(200, &list)).await;
    assert_eq!(client().categories(&host(&gaps)).await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_query_form_of_the_root_works_too() {
    let server = MockServer::start().await;
    Mock::given(path("/"))
        .and(query_param("rest_route", "/core/v2/categories"))
        .and(query_param("page", "1"))
        .respond_with(json_answer(200, &terms(1..=2)))
        .mount(&server)
        .await;
    let host = host_at(&format!("{}/?rest_route=/", server.uri()));
    assert_eq!(client().categories(&host).await.unwrap().len(), 2);
}

#[tokio::test]
async fn recent_posts_tell_whether_the_host_uses_blocks() {
    let post = |version: Value| json!({ "id": 1, "content": { "block_version": version } });
    for (posts, expected) in [
        (json!([post(json!(0)), post(json!(1))]), Some(true)),
        (json!([post(json!("1"))]), Some(true)),
        (json!([post(json!(0))]), Some(false)),
        (json!([]), None),
        (json!([{ "id": 1, "content": { "raw": "a" } }]), None),
    ] {
        let server = MockServer::start().await;
        Mock::given(path(POSTS))
            .and(query_param("context", "edit"))
            .and(query_param("status", "publish"))
            .and(query_param("_fields", "id,content.block_version"))
            .respond_with(json_answer(200, &posts))
            .expect(1)
            .mount(&server)
            .await;
        let found = client().uses_blocks(&host(&server)).await.unwrap();
        assert_eq!(found, expected, "{posts}");
    }
    let server = MockServer::start().await;
    let no = json_answer(403, &error("rest_forbidden_context", "não"));
    on(&server, "GET", POSTS, no).await;
    assert!(client().uses_blocks(&host(&server)).await.is_err());
}

async fn users(server: &MockServer, question: &str, answer: ResponseTemplate) {
    let mock = Mock::given(path(USERS));
    let mock = match question {
        "who" => mock.and(query_param("who", "authors")),
        "capabilities" => mock.and(query_param("capabilities[]", "edit_posts")),
        _ => mock
            .and(query_param_is_missing("who"))
            .and(query_param_is_missing("capabilities[]")),
    };
    mock.respond_with(answer).mount(server).await;
}

#[tokio::test]
async fn authors_are_requested_with_three_queries() {
    let ana = json!([{ "id": 1, "name": "Ana &#038; Cia", "slug": "ana" }]);
    let no = || json_answer(403, &error("rest_forbidden_who", "não"));
    let bad = || json_answer(400, &error("rest_invalid_param", "não"));
    let none = || json_answer(200, &json!([]));
    let yes = || json_answer(200, &ana);
    for (answers, query) in [
        ([yes(), no(), no()], AuthorsQuery::Who),
        ([no(), yes(), no()], AuthorsQuery::Capabilities),
        ([bad(), no(), yes()], AuthorsQuery::Plain),
        ([none(), none(), yes()], AuthorsQuery::Plain),
    ] {
        let server = MockServer::start().await;
        for (question, answer) in ["who", "capabilities", "plain"].into_iter().zip(answers) {
            users(&server, question, answer).await;
        }
        let authors = client().authors(&host(&server)).await.unwrap();
        assert_eq!(authors.query, query);
        let expected = Author {
            id: 1,
            name: "Ana & Cia".into(),
            slug: "ana".into(),
        };
        assert_eq!(authors.list, [expected]);
    }
}

#[tokio::test]
async fn authors_that_the_caller_may_not_list() {
    let empty = MockServer::start().await;
    on(&empty, "GET", USERS, json_answer(200, &json!([]))).await;
    assert!(
        client()
            .authors(&host(&empty))
            .await
            .unwrap()
            .list
            .is_empty()
    );

    let refused = MockServer::start().await;
    on(
        &refused,
        "GET",
        USERS,
        json_answer(403, &error("rest_forbidden_who", "")),
    )
    .await;
    let cause = client().authors(&host(&refused)).await.unwrap_err();
    assert!(
        matches!(cause, HostError::MissingPermission { .. }),
        "{cause:?}"
    );

    // An error that another query cannot avoid is returned at once.
    let blocked = MockServer::start().await;
    Mock::given(path(USERS))
        .respond_with(page(404, ""))
        .expect(1)
        .mount(&blocked)
        .await;
    let cause = client().authors(&host(&blocked)).await.unwrap_err();
    assert!(matches!(cause, HostError::RestBlocked { .. }), "{cause:?}");
}

fn meta_schema(keys: &[&str]) -> Value {
    let properties: serde_json::Map<String, Value> = keys
        .iter()
        .map(|key| ((*key).to_owned(), json!({ "type": "string" })))
        .collect();
    json!({ "schema": { "properties": { "meta": { "properties": properties } } } })
}

#[tokio::test]
async fn faq_support_has_two_parts() {
    let all = ["footnotes", "pauta_faq_enabled", "pauta_faq_data"];
    for (namespace, keys, plugin, bridge) in [
        ("x/v1", &all[..1], false, false),
        (FAQ_NAMESPACE, &all[..2], true, false),
        (FAQ_NAMESPACE, &all[..], true, true),
        ("x/v1", &all[..], false, true),
    ] {
        let server = MockServer::start().await;
        let mut index = index();
        index["namespaces"] = json!(["core/v2", namespace]);
        on(&server, "GET", "/rest/", json_answer(200, &index)).await;
        on(
            &server,
            "OPTIONS",
            POSTS,
            json_answer(200, &meta_schema(keys)),
        )
        .await;
        let support = client().faq_support(&host(&server)).await.unwrap();
        assert_eq!((support.plugin, support.bridge), (plugin, bridge));
        assert_eq!(support.supported(), bridge);
    }
}

#[tokio::test]
async fn faq_support_is_read_from_a_post_when_the_schema_is_hidden() {
    let with = json!([{ "id": 1, "meta": { "pauta_faq_enabled": "", "pauta_faq_data": "" } }]);
    for (options, posts, bridge) in [
        (page(405, ""), with.clone(), true),
        (json_answer(200, &json!([])), with, true),
        (page(403, ""), json!([{ "id": 1, "meta": [] }]), false),
        (page(405, ""), json!([]), false),
    ] {
        let server = MockServer::start().await;
        on(&server, "GET", "/rest/", json_answer(200, &index())).await;
        on(&server, "OPTIONS", POSTS, options).await;
        Mock::given(method("GET"))
            .and(path(POSTS))
            .and(query_param("context", "edit"))
            .respond_with(json_answer(200, &posts))
            .mount(&server)
            .await;
        assert_eq!(
            client().faq_support(&host(&server)).await.unwrap().bridge,
            bridge
        );
    }
}

#[tokio::test]
async fn faq_support_of_a_failing_host_is_an_error() {
    let server = MockServer::start().await;
    on(&server, "GET", "/rest/", json_answer(200, &index())).await;
    on(&server, "OPTIONS", POSTS, page(502, "")).await;
    let cause = client().faq_support(&host(&server)).await.unwrap_err();
    assert!(matches!(cause, HostError::HostFailure { .. }), "{cause:?}");
}
