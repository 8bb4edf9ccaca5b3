//! A site imported from another one gives the same responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use embedded::clock::{SettableClock, SystemClock};
use embedded::random::SeededRandom;
use host_client::{Host, HostClient};
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use pauta_tests::site::TestSite;
use ports::Clock as _;
use serde_json::Value;
use site_import::{Backoff, ImportError, Importer, NoProgress, Progress, Report, Source};
use site_store::{Freshness, SiteStore};
use tokio::sync::Notify;
use url::Url;

use crate::generated;

pub const FAST: Backoff = Backoff {
    attempts: 2,
    initial_delay: Duration::from_millis(1),
    max_delay: Duration::from_secs(1),
};

pub fn client() -> HostClient {
    HostClient::new(Outbound::new(Policy::local()).unwrap())
}

/// A site whose clock stands: a draft that is made across two seconds would have a date of its own in the copy.
pub async fn site(seed: u64) -> TestSite {
    let clock = SettableClock::at(now());
    TestSite::start(Arc::new(clock), Arc::new(SeededRandom::new(seed))).await
}

pub fn now() -> Timestamp {
    SystemClock.now_seconds()
}

pub async fn importer<'a>(
    from: &TestSite,
    to: SiteStore,
    progress: &'a dyn Progress,
) -> Importer<'a> {
    let source = Source::find(&client(), &from.rest_root(), from.admin())
        .await
        .unwrap();
    Importer::new(client(), source, to, now(), progress).with_backoff(FAST)
}

pub async fn copied(from: &TestSite, to: &TestSite) -> Report {
    let importer = importer(from, to.as_another_process(), &NoProgress).await;
    importer.run().await.unwrap()
}

pub async fn head(site: &TestSite) -> u64 {
    let store = site.as_another_process();
    store.refresh(Freshness::Asked).await.unwrap();
    store.version()
}

/// All responses of a site to its administrator, without the parts that identify the site.
pub async fn answers(site: &TestSite) -> Vec<(String, Value)> {
    let all = "publish,future,draft,pending,private,trash";
    let lists = [
        ("users", ""),
        ("categories", ""),
        ("tags", ""),
        ("menus", ""),
        ("pattern_category", ""),
        ("media", "inherit,private,trash"),
        ("posts", all),
        ("pages", all),
        ("blocks", all),
        ("menu-items", "publish,draft"),
        ("comments", "approve"),
        ("comments", "hold"),
        ("comments", "spam"),
        ("comments", "trash"),
    ];
    let host = Host {
        rest_root: Url::parse(&site.rest_root()).unwrap(),
        namespace: "core/v2".to_owned(),
        credentials: site.admin(),
    };
    let mut answers = Vec::new();
    for (route, status) in lists {
        let mut query = vec![("context", "edit"), ("orderby", "id"), ("order", "asc")];
        if !status.is_empty() {
            query.push(("status", status));
        }
        if route == "comments" {
            query.push(("type", "all"));
        }
        for number in 1.. {
            let page = client()
                .collection_page(&host, route, &query, 100, number)
                .await
                .unwrap();
            for item in page.items {
                let name = format!("{route}/{}", item["id"]);
                if matches!(route, "posts" | "pages" | "blocks") {
                    let below = format!("{name}/revisions");
                    let edit = [("context", "edit")];
                    let revisions = client().route(&host, &below, &edit).await.unwrap();
                    answers.push((below, revisions));
                }
                if route == "media" {
                    answers.push((format!("{name} files"), files(&item).await));
                }
                answers.push((name, item));
            }
            if number >= page.total_pages.unwrap() {
                break;
            }
        }
    }
    for route in ["settings", "menu-locations"] {
        let read = client().route(&host, route, &[]).await.unwrap();
        answers.push((route.to_owned(), read));
    }
    let address = format!("http://{}", site.address);
    let named = serde_json::to_string(&answers).unwrap();
    serde_json::from_str(&named.replace(&address, "http://site.example")).unwrap()
}

/// The lengths and first bytes of an item's files.
async fn files(item: &Value) -> Value {
    let mut addresses = vec![item["source_url"].as_str().unwrap().to_owned()];
    if let Some(sizes) = item["media_details"]["sizes"].as_object() {
        let sizes = sizes.values();
        addresses.extend(sizes.map(|size| size["source_url"].as_str().unwrap().to_owned()));
    }
    let mut files = Vec::new();
    for address in addresses {
        let bytes = client()
            .file(&Url::parse(&address).unwrap(), 10_000_000)
            .await
            .unwrap();
        files.push(serde_json::json!([
            bytes.len(),
            bytes[..bytes.len().min(64)].to_vec()
        ]));
    }
    Value::from(files)
}

