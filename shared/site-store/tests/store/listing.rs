//! Lists: relevance, the search index, sticky items, and the cost of lists and writes.

use domain::site::date::DateInput;
use domain::site::{Kind, Status};
use jiff::SignedDuration;
use site_store::{ContentFilter, Freshness, OrderBy, Search};

use crate::support::{TestSite, titled};

async fn titles(site: &TestSite, filter: ContentFilter) -> Vec<String> {
    let ids = site.store.list(&filter).await.unwrap().items;
    let posts = site.store.get_many(&ids).await.unwrap();
    posts.iter().map(|post| post.title.clone()).collect()
}

#[tokio::test]
async fn relevance() {
    let site = TestSite::new().await;
    for (title, excerpt, content) in [
        ("nada", "", "o pão quente"),
        ("pão", "", "x"),
        ("nada", "pão quente", "x"),
        ("quente como pão", "", "x"),
        ("um pão quente", "", "x"),
        ("nada", "pão", "quente"),
    ] {
        let mut change = titled(title, Status::Publish);
        change.excerpt = Some(excerpt.into());
        change.content = Some(content.into());
        site.post(change).await;
    }
    let search = ContentFilter {
        search: Some(Search {
            text: "pão quente".into(),
            columns: vec![],
            exact: false,
        }),
        order_by: OrderBy::Relevance,
        ..ContentFilter::all(Kind::Post)
    };
    let found = site.store.list(&search).await.unwrap();
    assert_eq!(found.items, [5, 4, 3, 1, 6]);
    assert_eq!(found.total, 5);
}

/// A limit counts the texts that may hold the words, the newest first; those of the kind where a word is too short for the index.
#[tokio::test]
async fn a_limited_search_finds_the_newest() {
    let site = TestSite::new().await;
    let mut posts = Vec::new();
    for number in 0..6 {
        let mut change = titled(&format!("dia {number} xy"), Status::Publish);
        change.content = Some(if number == 2 { "serra" } else { "praia" }.to_owned());
        posts.push(site.post(change).await.id);
    }
    let limited = |text: &str, newest| ContentFilter {
        search: Some(Search {
            text: text.into(),
            columns: vec![],
            exact: false,
        }),
        search_newest: newest,
        order_by: OrderBy::Id,
        ..ContentFilter::all(Kind::Post)
    };
    for (text, newest, found) in [
        ("praia", None, &[5, 4, 3, 1, 0][..]),
        ("praia", Some(4), &[5, 4, 3, 1]),
        ("praia", Some(2), &[5, 4]),
        ("serra", Some(1), &[2]),
        ("xy", None, &[5, 4, 3, 2, 1, 0]),
        ("xy", Some(2), &[5, 4]),
    ] {
        let listed = site.store.list(&limited(text, newest)).await.unwrap();
        let expected: Vec<u64> = found.iter().map(|at| posts[*at]).collect();
        assert_eq!(listed.items, expected, "{text} {newest:?}");
        assert_eq!(listed.total, expected.len() as u64);
    }
}

/// The search index is filled in steps; texts that are not indexed yet are found by a scan.
#[tokio::test]
async fn a_search_finds_texts_that_are_not_indexed_yet() {
    let site = TestSite::new().await;
    let mut with_beach = Vec::new();
    for number in 0..300 {
        let mut change = titled("dia", Status::Publish);
        let word = if number % 3 == 0 { "praia" } else { "serra" };
        change.content = Some(format!("um dia de {word} {number}"));
        let id = site.post(change).await.id;
        if number % 3 == 0 {
            with_beach.push(id);
        }
    }
    let beach = ContentFilter {
        search: Some(Search {
            text: "praia".into(),
            columns: vec![],
            exact: false,
        }),
        order_by: OrderBy::Id,
        ascending: true,
        limit: Some(60),
        ..ContentFilter::all(Kind::Post)
    };
    let rest = ContentFilter {
        offset: 60,
        ..beach.clone()
    };
    for round in 0..4 {
        let first = site.store.list(&beach).await.unwrap();
        let second = site.store.list(&rest).await.unwrap();
        assert_eq!(first.total, with_beach.len() as u64);
        assert_eq!([first.items, second.items].concat(), with_beach, "{round}");
        let mut change = titled("mais um", Status::Publish);
        change.content = Some("outra praia".into());
        with_beach.push(site.post(change).await.id);
    }
}

#[tokio::test]
async fn stickies_come_first_and_beyond_the_page() {
    let site = TestSite::new().await;
    for (number, sticky) in [(1, true), (2, false), (3, true), (4, false), (5, false)] {
        let mut change = titled(&number.to_string(), Status::Publish);
        change.title = Some(format!("p{number}"));
        change.sticky = Some(sticky);
        change.date = Some(DateInput::Local(
            jiff::civil::date(2024, 4, number).at(0, 0, 0, 0),
        ));
        site.post(change).await;
    }
    let first = ContentFilter {
        sticky_first: true,
        limit: Some(3),
        ..ContentFilter::all(Kind::Post)
    };
    assert_eq!(titles(&site, first.clone()).await, ["p3", "p1", "p5", "p4"]);
    assert_eq!(site.store.list(&first).await.unwrap().total, 5);
    let searched = ContentFilter {
        author: vec![1],
        ..first.clone()
    };
    assert_eq!(titles(&site, searched).await, ["p5", "p4", "p3"]);
    // A list that skips the newest item is still a first page.
    let skipping = ContentFilter {
        offset: 1,
        ..first.clone()
    };
    assert_eq!(titles(&site, skipping).await, ["p3", "p1", "p4", "p2"]);
    let second = ContentFilter {
        offset: 3,
        sticky_first: false,
        ..first
    };
    assert_eq!(titles(&site, second).await, ["p2", "p1"]);
}

#[tokio::test]
async fn a_list_costs_one_log_query_and_the_items_it_has_not_seen() {
    let site = TestSite::new().await;
    for number in 0..15 {
        site.post(titled(&format!("post {number}"), Status::Publish))
            .await;
    }
    let store = site.other_process().await;
    let filter = ContentFilter {
        limit: Some(10),
        ..ContentFilter::all(Kind::Post)
    };
    let mut costs = Vec::new();
    for freshness in [Freshness::Asked, Freshness::Asked, Freshness::Trusted] {
        site.table.meter().take();
        store.refresh(freshness).await.unwrap();
        let listed = store.list(&filter).await.unwrap();
        assert_eq!((listed.items.len(), listed.total), (10, 15));
        assert_eq!(store.get_many(&listed.items).await.unwrap().len(), 10);
        let usage = site.table.meter().take();
        costs.push(usage.operations.into_iter().collect::<Vec<_>>());
    }
    assert_eq!(costs[0], [("BatchGetItem", 1), ("Query", 1)]);
    assert_eq!(costs[1], [("Query", 1)]);
    assert_eq!(costs[2], []);
    site.clock.advance(SignedDuration::from_millis(101));
    store.refresh(Freshness::Trusted).await.unwrap();
    assert_eq!(site.table.meter().take().total(), 1);
}

#[tokio::test]
async fn a_write_costs_one_transaction() {
    let site = TestSite::new().await;
    site.table.meter().take();
    site.post(titled("a", Status::Publish)).await;
    let usage = site.table.meter().take();
    let operations: Vec<_> = usage.operations.into_iter().collect();
    assert_eq!(operations, [("TransactWriteItems", 1)]);
}
