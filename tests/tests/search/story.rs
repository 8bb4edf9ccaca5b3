//! A site from its connection to the report of a post.

use http::Method;
use serde_json::{Value, json};
use service_fakes::{Level, SearchRow, Service};

use crate::agency::Agency;

fn row(date: &str, page: &Value, query: Option<&str>, figures: (u32, u32, f64)) -> SearchRow {
    let (clicks, impressions, position) = figures;
    SearchRow {
        date: date.to_owned(),
        page: page.as_str().unwrap().to_owned(),
        query: query.map(str::to_owned),
        clicks,
        impressions,
        position,
    }
}

#[tokio::test]
async fn a_connected_site_tells_the_search_engine_of_its_posts_and_reads_their_figures() {
    let agency = Agency::open().await;
    agency.fakes.sign_in("busca@padaria.example");
    let page = agency.connect().await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text.contains("postMessage"), "{}", page.text);
    let status = agency.status().await;
    assert_eq!(status["account_email"], "busca@padaria.example");

    let post = agency.publish().await;
    let url = &post["host_post_url"];
    let notified = agency.fakes.notifications();
    assert_eq!(notified.len(), 1);
    assert_eq!(
        (json!(notified[0].0), notified[0].1.as_str()),
        (url.clone(), "URL_UPDATED")
    );
    assert_eq!(agency.fakes.sitemaps(&agency.property), [agency.sitemap()]);
    let told = agency.details(&post, "console_indexing").await;
    assert_eq!(told.len(), 1);
    assert_eq!((&told[0]["result"], &told[0]["url"]), (&json!("sent"), url));
    let words = told[0]["message"].as_str().unwrap();
    assert!(words.starts_with("Pedido de indexação enviado."), "{words}");
    assert_eq!(agency.results(&post, "console_sitemap").await, ["sent"]);
    // The site is on loopback: no other search engine hears of it.
    assert!(agency.fakes.calls(Service::IndexNow).is_empty());

    agency.fakes.add_rows(
        &agency.property,
        vec![
            row("2027-01-01", url, Some("pão"), (3, 10, 2.0)),
            row("2027-01-02", url, Some("pão natural"), (5, 30, 6.0)),
            row("2027-01-02", url, None, (1, 10, 1.0)),
            row("2026-10-01", url, Some("pão"), (90, 90, 1.0)),
        ],
    );
    let path = format!("/search-provider/performance?content_id={}", post["id"]);
    let report = agency.ask(Method::GET, &path, Value::Null).await;
    assert_eq!(
        (&report["clicks"], &report["impressions"]),
        (&json!(9), &json!(50))
    );
    assert!(
        (report["position"].as_f64().unwrap() - 4.2).abs() < 0.01,
        "{report}"
    );
    let queries: Vec<&Value> = report["queries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|q| &q["query"])
        .collect();
    assert_eq!(queries, ["pão natural", "pão"]);

    let body = json!({ "content_id": post["id"] });
    let again = agency
        .ask(Method::POST, "/search-provider/reindex", body)
        .await;
    assert_eq!(again["result"], "sent");
    assert_eq!(agency.results(&post, "manual_reindex").await, ["sent"]);
    assert_eq!(agency.notifications(&post), 2);

    let site = json!({ "site_id": 1 });
    let ended = agency
        .ask(Method::POST, "/search-provider/disconnect", site)
        .await;
    assert_eq!(ended["status"], "none");
    assert_eq!(agency.fakes.live_grants(), 0);
    agency.fakes.clear();
    let silent = agency.publish().await;
    assert!(agency.details(&silent, "console_indexing").await.is_empty());
    assert!(agency.fakes.calls(Service::Indexing).is_empty());
    agency.close();
}

#[tokio::test]
async fn rights_of_the_account_at_the_provider_decide() {
    let agency = Agency::connected().await;
    // Full rights submit sitemaps; notifications need the owner.
    agency.fakes.add_property(&agency.property, Level::Full);
    let post = agency.publish().await;
    let told = agency.details(&post, "console_indexing").await;
    assert_eq!(told[0]["result"], "failed");
    let words = told[0]["message"].as_str().unwrap();
    assert!(
        words.contains("Failed to verify the URL ownership."),
        "{words}"
    );
    assert_eq!(agency.results(&post, "console_sitemap").await, ["sent"]);
    assert_eq!(agency.fakes.calls(Service::Indexing).len(), 1);

    agency
        .fakes
        .add_property(&agency.property, Level::Restricted);
    let post = agency.publish().await;
    assert_eq!(agency.results(&post, "console_sitemap").await, ["failed"]);
    assert_eq!(agency.fakes.sitemaps(&agency.property).len(), 1);
    agency.close();
}
