//! The publication queue: its order, its total, and what its pages cost.

use items::Key;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn the_queue_comes_in_pages_newest_first_with_a_total() {
    let app = TestApp::open().await;
    let mut posts = Vec::new();
    for _ in 0..5 {
        let id = app.complete().await;
        app.act(id, "publish").await;
        posts.push(json!(id));
    }
    posts.reverse();
    for (query, expected) in [
        ("", &posts[..]),
        ("?per_page=2", &posts[..2]),
        ("?per_page=2&page=2", &posts[2..4]),
        ("?per_page=2&page=3", &posts[4..]),
        ("?per_page=2&page=4", &[]),
        ("?page=4294967295&per_page=100", &[]),
    ] {
        let page = app.get(&app.gerente, &format!("/queue{query}")).await.json;
        let shown: Vec<&Value> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["post_id"])
            .collect();
        assert_eq!(shown, expected.iter().collect::<Vec<_>>(), "{query}");
        assert_eq!(page["total"], 5, "{query}");
    }
}

#[tokio::test]
async fn the_total_of_the_queue_is_the_number_of_its_jobs() {
    let app = TestApp::open().await;
    let expect = async |open: u64, what: &str| {
        let queue = app.get(&app.gerente, "/queue").await.json;
        assert_eq!(
            queue["items"].as_array().unwrap().len() as u64,
            open,
            "{what}"
        );
        assert_eq!(queue["total"], open, "{what}");
    };
    let (done, parked, replaced) = (
        app.complete().await,
        app.complete().await,
        app.complete().await,
    );
    for id in [done, parked, replaced] {
        app.act(id, "publish").await;
    }
    expect(3, "three are requested").await;
    let now = app.now();
    app.work(done, |post| {
        post.mark_published("https://a.example/a".into(), now);
    })
    .await;
    expect(2, "one is done").await;
    for id in [parked, replaced] {
        app.park(id, "não deu").await;
    }
    expect(2, "parked ones need a person").await;
    app.act(parked, "retry").await;
    expect(2, "the same job runs again").await;
    app.act(replaced, "publish").await;
    expect(2, "a new request supersedes the parked one").await;
    app.park(replaced, "não deu").await;
    app.delete(&app.editor, &format!("/posts/{replaced}")).await;
    expect(1, "a deletion ends the parked one").await;
}

#[tokio::test]
async fn the_first_page_of_a_longer_queue_costs_no_more() {
    let app = TestApp::open().await;
    let units = async || {
        app.store.table().meter().take();
        app.get(&app.gerente, "/queue?per_page=5").await;
        app.store.table().meter().take().read_units
    };
    let publish = async |posts: u32| {
        for _ in 0..posts {
            let id = app.complete().await;
            app.act(id, "publish").await;
        }
    };
    publish(6).await;
    let short = units().await;
    publish(34).await;
    assert_eq!(units().await, short);
}

/// A queue of `length` publications.
async fn queue_of(length: u32) -> TestApp {
    let app = TestApp::open().await;
    for _ in 0..length {
        let id = app.complete().await;
        app.act(id, "publish").await;
    }
    app
}

async fn jobs(app: &TestApp, query: &str) -> Vec<u64> {
    let page = app.get(&app.gerente, &format!("/queue?{query}")).await.json;
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["job_id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn the_queue_goes_on_from_any_publication_at_the_cost_of_its_first_page() {
    let app = queue_of(30).await;
    let all = jobs(&app, "per_page=100").await;
    assert_eq!(all.len(), 30);
    app.store.table().meter().take();
    let mut found = jobs(&app, "per_page=5").await;
    let first = app.store.table().meter().take().read_units;
    while let Some(last) = found.last().copied().filter(|_| found.len() < all.len()) {
        let next = jobs(&app, &format!("per_page=5&before={last}")).await;
        assert_eq!(next.len(), 5);
        found.extend(next);
        let units = app.store.table().meter().take().read_units;
        assert!(units <= first, "{units} after {last}, {first} at first");
    }
    assert_eq!(found, all);
    let oldest = all.last().unwrap();
    assert!(jobs(&app, &format!("before={oldest}")).await.is_empty());
    // Pages count from the publication; the total is that of the queue.
    let query = format!("/queue?before={}&per_page=4&page=2", all[9]);
    let page = app.get(&app.gerente, &query).await.json;
    assert_eq!(page["items"][0]["job_id"], all[14]);
    assert_eq!(page["total"], 30);
}

#[tokio::test]
async fn a_page_deep_in_a_long_queue_is_refused_and_one_after_its_end_is_empty() {
    let app = queue_of(2).await;
    let length = Key::new("COUNT", "OPEN_JOBS");
    app.store.table().add(&length, 4_998).await.unwrap();
    for (query, refused) in [
        ("page=11&per_page=100", false),
        ("page=12&per_page=100", true),
        ("page=50&per_page=100", true),
        ("page=51&per_page=100", false),
        ("page=4294967295&per_page=100", false),
    ] {
        let answer = app.get(&app.gerente, &format!("/queue?{query}")).await;
        if refused {
            assert_eq!(answer.error(), (422, "invalid_parameter"), "{query}");
            assert_eq!(answer.json["issues"][0]["field"], "page", "{query}");
        } else {
            assert_eq!(answer.status.as_u16(), 200, "{query}");
            assert_eq!(answer.json["total"], 5_000, "{query}");
        }
    }
}

#[tokio::test]
async fn invalid_parameters_of_the_queue_are_named() {
    let app = TestApp::open().await;
    for (query, code, field) in [
        ("before=0", "out_of_range", "before"),
        ("before=x", "invalid_value", "before"),
        ("befor=7", "unknown_parameter", "befor"),
        ("per_page=101", "out_of_range", "per_page"),
    ] {
        let answer = app.get(&app.gerente, &format!("/queue?{query}")).await;
        assert_eq!(answer.error(), (422, "invalid_parameter"), "{query}");
        let issue = &answer.json["issues"][0];
        assert_eq!(
            (&issue["code"], &issue["field"]),
            (&json!(code), &json!(field))
        );
    }
}
