//! The revisions of an imported site.

use domain::site::Kind;
use serde_json::{Value, json};
use site_import::{Importer, NoProgress, Report, Revisions, Source};
use site_store::{Autosaved, ContentChange, SiteStore, anything};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer};

use crate::failing_host::{answer, answer_ids, empty, failure, list, login, post, revision};
use crate::import::{FAST, client, copied, head, importer, now, site};
use crate::import_failures::{copy, imported, lines};
use pauta_tests::site::TestSite;

fn titled(title: String, editor: u64) -> ContentChange {
    ContentChange {
        title: Some(title),
        editor,
        may_publish: true,
        ..ContentChange::default()
    }
}

/// A page with this number of changes.
async fn changed(store: &SiteStore, times: usize) -> u64 {
    let change = titled("Começo".to_owned(), 1);
    let page = store.create(Kind::Page, 1, &change).await.unwrap().id;
    for number in 1..=times {
        let change = titled(format!("Volta {number}"), 1);
        let kind = Kind::Page;
        store.update(kind, page, &change, &anything).await.unwrap();
    }
    page
}

async fn limited(from: &TestSite, to: &TestSite, revisions: Revisions) -> Report {
    let importer = importer(from, to.as_another_process(), &NoProgress).await;
    let report = importer.with_revisions(revisions).run().await.unwrap();
    assert!(report.is_complete(), "{:?}", lines(&report));
    report
}

/// The titles of an item's revisions, newest first.
async fn titles(site: &TestSite, item: u64) -> Vec<String> {
    let store = site.as_another_process();
    let freshness = site_store::Freshness::Asked;
    store.refresh(freshness).await.unwrap();
    let known = store.revisions_of(item);
    let revisions = store.revisions(&known).await.unwrap();
    revisions.into_iter().map(|one| one.title).collect()
}

#[tokio::test]
async fn as_many_as_are_asked_for_are_copied_the_newest_first() {
    let (source, copy) = (site(81).await, site(82).await);
    let page = changed(&source.as_another_process(), 60).await;
    let all = titles(&source, page).await;
    assert_eq!(all.len(), 60);

    limited(&source, &copy, Revisions::Newest(0)).await;
    assert!(titles(&copy, page).await.is_empty());
    let two = limited(&source, &copy, Revisions::Newest(2)).await;
    assert_eq!(two.counts("revisions").added, 2);
    assert_eq!(titles(&copy, page).await, all[..2]);
    let more = limited(&source, &copy, Revisions::Newest(30)).await;
    assert_eq!(more.counts("revisions").added, 28);
    assert_eq!(titles(&copy, page).await, all[..30]);
    limited(&source, &copy, Revisions::All).await;
    assert_eq!(titles(&copy, page).await, all);

    // Revisions imported under a higher limit stay, and nothing is written twice.
    let before = head(&copy).await;
    limited(&source, &copy, Revisions::All).await;
    assert_eq!(head(&copy).await, before);
    limited(&source, &copy, Revisions::Newest(0)).await;
    assert_eq!(titles(&copy, page).await, all);
}

/// The copy continues the history of its source: an update without changes creates no revision.
#[tokio::test]
async fn the_next_change_follows_the_copied_history() {
    let (source, copy) = (site(83).await, site(84).await);
    let page = changed(&source.as_another_process(), 2).await;
    copied(&source, &copy).await;
    let store = copy.as_another_process();
    let kind = Kind::Page;
    for (title, count) in [("Volta 2", 2), ("Volta 3", 3)] {
        let change = titled(title.to_owned(), 1);
        store.update(kind, page, &change, &anything).await.unwrap();
        assert_eq!(store.history(page).0, count);
    }
}

