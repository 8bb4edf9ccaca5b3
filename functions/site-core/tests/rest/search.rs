//! Search.

use serde_json::json;

use crate::support::{Site, Who};

async fn some(site: &Site) {
    for (title, status) in [
        ("Café com leite", "publish"),
        ("Chá", "publish"),
        ("Café frio", "draft"),
    ] {
        site.write(Who::Author, json!({"title": title, "status": status}))
            .await;
    }
    site.post(Who::Admin, "/tags", json!({"name": "Café"}))
        .await
        .id();
}

#[tokio::test]
async fn posts_match_search_terms() {
    let site = Site::new().await;
    some(&site).await;
    let answer = site.get(Who::Anonymous, "/search?search=cafe").await;
    assert_eq!(answer.header("x-wp-total"), "1");
    insta::assert_json_snapshot!(answer.json());
}

#[tokio::test]
async fn posts_and_pages_are_in_one_order_of_relevance() {
    let site = Site::new().await;
    for (route, title, content) in [
        ("/posts", "Horta em casa", "adubo"),
        ("/posts", "Vasos", "horta em casa"),
        ("/pages", "Sobre a horta", "casa"),
        ("/pages", "Horta em casa: perguntas", "vasos"),
    ] {
        let body = json!({"title": title, "content": content, "status": "publish"});
        assert_eq!(site.post(Who::Admin, route, body).await.status, 201);
    }
    let titles = async |query: &str| {
        let path = format!("/search?search=horta+em+casa&{query}");
        let answer = site.get(Who::Anonymous, &path).await;
        let found = answer.json();
        let titles = found.as_array().unwrap().iter();
        let titles = titles.map(|item| item["title"].as_str().unwrap().to_owned());
        (
            answer.header("x-wp-total").to_owned(),
            titles.collect::<Vec<_>>(),
        )
    };
    // Two have the whole search in the title, one has a word of it there, the last has it in the text.
    let expected = [
        "Horta em casa",
        "Horta em casa: perguntas",
        "Sobre a horta",
        "Vasos",
    ];
    let (total, mut all) = titles("").await;
    all[..2].sort();
    assert_eq!(
        (total.as_str(), all.as_slice()),
        ("4", &expected.map(str::to_owned)[..])
    );
    let (total, second) = titles("per_page=2&page=2").await;
    assert_eq!(
        (total.as_str(), second),
        ("4", vec!["Sobre a horta".to_owned(), "Vasos".to_owned()])
    );
    let (_, pages) = titles("subtype=page").await;
    assert_eq!(pages, ["Horta em casa: perguntas", "Sobre a horta"]);
}

#[tokio::test]
async fn terms_match_search_terms() {
    let site = Site::new().await;
    some(&site).await;
    insta::assert_json_snapshot!(
        site.get(Who::Anonymous, "/search?type=term&search=caf")
            .await
            .json()
    );
    let tags = site
        .get(Who::Anonymous, "/search?type=term&subtype=post_tag")
        .await;
    assert_eq!(tags.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn formats_of_published_posts() {
    let site = Site::new().await;
    site.write(
        Who::Author,
        json!({"title": "x", "status": "publish", "format": "quote"}),
    )
    .await;
    let answer = site
        .get(Who::Anonymous, "/search?type=post-format")
        .await
        .json();
    assert_eq!(answer.as_array().unwrap().len(), 1);
    assert_eq!(
        (&answer[0]["id"], &answer[0]["type"]),
        (&json!("quote"), &json!("post-format"))
    );
}

#[tokio::test]
async fn paging_and_its_end() {
    let site = Site::new().await;
    some(&site).await;
    let second = site.get(Who::Anonymous, "/search?per_page=1&page=2").await;
    assert_eq!(second.header("x-wp-total"), "2");
    assert!(second.header("link").contains("rel=\"prev\""));
    // A page past the end of posts is empty; past the end of terms it is an error.
    let past = site.get(Who::Anonymous, "/search?page=9").await;
    assert_eq!((past.json(), past.header("x-wp-total")), (json!([]), "0"));
    let past = site.get(Who::Anonymous, "/search?type=term&page=9").await;
    assert_eq!(
        past.refusal(),
        (400, "rest_search_invalid_page_number".to_owned())
    );
}

#[tokio::test]
async fn unknown_types_and_contexts() {
    let site = Site::new().await;
    for query in ["type=x", "context=edit", "subtype=x", "per_page=0"] {
        let answer = site.get(Who::Anonymous, &format!("/search?{query}")).await;
        assert_eq!(
            answer.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{query}"
        );
    }
}
