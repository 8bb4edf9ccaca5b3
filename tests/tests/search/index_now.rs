//! IndexNow: a site of this installation is announced once, with its key file, and no failure of it changes what was
//! published.

use pauta_tests::app::TestRequest;
use serde_json::{Value, json};
use service_fakes::Service;

use crate::agency::{Agency, PUBLIC_NAME};

/// The key of the site, and the address of its file, which the search engine of the fakes then knows.
fn key_file(agency: &Agency) -> (String, String) {
    let key = agency.prepared.app.parts.keyring.index_now_key(PUBLIC_NAME);
    let location = format!("{}{key}.txt", agency.property);
    agency.fakes.add_key_file(&location, &key);
    (key, location)
}

/// The results of the announcements of a post, oldest first.
async fn announcements(agency: &Agency, post: &Value) -> Vec<String> {
    let details = agency.details(post, "console_indexing").await;
    details
        .iter()
        .filter(|detail| detail["service"] == "index_now")
        .map(|detail| detail["result"].as_str().unwrap().to_owned())
        .collect()
}

/// The post as its page shows it, and the state of its publication.
async fn published(agency: &Agency, post: &Value) -> (Value, Value) {
    let path = format!("/posts/{}", post["id"]);
    let shown = agency.ask(http::Method::GET, &path, Value::Null).await;
    let path = format!("{path}/checklist");
    let list = agency.ask(http::Method::GET, &path, Value::Null).await;
    (shown, list)
}

#[tokio::test]
async fn a_publication_is_announced_once_with_the_key_file_of_its_site() {
    let agency = Agency::with_public_site().await;
    let (key, location) = key_file(&agency);
    let path = format!("/{key}.txt");
    let app = &agency.prepared.app;
    let file = app.ask_site(None, TestRequest::get(path)).await;
    assert_eq!((file.status.as_u16(), file.text.as_str()), (200, &*key));

    let post = agency.publish().await;
    agency.wait_for_attempts().await;
    let url = post["host_post_url"].as_str().unwrap();
    assert!(url.starts_with(&agency.property), "{url}");
    assert_eq!(agency.fakes.submitted(), [url]);
    let calls = agency.fakes.calls(Service::IndexNow);
    assert_eq!(calls.len(), 1);
    let sent = calls[0].body.as_ref().unwrap();
    assert_eq!(
        (&sent["key"], &sent["keyLocation"], &sent["urlList"]),
        (&json!(key), &json!(location), &json!([url]))
    );
    assert_eq!(announcements(&agency, &post).await, ["sent"]);
    // The site is not connected, so nothing else is told.
    assert!(agency.fakes.calls(Service::Indexing).is_empty());
    assert_eq!(agency.results(&post, "console_indexing").await.len(), 1);
    agency.close();
}

#[tokio::test]
async fn a_failed_announcement_never_changes_the_publication() {
    let agency = Agency::with_public_site().await;
    key_file(&agency);
    // A fault, the calls that follow, the addresses that were taken, and the result.
    for (fault, calls, taken, result) in [
        ("400", 1, 0, "failed"),
        ("403", 1, 0, "failed"),
        ("422", 1, 0, "failed"),
        ("429", 2, 1, "sent"),
        ("reset", 1, 0, "uncertain"),
        ("after:500", 1, 1, "uncertain"),
        ("after:reset", 1, 1, "uncertain"),
    ] {
        agency.fakes.clear();
        agency.fakes.fail_next(Service::IndexNow, fault);
        let post = agency.publish().await;
        let before = published(&agency, &post).await;
        agency.wait_for_attempts().await;
        let made = agency.fakes.calls(Service::IndexNow).len();
        assert_eq!(made, calls, "{fault}");
        assert_eq!(agency.fakes.submitted().len(), taken, "{fault}");
        assert_eq!(announcements(&agency, &post).await, [result], "{fault}");
        assert_eq!(published(&agency, &post).await, before, "{fault}");
        assert_eq!(before.1["state"], "success", "{fault}");
    }
    agency.close();
}
