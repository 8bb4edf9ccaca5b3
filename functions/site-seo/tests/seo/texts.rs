//! Files, texts to choose from, meta and workouts.

use bytes::Bytes;
use domain::site::{Kind, Status};
use serde_json::{Value, json};
use site_store::{ContentChange, ReaderPassword};

use crate::support::Site;

#[tokio::test]
async fn the_size_of_a_file_of_the_site_is_told() {
    let site = Site::new().await;
    let bytes = Bytes::from_static(b"1234567");
    site.store
        .keep_file("2024/05/lista.txt", bytes)
        .await
        .unwrap();
    let size = async |url: &str| {
        let answer = site.get(&format!("/file_size?url={url}")).await;
        (answer.status, answer.json())
    };
    let known = json!({"type": "success", "size_in_bytes": 7});
    for url in [
        "https://exemplo.com.br/uploads/2024/05/lista.txt",
        "https%253A%252F%252Fexemplo.com.br%252Fuploads%252F2024%252F05%252Flista.txt",
    ] {
        assert_eq!(size(url).await, (200, known.clone()), "{url}");
    }
    let failure = |address: &str, why: &str| {
        let response = format!("The size of {address} is not known: {why}.");
        (404, json!({"type": "failure", "response": response}))
    };
    for url in [
        "",
        "/uploads/2024/05/lista.txt",
        "https://outro.example/uploads/2024/05/lista.txt",
    ] {
        let expected = failure(url, "the file belongs to another host");
        assert_eq!(size(url).await, expected, "{url}");
    }
    for (url, address) in [
        (
            "https://exemplo.com.br/uploads/2024/05/nada.txt",
            "/2024/05/nada.txt",
        ),
        (
            "https://exemplo.com.br/uploads/2024/05/lista.txt%3Fx=1",
            "/2024/05/lista.txt?x=1",
        ),
        (
            "ftp://exemplo.com.br/uploads/2024/05/lista.txt",
            "ftp://exemplo.com.br/uploads/2024/05/lista.txt",
        ),
        ("https://exemplo.com.br/ola/", "https://exemplo.com.br/ola/"),
        (
            "https://exemplo.com.br/uploads/2024/../2024/05/lista.txt",
            "/2024/../2024/05/lista.txt",
        ),
        (
            "https://exemplo.com.br/uploads/2024/%252e%252e/2024/05/lista.txt",
            "/2024/../2024/05/lista.txt",
        ),
    ] {
        let expected = failure(address, "there is no such file");
        assert_eq!(size(url).await, expected, "{url}");
    }
}

#[tokio::test]
async fn texts_to_choose_from_are_the_last_changed() {
    let site = Site::new().await;
    let page = |title: &str| ContentChange {
        title: Some(title.to_owned()),
        ..ContentChange::default()
    };
    let first = site.create(Kind::Page, page("Pães <em>doces</em>")).await;
    let draft = ContentChange {
        status: Some(Status::Draft),
        ..page("Rascunho")
    };
    site.create(Kind::Page, draft).await;
    let protected = ContentChange {
        password: Some(ReaderPassword("senha".to_owned())),
        ..page("Protegida")
    };
    site.create(Kind::Page, protected).await;
    site.get("/available_posts").await;
    let last = site.create(Kind::Page, page("Contato")).await;
    let list = site.get("/available_posts").await.ok();
    assert_eq!(
        list.as_array().unwrap()[..2],
        [
            json!({"id": last, "title": "Contato", "slug": "contato"}),
            json!({"id": first, "title": "Pães doces", "slug": "paes-doces"}),
        ]
    );
    let titles = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["title"].as_str());
    assert!(
        titles
            .into_iter()
            .all(|title| !["Rascunho", "Protegida"].contains(&title.unwrap()))
    );
    let found = site.get("/available_posts?search=doces").await.ok();
    assert_eq!(
        found,
        json!([{"id": first, "title": "Pães doces", "slug": "paes-doces"}])
    );
    assert_eq!(
        site.get("/available_posts?search=nada").await.ok(),
        json!([])
    );
    assert_eq!(
        site.get("/available_posts?search[]=nada").await.ok(),
        site.get("/available_posts").await.ok()
    );
    for kind in ["attachment", "block", "revision", "wp_template"] {
        let path = format!("/available_posts?postType={kind}");
        assert_eq!(site.get(&path).await.ok(), json!([]), "{kind}");
    }
    for kind in ["postType=nada", "postType=", "postType[]=page"] {
        let answer = site.get(&format!("/available_posts?{kind}")).await;
        let body = json!({"error": "The post type asked is not valid"});
        assert_eq!((answer.status, answer.json()), (400, body), "{kind}");
    }
}

#[tokio::test]
async fn meta_is_found_by_the_beginning_of_its_key() {
    let site = Site::new().await;
    let mut change = ContentChange {
        title: Some("Pão".to_owned()),
        ..ContentChange::default()
    };
    for (key, value) in [
        ("seo_title", json!("Pão fresco")),
        ("seo_description", json!("Como se faz")),
        ("focus_keyword", json!("pão")),
        ("pauta_faq_enabled", json!(true)),
    ] {
        change.meta.insert(key.to_owned(), Some(value));
    }
    let id = site.create(Kind::Post, change).await;
    let found = async |query: &str| {
        let path = format!("/meta/search?post_id={id}{query}");
        site.get(&path).await.ok()["meta"].clone()
    };
    assert_eq!(found("").await, json!([]));
    let expected = json!([
        {"key": "seo_description", "value": "Como se faz"},
        {"key": "seo_title", "value": "Pão fresco"},
    ]);
    assert_eq!(found("&query=seo_").await, expected);
    assert_eq!(found("&query=SEO_").await, json!([]));
    assert_eq!(found("&query=%25").await, json!([]));
    let all = found("&query=").await;
    let values: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["value"])
        .collect();
    assert_eq!(values, ["pão", "1", "Como se faz", "Pão fresco"]);
    for sent in [format!("{id}.5"), format!("{id}abc"), format!("{id}e0")] {
        let path = format!("/meta/search?post_id={sent}&query=seo_");
        assert_eq!(site.get(&path).await.ok()["meta"], expected, "{sent}");
    }
    for sent in ["", "abc", "0", "-1", "99999", "1e9999"] {
        let answer = site.get(&format!("/meta/search?post_id={sent}")).await;
        assert_eq!(
            answer.refusal(),
            (403, "rest_forbidden".to_owned()),
            "{sent}"
        );
    }
}

#[tokio::test]
async fn workouts_store_nothing() {
    let site = Site::new().await;
    let body = json!({"json": {"configuration": {"finishedSteps": []}}});
    assert_eq!(site.get("/workouts").await.ok(), body);
    let sent = json!({"configuration": {"finishedSteps": ["a"]}});
    assert_eq!(
        site.post("/workouts", &sent).await.ok(),
        json!({"json": null})
    );
    assert!(!site.was_written());
}