fn assert_same(source: &[(String, Value)], copy: &[(String, Value)]) {
    let names = |answers: &[(String, Value)]| -> Vec<String> {
        answers.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(source), names(copy));
    for ((name, there), (_, here)) in source.iter().zip(copy) {
        assert_eq!(there, here, "{name}");
    }
}

#[tokio::test]
async fn a_copy_answers_as_its_source_and_a_second_run_changes_nothing() {
    let (source, copy) = (site(11).await, site(12).await);
    generated::fill(&source.as_another_process(), 1, 130).await;
    let report = copied(&source, &copy).await;
    assert!(report.is_complete(), "{:#?}", report.left_out);
    assert!(report.renamed.is_empty(), "{:?}", report.renamed);
    assert_eq!(report.counts("posts").added, 130);
    assert!(report.counts("revisions").added > 20);
    let expected = answers(&source).await;
    assert_same(&expected, &answers(&copy).await);
    // Read here, because the first use of a password is a write too.
    let before = head(&copy).await;

    let again = copied(&source, &copy).await;
    assert!(again.is_complete(), "{:#?}", again.left_out);
    assert_eq!(again.counts("posts").unchanged, 130);
    assert_eq!(again.counts("media").unchanged, 3);
    assert_eq!(head(&copy).await, before);

    let store = copy.as_another_process();
    store.refresh(Freshness::Asked).await.unwrap();
    assert_eq!(store.settings().source.permalinks, "/%postname%/");

    // The copy continues the source's identifiers.
    let highest = expected
        .iter()
        .filter(|(name, _)| name.starts_with("menu-items/"))
        .map(|(_, item)| item["id"].as_u64().unwrap())
        .max();
    let change = site_store::ContentChange {
        title: Some("Depois da mudança".to_owned()),
        ..site_store::ContentChange::default()
    };
    let new = store.create(domain::site::Kind::Post, 1, &change).await;
    assert!(Some(new.unwrap().id) > highest);
}

/// Interrupts an import after a number of parts.
struct Cut {
    after: u64,
    done: AtomicU64,
    now: Notify,
}

impl Progress for Cut {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn end(&self) {}
    fn advance(&self, _: u64) {
        if self.done.fetch_add(1, Ordering::SeqCst) + 1 == self.after {
            self.now.notify_one();
        }
    }
}

#[tokio::test]
async fn an_import_that_is_cut_off_anywhere_goes_on_where_it_was() {
    let (source, copy) = (site(21).await, site(22).await);
    generated::fill(&source.as_another_process(), 2, 60).await;
    let mut cuts = 0;
    for after in 1.. {
        let cut = Cut {
            after,
            done: AtomicU64::new(0),
            now: Notify::new(),
        };
        let importer = importer(&source, copy.as_another_process(), &cut).await;
        let report = tokio::select! {
            biased;
            () = cut.now.notified() => None,
            report = importer.run() => Some(report.unwrap()),
        };
        match report {
            None => cuts += 1,
            Some(report) => {
                assert!(report.is_complete(), "{:#?}", report.left_out);
                break;
            }
        }
    }
    assert!(cuts > 5, "cut off {cuts} times only");
    assert_same(&answers(&source).await, &answers(&copy).await);
}

#[tokio::test]
async fn a_later_run_brings_what_changed_there_and_keeps_what_changed_here() {
    let (source, copy) = (site(31).await, site(32).await);
    let there = source.as_another_process();
    generated::fill(&there, 3, 4).await;
    copied(&source, &copy).await;
    let posts = copied(&source, &copy).await.counts("posts");
    assert_eq!(posts.unchanged, 4);
    let ids: Vec<u64> = answers(&source)
        .await
        .iter()
        .filter(|(name, item)| name.starts_with("posts/") && item.is_object())
        .filter(|(_, item)| item["status"] != "trash")
        .map(|(_, item)| item["id"].as_u64().unwrap())
        .collect();
    let titled = |title: &str| site_store::ContentChange {
        title: Some(title.to_owned()),
        may_publish: true,
        ..site_store::ContentChange::default()
    };
    let edit = async |store: &SiteStore, id: u64, title: &str| {
        store.refresh(Freshness::Asked).await.unwrap();
        let kind = domain::site::Kind::Post;
        store
            .update(kind, id, &titled(title), &site_store::anything)
            .await
            .unwrap();
    };
    let here = copy.as_another_process();
    edit(&there, ids[0], "Mudou lá").await;
    edit(&there, ids[1], "Mudou lá também").await;
    edit(&here, ids[1], "Mudou aqui").await;
    edit(&here, ids[2], "Só mudou aqui").await;

    let report = copied(&source, &copy).await;
    assert_eq!(report.counts("posts").renewed, 1);
    let left_out = report.left_out.iter();
    let left_out: Vec<_> = left_out.map(|one| (one.route.as_str(), one.id)).collect();
    // Each side has made two revisions since, under the same identifiers.
    let newest = there.history(ids[1]).1.unwrap();
    let expected = [
        ("posts", Some(ids[1])),
        ("revisions", Some(newest - 1)),
        ("revisions", Some(newest)),
    ];
    assert_eq!(left_out, expected);
    here.refresh(Freshness::Asked).await.unwrap();
    let mut titles = Vec::new();
    for id in &ids[..3] {
        titles.push(here.get(*id).await.unwrap().unwrap().title.clone());
    }
    assert_eq!(titles, ["Mudou lá", "Mudou aqui", "Só mudou aqui"]);
}

