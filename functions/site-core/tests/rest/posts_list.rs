//! Listing posts.

use serde_json::{Value, json};

use crate::support::{Site, Who};

/// Creates five posts, published on successive days of April, alternately by editor and author.
async fn five(site: &Site) -> Vec<u64> {
    let mut ids = Vec::new();
    for (day, title) in ["Banana", "Abacate", "Caju", "Damasco", "Embaúba"]
        .into_iter()
        .enumerate()
    {
        let who = if day % 2 == 0 {
            Who::Editor
        } else {
            Who::Author
        };
        let body = json!({"title": title, "content": format!("Fruta de {title}."), "status": "publish", "date": format!("2024-04-0{}T08:00:00", day + 1)});
        ids.push(site.write(who, body).await);
    }
    ids
}

async fn list(site: &Site, query: &str) -> Vec<u64> {
    site.get(Who::Anonymous, &format!("/posts?{query}"))
        .await
        .ids()
}

#[tokio::test]
async fn filters_and_orders() {
    let site = Site::new().await;
    let [a, b, c, d, e] = five(&site).await.try_into().unwrap();
    let author = site.user_id(Who::Author).await;
    for (query, expected) in [
        (String::new(), vec![e, d, c, b, a]),
        ("order=asc&per_page=2".to_owned(), vec![a, b]),
        ("page=2&per_page=2".to_owned(), vec![c, b]),
        ("offset=3".to_owned(), vec![b, a]),
        ("orderby=title&order=asc".to_owned(), vec![b, a, c, d, e]),
        (format!("include={c},{a}&orderby=include"), vec![c, a]),
        (format!("include[]={c}&include[]={a}"), vec![c, a]),
        (format!("exclude={c},{a}"), vec![e, d, b]),
        (format!("author={author}"), vec![d, b]),
        (format!("author=-{author}"), vec![d, b]),
        (format!("author_exclude={author}"), vec![e, c, a]),
        ("slug=caju,abacate".to_owned(), vec![c, b]),
        ("slug=CAJU".to_owned(), vec![c]),
        ("parent=1&menu_order=4&slug=caju".to_owned(), vec![c]),
        ("after=2024-04-03T08:00:00".to_owned(), vec![e, d]),
        ("before=2024-04-02T11:00:00Z".to_owned(), vec![a]),
        ("search=embauba".to_owned(), vec![e]),
        (
            "search=fruta%20-caju&orderby=relevance".to_owned(),
            vec![e, d, b, a],
        ),
        ("search=fruta&search_columns=post_title".to_owned(), vec![]),
    ] {
        assert_eq!(list(&site, &query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn terms_sticky_and_formats() {
    let site = Site::new().await;
    let [a, b, c, d, e] = five(&site).await.try_into().unwrap();
    let doce = site
        .post(Who::Editor, "/tags", json!({"name": "doce"}))
        .await
        .id();
    let seca = site
        .post(Who::Editor, "/tags", json!({"name": "seca"}))
        .await
        .id();
    for (id, tags) in [(a, vec![doce]), (b, vec![doce, seca]), (c, vec![seca])] {
        assert_eq!(
            site.post(Who::Editor, &format!("/posts/{id}"), json!({"tags": tags}))
                .await
                .status,
            200
        );
    }
    site.post(
        Who::Editor,
        &format!("/posts/{a}"),
        json!({"sticky": true, "format": "aside"}),
    )
    .await;
    for (query, expected) in [
        (format!("tags={doce}"), vec![b, a]),
        (format!("tags={doce},{seca}"), vec![c, b, a]),
        (
            format!("tags[terms]={doce},{seca}&tags[operator]=AND"),
            vec![b],
        ),
        (format!("tags_exclude={seca}"), vec![e, d, a]),
        (format!("tags={doce}&tags_exclude={seca}"), vec![a]),
        ("sticky=true".to_owned(), vec![a]),
        ("sticky=false".to_owned(), vec![e, d, c, b]),
        ("ignore_sticky=false&per_page=2".to_owned(), vec![a, e, d]),
        ("format=aside".to_owned(), vec![a]),
        ("format=standard".to_owned(), vec![e, d, c, b]),
    ] {
        assert_eq!(list(&site, &query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn invalid_queries() {
    let site = Site::new().await;
    five(&site).await;
    for (query, code) in [
        ("orderby=relevance", "rest_no_search_term_defined"),
        ("orderby=include", "rest_orderby_include_missing_include"),
        ("page=9", "rest_post_invalid_page_number"),
        ("per_page=101", "rest_invalid_param"),
        ("status=draft", "rest_invalid_param"),
        ("after=yesterday", "rest_invalid_param"),
        ("tags[operator]=XOR", "rest_invalid_param"),
        ("format=aside,aside", "rest_invalid_param"),
    ] {
        assert_eq!(
            site.get(Who::Anonymous, &format!("/posts?{query}"))
                .await
                .refusal(),
            (400, code.to_owned()),
            "{query}"
        );
    }
    let past = site.get(Who::Anonymous, "/posts?offset=99").await;
    assert_eq!((past.ids(), past.header("x-wp-total")), (vec![], "0"));
    let none = site.get(Who::Anonymous, "/posts?search=zzz&page=3").await;
    assert_eq!((none.ids(), none.header("x-wp-total")), (vec![], "0"));
    assert!(
        none.header("link").contains("page=0>; rel=\"prev\""),
        "{}",
        none.header("link")
    );
}

#[tokio::test]
async fn totals_include_unreadable_items() {
    let site = Site::new().await;
    five(&site).await;
    let answer = site.get(Who::Contributor, "/posts?context=edit").await;
    assert_eq!((answer.ids(), answer.header("x-wp-total")), (vec![], "5"));
    let own = site.get(Who::Author, "/posts?context=edit").await;
    assert_eq!((own.ids().len(), own.header("x-wp-total")), (2, "5"));
}

#[tokio::test]
async fn embedding_and_fields() {
    let site = Site::new().await;
    five(&site).await;
    let body = site
        .get(
            Who::Anonymous,
            "/posts?_embed&per_page=1&_fields=id,_links,_embedded",
        )
        .await
        .json();
    insta::assert_json_snapshot!(body);
}

#[tokio::test]
async fn a_list_embeds_only_selected_links() {
    let site = Site::new().await;
    five(&site).await;
    for (fields, expected) in [
        ("title,_links.author,_embedded", json!(["author"])),
        ("title,_links.author", json!(["author"])),
        ("title,_embedded", Value::Null),
        ("title", Value::Null),
    ] {
        let path = format!("/posts?_embed&per_page=1&_fields={fields}");
        let list = site.get(Who::Anonymous, &path).await.json();
        let embedded = list[0]["_embedded"].as_object();
        let embedded = embedded.map(|all| all.keys().collect::<Vec<_>>());
        assert_eq!(json!(embedded), expected, "{fields}");
    }
}

#[tokio::test]
async fn passwords_protect_text() {
    let site = Site::new().await;
    let body = json!({"title": "Segredo", "content": "Texto", "excerpt": "Resumo", "password": "chave", "status": "publish"});
    let id = site.write(Who::Editor, body).await;
    let path = format!("/posts/{id}");
    let shut = site.get(Who::Anonymous, &path).await.json();
    assert_eq!(shut["content"], json!({"rendered": "", "protected": true}));
    assert_eq!(shut["excerpt"]["rendered"], "");
    assert_eq!(shut["title"]["rendered"], "Segredo");
    let wrong = site
        .get(Who::Anonymous, &format!("{path}?password=x"))
        .await;
    assert_eq!(
        wrong.refusal(),
        (403, "rest_post_incorrect_password".to_owned())
    );
    let open = site
        .get(Who::Anonymous, &format!("{path}?password=chave"))
        .await
        .json();
    assert_eq!(open["content"]["rendered"], "<p>Texto</p>\n");
    assert_eq!(
        site.get(Who::Editor, &path).await.json()["content"]["rendered"],
        ""
    );
    let editing = site
        .get(Who::Editor, &format!("{path}?context=edit"))
        .await
        .json();
    assert_eq!(
        (&editing["password"], &editing["content"]["rendered"]),
        (&json!("chave"), &json!("<p>Texto</p>\n"))
    );
    assert!(
        site.get(Who::Anonymous, "/posts?search=texto")
            .await
            .ids()
            .is_empty()
    );
    let other = site
        .write(Who::Editor, json!({"title": "x", "status": "publish"}))
        .await;
    assert_eq!(
        site.get(Who::Anonymous, &format!("/posts/{other}?password=x"))
            .await
            .status,
        403
    );
}
