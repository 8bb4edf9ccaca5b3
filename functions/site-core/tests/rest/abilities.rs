//! Abilities: listed, described and run.

use axum::body::Body;
use http::{Method, header};
use serde_json::{Value, json};

use crate::support::{Answer, Site, Who};

const ROOT: &str = "/rest/core-abilities/v1";

async fn send(site: &Site, who: Who, method: Method, path: &str, body: Value) -> Answer {
    let request = site.request(who, method, &format!("{ROOT}{path}"));
    let request = if body.is_null() {
        request.body(Body::empty())
    } else {
        let request = request.header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from(body.to_string()))
    };
    site.send(request.unwrap()).await
}

async fn get(site: &Site, who: Who, path: &str) -> Answer {
    send(site, who, Method::GET, path, Value::Null).await
}

async fn run(site: &Site, who: Who, name: &str, input: Value) -> Answer {
    let path = format!("/abilities/{name}/run");
    send(site, who, Method::POST, &path, json!({"input": input})).await
}

fn members<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let all = list.as_array().unwrap().iter();
    all.map(|one| one[name].as_str().unwrap()).collect()
}

#[tokio::test]
async fn complete_ability_and_category() {
    let site = Site::new().await;
    let one = get(&site, Who::Subscriber, "/abilities/pauta/find-posts").await;
    insta::assert_json_snapshot!("ability", one.json());
    let category = get(&site, Who::Subscriber, "/categories/content").await;
    insta::assert_json_snapshot!("category", category.json());
}

#[tokio::test]
async fn lists_are_filtered_and_have_pages() {
    let site = Site::new().await;
    for (query, expected) in [
        ("category=user", vec!["core/get-user-info"]),
        ("namespace=pauta&category=site", vec![]),
        (
            "namespace=core",
            vec![
                "core/get-site-info",
                "core/get-user-info",
                "core/get-environment-info",
            ],
        ),
        (
            "meta[annotations][destructive]=true",
            vec!["pauta/trash-post"],
        ),
        (
            "meta[annotations][idempotent]=false",
            vec!["pauta/create-draft", "pauta/publish-post"],
        ),
        (
            "per_page=2&page=2",
            vec!["core/get-environment-info", "pauta/find-posts"],
        ),
        ("page=9", vec![]),
    ] {
        let found = get(&site, Who::Subscriber, &format!("/abilities?{query}")).await;
        assert_eq!(members(&found.json(), "name"), expected, "{query}");
    }
    let paged = get(&site, Who::Subscriber, "/abilities?per_page=2").await;
    assert_eq!(paged.header("x-wp-total"), "7");
    assert_eq!(paged.header("x-wp-totalpages"), "4");
    let categories = get(&site, Who::Subscriber, "/categories").await.json();
    assert_eq!(members(&categories, "slug"), ["site", "user", "content"]);
}

#[tokio::test]
async fn information_is_returned_whole_or_by_fields() {
    let site = Site::new().await;
    let info = get(&site, Who::Admin, "/abilities/core/get-site-info/run")
        .await
        .json();
    assert_eq!(info["url"], "https://exemplo.com.br");
    assert_eq!(info["language"], "pt-BR");
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    let path = "/abilities/core/get-site-info/run?input[fields][]=charset&input[fields][]=wpurl";
    let some = get(&site, Who::Admin, path).await;
    assert_eq!(
        some.json(),
        json!({"charset": "UTF-8", "wpurl": "https://exemplo.com.br"})
    );
    let path = "/abilities/core/get-user-info/run?input[fields]=user_login,roles";
    let user = get(&site, Who::Contributor, path).await;
    assert_eq!(
        user.json(),
        json!({"user_login": "contributor", "roles": ["contributor"]})
    );
    let environment = get(
        &site,
        Who::Admin,
        "/abilities/core/get-environment-info/run",
    )
    .await;
    assert_eq!(environment.json()["environment"], "production");
}

#[tokio::test]
async fn a_post_is_written_found_published_and_removed() {
    let site = Site::new().await;
    let input = json!({"title": "Chuva & sol", "content": "<p>Previsão</p>", "excerpt": "Resumo"});
    let draft = run(&site, Who::Author, "pauta/create-draft", input)
        .await
        .json();
    assert_eq!(
        (&draft["title"], &draft["status"]),
        (&json!("Chuva & sol"), &json!("draft"))
    );
    let id = draft["id"].as_u64().unwrap();
    let stored = site
        .get(Who::Author, &format!("/posts/{id}?context=edit"))
        .await
        .json();
    assert_eq!(stored["content"]["raw"], "<p>Previsão</p>");
    assert_eq!(stored["excerpt"]["raw"], "Resumo");

    let path = "/abilities/pauta/find-posts/run?input[search]=chuva&input[status]=draft";
    let found = get(&site, Who::Author, path).await;
    assert_eq!(found.header("x-wp-total"), "1");
    assert_eq!(
        found.json(),
        json!({"posts": [draft], "total": 1, "total_pages": 1})
    );
    let beyond = get(&site, Who::Author, &format!("{path}&input[page]=2")).await;
    assert_eq!(
        beyond.refusal(),
        (400, "rest_ability_invalid_page_number".to_owned())
    );

    let others = run(
        &site,
        Who::Contributor,
        "pauta/publish-post",
        json!({"id": id}),
    )
    .await;
    assert_eq!(
        others.refusal(),
        (403, "rest_ability_cannot_execute".to_owned())
    );
    let published = run(&site, Who::Author, "pauta/publish-post", json!({"id": id}))
        .await
        .json();
    assert_eq!(published["status"], "publish");
    let later = json!({"id": id, "date": "2037-01-02T03:04:05"});
    let scheduled = run(&site, Who::Author, "pauta/publish-post", later)
        .await
        .json();
    assert_eq!(
        (&scheduled["status"], &scheduled["date"]),
        (&json!("future"), &json!("2037-01-02T03:04:05"))
    );
    let now = run(&site, Who::Author, "pauta/publish-post", json!({"id": id}))
        .await
        .json();
    assert_eq!(
        (&now["status"], &now["date"]),
        (&json!("publish"), &now["modified"])
    );
    // The date of a published post stays.
    site.clock.advance(jiff::SignedDuration::from_hours(1));
    let again = run(&site, Who::Author, "pauta/publish-post", json!({"id": id}))
        .await
        .json();
    assert_eq!(again["date"], now["date"]);

    let path = format!("/abilities/pauta/trash-post/run?input[id]={id}");
    let foreign = send(&site, Who::Contributor, Method::DELETE, &path, Value::Null).await;
    assert_eq!(foreign.refusal(), (403, "rest_cannot_delete".to_owned()));
    let trashed = send(&site, Who::Author, Method::DELETE, &path, Value::Null).await;
    assert_eq!(trashed.json()["status"], "trash");
    let again = send(&site, Who::Author, Method::DELETE, &path, Value::Null).await;
    assert_eq!(again.refusal(), (410, "rest_already_trashed".to_owned()));
}