#[tokio::test]
async fn what_a_person_has_not_saved_yet_is_not_copied() {
    let (source, copy) = (site(85).await, site(86).await);
    let there = source.as_another_process();
    let page = changed(&there, 1).await;
    let unsaved = titled("Ainda não".to_owned(), 2);
    let kept = there.autosave(Kind::Page, page, &unsaved, &anything).await;
    assert!(matches!(kept.unwrap(), Autosaved::Beside(_)));
    assert_eq!(there.history(page).0, 2);
    let report = copied(&source, &copy).await;
    assert_eq!(report.counts("revisions").added, 1);
    assert_eq!(titles(&copy, page).await, ["Volta 1"]);
    let before = head(&copy).await;
    copied(&source, &copy).await;
    assert_eq!(head(&copy).await, before);
}

/// A post whose links contain the number of its revisions.
fn with_history(id: u64, count: u64, newest: u64) -> Value {
    let mut post = post(id);
    post["_links"] = json!({
        "version-history": [{"count": count}], "predecessor-version": [{"id": newest}],
    });
    post
}

async fn answer_history(host: &MockServer, post: u64, revisions: &[Value]) {
    Mock::given(method("GET"))
        .and(path(format!("/rest/core/v2/posts/{post}/revisions")))
        .respond_with(list(revisions))
        .with_priority(2)
        .mount(host)
        .await;
}

#[tokio::test]
async fn a_deleted_author_is_copied_as_the_host_reports_them() {
    let (_site, store) = copy().await;
    let host = empty().await;
    answer(&host, "posts", list(&[with_history(7, 2, 12)])).await;
    let mut gone = revision(12, 7);
    gone["author"] = json!(4711);
    let mut none = revision(11, 7);
    none["author"] = json!(0);
    answer_history(&host, 7, &[gone, none]).await;
    let report = imported(&host, &store).await;
    assert!(report.is_complete(), "{:?}", lines(&report));
    let authors = store.revisions_of(7);
    let authors: Vec<u64> = authors.iter().map(|one| one.author).collect();
    assert!(
        authors.contains(&4711) && authors.contains(&0),
        "{authors:?}"
    );
}

/// A history that cannot be read is reported with its item, and a later run imports it.
#[tokio::test]
async fn a_history_that_fails_is_named_and_comes_with_a_later_run() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let posts = [with_history(7, 2, 12), with_history(8, 1, 13)];
    answer(&host, "posts", list(&posts)).await;
    answer_history(&host, 8, &[revision(13, 8)]).await;
    let route = "posts/7/revisions";
    answer(&host, route, failure(500, "internal_error", "Erro fatal")).await;
    answer_ids(&host, route, &[12, 11]).await;
    let one = wiremock::ResponseTemplate::new(200).set_body_json(revision(11, 7));
    answer(&host, "posts/7/revisions/11", one).await;
    let fatal = failure(500, "internal_error", "Erro fatal");
    answer(&host, "posts/7/revisions/12", fatal).await;
    let report = imported(&host, &store).await;
    assert_eq!(
        lines(&report),
        ["revisions/12: the host failed (500 internal_error): Erro fatal"]
    );
    assert_eq!(report.counts("revisions").added, 2);

    Mock::given(method("GET"))
        .and(path("/rest/core/v2/posts/7/revisions"))
        .respond_with(list(&[revision(12, 7), revision(11, 7)]))
        .with_priority(1)
        .mount(&host)
        .await;
    let report = imported(&host, &store).await;
    assert!(report.is_complete(), "{:?}", lines(&report));
    let counts = report.counts("revisions");
    assert_eq!((counts.added, counts.unchanged), (1, 1));
}

#[tokio::test]
async fn without_revisions_none_are_asked_for() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let posts = [with_history(7, 2, 12), with_history(8, 0, 0)];
    answer(&host, "posts", list(&posts)).await;
    let root = format!("{}/rest/", host.uri());
    let source = Source::find(&client(), &root, login()).await.unwrap();
    let importer = Importer::new(client(), source, store, now(), &NoProgress);
    let importer = importer
        .with_backoff(FAST)
        .with_revisions(Revisions::Newest(0));
    assert!(importer.run().await.unwrap().is_complete());
    for request in host.received_requests().await.unwrap() {
        assert!(!request.url.path().ends_with("/revisions"));
    }
}
