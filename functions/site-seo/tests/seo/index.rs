//! Index, statistics and scores.

use domain::site::{Kind, Status};
use http::Method;
use serde_json::{Value, json};
use site_store::{ContentChange, Freshness, IndexObject, anything};

use crate::support::{HOME, Site, Who};

fn text(title: &str, status: Status, keyword: Option<&str>) -> ContentChange {
    let keyword = keyword.map(|keyword| ("focus_keyword".to_owned(), Some(json!(keyword))));
    ContentChange {
        title: Some(title.to_owned()),
        content: Some("<p>O pão sai do forno cedo.</p>".to_owned()),
        status: Some(status),
        meta: keyword.into_iter().collect(),
        ..ContentChange::default()
    }
}

async fn run(site: &Site, job: &str) -> Value {
    site.post(job, &json!({})).await.ok()
}

fn made(body: &Value) -> usize {
    body["objects"].as_array().unwrap().len()
}

/// Runs a job until no call is left; returns the number of objects of each call.
async fn run_all(site: &Site, job: &str) -> Vec<usize> {
    let mut calls = Vec::new();
    loop {
        let body = run(site, job).await;
        calls.push(made(&body));
        if body["next_url"] == false {
            return calls;
        }
        assert_eq!(body["next_url"], format!("{HOME}/rest/seo/v1{job}"));
        assert!(calls.len() < 20);
    }
}