#[tokio::test]
async fn posts_of_others_are_found_once_they_are_published() {
    let site = Site::new().await;
    let found = async |who, status: &str| {
        let path =
            format!("/abilities/pauta/find-posts/run?input[search]=chuva&input[status]={status}");
        get(&site, who, &path).await.json()
    };
    let input = json!({"title": "Chuva & sol", "content": "<p>Previsão</p>"});
    let draft = run(&site, Who::Author, "pauta/create-draft", input)
        .await
        .json();
    let unseen = found(Who::Contributor, "draft").await;
    assert_eq!(unseen["posts"], json!([]));
    let input = json!({"id": draft["id"]});
    let published = run(&site, Who::Author, "pauta/publish-post", input)
        .await
        .json();
    let expected = json!({"posts": [published], "total": 1, "total_pages": 1});
    for who in [Who::Contributor, Who::Author, Who::Editor] {
        assert_eq!(found(who, "publish").await, expected, "{who:?}");
    }
}

/// A request that is refused: who, method, path, input, status and code.
type Refused = (Who, Method, &'static str, Value, u16, &'static str);

/// Checks that requests are refused and change nothing.
async fn refused(cases: Vec<Refused>) {
    let site = Site::new().await;
    // The first use of a password is noted.
    for who in [Who::Admin, Who::Editor, Who::Subscriber] {
        get(&site, who, "/abilities").await;
    }
    site.was_written();
    for (who, method, path, input, status, code) in cases {
        let body = match method {
            Method::POST => json!({"input": input}),
            _ => Value::Null,
        };
        let answer = send(&site, who, method, path, body).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{path}");
    }
    assert!(!site.was_written());
}

const DRAFT: &str = "/abilities/pauta/create-draft/run";
const INFO: &str = "/abilities/core/get-site-info/run";
const TRASH: &str = "/abilities/pauta/trash-post/run";

#[tokio::test]
async fn the_behaviour_decides_about_the_method() {
    let wrong = |method, path| {
        let code = "rest_ability_invalid_method";
        (Who::Admin, method, path, Value::Null, 405, code)
    };
    refused(vec![
        wrong(Method::POST, INFO),
        wrong(Method::DELETE, INFO),
        wrong(Method::GET, DRAFT),
        wrong(Method::DELETE, DRAFT),
        wrong(Method::GET, TRASH),
        wrong(Method::POST, TRASH),
    ])
    .await;
}

#[tokio::test]
async fn invalid_inputs_are_refused_with_the_reason() {
    let wrong = |input| {
        let code = "ability_invalid_input";
        (Who::Admin, Method::POST, DRAFT, input, 400, code)
    };
    refused(vec![
        wrong(Value::Null),
        wrong(json!("a")),
        wrong(json!({"content": "sem título"})),
        wrong(json!({"title": "a", "status": "publish"})),
    ])
    .await;
    let site = Site::new().await;
    let input = json!({"title": 5, "tags": ["x"]});
    let invalid = run(&site, Who::Admin, "pauta/create-draft", input).await;
    assert_eq!(invalid.code(), "ability_invalid_input");
    assert!(invalid.json()["additional_errors"][0]["code"].is_string());
}

#[tokio::test]
async fn rights_are_checked_and_unknown_names_refused() {
    let title = || json!({"title": "a"});
    let (get, post) = (|| Method::GET, || Method::POST);
    let cannot = "rest_ability_cannot_execute";
    let unknown = "rest_ability_not_found";
    let none = || Value::Null;
    refused(vec![
        (Who::Subscriber, post(), DRAFT, title(), 403, cannot),
        (Who::Anonymous, post(), DRAFT, title(), 401, cannot),
        (Who::Editor, get(), INFO, none(), 403, cannot),
        (
            Who::Admin,
            get(),
            "/abilities/core/nada/run",
            none(),
            404,
            unknown,
        ),
        (Who::Admin, get(), "/abilities/nada", none(), 404, unknown),
        (
            Who::Admin,
            get(),
            "/categories/nada",
            none(),
            404,
            "rest_ability_category_not_found",
        ),
        (
            Who::Anonymous,
            get(),
            "/abilities",
            none(),
            401,
            "rest_forbidden",
        ),
        (
            Who::Anonymous,
            get(),
            "/categories",
            none(),
            401,
            "rest_forbidden",
        ),
    ])
    .await;
}