#[tokio::test]
async fn content_of_ones_own_is_never_overwritten() {
    let (source, copy) = (site(41).await, site(42).await);
    generated::fill(&source.as_another_process(), 4, 4).await;
    let here = copy.as_another_process();
    let change = site_store::ContentChange {
        title: Some("Meu próprio".to_owned()),
        ..site_store::ContentChange::default()
    };
    here.refresh(Freshness::Asked).await.unwrap();
    let own = here
        .create(domain::site::Kind::Post, 1, &change)
        .await
        .unwrap();
    let before = head(&copy).await;
    let importer = importer(&source, copy.as_another_process(), &NoProgress).await;
    let refusal = importer.run().await.unwrap_err();
    assert!(matches!(refusal, ImportError::IdsTaken { .. }), "{refusal}");
    assert!(refusal.is_refusal());
    assert_eq!(head(&copy).await, before);
    assert_eq!(
        here.get(own.id).await.unwrap().unwrap().title,
        "Meu próprio"
    );
}

#[tokio::test]
async fn a_copy_of_one_host_is_no_copy_of_another() {
    let (first, second, copy) = (site(51).await, site(52).await, site(53).await);
    generated::fill(&first.as_another_process(), 5, 3).await;
    copied(&first, &copy).await;
    let importer = importer(&second, copy.as_another_process(), &NoProgress).await;
    let refusal = importer.run().await.unwrap_err();
    let expected = format!("http://{}", first.address);
    assert!(
        matches!(&refusal, ImportError::OtherSource(home) if *home == expected),
        "{refusal}"
    );
}

/// Under vendor names the import has the same result.
#[tokio::test]
async fn a_host_of_deployed_names_is_copied_alike() {
    let random = Arc::new(SeededRandom::new(61));
    let source = TestSite::disguised(Arc::new(SystemClock), random).await;
    generated::fill(&source.as_another_process(), 6, 5).await;
    let copy = site(62).await;
    let address = format!("http://{}/", source.address);
    let found = Source::find(&client(), &address, source.admin()).await;
    let found = found.unwrap();
    assert_eq!(found.host.namespace, "wp/v2");
    let report = Importer::new(
        client(),
        found,
        copy.as_another_process(),
        now(),
        &NoProgress,
    )
    .with_backoff(FAST)
    .run()
    .await
    .unwrap();
    assert!(report.is_complete(), "{:#?}", report.left_out);
    let store = copy.as_another_process();
    let there = source.as_another_process();
    for store in [&store, &there] {
        store.refresh(Freshness::Asked).await.unwrap();
    }
    for id in 1..=30 {
        let comparable = |item: Option<Arc<site_store::Content>>| {
            item.map(|item| {
                let mut item = (*item).clone();
                item.seq = 0;
                if item.kind == domain::site::Kind::NavMenuItem {
                    // The interface does not expose this member.
                    item.slug.clear();
                    (item.author, item.modified_gmt) = (0, Timestamp::UNIX_EPOCH);
                    item.date.gmt = None;
                    item.date.local = jiff::civil::DateTime::ZERO;
                    item.modified = jiff::civil::DateTime::ZERO;
                    item.ping_status = domain::site::Openness::Closed;
                }
                if item.kind == domain::site::Kind::Block {
                    item.author = 0;
                    item.ping_status = domain::site::Openness::Closed;
                }
                if let Some(trashed) = &mut item.trashed {
                    trashed.status = domain::site::Status::Draft;
                }
                item
            })
        };
        let revisions = async |store: &SiteStore| {
            let mut revisions = store.revisions(&store.revisions_of(id)).await.unwrap();
            revisions.iter_mut().for_each(|one| one.seq = 0);
            revisions
        };
        assert_eq!(revisions(&store).await, revisions(&there).await, "{id}");
        assert_eq!(
            comparable(store.get(id).await.unwrap()),
            comparable(there.get(id).await.unwrap()),
            "{id}"
        );
    }
}