fn amounts(body: &Value) -> Vec<u64> {
    let scores = body["scores"].as_array().unwrap();
    scores
        .iter()
        .map(|score| score["amount"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn texts_are_indexed_in_portions_and_again_when_they_changed() {
    let site = Site::new().await;
    run_all(&site, "/indexing/posts").await;
    let mut last = 0;
    for number in 0..60 {
        let status = [Status::Publish, Status::Draft, Status::Private][number % 3];
        last = site
            .create(Kind::Post, text(&format!("Pão {number}"), status, None))
            .await;
    }
    assert_eq!(run_all(&site, "/indexing/posts").await, [25, 25, 10]);
    assert_eq!(run_all(&site, "/indexing/posts").await, [0]);

    let change = text("Bolo", Status::Publish, None);
    site.store
        .update(Kind::Post, last, &change, &anything)
        .await
        .unwrap();
    let again = run(&site, "/indexing/posts").await;
    assert_eq!(made(&again), 1);
    let record = &again["objects"][0];
    assert_eq!(record["object_id"], last.to_string());
    assert_eq!(record["breadcrumb_title"], "Bolo");
    assert_eq!(record["primary_focus_keyword_score"], Value::Null);
    let readable = record["readability_score"].as_str().unwrap();
    assert!(readable.parse::<u32>().unwrap() > 0);

    site.store
        .delete(Kind::Post, last, &anything)
        .await
        .unwrap();
    assert_eq!(run_all(&site, "/indexing/posts").await, [0]);
}

#[tokio::test]
async fn concurrent_calls_make_each_record_once() {
    let site = Site::new().await;
    run_all(&site, "/indexing/posts").await;
    for number in 0..10 {
        site.create(
            Kind::Post,
            text(&format!("Pão {number}"), Status::Publish, None),
        )
        .await;
    }
    let body = json!({});
    let (one, other) = tokio::join!(
        site.post("/indexing/posts", &body),
        site.post("/indexing/posts", &body)
    );
    assert_eq!(made(&one.ok()) + made(&other.ok()), 10);
}

#[tokio::test]
async fn general_pages_and_terms_have_records() {
    let site = Site::new().await;
    let general = run(&site, "/indexing/general").await;
    let kinds: Vec<_> = general["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["object_type"].clone(), one["object_sub_type"].clone()))
        .collect();
    assert_eq!(
        kinds,
        [
            (json!("system-page"), json!("404")),
            (json!("system-page"), json!("search-result")),
            (json!("date-archive"), Value::Null),
            (json!("home-page"), Value::Null),
        ]
    );
    let home = &general["objects"][3];
    let tagline = site.store.settings().description.clone();
    assert_eq!(home["description"], tagline);
    assert_eq!(run_all(&site, "/indexing/general").await, [0]);
    let terms = run(&site, "/indexing/terms").await;
    assert!(made(&terms) > 0);
    assert_eq!(terms["objects"][0]["object_type"], "term");
    assert_eq!(run_all(&site, "/indexing/terms").await, [0]);
    let empty = json!({"objects": [], "next_url": false});
    for job in [
        "/indexing/post-type-archives",
        "/indexing/prepare",
        "/indexing/indexables-complete",
        "/indexing/complete",
    ] {
        assert_eq!(run(&site, job).await, empty, "{job}");
    }
}

#[tokio::test]
async fn links_are_counted_at_both_ends() {
    let site = Site::new().await;
    run_all(&site, "/link-indexing/posts").await;
    let target = site
        .create(Kind::Post, text("Alvo", Status::Publish, None))
        .await;
    let from = ContentChange {
        content: Some(format!(
            "<a href=\"{HOME}/alvo/\">a</a> <a href='//b.example/'>b</a>"
        )),
        ..text("Origem", Status::Publish, None)
    };
    let from = site.create(Kind::Post, from).await;
    let body = run(&site, "/link-indexing/posts").await;
    let of = |id: u64| {
        let objects = body["objects"].as_array().unwrap();
        let id = json!(id.to_string());
        objects
            .iter()
            .find(|one| one["object_id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(of(from)["link_count"], "1");
    assert_eq!(of(target)["link_count"], "0");
    assert_eq!(of(target)["incoming_link_count"], "1");
    assert_eq!(run_all(&site, "/link-indexing/posts").await, [0]);
    assert_eq!(run_all(&site, "/indexing/posts").await, [0]);
}

#[tokio::test]
async fn texts_that_are_not_indexed_count_as_not_analysed() {
    let site = Site::new().await;
    run_all(&site, "/indexing/posts").await;
    let category = site.store.settings().default_category;
    for number in 0..3 {
        site.create(
            Kind::Post,
            text(&format!("Pão {number}"), Status::Publish, None),
        )
        .await;
    }
    let draft = site
        .create(Kind::Post, text("Rascunho", Status::Draft, None))
        .await;
    for route in ["seo_scores", "readability_scores"] {
        for filter in [String::new(), format!("&taxonomy=category&term={category}")] {
            let path = format!("/{route}?contentType=post{filter}");
            let all = site.get(&path).await.ok();
            let named = site.get(&format!("{path}&troubleshooting=1")).await.ok();
            assert_eq!(amounts(&all), amounts(&named), "{path}");
            assert!(amounts(&all)[3] >= 3, "{path}: {all}");
            let ids = named["scores"][3]["ids"].as_str().unwrap();
            assert!(!ids.split(',').any(|id| id == draft.to_string()), "{path}");
        }
    }
}

#[tokio::test]
async fn scores_are_counted_once_a_minute() {
    let site = Site::new().await;
    let path = "/seo_scores?contentType=post";
    let post = text("Pão", Status::Publish, Some("pão"));
    let id = site.create(Kind::Post, post).await;
    let before = site.get(path).await.ok();
    assert_eq!(before["cacheUsed"], false);
    assert!(amounts(&before)[3] > 0);
    run_all(&site, "/indexing/posts").await;
    let kept = site.get(path).await.ok();
    assert_eq!(
        (&kept["cacheUsed"], &kept["queryTime"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(amounts(&kept), amounts(&before));
    let named = site.get(&format!("{path}&troubleshooting=true")).await.ok();
    let scores = named["scores"].as_array().unwrap();
    let analysed = scores
        .iter()
        .take(3)
        .find(|one| one["amount"] != 0)
        .unwrap();
    assert_eq!(analysed["ids"], id.to_string());
    let view = analysed["links"]["view"].as_str().unwrap();
    assert!(view.starts_with(
        "https://exemplo.com.br/wp-admin/edit.php?post_status=publish&post_type=post&seo_filter="
    ));
    let readable = site.get("/readability_scores?contentType=post").await.ok();
    assert!(amounts(&readable).iter().sum::<u64>() > 0);
}

#[tokio::test]
async fn pages_with_a_focus_keyword_are_analysed() {
    let site = Site::new().await;
    let page = text("Sobre o pão", Status::Publish, Some("pão"));
    site.create(Kind::Page, page).await;
    run_all(&site, "/indexing/posts").await;
    let scores = site.get("/seo_scores?contentType=page").await.ok();
    let amounts = amounts(&scores);
    assert_eq!((amounts[..3].iter().sum::<u64>(), amounts[3]), (1, 0));
}

#[tokio::test]
async fn what_is_in_the_trash_keeps_its_record_and_what_is_deleted_loses_it() {
    let site = Site::new().await;
    let post = text("Pão", Status::Publish, Some("pão"));
    let id = site.create(Kind::Post, post).await;
    run_all(&site, "/indexing/posts").await;
    let counted = async || {
        let path = "/seo_scores?contentType=post&troubleshooting=true";
        amounts(&site.get(path).await.ok()).iter().sum::<u64>()
    };
    let number = async || {
        site.store.refresh(Freshness::Asked).await.unwrap();
        let entry = site.store.index_entry(IndexObject::Content(id)).unwrap();
        entry.map(|entry| entry.number)
    };
    let first = number().await;
    assert_eq!((counted().await, first.is_some()), (1, true));

    site.store
        .trash(Kind::Post, id, 0, &anything)
        .await
        .unwrap();
    assert_eq!(counted().await, 0);
    assert_eq!(run_all(&site, "/indexing/posts").await, [0]);
    assert_eq!(number().await, first);

    let restored = text("Pão", Status::Publish, None);
    site.store
        .update(Kind::Post, id, &restored, &anything)
        .await
        .unwrap();
    assert_eq!(run_all(&site, "/indexing/posts").await, [1]);
    assert_eq!((counted().await, number().await), (1, first));

    site.store.delete(Kind::Post, id, &anything).await.unwrap();
    assert_eq!((counted().await, number().await), (0, None));
    assert_eq!(run_all(&site, "/indexing/posts").await, [0]);
}

#[tokio::test]
async fn wrong_filters_are_named() {
    let site = Site::new().await;
    for (query, error) in [
        ("contentType=attachment", "Invalid content type."),
        ("contentType=", "Invalid content type."),
        ("contentType[]=post", "Invalid content type."),
        (
            "contentType=post&taxonomy[]=category&term=1",
            "Term needs a provided taxonomy.",
        ),
        (
            "contentType=post&taxonomy=post_tag&term=1",
            "Invalid taxonomy.",
        ),
        (
            "contentType=post&taxonomy=category",
            "Taxonomy needs a provided term.",
        ),
        ("contentType=post&term=1", "Term needs a provided taxonomy."),
        ("contentType=post&taxonomy=category&term=x", "Invalid term."),
        (
            "contentType=post&taxonomy=category&term=99999",
            "Invalid term.",
        ),
    ] {
        let answer = site.get(&format!("/seo_scores?{query}")).await;
        assert_eq!(
            (answer.status, answer.json()),
            (400, json!({"error": error})),
            "{query}"
        );
    }
}

#[tokio::test]
async fn parameters_are_read_loosely() {
    let site = Site::new().await;
    for query in ["taxonomy[]=category", "taxonomy=category&term=1abc"] {
        site.get(&format!("/seo_scores?contentType=post&{query}"))
            .await
            .ok();
    }
}

#[tokio::test]
async fn statistics_are_of_the_own_posts_for_those_who_edit_no_others() {
    let site = Site::new().await;
    site.create(Kind::Post, text("Pão", Status::Publish, None))
        .await;
    let ask = async |who| {
        site.ask(who, Method::GET, "/rest/seo/v1/statistics")
            .await
            .ok()
    };
    let all = ask(Who::Editor).await;
    assert_eq!(all["seo_scores"][0]["seo_rank"], "na");
    let none = ask(Who::Author).await;
    assert_eq!(none["seo_scores"], json!([]));
    let author = site.store.user_by_login("author").unwrap().id;
    let own = ContentChange {
        author: Some(author),
        ..text("Meu pão", Status::Publish, Some("pão"))
    };
    site.create(Kind::Post, own).await;
    run_all(&site, "/indexing/posts").await;
    let own = ask(Who::Author).await;
    assert_eq!(own["seo_scores"][0]["count"], 1);
    assert_ne!(own["seo_scores"][0]["seo_rank"], "na");
    let link = own["seo_scores"][0]["link"].as_str().unwrap();
    assert!(link.ends_with(&format!("&#038;author={author}")));
}
